// Archives of events: what may go, the row of a file that was written, and the slices in which its
// rows are deleted. Events that a consumer still waits for stay, and so does the newest one.

import { invalidState } from '../../ledger/refusal.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { mintAt } from '../kernel/mint.ts';
import { type ArchiveOrderRow, type ArchiveRow, archiveOrders, archives } from './tables.ts';
import type { ArchiveRange, WrittenArchive } from './write.ts';

export interface ArchiveActs {
  /**
   * Asks for everything before a time, milliseconds since 1970 UTC; an earlier one changes
   * nothing.
   */
  orderArchive(order: Pick<ArchiveOrderRow, 'beforeAt' | 'actor' | 'reason'>): ArchiveOrderRow;
  /** What is next to be written: at most `most` events; null: nothing may go. */
  planArchive(most: number): ArchiveRange | null;
  /** Writes down a file that lies on disk and was read back; returns its id. */
  recordArchive(written: WrittenArchive): string;
  /** Deletes events that lie in a file; returns how many. */
  deleteArchived(most: number): number;
}

interface Deps {
  readonly database: Database;
  readonly now: () => number;
}

/** Rows that one look for the end of a range reads, beside those that it takes. */
const WAITS_SINCE = [
  `SELECT min(created_at) FROM transactions WHERE status IN ('requires_confirmation',
     'pending_approval', 'pending_review', 'pending')`,
  "SELECT min(created_at) FROM batches WHERE status IN ('pending', 'processing')",
  "SELECT min(created_at) FROM kyc_assessments WHERE status = 'pending'",
  "SELECT min(created_at) FROM intents WHERE status = 'requires_confirmation'",
  "SELECT min(created_at) FROM schedules WHERE status IN ('active', 'paused', 'suspended')",
];

/** Call its functions inside `database.write` only. */
export function archiveWriter({ database: { raw }, now }: Deps): ArchiveActs {
  const order = raw.prepare<[], ArchiveOrderRow>(
    `SELECT ${columnsOf(archiveOrders)} FROM archive_orders`,
  );
  const saveOrder = raw.prepare(
    `INSERT INTO archive_orders ${insertOf(archiveOrders)} ON CONFLICT (id) DO UPDATE SET
     before_at = excluded.before_at, actor = excluded.actor, reason = excluded.reason,
     ordered_at = excluded.ordered_at`,
  );
  const archived = raw
    .prepare<[], number>("SELECT coalesce(max(last_row), 0) FROM archives WHERE noun = 'events'")
    .pluck();
  /**
   * The last row that no consumer waits for: relayed, delivered, read by alerts, and not the
   * newest.
   */
  const free = raw
    .prepare<[], number>(
      `SELECT min((SELECT coalesce(max(row), 1) - 1 FROM events),
         (SELECT event_row FROM relay_cursor),
         coalesce((SELECT min(event_row) - 1 FROM deliveries), 9007199254740991),
         coalesce((SELECT min(event_row) - 1 FROM alert_readings), 9007199254740991))`,
    )
    .pluck();
  const isErasing = raw
    .prepare<[], unknown>("SELECT 1 FROM customer_erasures WHERE status = 'running' LIMIT 1")
    .pluck();
  const begun = raw.prepare<[], number>('SELECT count(*) FROM customer_erasures').pluck();
  const between = raw
    .prepare<[number, number], number>('SELECT count(*) FROM events WHERE row BETWEEN ? AND ?')
    .pluck();
  const waitsSince = WAITS_SINCE.map((sql) => raw.prepare<[], number | null>(sql).pluck());
  /** The rows in their order up to the first that is too young: times of tenants differ. */
  const page = raw.prepare<
    [number, number, number],
    { readonly row: number; readonly createdAt: number }
  >(
    `SELECT row, created_at AS createdAt FROM events WHERE row > ? AND row <= ?
     ORDER BY row LIMIT ?`,
  );
  const insert = raw.prepare(`INSERT INTO archives ${insertOf(archives)}`);
  const unfinished = raw.prepare<[], ArchiveRow>(
    `SELECT ${columnsOf(archives)} FROM archives WHERE deleted_row < last_row
     ORDER BY first_row LIMIT 1`,
  );
  const lastOfSlice = raw
    .prepare<[number, number, number], number | null>(
      `SELECT max(row) FROM (
         SELECT row FROM events WHERE row > ? AND row <= ? ORDER BY row LIMIT ?)`,
    )
    .pluck();
  const remove = raw.prepare('DELETE FROM events WHERE row > ? AND row <= ?');
  const goOn = raw.prepare('UPDATE archives SET deleted_row = ? WHERE id = ?');

  return {
    orderArchive({ beforeAt, actor, reason }) {
      const known = order.get();
      if (known && known.beforeAt >= beforeAt) return known;
      const row = { id: 1, beforeAt, actor, reason, orderedAt: now() };
      saveOrder.run(row);
      return row;
    },
    planArchive(most) {
      const asked = order.get();
      if (!asked || isErasing.get() !== undefined) return null;
      const since = waitsSince.map((one) => one.get() ?? Number.POSITIVE_INFINITY);
      const before = Math.min(asked.beforeAt, ...since);
      const after = archived.get() ?? 0;
      const rows = page.all(after, free.get() ?? 0, most);
      const young = rows.findIndex(({ createdAt }) => createdAt >= before);
      const old = young === -1 ? rows : rows.slice(0, young);
      const [first, last] = [old[0], old.at(-1)];
      return first && last ? { firstRow: first.row, lastRow: last.row } : null;
    },
    recordArchive(written) {
      const { erasures, ...row } = written;
      const { firstRow, rows } = row;
      const after = archived.get() ?? 0;
      const there = between.get(firstRow, written.lastRow);
      if (firstRow <= after || there !== rows || begun.get() !== erasures) {
        throw invalidState('The events of the archive have changed since its file was written.');
      }
      const { id, at } = mintAt('archive');
      insert.run({ ...row, id, deletedRow: firstRow - 1, createdAt: at });
      return id;
    },
    deleteArchived(most) {
      const row = unfinished.get();
      if (!row) return 0;
      const last = lastOfSlice.get(row.deletedRow, row.lastRow, most) ?? row.lastRow;
      const { changes } = remove.run(row.deletedRow, last);
      goOn.run(last, row.id);
      return changes;
    },
  };
}
