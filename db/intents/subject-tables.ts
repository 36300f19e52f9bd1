// The declaration of the tables of instructions in plain language (db/subject-tables.ts).

import { byCustomer, EMPTY_JSON, OWN_ROWS } from '../customers/held-table.ts';
import type { SubjectTables } from '../subject-tables.ts';
import { INTENT_RULES } from './invariants.ts';

export const LANGUAGE_TABLES: SubjectTables = {
  tables: ['conversation_messages', 'conversations', 'intent_steps', 'intents'],
  rules: INTENT_RULES,
  coreWithout: { transactions: (sql) => sql.replace(' REFERENCES intents (id)', '') },
  held: [
    byCustomer('conversation_messages', 'deleted', {
      where: `conversation_id IN (SELECT id FROM conversations WHERE ${OWN_ROWS})`,
      key: 'conversation_id',
    }),
    byCustomer('conversations', { state: EMPTY_JSON }),
    byCustomer(
      'intent_steps',
      { reason: 'NULL' },
      { where: `intent_id IN (SELECT id FROM intents WHERE ${OWN_ROWS})`, key: 'intent_id' },
    ),
    byCustomer('intents', {
      message: "''",
      reading: EMPTY_JSON,
      preview: 'NULL',
      operation: `iif(operation IS NULL, NULL, '{"method":"POST","path":"","body":{}}')`,
      status_message: 'NULL',
    }),
  ],
  moves: { parts: { intent_steps: { column: 'intent_id', of: 'intents' } } },
};
