// Overdrafts and the fees of their items as typed columns; the migrations are the truth.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { FeeStatus, OverdraftMode } from '../../ledger/overdraft.ts';

export const overdrafts = sqliteTable('overdrafts', {
  accountId: text('account_id').primaryKey(),
  id: text('id').notNull(),
  tenantId: text('tenant_id').notNull(),
  enabled: integer('enabled').notNull(),
  mode: text('mode').$type<OverdraftMode>().notNull(),
  linkedAccountId: text('linked_account_id'),
  feePerItem: integer('fee_per_item'),
  feeGraceHours: integer('fee_grace_hours'),
  feeGraceAmount: integer('fee_grace_amount'),
  feeMaxPerDay: integer('fee_max_per_day'),
  consentAt: integer('consent_at').notNull(),
  drawnAt: integer('drawn_at'),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  /** Null when the overdraft is not in arrears. */
  arrearsSince: integer('arrears_since'),
});

export const overdraftFees = sqliteTable('overdraft_fees', {
  transactionId: text('transaction_id').primaryKey(),
  accountId: text('account_id').notNull(),
  tenantId: text('tenant_id').notNull(),
  amount: integer('amount').notNull(),
  graceAmount: integer('grace_amount').notNull(),
  maxPerDay: integer('max_per_day').notNull(),
  drawnAt: integer('drawn_at').notNull(),
  dueAt: integer('due_at').notNull(),
  status: text('status').$type<FeeStatus>().notNull(),
  feeTransactionId: text('fee_transaction_id'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});
