// The keys that sign ID tokens. Every 90 days a new key pair is published. It begins to sign a day
// later, when clients have had time to fetch it; the old one stays published while its tokens may
// be verified.

import { generateKeyPairSync, type JsonWebKey, type KeyObject, randomUUID } from 'node:crypto';
import type { Seal } from '../db/kernel/seal.ts';
import type { OAuthKey } from '../db/platform/oauth.ts';
import type { PlatformRows } from '../db/platform/rows.ts';
import { DAY_MS } from '../ledger/durations.ts';

export const ROTATE_MS = 90 * DAY_MS;
/** Time from the publication of a key to its first signature. */
export const ACTIVATION_DELAY_MS = DAY_MS;
/** Time for which a replaced key stays published. */
const RETENTION_MS = ROTATE_MS + 3 * DAY_MS;

export type SigningKey = JsonWebKey & { kid: string; alg: string; use: 'sig' };

const PAIRS = {
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
} satisfies Record<OAuthKey['algorithm'], () => KeyObject>;

const ALGORITHMS = Object.keys(PAIRS) as OAuthKey['algorithm'][];

/**
 * Returns the private keys, for each algorithm the signing one first. Creates keys that are due.
 */
export async function signingKeys(
  rows: PlatformRows,
  seal: Seal,
  now: number,
): Promise<SigningKey[]> {
  if (isDue(rows.oauth.listOAuthKeys(), now)) {
    const newRows = ALGORITHMS.map((algorithm) => newRow(algorithm, seal, now));
    await rows.write(() => {
      // When two processes start at once, only one of them creates keys.
      if (isDue(rows.oauth.listOAuthKeys(), now)) newRows.forEach(rows.oauth.insertOAuthKey);
      for (const { id, createdAt } of rows.oauth.listOAuthKeys()) {
        if (createdAt + ROTATE_MS + RETENTION_MS <= now) rows.oauth.removeOAuthKey(id);
      }
    });
  }
  const all = rows.oauth.listOAuthKeys();
  return ALGORITHMS.flatMap((algorithm) => sortKeys(all, algorithm, now)).map(({ id, sealed }) => {
    return JSON.parse(seal.open(sealed, contextOf(id))) as SigningKey;
  });
}

function isDue(all: readonly OAuthKey[], now: number): boolean {
  return ALGORITHMS.some((algorithm) => {
    const newest = all.find((key) => key.algorithm === algorithm);
    return !newest || newest.createdAt + ROTATE_MS <= now;
  });
}

/** Newest first, except that keys which do not sign yet come last. */
function sortKeys(all: readonly OAuthKey[], algorithm: string, now: number): OAuthKey[] {
  const keys = all.filter((key) => key.algorithm === algorithm);
  const active = keys.filter(({ createdAt }) => createdAt + ACTIVATION_DELAY_MS <= now);
  const pending = keys.filter((key) => !active.includes(key));
  return [...active, ...pending];
}

function newRow(algorithm: OAuthKey['algorithm'], seal: Seal, now: number): OAuthKey {
  const id = randomUUID();
  const jwk = { ...PAIRS[algorithm]().export({ format: 'jwk' }), kid: id, alg: algorithm };
  const sealed = seal.seal(JSON.stringify({ ...jwk, use: 'sig' }), contextOf(id));
  return { id, algorithm, sealed, createdAt: now };
}

function contextOf(id: string): string {
  return `oauth-key/${id}`;
}
