import { answerThread } from '../../ai/answers/thread.ts';
import { openMessageEncoder } from '../../ai/intents/encoder.ts';
import { intentReader } from '../../ai/intents/reader.ts';
import { wordThread } from '../../ai/intents/word-thread.ts';
import { openLanguageModel } from '../../ai/phrasing/model.ts';
import { intentSchema } from '../../api/language/ai-intent-schema.ts';
import { LANGUAGE_OPERATIONS } from '../../api/language/operations.ts';
import { expireIntents } from '../../db/intents/acts.ts';
import { LANGUAGE_SUBJECT } from '../../db/intents/subject.ts';
import { INTENT_EVENTS } from '../../ledger/intent.ts';
import type { Module } from '../module.ts';

/** Maximum number of intents that one pass marks as expired. */
const EXPIRED_PER_PASS = 500;

export const language: Module = {
  name: 'language',
  purpose: 'Instructions and questions in plain language.',
  requires: ['core'],
  ledger: LANGUAGE_SUBJECT,
  opensForApi({ config, closing }) {
    const words = wordThread(closing);
    return {
      words,
      answers: answerThread(closing),
      intents: intentReader(words, openMessageEncoder(config.encoder, closing)),
      languageModel: openLanguageModel(config.languageModel, closing),
    };
  },
  operations: LANGUAGE_OPERATIONS,
  events: INTENT_EVENTS,
  eventSchemas: {
    objects: { intent: intentSchema },
  },
  sweeps: ({ ledger }) => ({ first: [() => ledger.run(expireIntents, EXPIRED_PER_PASS)] }),
};
