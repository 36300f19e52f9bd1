// Renders schedules and occurrences as the API and the events show them, and computes the dates of
// a schedule from its terms.

import { type Day, formatDate, parseDate } from '../../ledger/calendar-date.ts';
import { exponentOf } from '../../ledger/currency.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import { customerAccount } from '../../ledger/internal-account.ts';
import type { Metadata } from '../../ledger/metadata.ts';
import {
  computeNextRunDate,
  type DateRule,
  type Recurrence,
  type RunDate,
} from '../../ledger/schedule.ts';
import { scheduleWorkflowId } from '../../ledger/workflow-id.ts';
import { timestamp } from '../kernel/timestamp.ts';
import { momentOf } from '../kernel/zone.ts';
import type { occurrences, schedules } from './tables.ts';

export type ScheduleRow = typeof schedules.$inferSelect;
export type OccurrenceRow = typeof occurrences.$inferSelect;

/** The fields of a schedule that determine its dates. */
export type ScheduleDates = Pick<
  ScheduleRow,
  'startDate' | 'recurrence' | 'convention' | 'calendar' | 'timezone' | 'localTimeMs'
>;

/** Number of future dates in an answer. */
const MAX_UPCOMING = 5;

/** Parses the date of a column. Columns hold only checked dates. */
export function dayIn(text: string): Day {
  const day = parseDate(text);
  if (day === null) throw new Error(`${text} is not a date`);
  return day;
}

export function recurrenceOf(row: Pick<ScheduleRow, 'recurrence'>): Recurrence {
  return JSON.parse(row.recurrence) as Recurrence;
}

function ruleOf(row: ScheduleDates): DateRule {
  return {
    startDate: dayIn(row.startDate),
    recurrence: recurrenceOf(row),
    convention: row.convention,
    calendar: row.calendar,
  };
}

/** Returns the first date after a day, without regard to `count`. */
export function dateAfter(row: ScheduleDates, after: Day): RunDate | null {
  return computeNextRunDate(ruleOf(row), after);
}

/** Returns the time at which a schedule runs on a day, in milliseconds since 1970 UTC. */
export function runTimeOf(row: ScheduleDates, date: Day): number {
  return momentOf(date, row.localTimeMs, row.timezone);
}

/** Returns the time of the notice before a run on that day, or null when none was requested. */
export function noticeTimeOf(
  row: Pick<ScheduleRow, 'notifyDaysBefore'> & ScheduleDates,
  date: Day,
): number | null {
  return row.notifyDaysBefore === null ? null : runTimeOf(row, date - row.notifyDaysBefore);
}

/** Returns true when the recurrence allows another occurrence. */
export function hasMoreRuns(row: Pick<ScheduleRow, 'recurrence'>, runCount: number): boolean {
  const { count } = recurrenceOf(row);
  return count === null || runCount < count;
}

/** Returns the next run times of an active schedule, at most `max`; none for another status. */
export function runTimesOf(row: ScheduleRow, next: OccurrenceRow | null, max: number): number[] {
  if (next === null || row.status !== 'active') return [];
  const times = [next.dueAt];
  let date = dayIn(next.localDate);
  while (times.length < max && hasMoreRuns(row, row.occurrencesMade + times.length - 1)) {
    const following = dateAfter(row, date);
    if (!following) break;
    date = following.date;
    times.push(runTimeOf(row, date));
  }
  return times;
}

/** The parts of a schedule's wire form besides its row. */
export interface ScheduleParts {
  readonly livemode: boolean;
  /** The next occurrence, which has not begun. */
  readonly next: OccurrenceRow | null;
  /** The latest occurrence that has begun or was skipped. */
  readonly last: OccurrenceRow | null;
}

/** The wire form of a schedule. Amounts in minor units. */
export function scheduleView(row: ScheduleRow, parts: ScheduleParts) {
  const upcoming = runTimesOf(row, parts.next, MAX_UPCOMING);
  const { last } = parts;
  return {
    id: row.id,
    object: 'schedule' as const,
    livemode: parts.livemode,
    status: row.status,
    statusReason: reasonOf(row),
    sourceAccountId: row.sourceAccountId,
    destinationAccountId: customerAccount(row.destinationAccountId),
    externalParty:
      row.externalParty === null
        ? null
        : (JSON.parse(row.externalParty) as Record<string, unknown>),
    customerId: row.customerId,
    amount: { type: row.amountType, value: row.amount },
    currency: row.currency,
    currencyExponent: exponentOf(row.currency),
    description: row.description,
    category: row.category,
    reference: row.reference,
    startDate: row.startDate,
    localTime: localTime(row.localTimeMs),
    timezone: row.timezone,
    recurrence: recurrenceView(recurrenceOf(row)),
    businessDayConvention: row.convention,
    businessCalendar: row.calendar,
    catchUp: row.catchUp,
    onInsufficientFunds: row.onInsufficientFunds,
    retry: { maxAttempts: row.retryAttempts, intervalHours: row.retryIntervalHours },
    maxConsecutiveFailures: row.maxConsecutiveFailures,
    notifyDaysBefore: row.notifyDaysBefore,
    nextRunAt: timestamp(upcoming[0] ?? null),
    upcoming: upcoming.map((time) => timestamp(time)),
    lastOccurrence:
      last === null
        ? null
        : {
            id: last.id,
            date: last.localDate,
            status: last.status,
            transactionId: last.transactionId,
          },
    occurrencesCompleted: row.occurrencesPosted,
    occurrencesFailed: row.occurrencesFailed,
    occurrencesSkipped: row.occurrencesSkipped,
    consecutiveFailures: row.consecutiveFailures,
    workflow: { id: scheduleWorkflowId(row.id), runId: null },
    metadata: JSON.parse(row.metadata) as Metadata,
    version: row.version,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}

export type ScheduleView = ReturnType<typeof scheduleView>;

/** The wire form of an occurrence. */
export function occurrenceView(row: OccurrenceRow, livemode: boolean) {
  return {
    id: row.id,
    object: 'occurrence' as const,
    livemode,
    scheduleId: row.scheduleId,
    date: row.localDate,
    nominalDate: row.nominalDate,
    dueAt: timestamp(row.dueAt),
    status: row.status,
    statusReason: reasonOf(row),
    amount: row.amount,
    attempts: row.attempts,
    nextAttemptAt: row.status === 'retrying' ? timestamp(row.wakeAt) : null,
    transactionId: row.transactionId,
    version: row.version,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}

export type OccurrenceView = ReturnType<typeof occurrenceView>;

function recurrenceView({ endDate, ...rest }: Recurrence) {
  return { ...rest, endDate: endDate === null ? null : formatDate(endDate) };
}

function reasonOf(row: {
  readonly statusCode: string | null;
  readonly statusMessage: string | null;
}) {
  return row.statusCode === null
    ? null
    : { code: row.statusCode, message: row.statusMessage ?? row.statusCode };
}

/** Formats milliseconds since midnight as `HH:MM:SS`. */
function localTime(ms: number): string {
  return new Date(ms % DAY_MS).toISOString().slice(11, 19);
}
