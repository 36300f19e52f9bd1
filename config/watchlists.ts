// The provider of watchlists that assessments of identities ask.

import { ConfigError, whole } from './values.ts';

export interface WatchlistConfig {
  /** URL of the matching API of OpenSanctions, hosted or self-hosted. */
  readonly url: string;
  readonly dataset: string;
  readonly key: string | null;
  readonly timeoutMs: number;
}

export const WATCHLIST_SETTINGS = [
  {
    name: 'KONTOR_WATCHLIST_URL',
    fallback: '',
    meaning: 'OpenSanctions API; empty: none is asked',
  },
  { name: 'KONTOR_WATCHLIST_DATASET', fallback: 'default', meaning: 'which of its data sets' },
  { name: 'KONTOR_WATCHLIST_KEY', fallback: '', meaning: 'API key of it' },
  { name: 'KONTOR_WATCHLIST_TIMEOUT_MS', fallback: '5000', meaning: 'most time for an answer' },
] as const;

/** Without TLS, names of customers may go no further than this host. */
const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Returns null when none is configured. The URL is not repeated in a message: it may hold a password. */
export function watchlistOf(text: (name: string) => string): WatchlistConfig | null {
  const given = text('KONTOR_WATCHLIST_URL');
  const dataset = text('KONTOR_WATCHLIST_DATASET');
  const key = text('KONTOR_WATCHLIST_KEY') || null;
  const limit = text('KONTOR_WATCHLIST_TIMEOUT_MS');
  const timeoutMs = whole(limit, 'KONTOR_WATCHLIST_TIMEOUT_MS', 100, 20_000);
  if (given === '') {
    if (key === null) return null;
    throw new ConfigError('KONTOR_WATCHLIST_KEY is set: expected KONTOR_WATCHLIST_URL too');
  }
  const url = URL.canParse(given) ? new URL(given) : null;
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && LOCAL.test(url.hostname));
  if (!url || !isSafe || url.username !== '' || url.hash !== '' || url.search !== '') {
    throw new ConfigError('KONTOR_WATCHLIST_URL: expected https://…, or http:// on this host');
  }
  if (key !== null && !/^[\x21-\x7e]+$/.test(key)) {
    throw new ConfigError('KONTOR_WATCHLIST_KEY: expected printable ASCII characters');
  }
  if (!/^[\w-]{1,60}$/.test(dataset)) {
    throw new ConfigError('KONTOR_WATCHLIST_DATASET: expected letters, digits, _ and -');
  }
  return Object.freeze({ url: url.href, dataset, key, timeoutMs });
}
