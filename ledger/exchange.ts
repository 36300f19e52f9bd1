// Exchanges between two currencies: their price, and the decision whether one is booked. Every
// rounding goes against the client by less than one minor unit, so that no round trip makes a
// profit (docs/decisions/exchange.md).

import type { LedgerAccount } from './account.ts';
import { exponentOf } from './currency.ts';
import type { LimitFacts } from './limits.ts';
import { MAX_AMOUNT } from './money.ts';
import {
  type Decimal,
  formatDecimal,
  invertRate,
  midRate,
  type RateTable,
  type Ratio,
  ratioOf,
  roundRatio,
  WHOLE_BPS,
  withSpread,
} from './rates.ts';
import { REJECTIONS, type Rejection, type RejectionCode, rejection } from './rejection.ts';
import { type Decision, decide, type Leg, type StepUp, type TransferOrder } from './transfer.ts';

export const QUOTE_STATUSES = ['active', 'used', 'expired'] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];

/** The currencies of an exchange, and the one amount that the client fixes, in minor units. */
export interface ExchangeAmounts {
  readonly sourceCurrency: string;
  readonly destinationCurrency: string;
  readonly fixed: 'source' | 'destination';
  readonly amount: bigint;
}

/** A request for an exchange. */
export interface ExchangeRequest {
  readonly amounts: ExchangeAmounts;
  /** The quote whose rate and amounts apply; it has to match the request. */
  readonly quoteId: string | null;
  /** Without a quote: maximum move of the market until the booking, in basis points. */
  readonly maxSlippageBps: number;
}

/** The price of an exchange. Rates are decimal strings, amounts minor units. */
export interface Price {
  /** Amount that the client gets for one unit of the source, after the spread, rounded down. */
  readonly rate: string;
  /** The middle rate, rounded to the nearest; for information. */
  readonly midRate: string;
  readonly sourceAmount: bigint;
  readonly destinationAmount: bigint;
  /** The bank's income in the destination currency: spread and rounding together. */
  readonly feeAmount: bigint;
}

export type Pricing =
  | { readonly kind: 'priced'; readonly price: Price }
  | { readonly kind: 'no_rate'; readonly currency: string }
  /** An amount would be zero, or an amount or the fee would exceed 2^53 − 1 minor units. */
  | { readonly kind: 'out_of_range' };

/** Decimal places of the minor units on both sides. */
export interface Exponents {
  readonly source: number;
  readonly destination: number;
}

/**
 * Prices an exchange by a table of rates.
 * @param spreadBps the bank's spread on the middle rate, in basis points, 0 to 9999
 */
export function priceOf(request: ExchangeAmounts, table: RateTable, spreadBps: number): Pricing {
  const { sourceCurrency, destinationCurrency } = request;
  const mid = midRate(table, sourceCurrency, destinationCurrency);
  if (!mid) {
    const missing = table.rates.has(sourceCurrency) ? destinationCurrency : sourceCurrency;
    return { kind: 'no_rate', currency: missing };
  }
  const rate = clientRate(mid, spreadBps);
  const exponents = {
    source: exponentOf(sourceCurrency),
    destination: exponentOf(destinationCurrency),
  };
  const amounts = amountsAt(request, rate, exponents);
  const feeAmount = gainOf(amounts.source, mid, exponents) - amounts.destination;
  const isInRange = isAmount(amounts.source) && isAmount(amounts.destination);
  if (!isInRange || feeAmount > MAX_AMOUNT) return { kind: 'out_of_range' };
  return {
    kind: 'priced',
    price: {
      rate: formatDecimal(rate),
      midRate: formatDecimal(roundRatio(mid, 'nearest')),
      sourceAmount: amounts.source,
      destinationAmount: amounts.destination,
      feeAmount,
    },
  };
}

/** The client's rate: the middle rate less the spread, rounded down. */
export function clientRate(mid: Ratio, spreadBps: number): Decimal {
  return roundRatio(withSpread(mid, spreadBps), 'down');
}

