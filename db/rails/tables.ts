// Payments on a network as typed columns. migrations/sqlite/ledger holds the truth.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { NetworkRail, RailStatus } from '../../ledger/rail.ts';

export const railPayments = sqliteTable('rail_payments', {
  transactionId: text('transaction_id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  rail: text('rail').$type<NetworkRail>().notNull(),
  direction: text('direction').$type<'in' | 'out'>().notNull(),
  amount: integer('amount').notNull(),
  status: text('status').$type<RailStatus>().notNull(),
  network: text('network'),
  reference: text('reference'),
  submittedAt: integer('submitted_at'),
  settlesAt: integer('settles_at'),
  askAt: integer('ask_at'),
  settledAt: integer('settled_at'),
  returnedAt: integer('returned_at'),
  returnCode: text('return_code'),
  returnTransactionId: text('return_transaction_id'),
  simulatedNews: text('simulated_news').$type<'settle' | 'return'>(),
  simulatedCode: text('simulated_code'),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});
