// How an occurrence ends, in the database transaction of what ended it: its transfer came to rest,
// it was left out, or it came to nothing. Its schedule counts it, and completes or is suspended.

import { type Cause, engine } from '../kernel/cause.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import type { Database } from '../kernel/connect.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Reason, ScheduleBook, ScheduleNews } from './rows.ts';
import { dayIn, type OccurrenceRow, type ScheduleRow } from './view.ts';

export interface Endings {
  /** Leaves out an occurrence that has not begun and plans the one after it. */
  leaveOut(schedule: ScheduleRow, row: OccurrenceRow, reason: Reason, cause: Cause): ScheduleRow;
  /** Ends an occurrence that came to nothing; may suspend its schedule. */
  fail(schedule: ScheduleRow, row: OccurrenceRow, reason: Reason, cause: Cause): ScheduleRow;
  /** Writes the next occurrence of a schedule, if there is one. */
  planAfter(schedule: ScheduleRow, row: OccurrenceRow): ScheduleRow;
  completeIfOver(schedule: ScheduleRow): void;
  /** True when no transfer of the occurrence is on its way. */
  isAtRest(row: OccurrenceRow): boolean;
  /** Called with each step of a transaction that an occurrence has made. */
  transactionMoved(transaction: TransactionRow): void;
}