/** Both amounts at a rate. The amount that is not fixed is rounded against the client. */
export function amountsAt(
  { fixed, amount }: Pick<ExchangeAmounts, 'fixed' | 'amount'>,
  rate: Decimal,
  exponents: Exponents,
): { readonly source: bigint; readonly destination: bigint } {
  return fixed === 'source'
    ? { source: amount, destination: gainOf(amount, ratioOf(rate), exponents) }
    : { source: costOf(amount, ratioOf(rate), exponents), destination: amount };
}

/** Minor units of the destination that an amount of the source buys, rounded down. */
function gainOf(amount: bigint, { top, bottom }: Ratio, exponents: Exponents): bigint {
  const numerator = amount * top * 10n ** BigInt(exponents.destination);
  return numerator / (bottom * 10n ** BigInt(exponents.source));
}

/** Minor units of the source that an amount of the destination needs, rounded up. */
function costOf(amount: bigint, { top, bottom }: Ratio, exponents: Exponents): bigint {
  const cost = amount * bottom * 10n ** BigInt(exponents.source);
  const unit = top * 10n ** BigInt(exponents.destination);
  return (cost + unit - 1n) / unit;
}

function isAmount(amount: bigint): boolean {
  return amount > 0n && amount <= MAX_AMOUNT;
}

/** The displayed rates of a pair, and the converted amount. */
export interface ShownRates {
  readonly mid: string;
  /** The client's rate for selling one unit of the base. */
  readonly bid: string;
  /**
   * The price of one unit of the base: the reciprocal of the client's rate in the other direction.
   */
  readonly ask: string;
  /** Minor units of the currency for `amount` minor units of the base; null without an amount. */
  readonly converted: bigint | null;
}

/**
 * The rates of a pair as all clients may read them.
 * @throws RangeError when the table lacks one of the currencies
 */
export function shownRatesOf(
  table: RateTable,
  base: string,
  currency: string,
  spreadBps: number,
  amount: bigint | null,
): ShownRates {
  const mid = midRate(table, base, currency);
  if (!mid) throw new RangeError(`no rate between ${base} and ${currency}`);
  const bid = clientRate(mid, spreadBps);
  const inverseRate = clientRate(invertRate(mid), spreadBps);
  const exponents = { source: exponentOf(base), destination: exponentOf(currency) };
  return {
    mid: formatDecimal(roundRatio(mid, 'nearest')),
    bid: formatDecimal(bid),
    ask: formatDecimal(roundRatio(invertRate(ratioOf(inverseRate)), 'up')),
    converted: amount === null ? null : gainOf(amount, ratioOf(bid), exponents),
  };
}

/** An accepted exchange that is due for booking. Amounts in minor units. */
export interface ExchangeOrder {
  readonly sourceCurrency: string;
  readonly destinationCurrency: string;
  readonly sourceAmount: bigint;
  readonly destinationAmount: bigint;
  /** The agreed rate. */
  readonly rate: Decimal;
  /** Status of the quote that promises the rate; null without a quote. */
  readonly quote: QuoteStatus | null;
  /** Maximum move of the market since the request, without a quote. */
  readonly maxSlippageBps: number;
}

/** The accounts of an exchange: the client's two, and the bank's position in both currencies. */
export interface ExchangeSides {
  readonly source: LedgerAccount;
  readonly sourcePosition: LedgerAccount;
  readonly destinationPosition: LedgerAccount;
  readonly destination: LedgerAccount;
}

/** A leg of a booking in more than one currency. */
export interface ExchangeLeg extends Leg {
  readonly currency: string;
}

/** Facts besides the accounts when an exchange is decided. */
export interface ExchangeFacts {
  /** The client's current rate; null when it is unknown. */
  readonly rate: Decimal | null;
  /** The limits of the source and their usage; null without limits. */
  readonly limits: LimitFacts | null;
  /** Contribution of a linked account to the source, minor units. */
  readonly cover?: bigint;
  /** State of the customer's second factor. */
  readonly stepUp?: StepUp;
}

export type ExchangeDecision =
  | { readonly kind: 'post'; readonly legs: readonly ExchangeLeg[] }
  /** Nothing is booked until the customer confirms; the exchange is then decided again. */
  | { readonly kind: 'confirmation' }
  /** Held until a second person approves; the exchange is then decided again. */
  | { readonly kind: 'approval'; readonly amount: bigint }
  | { readonly kind: 'decline'; readonly rejection: Rejection };

