// The quote as the API and the events show it.

import { exponentOf } from '../../ledger/currency.ts';
import type { Metadata } from '../../ledger/metadata.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type { quotes } from './tables.ts';

export type QuoteRow = typeof quotes.$inferSelect;

/**
 * The wire form of a quote. A quote past its lock time shows as expired, even before an act has
 * recorded that.
 * @param now milliseconds since 1970 UTC
 */
export function quoteView(row: QuoteRow, livemode: boolean, now: number) {
  const isExpired = row.status === 'active' && row.lockExpiresAt <= now;
  return {
    id: row.id,
    object: 'quote' as const,
    livemode,
    status: isExpired ? ('expired' as const) : row.status,
    fixed: row.fixed,
    sourceCurrency: row.sourceCurrency,
    sourceAmount: row.sourceAmount,
    sourceExponent: exponentOf(row.sourceCurrency),
    destinationCurrency: row.destinationCurrency,
    destinationAmount: row.destinationAmount,
    destinationExponent: exponentOf(row.destinationCurrency),
    rate: row.rate,
    midRate: row.midRate,
    spreadBps: row.spreadBps,
    feeAmount: row.feeAmount,
    feeCurrency: row.destinationCurrency,
    rateSource: row.rateSource,
    rateTimestamp: timestamp(row.rateAsOf),
    stale: row.stale === 1,
    lockExpiresAt: timestamp(row.lockExpiresAt),
    transactionId: row.transactionId,
    metadata: JSON.parse(row.metadata) as Metadata,
    version: row.version,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}

export type QuoteView = ReturnType<typeof quoteView>;
