// The keys that sign ID tokens. Every 90 days a new pair is published; it signs a day later, when
// clients have had time to hear of it, and the old one stays published while its tokens may be
// looked at.

import { generateKeyPairSync, type JsonWebKey, type KeyObject, randomUUID } from 'node:crypto';
import type { Seal } from '../db/kernel/seal.ts';
import type { OAuthKey } from '../db/platform/oauth.ts';
import type { PlatformRows } from '../db/platform/rows.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
export const ROTATE_MS = 90 * DAY_MS;
/** From its publication to its first signature. */
export const RIPE_MS = DAY_MS;
/** Clients that keep the list longer than a day look at nothing newer than an hour. */
const KEPT_MS = ROTATE_MS + 3 * DAY_MS;

export type SigningKey = JsonWebKey & { kid: string; alg: string; use: 'sig' };

const PAIRS = {
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
} satisfies Record<OAuthKey['algorithm'], () => KeyObject>;

const ALGORITHMS = Object.keys(PAIRS) as OAuthKey['algorithm'][];

/** The private keys, for each algorithm the signing one first. Makes keys that are due. */
export async function signingKeys(
  rows: PlatformRows,
  seal: Seal,
  now: number,
): Promise<SigningKey[]> {
  if (isDue(rows.oauth.listOAuthKeys(), now)) {
    const made = ALGORITHMS.map((algorithm) => newRow(algorithm, seal, now));
    await rows.write(() => {
      // Of two processes that start at once, only one makes keys.
      if (isDue(rows.oauth.listOAuthKeys(), now)) made.forEach(rows.oauth.insertOAuthKey);
      for (const { id, createdAt } of rows.oauth.listOAuthKeys()) {
        if (createdAt + ROTATE_MS + KEPT_MS <= now) rows.oauth.removeOAuthKey(id);
      }
    });
  }
  const all = rows.oauth.listOAuthKeys();
  return ALGORITHMS.flatMap((algorithm) => inOrder(all, algorithm, now)).map(({ id, sealed }) => {
    return JSON.parse(seal.open(sealed, contextOf(id))) as SigningKey;
  });
}

function isDue(all: readonly OAuthKey[], now: number): boolean {
  return ALGORITHMS.some((algorithm) => {
    const newest = all.find((one) => one.algorithm === algorithm);
    return !newest || newest.createdAt + ROTATE_MS <= now;
  });
}

/** Newest first, but for one that is too young to sign while an older one is there. */
function inOrder(all: readonly OAuthKey[], algorithm: string, now: number): OAuthKey[] {
  const own = all.filter((one) => one.algorithm === algorithm);
  const ripe = own.filter(({ createdAt }) => createdAt + RIPE_MS <= now);
  const young = own.filter((one) => !ripe.includes(one));
  return [...ripe, ...young];
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
