// The total value of balances in several currencies, in one currency. The total is for information:
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
 * Adds amounts up in one currency. The sum is exact and rounded down (towards minus infinity) once
 * at the end, so that the total never exceeds the true value.
 * @param table null when there are no rates: amounts in the currency itself still add up
 * @returns minor units of the currency
 */
export function computeValue(
  currency: string,
  holdings: readonly Holding[],
  table: RateTable | null,
): Valuation {
  let top = 0n;
  let bottom = 1n;
  for (const { currency: from, amount } of holdings) {
    const rate =
      from === currency ? { top: 1n, bottom: 1n } : table && midRate(table, from, currency);
    if (!rate) return { kind: 'no_rate', currency: missingCurrency(table, from, currency) };
    const part = amount * rate.top * 10n ** BigInt(exponentOf(currency));
    const divisor = rate.bottom * 10n ** BigInt(exponentOf(from));
    top = top * divisor + part * bottom;
    bottom *= divisor;
  }
  return { kind: 'valued', amount: divideRoundingDown(top, bottom) };
}

function missingCurrency(table: RateTable | null, from: string, to: string): string {
  return table?.rates.has(from) ? to : from;
}

/** @param bottom above zero */
function divideRoundingDown(top: bigint, bottom: bigint): bigint {
  const quotient = top / bottom;
  return top % bottom < 0n ? quotient - 1n : quotient;
}
