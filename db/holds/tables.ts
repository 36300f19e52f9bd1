// The table of orders about holds.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { declare, neverDeleted, refuse } from '../kernel/declare.ts';

export const holdOrders = sqliteTable('hold_orders', {
  id: text('id').primaryKey(),
  transactionId: text('transaction_id').notNull(),
  tenantId: text('tenant_id').notNull(),
  act: text('act').$type<'capture' | 'cancel'>().notNull(),
  /** Minor units to capture; null for the whole hold. */
  amount: integer('amount'),
  /** Moves to the transaction when the order is carried out. */
  reason: text('reason'),
  requestHash: text('request_hash').notNull(),
  actor: text('actor').notNull(),
  requestId: text('request_id').notNull(),
  idempotencyKey: text('idempotency_key'),
  /** The result; null while the order is not carried out. */
  outcome: text('outcome'),
  createdAt: integer('created_at').notNull(),
  doneAt: integer('done_at'),
});

declare(holdOrders, {
  references: { transactionId: 'transactions (id)' },
  checks: [
    "act IN ('capture', 'cancel')",
    'amount > 0',
    'json_valid(outcome)',
    '(outcome IS NULL) = (done_at IS NULL)',
    'done_at IS NULL OR reason IS NULL',
  ],
  indexes: {
    hold_orders_open: '(transaction_id, id) WHERE done_at IS NULL',
    hold_orders_by_tenant: '(tenant_id, id)',
  },
  triggers: [
    refuse(
      'hold_orders_stay',
      'UPDATE',
      'an order is carried out once, as it was given',
      `OLD.done_at IS NOT NULL OR NEW.id <> OLD.id OR NEW.transaction_id <> OLD.transaction_id
      OR NEW.tenant_id <> OLD.tenant_id OR NEW.act <> OLD.act OR NEW.amount IS NOT OLD.amount
      OR NEW.actor <> OLD.actor OR NEW.request_hash <> OLD.request_hash`,
    ),
    neverDeleted('orders are never deleted'),
  ],
});