/**
 * Decides one exchange: a transfer to the bank's position in one currency and a transfer from its
 * position in the other, both or neither. Of several reasons for a refusal, the first in the
 * catalogue (rejection.ts) is the answer.
 */
export function decideExchange(
  order: ExchangeOrder,
  sides: ExchangeSides,
  facts: ExchangeFacts,
): ExchangeDecision {
  const { sourceCurrency, destinationCurrency, sourceAmount, destinationAmount } = order;
  const debitOrder = { ...orderOf(sourceAmount, sourceCurrency), stepUp: facts.stepUp ?? 'none' };
  const sourceDecision = decide(debitOrder, sides.source, sides.sourcePosition, {
    closedRails: [],
    limits: facts.limits,
    cover: facts.cover ?? 0n,
  });
  const { destinationPosition, destination } = sides;
  const destinationDecision = decide(
    orderOf(destinationAmount, destinationCurrency),
    destinationPosition,
    destination,
    NO_TERMS,
  );
  const refusal = firstRefusal([
    quoteRefusal(order.quote),
    refusalOf(sourceDecision, { '/currency': '/sourceCurrency', '/amount': '/sourceAmount' }),
    refusalOf(destinationDecision, {
      '/currency': '/destinationCurrency',
      '/amount': '/destinationAmount',
    }),
    order.quote === null ? rateRefusal(order, facts.rate) : null,
  ]);
  if (refusal) return { kind: 'decline', rejection: refusal };
  if (sourceDecision.kind === 'confirmation') return sourceDecision;
  if (sourceDecision.kind === 'approval') return { kind: 'approval', amount: sourceAmount };
  return {
    kind: 'post',
    legs: [
      ...legsIn(sourceDecision, sourceCurrency),
      ...legsIn(destinationDecision, destinationCurrency),
    ],
  };
}

const NO_TERMS = { closedRails: [], limits: null } as const;

function orderOf(amount: bigint, currency: string): TransferOrder {
  return { amount, currency, capture: 'automatic', rail: null };
}

function legsIn(decision: Decision, currency: string): ExchangeLeg[] {
  return decision.kind === 'post' ? decision.legs.map((leg) => ({ ...leg, currency })) : [];
}

/** The refusal of one half, with pointers to the fields of an exchange. */
function refusalOf(decision: Decision, names: Readonly<Record<string, string>>): Rejection | null {
  if (decision.kind !== 'decline') return null;
  const { pointer } = decision.rejection;
  return { ...decision.rejection, pointer: pointer && (names[pointer] ?? pointer) };
}

function quoteRefusal(quote: QuoteStatus | null): Rejection | null {
  if (quote === 'used') return rejection('quote_used', '/quoteId');
  return quote === 'expired' ? rejection('quote_expired', '/quoteId') : null;
}

function rateRefusal(order: ExchangeOrder, rateNow: Decimal | null): Rejection | null {
  if (rateNow === null) return rejection('rate_unconfirmed');
  const agreedRate = ratioOf(order.rate);
  const now = ratioOf(rateNow);
  const agreedProduct = agreedRate.top * now.bottom;
  const currentProduct = now.top * agreedRate.bottom;
  const distance =
    agreedProduct > currentProduct
      ? agreedProduct - currentProduct
      : currentProduct - agreedProduct;
  const isTooFar = distance * WHOLE_BPS > agreedProduct * BigInt(order.maxSlippageBps);
  return isTooFar ? rejection('slippage_exceeded', '/maxSlippageBps') : null;
}

const PRECEDENCE: readonly RejectionCode[] = REJECTIONS.map(({ code }) => code);

function firstRefusal(refusals: readonly (Rejection | null)[]): Rejection | null {
  const reasons = refusals.filter((refusal) => refusal !== null);
  const rank = ({ code }: Rejection) => PRECEDENCE.indexOf(code);
  return reasons.sort((a, b) => rank(a) - rank(b))[0] ?? null;
}

export const EXCHANGE_EVENTS = [
  { type: 'exchange.completed', object: 'transaction', when: 'An exchange was booked.' },
  { type: 'quote.created', object: 'quote', when: 'A quote with a locked rate was created.' },
  { type: 'quote.expired', object: 'quote', when: 'A quote expired before it was used.' },
] as const;
