// The operations in plain language: instructions, conversations, questions.

import type { Operation } from '../kit/operation.ts';
import { createIntent } from './ai-intent.ts';
import { confirmIntent } from './confirm-intent.ts';
import { converse } from './conversation.ts';
import {
  getConversation,
  listConversationsOperation,
  listMessagesOperation,
} from './conversations.ts';
import { answerFinancialQuestion } from './financial-qa.ts';
import { cancelIntent, getIntent, listIntentsOperation } from './intents.ts';
import { parseIntentOperation } from './parse-intent.ts';

export const LANGUAGE_OPERATIONS: readonly Operation[] = [
  createIntent,
  listIntentsOperation,
  getIntent,
  confirmIntent,
  cancelIntent,
  parseIntentOperation,
  converse,
  listConversationsOperation,
  getConversation,
  listMessagesOperation,
  answerFinancialQuestion,
];
