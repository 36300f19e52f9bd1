// Rounds of screening over all known names, as typed columns.
// migrations/sqlite/ledger/0039_rescreening.sql is the truth.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const rescreenings = sqliteTable('rescreenings', {
  number: integer('number').primaryKey(),
  lists: text('lists').notNull(),
  stage: text('stage').$type<'customers' | 'parties' | 'done'>().notNull(),
  afterId: text('after_id').notNull(),
  names: integer('names').notNull(),
  hits: integer('hits').notNull(),
  startedAt: integer('started_at').notNull(),
  finishedAt: integer('finished_at'),
});
