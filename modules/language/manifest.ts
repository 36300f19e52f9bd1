import { intentSchema } from '../../api/language/ai-intent-schema.ts';
import { LANGUAGE_OPERATIONS } from '../../api/language/operations.ts';
import { expireIntents } from '../../db/intents/acts.ts';
import { INTENT_EVENTS } from '../../ledger/intent.ts';
import type { Module } from '../module.ts';

/** Instructions recorded as expired in one pass. */
const EXPIRED_PER_PASS = 500;

export const language: Module = {
  name: 'language',
  purpose: 'Instructions and questions in plain language.',
  requires: ['core'],
  operations: LANGUAGE_OPERATIONS,
  events: INTENT_EVENTS,
  eventSchemas: {
    objects: { intent: intentSchema },
  },
  sweeps: ({ ledger }) => ({ first: [() => ledger.run(expireIntents, EXPIRED_PER_PASS)] }),
};
