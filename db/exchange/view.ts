// The terms of an exchange as part of a transaction.

import type { exchanges } from './tables.ts';

export type ExchangeRow = typeof exchanges.$inferSelect;

/** The wire form of the agreed exchange; amounts in minor units. */
export function exchangeView(row: ExchangeRow) {
  return {
    quoteId: row.quoteId,
    fixed: row.fixed,
    rate: row.rate,
    midRate: row.midRate,
    spreadBps: row.spreadBps,
    feeAmount: row.feeAmount,
    feeCurrency: row.destinationCurrency,
    sourceAmount: row.sourceAmount,
    sourceCurrency: row.sourceCurrency,
    destinationAmount: row.destinationAmount,
    destinationCurrency: row.destinationCurrency,
    rateSource: row.rateSource,
    rateTimestamp: new Date(row.rateAsOf).toISOString(),
    stale: row.stale === 1,
    quoteExpiresAt: row.quoteExpiresAt === null ? null : new Date(row.quoteExpiresAt).toISOString(),
    maxSlippageBps: row.maxSlippageBps,
  };
}
