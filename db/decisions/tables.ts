// Contests of decisions as typed columns. migrations/sqlite/ledger/0214_decision_contests.sql is the
// truth.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ContestAnswer, DecisionKind } from '../../ledger/decisions/contest.ts';

export const decisionContests = sqliteTable('decision_contests', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  decisionId: text('decision_id').notNull(),
  kind: text('kind').$type<DecisionKind>().notNull(),
  customerId: text('customer_id').notNull(),
  record: text('record').notNull(),
  factsSha256: text('facts_sha256').notNull(),
  reason: text('reason').notNull(),
  contestedBy: text('contested_by').notNull(),
  answer: text('answer').$type<ContestAnswer>(),
  explanation: text('explanation'),
  answeredBy: text('answered_by'),
  answeredAt: integer('answered_at'),
  createdAt: integer('created_at').notNull(),
});
