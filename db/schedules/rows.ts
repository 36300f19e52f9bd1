// The rows of schedules and occurrences and what is written with each change of them: the row and
// its event go together. Which change comes when is decided by its callers.

import type { Day } from '../../ledger/calendar-date.ts';
import { formatDate } from '../../ledger/calendar-date.ts';
import type { EventType } from '../../ledger/event.ts';
import type { Cause } from '../kernel/cause.ts';
import { changedFields } from '../kernel/changed-fields.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import { columnsOf, insertOf, updateOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { mintDated } from '../kernel/mint.ts';
import type { TxParts } from '../kernel/tx.ts';
import type { ScheduleTerms } from './acts.ts';
import { occurrences, schedules } from './tables.ts';
import {
  dateAfter,
  dayIn,
  hasMore,
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

/** A schedule as it will stand with its next occurrence, before anything is written. */
export interface Plan {
  readonly schedule: ScheduleRow;
  /** Null when no date is left. */
  readonly next: OccurrenceRow | null;
}

/** The event that goes with a change, and who caused it. */
export interface ScheduleNews {
  readonly event: EventType;
  readonly cause: Cause;
}

export interface ScheduleBook {
  find(id: string): ScheduleRow | undefined;
  occurrence(id: string): OccurrenceRow | undefined;
  /** The occurrence that is still to come. */
  next(scheduleId: string): OccurrenceRow | null;
  /** Those that are not final. */
  open(scheduleId: string): OccurrenceRow[];
  /** The first occurrence after a day whose date is not taken yet. */
  plan(schedule: ScheduleRow, after: Day): Plan;
  /** When the engine has to look at an occurrence that waits for its time. */
  wakeOf(schedule: ScheduleRow, occurrence: OccurrenceRow): number;
  insert(schedule: ScheduleRow, next: OccurrenceRow, cause: Cause): void;
  insertOccurrence(row: OccurrenceRow): void;
  /** Writes a change of a schedule; without an event, only its figures. */
  save(row: ScheduleRow, fields: Partial<ScheduleRow>, news?: ScheduleNews): ScheduleRow;
  saveOccurrence(
    row: OccurrenceRow,
    fields: Partial<OccurrenceRow>,
    news?: ScheduleNews,
  ): OccurrenceRow;
}

/** Columns that the database lets no act change. */
const IDENTITY = ['id', 'tenantId', 'createdAt'];
/** Counted by the statements themselves: the row in hand may be older than the counters. */
const COUNTERS = ['changes', 'shownChanges'];

interface Deps {
  readonly database: Database;
  readonly emit: TxParts['emit'];
  readonly livemode: boolean;
  readonly clock: BusinessClock;
}

/** Call its writing functions inside `database.write` only. */
export function scheduleBook(deps: Deps): ScheduleBook {
  const { raw } = deps.database;
  const byId = raw.prepare<[string], ScheduleRow>(
    `SELECT ${columnsOf(schedules)} FROM schedules WHERE id = ?`,
  );
  const ofOccurrence = `SELECT ${columnsOf(occurrences)} FROM occurrences`;
  const occurrenceById = raw.prepare<[string], OccurrenceRow>(`${ofOccurrence} WHERE id = ?`);
  const nextOf = raw.prepare<[string], OccurrenceRow>(
    `${ofOccurrence} WHERE schedule_id = ? AND status = 'scheduled'`,
  );
  const openOf = raw.prepare<[string], OccurrenceRow>(
    `${ofOccurrence} WHERE schedule_id = ? AND status IN ('scheduled', 'processing', 'retrying')
     ORDER BY id`,
  );
  const lastOf = raw.prepare<[string], OccurrenceRow>(
    `${ofOccurrence} WHERE schedule_id = ? AND status NOT IN ('scheduled', 'canceled')
     ORDER BY id DESC LIMIT 1`,
  );
  const taken = raw
    .prepare<[string, string], number>(
      `SELECT 1 FROM occurrences WHERE schedule_id = ? AND local_date = ?
       AND status <> 'scheduled'`,
    )
    .pluck();
  const insertSchedule = raw.prepare(`INSERT INTO schedules ${insertOf(schedules)}`);
  const insertRow = raw.prepare(`INSERT INTO occurrences ${insertOf(occurrences)}`);
  const update = raw.prepare(
    `UPDATE schedules SET ${updateOf(schedules, [...IDENTITY, ...COUNTERS])},
     changes = changes + 1 WHERE id = @id`,
  );
  // Most changes only move figures: their columns are in no index.
  const count = raw.prepare(
    `UPDATE schedules SET occurrences_made = @occurrencesMade,
     occurrences_posted = @occurrencesPosted, occurrences_failed = @occurrencesFailed,
     occurrences_skipped = @occurrencesSkipped, consecutive_failures = @consecutiveFailures,
     version = @version, updated_at = @updatedAt, changes = changes + 1 WHERE id = @id`,
  );
  const countChange = raw.prepare<[string]>(
    'UPDATE schedules SET changes = changes + 1 WHERE id = ?',
  );
  const updateRow = raw.prepare(
    `UPDATE occurrences SET ${updateOf(occurrences, [...IDENTITY, 'scheduleId'])} WHERE id = @id`,
  );

  function emitEvent(row: ScheduleRow, type: EventType, cause: Cause, before?: ScheduleRow): void {
    const around = {
      livemode: deps.livemode,
      next: nextOf.get(row.id) ?? null,
      last: lastOf.get(row.id) ?? null,
    };
    const object = scheduleView(row, around);
    const previous = before && changedFields(scheduleView(before, around), object);
    deps.emit({ tenantId: row.tenantId, type, object, previous, cause, at: row.updatedAt });
  }

  function wakeOf(schedule: ScheduleRow, row: OccurrenceRow): number {
    const notice = row.notified === 1 ? null : noticeTimeOf(schedule, dayIn(row.localDate));
    return notice === null ? row.dueAt : Math.min(notice, row.dueAt);
  }

  function plan(schedule: ScheduleRow, after: Day): Plan {
    if (!hasMore(schedule, schedule.occurrencesMade)) return { schedule, next: null };
    let found = dateAfter(schedule, after);
    while (found && taken.get(schedule.id, formatDate(found.date))) {
      found = dateAfter(schedule, found.date);
    }
    if (!found) return { schedule, next: null };
    const blank = newOccurrence(schedule, deps.clock, {
      localDate: formatDate(found.date),
      nominalDate: formatDate(found.nominal),
      dueAt: runTimeOf(schedule, found.date),
    });
    const next = { ...blank, wakeAt: wakeOf(schedule, blank) };
    return { schedule: { ...schedule, occurrencesMade: schedule.occurrencesMade + 1 }, next };
  }

  return {
    find: (id) => byId.get(id),
    occurrence: (id) => occurrenceById.get(id),
    next: (id) => nextOf.get(id) ?? null,
    open: (id) => openOf.all(id),
    plan,
    wakeOf,
    insert(schedule, next, cause) {
      insertSchedule.run(schedule);
      insertRow.run(next);
      emitEvent(schedule, 'schedule.created', cause);
    },
    insertOccurrence: (row) => void insertRow.run(row),
    save(row, fields, news) {
      const updatedAt = Math.max(deps.clock(row.tenantId), row.updatedAt);
      const next = { ...row, ...fields, version: row.version + 1, updatedAt };
      (news ? update : count).run(next);
      if (news) emitEvent(next, news.event, news.cause, row);
      return next;
    },
    saveOccurrence(row, fields, news) {
      const updatedAt = Math.max(deps.clock(row.tenantId), row.updatedAt);
      const next = { ...row, ...fields, version: row.version + 1, updatedAt };
      updateRow.run(next);
      if (next.status !== row.status || next.dueAt !== row.dueAt) countChange.run(row.scheduleId);
      if (news) {
        const object = occurrenceView(next, deps.livemode);
        const { event: type, cause } = news;
        const previous = changedFields(occurrenceView(row, deps.livemode), object);
        deps.emit({ tenantId: row.tenantId, type, object, previous, cause, at: updatedAt });
      }
      return next;
    },
  };
}

/** A schedule as it begins, before anything is written. */
export function newSchedule(
  tenantId: string,
  customerId: string,
  set: {
    readonly terms: ScheduleTerms & Pick<ScheduleRow, 'destinationAccountId'>;
    readonly clock: BusinessClock;
    readonly setBy: string;
  },
): ScheduleRow {
  const { terms, clock, setBy } = set;
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
