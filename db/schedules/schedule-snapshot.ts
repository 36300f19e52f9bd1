// The state of a schedule that its workflow shows operators, and the schedules whose workflow is
// missing or outdated. Ids, states, dates and figures only, because Temporal does not encrypt them.

import { customerAccount } from '../../ledger/internal-account.ts';
import type {
  AmountType,
  Frequency,
  OccurrenceStatus,
  ScheduleStatus,
} from '../../ledger/schedule.ts';
import { act } from '../kernel/act.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { LedgerReads, ReadLedger } from '../kernel/ledger-reads.ts';
import { IN_GIVEN_LIST } from '../kernel/sets.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { occurrences, schedules } from './tables.ts';
import { type OccurrenceRow, recurrenceOf, type ScheduleRow } from './view.ts';

/** An occurrence, and the workflow of its transfer. */
export interface OccurrenceSnapshot {
  readonly id: string;
  /** `2026-12-31`. */
  readonly date: string;
  readonly status: OccurrenceStatus;
  readonly code: string | null;
  readonly attempts: number;
  readonly transactionId: string | null;
  readonly workflowId: string | null;
}

export interface ScheduleSnapshot {
  readonly id: string;
  readonly tenantId: string;
  readonly customerId: string;
  readonly sourceAccountId: string;
  /** Null for an external party. */
  readonly destinationAccountId: string | null;
  readonly status: ScheduleStatus;
  readonly code: string | null;
  readonly amountType: AmountType;
  /** Null when a run moves the whole balance. */
  readonly amountMinor: number | null;
  readonly currency: string;
  readonly frequency: Frequency;
  readonly interval: number;
  readonly dayOfMonth: number | null;
  readonly dayOfWeek: number | null;
  readonly startDate: string;
  readonly next: (OccurrenceSnapshot & { readonly dueAt: number }) | null;
  /** The latest occurrence that has begun or was skipped. */
  readonly last: OccurrenceSnapshot | null;
  readonly posted: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failuresInARow: number;
  readonly maxFailuresInARow: number;
  /**
   * Milliseconds until its rows change without a request, or null when nothing is due or a test
   * clock moves them.
   */
  readonly dueInMs: number | null;
}

type SnapshotLedger = Pick<ReadLedger, 'database' | 'livemode' | 'clock'>;

const statementsOf = prepareOnce(({ raw }: Database) => ({
  byId: raw.prepare<[string], ScheduleRow>(
    `SELECT ${columnsOf(schedules)} FROM schedules WHERE id = ?`,
  ),
  next: raw.prepare<[string], OccurrenceRow>(
    `SELECT ${columnsOf(occurrences)} FROM occurrences
     WHERE schedule_id = ? AND status = 'scheduled'`,
  ),
  last: raw.prepare<[string], OccurrenceRow>(
    `SELECT ${columnsOf(occurrences)} FROM occurrences
     WHERE schedule_id = ? AND status NOT IN ('scheduled', 'canceled')
     ORDER BY id DESC LIMIT 1`,
  ),
  dueAt: raw
    .prepare<[string], number | null>(
      `SELECT min(CASE status WHEN 'scheduled' THEN due_at ELSE wake_at END) FROM occurrences
       WHERE schedule_id = ? AND status IN ('scheduled', 'retrying') AND wake_at IS NOT NULL`,
    )
    .pluck(),
  workflowId: raw
    .prepare<[string], string | null>('SELECT workflow_id FROM transactions WHERE id = ?')
    .pluck(),
  markShown: raw.prepare<[number, string]>('UPDATE schedules SET shown_changes = ? WHERE id = ?'),
  markUnshown: raw.prepare<[string]>(
    `UPDATE schedules SET shown_changes = 0 WHERE id IN ${IN_GIVEN_LIST} AND shown_changes > 0`,
  ),
  unshown: raw.prepare<[string, number], UnshownSchedule>(
    `SELECT id, changes, tenant_id AS tenantId FROM schedules INDEXED BY schedules_unshown
     WHERE changes > shown_changes AND id > +? ORDER BY id LIMIT +?`,
  ),
  due: raw
    .prepare<[number], number>(
      'SELECT 1 FROM occurrences INDEXED BY occurrences_due WHERE wake_at <= ? LIMIT 1',
    )
    .pluck(),
  carried: raw
    .prepare<[string, number], string>(
      `SELECT id FROM schedules INDEXED BY schedules_carried WHERE shown_changes > 0
       AND status IN ('active', 'paused', 'suspended') AND id > ? ORDER BY id LIMIT ?`,
    )
    .pluck(),
  countShownSchedules: raw
    .prepare<[], number>(
      `SELECT count(*) FROM schedules INDEXED BY schedules_carried WHERE shown_changes > 0
       AND status IN ('active', 'paused', 'suspended')`,
    )
    .pluck(),
}));

