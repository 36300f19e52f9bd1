// The life of a hold: placed once, then captured, released or expired once. Each change moves the
// account's held figure, leaves a movement behind, so that earlier days can be read, and emits
// events for itself.

import type { EventType } from '../../ledger/event.ts';
import { rejection } from '../../ledger/rejection.ts';
import type { HoldStatus, TransactionStatus } from '../../ledger/transaction.ts';
import { decideCapture, type Leg } from '../../ledger/transfer.ts';
import type { Journal } from '../journal/acts.ts';
import type { Cause } from '../kernel/cause.ts';
import { changedFields } from '../kernel/changed-fields.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import { insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { HoldRow, TransactionRow } from '../kernel/rows.ts';
import { holds } from '../kernel/tables.ts';
import { ledgerPart, type Tx, type TxParts } from '../kernel/tx.ts';
import { giveBackLimits, limitFacts } from '../limits/acts.ts';
import type { RailWriter } from '../rails/acts.ts';
import type { SettlementReader } from '../settlement/acts.ts';
import type { CaptureOrder, HoldOutcome, ReleaseOrder } from '../transactions/port.ts';
import type { TransactionWriter } from '../transactions/rows.ts';
import { holdObject } from './view.ts';

/** The end of a hold. */
export interface HoldEnd {
  readonly status: Exclude<HoldStatus, 'active'>;
  readonly capturedAmount: number;
  readonly cause: Cause;
  readonly at: number;
}

export interface HoldWriter {
  place(hold: HoldRow, cause: Cause): void;
  /** Ends a hold: frees its amount and remembers how much of it was captured. */
  end(hold: HoldRow, end: HoldEnd): HoldRow;
  /** Removes the expiry of a hold whose payment a network has. */
  keep(hold: HoldRow, at: number): HoldRow;
  /** Ends it for the booking that takes its place, and emits its event when both are done. */
  capture<T>(hold: HoldRow, end: HoldEnd, book: () => T): { ended: HoldRow; booked: T };
}

interface HoldWriterDeps {
  readonly database: Database;
  readonly journal: Journal;
  readonly tx: Tx;
  readonly emit: TxParts['emit'];
  readonly livemode: boolean;
}

/** Its functions are called inside `database.write` only. */
export function holdWriter(deps: HoldWriterDeps): HoldWriter {
  const { journal, tx, emit, livemode } = deps;
  const { raw } = deps.database;
  const insert = raw.prepare(`INSERT INTO holds ${insertOf(holds)}`);
  const finish = raw.prepare(
    'UPDATE holds SET status = ?, captured_amount = ?, updated_at = ? WHERE id = ?',
  );
  const loseEnd = raw.prepare('UPDATE holds SET expires_at = NULL, updated_at = ? WHERE id = ?');
  const move = raw.prepare(
    `INSERT INTO hold_movements (hold_id, account_id, destination_account_id, delta, at)
     VALUES (?, ?, ?, ?, ?)`,
  );

  function shift(hold: HoldRow, delta: number, at: number): void {
    journal.hold(hold, BigInt(delta), at);
    move.run(hold.id, hold.accountId, hold.destinationAccountId, delta, at);
  }

  function announce(hold: HoldRow, type: EventType, cause: Cause, before?: HoldRow): void {
    const object = holdObject(hold, livemode);
    const previous = before && changedFields(holdObject(before, livemode), object);
    const { tenantId, updatedAt: at } = hold;
    emit({ tenantId, type, object, previous, cause, at });
  }

  function free(hold: HoldRow, { status, capturedAmount, at }: HoldEnd): HoldRow {
    finish.run(status, capturedAmount, at, hold.id);
    const unused = hold.amount - capturedAmount;
    giveBackLimits(tx, hold.accountId, unused, hold.createdAt, capturedAmount === 0);
    // A hold stops counting at its expiry, however late and for whatever reason it is ended; and it
    // is never freed before it was placed.
    const ranOutAt = Math.min(at, hold.expiresAt ?? at);
    shift(hold, -hold.amount, Math.max(ranOutAt, hold.createdAt));
    return { ...hold, status, capturedAmount, updatedAt: at };
  }

  return {
    place(hold, cause) {
      insert.run(hold);
      shift(hold, hold.amount, hold.createdAt);
      announce(hold, 'hold.placed', cause);
    },
    end(hold, end) {
      const ended = free(hold, end);
      announce(ended, end.status === 'expired' ? 'hold.expired' : 'hold.released', end.cause, hold);
      return ended;
    },
    keep(hold, at) {
      if (hold.expiresAt === null) return hold;
      loseEnd.run(at, hold.id);
      return { ...hold, expiresAt: null, updatedAt: at };
    },
    capture(hold, end, book) {
      // First the hold ends, then the money moves: the bound on the balance counts each once. No
      // event in between, because alerts read the account as it is at each event.
      const ended = free(hold, end);
      const booked = book();
      announce(ended, 'hold.captured', end.cause, hold);
      return { ended, booked };
    },
  };
}

