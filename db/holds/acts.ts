// Acts on holds. A hold is placed once, then captured, released or expired once. Each change
// updates the held figure of the account, writes a movement from which earlier balances are read,
// and emits an event.

import type { EventType } from '../../ledger/event.ts';
import { rejection } from '../../ledger/rejection.ts';
import type { HoldStatus, TransactionStatus } from '../../ledger/transaction.ts';
import { decideCapture, type Leg } from '../../ledger/transfer.ts';
import { ledgerJournal } from '../journal/acts.ts';
import type { Cause } from '../kernel/cause.ts';
import { listPreviousValues } from '../kernel/changed-fields.ts';
import { insertOf } from '../kernel/columns.ts';
import type { HoldRow, TransactionRow } from '../kernel/rows.ts';
import { holds } from '../kernel/tables.ts';
import type { Tx } from '../kernel/tx.ts';
import { limitFacts, returnLimits } from '../limits/acts.ts';
import { canStopRail, chooseNetwork, queueOnRail, stopRail } from '../rails/acts.ts';
import { findRailPayment } from '../rails/find-payment.ts';
import { findSettlementTerms } from '../settlement/acts.ts';
import { findReservingExecution } from '../transactions/followers.ts';
import type { CaptureOrder, HoldOutcome, ReleaseOrder } from '../transactions/port.ts';
import { transactionRows } from '../transactions/rows.ts';
import { holdObject } from './view.ts';

/** The end of a hold. */
export interface HoldEnd {
  readonly status: Exclude<HoldStatus, 'active'>;
  readonly capturedAmount: number;
  readonly cause: Cause;
  readonly at: number;
}

const INSERT = `INSERT INTO holds ${insertOf(holds)}`;
const FINISH_HOLD = 'UPDATE holds SET status = ?, captured_amount = ?, updated_at = ? WHERE id = ?';
const REMOVE_EXPIRY = 'UPDATE holds SET expires_at = NULL, updated_at = ? WHERE id = ?';
const INSERT_MOVEMENT = `INSERT INTO hold_movements (hold_id, account_id, destination_account_id, delta, at)
  VALUES (?, ?, ?, ?, ?)`;

function writeMovement(tx: Tx, hold: HoldRow, delta: number, now: number): void {
  ledgerJournal(tx).changeHeld(hold, BigInt(delta), now);
  tx.run(INSERT_MOVEMENT, hold.id, hold.accountId, hold.destinationAccountId, delta, now);
}

function emitHold(tx: Tx, hold: HoldRow, type: EventType, cause: Cause, before?: HoldRow): void {
  const object = holdObject(hold, tx.livemode);
  const previous = before && listPreviousValues(holdObject(before, tx.livemode), object);
  const { tenantId, updatedAt } = hold;
  tx.emit({ tenantId, type, object, previous, cause, at: updatedAt });
}

function endRow(tx: Tx, hold: HoldRow, { status, capturedAmount, at }: HoldEnd): HoldRow {
  tx.run(FINISH_HOLD, status, capturedAmount, at, hold.id);
  const uncaptured = hold.amount - capturedAmount;
  returnLimits(tx, hold.accountId, uncaptured, hold.createdAt, capturedAmount === 0);
  // A hold stops counting at its expiry, even when an act ends it later. It must not end before it
  // was placed.
  const endedAt = Math.min(at, hold.expiresAt ?? at);
  writeMovement(tx, hold, -hold.amount, Math.max(endedAt, hold.createdAt));
  return { ...hold, status, capturedAmount, updatedAt: at };
}

/** Writes a new hold and adds it to the held figure of the account. */
export function placeHold(tx: Tx, hold: HoldRow, cause: Cause): void {
  tx.run(INSERT, hold);
  writeMovement(tx, hold, hold.amount, hold.createdAt);
  emitHold(tx, hold, 'hold.placed', cause);
}

