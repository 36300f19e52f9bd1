// Appends to the event log: one row per business act, numbered per tenant without gaps, in the
// database transaction of the act.

import { revisionOf } from '../../ledger/revision.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import type { Database } from '../kernel/connect.ts';
import { mint } from '../kernel/mint.ts';
import type { NewEvent } from '../kernel/tx.ts';

/**
 * Returns the function that writes an event and returns its id. Call that function only inside
 * `database.write`.
 */
export function eventWriter(database: Database, clock: BusinessClock): (event: NewEvent) => string {
  const counterValue = database.raw
    .prepare<[string], number>('SELECT value FROM counters WHERE name = ?')
    .pluck();
  const insertCounter = database.raw.prepare('INSERT INTO counters (name, value) VALUES (?, 1)');
  const updateCounter = database.raw.prepare('UPDATE counters SET value = ? WHERE name = ?');
  const insert = database.raw.prepare(
    'INSERT INTO events VALUES (null, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const latestOf = new Map<string, number>();

  /** Two statements, because one with RETURNING fills a temporary table and takes twice as long. */
  function nextNumber(name: string): number {
    const count = counterValue.get(name);
    if (count === undefined) insertCounter.run(name);
    else updateCounter.run(count + 1, name);
    return (count ?? 0) + 1;
  }

  return (event) => {
    // The lane dates a row before it asks the model, and books other members of the group before
    // this one. The maximum keeps the log in the order of time.
    const { tenantId } = event;
    const latest = Math.max(latestOf.get(tenantId) ?? 0, event.at ?? clock(tenantId));
    latestOf.set(tenantId, latest);
    const sequence = nextNumber(`events/${tenantId}`);
    const { object, facts, previous = {} } = event;
    const storedFacts = facts ?? { object };
    const key = facts?.keyed ? null : event.cause.idempotencyKey;
    const data = Object.keys(previous).length > 0 ? { ...storedFacts, previous } : storedFacts;
    const id = mint('event');
    insert.run(
      id,
      tenantId,
      sequence,
      event.type,
      event.object.id,
      revisionOf(event.object),
      JSON.stringify(data),
      event.cause.requestId,
      key,
      latest,
    );
    return id;
  };
}
