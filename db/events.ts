// Plain reads of the event log, in the order of its sequence.

import { and, asc, eq, gt } from 'drizzle-orm';
import { type Page, pageOf } from './page.ts';
import { events } from './schema.ts';
import type { Ledger } from './sqlite.ts';
import { timestamp } from './transaction-view.ts';

type EventRow = typeof events.$inferSelect;

export interface EventFilter {
  readonly tenantId: string;
  readonly type?: string | undefined;
  /** Events after this sequence. */
  readonly afterSequence: number;
  /** 1 to 100. */
  readonly limit: number;
}

/** The wire form of an event: an envelope around the object as it stood after the change. */
export function eventView(row: EventRow, livemode: boolean) {
  return {
    id: row.id,
    object: 'event' as const,
    type: row.type,
    apiVersion: 'v1' as const,
    livemode,
    createdAt: timestamp(row.createdAt),
    sequence: row.sequence,
    objectVersion: row.objectVersion,
    data: JSON.parse(row.data) as { object: Record<string, unknown> },
    request: { id: row.requestId, idempotencyKey: row.idempotencyKey },
  };
}

export type EventView = ReturnType<typeof eventView>;

/** One event; null when the tenant has none of that id. */
export async function findEvent(
  ledger: Ledger,
  tenantId: string,
  id: string,
): Promise<EventView | null> {
  const row = ledger.database.orm
    .select()
    .from(events)
    .where(and(eq(events.id, id), eq(events.tenantId, tenantId)))
    .get();
  return row ? eventView(row, ledger.livemode) : null;
}

/** Events of a tenant, oldest first: a reader keeps the last sequence and never misses one. */
export async function listEvents(ledger: Ledger, filter: EventFilter): Promise<Page<EventView>> {
  const rows = ledger.database.orm
    .select()
    .from(events)
    .where(
      and(
        eq(events.tenantId, filter.tenantId),
        gt(events.sequence, filter.afterSequence),
        filter.type ? eq(events.type, filter.type) : undefined,
      ),
    )
    .orderBy(asc(events.sequence))
    .limit(filter.limit + 1)
    .all();
  const page = pageOf(rows, filter.limit);
  return { data: page.data.map((row) => eventView(row, ledger.livemode)), hasMore: page.hasMore };
}
