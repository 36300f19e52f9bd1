// The rows of schedules and occurrences. A changed row and its event are written together. The
// callers decide when each change happens.

import type { Day } from '../../ledger/calendar-date.ts';
import { formatDate } from '../../ledger/calendar-date.ts';
import type { EventType } from '../../ledger/event.ts';
import type { Cause } from '../kernel/cause.ts';
import { listPreviousValues } from '../kernel/changed-fields.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import { columnsOf, inserter, insertOf, updateOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { mintDated } from '../kernel/mint.ts';
import { prepareOnce } from '../kernel/statements.ts';
import type { Tx } from '../kernel/tx.ts';
import type { ScheduleTerms } from './acts.ts';
import { occurrences, schedules } from './tables.ts';
import {
  dateAfter,
  dayIn,
  hasMoreRuns,
  noticeTimeOf,
  type OccurrenceRow,
  occurrenceView,
  runTimeOf,
  type ScheduleRow,
  scheduleView,
} from './view.ts';

export interface Reason {
  readonly code: string;
  readonly message: string;
}

/** A changed schedule with its next occurrence, before anything is written. */
export interface Plan {
  readonly schedule: ScheduleRow;
  /** Null when no date is left. */
  readonly next: OccurrenceRow | null;
}

/** The event of a change, and its cause. */
export interface ScheduleEvent {
  readonly event: EventType;
  readonly cause: Cause;
}

/** Columns that no act may change; triggers enforce it. */
const IDENTITY = ['id', 'tenantId', 'createdAt'];
/** Counters that the statements increment themselves, because the row in memory may be older. */
const COUNTERS = ['changes', 'shownChanges'];

const SELECT_OCCURRENCES = `SELECT ${columnsOf(occurrences)} FROM occurrences`;
const BY_ID = `SELECT ${columnsOf(schedules)} FROM schedules WHERE id = ?`;
const OCCURRENCE_BY_ID = `${SELECT_OCCURRENCES} WHERE id = ?`;
const NEXT_BY_SCHEDULE = `${SELECT_OCCURRENCES} WHERE schedule_id = ? AND status = 'scheduled'`;
const OPEN_BY_SCHEDULE = `${SELECT_OCCURRENCES} WHERE schedule_id = ? AND status IN ('scheduled', 'processing', 'retrying')
     ORDER BY id`;
const LAST_BY_SCHEDULE = `${SELECT_OCCURRENCES} WHERE schedule_id = ? AND status NOT IN ('scheduled', 'canceled')
     ORDER BY id DESC LIMIT 1`;
const OCCURRENCE_EXISTS = `SELECT 1 FROM occurrences WHERE schedule_id = ? AND local_date = ?
       AND status <> 'scheduled'`;
const INSERT_SCHEDULE = `INSERT INTO schedules ${insertOf(schedules)}`;
const insertRow = prepareOnce(({ raw }: Database) => inserter(raw, occurrences));
const UPDATE = `UPDATE schedules SET ${updateOf(schedules, [...IDENTITY, ...COUNTERS])},
     changes = changes + 1 WHERE id = @id`;
// Most changes update only counters, whose columns are in no index.
const COUNT = `UPDATE schedules SET occurrences_made = @occurrencesMade,
     occurrences_posted = @occurrencesPosted, occurrences_failed = @occurrencesFailed,
     occurrences_skipped = @occurrencesSkipped, consecutive_failures = @consecutiveFailures,
     version = @version, updated_at = @updatedAt, changes = changes + 1 WHERE id = @id`;
const COUNT_CHANGE = 'UPDATE schedules SET changes = changes + 1 WHERE id = ?';
const FIXED_COLUMNS = [...IDENTITY, 'scheduleId'];
const UPDATE_ROW = `UPDATE occurrences SET ${updateOf(occurrences, FIXED_COLUMNS)} WHERE id = @id`;
// Dates rarely change, and an update that names an indexed column writes the index.
const UPDATE_STATE = `UPDATE occurrences SET ${updateOf(occurrences, [...FIXED_COLUMNS, 'localDate', 'nominalDate', 'dueAt'])}
     WHERE id = @id`;
const HAS_OPEN = `SELECT 1 FROM occurrences WHERE schedule_id = ?
     AND status IN ('scheduled', 'processing', 'retrying') LIMIT 1`;

function emitEvent(
  tx: Tx,
  row: ScheduleRow,
  type: EventType,
  cause: Cause,
  before?: ScheduleRow,
): void {
  const context = {
    livemode: tx.livemode,
    next: tx.get<OccurrenceRow>(NEXT_BY_SCHEDULE, row.id) ?? null,
    last: tx.get<OccurrenceRow>(LAST_BY_SCHEDULE, row.id) ?? null,
  };
  const object = scheduleView(row, context);
  const previous = before && listPreviousValues(scheduleView(before, context), object);
  tx.emit({ tenantId: row.tenantId, type, object, previous, cause, at: row.updatedAt });
}

/** Returns when the engine must process a waiting occurrence. */
export function wakeTimeOf(schedule: ScheduleRow, row: OccurrenceRow): number {
  const noticeTime = row.notified === 1 ? null : noticeTimeOf(schedule, dayIn(row.localDate));
  return noticeTime === null ? row.dueAt : Math.min(noticeTime, row.dueAt);
}

/** Plans the first occurrence after a day, on a date without an occurrence. */
export function planOccurrence(tx: Tx, schedule: ScheduleRow, after: Day): Plan {
  if (!hasMoreRuns(schedule, schedule.occurrencesMade)) return { schedule, next: null };
  let date = dateAfter(schedule, after);
  while (date && tx.value<number>(OCCURRENCE_EXISTS, schedule.id, formatDate(date.date))) {
    date = dateAfter(schedule, date.date);
  }
  if (!date) return { schedule, next: null };
  const newRow = newOccurrence(schedule, tx.clock, {
    localDate: formatDate(date.date),
    nominalDate: formatDate(date.nominal),
    dueAt: runTimeOf(schedule, date.date),
  });
  const next = { ...newRow, wakeAt: wakeTimeOf(schedule, newRow) };
  return { schedule: { ...schedule, occurrencesMade: schedule.occurrencesMade + 1 }, next };
}

