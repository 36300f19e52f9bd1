// The tables of exchanges and quotes.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { QuoteStatus } from '../../ledger/exchange.ts';
import {
  bornAs,
  declare,
  fixedColumns,
  neverDeleted,
  neverUpdated,
  notWhileMoving,
  refuse,
} from '../kernel/declare.ts';

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

declare(quotes, {
  withoutRowid: true,
  defaults: { metadata: "'{}'", version: '1' },
  references: { transactionId: 'transactions (id)' },
  unique: ['(transaction_id)'],
  checks: [
    "status IN ('active', 'used', 'expired')",
    "fixed IN ('source', 'destination')",
    'length(source_currency) = 3',
    'source_amount BETWEEN 1 AND 9007199254740991',
    'length(destination_currency) = 3',
    'destination_amount BETWEEN 1 AND 9007199254740991',
    'spread_bps BETWEEN 0 AND 9999',
    'fee_amount >= 0',
    'stale IN (0, 1)',
    "(status = 'used') = (transaction_id IS NOT NULL)",
    'source_currency <> destination_currency',
  ],
  indexes: {
    quotes_active_by_expiry: "(lock_expires_at) WHERE status = 'active'",
    quotes_active_of_tenant: "(tenant_id, lock_expires_at) WHERE status = 'active'",
  },
  triggers: [
    bornAs('active', 'a quote starts as active'),
    refuse(
      'quotes_status_edges',
      'UPDATE',
      'a quote that is final stays final',
      "OLD.status <> 'active'",
    ),
    fixedColumns(
      `id, tenant_id, fixed, source_currency, source_amount, destination_currency,
      destination_amount, rate, mid_rate, spread_bps, fee_amount, rate_source, rate_as_of,
      stale, lock_expires_at, metadata, created_at`,
      'what was quoted never changes',
    ),
    neverDeleted('quotes are never deleted'),
    notWhileMoving,
  ],
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

declare(exchanges, {
  withoutRowid: true,
  references: { transactionId: 'transactions (id)', quoteId: 'quotes (id)' },
  checks: [
    "fixed IN ('source', 'destination')",
    'length(source_currency) = 3',
    'source_amount BETWEEN 1 AND 9007199254740991',
    'length(destination_currency) = 3',
    'destination_amount BETWEEN 1 AND 9007199254740991',
    'spread_bps BETWEEN 0 AND 9999',
    'fee_amount >= 0',
    'stale IN (0, 1)',
    'max_slippage_bps BETWEEN 0 AND 10000',
    '(quote_id IS NULL) = (quote_expires_at IS NULL)',
    '(quote_id IS NULL) = (max_slippage_bps IS NOT NULL)',
    'source_currency <> destination_currency',
  ],
  triggers: [
    neverUpdated('what was agreed never changes'),
    neverDeleted('exchanges are never deleted'),
  ],
});
