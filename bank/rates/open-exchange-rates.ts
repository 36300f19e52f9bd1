// Rates of a service with the API of openexchangerates.org: JSON with `base`, `timestamp` in
// seconds, and `rates` as numbers.

import type { HttpProvider } from './ecb.ts';
import { fetchLimited } from './limited-fetch.ts';
import { BadRates, type RateProvider, rateTable } from './provider.ts';

export const OPEN_EXCHANGE_RATES_URL = 'https://openexchangerates.org/api/latest.json';

/**
 * Returns a provider that reads such a service.
 * @param appId sent in a header, so that no log of URLs shows it
 */
export function openExchangeRates(
  appId: string,
  { url = OPEN_EXCHANGE_RATES_URL, timeoutMs, now = Date.now }: HttpProvider,
): RateProvider {
  return {
    async load() {
      const limit = timeoutMs === undefined ? {} : { timeoutMs };
      const headers = { authorization: `Token ${appId}` };
      return readRates(await fetchLimited({ url, type: /\bjson\b/i, headers, ...limit }), now());
    },
  };
}

/**
 * Parses an answer. A number becomes its shortest decimal text, which equals the text that was sent
 * when that had at most 15 digits.
 * @throws BadRates
 */
export function readRates(json: string, now: number) {
  const { base, timestamp, rates } = parseObject(json);
  if (typeof base !== 'string' || typeof timestamp !== 'number') {
    throw new BadRates('base or timestamp is missing');
  }
  if (typeof rates !== 'object' || rates === null || Array.isArray(rates)) {
    throw new BadRates('rates are missing');
  }
  const texts = Object.entries(rates).map(([code, rate]) => {
    return [code, typeof rate === 'number' ? String(rate) : 'not a number'] as const;
  });
  const asOf = timestamp * 1000;
  return rateTable({ source: 'open-exchange-rates', base, asOf, rates: texts }, now);
}

function parseObject(json: string): { base?: unknown; timestamp?: unknown; rates?: unknown } {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Falls through to the same error, which does not repeat the text in a log.
  }
  throw new BadRates('no JSON object');
}
