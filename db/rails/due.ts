// Finds the payments on a network that are due by a developer's clock.

import type { Tx } from '../kernel/tx.ts';

const DUE_PAYMENTS = `SELECT transaction_id FROM rail_payments INDEXED BY rail_payments_to_submit
  WHERE tenant_id = @tenantId AND status IN ('queued', 'submitting')
  AND EXISTS (SELECT 1 FROM transactions t
    WHERE t.id = rail_payments.transaction_id AND t.status = 'pending')
  UNION ALL
  SELECT transaction_id FROM rail_payments INDEXED BY rail_payments_to_ask
  WHERE tenant_id = @tenantId AND ask_at <= @at AND status NOT IN ('queued', 'submitting')
  LIMIT @limit`;
const NEXT_QUESTION = `SELECT min(ask_at) FROM rail_payments INDEXED BY rail_payments_to_ask
  WHERE tenant_id = ? AND ask_at IS NOT NULL`;

/**
 * Lists the payments to submit, except those that wait for an operator, and the payments whose
 * network must be asked by `now` (milliseconds since 1970 UTC). A payment is listed until it is
 * submitted, or its network has been asked.
 */
export function listDueRails(tx: Tx, tenantId: string, now: number, limit: number): string[] {
  return tx.values<string>(DUE_PAYMENTS, { tenantId, at: now, limit });
}

/** Returns when a network must be asked next, or null when no such time is set. */
export function findNextRailDue(tx: Tx, tenantId: string): number | null {
  return tx.value<number | null>(NEXT_QUESTION, tenantId) ?? null;
}
