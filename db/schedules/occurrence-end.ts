// Ends an occurrence in the same database transaction as the cause: its transfer came to rest, or
// the occurrence was skipped or failed. Its schedule counts the occurrence, and completes or is
// suspended.

import { HOUR_MS } from '../../ledger/durations.ts';
import { type Cause, engineCause } from '../kernel/cause.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';
import {
  findNextOccurrence,
  findOccurrence,
  findScheduleRow,
  hasOpenOccurrence,
  insertOccurrence,
  openOccurrences,
  planOccurrence,
  type Reason,
  type ScheduleEvent,
  saveOccurrence,
  saveSchedule,
  writeOccurrence,
} from './rows.ts';
import { dayIn, type OccurrenceRow, type ScheduleRow } from './view.ts';

/**
 * Reasons of occurrences that were missed because their schedule did not run when they were due.
 */
export const MISSED_REASONS = {
  paused: {
    code: 'missed_while_paused',
    message: 'The occurrence was due while the schedule was paused.',
  },
  suspended: {
    code: 'missed_while_suspended',
    message: 'The occurrence was due while the schedule was suspended.',
  },
  late: {
    code: 'missed',
    message: 'The occurrence could not run in time, and `catchUp` does not repeat it.',
  },
} as const;

/** Refusals that a retry may overcome, besides a technical fault. */
const SHORT_OF_FUNDS: readonly (string | null)[] = [
  'insufficient_funds',
  'overdraft_limit_exceeded',
];

/** The status code of a transaction that its network has returned. */
const RETURNED_CODE = 'rail_returned';

const PENDING_TRANSACTION = `SELECT 1 FROM transactions WHERE id = ? AND status IN ('requires_confirmation',
       'pending_approval', 'pending_review', 'pending')`;

/** Writes the next occurrence of a schedule, if there is one. */
export function planAfter(tx: Tx, schedule: ScheduleRow, row: OccurrenceRow): ScheduleRow {
  if (findNextOccurrence(tx, schedule.id)) return schedule;
  const { schedule: planned, next } = planOccurrence(tx, schedule, dayIn(row.localDate));
  if (!next) return schedule;
  insertOccurrence(tx, next);
  return planned;
}

export function completeIfOver(tx: Tx, schedule: ScheduleRow): void {
  if (schedule.status !== 'active' || hasOpenOccurrence(tx, schedule.id)) return;
  const cause = engineCause(schedule.id);
  saveSchedule(tx, schedule, { status: 'completed' }, { event: 'schedule.completed', cause });
}

function suspend(tx: Tx, schedule: ScheduleRow, row: OccurrenceRow): void {
  for (const occurrence of openOccurrences(tx, schedule.id)) {
    if (occurrence.wakeAt !== null) saveOccurrence(tx, occurrence, { wakeAt: null });
  }
  const reason = {
    statusCode: 'too_many_failures',
    statusMessage: `${schedule.consecutiveFailures} occurrences failed in a row.`,
  };
  const scheduleEvent: ScheduleEvent = { event: 'schedule.suspended', cause: engineCause(row.id) };
  saveSchedule(tx, schedule, { status: 'suspended', ...reason }, scheduleEvent);
}

/** Ends an occurrence as failed, which may suspend its schedule. */
export function failOccurrence(
  tx: Tx,
  schedule: ScheduleRow,
  row: OccurrenceRow,
  reason: Reason,
  cause: Cause,
): ScheduleRow {
  const fields = { status: 'failed' as const, wakeAt: null, ...reasonOf(reason) };
  writeOccurrence(tx, row, fields, { event: 'schedule.occurrence.failed', cause });
  return saveSchedule(tx, schedule, {
    occurrencesMade: schedule.occurrencesMade,
    occurrencesFailed: schedule.occurrencesFailed + 1,
    consecutiveFailures: schedule.consecutiveFailures + 1,
  });
}

function failAndUpdateSchedule(
  tx: Tx,
  schedule: ScheduleRow,
  row: OccurrenceRow,
  reason: Reason,
): void {
  const failed = failOccurrence(tx, schedule, row, reason, engineCause(row.id));
  const isLast = !hasOpenOccurrence(tx, schedule.id);
  const hasTooManyFailures = failed.consecutiveFailures >= failed.maxConsecutiveFailures;
  if (failed.status === 'active' && hasTooManyFailures && !isLast) suspend(tx, failed, row);
  else completeIfOver(tx, failed);
}

