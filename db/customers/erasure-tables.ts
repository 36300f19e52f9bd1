// The table of erasures of customers as typed columns; migrations/sqlite/ledger is the truth.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const customerErasures = sqliteTable('customer_erasures', {
  customerId: text('customer_id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  status: text('status').$type<'running' | 'erased'>().notNull(),
  part: integer('part').notNull(),
  atAccount: text('at_account').notNull(),
  atKey: text('at_key').notNull(),
  rows: integer('rows').notNull(),
  requestedBy: text('requested_by').notNull(),
  approvedBy: text('approved_by').notNull(),
  reason: text('reason').notNull(),
  requestId: text('request_id').notNull(),
  startedAt: integer('started_at').notNull(),
  erasedAt: integer('erased_at'),
});

export type ErasureRow = typeof customerErasures.$inferSelect;
