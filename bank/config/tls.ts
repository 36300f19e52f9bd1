// The TLS certificate of the API, for a bank without a proxy in front of it.

import { ConfigError } from './values.ts';

/** Paths of PEM files. */
export interface TlsConfig {
  readonly cert: string;
  readonly key: string;
}

/**
 * Reads the paths; null when neither is set.
 * @throws ConfigError when only one is set
 */
export function readTls(text: (name: string) => string): TlsConfig | null {
  const cert = text('KONTOR_TLS_CERT');
  const key = text('KONTOR_TLS_KEY');
  if (cert === '' && key === '') return null;
  if (cert === '')
    throw new ConfigError('KONTOR_TLS_KEY is set: expected KONTOR_TLS_CERT beside it');
  if (key === '')
    throw new ConfigError('KONTOR_TLS_CERT is set: expected KONTOR_TLS_KEY beside it');
  return Object.freeze({ cert, key });
}
