// Hands the event log on: for a page of events it writes the deliveries of every endpoint that
// listens, and moves the cursor, in one database transaction. So no event is behind the cursor
// without its deliveries, whichever process dies at any moment.

import { matchesPattern, TEST_EVENT } from '../../ledger/event.ts';
import { act } from '../kernel/act.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { mint } from '../kernel/mint.ts';
import { prepareOnce } from '../kernel/statements.ts';
import type { Tx } from '../kernel/tx.ts';
import { deliveries, relayCursor } from './delivery-tables.ts';

/**
 * Failures in a row after which an endpoint is down: it is then tried once in a while, by one
 * delivery at a time, until it answers.
 */
export const DOWN_AFTER = 5;

/** Deliveries of one step: with many endpoints a page of events has thousands. */
const MOST_WRITTEN = 256;

/** What one step of the relay did. */
export interface RelayedPage {
  /** How many events the cursor passed. */
  readonly events: number;
  /** Endpoints that have new deliveries. */
  readonly endpoints: readonly RelayedEndpoint[];
}

export interface RelayedEndpoint {
  readonly endpointId: string;
  readonly tenantId: string;
  /** It has not answered lately. */
  readonly isDown: boolean;
}

type DeliveryRow = typeof deliveries.$inferSelect;

interface LoggedEvent {
  readonly row: number;
  readonly tenantId: string;
  readonly type: string;
  readonly objectId: string;
}

interface ListenerRow {
  readonly id: string;
  readonly events: string;
  readonly bornRow: number;
  readonly failuresInRow: number;
}

interface Listener {
  readonly id: string;
  readonly patterns: readonly string[];
  readonly bornRow: number;
  readonly isDown: boolean;
}

/** True when the endpoint is to hear of the event. A ping is for the endpoint that it is about. */
function hears({ id, patterns, bornRow }: Listener, event: LoggedEvent): boolean {
  if (event.row <= bornRow) return false;
  if (event.type === TEST_EVENT) return event.objectId === id;
  return patterns.some((pattern) => matchesPattern(pattern, event.type));
}

const CURSOR = `SELECT ${columnsOf(relayCursor)} FROM relay_cursor`;
const MOVE = 'UPDATE relay_cursor SET event_row = ?, relayed_at = ?';
const LAST = 'SELECT coalesce(max(row), 0) FROM events';
const PAGE = `SELECT row, tenant_id AS tenantId, type, object_id AS objectId FROM events
  WHERE row > ? ORDER BY row LIMIT ?`;
const LISTENING = `SELECT e.id, e.events, m.born_row AS bornRow, m.failures_in_row AS failuresInRow
  FROM webhook_endpoints e
  JOIN mailboxes m ON m.endpoint_id = e.id
  WHERE e.tenant_id = ? AND e.removed_at IS NULL AND e.status = 'enabled'`;
const INSERT = `INSERT INTO deliveries ${insertOf(deliveries)}`;

/** Writes the deliveries of the next events, at most so many, and moves the cursor. */
export const relayEvents = act('delivery.relay', (tx, most: number): RelayedPage => {
  const { eventRow, relayedAt } = tx.get<typeof relayCursor.$inferSelect>(CURSOR) ?? {
    eventRow: 0,
    relayedAt: 0,
  };
  // A clock that was set back must not put later events before earlier ones.
  const at = Math.max(tx.now(), relayedAt);
  if (tx.value<number>(ANYBODY_LISTENS) === undefined) {
    const end = tx.value<number>(LAST) ?? 0;
    if (end > eventRow) tx.run(MOVE, end, at);
    return { events: end - eventRow, endpoints: [] };
  }
  const events = tx.all<LoggedEvent>(PAGE, eventRow, most);
  const listeners = new Map<string, Listener[]>();
  const touched = new Map<string, RelayedEndpoint>();
  let passed = 0;
  let written = 0;
  for (const event of events) {
    if (written >= MOST_WRITTEN) break;
    passed += 1;
    const { tenantId } = event;
    const known = listeners.get(tenantId) ?? listenersOf(tx, tenantId);
    listeners.set(tenantId, known);
    for (const listener of known) {
      if (!hears(listener, event)) continue;
      tx.run(INSERT, newDelivery({ tenantId, endpointId: listener.id, eventRow: event.row, at }));
      const { id: endpointId, isDown } = listener;
      written += 1;
      touched.set(endpointId, { endpointId, tenantId, isDown });
    }
  }
  const end = events[passed - 1]?.row;
  if (end !== undefined) tx.run(MOVE, end, at);
  return { events: passed, endpoints: [...touched.values()] };
});

function listenersOf(tx: Tx, tenantId: string): Listener[] {
  return tx.all<ListenerRow>(LISTENING, tenantId).map(({ id, events, bornRow, failuresInRow }) => {
    return { id, bornRow, patterns: JSON.parse(events), isDown: failuresInRow >= DOWN_AFTER };
  });
}

/**
 * A row while there is an endpoint to send to: without one, the relay has nothing to do but move
 * on.
 */
export const ANYBODY_LISTENS = `SELECT 1 FROM webhook_endpoints
  WHERE removed_at IS NULL AND status = 'enabled' LIMIT 1`;

export interface RelayLag {
  /** Row of the event that was relayed last. */
  readonly cursor: number;
  /** Events that are not relayed yet. */
  readonly behind: number;
  /** True when some endpoint would hear of them, or an alert has to look. */
  readonly awaited: boolean;
  /** True when balances have changed that an alert has not looked at. */
  readonly unread: boolean;
}

/** Asked for after each commit: compiling it takes longer than its lookups. */
const lagOf = prepareOnce(({ raw }: ReadLedger['database']) =>
  raw.prepare<[], { cursor: number; last: number; awaited: number; unread: number }>(
    `SELECT event_row AS cursor, (SELECT coalesce(max(row), 0) FROM events) AS last,
     EXISTS (${ANYBODY_LISTENS}) AS awaited,
     EXISTS (SELECT 1 FROM alert_readings) AS unread FROM relay_cursor`,
  ),
);

/** How far the relay is behind the event log; costs two lookups, whatever the lag. */
export function readRelayLag({ database }: ReadLedger): RelayLag {
  const row = lagOf(database).get();
  if (!row) return { cursor: 0, behind: 0, awaited: false, unread: false };
  const { cursor, last } = row;
  const unread = row.unread === 1;
  return { cursor, behind: last - cursor, awaited: row.awaited === 1 || unread, unread };
}

/** A delivery that is due at once. */
export function newDelivery(
  about: Pick<DeliveryRow, 'tenantId' | 'endpointId' | 'eventRow'> & {
    readonly repeat?: number;
    readonly at: number;
  },
): DeliveryRow {
  const { tenantId, endpointId, eventRow, repeat = 0, at } = about;
  return {
    id: mint('delivery'),
    tenantId,
    endpointId,
    eventRow,
    repeat,
    status: 'pending',
    attempts: 0,
    failures: 0,
    nextAttemptAt: at,
    createdAt: at,
    updatedAt: at,
    deliveredAt: null,
  };
}