export function findScheduleRow(tx: Tx, id: string): ScheduleRow | undefined {
  return tx.get<ScheduleRow>(BY_ID, id);
}

export function findOccurrence(tx: Tx, id: string): OccurrenceRow | undefined {
  return tx.get<OccurrenceRow>(OCCURRENCE_BY_ID, id);
}

/** Returns the next occurrence, which has not begun. */
export function findNextOccurrence(tx: Tx, id: string): OccurrenceRow | null {
  return tx.get<OccurrenceRow>(NEXT_BY_SCHEDULE, id) ?? null;
}

/** Lists the occurrences that are not final. */
export function openOccurrences(tx: Tx, id: string): OccurrenceRow[] {
  return tx.all<OccurrenceRow>(OPEN_BY_SCHEDULE, id);
}

/** Returns true while an occurrence is not final. */
export function hasOpenOccurrence(tx: Tx, id: string): boolean {
  return tx.value<number>(HAS_OPEN, id) !== undefined;
}

export function insertSchedule(
  tx: Tx,
  schedule: ScheduleRow,
  next: OccurrenceRow,
  cause: Cause,
): void {
  tx.run(INSERT_SCHEDULE, schedule);
  insertOccurrence(tx, next);
  emitEvent(tx, schedule, 'schedule.created', cause);
}

export function insertOccurrence(tx: Tx, row: OccurrenceRow): void {
  insertRow(tx.database)(row);
}

/** Writes a change of a schedule; without an event, only its figures. */
export function saveSchedule(
  tx: Tx,
  row: ScheduleRow,
  fields: Partial<ScheduleRow>,
  scheduleEvent?: ScheduleEvent,
): ScheduleRow {
  const updatedAt = Math.max(tx.clock(row.tenantId), row.updatedAt);
  const next = { ...row, ...fields, version: row.version + 1, updatedAt };
  tx.run(scheduleEvent ? UPDATE : COUNT, next);
  if (scheduleEvent) emitEvent(tx, next, scheduleEvent.event, scheduleEvent.cause, row);
  return next;
}

/** Writes a change of an occurrence, and counts it in its schedule. */
export function saveOccurrence(
  tx: Tx,
  row: OccurrenceRow,
  fields: Partial<OccurrenceRow>,
  scheduleEvent?: ScheduleEvent,
): OccurrenceRow {
  const next = writeOccurrence(tx, row, fields, scheduleEvent);
  if (next.status !== row.status || next.dueAt !== row.dueAt) countChange(tx, row);
  return next;
}

/** Counts a change of an occurrence, which `writeOccurrence` has written, in its schedule. */
export function countChange(tx: Tx, { scheduleId }: OccurrenceRow): void {
  tx.run(COUNT_CHANGE, scheduleId);
}

/** Writes a change of an occurrence without counting it: its schedule is saved in the same act. */
export function writeOccurrence(
  tx: Tx,
  row: OccurrenceRow,
  fields: Partial<OccurrenceRow>,
  scheduleEvent?: ScheduleEvent,
): OccurrenceRow {
  const updatedAt = Math.max(tx.clock(row.tenantId), row.updatedAt);
  const next = { ...row, ...fields, version: row.version + 1, updatedAt };
  const isDateChanged = next.localDate !== row.localDate || next.dueAt !== row.dueAt;
  tx.run(isDateChanged || next.nominalDate !== row.nominalDate ? UPDATE_ROW : UPDATE_STATE, next);
  if (scheduleEvent) {
    const object = occurrenceView(next, tx.livemode);
    const { event: type, cause } = scheduleEvent;
    const previous = listPreviousValues(occurrenceView(row, tx.livemode), object);
    tx.emit({ tenantId: row.tenantId, type, object, previous, cause, at: updatedAt });
  }
  return next;
}

/** Builds a new schedule, before anything is written. */
export function createScheduleRow(
  tenantId: string,
  customerId: string,
  creation: {
    readonly terms: ScheduleTerms & Pick<ScheduleRow, 'destinationAccountId'>;
    readonly clock: BusinessClock;
    readonly setBy: string;
  },
): ScheduleRow {
  const { terms, clock, setBy } = creation;
  const { id, at } = mintDated('schedule', tenantId, clock);
  return {
    id,
    tenantId,
    status: 'active',
    statusCode: null,
    statusMessage: null,
    customerId,
    externalParty: null,
    category: null,
    reference: null,
    ...terms,
    setBy,
    occurrencesMade: 0,
    occurrencesPosted: 0,
    occurrencesFailed: 0,
    occurrencesSkipped: 0,
    consecutiveFailures: 0,
    version: 1,
    createdAt: at,
    updatedAt: at,
    changes: 1,
    shownChanges: 0,
  };
}

function newOccurrence(
  schedule: ScheduleRow,
  clock: BusinessClock,
  dates: Pick<OccurrenceRow, 'localDate' | 'nominalDate' | 'dueAt'>,
): OccurrenceRow {
  const { id, at } = mintDated('occurrence', schedule.tenantId, clock);
  return {
    id,
    tenantId: schedule.tenantId,
    scheduleId: schedule.id,
    ...dates,
    status: 'scheduled',
    statusCode: null,
    statusMessage: null,
    amount: null,
    attempts: 0,
    transactionId: null,
    wakeAt: null,
    notified: 0,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
}
