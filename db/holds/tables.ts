// Orders about holds as typed columns; migrations/sqlite/ledger is the truth.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const holdOrders = sqliteTable('hold_orders', {
  id: text('id').primaryKey(),
  transactionId: text('transaction_id').notNull(),
  tenantId: text('tenant_id').notNull(),
  act: text('act').$type<'capture' | 'cancel'>().notNull(),
  amount: integer('amount'),
  reason: text('reason'),
  requestHash: text('request_hash').notNull(),
  actor: text('actor').notNull(),
  requestId: text('request_id').notNull(),
  idempotencyKey: text('idempotency_key'),
  outcome: text('outcome'),
  createdAt: integer('created_at').notNull(),
  doneAt: integer('done_at'),
});
