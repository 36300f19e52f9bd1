// What a money request may be bound to already: the caller's key, or the caller's own name for it.
// Both live in the rows of the transactions themselves.

import type { Database } from '../kernel/connect.ts';
import type { Acceptance, Cause } from './port.ts';

export interface MoneyRequest {
  readonly tenantId: string;
  /** Names the path on which the key was used; empty is POST /v1/transactions. */
  readonly keyScope: string;
  readonly reference: string | null;
  /** SHA-256 of the canonical request body: tells a replay from a reused key. */
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface RequestBook {
  /** The answer for a key that is bound, null when it is free. */
  bound(request: MoneyRequest): Acceptance | null;
  /** The answer for a reference that is taken, null when it is free. */
  named(request: MoneyRequest): Acceptance | null;
}

/** Call its functions inside `database.write` only. */
export function requestBook({ raw }: Database): RequestBook {
  const byKey = raw.prepare<[string, string, string], { id: string; requestHash: Buffer }>(
    `SELECT id, request_hash AS requestHash FROM transactions
     WHERE tenant_id = ? AND idempotency_key = ? AND key_scope = ?`,
  );
  const byReference = raw
    .prepare<[string, string], string>(
      `SELECT id FROM transactions WHERE tenant_id = ? AND reference = ?
       AND status NOT IN ('declined', 'failed', 'canceled')`,
    )
    .pluck();
  // An open atomic batch has judged an item of that name, and may be about to book it.
  const claimed = raw
    .prepare<[string, string], string>(
      'SELECT transaction_id FROM batch_references WHERE tenant_id = ? AND reference = ?',
    )
    .pluck();
  return {
    bound({ tenantId, keyScope, requestHash, cause: { idempotencyKey } }) {
      if (idempotencyKey === null) return null;
      const found = byKey.get(tenantId, idempotencyKey, keyScope);
      if (!found) return null;
      return found.requestHash.equals(requestHash)
        ? { kind: 'replayed', id: found.id }
        : { kind: 'key_reused', existingId: found.id };
    },
    named({ tenantId, reference }) {
      if (reference === null) return null;
      const existingId = byReference.get(tenantId, reference) ?? claimed.get(tenantId, reference);
      return existingId === undefined ? null : { kind: 'duplicate_reference', existingId };
    },
  };
}
