// The tables of wallets and payments as typed columns.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const wallets = sqliteTable('wallets', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  customerId: text('customer_id').notNull(),
  name: text('name').notNull(),
  metadata: text('metadata').notNull(),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

/** The state of a payment is in its transaction. */
export const payments = sqliteTable('payments', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  sourceWalletId: text('source_wallet_id'),
  destinationWalletId: text('destination_wallet_id'),
  createdAt: integer('created_at').notNull(),
});
