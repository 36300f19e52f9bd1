// Checks the hold that an execution uses, when the execution is accepted and when it is sent.

import { type ExecutionEffect, HOLD_MIN_MS } from '../../ledger/execution.ts';
import { Refusal } from '../../ledger/refusal.ts';
import { findHold, findTransaction } from '../kernel/find-transaction.ts';
import type { HoldRow, TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';

/** The payment in the arguments of the function, which must match the transaction. */
export interface PaymentOrder {
  readonly transactionId: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: string;
  /**
   * Milliseconds since 1970 UTC until which the hold must last; null for a few minutes from now.
   */
  readonly heldUntil: number | null;
  /** JSON pointers to these arguments in the request. */
  readonly pointers: { readonly amount: string; readonly currency: string };
}

/** The use of a hold by an execution. */
export interface HoldUse {
  readonly tenantId: string;
  readonly contract: string;
  readonly effect: ExecutionEffect;
  readonly payment: PaymentOrder;
}

const ACTIVE_EXECUTION = `SELECT id FROM contract_executions WHERE transaction_id = ?
  AND status IN ('queued', 'simulated', 'submitted', 'included')`;
const BINDING_EXECUTION = `SELECT id, contract FROM contract_executions WHERE transaction_id = ?
  AND effect = 'bind' AND status = 'final'`;

function findConflictingExecution(tx: Tx, { contract, effect, payment }: HoldUse): string | null {
  const bond = tx.get<{ id: string; contract: string }>(BINDING_EXECUTION, payment.transactionId);
  if (bond && (effect === 'bind' || bond.contract !== contract)) return bond.id;
  return tx.value<string>(ACTIVE_EXECUTION, payment.transactionId) ?? null;
}

/** @throws Refusal when the execution cannot use the hold of the transaction */
export function requirePayment(tx: Tx, holdUse: HoldUse): void {
  const { transactionId, amount, currency, pointers } = holdUse.payment;
  const row = findTransaction(tx, transactionId);
  if (!row || row.tenantId !== holdUse.tenantId) throw new Refusal('transaction_not_found');
  if (row.currency !== currency) {
    const message = `Expected ${row.currency}, the currency of the transaction.`;
    throw new Refusal('currency_mismatch', { pointer: pointers.currency, message });
  }
  if (BigInt(row.amount) !== amount) {
    const message = `Expected ${row.amount}, the amount that the transaction holds.`;
    throw new Refusal('amount_mismatch', { pointer: pointers.amount, message });
  }
  const existingId = findConflictingExecution(tx, holdUse);
  if (existingId !== null) throw new Refusal('transaction_in_use', { existingId });
  const hold = findHold(tx, row.id);
  const until = Math.max(tx.clock(holdUse.tenantId) + HOLD_MIN_MS, holdUse.payment.heldUntil ?? 0);
  const refusal = holdRefusal({ effect: holdUse.effect, row, hold, until });
  if (refusal) throw refusal;
}

/** Returns why a hold cannot be used; null when it lasts until `until` (ms since 1970 UTC). */
export function holdRefusal(holdUse: {
  readonly effect: ExecutionEffect;
  readonly row: TransactionRow;
  readonly hold: HoldRow | null;
  readonly until: number;
}): Refusal | null {
  const { effect, row, hold, until } = holdUse;
  // A transaction that waits for a second person cannot be booked without their decision.
  const isWaiting = row.status === 'pending' && row.stage === 'place_hold';
  const isActive = hold?.status === 'active' && isWaiting;
  const isEnded = row.status === 'expired' || row.status === 'canceled';
  // The hold of a refund may have ended already: the refund then only informs the contract.
  if (effect === 'release' && (isActive || isEnded)) return null;
  if (!isActive) {
    const detail = `The transaction is ${row.status} and has no active hold: name another.`;
    return new Refusal('transaction_not_held', { detail });
  }
  if (hold.expiresAt === null || hold.expiresAt >= until) return null;
  const ends = new Date(hold.expiresAt).toISOString();
  const detail = `The hold ends at ${ends}, before the execution can be final.`;
  return new Refusal('hold_too_short', { detail });
}
