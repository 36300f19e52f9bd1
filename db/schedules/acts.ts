// A client's acts on a schedule: create it, replace its terms, pause, resume or cancel it, skip the
// next occurrence or run it now. Each act reads the row, and writes the change with its event.

import { isInternal, settlementId } from '../../ledger/internal-account.ts';
import { type Metadata, mergeMetadata } from '../../ledger/metadata.ts';
import { invalidState, Refusal, type RefusalCode, requireVersion } from '../../ledger/refusal.ts';
import { canScheduleBecome, type ScheduleStatus } from '../../ledger/schedule.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import type { KeyedResult } from '../kernel/keys.ts';
import type { Tx } from '../kernel/tx.ts';
import { wallClockOf } from '../kernel/zone.ts';
import { acceptor } from '../transactions/accept.ts';
import {
  completeIfOver,
  failOccurrence,
  hasNoOpenTransfer,
  MISSED_REASONS,
  skipOccurrence,
} from './occurrence-end.ts';
import { createOccurrenceDraft } from './occurrences.ts';
import {
  createScheduleRow,
  findNextOccurrence,
  findScheduleRow,
  insertOccurrence,
  insertSchedule,
  openOccurrences,
  type Plan,
  planOccurrence,
  type ScheduleEvent,
  saveOccurrence,
  saveSchedule,
  wakeTimeOf,
} from './rows.ts';
import { dayIn, type OccurrenceRow, type ScheduleDates, type ScheduleRow } from './view.ts';

/** The terms of a schedule, as its row holds them. */
export type ScheduleTerms = ScheduleDates & {
  /** Null when an external party is paid. */
  readonly destinationAccountId: string | null;
} & Partial<Pick<ScheduleRow, 'externalParty' | 'category' | 'reference'>> &
  Pick<
    ScheduleRow,
    | 'sourceAccountId'
    | 'currency'
    | 'amountType'
    | 'amount'
    | 'description'
    | 'catchUp'
    | 'onInsufficientFunds'
    | 'retryAttempts'
    | 'retryIntervalHours'
    | 'maxConsecutiveFailures'
    | 'notifyDaysBefore'
    | 'metadata'
  >;

