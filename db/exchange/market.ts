// The market as one ledger sees it: the rates in force, how old they may be, and the bank's spread.

import type { RateTable } from '../../ledger/rates.ts';
import type { Database } from '../kernel/connect.ts';
import { partOf } from '../kernel/part.ts';

/** Set by the composition root for a ledger: the rates of this process and the bank's terms. */
export interface MarketTerms {
  latest(): RateTable | null;
  /** Milliseconds after which rates are stale. */
  readonly maxAgeMs: number;
  /** True when stale rates are still exchanged at; they are marked wherever they show. */
  readonly servesStale: boolean;
  /** Basis points that the bank keeps of the middle rate, 0 to 9999. */
  readonly spreadBps: number;
}

/** Rates with the word about their age. */
export interface RatesInForce {
  readonly table: RateTable;
  readonly stale: boolean;
}

export interface Market {
  readonly spreadBps: number;
  /** The latest rates, at any age; null when there are none. */
  latest(): RateTable | null;
  /** Null when there are none, or when they are too old to be used here. */
  rates(): RatesInForce | null;
  /** False for a currency that the present rates lack, however old they are. */
  hasRate(currency: string): boolean;
}

/** A ledger without rates exchanges nothing. */
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
    // Without any rates, which currencies will have one is not known.
    hasRate: (currency) => terms.latest()?.rates.has(currency) ?? true,
    rates() {
      const table = terms.latest();
      if (!table) return null;
      const stale = now() - table.asOf > terms.maxAgeMs;
      return stale && !terms.servesStale ? null : { table, stale };
    },
  };
}

/** The market of the ledger that a database is of. */
export const ledgerMarket = partOf<Pick<Database, 'raw'>, Market>('a market');
