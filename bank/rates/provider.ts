// The interface of rate providers, and the checks that every answer has to pass before the bank
// uses it.

import { currencyOf } from '../../ledger/currency.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import { type Decimal, decimalOf, type RateTable } from '../../ledger/rates.ts';

export interface RateProvider {
  /** Reads the current rates. */
  load(): Promise<RateTable>;
}

/** Thrown for an answer that is not a valid table of rates; the message is for the log. */
export class BadRates extends Error {}

/** Minimum number of rates in a valid answer. */
const MIN_RATES = 5;
const SMALLEST_RATE = { top: 1n, bottom: 10n ** 9n };
const LARGEST_RATE = 10n ** 9n;

/** Unvalidated rates as the provider returned them: currency code and decimal text. */
export interface ReadRates {
  readonly source: string;
  readonly base: string;
  /** Milliseconds since 1970 UTC. */
  readonly asOf: number;
  readonly rates: Iterable<readonly [code: string, rate: string]>;
}

/**
 * Validates rates and makes a table of them. Codes that are not currencies of the bank (metals,
 * tokens) are left out.
 * @param now milliseconds since 1970 UTC
 * @throws BadRates when a rate is not a plausible positive number, a code occurs twice, the time is
 *   in the future, or there are too few rates
 */
export function rateTable({ source, base, asOf, rates }: ReadRates, now: number): RateTable {
  if (currencyOf(base) === null) throw new BadRates('the base is no currency');
  if (!Number.isFinite(asOf) || asOf > now + DAY_MS)
    throw new BadRates('the time is in the future');
  const table = new Map<string, Decimal>([[base, { units: 1n, scale: 0 }]]);
  for (const [code, text] of rates) {
    if (currencyOf(code) === null || code === base) continue;
    if (table.has(code)) throw new BadRates(`${code} occurs twice`);
    table.set(code, readPlausibleRate(code, text));
  }
  if (table.size <= MIN_RATES) throw new BadRates(`only ${table.size - 1} rates`);
  return { source, base, asOf, rates: table };
}

function readPlausibleRate(code: string, text: string): Decimal {
  const rate = decimalOf(text);
  if (!rate) throw new BadRates(`${code}: not a positive number`);
  const oneUnit = 10n ** BigInt(rate.scale);
  const tooSmall = rate.units * SMALLEST_RATE.bottom < SMALLEST_RATE.top * oneUnit;
  if (tooSmall || rate.units > LARGEST_RATE * oneUnit)
    throw new BadRates(`${code}: outside the plausible range`);
  return rate;
}

/** The time at which the ECB publishes a day's reference rates: about 16:00 in Frankfurt. */
export function publicationTime(date: string): number {
  return Date.parse(`${date}T15:00:00Z`);
}