/** Ends a hold: releases its amount and records the captured part. Returns the new row. */
export function endHold(tx: Tx, hold: HoldRow, holdEnd: HoldEnd): HoldRow {
  const endedHold = endRow(tx, hold, holdEnd);
  const type = holdEnd.status === 'expired' ? 'hold.expired' : 'hold.released';
  emitHold(tx, endedHold, type, holdEnd.cause, hold);
  return endedHold;
}

/** Removes the expiry of a hold after its payment was sent to a network. */
function removeExpiry(tx: Tx, hold: HoldRow, now: number): HoldRow {
  if (hold.expiresAt === null) return hold;
  tx.run(REMOVE_EXPIRY, now, hold.id);
  return { ...hold, expiresAt: null, updatedAt: now };
}

/** Ends a hold, runs the booking that replaces it, and then emits the event of the hold. */
export function bookHold<T>(
  tx: Tx,
  hold: HoldRow,
  holdEnd: HoldEnd,
  book: () => T,
): { ended: HoldRow; booked: T } {
  // The hold ends before the money moves, so that the check of the balance counts each amount once.
  // No event is emitted in between, because alerts read the account at each event.
  const endedHold = endRow(tx, hold, holdEnd);
  const bookResult = book();
  emitHold(tx, endedHold, 'hold.captured', holdEnd.cause, hold);
  return { ended: endedHold, booked: bookResult };
}

const AWAITING_PERSON: readonly TransactionRow['status'][] = ['pending_approval', 'pending_review'];

/** The acting party. While an execution or a network has a hold, no other party may change it. */
type Actor = 'client' | 'execution' | 'network';

/** A permitted capture, with the input for its booking. */
interface Capture {
  readonly kind: 'post' | 'hand_over';
  readonly row: TransactionRow;
  readonly hold: HoldRow;
  readonly amount: number;
  readonly at: number;
  readonly legs: readonly [Leg, Leg];
}

/** A permitted release, with the input of its booking. */
interface Release {
  readonly kind: 'release';
  readonly row: TransactionRow;
  readonly hold: HoldRow | null;
  readonly at: number;
}

/**
 * The answer to an act that is not carried out, because it was already done or is not permitted.
 */
interface AnsweredHold {
  readonly kind: 'answered';
  readonly outcome: HoldOutcome;
}

const answerWith = (...parts: Parameters<typeof holdAnswer>): AnsweredHold => ({
  kind: 'answered',
  outcome: holdAnswer(...parts),
});

/** Captures a hold. Returns null when the tenant has no such transaction. */
export function captureHold(
  tx: Tx,
  order: CaptureOrder,
  actor: Actor = 'client',
): HoldOutcome | null {
  const decided = examineCapture(tx, order, actor);
  if (!decided || decided.kind === 'answered') return decided?.outcome ?? null;
  const { row, hold, amount, at, legs } = decided;
  if (decided.kind === 'hand_over') {
    return handOver(tx, { row, hold, amount, cause: order.cause, at });
  }
  const status = amount >= hold.amount ? 'captured' : 'partially_captured';
  const end = { status, capturedAmount: amount, cause: order.cause, at } as const;
  const { ended, booked } = bookHold(tx, hold, end, () => ledgerJournal(tx).post(row, legs));
  const { ledgerSequence } = transactionRows(tx).writeStep(row, {
    status: 'posted',
    stage: 'done',
    events: ['transaction.captured', 'transaction.posted'],
    booked,
    hold: ended,
    expiresAt: null,
    cause: order.cause,
    at: booked.row.postedAt,
  });
  return holdAnswer(row, { status: 'posted', ledgerSequence });
}

/**
 * Decides about a capture without writing. Returns null when the tenant has no such transaction.
 */
