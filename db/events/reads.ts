// Reads the event log in the order of its sequence.

import { and, asc, desc, eq, gt, gte, lt, lte, max, type SQL } from 'drizzle-orm';
import type { Database } from '../kernel/connect.ts';
import type { LedgerReads, ReadLedger } from '../kernel/ledger-reads.ts';
import { type Page, pageOf } from '../kernel/page.ts';
import { isAmong } from '../kernel/sets.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { events } from '../kernel/tables.ts';
import { timestamp } from '../kernel/timestamp.ts';
import { readFacts, type TransactionFacts } from '../transactions/event-facts.ts';
import { erasedObject } from './erasure.ts';

type EventRow = typeof events.$inferSelect;

export interface EventFilter {
  readonly tenantId: string;
  /** An event type, or a pattern as in webhook endpoints (ledger/event.ts). */
  readonly type?: string | undefined;
  readonly objectId?: string | undefined;
  /** Milliseconds since 1970 UTC; `from` is inclusive, `to` exclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  /** Sequence at which the previous page ended; newest first, null starts at the newest. */
  readonly afterSequence: number | null;
  /** 1 to 100. */
  readonly limit: number;
}

export interface EventPage extends Omit<Page<EventView>, 'cursor'> {
  /** Sequence before the next page; with a filter it may lie beyond the last event of this page. */
  readonly cursor: number;
}

/** Events that a filtered page reads at most: some milliseconds, in which the thread is blocked. */
const MAX_ROWS_READ = 5_000;

/** The stored content of an event: its object, facts about it, or the mark of an erasure. */
type StoredContent = (
  | { readonly object: Record<string, unknown> }
  | TransactionFacts
  | { readonly erased: true }
) & { readonly previous?: Record<string, unknown> };

function envelope(row: EventRow, livemode: boolean, data: EventData) {
  return {
    id: row.id,
    object: 'event' as const,
    type: row.type,
    apiVersion: 'v1' as const,
    livemode,
    createdAt: timestamp(row.createdAt),
    sequence: row.sequence,
    objectVersion: row.objectVersion,
    data,
    request: { id: row.requestId, idempotencyKey: row.idempotencyKey },
  };
}

interface EventData {
  readonly object: Record<string, unknown>;
  readonly previous?: Record<string, unknown>;
}

export type EventView = ReturnType<typeof envelope>;

/** The wire forms of events: envelopes around objects as they stood after the change. */
export function eventViews(
  { database, livemode }: { database: Pick<Database, 'raw'>; livemode: boolean },
  rows: readonly EventRow[],
): EventView[] {
  const all = rows.map((row) => ({ row, content: JSON.parse(row.data) as StoredContent }));
  const facts = all.flatMap(({ row, content }) =>
    'facts' in content ? { transactionId: row.objectId, facts: content } : [],
  );
  const nextFacts = readFacts(database, facts, livemode).values();
  return all.map(({ row, content }) => {
    if ('erased' in content) return envelope(row, livemode, { object: erasedObject(row.objectId) });
    if (!('facts' in content)) return envelope(row, livemode, content);
    const { view, idempotencyKey = null } = nextFacts.next().value ?? {};
    const object: Record<string, unknown> = { ...view };
    const { previous } = content;
    const wholeRow = { ...row, idempotencyKey: row.idempotencyKey ?? idempotencyKey };
    return envelope(wholeRow, livemode, previous ? { object, previous } : { object });
  });
}

/** Returns an event; null when the tenant has no event with this id. */
export async function findEvent(
  ledger: ReadLedger,
  tenantId: string,
  id: string,
): Promise<EventView | null> {
  const row = ledger.database.orm
    .select()
    .from(events)
    .where(and(eq(events.id, id), eq(events.tenantId, tenantId)))
    .get();
  return row ? (eventViews(ledger, [row])[0] ?? null) : null;
}

/** Returns the events with these ids, of every tenant. Ids without an event are left out. */
export function findEvents(ledger: ReadLedger, ids: readonly string[]): EventView[] {
  const { orm } = ledger.database;
  return eventViews(ledger, orm.select().from(events).where(isAmong(events.id, ids)).all());
}

/**
 * Returns a page of a tenant's events. With a filter, a page may be short or empty although more
 * follow, because it reads a limited number of events.
 */
