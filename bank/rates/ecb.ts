// The ECB's euro foreign exchange reference rates over HTTP, from the XML file of each working day
// (eurofxref-daily.xml).

import { fetchLimited } from './limited-fetch.ts';
import { BadRates, publicationTime, type RateProvider, rateTable } from './provider.ts';

export const ECB_URL = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml';

export interface HttpProvider {
  readonly url?: string;
  readonly timeoutMs?: number;
  /** Milliseconds since 1970 UTC. */
  readonly now?: () => number;
}

/** Returns a provider that reads the ECB's daily file. */
export function readEcbRates({
  url = ECB_URL,
  timeoutMs,
  now = Date.now,
}: HttpProvider): RateProvider {
  return {
    async load() {
      const limit = timeoutMs === undefined ? {} : { timeoutMs };
      return readEcb(await fetchLimited({ url, type: /\bxml\b/i, ...limit }), now());
    },
  };
}

const DAY = /<Cube\s+time\s*=\s*["'](\d{4}-\d{2}-\d{2})["']\s*>/g;
const RATE = /<Cube\s+currency\s*=\s*["']([A-Z]{3})["']\s+rate\s*=\s*["']([^"']{1,40})["']\s*\/>/g;

/**
 * Parses the daily file. Two patterns suffice instead of an XML parser: the format is fixed,
 * and a file of another format is refused.
 * @throws BadRates
 */
export function readEcb(xml: string, now: number) {
  if (!/<gesmes:Envelope\b/.test(xml)) throw new BadRates('no envelope of the ECB');
  const days = [...xml.matchAll(DAY)];
  const [, date = ''] = days[0] ?? [];
  if (days.length !== 1) throw new BadRates(`${days.length} days instead of one`);
  const rates = [...xml.matchAll(RATE)].map(([, code = '', rate = '']) => [code, rate] as const);
  const cubes = xml.match(/<Cube\b/g)?.length ?? 0;
  // The outer Cube contains the Cube of the day; every other Cube must be a rate.
  if (cubes !== rates.length + 2) throw new BadRates('an entry that cannot be read');
  return rateTable(
    { source: 'ecb-reference-rates', base: 'EUR', asOf: publicationTime(date), rates },
    now,
  );
}
