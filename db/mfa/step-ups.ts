// Acts on step-ups: a transaction above the MFA threshold waits, without any effect on money, until
// its customer confirms it. The confirmation is a row, from which settling continues.

import { invalidState, Refusal } from '../../ledger/refusal.ts';
import type { StepUp } from '../../ledger/transfer.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import { findTransaction } from '../kernel/find-transaction.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';
import { isEnrolled, useProof, type WrongCode } from './acts.ts';
import type { MfaProof } from './proof.ts';
import { stepUps } from './tables.ts';

type StepUpRow = typeof stepUps.$inferSelect;

/** Time within which the customer must confirm a transaction. */
const STEP_UP_LASTS_MS = 5 * 60 * 1000;

export interface ConfirmOrder {
  readonly tenantId: string;
  readonly transactionId: string;
  readonly proof: MfaProof;
  readonly cause: Cause;
}

export type ConfirmOutcome = { readonly kind: 'done'; readonly replayed: boolean } | WrongCode;

const BY_ID = `SELECT ${columnsOf(stepUps)} FROM step_ups WHERE transaction_id = ?`;
const INSERT = `INSERT INTO step_ups ${insertOf(stepUps)}`;
const UPDATE = `UPDATE step_ups SET status = 'confirmed', method = ?, confirmed_by = ?, confirmed_at = ?
     WHERE transaction_id = ?`;
const DUE_STEP_UPS = `SELECT id FROM transactions INDEXED BY transactions_to_confirm
       WHERE tenant_id = ? AND status = 'requires_confirmation' AND expires_at <= ?
       ORDER BY expires_at LIMIT ?`;
const NEXT_EXPIRY = `SELECT min(expires_at) FROM transactions INDEXED BY transactions_to_confirm
       WHERE tenant_id = ? AND status = 'requires_confirmation'`;

/** Returns the state of a transaction's step-up. */
export function stepUpState(tx: Tx, row: TransactionRow): StepUp {
  if (tx.get<StepUpRow>(BY_ID, row.id)?.status === 'confirmed') return 'confirmed';
  // When a batch or a schedule moves money, no person is present to confirm.
  if (row.batchId !== null || row.occurrenceId !== null) return 'absent';
  return isEnrolled(tx, row.customerId) ? 'enrolled' : 'none';
}

/** Requests the confirmation. Returns when the request expires, by the business clock. */
export function requestStepUp(tx: Tx, row: TransactionRow, now: number): number {
  tx.run(INSERT, {
    transactionId: row.id,
    tenantId: row.tenantId,
    customerId: row.customerId,
    status: 'requested',
    method: null,
    confirmedBy: null,
    confirmedAt: null,
    holdExpiresAt: row.expiresAt,
    createdAt: now,
  });
  return Math.min(now + STEP_UP_LASTS_MS, row.expiresAt ?? Infinity);
}

/** Returns the confirmation of a transaction, or null while there is none. */
export function findConfirmed(tx: Tx, transactionId: string): StepUpRow | null {
  const row = tx.get<StepUpRow>(BY_ID, transactionId);
  return row?.status === 'confirmed' ? row : null;
}

/** Records that a customer confirmed a transaction, which its workflow then continues. */
export const confirmTransaction = act(
  'mfa.confirm',
  (tx, { tenantId, transactionId, proof, cause }: ConfirmOrder): ConfirmOutcome => {
    const row = findTransaction(tx, transactionId);
    if (row?.tenantId !== tenantId) throw new Refusal('transaction_not_found');
    const stepUp = tx.get<StepUpRow>(BY_ID, transactionId);
    if (stepUp?.status === 'confirmed') return { kind: 'done', replayed: true };
    if (!stepUp || row.status !== 'requires_confirmation') {
      throw invalidState(
        `The transaction is ${row.status}: only one that requires confirmation can be confirmed.`,
      );
    }
    const isExpired = (row.expiresAt ?? Infinity) <= tx.clock(tenantId);
    if (isExpired) {
      throw invalidState(
        'The transaction is expired: only one that requires confirmation can be confirmed.',
      );
    }
    if (!useProof(tx, row.customerId, proof, transactionId)) return { kind: 'wrong_code' };
    tx.run(UPDATE, proof.method, cause.actor, tx.clock(tenantId), transactionId);
    return { kind: 'done', replayed: false };
  },
);

/** Returns the transactions of a tenant whose step-up has expired, the earliest first. */
export function listDueStepUps(tx: Tx, tenantId: string, now: number, limit: number): string[] {
  return tx.values<string>(DUE_STEP_UPS, tenantId, now, limit);
}

/** Returns when the next step-up of a tenant expires, or null when no transaction waits. */
export function nextStepUpDue(tx: Tx, tenantId: string): number | null {
  return tx.value<number | null>(NEXT_EXPIRY, tenantId) ?? null;
}