export interface HoldDeps {
  readonly writer: TransactionWriter;
  readonly journal: Journal;
  readonly holds: HoldWriter;
  readonly tx: Tx;
  readonly settlement: SettlementReader;
  readonly rails: RailWriter;
  readonly now: () => number;
  readonly clock: BusinessClock;
}

export const heldMoney = ledgerPart<HoldDeps>('acts on held money');

const FOR_A_PERSON: readonly TransactionRow['status'][] = ['pending_approval', 'pending_review'];

/** The party that acts: an execution and a network keep the hold from all others. */
type Actor = 'client' | 'execution' | 'network';

/** A permitted capture, with the input of its booking. */
interface Capture {
  readonly kind: 'post' | 'hand_over';
  readonly row: TransactionRow;
  readonly hold: HoldRow;
  readonly amount: number;
  readonly at: number;
  readonly legs: readonly [Leg, Leg];
}

/** A release that nothing forbids. */
interface Release {
  readonly kind: 'release';
  readonly row: TransactionRow;
  readonly hold: HoldRow | null;
  readonly at: number;
}

/** An act that is not carried out, because it is done already or must not be done. */
interface Answered {
  readonly kind: 'answered';
  readonly outcome: HoldOutcome;
}

const answered = (...given: Parameters<typeof holdAnswer>): Answered => ({
  kind: 'answered',
  outcome: holdAnswer(...given),
});

