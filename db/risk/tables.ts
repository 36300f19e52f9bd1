// Reviews of risk decisions, and simulated hits of the sandbox.

import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ReviewStatus, RiskDecision } from '../../ledger/decisions/risk.ts';
import { bornAs, declare, neverDeleted, notWhileMoving, refuse } from '../kernel/declare.ts';

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

declare(riskReviews, {
  withoutRowid: true,
  references: { decisionId: 'risk_decisions (id)', transactionId: 'transactions (id)' },
  unique: ['(decision_id)', '(transaction_id)'],
  checks: [
    "kind IN ('hold', 'alert')",
    "status IN ('open', 'approved', 'rejected')",
    "(status = 'open') = (decided_by IS NULL)",
    "(status = 'open') = (reason IS NULL)",
    "(status = 'open') = (decided_at IS NULL)",
  ],
  indexes: {
    risk_reviews_open: "(id) WHERE status = 'open'",
    risk_reviews_one_alert: "UNIQUE (account_id) WHERE kind = 'alert' AND status = 'open'",
    risk_reviews_by_account: "(account_id, created_at) WHERE kind = 'alert'",
  },
  triggers: [
    bornAs('open', 'a review starts open'),
    refuse(
      'risk_reviews_four_eyes',
      'UPDATE OF decided_by',
      'nobody reviews a transaction of their own',
      'NEW.decided_by = (SELECT actor FROM transactions WHERE id = OLD.transaction_id)',
    ),
    neverDeleted('reviews are never deleted'),
    refuse(
      'risk_reviews_decided_once',
      'UPDATE',
      'a review is decided once',
      `(OLD.status <> 'open' OR NEW.id <> OLD.id OR NEW.kind <> OLD.kind OR NEW.decision_id <>
      OLD.decision_id OR NEW.transaction_id <> OLD.transaction_id OR NEW.tenant_id <>
      OLD.tenant_id OR NEW.account_id <> OLD.account_id OR NEW.created_at <> OLD.created_at)
      AND NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id
      = (SELECT customer_id FROM transactions WHERE id = OLD.transaction_id))`,
    ),
    notWhileMoving,
  ],
});

export const simulatedHits = sqliteTable('simulated_hits', {
  accountId: text('account_id').primaryKey(),
  decision: text('decision').$type<Exclude<RiskDecision, 'approve'>>().notNull(),
  remaining: integer('remaining').notNull(),
  createdAt: integer('created_at').notNull(),
});

declare(simulatedHits, {
  withoutRowid: true,
  references: { accountId: 'accounts (id)' },
  checks: ["decision IN ('review', 'block_and_review', 'decline')", 'remaining BETWEEN 0 AND 100'],
});

/**
 * The facts about an account by which payments are judged, in one row: ledger/decisions/habits.ts.
 */
export const accountHabits = sqliteTable('account_habits', {
  accountId: text('account_id').primaryKey(),
  /** Counts and sums in windows, sizes of payments, devices, countries: ledger/decisions/habits.ts. */
  habits: blob('habits', { mode: 'buffer' }).notNull(),
});

declare(accountHabits, {
  references: { accountId: 'accounts (id)' },
  checks: ['length(habits) BETWEEN 1 AND 8192'],
});

/** The facts about an account and one party by which payments are judged. */
export const partyHabits = sqliteTable(
  'party_habits',
  {
    accountId: text('account_id').notNull(),
    /** An account, a hash of an external account number or name, or `outside`. */
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

declare(partyHabits, {
  withoutRowid: true,
  references: { accountId: 'accounts (id)' },
});
