// Plain reads of schedules, their occurrences and the test clocks.

import { and, desc, eq, inArray, lt, notInArray, sql } from 'drizzle-orm';
import type { OccurrenceStatus, ScheduleStatus } from '../../ledger/schedule.ts';
import { hasMetadata } from '../kernel/metadata.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import type { Ledger } from '../ledger.ts';
import { clocks, occurrences, schedules } from './tables.ts';
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

/** Where a developer's clock stands; times in milliseconds since 1970 UTC. */
export interface ClockReading {
  readonly now: number;
  readonly offsetMs: number;
  /** The time that it is being moved to, null when it runs by itself. */
  readonly target: number | null;
  readonly driven: number;
  readonly version: number;
}

/** One schedule; null when the tenant has none of that id. */
export async function findSchedule(
  ledger: Ledger,
  tenantId: string,
  id: string,
): Promise<ScheduleView | null> {
  return ledger.database.read(() => {
    const row = ledger.database.orm
      .select()
      .from(schedules)
      .where(and(eq(schedules.id, id), eq(schedules.tenantId, tenantId)))
      .get();
    return row ? viewOf(ledger, row) : null;
  });
}

/** Schedules of a tenant, newest first. */
export async function listSchedules(
  ledger: Ledger,
  filter: ScheduleFilter,
): Promise<Page<ScheduleView>> {
  const { accountId, startingAfter } = filter;
  const isSide = accountId
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
        isSide,
        hasMetadata('schedule', filter.tenantId, schedules.id, filter.metadata),
        startingAfter ? lt(schedules.id, startingAfter) : undefined,
      ),
    )
    .orderBy(desc(schedules.id))
    .limit(filter.limit + 1);
  return ledger.database.read(() => {
    const page = pageOf(select.all(), filter.limit);
    return { data: page.data.map((row) => viewOf(ledger, row)), hasMore: page.hasMore };
  });
}

/** Occurrences of a schedule, newest first; the caller has checked whose schedule it is. */
export async function listOccurrences(
  ledger: Ledger,
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

/** Where a developer's clock stands. */
export async function readClock(ledger: Ledger, tenantId: string): Promise<ClockReading> {
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

/** Developers whose clock is on its way. */
export async function listMovingClocks(ledger: Ledger, limit: number): Promise<string[]> {
  return ledger.database.orm
    .select({ tenantId: clocks.tenantId })
    .from(clocks)
    .where(sql`${clocks.target} IS NOT NULL`)
    .limit(limit)
    .all()
    .map((row) => row.tenantId);
}

/** Milliseconds after which somebody should have looked at what is due. */
const LOOKED_AT_WITHIN_MS = 2 * 60_000;

/**
 * How many occurrences should have been started and were not: nobody runs the schedules. Clocks are
 * never behind the real time, so what is overdue by that is overdue for everybody.
 * @param now milliseconds since 1970 UTC
 */
export function countOverdue(ledger: Ledger, now: number): number {
  const count = ledger.database.raw.prepare<[number], number>(
    `SELECT count(*) FROM occurrences o INDEXED BY occurrences_due WHERE o.wake_at <= ?
     AND NOT EXISTS (SELECT 1 FROM clocks c
       WHERE c.tenant_id = o.tenant_id AND c.target IS NOT NULL)`,
  );
  return count.pluck().get(now - LOOKED_AT_WITHIN_MS) ?? 0;
}

function viewOf(ledger: Ledger, row: ScheduleRow): ScheduleView {
  return scheduleView(row, {
    livemode: ledger.livemode,
    next: firstOf(ledger, row.id, inArray(occurrences.status, ['scheduled'])),
    last: firstOf(ledger, row.id, notInArray(occurrences.status, ['scheduled', 'canceled'])),
    workflowId: ledger.schedulesWorkflowId,
  });
}

function firstOf(ledger: Ledger, scheduleId: string, status: ReturnType<typeof inArray>) {
  const found: OccurrenceRow | undefined = ledger.database.orm
    .select()
    .from(occurrences)
    .where(and(eq(occurrences.scheduleId, scheduleId), status))
    .orderBy(desc(occurrences.id))
    .limit(1)
    .get();
  return found ?? null;
}