export async function listEvents(ledger: ReadLedger, filter: EventFilter): Promise<EventPage> {
  const { orm } = ledger.database;
  const { limit, order = 'asc' } = filter;
  const isAscending = order === 'asc';
  const start = filter.afterSequence ?? (isAscending ? 0 : Number.MAX_SAFE_INTEGER);
  const { sequence, tenantId } = events;
  const unreadEvents = and(
    eq(tenantId, filter.tenantId),
    isAscending ? gt(sequence, start) : lt(sequence, start),
  );
  const inOrder = isAscending ? asc(sequence) : desc(sequence);
  const conditions = conditionsOf(filter);
  const bound = conditions ? findReadBound(ledger, unreadEvents, inOrder) : null;
  const upTo = bound && (isAscending ? lt(sequence, bound.next) : gt(sequence, bound.next));
  // Read before the page, so that events written in between are left to the next page.
  const end = conditions && isAscending ? lastSequence(ledger, filter.tenantId) : 0;
  const rows = orm
    .select()
    .from(events)
    .where(and(unreadEvents, conditions, upTo ?? undefined))
    .orderBy(inOrder)
    .limit(limit + 1)
    .all();
  const page = pageOf(rows, limit);
  const data = eventViews(ledger, page.data);
  const last = data.at(-1)?.sequence ?? filter.afterSequence ?? (isAscending ? 0 : 1);
  if (page.hasMore) return { data, hasMore: true, cursor: last };
  if (bound) return { data, hasMore: true, cursor: bound.last };
  return { data, hasMore: false, cursor: Math.max(last, end) };
}

function conditionsOf({ type, objectId, from, to }: EventFilter): SQL | undefined {
  return and(
    type === undefined ? undefined : hasType(type),
    objectId === undefined ? undefined : eq(events.objectId, objectId),
    from === undefined ? undefined : gte(events.createdAt, from),
    to === undefined ? undefined : lte(events.createdAt, to),
  );
}

/**
 * Condition for a type or pattern. `account.*` selects the range of texts from `account.` to before
 * `account/`, because `/` is the character after `.`.
 */
function hasType(pattern: string): SQL | undefined {
  if (pattern === '*') return undefined;
  if (!pattern.endsWith('.*')) return eq(events.type, pattern);
  const prefix = pattern.slice(0, -1);
  return and(gte(events.type, prefix), lt(events.type, `${prefix.slice(0, -1)}/`));
}

/** Condition that bounds the rows that a filtered page reads; null when it may read all of them. */
function findReadBound({ database }: ReadLedger, unreadEvents: SQL | undefined, inOrder: SQL) {
  const boundRows = database.orm
    .select({ sequence: events.sequence })
    .from(events)
    .where(unreadEvents)
    .orderBy(inOrder)
    .limit(2)
    .offset(MAX_ROWS_READ - 1)
    .all();
  const [last, next] = boundRows;
  return last && next ? { last: last.sequence, next: next.sequence } : null;
}

/** Returns the sequence of the newest event of a tenant; 0 when there is none. */
export function lastSequence({ database }: ReadLedger, tenantId: string): number {
  // Reads the counter and not the log, because all events of the tenant may be archived.
  return lastOf(database).get(`events/${tenantId}`) ?? 0;
}

const lastOf = prepareOnce(({ raw }: Database) =>
  raw.prepare<[string], number>('SELECT value FROM counters WHERE name = ?').pluck(),
);

/** Returns the newest row number of the whole log, over all developers. */
export function lastEventRow({ database }: ReadLedger): number {
  return (
    database.orm
      .select({ last: max(events.row) })
      .from(events)
      .get()?.last ?? 0
  );
}

/** Rows and tenants of the events after a row of the whole log, oldest first. */
export function listOwnersAfter({ database }: ReadLedger, row: number, limit: number) {
  return database.orm
    .select({ row: events.row, tenantId: events.tenantId })
    .from(events)
    .where(gt(events.row, row))
    .orderBy(asc(events.row))
    .limit(limit)
    .all();
}

const rangeOf = prepareOnce(({ raw }: Pick<Database, 'raw'>) => ({
  first: raw
    .prepare<[string], number | null>('SELECT min(sequence) FROM events WHERE tenant_id = ?')
    .pluck(),
  last: raw.prepare<[string], number>('SELECT value FROM counters WHERE name = ?').pluck(),
}));

/** Returns the sequence up to which the events of a tenant are archived; 0 when none are. */
export function readLastArchived({ database }: LedgerReads, tenantId: string): number {
  const { first, last } = rangeOf(database);
  const firstSequence = first.get(tenantId) ?? null;
  return firstSequence === null ? (last.get(`events/${tenantId}`) ?? 0) : firstSequence - 1;
}
