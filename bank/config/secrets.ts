// Secrets in the settings of a deployment, and the detection of secrets that can be guessed.

import type { Config } from './settings.ts';
import { ConfigError } from './values.ts';

/** Least distinct values: 32 random bytes have some 30, 24 random letters and digits some 20. */
const MIN_DISTINCT_BYTES = 16;
const MIN_DISTINCT_LETTERS = 8;

/**
 * Reads an encryption key: 32 bytes in base64; null when empty.
 * @throws ConfigError
 */
export function readKey(text: string, name: string): string | null {
  // The message does not repeat the secret.
  if (text === '' || /^[A-Za-z0-9+/]{43}=$/.test(text)) return text || null;
  throw new ConfigError(`${name}: expected 32 bytes in base64 (44 characters)`);
}

/** Reads the key of the first operator; null when empty. Each start may set another. */
export function readOperatorKey(text: string): string | null {
  if (text === '') return null;
  if (!/^op_[A-Za-z0-9_-]{21,}$/.test(text)) {
    throw new ConfigError('KONTOR_OPERATOR_KEY: expected op_ and at least 21 letters or digits');
  }
  if (new Set(text.slice(3)).size < MIN_DISTINCT_LETTERS) {
    const advice = 'take a random one (openssl rand -hex 24)';
    throw new ConfigError(`KONTOR_OPERATOR_KEY: can be guessed; ${advice}`);
  }
  return text;
}

/**
 * The names of settings whose keys can be guessed. They do not stop the start, because existing
 * data can be read only with them.
 */
export function findGuessableKeys(config: Pick<Config, 'payloadKey' | 'backupKey'>): string[] {
  const { payloadKey: KONTOR_PAYLOAD_KEY, backupKey: KONTOR_BACKUP_KEY } = config;
  return Object.entries({ KONTOR_PAYLOAD_KEY, KONTOR_BACKUP_KEY })
    .filter(
      ([, key]) => key !== null && new Set(Buffer.from(key, 'base64')).size < MIN_DISTINCT_BYTES,
    )
    .map(([name]) => name);
}