/** Captures under lock; null when the tenant has no such transaction. */
export function captureHold(
  deps: HoldDeps,
  order: CaptureOrder,
  actor: Actor = 'client',
): HoldOutcome | null {
  const decided = examineCapture(deps, order, actor);
  if (!decided || decided.kind === 'answered') return decided?.outcome ?? null;
  const { row, hold, amount, at, legs } = decided;
  if (decided.kind === 'hand_over') {
    return handOver(deps, { row, hold, amount, cause: order.cause, at });
  }
  const status = amount >= hold.amount ? 'captured' : 'partially_captured';
  const end = { status, capturedAmount: amount, cause: order.cause, at } as const;
  const { ended, booked } = deps.holds.capture(hold, end, () => deps.journal.post(row, legs));
  const { ledgerSequence } = deps.writer.step(row, {
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

/** Decides a capture and writes nothing; null when the tenant has no such transaction. */
export function examineCapture(
  deps: HoldDeps,
  order: CaptureOrder,
  actor: Actor = 'client',
): Capture | Answered | null {
  const { writer, journal } = deps;
  const row = writer.find(order.transactionId);
  if (!row || row.tenantId !== order.tenantId) return null;
  const hold = writer.holdOf(row.id);
  // A transaction that waits for a person cannot be captured without their decision.
  if (!hold || FOR_A_PERSON.includes(row.status)) return answered(row, { conflict: true });
  if (hold.status === 'captured' || hold.status === 'partially_captured') {
    return compareCapture(row, order.amount ?? hold.amount, hold.capturedAmount);
  }
  if (hold.status !== 'active') {
    if (hold.status === 'expired') return answered(row, { rejection: rejection('hold_expired') });
    return answered(row, { conflict: true });
  }
  const bond = actor === 'client' ? writer.executionOf(row.id) : null;
  if (bond !== null) return answered(row, { conflict: true, boundTo: bond });
  // Its network already has the captured payment.
  const amount = order.amount ?? hold.amount;
  const given = actor === 'network' ? null : deps.rails.find(row);
  if (given) return compareCapture(row, amount, given.amount);
  const at = deps.clock(row.tenantId);
  const source = journal.load(hold.accountId, at);
  const destination = journal.load(hold.destinationAccountId, at);
  const held = {
    amount: BigInt(hold.amount),
    expired: (hold.expiresAt ?? Infinity) <= at,
    overcapturePercent: row.overcapturePercent,
    // A hold uses the limits of the time at which it was placed, whatever amount is captured.
    limits: amount > hold.amount ? limitFacts(deps.tx, row, at, hold.createdAt) : null,
    settlement: amount > hold.amount ? deps.settlement(row) : null,
    isMoved: actor === 'network',
  };
  const decision = decideCapture(held, BigInt(amount), source, destination);
  if (decision.kind === 'decline') return answered(row, { rejection: decision.rejection });
  if (decision.kind !== 'post') throw new Error('a capture was neither booked nor refused');
  const travels = actor !== 'network' && deps.rails.networkOf(row) !== null;
  if (travels && amount > hold.amount) {
    return answered(row, { rejection: rejection('capture_exceeds_hold', '/amount') });
  }
  const { legs } = decision;
  return { kind: travels ? 'hand_over' : 'post', row, hold, amount, at, legs };
}

/** The same again is no second capture; another amount is none either. */
function compareCapture(row: TransactionRow, amount: number, capturedAmount: number): Answered {
  const isSame = amount === capturedAmount;
  return answered(row, isSame ? { replayed: true } : { conflict: true, capturedAmount });
}

/** Hands a payment to its network; the money is held until the network has settled it. */
function handOver(
  { writer, holds, rails }: HoldDeps,
  given: { row: TransactionRow; hold: HoldRow; amount: number; cause: Cause; at: number },
): HoldOutcome {
  const { row, hold, amount, cause, at } = given;
  rails.queue(row, amount, at);
  writer.step(row, {
    status: 'pending',
    stage: 'submitting',
    events: ['transaction.pending'],
    hold: holds.keep(hold, at),
    expiresAt: null,
    cause,
    at,
  });
  return holdAnswer(row, { status: 'pending' });
}

/** Cancels, expires or fails under lock; null when the tenant has no such transaction. */
export function releaseHold(
  deps: HoldDeps,
  order: ReleaseOrder,
  actor: Actor = 'client',
): HoldOutcome | null {
  const decided = examineRelease(deps, order, actor);
  if (!decided || decided.kind === 'answered') return decided?.outcome ?? null;
  const { row, hold, at } = decided;
  deps.rails.stop(row, at);
  const asked = row.status === 'requires_confirmation';
  const ended = hold?.status === 'active' ? deps.holds.end(hold, releaseEnd(order, at)) : hold;
  // A technical fault happens after the confirmation, while the transaction is decided, so the step
  // to that stage is written first.
  const undecided = asked && order.to === 'failed' ? decideAgain(deps, row, order, at) : row;
  deps.writer.step(undecided, {
    status: order.to,
    stage: 'done',
    events: [`transaction.${order.to}`],
    reason: asked ? notConfirmed(order) : reasonOf(order),
    hold: ended,
    expiresAt: null,
    ...(order.workflow && row.workflowId === null ? { workflow: order.workflow } : {}),
    cause: order.cause,
    at,
  });
  return holdAnswer(row, { status: order.to });
}

/** Decides a release and writes nothing; null when the tenant has no such transaction. */
export function examineRelease(
  deps: HoldDeps,
  order: ReleaseOrder,
  actor: Actor = 'client',
): Release | Answered | null {
  const { writer } = deps;
  const row = writer.find(order.transactionId);
  if (!row || (order.tenantId !== null && row.tenantId !== order.tenantId)) return null;
  if (row.status === order.to) return answered(row, { replayed: true });
  if (!WAITS.includes(row.status)) return answered(row, { conflict: true });
  // The end of a hold is the end of the money that it kept: no execution stops that.
  const bond = actor === 'client' && order.to === 'canceled' ? writer.executionOf(row.id) : null;
  if (bond !== null) return answered(row, { conflict: true, boundTo: bond });
  const at = deps.clock(row.tenantId);
  const hold = writer.holdOf(row.id);
  const asked = row.status === 'requires_confirmation';
  const endsAt = asked ? row.expiresAt : hold?.expiresAt;
  const early = order.to === 'expired' && (endsAt ?? Infinity) > at;
  if (early) return answered(row, { conflict: true });
  // A network that has it does not give it back on request.
  if (!deps.rails.canStop(row)) return answered(row, { conflict: true, isWithNetwork: true });
  return { kind: 'release', row, hold, at };
}

function releaseEnd({ to, cause }: ReleaseOrder, at: number): HoldEnd {
  return { status: to === 'expired' ? 'expired' : 'released', capturedAmount: 0, cause, at };
}

const WAITS: readonly TransactionStatus[] = [
  'pending',
  'pending_approval',
  'requires_confirmation',
  'pending_review',
];

function decideAgain(
  { writer }: HoldDeps,
  row: TransactionRow,
  { cause }: ReleaseOrder,
  at: number,
): TransactionRow {
  writer.step(row, { status: 'pending', stage: 'authorize_limits', events: [], cause, at });
  return writer.find(row.id) ?? row;
}

function reasonOf(order: ReleaseOrder) {
  return order.reason === null ? null : { code: reasonCode(order), message: order.reason };
}

function notConfirmed(order: ReleaseOrder) {
  if (order.to !== 'expired') return reasonOf(order);
  return { code: 'mfa_expired', message: 'The customer did not confirm the transaction in time.' };
}

function reasonCode(order: ReleaseOrder): string {
  if (order.to === 'expired') return 'hold_expired';
  return order.to === 'failed' ? 'technical_fault' : 'canceled_by_request';
}

/** The result of an act on a hold: only the status, unless `fields` adds more. */
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
