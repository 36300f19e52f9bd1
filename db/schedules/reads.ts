// Reads of schedules, their occurrences and the test clocks.

import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { OccurrenceStatus, ScheduleStatus } from '../../ledger/schedule.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { hasMetadata } from '../kernel/metadata.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { groupRows, IN_GIVEN_LIST } from '../kernel/sets.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { clocks } from '../kernel/tables.ts';
import { occurrences, schedules } from './tables.ts';
import {
  type OccurrenceRow,
  type OccurrenceView,
  occurrenceView,
  type ScheduleRow,
  type ScheduleView,
  scheduleView,
} from './view.ts';

export interface ScheduleFilter extends PageOrder {
  readonly tenantId: string;
  readonly status?: ScheduleStatus | undefined;
  readonly accountId?: string | undefined;
}

export interface OccurrenceFilter extends PageOrder {
  readonly scheduleId: string;
  readonly status?: OccurrenceStatus | undefined;
}

/** The state of a developer's clock; times in milliseconds since 1970 UTC. */
export interface ClockReading {
  readonly now: number;
  readonly offsetMs: number;
  /** The target of a moving clock, or null when the clock is not moving. */
  readonly target: number | null;
  readonly driven: number;
  readonly version: number;
}

/** Finds one schedule; null when the tenant has none of that id. */
export async function findSchedule(
  ledger: ReadLedger,
  tenantId: string,
  id: string,
): Promise<ScheduleView | null> {
  return ledger.database.read(() => {
    const row = ledger.database.orm
      .select()
      .from(schedules)
      .where(and(eq(schedules.id, id), eq(schedules.tenantId, tenantId)))
      .get();
    return row ? (viewsOf(ledger, [row])[0] ?? null) : null;
  });
}

/** Lists the schedules of a tenant, newest first. */
export async function listSchedules(
  ledger: ReadLedger,
  filter: ScheduleFilter,
): Promise<Page<ScheduleView>> {
  const { accountId, startingAfter } = filter;
  const partyCondition = accountId
    ? sql`(${schedules.sourceAccountId} = ${accountId}
        OR ${schedules.destinationAccountId} = ${accountId})`
    : undefined;
  const select = ledger.database.orm
    .select()
    .from(schedules)
    .where(
      and(
        eq(schedules.tenantId, filter.tenantId),
        filter.status ? eq(schedules.status, filter.status) : undefined,
        partyCondition,
        hasMetadata('schedule', filter.tenantId, schedules.id, filter.metadata),
        startingAfter ? lt(schedules.id, startingAfter) : undefined,
      ),
    )
    .orderBy(desc(schedules.id))
    .limit(filter.limit + 1);
  return ledger.database.read(() => {
    const page = pageOf(select.all(), filter.limit);
    return { data: viewsOf(ledger, page.data), hasMore: page.hasMore };
  });
}

/**
 * Lists the occurrences of a schedule, newest first. The caller has checked the owner of the
 * schedule.
 */
export async function listOccurrences(
  ledger: ReadLedger,
  filter: OccurrenceFilter,
): Promise<Page<OccurrenceView>> {
  const rows = ledger.database.orm
    .select()
    .from(occurrences)
    .where(
      and(
        eq(occurrences.scheduleId, filter.scheduleId),
        filter.status ? eq(occurrences.status, filter.status) : undefined,
        filter.startingAfter ? lt(occurrences.id, filter.startingAfter) : undefined,
      ),
    )
    .orderBy(desc(occurrences.id))
    .limit(filter.limit + 1)
    .all();
  const page = pageOf(rows, filter.limit);
  const data = page.data.map((row) => occurrenceView(row, ledger.livemode));
  return { data, hasMore: page.hasMore };
}

/** Reads the state of a developer's clock. */
export async function readClock(ledger: ReadLedger, tenantId: string): Promise<ClockReading> {
  return ledger.database.read(() => {
    const row = ledger.database.orm
      .select()
      .from(clocks)
      .where(eq(clocks.tenantId, tenantId))
      .get();
    return {
      now: ledger.clock(tenantId),
      offsetMs: row?.offsetMs ?? 0,
      target: row?.target ?? null,
      driven: row?.driven ?? 0,
      version: row?.version ?? 0,
    };
  });
}

/** Lists the developers with a moving clock. */
export async function listMovingClocks(ledger: ReadLedger, limit: number): Promise<string[]> {
  return ledger.database.orm
    .select({ tenantId: clocks.tenantId })
    .from(clocks)
    .where(sql`${clocks.target} IS NOT NULL`)
    .limit(limit)
    .all()
    .map((row) => row.tenantId);
}

/** Milliseconds after which a due occurrence should have been processed. */
const STARTED_WITHIN_MS = 2 * 60_000;

/**
 * Counts the occurrences that were not started in time, because no workflow runs the schedules.
 * Clocks are never behind real time, so an occurrence that is overdue by real time is overdue for
 * its developer.
 * @param now milliseconds since 1970 UTC
 */
export function countOverdue(ledger: ReadLedger, now: number): number {
  const count = ledger.database.raw.prepare<[number], number>(
    `SELECT count(*) FROM occurrences o INDEXED BY occurrences_due WHERE o.wake_at <= ?
     AND NOT EXISTS (SELECT 1 FROM clocks c
       WHERE c.tenant_id = o.tenant_id AND c.target IS NOT NULL)`,
  );
  return count.pluck().get(now - STARTED_WITHIN_MS) ?? 0;
}

/** Reads the newest occurrence in some statuses of each of many schedules. */
const newestWhere = ({ raw }: Database, condition: string) =>
  raw.prepare<[string], OccurrenceRow>(
    `SELECT ${columnsOf(occurrences, 'o')} FROM json_each(?)
     JOIN occurrences o ON o.id = (SELECT id FROM occurrences
       WHERE schedule_id = json_each.value AND ${condition} ORDER BY id DESC LIMIT 1)`,
  );

const statementsOf = prepareOnce((database: Database) => ({
  byIds: database.raw.prepare<[string], ScheduleRow>(
    `SELECT ${columnsOf(schedules)} FROM schedules WHERE id IN ${IN_GIVEN_LIST}`,
  ),
  next: newestWhere(database, "status = 'scheduled'"),
  last: newestWhere(database, "status NOT IN ('scheduled', 'canceled')"),
}));

/** Finds the schedules of these ids, of every tenant. Unknown ids are left out. */
export function findSchedules(ledger: ReadLedger, ids: readonly string[]): ScheduleView[] {
  const { database } = ledger;
  return database.read(() =>
    viewsOf(ledger, statementsOf(database).byIds.all(JSON.stringify(ids))),
  );
}

function viewsOf(ledger: ReadLedger, rows: readonly ScheduleRow[]): ScheduleView[] {
  const { database, livemode } = ledger;
  const statements = statementsOf(database);
  const ids = rows.map(({ id }) => id);
  const next = groupRows(statements.next, ids, (row) => row.scheduleId);
  const last = groupRows(statements.last, ids, (row) => row.scheduleId);
  return rows.map((row) =>
    scheduleView(row, {
      livemode,
      next: next.get(row.id)?.[0] ?? null,
      last: last.get(row.id)?.[0] ?? null,
    }),
  );
}
