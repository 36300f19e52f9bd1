// Acts on quotes. A quote promises a price for a limited time; one exchange may use it, otherwise
// it expires. Each change writes its event in the same database transaction.

import type { EventType } from '../../ledger/event.ts';
import { type ExchangeAmounts, type Pricing, priceOf } from '../../ledger/exchange.ts';
import type { Metadata } from '../../ledger/metadata.ts';
import { Refusal } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { businessTimeSql } from '../kernel/clock.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { KeyedResult } from '../kernel/keys.ts';
import { mint } from '../kernel/mint.ts';
import type { Tx } from '../kernel/tx.ts';
import { ledgerMarket, type Market } from './market.ts';
import { type QuoteRow, quoteView } from './quote-view.ts';
import { quotes } from './tables.ts';

export interface QuoteOrder {
  readonly tenantId: string;
  readonly amounts: ExchangeAmounts;
  /** Milliseconds for which the price is promised. */
  readonly lockMs: number;
  readonly metadata: Metadata;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export type NotPriced =
  | Exclude<Pricing, { kind: 'priced' }>
  /** There are no usable rates. */
  | { readonly kind: 'no_market' };

const ENGINE: Cause = { actor: 'workflow', requestId: 'quotes', idempotencyKey: null };

const BY_ID = `SELECT ${columnsOf(quotes)} FROM quotes WHERE id = ?`;
// Selects due quotes by real time for developers without an offset, and by the developer's clock
// for each with one: computing a time for each row would read every active quote. A clock that is
// being moved expires its quotes itself.
const DUE_QUOTES = `SELECT * FROM (
    SELECT ${columnsOf(quotes, 'q')} FROM quotes q INDEXED BY quotes_active_by_expiry
    WHERE q.status = 'active' AND q.lock_expires_at <= @now
    AND q.lock_expires_at <= ${businessTimeSql('q.tenant_id', '@now')}
    AND NOT EXISTS (SELECT 1 FROM clocks c
      WHERE c.tenant_id = q.tenant_id AND c.target IS NOT NULL)
    ORDER BY q.lock_expires_at LIMIT @limit)
  UNION ALL SELECT * FROM (
    SELECT ${columnsOf(quotes, 'q')} FROM clocks k
    CROSS JOIN quotes q INDEXED BY quotes_active_of_tenant ON q.tenant_id = k.tenant_id
    WHERE q.status = 'active' AND q.lock_expires_at > @now AND k.target IS NULL
    AND q.lock_expires_at <= coalesce(k.stands_at, @now + k.offset_ms) LIMIT @limit)
  LIMIT @limit`;
const DUE_BY_TENANT = `SELECT ${columnsOf(quotes)} FROM quotes
  WHERE tenant_id = ? AND status = 'active' AND lock_expires_at <= ?
  ORDER BY lock_expires_at LIMIT ?`;
const NEXT_EXPIRY = `SELECT min(lock_expires_at) FROM quotes WHERE tenant_id = ? AND status = 'active'`;
const INSERT = `INSERT INTO quotes ${insertOf(quotes)}`;
const UPDATE = `UPDATE quotes SET status = @status, transaction_id = @transactionId, version = @version,
  updated_at = @updatedAt WHERE id = @id`;

/**
 * Creates a quote at the current rates, once for an idempotency key.
 * @throws Refusal when there is no price
 */
export const createQuote = act('quote.create', (tx, order: QuoteOrder): KeyedResult => {
  const keyUse = {
    tenantId: order.tenantId,
    operation: 'POST /v1/exchange-rates/quotes',
    key: order.cause.idempotencyKey,
    requestHash: order.requestHash,
  };
  return tx.keys.runOnce(keyUse, tx.now(), () => {
    const row = newQuote(order, ledgerMarket(tx.database), tx.clock(order.tenantId));
    tx.run(INSERT, row);
    emit(tx, row, 'quote.created', order.cause);
    return row.id;
  });
});

export function findQuote(tx: Tx, id: string): QuoteRow | undefined {
  return tx.get<QuoteRow>(BY_ID, id);
}

/** Records that a quote has expired. */
export function expireQuote(tx: Tx, row: QuoteRow): QuoteRow {
  const updatedAt = Math.max(tx.clock(row.tenantId), row.updatedAt);
  const next = { ...row, status: 'expired' as const, version: row.version + 1, updatedAt };
  tx.run(UPDATE, next);
  emit(tx, next, 'quote.expired', ENGINE, row.status);
  return next;
}

/** Records that an exchange was booked with an active quote. */
export function useQuote(tx: Tx, row: QuoteRow, transactionId: string): void {
  const updatedAt = Math.max(tx.clock(row.tenantId), row.updatedAt);
  tx.run(UPDATE, { ...row, status: 'used', transactionId, version: row.version + 1, updatedAt });
}

/** Expires at most `limit` due quotes. Returns their number. */
export const expireQuotes = act('quote.expire_due', (tx, limit: number): number => {
  const rows = tx.all<QuoteRow>(DUE_QUOTES, { now: tx.now(), limit });
  for (const row of rows) expireQuote(tx, row);
  return rows.length;
});

/** Expires at most `limit` quotes of one developer that are due at a time of its clock. */
export function expireQuotesOf(tx: Tx, tenantId: string, now: number, limit: number): number {
  const rows = tx.all<QuoteRow>(DUE_BY_TENANT, tenantId, now, limit);
  for (const row of rows) expireQuote(tx, row);
  return rows.length;
}

/** Returns when the next quote of a developer expires; null when none is active. */
export function nextQuoteEnd(tx: Tx, tenantId: string): number | null {
  return tx.value<number | null>(NEXT_EXPIRY, tenantId) ?? null;
}

function emit(tx: Tx, row: QuoteRow, type: EventType, cause: Cause, previous?: string): void {
  tx.emit({
    tenantId: row.tenantId,
    type,
    object: quoteView(row, tx.livemode, tx.clock(row.tenantId)),
    ...(previous === undefined ? {} : { previous: { status: previous } }),
    cause,
    at: row.updatedAt,
  });
}

function newQuote(order: QuoteOrder, market: Market, now: number): QuoteRow {
  const rates = market.rates();
  if (!rates) throw pricingRefusal({ kind: 'no_market' }, order.amounts);
  const priced = priceOf(order.amounts, rates.table, market.spreadBps);
  if (priced.kind !== 'priced') throw pricingRefusal(priced, order.amounts);
  const { price } = priced;
  return {
    id: mint('quote'),
    tenantId: order.tenantId,
    status: 'active',
    fixed: order.amounts.fixed,
    sourceCurrency: order.amounts.sourceCurrency,
    sourceAmount: Number(price.sourceAmount),
    destinationCurrency: order.amounts.destinationCurrency,
    destinationAmount: Number(price.destinationAmount),
    rate: price.rate,
    midRate: price.midRate,
    spreadBps: market.spreadBps,
    feeAmount: Number(price.feeAmount),
    rateSource: rates.table.source,
    rateAsOf: rates.table.asOf,
    stale: rates.stale ? 1 : 0,
    lockExpiresAt: now + order.lockMs,
    transactionId: null,
    metadata: JSON.stringify(order.metadata),
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** Returns the refusal of an exchange or quote that cannot be priced. */
export function pricingRefusal(fault: NotPriced, amounts: ExchangeAmounts): Refusal {
  switch (fault.kind) {
    case 'no_market':
      return new Refusal('rates_unavailable', { retryAfterSeconds: 60 });
    case 'no_rate': {
      const isSourceCurrency = fault.currency === amounts.sourceCurrency;
      const pointer = isSourceCurrency ? '/sourceCurrency' : '/destinationCurrency';
      const detail = `No exchange rate for ${fault.currency} is available now.`;
      return new Refusal('rate_not_available', { detail, pointer });
    }
    default: {
      const pointer = amounts.fixed === 'source' ? '/sourceAmount' : '/destinationAmount';
      const detail = 'The converted amount would be zero or too large; send another amount.';
      return new Refusal('amount_out_of_range', { detail, pointer });
    }
  }
}
