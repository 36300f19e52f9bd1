// Acts on archives: select the rows to archive, record the written file, and delete its rows from
// the ledger in slices. Rows of unfinished work stay.

import { invalidState } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import { mintAt } from '../kernel/mint.ts';
import type { Tx } from '../kernel/tx.ts';
import { ARCHIVE_KINDS, type ArchivedNoun } from './archive-kinds.ts';
import type { ArchivedSlice } from './file-reads.ts';
import { archivePlans } from './plan.ts';
import { type ArchiveOrderRow, type ArchiveRow, archiveOrders, archives } from './tables.ts';
import type { ArchiveRange, WrittenArchive } from './write.ts';

export interface SliceDeletion extends ArchivedSlice {
  readonly archiveId: string;
  /** Rows of the file that earlier slices have deleted. */
  readonly skip: number;
}

const ORDER = `SELECT ${columnsOf(archiveOrders)} FROM archive_orders`;
const SAVE_ORDER = `INSERT INTO archive_orders ${insertOf(archiveOrders)} ON CONFLICT (id) DO UPDATE SET
  before_at = excluded.before_at, actor = excluded.actor, reason = excluded.reason,
  ordered_at = excluded.ordered_at`;
const ARCHIVED_END = `SELECT coalesce(max(last_row), 0) AS row, coalesce(max(last_id), '') AS id
  FROM archives WHERE noun = ?`;
const IS_ERASING = "SELECT 1 FROM customer_erasures WHERE status = 'running' LIMIT 1";
const COUNT_ERASURES = 'SELECT count(*) FROM customer_erasures';
const INSERT = `INSERT INTO archives ${insertOf(archives)}`;

const COUNTS = new Map(
  ARCHIVE_KINDS.map(({ noun, table, range }) => [
    noun,
    `SELECT count(*) FROM ${table} WHERE ${range}`,
  ]),
);

/**
 * Orders the archiving of all rows before a time, in milliseconds since 1970 UTC. A time before
 * that of the last order changes nothing.
 */
export const orderArchive = act(
  'archive.order',
  (
    tx,
    { beforeAt, actor, reason }: Pick<ArchiveOrderRow, 'beforeAt' | 'actor' | 'reason'>,
  ): ArchiveOrderRow => {
    const order = tx.get<ArchiveOrderRow>(ORDER);
    if (order && order.beforeAt >= beforeAt) return order;
    const row = { id: 1, beforeAt, actor, reason, orderedAt: tx.now() };
    tx.run(SAVE_ORDER, row);
    return row;
  },
);

/** The next range to write, of about `maxRows` rows; null when no rows of the noun may be archived. */
export const planArchive = act(
  'archive.plan',
  (
    tx,
    { noun, maxRows }: { readonly noun: ArchivedNoun; readonly maxRows: number },
  ): ArchiveRange | null => {
    const order = tx.get<ArchiveOrderRow>(ORDER);
    if (!order || tx.value<unknown>(IS_ERASING) !== undefined) return null;
    return archivePlans(tx.database)[noun]({
      before: order.beforeAt,
      after: findLastArchive(tx, noun),
      maxRows,
      now: tx.now(),
    });
  },
);

/** Records a file that was written to disk and verified; returns the id of the archive. */
export const recordArchive = act(
  'archive.record',
  (
    tx,
    { archive, range }: { readonly archive: WrittenArchive; readonly range: ArchiveRange },
  ): string => {
    const { noun, from, to } = range;
    const { erasures, ...row } = archive;
    const { firstRow, rows } = row;
    const countedRows = tx.value<number>(COUNTS.get(noun) ?? '', from, to);
    if (
      firstRow <= findLastArchive(tx, noun).row ||
      countedRows !== rows ||
      tx.value<number>(COUNT_ERASURES) !== erasures
    ) {
      throw invalidState('The rows of the archive have changed since its file was written.');
    }
    const { id, at } = mintAt('archive');
    tx.run(INSERT, { ...row, id, deletedRow: firstRow - 1, createdAt: at });
    return id;
  },
);

function findLastArchive(tx: Tx, noun: string) {
  return (
    tx.get<{ readonly row: number; readonly id: string }>(ARCHIVED_END, noun) ?? { row: 0, id: '' }
  );
}

const COLUMNS = columnsOf(archives);
const UNFINISHED_EVENTS = `SELECT ${COLUMNS} FROM archives WHERE noun = 'events' AND deleted_row < last_row
  ORDER BY first_row LIMIT 1`;
const BY_ID = `SELECT ${COLUMNS} FROM archives WHERE id = ?`;
const LAST_ROW_OF_SLICE = `SELECT max(row) FROM (
  SELECT row FROM events WHERE row > ? AND row <= ? ORDER BY row LIMIT ?)`;
const REMOVE_EVENTS = 'DELETE FROM events WHERE row > ? AND row <= ?';
const SET_DELETED_ROW = 'UPDATE archives SET deleted_row = ? WHERE id = ?';

const DELETE_ARCHIVED = {
  timeline: {
    mark: 'UPDATE transactions SET archived_version = @mark WHERE id = @id',
    remove: 'DELETE FROM timeline WHERE transaction_id = @id AND version <= @mark',
  },
  decisions: {
    mark: 'UPDATE transactions SET archived_risk = @mark WHERE id = @id',
    remove: 'DELETE FROM risk_decisions WHERE transaction_id = @id',
  },
};

/** Deletes at most `max` archived events from the ledger; returns their number. */
export const deleteArchivedEvents = act('archive.delete_events', (tx, max: number): number => {
  const row = tx.get<ArchiveRow>(UNFINISHED_EVENTS);
  if (!row) return 0;
  const last =
    tx.value<number | null>(LAST_ROW_OF_SLICE, row.deletedRow, row.lastRow, max) ?? row.lastRow;
  const changes = tx.run(REMOVE_EVENTS, row.deletedRow, last);
  tx.run(SET_DELETED_ROW, last, row.id);
  return changes;
});

/** Deletes archived rows of transactions; returns their number, 0 when they are already deleted. */
export const deleteSlice = act(
  'archive.delete_slice',
  (tx, { archiveId, skip, rows, ids, marks }: SliceDeletion): number => {
    const archive = tx.get<ArchiveRow>(BY_ID, archiveId);
    // Another worker has already deleted this slice.
    if (!archive || archive.deletedRow !== archive.firstRow - 1 + skip) return 0;
    const { mark, remove } =
      DELETE_ARCHIVED[archive.noun === 'decisions' ? 'decisions' : 'timeline'];
    const changes = ids.map((id, index) => {
      const archive = { id, mark: marks[index] };
      // The mark comes first, because the trigger of the deletion reads it.
      tx.run(mark, archive);
      return tx.run(remove, archive);
    });
    const deleted = changes.reduce((sum, count) => sum + count, 0);
    if (deleted !== rows) throw new Error(`deleted ${deleted} of ${rows} rows of ${archive.file}`);
    tx.run(SET_DELETED_ROW, archive.deletedRow + rows, archiveId);
    return rows;
  },
);