function retry(tx: Tx, schedule: ScheduleRow, row: OccurrenceRow, reason: Reason): void {
  // A schedule that was paused meanwhile retries when it is resumed.
  const nextTry = tx.clock(row.tenantId) + schedule.retryIntervalHours * HOUR_MS;
  const wakeAt = schedule.status === 'active' ? nextTry : null;
  const fields = { status: 'retrying' as const, wakeAt, ...reasonOf(reason) };
  const cause = engineCause(row.id);
  saveOccurrence(tx, row, fields, { event: 'schedule.occurrence.retrying', cause });
}

function endWithTransaction(
  tx: Tx,
  schedule: ScheduleRow,
  row: OccurrenceRow,
  transaction: TransactionRow,
): void {
  const code = transaction.statusCode ?? `transaction_${transaction.status}`;
  const reason = {
    code,
    message:
      transaction.statusMessage ?? `The transfer of the occurrence is ${transaction.status}.`,
  };
  const isShortOfFunds =
    transaction.status === 'declined' && SHORT_OF_FUNDS.includes(transaction.statusCode);
  const isRetriable = isShortOfFunds || transaction.status === 'failed';
  const isOngoing = schedule.status !== 'canceled' && schedule.status !== 'completed';
  const mayRetry = schedule.onInsufficientFunds === 'retry' && isOngoing;
  if (isRetriable && mayRetry && row.attempts < schedule.retryAttempts)
    retry(tx, schedule, row, reason);
  // The balance changed between the read and the booking, which does not count as a failure.
  else if (isShortOfFunds && schedule.onInsufficientFunds === 'skip') {
    const scheduleWithoutFailure = {
      ...schedule,
      consecutiveFailures: schedule.consecutiveFailures - 1,
    };
    completeIfOver(
      tx,
      failOccurrence(tx, scheduleWithoutFailure, row, reason, engineCause(row.id)),
    );
  } else failAndUpdateSchedule(tx, schedule, row, reason);
}

/**
 * Ends an occurrence whose network returned the money days after the posting. A retry would be
 * returned again.
 */
function failReturned(
  tx: Tx,
  schedule: ScheduleRow,
  row: OccurrenceRow,
  transaction: TransactionRow,
): void {
  const reason = { code: RETURNED_CODE, message: transaction.statusMessage ?? RETURNED_CODE };
  const occurrencesPosted = schedule.occurrencesPosted - 1;
  failAndUpdateSchedule(tx, { ...schedule, occurrencesPosted }, row, reason);
}

/** True when the occurrence has no open transfer. */
export function hasNoOpenTransfer(tx: Tx, row: OccurrenceRow): boolean {
  return row.transactionId === null || !tx.value<number>(PENDING_TRANSACTION, row.transactionId);
}

/** Skips an occurrence that has not begun and plans the next one. */
export function skipOccurrence(
  tx: Tx,
  schedule: ScheduleRow,
  row: OccurrenceRow,
  reason: Reason,
  cause: Cause,
): ScheduleRow {
  const fields = { status: 'skipped' as const, wakeAt: null, ...reasonOf(reason) };
  writeOccurrence(tx, row, fields, { event: 'schedule.occurrence.skipped', cause });
  const planned = planAfter(tx, schedule, row);
  return saveSchedule(tx, planned, { occurrencesSkipped: planned.occurrencesSkipped + 1 });
}

/** Handles each step of a transaction of an occurrence. */
export function followOccurrence(tx: Tx, transaction: TransactionRow): void {
  const row = findOccurrence(tx, transaction.occurrenceId ?? '');
  if (row?.transactionId !== transaction.id) return;
  const schedule = findScheduleRow(tx, row.scheduleId);
  if (!schedule) return;
  if (row.status === 'posted') {
    if (transaction.statusCode === RETURNED_CODE) failReturned(tx, schedule, row, transaction);
    return;
  }
  if (row.status !== 'processing' && row.status !== 'retrying') return;
  switch (transaction.status) {
    case 'posted': {
      const scheduleEvent: ScheduleEvent = {
        event: 'schedule.occurrence.posted',
        cause: engineCause(row.id),
      };
      const noReason = { statusCode: null, statusMessage: null };
      writeOccurrence(tx, row, { status: 'posted', wakeAt: null, ...noReason }, scheduleEvent);
      const occurrencesPosted = schedule.occurrencesPosted + 1;
      completeIfOver(tx, saveSchedule(tx, schedule, { occurrencesPosted, consecutiveFailures: 0 }));
      return;
    }
    case 'declined':
    case 'failed':
    case 'canceled':
    case 'expired':
      endWithTransaction(tx, schedule, row, transaction);
      return;
    default:
      return;
  }
}

function reasonOf({ code, message }: Reason) {
  return { statusCode: code, statusMessage: message };
}
