// The step-up: a transaction above the MFA threshold waits, without any effect on money, until its
// customer has confirmed it. Who confirmed is a row; what follows happens where all is settled.

import { invalidState, Refusal } from '../../ledger/refusal.ts';
import type { Cause } from '../kernel/cause.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { StepUps } from '../kernel/step-up.ts';
import type { MfaWriter, WrongCode } from './acts.ts';
import type { MfaProof } from './proof.ts';
import { stepUps } from './tables.ts';

type StepUpRow = typeof stepUps.$inferSelect;

/** How long a transaction waits for its customer. */
const STEP_UP_LASTS_MS = 5 * 60 * 1000;

export interface ConfirmOrder {
  readonly tenantId: string;
  readonly transactionId: string;
  readonly proof: MfaProof;
  readonly cause: Cause;
}

export type ConfirmOutcome = { readonly kind: 'done'; readonly replayed: boolean } | WrongCode;

export interface StepUpWriter extends StepUps {
  /** Writes down that a customer confirmed a transaction; the workflow then goes on with it. */
  confirm(order: ConfirmOrder): ConfirmOutcome;
}

interface Deps {
  readonly database: Database;
  readonly find: (id: string) => TransactionRow | undefined;
  readonly mfa: Pick<MfaWriter, 'isEnrolled' | 'take'>;
  readonly clock: BusinessClock;
}

/** Call its functions inside `database.write` only; `standing` reads only. */
export function stepUpWriter({ database, find, mfa, clock }: Deps): StepUpWriter {
  const { raw } = database;
  const byId = raw.prepare<[string], StepUpRow>(
    `SELECT ${columnsOf(stepUps)} FROM step_ups WHERE transaction_id = ?`,
  );
  const insert = raw.prepare(`INSERT INTO step_ups ${insertOf(stepUps)}`);
  const update = raw.prepare(
    `UPDATE step_ups SET status = 'confirmed', method = ?, confirmed_by = ?, confirmed_at = ?
     WHERE transaction_id = ?`,
  );
  const due = raw
    .prepare<[string, number, number], string>(
      `SELECT id FROM transactions INDEXED BY transactions_to_confirm
       WHERE tenant_id = ? AND status = 'requires_confirmation' AND expires_at <= ?
       ORDER BY expires_at LIMIT ?`,
    )
    .pluck();
  const next = raw
    .prepare<[string], number | null>(
      `SELECT min(expires_at) FROM transactions INDEXED BY transactions_to_confirm
       WHERE tenant_id = ? AND status = 'requires_confirmation'`,
    )
    .pluck();

  return {
    standing(row) {
      if (byId.get(row.id)?.status === 'confirmed') return 'confirmed';
      // No person is there to confirm when a batch or a schedule moves money.
      if (row.batchId !== null || row.occurrenceId !== null) return 'absent';
      return mfa.isEnrolled(row.customerId) ? 'enrolled' : 'none';
    },
    request(row, at) {
      insert.run({
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
    },
    findConfirmed(transactionId) {
      const row = byId.get(transactionId);
      return row?.status === 'confirmed' ? row : null;
    },
    confirm({ tenantId, transactionId, proof, cause }) {
      const row = find(transactionId);
      if (row?.tenantId !== tenantId) throw new Refusal('transaction_not_found');
      const stepUp = byId.get(transactionId);
      if (stepUp?.status === 'confirmed') return { kind: 'done', replayed: true };
      if (!stepUp || row.status !== 'requires_confirmation') {
        throw invalidState(
          `The transaction is ${row.status}: only one that requires confirmation can be confirmed.`,
        );
      }
      const isOver = (row.expiresAt ?? Infinity) <= clock(tenantId);
      if (isOver) {
        throw invalidState(
          'The transaction is expired: only one that requires confirmation can be confirmed.',
        );
      }
      if (!mfa.take(row.customerId, proof, transactionId)) return { kind: 'wrong_code' };
      update.run(proof.method, cause.actor, clock(tenantId), transactionId);
      return { kind: 'done', replayed: false };
    },
    dueOf: (tenantId, at, limit) => due.all(tenantId, at, limit),
    nextDueOf: (tenantId) => next.get(tenantId) ?? null,
  };
}
