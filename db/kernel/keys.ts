// Idempotency keys. Objects that move money (transactions, batches, executions of contracts) store
// their key in their own row, as long as the row exists: `replayOf`. All other keys are bound in a
// separate table for 30 days: `createKeyStore`.

import { Refusal } from '../../ledger/refusal.ts';
import type { Database } from './connect.ts';

/** The scope of a key, its owner and the hash of the canonical body. */
export interface KeyUse {
  readonly tenantId: string;
  /** Method and path, e.g. `POST /v1/accounts`. */
  readonly operation: string;
  readonly key: string | null;
  readonly requestHash: Buffer;
}

export type KeyLookup =
  | { readonly kind: 'free' }
  | { readonly kind: 'replayed'; readonly id: string }
  | { readonly kind: 'key_reused' };

/** The result of an act with a key. */
export interface KeyedResult {
  readonly id: string;
  /** True when an earlier request with the key has done the act. */
  readonly replayed: boolean;
}

/** The columns of a money row that its key needs. */
export interface KeyedRow {
  readonly id: string;
  readonly requestHash: Buffer;
}

/**
 * Returns the row that a key is bound to, as the answer to a repeated request, or null when the key
 * is free.
 * @param existing the row that has the key
 * @throws Refusal idempotency_key_reused when the key came with another body
 */
export function replayOf(
  existing: KeyedRow | undefined,
  requestHash: Uint8Array,
): KeyedResult | null {
  if (!existing) return null;
  if (existing.requestHash.equals(requestHash)) return { id: existing.id, replayed: true };
  throw new Refusal('idempotency_key_reused', { existingId: existing.id });
}

export interface KeyStore {
  /** Returns the earlier use of the key, for acts that may not throw. */
  lookUp(keyUse: KeyUse, now: number): KeyLookup;
  /**
   * Returns the id that the key is bound to, or null when the key is free.
   * @throws Refusal when the key was used with another body
   */
  find(keyUse: KeyUse, now: number): string | null;
  bind(keyUse: KeyUse, resourceId: string, now: number): void;
  /** Runs `act` once for a key and binds the key to the id that `act` returns. */
  runOnce(keyUse: KeyUse, now: number, act: () => string): KeyedResult;
}

const KEY_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** Call its functions inside `database.write` only. */
export function createKeyStore({ raw }: Database): KeyStore {
  const find = raw.prepare<
    [string, string, string, number],
    { requestHash: Buffer; resourceId: string }
  >(
    `SELECT request_hash AS requestHash, resource_id AS resourceId FROM idempotency_keys
     WHERE tenant_id = ? AND operation = ? AND key = ? AND created_at > ?`,
  );
  const insert = raw.prepare('INSERT OR REPLACE INTO idempotency_keys VALUES (?, ?, ?, ?, ?, ?)');
  const store: KeyStore = {
    lookUp(keyUse, now) {
      if (keyUse.key === null) return { kind: 'free' };
      const boundRow = find.get(
        keyUse.tenantId,
        keyUse.operation,
        keyUse.key,
        now - KEY_LIFETIME_MS,
      );
      if (!boundRow) return { kind: 'free' };
      if (!boundRow.requestHash.equals(keyUse.requestHash)) return { kind: 'key_reused' };
      return { kind: 'replayed', id: boundRow.resourceId };
    },
    find(keyUse, now) {
      const keyLookup = store.lookUp(keyUse, now);
      if (keyLookup.kind === 'key_reused') throw new Refusal('idempotency_key_reused');
      return keyLookup.kind === 'replayed' ? keyLookup.id : null;
    },
    bind(keyUse, resourceId, now) {
      if (keyUse.key === null) return;
      insert.run(
        keyUse.tenantId,
        keyUse.operation,
        keyUse.key,
        keyUse.requestHash,
        resourceId,
        now,
      );
    },
    runOnce(keyUse, now, act) {
      const boundId = store.find(keyUse, now);
      if (boundId !== null) return { id: boundId, replayed: true };
      const id = act();
      store.bind(keyUse, id, now);
      return { id, replayed: false };
    },
  };
  return store;
}
