// The tables of exchanges and quotes as typed columns.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { QuoteStatus } from '../../ledger/exchange.ts';

export const quotes = sqliteTable('quotes', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  status: text('status').$type<QuoteStatus>().notNull(),
  fixed: text('fixed').$type<'source' | 'destination'>().notNull(),
  sourceCurrency: text('source_currency').notNull(),
  sourceAmount: integer('source_amount').notNull(),
  destinationCurrency: text('destination_currency').notNull(),
  destinationAmount: integer('destination_amount').notNull(),
  rate: text('rate').notNull(),
  midRate: text('mid_rate').notNull(),
  spreadBps: integer('spread_bps').notNull(),
  feeAmount: integer('fee_amount').notNull(),
  rateSource: text('rate_source').notNull(),
  rateAsOf: integer('rate_as_of').notNull(),
  stale: integer('stale').notNull(),
  lockExpiresAt: integer('lock_expires_at').notNull(),
  transactionId: text('transaction_id'),
  metadata: text('metadata').notNull(),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

export const exchanges = sqliteTable('exchanges', {
  transactionId: text('transaction_id').primaryKey(),
  quoteId: text('quote_id'),
  quoteExpiresAt: integer('quote_expires_at'),
  fixed: text('fixed').$type<'source' | 'destination'>().notNull(),
  sourceCurrency: text('source_currency').notNull(),
  sourceAmount: integer('source_amount').notNull(),
  destinationCurrency: text('destination_currency').notNull(),
  destinationAmount: integer('destination_amount').notNull(),
  rate: text('rate').notNull(),
  midRate: text('mid_rate').notNull(),
  spreadBps: integer('spread_bps').notNull(),
  feeAmount: integer('fee_amount').notNull(),
  rateSource: text('rate_source').notNull(),
  rateAsOf: integer('rate_as_of').notNull(),
  stale: integer('stale').notNull(),
  maxSlippageBps: integer('max_slippage_bps'),
});
