// A market for tests below the API: simple exchange rates, which a test can change.

import type { MarketTerms } from '../../../db/exchange/market.ts';
import { decimalOf, type RateTable } from '../../../ledger/rates.ts';
import { EASY_RATES } from './rates.ts';

/** Makes a table of rates per euro. */
export function makeRateTable(rates: Record<string, string>, asOf = Date.now()): RateTable {
  const entries = Object.entries({ EUR: '1', ...rates }).map(([code, text]) => {
    const rate = decimalOf(text);
    if (!rate) throw new Error(`${code}: ${text}`);
    return [code, rate] as const;
  });
  return { source: 'test', base: 'EUR', asOf, rates: new Map(entries) };
}

export interface TestMarket extends MarketTerms {
  /** Replaces the rates; null removes them. */
  set(table: RateTable | null): void;
}

/** Makes a market with rates of today, without a spread by default. */
export function createTestMarket(spreadBps = 0): TestMarket {
  let table: RateTable | null = makeRateTable(EASY_RATES);
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
