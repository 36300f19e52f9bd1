// The bank's currencies and the decimal places of their minor units. They come from the committed
// table, never from `Intl`, whose digits follow local habit and change with the runtime (ICU 78
// shows no decimals for HUF, COP or IDR; ISO has two).

import { CURRENCY_TABLE } from './currency-table.ts';

export interface Currency {
  /** ISO 4217 alphabetic code, upper case: `EUR`. */
  readonly code: string;
  /** ISO 4217 number with its leading zeros: `008`. */
  readonly numeric: string;
  /** Decimal places of the minor unit: 0 (JPY), 2 (EUR) or 3 (KWD). */
  readonly exponent: number;
  /** English name as ISO spells it. */
  readonly name: string;
}

/** Every currency the ledger accepts, in code order, frozen. Source: `ledger/currency-table.ts`. */
export const CURRENCIES: readonly Currency[] = Object.freeze(
  CURRENCY_TABLE.map(([code, numeric, exponent, name]) =>
    Object.freeze({ code, numeric, exponent, name }),
  ),
);

// A Map and not an object: `constructor` and the like must not find anything.
const byCode: ReadonlyMap<string, Currency> = new Map(
  CURRENCIES.map((currency) => [currency.code, currency]),
);

/**
 * The currency with exactly this code, for text that came from outside.
 *
 * @param code ISO 4217 alphabetic code; case counts, `eur` is not a currency.
 * @returns null for everything that is not in {@link CURRENCIES}.
 */
export function currencyOf(code: string): Currency | null {
  return byCode.get(code) ?? null;
}

/**
 * Decimal places of the currency's minor unit: one EUR is 10^2 units, one JPY is 10^0.
 *
 * @param code a code that {@link currencyOf} has accepted before.
 * @throws RangeError on an unknown code: the caller forgot to check, and a guessed exponent
 *   would move the amount by powers of ten.
 */
export function exponentOf(code: string): number {
  const currency = byCode.get(code);
  if (currency === undefined) throw new RangeError(`unknown currency ${JSON.stringify(code)}`);
  return currency.exponent;
}
