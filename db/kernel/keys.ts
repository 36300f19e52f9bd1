// Binds a client's key to what it created, for everything that is not a transaction (those carry
// their key in their own row). Kept for 30 days.

import type { Database } from './connect.ts';

/** What an operation binds a key to: the key's scope, its owner and the canonical body's hash. */
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

export interface KeyBook {
  look(use: KeyUse, now: number): KeyLookup;
  bind(use: KeyUse, resourceId: string, now: number): void;
}

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Call its functions inside `database.write` only. */
export function keyBook({ raw }: Database): KeyBook {
  const find = raw.prepare<
    [string, string, string, number],
    { requestHash: Buffer; resourceId: string }
  >(
    `SELECT request_hash AS requestHash, resource_id AS resourceId FROM idempotency_keys
     WHERE tenant_id = ? AND operation = ? AND key = ? AND created_at > ?`,
  );
  const insert = raw.prepare('INSERT OR REPLACE INTO idempotency_keys VALUES (?, ?, ?, ?, ?, ?)');
  return {
    look(use, now) {
      if (use.key === null) return { kind: 'free' };
      const bound = find.get(use.tenantId, use.operation, use.key, now - KEPT_MS);
      if (!bound) return { kind: 'free' };
      if (!bound.requestHash.equals(use.requestHash)) return { kind: 'key_reused' };
      return { kind: 'replayed', id: bound.resourceId };
    },
    bind(use, resourceId, now) {
      if (use.key === null) return;
      insert.run(use.tenantId, use.operation, use.key, use.requestHash, resourceId, now);
    },
  };
}
