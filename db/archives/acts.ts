// Archives: what may go, the row of a file that was written, and the slices in which its rows are
// deleted. What somebody still waits for stays.

import { invalidState } from '../../ledger/refusal.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { mintAt } from '../kernel/mint.ts';
import type { ArchivedSlice } from './file-reads.ts';
import { ARCHIVE_KINDS, type ArchivedNoun } from './kinds.ts';
import { archivePlans } from './plan.ts';
import { type ArchiveOrderRow, type ArchiveRow, archiveOrders, archives } from './tables.ts';
import type { ArchiveRange, WrittenArchive } from './write.ts';

export interface ArchiveActs {
  /**
   * Asks for everything before a time, milliseconds since 1970 UTC; an earlier one changes
   * nothing.
   */
  orderArchive(order: Pick<ArchiveOrderRow, 'beforeAt' | 'actor' | 'reason'>): ArchiveOrderRow;
  /** What is next to be written: about `most` rows; null: nothing of the noun may go. */
  planArchive(noun: ArchivedNoun, most: number): ArchiveRange | null;
  /** Writes down a file that lies on disk and was read back; returns its id. */
  recordArchive(written: WrittenArchive, range: ArchiveRange): string;
  /** Deletes events that lie in a file; returns how many. */
  deleteArchivedEvents(most: number): number;
  /** Deletes what a file has of transactions; returns how many rows: 0 when they are gone. */
  deleteSlice(slice: SliceDeletion): number;
}

export interface SliceDeletion extends ArchivedSlice {
  readonly archiveId: string;
  /** Rows of the file that were deleted before it. */
  readonly skip: number;
}

interface Deps {
  readonly database: Database;
  readonly now: () => number;
}

/** Call its functions inside `database.write` only. */
export function archiveWriter({ database, now }: Deps): ArchiveActs {
  const { raw } = database;
  const order = raw.prepare<[], ArchiveOrderRow>(
    `SELECT ${columnsOf(archiveOrders)} FROM archive_orders`,
  );
  const saveOrder = raw.prepare(
    `INSERT INTO archive_orders ${insertOf(archiveOrders)} ON CONFLICT (id) DO UPDATE SET
     before_at = excluded.before_at, actor = excluded.actor, reason = excluded.reason,
     ordered_at = excluded.ordered_at`,
  );
  const archived = raw.prepare<[string], { readonly row: number; readonly id: string }>(
    `SELECT coalesce(max(last_row), 0) AS row, coalesce(max(last_id), '') AS id
     FROM archives WHERE noun = ?`,
  );
  const lastOf = (noun: string) => archived.get(noun) ?? { row: 0, id: '' };
  const isErasing = raw
    .prepare<[], unknown>("SELECT 1 FROM customer_erasures WHERE status = 'running' LIMIT 1")
    .pluck();
  const begun = raw.prepare<[], number>('SELECT count(*) FROM customer_erasures').pluck();
  const counts = new Map(
    ARCHIVE_KINDS.map(({ noun, table, range }) => [
      noun,
      raw
        .prepare<[number | string, number | string], number>(
          `SELECT count(*) FROM ${table} WHERE ${range}`,
        )
        .pluck(),
    ]),
  );
  const plans = archivePlans(database);
  const insert = raw.prepare(`INSERT INTO archives ${insertOf(archives)}`);

  return {
    orderArchive({ beforeAt, actor, reason }) {
      const known = order.get();
      if (known && known.beforeAt >= beforeAt) return known;
      const row = { id: 1, beforeAt, actor, reason, orderedAt: now() };
      saveOrder.run(row);
      return row;
    },
    planArchive(noun, most) {
      const asked = order.get();
      if (!asked || isErasing.get() !== undefined) return null;
      return plans[noun]({ before: asked.beforeAt, after: lastOf(noun), most, now: now() });
    },
    recordArchive(written, { noun, from, to }) {
      const { erasures, ...row } = written;
      const { firstRow, rows } = row;
      const there = counts.get(noun)?.get(from, to);
      if (firstRow <= lastOf(noun).row || there !== rows || begun.get() !== erasures) {
        throw invalidState('The rows of the archive have changed since its file was written.');
      }
      const { id, at } = mintAt('archive');
      insert.run({ ...row, id, deletedRow: firstRow - 1, createdAt: at });
      return id;
    },
    ...deletions(database),
  };
}

function deletions({ raw }: Database): Pick<ArchiveActs, 'deleteArchivedEvents' | 'deleteSlice'> {
  const columns = columnsOf(archives);
  const unfinishedEvents = raw.prepare<[], ArchiveRow>(
    `SELECT ${columns} FROM archives WHERE noun = 'events' AND deleted_row < last_row
     ORDER BY first_row LIMIT 1`,
  );
  const byId = raw.prepare<[string], ArchiveRow>(`SELECT ${columns} FROM archives WHERE id = ?`);
  const lastOfSlice = raw
    .prepare<[number, number, number], number | null>(
      `SELECT max(row) FROM (
         SELECT row FROM events WHERE row > ? AND row <= ? ORDER BY row LIMIT ?)`,
    )
    .pluck();
  const removeEvents = raw.prepare('DELETE FROM events WHERE row > ? AND row <= ?');
  const goOn = raw.prepare('UPDATE archives SET deleted_row = ? WHERE id = ?');
  const leaving = {
    timeline: {
      mark: raw.prepare('UPDATE transactions SET archived_version = @mark WHERE id = @id'),
      remove: raw.prepare('DELETE FROM timeline WHERE transaction_id = @id AND version <= @mark'),
    },
    decisions: {
      mark: raw.prepare('UPDATE transactions SET archived_risk = @mark WHERE id = @id'),
      remove: raw.prepare('DELETE FROM risk_decisions WHERE transaction_id = @id'),
    },
  };

  return {
    deleteArchivedEvents(most) {
      const row = unfinishedEvents.get();
      if (!row) return 0;
      const last = lastOfSlice.get(row.deletedRow, row.lastRow, most) ?? row.lastRow;
      const { changes } = removeEvents.run(row.deletedRow, last);
      goOn.run(last, row.id);
      return changes;
    },
    deleteSlice({ archiveId, skip, rows, ids, marks }) {
      const archive = byId.get(archiveId);
      // Another worker has deleted the same meanwhile.
      if (!archive || archive.deletedRow !== archive.firstRow - 1 + skip) return 0;
      const { mark, remove } = leaving[archive.noun === 'decisions' ? 'decisions' : 'timeline'];
      const changes = ids.map((id, index) => {
        const given = { id, mark: marks[index] };
        // First the mark: the trigger asks it.
        mark.run(given);
        return remove.run(given).changes;
      });
      const gone = changes.reduce((sum, one) => sum + one, 0);
      if (gone !== rows) throw new Error(`${archive.file} has ${rows} rows of which ${gone} went`);
      goOn.run(archive.deletedRow + rows, archiveId);
      return rows;
    },
  };
}
