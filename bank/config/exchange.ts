// The settings of exchange rates.

import { ConfigError, readChoice, readWhole } from './values.ts';

/** The source of exchange rates and the bank's terms on them. */
export interface ExchangeConfig {
  readonly provider: 'file' | 'ecb' | 'openexchangerates';
  /** Path of the file or URL of the provider; null for the default one. */
  readonly from: string | null;
  readonly appId: string | null;
  /** Milliseconds after which rates are stale. */
  readonly maxAgeMs: number;
  /** True when production uses stale rates too, as the sandbox always does. */
  readonly servesStale: boolean;
  /** The bank's margin on the mid rate, in basis points. */
  readonly spreadBps: number;
}

const HOUR_MS = 60 * 60 * 1000;
const PROVIDERS = ['file', 'ecb', 'openexchangerates'] as const;

/**
 * Reads the settings of exchange rates.
 * @param text the value of a setting, or its default
 * @throws ConfigError
 */
export function readExchange(text: (name: string) => string): ExchangeConfig {
  const provider = readChoice(text('KONTOR_RATES'), 'KONTOR_RATES', PROVIDERS);
  const from = text('KONTOR_RATES_FROM') || null;
  if (from !== null && provider !== 'file' && !isSafeUrl(from)) {
    throw new ConfigError('KONTOR_RATES_FROM: expected https://…, or http:// on this machine');
  }
  const appId = text('KONTOR_RATES_APP_ID') || null;
  if (appId !== null && !/^[\w-]{1,128}$/.test(appId)) {
    throw new ConfigError('KONTOR_RATES_APP_ID: expected letters and digits');
  }
  if (provider === 'openexchangerates' && appId === null) {
    throw new ConfigError('KONTOR_RATES_APP_ID is missing: openexchangerates needs it');
  }
  const hours = readWhole(
    text('KONTOR_RATES_MAX_AGE_HOURS'),
    'KONTOR_RATES_MAX_AGE_HOURS',
    1,
    8_760,
  );
  const staleChoice = readChoice(text('KONTOR_RATES_STALE'), 'KONTOR_RATES_STALE', [
    'refuse',
    'serve',
  ]);
  return Object.freeze({
    provider,
    from,
    appId,
    maxAgeMs: hours * HOUR_MS,
    servesStale: staleChoice === 'serve',
    spreadBps: readWhole(text('KONTOR_SPREAD_BPS'), 'KONTOR_SPREAD_BPS', 0, 9_999),
  });
}

/** True for a URL whose answer cannot be changed in transit. */
function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLocal);
}
