// The tables of limits and approvals as typed columns.

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Period } from '../../ledger/limits.ts';

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
