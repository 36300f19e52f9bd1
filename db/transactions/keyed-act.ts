// An act on a transaction under a caller's key: the same key with another body is refused before
// anything is looked at, and a key is bound once the act stands.

import type { Tx } from '../kernel/tx.ts';
import type { ActOnHold, HoldOutcome } from './port.ts';
import { transactionRows } from './rows.ts';

/**
 * Runs an act inside `database.write`. Acts without a key or a body pass: the engine's own, and
 * messages of workflows that an earlier release began.
 * @param name last part of the path on which it was asked for
 */
export function runUnderKey(
  tx: Tx,
  name: 'capture' | 'cancel',
  order: ActOnHold,
  act: () => HoldOutcome | null,
): HoldOutcome | null {
  const { tenantId, transactionId, requestHash, cause } = order;
  if (tenantId === null || requestHash === undefined || cause.idempotencyKey === null) return act();
  const use = {
    tenantId,
    operation: `POST /v1/transactions/${transactionId}/${name}`,
    key: cause.idempotencyKey,
    requestHash: Buffer.from(requestHash, 'hex'),
  };
  const seen = tx.keys.look(use, tx.now());
  if (seen.kind === 'key_reused') {
    const status = transactionRows(tx).find(transactionId)?.status ?? 'pending';
    const nothing = { replayed: false, rejection: null, conflict: false };
    return { transactionId, status, ...nothing, keyReused: true };
  }
  const outcome = act();
  const stands = outcome && !outcome.rejection && !outcome.conflict;
  if (seen.kind === 'free' && stands) tx.keys.bind(use, transactionId, tx.now());
  return outcome;
}