export function examineCapture(
  tx: Tx,
  order: CaptureOrder,
  actor: Actor = 'client',
): Capture | AnsweredHold | null {
  const rows = transactionRows(tx);
  const journal = ledgerJournal(tx);
  const row = rows.find(order.transactionId);
  if (!row || row.tenantId !== order.tenantId) return null;
  const hold = rows.holdOf(row.id);
  // A transaction that waits for a person cannot be captured without their decision.
  if (!hold || AWAITING_PERSON.includes(row.status)) return answerWith(row, { conflict: true });
  if (hold.status === 'captured' || hold.status === 'partially_captured') {
    return compareCapture(row, order.amount ?? hold.amount, hold.capturedAmount);
  }
  if (hold.status !== 'active') {
    if (hold.status === 'expired') return answerWith(row, { rejection: rejection('hold_expired') });
    return answerWith(row, { conflict: true });
  }
  const executionId = actor === 'client' ? findReservingExecution(tx)(tx, row.id) : null;
  if (executionId !== null) return answerWith(row, { conflict: true, boundTo: executionId });
  // The network already has the captured payment.
  const amount = order.amount ?? hold.amount;
  const payment = actor === 'network' ? null : findRailPayment(tx, row);
  if (payment) return compareCapture(row, amount, payment.amount);
  const now = tx.clock(row.tenantId);
  const source = journal.load(hold.accountId, now);
  const destination = journal.load(hold.destinationAccountId, now);
  const heldFunds = {
    amount: BigInt(hold.amount),
    expired: (hold.expiresAt ?? Infinity) <= now,
    overcapturePercent: row.overcapturePercent,
    // The hold already counts in the limits of the time at which it was placed; only a capture of a
    // larger amount is checked again.
    limits: amount > hold.amount ? limitFacts(tx, row, now, hold.createdAt) : null,
    settlement: amount > hold.amount ? findSettlementTerms(tx, row) : null,
    isMovedByNetwork: actor === 'network',
  };
  const decision = decideCapture(heldFunds, BigInt(amount), source, destination);
  if (decision.kind === 'decline') return answerWith(row, { rejection: decision.rejection });
  if (decision.kind !== 'post') throw new Error('a capture was neither booked nor refused');
  const usesNetwork = actor !== 'network' && chooseNetwork(tx, row) !== null;
  if (usesNetwork && amount > hold.amount) {
    return answerWith(row, { rejection: rejection('capture_exceeds_hold', '/amount') });
  }
  const { legs } = decision;
  return { kind: usesNetwork ? 'hand_over' : 'post', row, hold, amount, at: now, legs };
}

/** Answers a repeated capture: the same amount is a replay, another amount is a conflict. */
function compareCapture(row: TransactionRow, amount: number, capturedAmount: number): AnsweredHold {
  const isSame = amount === capturedAmount;
  return answerWith(row, isSame ? { replayed: true } : { conflict: true, capturedAmount });
}

/** Sends a payment to its network; the money stays held until the network settles it. */
function handOver(
  tx: Tx,
  capture: { row: TransactionRow; hold: HoldRow; amount: number; cause: Cause; at: number },
): HoldOutcome {
  const { row, hold, amount, cause, at } = capture;
  queueOnRail(tx, row, amount, at);
  transactionRows(tx).writeStep(row, {
    status: 'pending',
    stage: 'submitting',
    events: ['transaction.pending'],
    hold: removeExpiry(tx, hold, at),
    expiresAt: null,
    cause,
    at,
  });
  return holdAnswer(row, { status: 'pending' });
}

/**
 * Cancels, expires or fails a transaction. Returns null when the tenant has no such transaction.
 */
