// Overdrafts and the fees of their items.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { FeeStatus, OverdraftMode } from '../../ledger/overdraft.ts';
import { declare, fixedColumns, neverDeleted, notWhileMoving, refuse } from '../kernel/declare.ts';

export const overdrafts = sqliteTable('overdrafts', {
  accountId: text('account_id').primaryKey(),
  id: text('id').notNull(),
  tenantId: text('tenant_id').notNull(),
  enabled: integer('enabled').notNull(),
  mode: text('mode').$type<OverdraftMode>().notNull(),
  linkedAccountId: text('linked_account_id'),
  /** Fee of an item; the columns of fees are all set or all null. */
  feePerItem: integer('fee_per_item'),
  feeGraceHours: integer('fee_grace_hours'),
  feeGraceAmount: integer('fee_grace_amount'),
  feeMaxPerDay: integer('fee_max_per_day'),
  consentAt: integer('consent_at').notNull(),
  /** Business time since which the posted balance is below zero. */
  drawnAt: integer('drawn_at'),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  /** Null when the overdraft is not in arrears. */
  arrearsSince: integer('arrears_since'),
});

declare(overdrafts, {
  withoutRowid: true,
  references: { accountId: 'accounts (id)', linkedAccountId: 'accounts (id)' },
  unique: ['(id)'],
  checks: [
    'enabled IN (0, 1)',
    "mode IN ('decline', 'allow', 'transfer_from_savings')",
    'fee_per_item BETWEEN 1 AND 9007199254740991',
    'fee_grace_hours BETWEEN 0 AND 8760',
    'fee_grace_amount BETWEEN 0 AND 9007199254740991',
    'fee_max_per_day BETWEEN 1 AND 1000',
    'version > 0',
    "(linked_account_id IS NULL) = (mode <> 'transfer_from_savings')",
    '(fee_per_item IS NULL) = (fee_grace_hours IS NULL)',
    '(fee_per_item IS NULL) = (fee_grace_amount IS NULL)',
    '(fee_per_item IS NULL) = (fee_max_per_day IS NULL)',
  ],
  indexes: {
    overdrafts_drawn: '(drawn_at) WHERE drawn_at IS NOT NULL AND arrears_since IS NULL',
    overdrafts_drawn_of_tenant:
      '(tenant_id, drawn_at) WHERE drawn_at IS NOT NULL AND arrears_since IS NULL',
  },
  triggers: [
    fixedColumns(
      'account_id, id, tenant_id, created_at',
      'the identity of an overdraft never changes',
    ),
    neverDeleted('overdrafts are never deleted'),
    notWhileMoving,
  ],
});

export const overdraftFees = sqliteTable('overdraft_fees', {
  transactionId: text('transaction_id').primaryKey(),
  accountId: text('account_id').notNull(),
  tenantId: text('tenant_id').notNull(),
  amount: integer('amount').notNull(),
  graceAmount: integer('grace_amount').notNull(),
  maxPerDay: integer('max_per_day').notNull(),
  /** Business time. */
  drawnAt: integer('drawn_at').notNull(),
  dueAt: integer('due_at').notNull(),
  status: text('status').$type<FeeStatus>().notNull(),
  feeTransactionId: text('fee_transaction_id'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

declare(overdraftFees, {
  withoutRowid: true,
  references: {
    transactionId: 'transactions (id)',
    accountId: 'accounts (id)',
    feeTransactionId: 'transactions (id)',
  },
  unique: ['(fee_transaction_id)'],
  checks: [
    'amount > 0',
    'grace_amount >= 0',
    'max_per_day > 0',
    'due_at >= drawn_at',
    "status IN ('pending', 'waived', 'capped', 'billed', 'charged', 'uncollected')",
    "(fee_transaction_id IS NULL) = (status IN ('pending', 'waived', 'capped'))",
  ],
  indexes: {
    overdraft_fees_due: "(due_at) WHERE status = 'pending'",
    overdraft_fees_due_by_tenant: "(tenant_id, due_at) WHERE status = 'pending'",
    overdraft_fees_billed: "(fee_transaction_id) WHERE status = 'billed'",
    overdraft_fees_by_account: '(account_id, drawn_at)',
  },
  triggers: [
    refuse(
      'overdraft_fees_status_edges',
      'UPDATE OF status',
      'a fee that is decided stays decided',
      `NOT ((OLD.status = 'pending' AND NEW.status IN ('waived', 'capped', 'billed')) OR
      (OLD.status = 'billed' AND NEW.status IN ('charged', 'uncollected')))`,
    ),
    fixedColumns(
      `transaction_id, account_id, tenant_id, amount, grace_amount, max_per_day, drawn_at,
      due_at, created_at`,
      'the terms of a fee never change',
    ),
    refuse(
      'overdraft_fees_charged_once',
      'UPDATE OF fee_transaction_id',
      'a fee is charged once',
      'OLD.fee_transaction_id IS NOT NULL',
    ),
    neverDeleted('fees are never deleted'),
    notWhileMoving,
  ],
});
