// Reviews of risk decisions, and simulated hits of the sandbox, as typed columns.
// migrations/sqlite/ledger/0018_decisions.sql is the truth.

import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ReviewStatus, RiskDecision } from '../../ledger/decisions/risk.ts';

export const riskReviews = sqliteTable('risk_reviews', {
  id: text('id').primaryKey(),
  kind: text('kind').$type<'hold' | 'alert'>().notNull(),
  decisionId: text('decision_id').notNull(),
  transactionId: text('transaction_id').notNull(),
  tenantId: text('tenant_id').notNull(),
  accountId: text('account_id').notNull(),
  status: text('status').$type<ReviewStatus>().notNull(),
  decidedBy: text('decided_by'),
  reason: text('reason'),
  decidedAt: integer('decided_at'),
  createdAt: integer('created_at').notNull(),
});

export const simulatedHits = sqliteTable('simulated_hits', {
  accountId: text('account_id').primaryKey(),
  decision: text('decision').$type<Exclude<RiskDecision, 'approve'>>().notNull(),
  remaining: integer('remaining').notNull(),
  createdAt: integer('created_at').notNull(),
});

/**
 * The facts about an account by which payments are judged, in one row: ledger/decisions/habits.ts.
 */
export const accountHabits = sqliteTable('account_habits', {
  accountId: text('account_id').primaryKey(),
  habits: blob('habits', { mode: 'buffer' }).notNull(),
});

/** The facts about an account and one party by which payments are judged. */
export const partyHabits = sqliteTable(
  'party_habits',
  {
    accountId: text('account_id').notNull(),
    party: text('party').notNull(),
    outCount: integer('out_count').notNull(),
    outSum: integer('out_sum').notNull(),
    outFirstAt: integer('out_first_at'),
    outLastAt: integer('out_last_at'),
    outLargest: integer('out_largest').notNull(),
    outRises: integer('out_rises').notNull(),
    inCount: integer('in_count').notNull(),
    inSum: integer('in_sum').notNull(),
    inFirstAt: integer('in_first_at'),
    inLastAt: integer('in_last_at'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.party] })],
);