/** Why an occurrence was missed whose schedule did not run when it was due. */
export const MISSED = {
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

const HOUR_MS = 60 * 60 * 1000;
/** What another try may heal, beside a technical fault. */
const SHORT_OF_FUNDS: readonly (string | null)[] = [
  'insufficient_funds',
  'overdraft_limit_exceeded',
];

/** The reason of a transaction whose network has sent it back. */
const RETURNED = 'rail_returned';

interface Deps {
  readonly database: Database;
  readonly book: ScheduleBook;
  readonly clock: BusinessClock;
}

/** Call its functions inside `database.write` only. */
export function occurrenceEndings({ database, book, clock }: Deps): Endings {
  const pendingOf = database.raw
    .prepare<[string], number>(
      `SELECT 1 FROM transactions WHERE id = ? AND status IN ('requires_confirmation',
       'pending_approval', 'pending_review', 'pending')`,
    )
    .pluck();

  function planAfter(schedule: ScheduleRow, row: OccurrenceRow): ScheduleRow {
    if (book.next(schedule.id)) return schedule;
    const { schedule: planned, next } = book.plan(schedule, dayIn(row.localDate));
    if (!next) return schedule;
    book.insertOccurrence(next);
    return planned;
  }

  function completeIfOver(schedule: ScheduleRow): void {
    if (schedule.status !== 'active' || book.open(schedule.id).length > 0) return;
    const cause = engine(schedule.id);
    book.save(schedule, { status: 'completed' }, { event: 'schedule.completed', cause });
  }

  function suspend(schedule: ScheduleRow, row: OccurrenceRow): void {
    for (const one of book.open(schedule.id)) {
      if (one.wakeAt !== null) book.saveOccurrence(one, { wakeAt: null });
    }
    const reason = {
      statusCode: 'too_many_failures',
      statusMessage: `${schedule.consecutiveFailures} occurrences failed in a row.`,
    };
    const news: ScheduleNews = { event: 'schedule.suspended', cause: engine(row.id) };
    book.save(schedule, { status: 'suspended', ...reason }, news);
  }

  function fail(
    schedule: ScheduleRow,
    row: OccurrenceRow,
    reason: Reason,
    cause: Cause,
  ): ScheduleRow {
    const fields = { status: 'failed' as const, wakeAt: null, ...reasonOf(reason) };
    book.saveOccurrence(row, fields, { event: 'schedule.occurrence.failed', cause });
    return book.save(schedule, {
      occurrencesMade: schedule.occurrencesMade,
      occurrencesFailed: schedule.occurrencesFailed + 1,
      consecutiveFailures: schedule.consecutiveFailures + 1,
    });
  }

  function failAndJudge(schedule: ScheduleRow, row: OccurrenceRow, reason: Reason): void {
    const failed = fail(schedule, row, reason, engine(row.id));
    const isLast = book.open(schedule.id).length === 0;
    const tooMany = failed.consecutiveFailures >= failed.maxConsecutiveFailures;
    if (failed.status === 'active' && tooMany && !isLast) suspend(failed, row);
    else completeIfOver(failed);
  }

  function retry(schedule: ScheduleRow, row: OccurrenceRow, reason: Reason): void {
    // A schedule that was paused meanwhile tries again when it is resumed.
    const nextTry = clock(row.tenantId) + schedule.retryIntervalHours * HOUR_MS;
    const wakeAt = schedule.status === 'active' ? nextTry : null;
    const fields = { status: 'retrying' as const, wakeAt, ...reasonOf(reason) };
    const cause = engine(row.id);
    book.saveOccurrence(row, fields, { event: 'schedule.occurrence.retrying', cause });
  }

  function transactionEnded(schedule: ScheduleRow, row: OccurrenceRow, to: TransactionRow): void {
    const code = to.statusCode ?? `transaction_${to.status}`;
    const reason = {
      code,
      message: to.statusMessage ?? `The transfer of the occurrence is ${to.status}.`,
    };
    const short = to.status === 'declined' && SHORT_OF_FUNDS.includes(to.statusCode);
    const heals = short || to.status === 'failed';
    const goesOn = schedule.status !== 'canceled' && schedule.status !== 'completed';
    const mayRetry = schedule.onInsufficientFunds === 'retry' && goesOn;
    if (heals && mayRetry && row.attempts < schedule.retryAttempts) retry(schedule, row, reason);
    // The money went away between the look at the balance and the booking: no failure to count.
    else if (short && schedule.onInsufficientFunds === 'skip') {
      const calm = { ...schedule, consecutiveFailures: schedule.consecutiveFailures - 1 };
      completeIfOver(fail(calm, row, reason, engine(row.id)));
    } else failAndJudge(schedule, row, reason);
  }

  /** Its network has led the money back, days after it was posted; a second try would meet the same. */
  function comeBack(schedule: ScheduleRow, row: OccurrenceRow, to: TransactionRow): void {
    const reason = { code: RETURNED, message: to.statusMessage ?? RETURNED };
    const occurrencesPosted = schedule.occurrencesPosted - 1;
    failAndJudge({ ...schedule, occurrencesPosted }, row, reason);
  }

  return {
    planAfter,
    completeIfOver,
    fail,
    isAtRest: (row) => row.transactionId === null || !pendingOf.get(row.transactionId),
    leaveOut(schedule, row, reason, cause) {
      const fields = { status: 'skipped' as const, wakeAt: null, ...reasonOf(reason) };
      book.saveOccurrence(row, fields, { event: 'schedule.occurrence.skipped', cause });
      const planned = planAfter(schedule, row);
      return book.save(planned, { occurrencesSkipped: planned.occurrencesSkipped + 1 });
    },
    transactionMoved(transaction) {
      const row = book.occurrence(transaction.occurrenceId ?? '');
      if (row?.transactionId !== transaction.id) return;
      const schedule = book.find(row.scheduleId);
      if (!schedule) return;
      if (row.status === 'posted') {
        if (transaction.statusCode === RETURNED) comeBack(schedule, row, transaction);
        return;
      }
      if (row.status !== 'processing' && row.status !== 'retrying') return;
      switch (transaction.status) {
        case 'posted': {
          const news: ScheduleNews = { event: 'schedule.occurrence.posted', cause: engine(row.id) };
          const clear = { statusCode: null, statusMessage: null };
          book.saveOccurrence(row, { status: 'posted', wakeAt: null, ...clear }, news);
          const occurrencesPosted = schedule.occurrencesPosted + 1;
          completeIfOver(book.save(schedule, { occurrencesPosted, consecutiveFailures: 0 }));
          return;
        }
        case 'declined':
        case 'failed':
        case 'canceled':
        case 'expired':
          transactionEnded(schedule, row, transaction);
          return;
        default:
          return;
      }
    },
  };
}

function reasonOf({ code, message }: Reason) {
  return { statusCode: code, statusMessage: message };
}
