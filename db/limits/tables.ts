// The tables of limits and approvals.

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Period } from '../../ledger/limits.ts';
import { appendOnly, declare, neverDeleted, notWhileMoving, refuse } from '../kernel/declare.ts';

export const limitTerms = sqliteTable(
  'limit_terms',
  {
    accountId: text('account_id').notNull(),
    version: integer('version').notNull(),
    id: text('id').notNull(),
    tenantId: text('tenant_id').notNull(),
    terms: text('terms').notNull(),
    effectiveFrom: integer('effective_from').notNull(),
    effectiveUntil: integer('effective_until'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.version] })],
);

declare(limitTerms, {
  withoutRowid: true,
  references: { accountId: 'accounts (id)' },
  checks: ['version > 0', 'json_valid(terms)', 'effective_until > effective_from'],
  triggers: [appendOnly('limits are replaced by a new version'), notWhileMoving],
});

export const limitUsage = sqliteTable(
  'limit_usage',
  {
    accountId: text('account_id').notNull(),
    period: text('period').$type<Period>().notNull(),
    startsAt: integer('starts_at').notNull(),
    amount: integer('amount').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.period, table.startsAt] })],
);

declare(limitUsage, {
  withoutRowid: true,
  references: { accountId: 'accounts (id)' },
  checks: ["period IN ('day', 'week', 'month')", 'amount >= 0', 'count >= 0'],
  triggers: [neverDeleted('usage is never deleted')],
});

export const approvals = sqliteTable('approvals', {
  id: text('id').primaryKey(),
  transactionId: text('transaction_id').notNull(),
  tenantId: text('tenant_id').notNull(),
  status: text('status').$type<'requested' | 'granted' | 'denied'>().notNull(),
  decidedBy: text('decided_by'),
  reason: text('reason'),
  decidedAt: integer('decided_at'),
  createdAt: integer('created_at').notNull(),
});

declare(approvals, {
  withoutRowid: true,
  references: { transactionId: 'transactions (id)' },
  unique: ['(transaction_id)'],
  checks: [
    "status IN ('requested', 'granted', 'denied')",
    "(status = 'requested') = (decided_by IS NULL)",
    "(status = 'requested') = (decided_at IS NULL)",
  ],
  indexes: { approvals_requested: "(id) WHERE status = 'requested'" },
  triggers: [
    refuse(
      'approvals_decided_once',
      'UPDATE',
      'an approval is decided once',
      `OLD.status <> 'requested' OR NEW.id <> OLD.id OR NEW.transaction_id <>
      OLD.transaction_id OR NEW.tenant_id <> OLD.tenant_id OR NEW.created_at <> OLD.created_at`,
    ),
    refuse(
      'approvals_four_eyes',
      'UPDATE OF decided_by',
      'nobody approves a transaction of their own',
      'NEW.decided_by = (SELECT actor FROM transactions WHERE id = OLD.transaction_id)',
    ),
    neverDeleted('approvals are never deleted'),
    notWhileMoving,
  ],
});
