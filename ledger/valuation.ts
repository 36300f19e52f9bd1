// The total value of balances in several currencies, in one of them. A figure for information:
// nothing is exchanged at it, so it uses middle rates, without a spread.

import { exponentOf } from './currency.ts';
import { midRate, type RateTable } from './rates.ts';

/** Minor units of a currency, either sign. */
export interface Holding {
  readonly currency: string;
  readonly amount: bigint;
}

export type Valuation =
  | { readonly kind: 'valued'; readonly amount: bigint }
  | { readonly kind: 'no_rate'; readonly currency: string };

/**
 * Adds amounts up in one currency: exactly, and rounded once at the end, down (towards minus
 * infinity), so that a total never says more than there is.
 * @param table not asked for amounts that are in the currency already; null when there is none
 * @returns minor units of the currency
 */
export function valueIn(
  currency: string,
  holdings: readonly Holding[],
  table: RateTable | null,
): Valuation {
  let top = 0n;
  let bottom = 1n;
  for (const { currency: from, amount } of holdings) {
    const rate =
      from === currency ? { top: 1n, bottom: 1n } : table && midRate(table, from, currency);
    if (!rate) return { kind: 'no_rate', currency: missing(table, from, currency) };
    const part = amount * rate.top * 10n ** BigInt(exponentOf(currency));
    const of = rate.bottom * 10n ** BigInt(exponentOf(from));
    top = top * of + part * bottom;
    bottom *= of;
  }
  return { kind: 'valued', amount: floor(top, bottom) };
}

function missing(table: RateTable | null, from: string, to: string): string {
  return table?.rates.has(from) ? to : from;
}

/** @param bottom above zero */
function floor(top: bigint, bottom: bigint): bigint {
  const cut = top / bottom;
  return top % bottom < 0n ? cut - 1n : cut;
}
