// Quotes: a price that is promised for a while. Made once; then used by one exchange, or expired.
// Each change writes its event in the same database transaction.

import type { EventType } from '../../ledger/event.ts';
import { type ExchangeAsk, type Pricing, priceOf } from '../../ledger/exchange.ts';
import type { Metadata } from '../../ledger/metadata.ts';
import { Refusal } from '../../ledger/refusal.ts';
import type { Cause } from '../kernel/cause.ts';
import { type BusinessClock, businessTimeSql } from '../kernel/clock.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { Done, KeyBook } from '../kernel/keys.ts';
import { mint } from '../kernel/mint.ts';
import type { TxParts } from '../kernel/tx.ts';
import type { Market } from './market.ts';
import { type QuoteRow, quoteView } from './quote-view.ts';
import { quotes } from './tables.ts';

export interface QuoteOrder {
  readonly tenantId: string;
  readonly ask: ExchangeAsk;
  /** Milliseconds for which the price is promised. */
  readonly lockMs: number;
  readonly metadata: Metadata;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export type NotPriced =
  | Exclude<Pricing, { kind: 'priced' }>
  /** There are no rates, or none that may be used. */
  | { readonly kind: 'no_market' };

/** What the API and the sweeper do with quotes. */
export interface QuoteActs {
  create(order: QuoteOrder): Done;
  /** Writes down which quotes have run out, at most `limit`; returns how many there were. */
  expireDue(limit: number): number;
}

export interface QuoteWriter extends QuoteActs {
  find(id: string): QuoteRow | undefined;
  /** Writes down that a quote's time is over. */
  expire(row: QuoteRow): QuoteRow;
  /** Binds an active quote to the exchange that is booked with it. */
  use(row: QuoteRow, transactionId: string): void;
  /** The same for one developer at a time that their clock has reached. */
  expireDueOf(tenantId: string, at: number, limit: number): number;
  /** When the next quote of a developer runs out; null when none will. */
  nextDueOf(tenantId: string): number | null;
}

interface Deps {
  readonly database: Database;
  readonly emit: TxParts['emit'];
  readonly keys: KeyBook;
  readonly market: Market;
  readonly livemode: boolean;
  readonly now: () => number;
  /** Decides how long a price is promised. */
  readonly clock: BusinessClock;
}

const ENGINE: Cause = { actor: 'workflow', requestId: 'quotes', idempotencyKey: null };

/** Call its functions inside `database.write` only. */
export function quoteWriter(deps: Deps): QuoteWriter {
  const { raw } = deps.database;
  const byId = raw.prepare<[string], QuoteRow>(
    `SELECT ${columnsOf(quotes)} FROM quotes WHERE id = ?`,
  );
  // A clock that is moved drives its quotes on its way.
  // By real time where no clock was moved, and by its clock for each developer that has one: a
  // comparison with a time that is computed for each row would read all that is active.
  const due = raw.prepare<[{ now: number; limit: number }], QuoteRow>(
    `SELECT * FROM (
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
     LIMIT @limit`,
  );
  const dueOf = raw.prepare<[string, number, number], QuoteRow>(
    `SELECT ${columnsOf(quotes)} FROM quotes
     WHERE tenant_id = ? AND status = 'active' AND lock_expires_at <= ?
     ORDER BY lock_expires_at LIMIT ?`,
  );
  const next = raw
    .prepare<[string], number | null>(
      `SELECT min(lock_expires_at) FROM quotes WHERE tenant_id = ? AND status = 'active'`,
    )
    .pluck();
  const insert = raw.prepare(`INSERT INTO quotes ${insertOf(quotes)}`);
  const update = raw.prepare(
    `UPDATE quotes SET status = @status, transaction_id = @transactionId, version = @version,
     updated_at = @updatedAt WHERE id = @id`,
  );

  function emit(row: QuoteRow, type: EventType, cause: Cause, previous?: string): void {
    deps.emit({
      tenantId: row.tenantId,
      type,
      object: quoteView(row, deps.livemode, deps.clock(row.tenantId)),
      ...(previous === undefined ? {} : { previous: { status: previous } }),
      cause,
      at: row.updatedAt,
    });
  }

  function expire(row: QuoteRow): QuoteRow {
    const updatedAt = Math.max(deps.clock(row.tenantId), row.updatedAt);
    const next = { ...row, status: 'expired' as const, version: row.version + 1, updatedAt };
    update.run(next);
    emit(next, 'quote.expired', ENGINE, row.status);
    return next;
  }

  return {
    create(order) {
      const use = {
        tenantId: order.tenantId,
        operation: 'POST /v1/exchange-rates/quotes',
        key: order.cause.idempotencyKey,
        requestHash: order.requestHash,
      };
      return deps.keys.once(use, deps.now(), () => {
        const row = newQuote(order, deps.market, deps.clock(order.tenantId));
        insert.run(row);
        emit(row, 'quote.created', order.cause);
        return row.id;
      });
    },
    find: (id) => byId.get(id),
    expire,
    use(row, transactionId) {
      const updatedAt = Math.max(deps.clock(row.tenantId), row.updatedAt);
      update.run({ ...row, status: 'used', transactionId, version: row.version + 1, updatedAt });
    },
    expireDue(limit) {
      const rows = due.all({ now: deps.now(), limit });
      for (const row of rows) expire(row);
      return rows.length;
    },
    expireDueOf(tenantId, at, limit) {
      const rows = dueOf.all(tenantId, at, limit);
      for (const row of rows) expire(row);
      return rows.length;
    },
    nextDueOf: (tenantId) => next.get(tenantId) ?? null,
  };
}

function newQuote(order: QuoteOrder, market: Market, now: number): QuoteRow {
  const rates = market.rates();
  if (!rates) throw pricingRefusal({ kind: 'no_market' }, order.ask);
  const priced = priceOf(order.ask, rates.table, market.spreadBps);
  if (priced.kind !== 'priced') throw pricingRefusal(priced, order.ask);
  const { price } = priced;
  return {
    id: mint('quote'),
    tenantId: order.tenantId,
    status: 'active',
    fixed: order.ask.fixed,
    sourceCurrency: order.ask.sourceCurrency,
    sourceAmount: Number(price.sourceAmount),
    destinationCurrency: order.ask.destinationCurrency,
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

/** Why there is no price. */
export function pricingRefusal(why: NotPriced, ask: ExchangeAsk): Refusal {
  switch (why.kind) {
    case 'no_market':
      return new Refusal('rates_unavailable', { retryAfterSeconds: 60 });
    case 'no_rate': {
      const isSource = why.currency === ask.sourceCurrency;
      const pointer = isSource ? '/sourceCurrency' : '/destinationCurrency';
      const detail = `No exchange rate for ${why.currency} is available now.`;
      return new Refusal('rate_not_available', { detail, pointer });
    }
    default: {
      const pointer = ask.fixed === 'source' ? '/sourceAmount' : '/destinationAmount';
      const detail = 'The converted amount would be zero or too large; send another amount.';
      return new Refusal('amount_out_of_range', { detail, pointer });
    }
  }
}
