// Finds earlier uses of a money request: of the caller's key, and of the caller's own reference.
// Both are stored in the rows of the transactions.

import { Refusal } from '../../ledger/refusal.ts';
import type { Cause } from '../kernel/cause.ts';
import { type KeyedResult, type KeyedRow, replayOf } from '../kernel/keys.ts';
import type { Tx } from '../kernel/tx.ts';

export interface MoneyRequest {
  readonly tenantId: string;
  /** Names the path on which the key was used; empty is POST /v1/transactions. */
  readonly keyScope: string;
  readonly reference: string | null;
  /** SHA-256 of the canonical request body: distinguishes a replay from a reused key. */
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

type Reference = Pick<MoneyRequest, 'tenantId' | 'reference'>;

const BY_KEY = `SELECT id, request_hash AS requestHash FROM transactions
  WHERE tenant_id = ? AND idempotency_key = ? AND key_scope = ?`;
const BY_REFERENCE = `SELECT id FROM transactions WHERE tenant_id = ? AND reference = ?
  AND status NOT IN ('declined', 'failed', 'canceled')`;
// References of items that an open atomic batch has accepted and may book.
const CLAIMED_REFERENCE =
  'SELECT transaction_id FROM batch_references WHERE tenant_id = ? AND reference = ?';

/**
 * Returns the transaction that the key of a request is bound to, or null when the key is free.
 * @throws Refusal idempotency_key_reused when the key came with another body
 */
export function findByKey(tx: Tx, request: MoneyRequest): KeyedResult | null {
  const { tenantId, keyScope, requestHash } = request;
  const { idempotencyKey } = request.cause;
  if (idempotencyKey === null) return null;
  return replayOf(tx.get<KeyedRow>(BY_KEY, tenantId, idempotencyKey, keyScope), requestHash);
}

/**
 * Returns the transaction that has the reference of a request, or null when the reference is free.
 */
export function findByReference(tx: Tx, { tenantId, reference }: Reference): string | null {
  if (reference === null) return null;
  const id = tx.value<string>(BY_REFERENCE, tenantId, reference);
  return id ?? tx.value<string>(CLAIMED_REFERENCE, tenantId, reference) ?? null;
}

/** @throws Refusal duplicate_reference when another transaction has the reference */
export function requireFreeReference(tx: Tx, request: Reference): void {
  const existingId = findByReference(tx, request);
  if (existingId !== null) throw new Refusal('duplicate_reference', { existingId });
}
