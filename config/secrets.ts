// Secrets that a deployment brings along. One that a person has typed by a pattern can be guessed.

import type { Config } from './settings.ts';
import { ConfigError } from './values.ts';

/** 32 random bytes have some 30 values, 24 random letters and digits some 20: fewer is a pattern. */
const FEWEST_BYTES = 16;
const FEWEST_LETTERS = 8;

/** An encryption key of the deployment for stored data or backups: 32 bytes in base64, or none. */
export function payloadKeyOf(text: string, name: string): string | null {
  // The value is a secret: the message does not repeat it.
  if (text === '' || /^[A-Za-z0-9+/]{43}=$/.test(text)) return text || null;
  throw new ConfigError(`${name}: expected 32 bytes in base64 (44 characters)`);
}

/** The key of the operator whom the deployment names. Any start may bring another one. */
export function operatorKeyOf(text: string): string | null {
  if (text === '') return null;
  if (!/^op_[A-Za-z0-9_-]{21,}$/.test(text)) {
    throw new ConfigError('KONTOR_OPERATOR_KEY: expected op_ and at least 21 letters or digits');
  }
  if (new Set(text.slice(3)).size < FEWEST_LETTERS) {
    const cure = 'take a random one (openssl rand -hex 24)';
    throw new ConfigError(`KONTOR_OPERATOR_KEY: can be guessed; ${cure}`);
  }
  return text;
}

/**
 * The settings whose keys follow a guessable pattern. They do not stop the start: without them the
 * data sealed with them would be unreadable.
 */
export function guessableKeys(config: Pick<Config, 'payloadKey' | 'backupKey'>): string[] {
  const { payloadKey: KONTOR_PAYLOAD_KEY, backupKey: KONTOR_BACKUP_KEY } = config;
  return Object.entries({ KONTOR_PAYLOAD_KEY, KONTOR_BACKUP_KEY })
    .filter(([, key]) => key !== null && new Set(Buffer.from(key, 'base64')).size < FEWEST_BYTES)
    .map(([name]) => name);
}
