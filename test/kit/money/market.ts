// A market for tests that stand below the API: rates that are easy to reckon with, and that a test
// can move.

import type { MarketTerms } from '../../../db/exchange/market.ts';
import { decimalOf, type RateTable } from '../../../ledger/rates.ts';
import { EASY } from './rates.ts';

/** A table of rates per euro. */
export function tableOf(rates: Record<string, string>, asOf = Date.now()): RateTable {
  const entries = Object.entries({ EUR: '1', ...rates }).map(([code, text]) => {
    const rate = decimalOf(text);
    if (!rate) throw new Error(`${code}: ${text}`);
    return [code, rate] as const;
  });
  return { source: 'test', base: 'EUR', asOf, rates: new Map(entries) };
}

export interface TestMarket extends MarketTerms {
  /** Replaces the rates; null takes them away. */
  set(table: RateTable | null): void;
}

/** Rates of today, without a spread by default. */
export function testMarket(spreadBps = 0): TestMarket {
  let table: RateTable | null = tableOf(EASY);
  return {
    latest: () => table,
    set: (next) => {
      table = next;
    },
    maxAgeMs: 24 * 60 * 60 * 1000,
    servesStale: false,
    spreadBps,
  };
}
