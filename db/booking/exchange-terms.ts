// Fixes the terms of an exchange when it is accepted, and books it in one database transaction
// between the client's accounts and the bank's positions in both currencies.

import { type ExchangeAmounts, type ExchangeRequest, priceOf } from '../../ledger/exchange.ts';
import { Refusal } from '../../ledger/refusal.ts';
import type { WorkflowRef } from '../../ledger/workflow-id.ts';
import { recordUse } from '../accounts/use.ts';
import { ledgerMarket, type Market } from '../exchange/market.ts';
import type { QuoteRow } from '../exchange/quote-view.ts';
import { expireQuote, findQuote, pricingRefusal, useQuote } from '../exchange/quotes.ts';
import type { ExchangeRow } from '../exchange/view.ts';
import { ledgerJournal } from '../journal/acts.ts';
import type { Cause } from '../kernel/cause.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';
import { comesNearLimit, emitLimit, useLimits } from '../limits/acts.ts';
import { isSearchable, ownWorkflow } from '../transactions/carrier.ts';
import { transactionRows } from '../transactions/rows.ts';
import { actorOf } from '../transactions/settlement-record.ts';
import type { TransactionView } from '../transactions/view.ts';
import { decideExchangeRow } from './exchange-decision.ts';
import { askCustomer, bookCoverTransfer, endExpiredHolds, holdMoney } from './settle.ts';

export type Terms = Omit<ExchangeRow, 'transactionId'>;

/**
 * Fixes both amounts of an exchange, from its quote or by the rates in force.
 * @throws Refusal when there is no price
 */
export function agreeOnTerms(
  tx: Tx,
  tenantId: string,
  { amounts, quoteId, maxSlippageBps }: ExchangeRequest,
): Terms {
  if (quoteId === null)
    return agreeAtMarketRates(amounts, ledgerMarket(tx.database), maxSlippageBps);
  const quote = findQuote(tx, quoteId);
  if (quote?.tenantId !== tenantId) throw quoteRefusal('quote_not_found');
  if (!isQuoted(amounts, quote)) throw quoteRefusal('quote_mismatch');
  return termsOf(quote);
}

function quoteRefusal(code: 'quote_not_found' | 'quote_mismatch'): Refusal {
  const message = 'The quote does not exist, or is for other currencies or another amount.';
  return new Refusal(code, { pointer: '/quoteId', message });
}

/** Decides and books an exchange at stage `accepted`. */
export function settleExchange(
  tx: Tx,
  row: TransactionRow,
  workflow: WorkflowRef,
): TransactionView {
  const rows = transactionRows(tx);
  const now = tx.clock(row.tenantId);
  const terms = rows.exchangeOf(row.id);
  if (!terms) throw new Error(`exchange ${row.id} has no terms`);
  const decided = decideExchangeRow(tx, row, terms, now);
  const { decision, source, limits, coverTransfer, quote, isQuoteExpired } = decided;
  if (quote && isQuoteExpired) expireQuote(tx, quote);
  const { requestId, idempotencyKey } = row;
  const cause: Cause = { actor: actorOf(workflow), requestId, idempotencyKey };
  const finalFields = { stage: 'done', expiresAt: null, cause } as const;
  if (decision.kind === 'decline') {
    const reason = decision.rejection;
    const exceedsLimit = reason.code === 'limit_exceeded';
    if (exceedsLimit) emitLimit(tx, row.sourceAccountId, 'limit.exceeded', cause, now);
    const events = ['transaction.declined'] as const;
    const carrier = { workflow: ownWorkflow(row, workflow) };
    return rows.writeStep(row, {
      ...finalFields,
      ...carrier,
      status: 'declined',
      events,
      reason,
      at: now,
    });
  }
  if (decision.kind === 'confirmation') return askCustomer(tx, row, workflow, cause);
  if (coverTransfer) {
    bookCoverTransfer(tx, coverTransfer, workflow);
    return settleExchange(tx, row, workflow);
  }
  recordUse(tx, row, decided);
  if (source.hasExpiredHolds) endExpiredHolds(tx, row);
  if (decision.kind === 'approval') {
    const heldTransaction = holdMoney(tx, row, workflow, cause, 'approval');
    if (comesNearLimit(limits)) emitLimit(tx, source.id, 'limit.near', cause, now);
    return heldTransaction;
  }
  const posting = ledgerJournal(tx).post(row, decision.legs);
  if (source.hasLimits) useLimits(tx, source.id, row.amount, posting.row.postedAt);
  if (comesNearLimit(limits)) emitLimit(tx, source.id, 'limit.near', cause, now);
  if (quote) useQuote(tx, quote, row.id);
  tx.failPoint('in-commit');
  const events = ['transaction.posted', 'exchange.completed'] as const;
  return rows.writeStep(row, {
    ...finalFields,
    status: 'posted',
    events,
    booked: posting,
    workflow: isSearchable(tx, row) ? ownWorkflow(row, workflow) : workflow,
    at: posting.row.postedAt,
  });
}

function agreeAtMarketRates(
  request: ExchangeAmounts,
  market: Market,
  maxSlippageBps: number,
): Terms {
  const rates = market.rates();
  if (!rates) throw pricingRefusal({ kind: 'no_market' }, request);
  const priced = priceOf(request, rates.table, market.spreadBps);
  if (priced.kind !== 'priced') throw pricingRefusal(priced, request);
  const { price } = priced;
  return {
    quoteId: null,
    quoteExpiresAt: null,
    fixed: request.fixed,
    sourceCurrency: request.sourceCurrency,
    sourceAmount: Number(price.sourceAmount),
    destinationCurrency: request.destinationCurrency,
    destinationAmount: Number(price.destinationAmount),
    rate: price.rate,
    midRate: price.midRate,
    spreadBps: market.spreadBps,
    feeAmount: Number(price.feeAmount),
    rateSource: rates.table.source,
    rateAsOf: rates.table.asOf,
    stale: rates.stale ? 1 : 0,
    maxSlippageBps,
  };
}

function isQuoted(request: ExchangeAmounts, quote: QuoteRow): boolean {
  const quotedAmount = request.fixed === 'source' ? quote.sourceAmount : quote.destinationAmount;
  return (
    request.sourceCurrency === quote.sourceCurrency &&
    request.destinationCurrency === quote.destinationCurrency &&
    request.amount === BigInt(quotedAmount)
  );
}

function termsOf(quote: QuoteRow): Terms {
  return {
    quoteId: quote.id,
    quoteExpiresAt: quote.lockExpiresAt,
    fixed: quote.fixed,
    sourceCurrency: quote.sourceCurrency,
    sourceAmount: quote.sourceAmount,
    destinationCurrency: quote.destinationCurrency,
    destinationAmount: quote.destinationAmount,
    rate: quote.rate,
    midRate: quote.midRate,
    spreadBps: quote.spreadBps,
    feeAmount: quote.feeAmount,
    rateSource: quote.rateSource,
    rateAsOf: quote.rateAsOf,
    stale: quote.stale,
    maxSlippageBps: null,
  };
}
