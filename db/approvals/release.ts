// Releases money that was held until a person decided. Approvals and reviews share these steps.

import { type Rejection, type RejectionCode, rejection } from '../../ledger/rejection.ts';
import type { TransactionStatus } from '../../ledger/transaction.ts';
import { decideCapture } from '../../ledger/transfer.ts';
import { captureHold, endHold, holdAnswer, releaseHold } from '../holds/acts.ts';
import { ledgerJournal } from '../journal/acts.ts';
import type { Cause } from '../kernel/cause.ts';
import type { HoldRow, TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';
import { stopRail } from '../rails/acts.ts';
import { findRailPayment } from '../rails/find-payment.ts';
import type { HoldOutcome } from '../transactions/port.ts';
import { transactionRows } from '../transactions/rows.ts';
import type { TransactionView } from '../transactions/view.ts';

/** A held transaction about which a person decided, read under lock. */
export interface HeldTransaction {
  readonly row: TransactionRow;
  readonly hold: HoldRow;
  readonly cause: Cause;
  readonly at: number;
}

/** The status after the act, and the position of the booking in the log. */
export type Outcome = Pick<TransactionView, 'status' | 'ledgerSequence'>;

/** The decision of a person. */
interface PersonDecision {
  /** The person who decided; null before a decision. */
  readonly decidedBy: string | null;
  /** Code of the refusal; null for an approval. */
  readonly refusal: RejectionCode | null;
}

/**
 * Carries out the decision about a waiting transaction. Without a decision it changes nothing.
 * Returns null when there is no such transaction.
 * @param options `waiting` is the status in which the transaction waits, `readDecision` reads the
 * decision, and `clear` continues an approved transaction
 */
export function carryOutDecision(
  tx: Tx,
  transactionId: string,
  {
    waiting,
    readDecision,
    continueApproved,
  }: {
    readonly waiting: TransactionStatus;
    readonly readDecision: () => PersonDecision | undefined;
    readonly continueApproved: (heldTransaction: HeldTransaction) => Outcome;
  },
): HoldOutcome | null {
  const rows = transactionRows(tx);
  const row = rows.find(transactionId);
  if (!row) return null;
  if (row.status !== waiting) return holdAnswer(row, { replayed: true });
  const { decidedBy = null, refusal = null } = readDecision() ?? {};
  const hold = rows.holdOf(transactionId);
  if (!hold || !decidedBy) return holdAnswer(row, { conflict: true });
  const cause = { actor: decidedBy, requestId: row.requestId, idempotencyKey: null };
  const now = tx.clock(row.tenantId);
  if ((hold.expiresAt ?? Infinity) <= now) {
    const reason = 'The hold expired.';
    const end = { tenantId: null, transactionId, to: 'expired', reason, cause } as const;
    return releaseHold(tx, end);
  }
  const heldTransaction = { row, hold, cause, at: now };
  const { status, ledgerSequence } = refusal
    ? declineHeld(tx, heldTransaction, rejection(refusal))
    : continueApproved(heldTransaction);
  return holdAnswer(row, { status, ledgerSequence });
}

/** Declines a transaction and frees the money that it holds. */
export function declineHeld(tx: Tx, heldTransaction: HeldTransaction, reason: Rejection): Outcome {
  const { row, hold, cause, at } = heldTransaction;
  stopRail(tx, row, at);
  return transactionRows(tx).writeStep(row, {
    status: 'declined',
    stage: 'done',
    events: ['transaction.declined'],
    reason,
    hold: endHold(tx, hold, { status: 'released', capturedAmount: 0, cause, at }),
    expiresAt: null,
    cause,
    at,
  });
}

/**
 * Returns the reason why a held transaction can no longer be booked, or null. Its accounts may have
 * been frozen or closed while it waited.
 */
export function recheckHeld(tx: Tx, { row, hold, at }: HeldTransaction): Rejection | null {
  const journal = ledgerJournal(tx);
  const amount = BigInt(hold.amount);
  const source = journal.load(row.sourceAccountId, at);
  const destination = journal.load(row.destinationAccountId, at);
  const decision = decideCapture({ amount, expired: false }, amount, source, destination);
  return decision.kind === 'decline' ? decision.rejection : null;
}

/**
 * Continues an approved transaction as any other pending one: it is captured at once, or waits for
 * its capture.
 * @param needsApproval true when a second person still has to approve; that approval emits the event
 */
export function continueHeld(
  tx: Tx,
  heldTransaction: HeldTransaction,
  needsApproval = false,
): Outcome {
  const { row, hold, cause, at } = heldTransaction;
  // A payment that was stopped on its way to a network continues from there.
  const isQueued = findRailPayment(tx, row)?.status === 'queued';
  const isManual = row.capture === 'manual' && !isQueued;
  const waits = isManual || needsApproval;
  const isResubmitted = isQueued && !needsApproval;
  const stage = waits ? 'place_hold' : 'post_journal';
  const pending = transactionRows(tx).writeStep(row, {
    status: 'pending',
    stage: isResubmitted ? 'submitting' : stage,
    events: isResubmitted || (isManual && !needsApproval) ? ['transaction.pending'] : [],
    ...(isQueued ? { reason: null } : {}),
    hold,
    cause,
    at,
  });
  if (waits || isResubmitted) return pending;
  // The same act hands a payment over to its network, where it stays pending until it settles.
  const { tenantId, id } = row;
  const captured = captureHold(tx, { tenantId, transactionId: id, amount: null, cause });
  if (!captured || captured.conflict || captured.rejection) {
    throw new Error('the store refused a capture that the decision allows');
  }
  const { status, ledgerSequence = null } = captured;
  return { status, ledgerSequence };
}
