// The market of one ledger: the rates in force, their maximum age, and the bank's spread.

import type { RateTable } from '../../ledger/rates.ts';
import type { Database } from '../kernel/connect.ts';
import { partOf } from '../kernel/part.ts';

/** The rates of this process and the bank's terms, set for a ledger when the bank opens. */
export interface MarketTerms {
  latest(): RateTable | null;
  /** Milliseconds after which rates are stale. */
  readonly maxAgeMs: number;
  /** True when exchanges may use stale rates; answers mark them as stale. */
  readonly servesStale: boolean;
  /** The bank's margin on the middle rate, in basis points from 0 to 9999. */
  readonly spreadBps: number;
}

/** Rates, and whether they are stale. */
export interface RatesInForce {
  readonly table: RateTable;
  readonly stale: boolean;
}

export interface Market {
  readonly spreadBps: number;
  /** Returns the latest rates of any age; null when there are no rates. */
  latest(): RateTable | null;
  /** Returns the usable rates; null when there are none, or when they are too old. */
  rates(): RatesInForce | null;
  /** False for a currency that the latest rates of any age lack. */
  hasRate(currency: string): boolean;
}

/** The market of a ledger without rates, which executes no exchange. */
export const NO_MARKET: MarketTerms = {
  latest: () => null,
  maxAgeMs: 0,
  servesStale: false,
  spreadBps: 0,
};

/** @param now the ledger's clock, milliseconds since 1970 UTC */
export function marketOf(terms: MarketTerms, now: () => number): Market {
  return {
    spreadBps: terms.spreadBps,
    latest: terms.latest,
    // Without any rates it is not known which currencies will have one.
    hasRate: (currency) => terms.latest()?.rates.has(currency) ?? true,
    rates() {
      const table = terms.latest();
      if (!table) return null;
      const isStale = now() - table.asOf > terms.maxAgeMs;
      return isStale && !terms.servesStale ? null : { table, stale: isStale };
    },
  };
}

/** The market of the ledger that a database belongs to. */
export const ledgerMarket = partOf<Pick<Database, 'raw'>, Market>('a market');
