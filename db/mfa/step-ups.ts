// The step-up: a transaction above the MFA threshold waits, without any effect on money, until its
// customer has confirmed it. The confirmation is a row; settlement goes on from it.

import { invalidState, Refusal } from '../../ledger/refusal.ts';
import type { StepUp } from '../../ledger/transfer.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import { findTransaction } from '../kernel/find-transaction.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';
import { isEnrolled, takeProof, type WrongCode } from './acts.ts';
import type { MfaProof } from './proof.ts';
import { stepUps } from './tables.ts';

type StepUpRow = typeof stepUps.$inferSelect;

/** Time that a transaction waits for its customer. */
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
const DUE = `SELECT id FROM transactions INDEXED BY transactions_to_confirm
       WHERE tenant_id = ? AND status = 'requires_confirmation' AND expires_at <= ?
       ORDER BY expires_at LIMIT ?`;
const NEXT = `SELECT min(expires_at) FROM transactions INDEXED BY transactions_to_confirm
       WHERE tenant_id = ? AND status = 'requires_confirmation'`;

/** Returns the state of a transaction's step-up. */
export function stepUpStanding(tx: Tx, row: TransactionRow): StepUp {
  if (tx.get<StepUpRow>(BY_ID, row.id)?.status === 'confirmed') return 'confirmed';
  // No person is there to confirm when a batch or a schedule moves money.
  if (row.batchId !== null || row.occurrenceId !== null) return 'absent';
  return isEnrolled(tx, row.customerId) ? 'enrolled' : 'none';
}

/** Begins the wait; returns when it is over, by the business clock. */
export function requestStepUp(tx: Tx, row: TransactionRow, at: number): number {
  tx.run(INSERT, {
    transactionId: row.id,
    tenantId: row.tenantId,
    customerId: row.customerId,
    status: 'requested',
    method: null,
    confirmedBy: null,
    confirmedAt: null,
    holdExpiresAt: row.expiresAt,
    createdAt: at,
  });
  return Math.min(at + STEP_UP_LASTS_MS, row.expiresAt ?? Infinity);
}

/** Returns the confirmation of a transaction, or null while there is none. */
export function findConfirmed(tx: Tx, transactionId: string): StepUpRow | null {
  const row = tx.get<StepUpRow>(BY_ID, transactionId);
  return row?.status === 'confirmed' ? row : null;
}

/** Records that a customer confirmed a transaction; the workflow then goes on with it. */
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
    const isOver = (row.expiresAt ?? Infinity) <= tx.clock(tenantId);
    if (isOver) {
      throw invalidState(
        'The transaction is expired: only one that requires confirmation can be confirmed.',
      );
    }
    if (!takeProof(tx, row.customerId, proof, transactionId)) return { kind: 'wrong_code' };
    tx.run(UPDATE, proof.method, cause.actor, tx.clock(tenantId), transactionId);
    return { kind: 'done', replayed: false };
  },
);

/** Transactions of a tenant whose time to be confirmed is over, the earliest first. */
export function listDueStepUps(tx: Tx, tenantId: string, at: number, limit: number): string[] {
  return tx.values<string>(DUE, tenantId, at, limit);
}

/** Returns when the next wait of a tenant ends, or null when no transaction waits. */
export function nextStepUpDue(tx: Tx, tenantId: string): number | null {
  return tx.value<number | null>(NEXT, tenantId) ?? null;
}
