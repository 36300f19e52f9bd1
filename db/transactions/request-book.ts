// Finds earlier uses of a money request: of the caller's key, and of the caller's own reference.
// Both are stored in the rows of the transactions.

import { Refusal } from '../../ledger/refusal.ts';
import type { Cause } from '../kernel/cause.ts';
import type { Database } from '../kernel/connect.ts';
import type { Done } from '../kernel/keys.ts';

export interface MoneyRequest {
  readonly tenantId: string;
  /** Names the path on which the key was used; empty is POST /v1/transactions. */
  readonly keyScope: string;
  readonly reference: string | null;
  /** SHA-256 of the canonical request body: distinguishes a replay from a reused key. */
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface RequestBook {
  /**
   * Returns the transaction that the key of a request is bound to, or null when the key is free.
   * @throws Refusal idempotency_key_reused when the key came with another body
   */
  findByKey(request: MoneyRequest): Done | null;
  /** The transaction that has the reference of a request, null when it is free. */
  holderOf(request: Pick<MoneyRequest, 'tenantId' | 'reference'>): string | null;
  /** @throws Refusal duplicate_reference when another transaction has the reference */
  requireFree(request: Pick<MoneyRequest, 'tenantId' | 'reference'>): void;
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

  function holderOf({ tenantId, reference }: Pick<MoneyRequest, 'tenantId' | 'reference'>) {
    if (reference === null) return null;
    return byReference.get(tenantId, reference) ?? claimed.get(tenantId, reference) ?? null;
  }

  return {
    findByKey({ tenantId, keyScope, requestHash, cause: { idempotencyKey } }) {
      if (idempotencyKey === null) return null;
      const found = byKey.get(tenantId, idempotencyKey, keyScope);
      if (!found) return null;
      if (found.requestHash.equals(requestHash)) return { id: found.id, replayed: true };
      throw new Refusal('idempotency_key_reused', { existingId: found.id });
    },
    holderOf,
    requireFree(request) {
      const existingId = holderOf(request);
      if (existingId !== null) throw new Refusal('duplicate_reference', { existingId });
    },
  };
}
