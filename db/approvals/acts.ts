// Maker and checker: a transaction above a threshold waits until a second person approves it. The
// decision is stored in its own row; the money moves by the same acts as any other transaction.

import { invalidState, Refusal } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import { findTransaction } from '../kernel/find-transaction.ts';
import { mint } from '../kernel/mint.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';
import { approvals } from '../limits/tables.ts';
import { isByOperator } from '../settlement/acts.ts';
import type { HoldOutcome } from '../transactions/port.ts';
import { bookApprovedExchange } from './exchange.ts';
import {
  carryOutDecision,
  continueHeld,
  declineHeld,
  type HeldTransaction,
  type Outcome,
  recheckHeld,
} from './release.ts';
import { type ApprovalRow, approvalView } from './view.ts';

export interface ApprovalOrder {
  readonly transactionId: string;
  readonly decision: 'granted' | 'denied';
  readonly reason: string | null;
  /** The operator or the developer's credential that decides; never the initiator. */
  readonly decidedBy: string;
  /** Omitted when an operator decides. */
  readonly ofDeveloper?: DeveloperSide;
  readonly cause: Cause;
}

/** A decision by people of the developer, who decide only about requests of their own side. */
export interface DeveloperSide {
  readonly tenantId: string;
  /** The deciding credential, together with those that it replaced or that replaced it. */
  readonly credentials: readonly string[];
}

const INSERT = `INSERT INTO approvals ${insertOf(approvals)}`;
const UPDATE = `UPDATE approvals SET status = @status, decided_by = @decidedBy, reason = @reason,
  decided_at = @decidedAt WHERE id = @id`;
const BY_TRANSACTION = `SELECT ${columnsOf(approvals)} FROM approvals WHERE transaction_id = ?`;
const SCHEDULE_SETTER = 'SELECT set_by FROM schedules WHERE id = ?';

export function findApproval(tx: Tx, transactionId: string): ApprovalRow | undefined {
  return tx.get<ApprovalRow>(BY_TRANSACTION, transactionId);
}

/** Writes the request that a second person approves a transaction. */
export function requestApproval(
  tx: Tx,
  transaction: TransactionRow,
  cause: Cause,
  now: number,
): void {
  const row: ApprovalRow = {
    id: mint('approval'),
    transactionId: transaction.id,
    tenantId: transaction.tenantId,
    status: 'requested',
    decidedBy: null,
    reason: null,
    decidedAt: null,
    createdAt: now,
  };
  tx.run(INSERT, row);
  emitEvent(tx, row, { ...transaction, status: 'pending_approval' }, cause, now);
}

/** Writes the decision of a second person; the workflow then carries it out. */
export const decideApproval = act('approval.decide', (tx, order: ApprovalOrder): void => {
  const row = tx.get<ApprovalRow>(BY_TRANSACTION, order.transactionId);
  const transaction = findTransaction(tx, order.transactionId);
  const isOfOtherDeveloper =
    order.ofDeveloper && order.ofDeveloper.tenantId !== transaction?.tenantId;
  if (!transaction || isOfOtherDeveloper) throw new Refusal('transaction_not_found');
  if (!row && !order.ofDeveloper) throw new Refusal('transaction_not_found');
  if (!row) {
    throw invalidState(`The transaction is ${transaction.status} and waits for no approval.`);
  }
  const isRepeated = row.status === order.decision && row.decidedBy === order.decidedBy;
  if (isRepeated) return;
  if (row.status !== 'requested') throw invalidState(`The request is already ${row.status}.`);
  if (transaction.status !== 'pending_approval') {
    throw invalidState(`The request is already ${transaction.status}.`);
  }
  refuseOwn(tx, transaction, order);
  const now = tx.clock(row.tenantId);
  const { decision, decidedBy, reason } = order;
  const decided: ApprovalRow = { ...row, status: decision, decidedBy, reason, decidedAt: now };
  tx.run(UPDATE, decided);
  emitEvent(tx, decided, transaction, order.cause, now);
});

/**
 * The person who asked for the transaction. For a payment of a standing order, the person who set
 * the order; null when that person is unknown.
 */
function initiatorOf(tx: Tx, { scheduleId, actor }: TransactionRow): string | null {
  return scheduleId === null
    ? actor
    : (tx.value<string | null>(SCHEDULE_SETTER, scheduleId) ?? null);
}

function refuseOwn(
  tx: Tx,
  transaction: TransactionRow,
  { decidedBy, ofDeveloper }: ApprovalOrder,
): void {
  const initiator = initiatorOf(tx, transaction);
  if (transaction.actor === decidedBy || initiator === decidedBy) throw ownRequest();
  if (!ofDeveloper) return;
  if (isByOperator(transaction)) {
    throw invalidState('An operator of the bank made the request: another operator decides.');
  }
  if (initiator === null) {
    throw invalidState('Who set the schedule is not known: an operator of the bank decides.');
  }
  if (ofDeveloper.credentials.includes(initiator)) throw ownRequest();
}

function emitEvent(
  tx: Tx,
  row: ApprovalRow,
  transaction: TransactionRow,
  cause: Cause,
  now: number,
): void {
  const type = `approval.${row.status}` as const;
  const object = approvalView(row, transaction, tx.livemode);
  tx.emit({ tenantId: row.tenantId, type, object, cause, at: now });
}

/** Returns the refusal for an initiator who tries to decide about their own request. */
export function ownRequest(): Refusal {
  return invalidState(
    'The initiator of the request cannot decide about it: another person has to.',
  );
}

/**
 * Carries out the decision of a second person: books the transaction, keeps its money held for the
 * capture, or releases the money. Changes nothing before there is a decision.
 */
export function applyApproval(tx: Tx, transactionId: string): HoldOutcome | null {
  const readDecision = () => {
    const approval = findApproval(tx, transactionId);
    if (!approval) return undefined;
    const refusal = approval.status === 'denied' ? ('approval_denied' as const) : null;
    return { decidedBy: approval.decidedBy, refusal };
  };
  function carryOutAgreement(heldTransaction: HeldTransaction): Outcome {
    // The amounts of an exchange are decided again, because its rate may have expired.
    if (heldTransaction.row.type === 'exchange') return bookApprovedExchange(tx, heldTransaction);
    const refusal = recheckHeld(tx, heldTransaction);
    return refusal ? declineHeld(tx, heldTransaction, refusal) : continueHeld(tx, heldTransaction);
  }
  return carryOutDecision(tx, transactionId, {
    waiting: 'pending_approval',
    readDecision,
    continueApproved: carryOutAgreement,
  });
}
