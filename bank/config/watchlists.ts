// The settings of the watchlist provider that KYC assessments consult.

import { ConfigError, readWhole } from './values.ts';

export interface WatchlistConfig {
  /** URL of the OpenSanctions matching API, hosted or self-hosted. */
  readonly url: string;
  readonly dataset: string;
  readonly key: string | null;
  readonly timeoutMs: number;
}

export const WATCHLIST_SETTINGS = [
  {
    name: 'KONTOR_WATCHLIST_URL',
    fallback: '',
    meaning: 'URL of an OpenSanctions API; empty: none',
  },
  { name: 'KONTOR_WATCHLIST_DATASET', fallback: 'default', meaning: 'data set of the watchlist' },
  { name: 'KONTOR_WATCHLIST_KEY', fallback: '', meaning: 'API key of the watchlist' },
  { name: 'KONTOR_WATCHLIST_TIMEOUT_MS', fallback: '5000', meaning: 'time limit for an answer' },
] as const;

/** Hosts that may be reached without TLS: customers' names must not leave this host in clear. */
const LOCAL_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Reads the settings; null when no watchlist is configured. Messages do not repeat the URL, which
 * may contain a password.
 * @throws ConfigError
 */
export function readWatchlist(text: (name: string) => string): WatchlistConfig | null {
  const address = text('KONTOR_WATCHLIST_URL');
  const dataset = text('KONTOR_WATCHLIST_DATASET');
  const key = text('KONTOR_WATCHLIST_KEY') || null;
  const limit = text('KONTOR_WATCHLIST_TIMEOUT_MS');
  const timeoutMs = readWhole(limit, 'KONTOR_WATCHLIST_TIMEOUT_MS', 100, 20_000);
  if (address === '') {
    if (key === null) return null;
    throw new ConfigError('KONTOR_WATCHLIST_KEY is set: expected KONTOR_WATCHLIST_URL too');
  }
  const url = URL.canParse(address) ? new URL(address) : null;
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && LOCAL_HOST.test(url.hostname));
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
