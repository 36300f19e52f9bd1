// The operations in plain language: instructions, conversations, questions.

import type { AnswerThread } from '../../ai/answers/thread.ts';
import type { IntentReader } from '../../ai/intents/reader.ts';
import type { WordThread } from '../../ai/intents/word-thread.ts';
import type { LanguageModel } from '../../ai/phrasing/model.ts';
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

declare module '../kit/context.ts' {
  interface BankDeps {
    /** The thread that reads the words of messages. */
    readonly words: WordThread;
    /** The thread that answers questions about money. */
    readonly answers: AnswerThread;
    /** The model that reads messages. */
    readonly intents: IntentReader;
    /** Phrases answers; null when none is configured. */
    readonly languageModel: LanguageModel | null;
  }
}

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
