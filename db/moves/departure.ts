// Deletes the rows of a developer from the ledger that it leaves, in one commit. The signed log
// does not change: leaves keep their hashes, and a row for each leaf records the new ledger of the
// booking.

import type BetterSqlite3 from 'better-sqlite3';
import { mint } from '../kernel/mint.ts';
import type { SliceTable } from './slice.ts';
import { withoutTriggers } from './triggers.ts';

interface Departure {
  readonly tenantId: string;
  /** Name of the ledger that has the rows now. */
  readonly to: string;
  readonly tables: readonly SliceTable[];
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

/**
 * Event type of a departure. The event belongs to no developer, so that no developer receives it.
 */
const MOVED_AWAY = 'tenant.left';

/**
 * Deletes the rows and prevents further writes of the developer in this ledger. Call it only inside
 * a transaction of a connection without foreign keys: parts are deleted before the rows they belong
 * to, but rows that refer to each other in any order.
 * @returns the number of deleted rows
 */
export function deleteRows(raw: BetterSqlite3.Database, departure: Departure): number {
  const { tenantId, to, tables, now } = departure;
  writeDepartureEvent(raw, departure);
  raw
    .prepare(
      `INSERT INTO departed_leaves SELECT ledger_sequence - 1, tenant_id, @to FROM transactions
       WHERE tenant_id = @tenantId AND ledger_sequence IS NOT NULL`,
    )
    .run({ tenantId, to });
  // The leaves of decisions stay; their rows move with the developer.
  raw
    .prepare(
      `INSERT INTO departed_leaves SELECT d.leaf_index, d.tenant_id, @to FROM decision_leaves d
       JOIN leaves l ON l.leaf_index = d.leaf_index AND l.transaction_id = d.decision_id
       WHERE d.tenant_id = @tenantId ON CONFLICT DO NOTHING`,
    )
    .run({ tenantId, to });
  const log = ['leaf_salts', 'arrived_leaves'];
  const names = [...log, ...tables.map(({ name }) => name)];
  const deleted = withoutTriggers(raw, { act: 'DELETE', tables: names }, () => {
    for (const table of log) {
      raw
        .prepare(
          `DELETE FROM ${table} WHERE leaf_index IN (SELECT ledger_sequence - 1 FROM transactions
             WHERE tenant_id = ? AND ledger_sequence IS NOT NULL)`,
        )
        .run(tenantId);
    }
    const counts = tables.map(({ name, where }) => {
      const sql = `DELETE FROM "${name}" AS s WHERE ${where('main')}`;
      return raw.prepare(sql).run({ tenantId }).changes;
    });
    return counts.reduce((sum, count) => sum + count, 0);
  });
  raw
    .prepare(
      `INSERT INTO tenant_moves VALUES (@tenantId, 'left', @to, @now)
       ON CONFLICT (tenant_id) DO UPDATE SET stage = 'left', ledger = @to, at = @now`,
    )
    .run({ tenantId, to, now });
  return deleted;
}

/**
 * Writes an event after the deleted ones. Events are numbered from the highest row, and the relay
 * and mailboxes store numbers: without this row, the next event would reuse a deleted number and
 * count as relayed.
 */
function writeDepartureEvent(raw: BetterSqlite3.Database, { tenantId, to, now }: Departure): void {
  const next = raw
    .prepare<[], number>(
      `INSERT INTO counters (name, value) VALUES ('events/', 1)
       ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value`,
    )
    .pluck();
  const object = { id: tenantId, object: 'tenant', ledger: to, version: 1 };
  raw
    .prepare('INSERT INTO events VALUES (NULL, ?, ?, ?, ?, ?, 1, ?, NULL, NULL, ?)')
    .run(mint('event'), '', next.get(), MOVED_AWAY, tenantId, JSON.stringify({ object }), now);
}
