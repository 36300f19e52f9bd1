// The tables of wallets and payments.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import {
  declare,
  fixedColumns,
  neverDeleted,
  neverUpdated,
  notWhileMoving,
  refuse,
  searchableMetadata,
} from '../kernel/declare.ts';

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

declare(wallets, {
  withoutRowid: true,
  references: { customerId: 'customers (id)' },
  indexes: { wallets_by_tenant: '(tenant_id, id)', wallets_by_customer: '(customer_id, id)' },
  triggers: [
    fixedColumns(
      'id, tenant_id, customer_id, created_at',
      'the identity of a wallet never changes',
    ),
    neverDeleted('wallets are never deleted'),
    searchableMetadata('wallet'),
    refuse(
      'wallets_of_the_erased',
      'INSERT',
      'an erased customer opens no wallet',
      'EXISTS (SELECT 1 FROM customer_erasures WHERE customer_id = NEW.customer_id)',
    ),
    notWhileMoving,
  ],
});

/** The state of a payment is in its transaction. */
export const payments = sqliteTable('payments', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  sourceWalletId: text('source_wallet_id'),
  destinationWalletId: text('destination_wallet_id'),
  createdAt: integer('created_at').notNull(),
});

declare(payments, {
  withoutRowid: true,
  references: { sourceWalletId: 'wallets (id)', destinationWalletId: 'wallets (id)' },
  indexes: {
    payments_by_source_wallet: '(source_wallet_id, id) WHERE source_wallet_id IS NOT NULL',
    payments_by_destination_wallet:
      '(destination_wallet_id, id) WHERE destination_wallet_id IS NOT NULL',
  },
  triggers: [
    neverUpdated('what was asked for never changes'),
    neverDeleted('payments are never deleted'),
    notWhileMoving,
  ],
});
