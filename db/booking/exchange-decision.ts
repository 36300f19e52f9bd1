// Decides an exchange from all of its facts. Reads only. Settling and the dry run share this
// decision, so their results cannot differ.

import {
  clientRate,
  decideExchange,
  type ExchangeDecision,
  type ExchangeOrder,
} from '../../ledger/exchange.ts';
import { positionId } from '../../ledger/internal-account.ts';
import type { LimitFacts } from '../../ledger/limits.ts';
import { type Decimal, decimalOf, midRate } from '../../ledger/rates.ts';
import { ledgerMarket } from '../exchange/market.ts';
import type { QuoteRow } from '../exchange/quote-view.ts';
import { findQuote } from '../exchange/quotes.ts';
import type { ExchangeRow } from '../exchange/view.ts';
import { type LoadedAccount, ledgerJournal } from '../journal/acts.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';
import { limitFacts } from '../limits/acts.ts';
import { coverTransferFor, stepUpOf } from '../transactions/decision.ts';

export interface DecidedExchange {
  readonly decision: ExchangeDecision;
  readonly source: LoadedAccount;
  readonly destination: LoadedAccount;
  readonly limits: LimitFacts | null;
  /** The transfer from a linked account that must be booked first; null when none is needed. */
  readonly coverTransfer: TransactionRow | null;
  /** The quote of the exchange, if any. */
  readonly quote: QuoteRow | null;
  readonly isQuoteExpired: boolean;
}

function currentRate(tx: Tx, terms: ExchangeRow): Decimal | null {
  const rates = ledgerMarket(tx.database).rates();
  const mid = rates && midRate(rates.table, terms.sourceCurrency, terms.destinationCurrency);
  return mid ? clientRate(mid, terms.spreadBps) : null;
}

/**
 * Decides an exchange by the state of the ledger at a moment.
 * @param heldAmount the amount that an approved exchange holds, minor units; its limits and funds were
 * decided when the hold was placed
 */
export function decideExchangeRow(
  tx: Tx,
  row: TransactionRow,
  terms: ExchangeRow,
  now: number,
  heldAmount?: number,
): DecidedExchange {
  const journal = ledgerJournal(tx);
  const time = tx.clock(row.tenantId);
  const positionIn = (currency: string) => journal.load(positionId(row.tenantId, currency), time);
  const loadedAccount = journal.load(row.sourceAccountId, time);
  const source =
    heldAmount === undefined
      ? loadedAccount
      : { ...loadedAccount, held: loadedAccount.held - BigInt(heldAmount) };
  const destination = journal.load(row.destinationAccountId, time);
  const sides = {
    source,
    sourcePosition: positionIn(terms.sourceCurrency),
    destinationPosition: positionIn(terms.destinationCurrency),
    destination,
  };
  const quote = (terms.quoteId === null ? undefined : findQuote(tx, terms.quoteId)) ?? null;
  const isQuoteExpired = quote?.status === 'active' && quote.lockExpiresAt <= time;
  const limits = source.hasLimits && heldAmount === undefined ? limitFacts(tx, row, now) : null;
  const coverTransfer = heldAmount === undefined ? coverTransferFor(tx, row, source, now) : null;
  const cover = BigInt(coverTransfer?.amount ?? 0);
  const status = isQuoteExpired ? 'expired' : (quote?.status ?? null);
  const facts = { rate: currentRate(tx, terms), limits, cover, stepUp: stepUpOf(tx, row, limits) };
  const decision = decideExchange(orderOf(terms, status), sides, facts);
  return {
    decision,
    source,
    destination,
    limits,
    coverTransfer,
    quote,
    isQuoteExpired,
  };
}

function orderOf(terms: ExchangeRow, quote: ExchangeOrder['quote']): ExchangeOrder {
  const rate = decimalOf(terms.rate);
  if (!rate) throw new Error(`exchange ${terms.transactionId} has no rate`);
  return {
    sourceCurrency: terms.sourceCurrency,
    destinationCurrency: terms.destinationCurrency,
    sourceAmount: BigInt(terms.sourceAmount),
    destinationAmount: BigInt(terms.destinationAmount),
    rate,
    quote,
    maxSlippageBps: terms.maxSlippageBps ?? 0,
  };
}
