// The certificate that the API speaks TLS with, when no proxy does so in front of it.

import { ConfigError } from './values.ts';

/** Paths of PEM files. */
export interface TlsConfig {
  readonly cert: string;
  readonly key: string;
}

/** Both files, or neither. */
export function tlsOf(text: (name: string) => string): TlsConfig | null {
  const cert = text('KONTOR_TLS_CERT');
  const key = text('KONTOR_TLS_KEY');
  if (cert === '' && key === '') return null;
  if (cert === '')
    throw new ConfigError('KONTOR_TLS_KEY is set: expected KONTOR_TLS_CERT beside it');
  if (key === '')
    throw new ConfigError('KONTOR_TLS_CERT is set: expected KONTOR_TLS_KEY beside it');
  return Object.freeze({ cert, key });
}
