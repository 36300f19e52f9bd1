// Relays the event log: in one database transaction, a listener writes the consequences of a page
// of events and the cursor advances. So a crash cannot leave an event behind the cursor without its
// consequences.

import { act } from '../kernel/act.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { prepareOnce } from '../kernel/statements.ts';
import type { Tx } from '../kernel/tx.ts';
import { relayCursor } from './tables.ts';

/** The result of one step of the relay. */
export interface RelayedPage {
  /** Number of events that the cursor passed. */
  readonly events: number;
  /** Endpoints that have new deliveries. */
  readonly endpoints: readonly RelayedEndpoint[];
}

export interface RelayedEndpoint {
  readonly endpointId: string;
  readonly tenantId: string;
  /** True when the endpoint has not answered lately. */
  readonly isDown: boolean;
}

/** An event as the relay passes it. */
export interface LoggedEvent {
  readonly row: number;
  readonly tenantId: string;
  readonly type: string;
  readonly objectId: string;
}

/** A listener to the events of a ledger. */
export interface EventListener {
  /** SQL query that returns a row while the listener has a recipient. */
  readonly recipientQuery: string;
  /** Writes the consequences of the first events of a page; `events` of the result counts them. */
  handle(tx: Tx, events: readonly LoggedEvent[], now: number): RelayedPage;
}

const listeners = new WeakMap<Database, EventListener>();

/** Registers the listener to the events of a ledger. */
export function registerListener(database: Database, listener: EventListener): void {
  listeners.set(database, listener);
}

type Cursor = typeof relayCursor.$inferSelect;

const CURSOR = `SELECT ${columnsOf(relayCursor)} FROM relay_cursor`;
const ADVANCE_CURSOR = 'UPDATE relay_cursor SET event_row = ?, relayed_at = ?';
const LAST_EVENT = 'SELECT coalesce(max(row), 0) FROM events';
const PAGE = `SELECT row, tenant_id AS tenantId, type, object_id AS objectId FROM events
  WHERE row > ? ORDER BY row LIMIT ?`;

/** Passes at most `max` next events to the listener and advances the cursor. */
export const relayEvents = act('delivery.relay', (tx, max: number): RelayedPage => {
  const { eventRow, relayedAt } = tx.get<Cursor>(CURSOR) ?? { eventRow: 0, relayedAt: 0 };
  // When the clock is set back, later events must not be dated before earlier ones.
  const relayTime = Math.max(tx.now(), relayedAt);
  const listener = listeners.get(tx.database);
  if (!listener || tx.value<number>(listener.recipientQuery) === undefined) {
    const end = tx.value<number>(LAST_EVENT) ?? 0;
    if (end > eventRow) tx.run(ADVANCE_CURSOR, end, relayTime);
    return { events: end - eventRow, endpoints: [] };
  }
  const events = tx.all<LoggedEvent>(PAGE, eventRow, max);
  const relayed = listener.handle(tx, events, relayTime);
  const end = events[relayed.events - 1]?.row;
  if (end !== undefined) tx.run(ADVANCE_CURSOR, end, relayTime);
  return relayed;
});

export interface RelayLag {
  /** Row of the event that was relayed last. */
  readonly cursor: number;
  /** Events that are not relayed yet. */
  readonly behind: number;
  /** True when a listener has a recipient for them, or an alert has to examine them. */
  readonly awaited: boolean;
  /** True when balances have changed that an alert has not examined. */
  readonly unread: boolean;
}

/** Prepared once, because it runs after each commit and compiling takes longer than its lookups. */
const lagOf = prepareOnce((database: ReadLedger['database']) =>
  database.raw.prepare<[], { cursor: number; last: number; awaited: number; unread: number }>(
    `SELECT event_row AS cursor, (SELECT coalesce(max(row), 0) FROM events) AS last,
     EXISTS (${listeners.get(database)?.recipientQuery ?? 'SELECT 1 WHERE false'}) AS awaited,
     EXISTS (SELECT 1 FROM alert_readings) AS unread FROM relay_cursor`,
  ),
);

/** Returns how far the relay is behind the event log; costs two lookups, whatever the lag. */
export function readRelayLag({ database }: ReadLedger): RelayLag {
  const row = lagOf(database).get();
  if (!row) return { cursor: 0, behind: 0, awaited: false, unread: false };
  const { cursor, last } = row;
  const unread = row.unread === 1;
  return { cursor, behind: last - cursor, awaited: row.awaited === 1 || unread, unread };
}
