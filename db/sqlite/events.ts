// Appends to the event log: one row per business act, numbered per tenant without a gap, in the
// database transaction of the act itself.

import type { EventType } from '../../ledger/event.ts';
import type { Database } from '../connect.ts';
import { mint } from '../mint.ts';
import type { Cause } from '../store.ts';

export interface NewEvent {
  readonly tenantId: string;
  readonly type: EventType;
  /** The object after the change, in its wire form. */
  readonly object: { readonly id: string; readonly version: number };
  /** Fields that changed, with their earlier values. */
  readonly previous?: Readonly<Record<string, unknown>>;
  readonly cause: Cause;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
}

/**
 * Returns the one function that writes events; call it inside `database.write` only. It returns
 * the id of the event.
 */
export function eventLog(database: Database): (event: NewEvent) => string {
  const next = database.raw
    .prepare(
      `INSERT INTO counters (name, value) VALUES (?, 1)
       ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value`,
    )
    .pluck();
  const insert = database.raw.prepare(
    'INSERT INTO events VALUES (null, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  return (event) => {
    const sequence = next.get(`events/${event.tenantId}`);
    const data = event.previous
      ? { object: event.object, previous: event.previous }
      : { object: event.object };
    const id = mint('event');
    insert.run(
      id,
      event.tenantId,
      sequence,
      event.type,
      event.object.id,
      event.object.version,
      JSON.stringify(data),
      event.cause.requestId,
      event.cause.idempotencyKey,
      event.at,
    );
    return id;
  };
}
