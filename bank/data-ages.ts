// Ages of the data on which decisions rest: sanctions lists, lists of networks and exchange rates.

import type { Networks } from '../ai/risk/networks.ts';
import { isStale, type Screening } from '../ai/screening/open.ts';
import type { Ages } from '../api/readiness.ts';
import type { MarketTerms } from '../db/exchange/market.ts';

/**
 * Returns a function that reads the ages.
 * @param market the market of production; the sandbox has the same rates
 */
export function createAgeReader(
  screening: Pick<Screening, 'screener' | 'maxAgeMs'>,
  market: Pick<MarketTerms, 'latest' | 'maxAgeMs'>,
  networks: Networks | null,
): () => Promise<Ages> {
  return async () => {
    const now = Date.now();
    const { lists } = await screening.screener();
    const table = market.latest();
    return {
      screeningLists: lists.map((list) => {
        const { code, asOf, retrievedAt } = list;
        return { code, asOf, retrievedAt, stale: isStale(list, screening.maxAgeMs, now) };
      }),
      networkLists:
        networks === null
          ? { status: 'not_configured' as const }
          : {
              status: 'ok' as const,
              lists: networks.lists.map(({ code, asOf }) => ({ code, asOf })),
            },
      exchangeRates: table && {
        asOf: new Date(table.asOf).toISOString(),
        stale: now - table.asOf > market.maxAgeMs,
      },
    };
  };
}
