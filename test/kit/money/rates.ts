// Rates of today for tests of exchange, because the shipped rates are stale.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExchangeConfig } from '../../../bank/config/exchange.ts';
import { HOUR_MS } from '../../../ledger/durations.ts';

/** Simple rates per euro. */
export const EASY_RATES = {
  USD: '1.25',
  JPY: '160',
  GBP: '0.8',
  CHF: '0.95',
  SEK: '11',
  ISK: '140',
};

/** Writes a file in the ECB's format, dated today by default. */
export function writeRatesFile(rates: Record<string, string>, day = todayText()): string {
  const file = join(mkdtempSync(join(tmpdir(), 'kontor-rates-')), 'rates.csv');
  const columns = Object.entries(rates);
  const head = ['Date', ...columns.map(([code]) => code)].join(',');
  writeFileSync(file, `${head}\n${[day, ...columns.map(([, rate]) => rate)].join(',')}\n`);
  return file;
}

/** Returns settings of a bank with such a file of rates, without a spread by default. */
export function exchangeConfig(fields: Partial<ExchangeConfig> = {}): ExchangeConfig {
  return {
    provider: 'file',
    from: writeRatesFile(EASY_RATES),
    appId: null,
    maxAgeMs: 120 * HOUR_MS,
    servesStale: false,
    spreadBps: 0,
    ...fields,
  };
}

function todayText(): string {
  return new Date().toISOString().slice(0, 10);
}
