// Runs an act on a transaction under the caller's idempotency key: the same key with another body
// is refused first, and the key is bound once the act succeeds.

import type { Tx } from '../kernel/tx.ts';
import type { ActOnHold, HoldOutcome } from './port.ts';
import { transactionRows } from './rows.ts';

/**
 * Runs an act inside `database.write`. An act without a key or a body, as the engine's, runs
 * directly.
 * @param name last part of the path of the request
 */
export function runUnderKey(
  tx: Tx,
  name: 'capture' | 'cancel',
  order: ActOnHold,
  act: () => HoldOutcome | null,
): HoldOutcome | null {
  const { tenantId, transactionId, requestHash, cause } = order;
  if (tenantId === null || requestHash === undefined || cause.idempotencyKey === null) return act();
  const keyUse = {
    tenantId,
    operation: `POST /v1/transactions/${transactionId}/${name}`,
    key: cause.idempotencyKey,
    requestHash: Buffer.from(requestHash, 'hex'),
  };
  const keyLookup = tx.keys.lookUp(keyUse, tx.now());
  if (keyLookup.kind === 'key_reused') {
    const status = transactionRows(tx).find(transactionId)?.status ?? 'pending';
    const noResult = { replayed: false, rejection: null, conflict: false };
    return { transactionId, status, ...noResult, keyReused: true };
  }
  const outcome = act();
  const hasSucceeded = outcome && !outcome.rejection && !outcome.conflict;
  if (keyLookup.kind === 'free' && hasSucceeded) tx.keys.bind(keyUse, transactionId, tx.now());
  return outcome;
}