/**
 * Returns the state of a schedule for its workflow, and marks it as shown; null when there is no
 * such schedule.
 */
export const showSchedule = act(
  'schedule.show',
  (tx, { scheduleId }: { readonly scheduleId: string }): ScheduleSnapshot | null => {
    const statements = statementsOf(tx.database);
    const row = statements.byId.get(scheduleId);
    if (!row) return null;
    if (row.shownChanges < row.changes) statements.markShown.run(row.changes, row.id);
    return snapshotOf(tx, row);
  },
);

/** Marks open schedules as not shown, so that their workflows are started again. */
export const markSchedulesUnshown = act(
  'schedule.forget_shown',
  (tx, ids: readonly string[]): void => {
    statementsOf(tx.database).markUnshown.run(JSON.stringify(ids));
  },
);

/** Returns the state of a schedule, or null when there is none with that id. */
export function readSnapshot(ledger: SnapshotLedger, id: string): ScheduleSnapshot | null {
  return ledger.database.read(() => {
    const row = statementsOf(ledger.database).byId.get(id);
    return row ? snapshotOf(ledger, row) : null;
  });
}

/** A schedule whose workflow is missing or shows an older state. */
export interface UnshownSchedule {
  readonly id: string;
  readonly changes: number;
  readonly tenantId: string;
}

/** Lists the schedules whose workflow is missing or outdated, after an id, in ascending order. */
export function listUnshown(
  { database }: LedgerReads,
  { after, limit }: { readonly after: string; readonly limit: number },
): UnshownSchedule[] {
  return database.read(() => statementsOf(database).unshown.all(after, limit));
}

/** True while a payment of any schedule is due and has not begun. */
export function isAnyDue({ database }: LedgerReads, now: number): boolean {
  return database.read(() => statementsOf(database).due.get(now) !== undefined);
}

/** Lists the ids of open schedules that a workflow has shown, after an id. */
export function listShownSchedules(
  { database }: LedgerReads,
  { after, limit }: { readonly after: string; readonly limit: number },
): string[] {
  return database.read(() => statementsOf(database).carried.all(after, limit));
}

/** Counts the open schedules that a workflow has shown. */
export function countShownSchedules({ database }: LedgerReads): number {
  return database.read(() => statementsOf(database).countShownSchedules.get() ?? 0);
}

function snapshotOf(
  { database, livemode, clock }: SnapshotLedger,
  row: ScheduleRow,
): ScheduleSnapshot {
  const statements = statementsOf(database);
  const next = statements.next.get(row.id);
  const last = statements.last.get(row.id);
  const isDueByRealTime = livemode && row.status === 'active';
  const dueAt = isDueByRealTime ? (statements.dueAt.get(row.id) ?? null) : null;
  const { frequency, interval, dayOfMonth, dayOfWeek } = recurrenceOf(row);
  const toSnapshot = (occurrence: OccurrenceRow): OccurrenceSnapshot => ({
    id: occurrence.id,
    date: occurrence.localDate,
    status: occurrence.status,
    code: occurrence.statusCode,
    attempts: occurrence.attempts,
    transactionId: occurrence.transactionId,
    workflowId: occurrence.transactionId
      ? (statements.workflowId.get(occurrence.transactionId) ?? null)
      : null,
  });
  return {
    id: row.id,
    tenantId: row.tenantId,
    customerId: row.customerId,
    sourceAccountId: row.sourceAccountId,
    destinationAccountId: customerAccount(row.destinationAccountId),
    status: row.status,
    code: row.statusCode,
    amountType: row.amountType,
    amountMinor: row.amount,
    currency: row.currency,
    frequency,
    interval,
    dayOfMonth,
    dayOfWeek,
    startDate: row.startDate,
    next: next ? { ...toSnapshot(next), dueAt: next.dueAt } : null,
    last: last ? toSnapshot(last) : null,
    posted: row.occurrencesPosted,
    failed: row.occurrencesFailed,
    skipped: row.occurrencesSkipped,
    failuresInARow: row.consecutiveFailures,
    maxFailuresInARow: row.maxConsecutiveFailures,
    dueInMs: dueAt === null ? null : Math.max(0, dueAt - clock(row.tenantId)),
  };
}
