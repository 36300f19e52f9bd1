// API keys: a prefix that names environment and kind, the two characters of the bank's cell, by
// which a proxy routes requests, 192 random bits, and a checksum, by which mistyped keys are
// refused without a look-up. Only the SHA-256 is stored; with so many random bits, a slow hash
// would add nothing.

import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { thisCell } from '../db/kernel/cell.ts';
import { isCell } from '../ledger/cell.ts';

export const KEY_PREFIXES = ['sk_test_', 'sk_live_', 'op_'] as const;
export type KeyPrefix = (typeof KEY_PREFIXES)[number];
/** Prefixes of other secrets, such as claim codes and the secrets of applications. */
const SECRET_PREFIXES = [
  'claim_',
  'invitation_',
  'application_',
  'oauth_secret_',
  'email_',
  'reset_',
  'console_',
  'portal_',
  'portal_browser_',
  'portal_link_',
] as const;
export type SecretPrefix = (typeof SECRET_PREFIXES)[number];
/** Prefix of webhook secrets, which activities/webhooks/sign.ts makes. */
const WEBHOOK_PREFIX = 'whsec_';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CELL_LENGTH = 2;
const SECRET_LENGTH = 33; // 62^33 > 2^192
const CHECK_LENGTH = 6; // 62^6 > 2^32
export const OPERATOR_KEY_LENGTH = 24;

export interface NewKey {
  /** Shown once, never stored. */
  readonly key: string;
  /** SHA-256, 32 bytes. */
  readonly hash: Buffer;
  readonly lastFour: string;
}

/** Makes a key from 192 bits of the system's random source. */
export function createKey(prefix: KeyPrefix | SecretPrefix): NewKey {
  const secret = base62(BigInt(`0x${randomBytes(24).toString('hex')}`), SECRET_LENGTH);
  const body = prefix + thisCell() + secret;
  const key = body + checksum(body);
  return { key, hash: hashKey(key), lastFour: key.slice(-4) };
}

/** SHA-256 of a key, under which it is stored and looked up. */
export function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/**
 * True when the text has the prefix of a secret. Such text is neither shown nor stored, whether it
 * is a valid secret or not.
 */
export function isSecret(text: string): boolean {
  const prefixes = [...KEY_PREFIXES, ...SECRET_PREFIXES, WEBHOOK_PREFIX];
  return prefixes.some((prefix) => text.startsWith(prefix));
}

/** The prefix of a well-formed key with a matching checksum; null otherwise. */
export function prefixOf(key: string): KeyPrefix | null {
  const prefix = KEY_PREFIXES.find((candidate) => key.startsWith(candidate));
  // KONTOR_OPERATOR_KEY may have any form; it only has to be long.
  if (prefix === 'op_') return key.length >= OPERATOR_KEY_LENGTH ? prefix : null;
  if (!prefix) return null;
  if (key.length !== prefix.length + CELL_LENGTH + SECRET_LENGTH + CHECK_LENGTH) return null;
  if (!isCell(key.slice(prefix.length, prefix.length + CELL_LENGTH))) return null;
  const body = key.slice(0, -CHECK_LENGTH);
  return key.slice(-CHECK_LENGTH) === checksum(body) ? prefix : null;
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), CHECK_LENGTH);
}

function base62(value: bigint, length: number): string {
  let text = '';
  let remainder = value;
  for (let i = 0; i < length; i++) {
    text = BASE62.charAt(Number(remainder % 62n)) + text;
    remainder /= 62n;
  }
  return text;
}