/** The tenant and cause of a request, and the hash that its key is bound to. */
export interface KeyedOrder {
  readonly tenantId: string;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface ScheduleOrder extends KeyedOrder {
  readonly terms: ScheduleTerms;
}

/** A request about one schedule. */
export interface OrderOnSchedule extends KeyedOrder {
  readonly scheduleId: string;
  /** Version that the caller read (If-Match), null when it named none. */
  readonly ifVersion: number | null;
}

export interface ScheduleChange extends OrderOnSchedule {
  readonly terms: Partial<Omit<ScheduleTerms, 'currency' | 'metadata'>>;
  /** Merged into the stored metadata; null removes all metadata. */
  readonly metadata?: Metadata | null | undefined;
}

export interface ScheduleAct extends OrderOnSchedule {
  readonly act: 'pause' | 'resume' | 'cancel' | 'skip' | 'run-now';
  readonly reason: string | null;
}

const ACCOUNT_BY_ID = `SELECT tenant_id AS tenantId, customer_id AS customerId, currency, status FROM accounts
     WHERE id = ? AND kind = 'customer'`;

/**
 * Refuses accounts that do not exist, are closed, or are in another currency. Money can only go
 * from an open account of the developer to another account of the developer or to an external
 * party.
 * @returns the id of the paying customer
 */
function requirePayer(tx: Tx, tenantId: string, terms: Sides): string {
  for (const side of ['sourceAccountId', 'destinationAccountId'] as const) {
    if (isInternal(terms[side])) continue;
    const account = tx.get<{
      tenantId: string;
      customerId: string;
      currency: string;
      status: string;
    }>(ACCOUNT_BY_ID, terms[side]);
    const refusal = (code: RefusalCode, field: string = side) =>
      new Refusal(code, { pointer: `/${field}` });
    if (account?.tenantId !== tenantId) throw refusal('account_not_found');
    if (account.status === 'closed' || account.status === 'rejected') {
      throw refusal('account_closed');
    }
    if (account.currency !== terms.currency) throw refusal('currency_mismatch', 'currency');
  }
  if (terms.sourceAccountId === terms.destinationAccountId) {
    throw new Refusal('same_account', { pointer: '/destinationAccountId' });
  }
  return (
    tx.get<{ tenantId: string; customerId: string; currency: string; status: string }>(
      ACCOUNT_BY_ID,
      terms.sourceAccountId,
    )?.customerId ?? ''
  );
}

/** Refuses a schedule for the reasons that would refuse its first payment. */
function requirePayable(tx: Tx, schedule: ScheduleRow, next: OccurrenceRow): void {
  if (schedule.externalParty === null && schedule.reference === null) return;
  const amount = schedule.amountType === 'fixed' ? (schedule.amount ?? 1) : 1;
  acceptor(tx).openBankAccounts(
    acceptor(tx).rowFor(createOccurrenceDraft(schedule, next, amount, 1)),
  );
}

function startSchedule(tx: Tx, { tenantId, terms: orderTerms, cause }: ScheduleOrder): string {
  const { destinationAccountId, currency } = orderTerms;
  const payee = destinationAccountId ?? settlementId(tenantId, currency);
  const terms = { ...orderTerms, destinationAccountId: payee };
  const customerId = requirePayer(tx, tenantId, terms);
  const now = tx.clock(tenantId);
  const today = wallClockOf(now, terms.timezone).date;
  if (dayIn(terms.startDate) < today) {
    throw invalidSchedule('/startDate', 'Expected a date that is not in the past.');
  }
  const row = createScheduleRow(tenantId, customerId, {
    terms,
    clock: tx.clock,
    setBy: cause.actor,
  });
  const { schedule, next } = planOccurrence(tx, row, Number.NEGATIVE_INFINITY);
  if (!next) {
    throw invalidSchedule(
      '/recurrence',
      'The recurrence has no date: correct the start, the end or the frequency.',
    );
  }
  if (dayIn(next.localDate) < today) {
    const message = `The first date, ${next.localDate}, is in the past: choose a later start.`;
    throw invalidSchedule('/startDate', message);
  }
  // A schedule that starts today runs today, even when its time of day has passed.
  const dueAt = Math.max(next.dueAt, now);
  const first = { ...next, dueAt };
  requirePayable(tx, schedule, first);
  insertSchedule(tx, schedule, { ...first, wakeAt: wakeTimeOf(schedule, first) }, cause);
  return schedule.id;
}

/** Returns the next occurrence, or null when no date is left. Its time is in the future. */
function planAhead(tx: Tx, schedule: ScheduleRow, now: number): Plan {
  const { date } = wallClockOf(now, schedule.timezone);
  const todaysPlan = planOccurrence(tx, schedule, date - 1);
  return todaysPlan.next && todaysPlan.next.dueAt <= now
    ? planOccurrence(tx, schedule, date)
    : todaysPlan;
}

function applyChange(
  tx: Tx,
  { tenantId, terms: changedTerms, metadata, cause }: ScheduleChange,
  row: ScheduleRow,
): KeyedResult {
  const { destinationAccountId: payee, ...otherTerms } = changedTerms;
  const payeeField: { destinationAccountId?: string } =
    payee === undefined
      ? {}
      : { destinationAccountId: payee ?? settlementId(tenantId, row.currency) };
  const terms = { ...otherTerms, ...payeeField, metadata: mergeMetadata(row.metadata, metadata) };
  if (row.status === 'completed' || row.status === 'canceled') throw wrongStatus(row);
  const changed = { ...row, ...terms };
  const fields = { ...terms, customerId: requirePayer(tx, tenantId, changed), setBy: cause.actor };
  const next = findNextOccurrence(tx, row.id);
  const now = tx.clock(tenantId);
  if (next) requirePayable(tx, { ...changed, externalParty: changed.externalParty ?? null }, next);
  if (haveSameDates(row, changed)) {
    const saved = saveSchedule(tx, row, fields, { event: 'schedule.updated', cause });
    // `notifyDaysBefore` may have changed the time of the notice.
    if (next?.wakeAt) saveOccurrence(tx, next, { wakeAt: wakeTimeOf(saved, next) });
    return outcomeOf(row);
  }
  if (row.status === 'active' && next && next.dueAt <= now) {
    throw invalidState('The next occurrence is being processed: repeat the request in a moment.');
  }
  const earlierOccurrences = next === null ? row.occurrencesMade : row.occurrencesMade - 1;
  const plan = planAhead(tx, { ...changed, occurrencesMade: earlierOccurrences }, now);
  if (!plan.next) {
    throw invalidSchedule(
      '/recurrence',
      'The recurrence has no date in the future: choose a later end.',
    );
  }
  const { localDate, nominalDate, dueAt, wakeAt } = plan.next;
  if (next) {
    const processAt = row.status === 'active' ? wakeAt : null;
    saveOccurrence(tx, next, { localDate, nominalDate, dueAt, notified: 0, wakeAt: processAt });
  } else {
    insertOccurrence(tx, { ...plan.next, wakeAt: row.status === 'active' ? wakeAt : null });
  }
  const { occurrencesMade } = plan.schedule;
  saveSchedule(tx, row, { ...fields, occurrencesMade }, { event: 'schedule.updated', cause });
  return outcomeOf(row);
}

function pause(tx: Tx, row: ScheduleRow, cause: Cause): KeyedResult {
  for (const occurrence of openOccurrences(tx, row.id)) {
    if (occurrence.wakeAt !== null) saveOccurrence(tx, occurrence, { wakeAt: null });
  }
  saveSchedule(tx, row, { status: 'paused' }, { event: 'schedule.paused', cause });
  return outcomeOf(row);
}

/**
 * Skips the occurrences that fell due before the resumption, with one record and one event each.
 */
function resume(tx: Tx, row: ScheduleRow, cause: Cause): KeyedResult {
  const now = tx.clock(row.tenantId);
  let schedule: ScheduleRow = { ...row, status: 'active', consecutiveFailures: 0 };
  schedule = { ...schedule, statusCode: null, statusMessage: null };
  const resumed: ScheduleEvent = { event: 'schedule.resumed', cause };
  schedule = saveSchedule(tx, row, schedule, resumed);
  for (const occurrence of openOccurrences(tx, row.id)) {
    if (occurrence.status === 'scheduled') {
      saveOccurrence(tx, occurrence, { wakeAt: wakeTimeOf(schedule, occurrence) });
    } else if (occurrence.status === 'retrying' && hasNoOpenTransfer(tx, occurrence)) {
      saveOccurrence(tx, occurrence, { wakeAt: now });
    }
  }
  for (
    let next = findNextOccurrence(tx, row.id);
    next && next.dueAt <= now;
    next = findNextOccurrence(tx, row.id)
  ) {
    schedule = skipOccurrence(tx, schedule, next, MISSED_REASONS[row.status as 'paused'], cause);
  }
  completeIfOver(tx, schedule);
  return outcomeOf(row);
}

function cancel(tx: Tx, row: ScheduleRow, cause: Cause): KeyedResult {
  let schedule = row;
  for (const occurrence of openOccurrences(tx, row.id)) {
    if (occurrence.status === 'scheduled') {
      saveOccurrence(tx, occurrence, { status: 'canceled', wakeAt: null });
    } else if (occurrence.status === 'retrying' && hasNoOpenTransfer(tx, occurrence)) {
      const reason = { code: 'schedule_canceled', message: 'The schedule was canceled.' };
      schedule = failOccurrence(tx, schedule, occurrence, reason, cause);
    }
  }
  saveSchedule(tx, schedule, { status: 'canceled' }, { event: 'schedule.canceled', cause });
  return outcomeOf(row);
}

function skip(tx: Tx, row: ScheduleRow, { reason, cause }: ScheduleAct): KeyedResult {
  const next = findNextOccurrence(tx, row.id);
  if (!next) throw invalidState('The schedule has no occurrence left to skip.');
  const skipReason = { code: 'skipped_by_request', message: reason ?? 'Skipped on request.' };
  const afterSkip = skipOccurrence(tx, row, next, skipReason, cause);
  if (afterSkip.status === 'paused') {
    const following = findNextOccurrence(tx, row.id);
    if (following) saveOccurrence(tx, following, { wakeAt: null });
  }
  completeIfOver(tx, afterSkip);
  return outcomeOf(row);
}

function runNow(tx: Tx, row: ScheduleRow, cause: Cause): KeyedResult {
  const next = findNextOccurrence(tx, row.id);
  if (!next) throw invalidState('The schedule has no occurrence left to run.');
  const now = tx.clock(row.tenantId);
  // The occurrence is about to run, so a concurrent request is about the same date.
  if (next.dueAt <= now) return outcomeOf(row, true);
  saveOccurrence(tx, next, { dueAt: now, notified: 1, wakeAt: now });
  // Increments the version, so that of two clients with the same version one is refused (If-Match).
  saveSchedule(tx, row, {}, { event: 'schedule.updated', cause });
  return outcomeOf(row);
}

function applyAct(tx: Tx, order: ScheduleAct, row: ScheduleRow): KeyedResult {
  const to = TARGET_STATUS[order.act];
  if (to === null) {
    const allowed = row.status === 'active' || (order.act === 'skip' && row.status === 'paused');
    if (!allowed) throw wrongStatus(row);
    return order.act === 'skip' ? skip(tx, row, order) : runNow(tx, row, order.cause);
  }
  if (row.status === to) return outcomeOf(row, true);
  if (!canScheduleBecome(row.status, to)) throw wrongStatus(row);
  if (to === 'paused') return pause(tx, row, order.cause);
  return to === 'active' ? resume(tx, row, order.cause) : cancel(tx, row, order.cause);
}

/** Looks up the key, the row and its version, in this order, and binds the key to the schedule. */
function runOnSchedule(
  tx: Tx,
  order: OrderOnSchedule,
  operation: string,
  work: (row: ScheduleRow) => KeyedResult,
): KeyedResult {
  const keyUse = keyUseOf(order, operation);
  const boundId = tx.keys.find(keyUse, tx.now());
  if (boundId !== null) return { id: boundId, replayed: true };
  const row = findScheduleRow(tx, order.scheduleId);
  if (row?.tenantId !== order.tenantId) throw new Refusal('schedule_not_found');
  requireVersion(row, order.ifVersion);
  const outcome = work(row);
  tx.keys.bind(keyUse, row.id, tx.now());
  return outcome;
}

export const createSchedule = act(
  'schedule.create',
  (tx, order: ScheduleOrder): KeyedResult =>
    tx.keys.runOnce(keyUseOf(order, 'POST /v1/transactions/scheduled'), tx.now(), () =>
      startSchedule(tx, order),
    ),
);

export const changeSchedule = act(
  'schedule.change',
  (tx, order: ScheduleChange): KeyedResult =>
    runOnSchedule(tx, order, `PATCH /v1/scheduled/${order.scheduleId}`, (row) =>
      applyChange(tx, order, row),
    ),
);

export const actOnSchedule = act(
  'schedule.act',
  (tx, order: ScheduleAct): KeyedResult =>
    runOnSchedule(tx, order, `POST /v1/scheduled/${order.scheduleId}/${order.act}`, (row) =>
      applyAct(tx, order, row),
    ),
);

type Sides = Pick<ScheduleRow, 'sourceAccountId' | 'destinationAccountId' | 'currency'>;

const TARGET_STATUS: Readonly<Record<ScheduleAct['act'], ScheduleStatus | null>> = {
  pause: 'paused',
  resume: 'active',
  cancel: 'canceled',
  skip: null,
  'run-now': null,
};

function keyUseOf({ tenantId, requestHash, cause }: KeyedOrder, operation: string) {
  return { tenantId, operation, key: cause.idempotencyKey, requestHash };
}

function outcomeOf({ id }: ScheduleRow, replayed = false): KeyedResult {
  return { id, replayed };
}

function wrongStatus({ status }: ScheduleRow): Refusal {
  return invalidState(
    `The schedule is ${status}, and this operation does not apply in that status.`,
  );
}

function invalidSchedule(pointer: string, message: string): Refusal {
  return new Refusal('schedule_invalid', { pointer, message });
}

function haveSameDates(a: ScheduleDates, b: ScheduleDates): boolean {
  const facts = (row: ScheduleDates) => [
    row.startDate,
    row.recurrence,
    row.convention,
    row.calendar,
    row.timezone,
    row.localTimeMs,
  ];
  return JSON.stringify(facts(a)) === JSON.stringify(facts(b));
}
