// Rounds of screening over all known names.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { declare, neverDeleted, refuse } from '../kernel/declare.ts';

export const rescreenings = sqliteTable('rescreenings', {
  number: integer('number').primaryKey(),
  /** SHA-256 of the file of the lists, in hexadecimal. */
  lists: text('lists').notNull(),
  stage: text('stage').$type<'customers' | 'parties' | 'done'>().notNull(),
  /** The last processed customer or transaction, in the order of the ids. */
  afterId: text('after_id').notNull(),
  names: integer('names').notNull(),
  /** Hits that were not known before. */
  hits: integer('hits').notNull(),
  startedAt: integer('started_at').notNull(),
  finishedAt: integer('finished_at'),
});

declare(rescreenings, {
  checks: [
    'length(lists) = 64',
    "stage IN ('customers', 'parties', 'done')",
    'names >= 0',
    'hits >= 0',
    'finished_at >= started_at',
    "(stage = 'done') = (finished_at IS NOT NULL)",
  ],
  triggers: [
    refuse(
      'rescreenings_go_on',
      'UPDATE',
      'a round goes on until it is over, and never back',
      `OLD.finished_at IS NOT NULL OR NEW.number <> OLD.number OR NEW.lists <> OLD.lists OR
      NEW.started_at <> OLD.started_at OR NEW.names < OLD.names OR NEW.hits < OLD.hits OR
      (NEW.stage = 'customers' AND OLD.stage = 'parties') OR (NEW.stage = OLD.stage AND
      NEW.after_id < OLD.after_id)`,
    ),
    neverDeleted('rounds are never deleted'),
  ],
});
