// Stored state of the OAuth library: tokens, codes, sessions, sign-ins in progress. Rows are stored
// under the hash of their id and sealed, so that a copy of the database gives no access.

import { createHash } from 'node:crypto';
import { type Seal, SealError } from '../db/kernel/seal.ts';
import { type OAuthState, ownerHashOf } from '../db/platform/oauth.ts';
import type { PlatformRows } from '../db/platform/rows.ts';

type Payload = Record<string, unknown>;

export interface ProtocolState {
  upsert(id: string, payload: Payload, expiresIn: number): Promise<void>;
  find(id: string): Promise<Payload | undefined>;
  findByUid(uid: string): Promise<Payload | undefined>;
  /**
   * Marks a code or token as used.
   * @throws AlreadyUsed when it was used before
   */
  consume(id: string): Promise<void>;
  /** When it was used, in milliseconds since 1970 UTC; null when unused or unknown. */
  consumedAt(id: string): number | null;
  destroy(id: string): Promise<void>;
  revokeByGrantId(grantId: string): Promise<void>;
}

/** Thrown for the later of two simultaneous uses of a code or token. */
export class AlreadyUsed extends Error {}

interface StateOptions {
  readonly model: string;
  readonly seal: Seal;
  readonly now: () => number;
}

const PRUNE_EVERY_MS = 60_000;
/** Expiry for state to which the library gives none. */
const MAX_SECONDS = 366 * 24 * 60 * 60;
/** Kind of the stored answers to refresh requests, under the presented token. */
export const REFRESH_ANSWER = 'RefreshAnswer';

/** Kinds whose rows must not be written twice. */
const WRITE_ONCE = new Set(['ReplayDetection', REFRESH_ANSWER]);
const lastPruned = new WeakMap<PlatformRows, number>();

/** Returns the stored state of one kind. */
export function protocolState(
  rows: PlatformRows,
  { model, seal, now }: StateOptions,
): ProtocolState {
  const contextOf = (idHash: Buffer) => `oauth/${model}/${idHash.toString('hex')}`;

  function payloadOf(row: OAuthState | null): Payload | undefined {
    if (!row) return undefined;
    try {
      const payload = JSON.parse(seal.open(row.sealed, contextOf(row.idHash))) as Payload;
      if (row.consumedAt === null) return payload;
      return { ...payload, consumed: Math.floor(row.consumedAt / 1000) };
    } catch (error) {
      // The sealing key is lost: the holder of the token has to sign in again.
      if (error instanceof SealError) return undefined;
      throw error;
    }
  }

  function prune(now: number): void {
    if ((lastPruned.get(rows) ?? 0) + PRUNE_EVERY_MS > now) return;
    lastPruned.set(rows, now);
    rows.oauth.pruneState(now);
  }

  return {
    async upsert(id, payload, expiresIn) {
      const idHash = hashOf(id);
      const { uid, grantId } = payload;
      const seconds = Math.min(expiresIn || MAX_SECONDS, MAX_SECONDS);
      const row: OAuthState = {
        model,
        idHash,
        uidHash: typeof uid === 'string' ? hashOf(uid) : null,
        grantId: grantOf(model, id, grantId),
        sealed: seal.seal(JSON.stringify(payload), contextOf(idHash)),
        consumedAt: typeof payload.consumed === 'number' ? payload.consumed * 1000 : null,
        expiresAt: now() + seconds * 1000,
        ownerHash: ownerOf(model, payload),
      };
      await rows.write(() => {
        prune(now());
        if (!WRITE_ONCE.has(model)) return rows.oauth.saveState(row);
        if (!rows.oauth.addState(row)) throw new AlreadyUsed(`${model} is there already`);
      });
    },
    find: async (id) => payloadOf(rows.oauth.findState(model, hashOf(id))),
    findByUid: async (uid) => payloadOf(rows.oauth.findStateByUid(model, hashOf(uid))),
    async consume(id) {
      const isFirst = await rows.write(() => rows.oauth.consumeState(model, hashOf(id), now()));
      if (!isFirst) throw new AlreadyUsed(`${model} was used before`);
    },
    consumedAt: (id) => rows.oauth.findState(model, hashOf(id))?.consumedAt ?? null,
    destroy: (id) => rows.write(() => rows.oauth.removeState(model, hashOf(id))),
    revokeByGrantId: (grantId) =>
      rows.write(() => {
        const consent = rows.oauth.consentOfGrant(grantId);
        if (consent?.withdrawnAt === null) rows.oauth.endConsent(consent.id, now());
        rows.oauth.removeGrant(grantId);
      }),
  };
}

function grantOf(model: string, id: string, grantId: unknown): string | null {
  if (model === 'Grant') return id;
  return typeof grantId === 'string' ? grantId : null;
}

/** Hash of the customer of a session, under which sessions are found; null for other kinds. */
function ownerOf(model: string, { accountId }: Payload): Buffer | null {
  const isOwned = model === 'Session' && typeof accountId === 'string';
  return isOwned ? ownerHashOf(accountId) : null;
}

/** SHA-256 of an id, under which state is stored. */
export function hashOf(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}