export function releaseHold(
  tx: Tx,
  order: ReleaseOrder,
  actor: Actor = 'client',
): HoldOutcome | null {
  const decided = examineRelease(tx, order, actor);
  if (!decided || decided.kind === 'answered') return decided?.outcome ?? null;
  const { row, hold, at } = decided;
  stopRail(tx, row, at);
  const awaitsConfirmation = row.status === 'requires_confirmation';
  const endedHold = hold?.status === 'active' ? endHold(tx, hold, releaseEnd(order, at)) : hold;
  // A technical fault occurs after the confirmation, while the transaction is decided. So the step
  // to that stage is written first.
  const undecided =
    awaitsConfirmation && order.to === 'failed' ? decideAgain(tx, row, order, at) : row;
  transactionRows(tx).writeStep(undecided, {
    status: order.to,
    stage: 'done',
    events: [`transaction.${order.to}`],
    reason: awaitsConfirmation ? confirmationExpired(order) : reasonOf(order),
    hold: endedHold,
    expiresAt: null,
    ...(order.workflow && row.workflowId === null ? { workflow: order.workflow } : {}),
    cause: order.cause,
    at,
  });
  return holdAnswer(row, { status: order.to });
}

/**
 * Decides about a release without writing. Returns null when the tenant has no such transaction.
 */
export function examineRelease(
  tx: Tx,
  order: ReleaseOrder,
  actor: Actor = 'client',
): Release | AnsweredHold | null {
  const rows = transactionRows(tx);
  const row = rows.find(order.transactionId);
  if (!row || (order.tenantId !== null && row.tenantId !== order.tenantId)) return null;
  if (row.status === order.to) return answerWith(row, { replayed: true });
  if (!UNDECIDED_STATUSES.includes(row.status)) return answerWith(row, { conflict: true });
  // An execution prevents a cancellation by the client, but not the expiry of the hold.
  const executionId =
    actor === 'client' && order.to === 'canceled' ? findReservingExecution(tx)(tx, row.id) : null;
  if (executionId !== null) return answerWith(row, { conflict: true, boundTo: executionId });
  const now = tx.clock(row.tenantId);
  const hold = rows.holdOf(row.id);
  const awaitsConfirmation = row.status === 'requires_confirmation';
  const endsAt = awaitsConfirmation ? row.expiresAt : hold?.expiresAt;
  const isEarly = order.to === 'expired' && (endsAt ?? Infinity) > now;
  if (isEarly) return answerWith(row, { conflict: true });
  // A payment that a network has received cannot be withdrawn.
  if (!canStopRail(tx, row)) return answerWith(row, { conflict: true, isWithNetwork: true });
  return { kind: 'release', row, hold, at: now };
}

function releaseEnd({ to, cause }: ReleaseOrder, now: number): HoldEnd {
  return { status: to === 'expired' ? 'expired' : 'released', capturedAmount: 0, cause, at: now };
}

const UNDECIDED_STATUSES: readonly TransactionStatus[] = [
  'pending',
  'pending_approval',
  'requires_confirmation',
  'pending_review',
];

function decideAgain(
  tx: Tx,
  row: TransactionRow,
  { cause }: ReleaseOrder,
  now: number,
): TransactionRow {
  const rows = transactionRows(tx);
  rows.writeStep(row, { status: 'pending', stage: 'authorize_limits', events: [], cause, at: now });
  return rows.find(row.id) ?? row;
}

function reasonOf(order: ReleaseOrder) {
  return order.reason === null ? null : { code: reasonCode(order), message: order.reason };
}

function confirmationExpired(order: ReleaseOrder) {
  if (order.to !== 'expired') return reasonOf(order);
  return { code: 'mfa_expired', message: 'The customer did not confirm the transaction in time.' };
}

function reasonCode(order: ReleaseOrder): string {
  if (order.to === 'expired') return 'hold_expired';
  return order.to === 'failed' ? 'technical_fault' : 'canceled_by_request';
}

/** Returns the result of an act on a hold: the status, and the given further fields. */
export function holdAnswer(
  row: TransactionRow,
  fields: Partial<Omit<HoldOutcome, 'transactionId' | 'keyReused'>>,
): HoldOutcome {
  return {
    transactionId: row.id,
    status: row.status,
    ledgerSequence: row.ledgerSequence,
    replayed: false,
    rejection: null,
    conflict: false,
    ...fields,
  };
}
