// Records the assignee, the priority and the notes of an item that waits for a person. Another act
// decides the item itself.

import type { Priority } from '../../ledger/decisions/work.ts';
import { invalidState, Refusal } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Tx } from '../kernel/tx.ts';
import { itemQuery, sourcesOfItem } from './queues.ts';
import { workItems, workNotes } from './tables.ts';

export interface WorkOrder {
  readonly id: string;
  /** Omitted to keep the assignee, null to unassign. */
  readonly assigneeId?: string | null | undefined;
  /** Omitted to keep the priority. */
  readonly priority?: Priority | undefined;
  readonly ifVersion: number | null;
}

export interface NoteOrder {
  readonly id: string;
  readonly author: string;
  readonly body: string;
}

const BY_ID = `SELECT ${columnsOf(workItems)} FROM work_items WHERE object_id = ?`;
const SAVE_ITEM = `INSERT INTO work_items ${insertOf(workItems)}
  ON CONFLICT (object_id) DO UPDATE SET assignee_id = excluded.assignee_id,
  priority = excluded.priority, version = excluded.version, updated_at = excluded.updated_at`;
const COUNT = 'SELECT count(*) FROM work_notes WHERE object_id = ?';
const INSERT_NOTE = `INSERT INTO work_notes ${insertOf(workNotes)}`;

/**
 * Changes the assignee and the priority of an item.
 * @throws Refusal when the item is closed
 */
export const arrangeWorkItem = act(
  'work.arrange',
  (tx, { id, assigneeId, priority, ifVersion }: WorkOrder): void => {
    const { tenantId, waits } = requireItem(tx, id);
    const before = tx.get<typeof workItems.$inferSelect>(BY_ID, id);
    const version = before?.version ?? 1;
    if (ifVersion !== null && ifVersion !== version) throw new Refusal('version_conflict');
    if (waits === 0) throw invalidState('The item is closed: it no longer waits for an operator.');
    tx.run(SAVE_ITEM, {
      objectId: id,
      assigneeId: assigneeId === undefined ? (before?.assigneeId ?? null) : assigneeId,
      priority: priority ?? before?.priority ?? null,
      version: version + 1,
      updatedAt: tx.clock(tenantId),
    });
  },
);

/** Adds a note to an item. */
export const writeWorkNote = act('work.note', (tx, { id, author, body }: NoteOrder): void => {
  const createdAt = tx.clock(requireItem(tx, id).tenantId);
  tx.run(INSERT_NOTE, {
    objectId: id,
    number: (tx.value<number>(COUNT, id) ?? 0) + 1,
    author,
    body,
    createdAt,
  });
});

function requireItem(tx: Tx, id: string): { readonly tenantId: string; readonly waits: 0 | 1 } {
  for (const source of sourcesOfItem(tx.database, id)) {
    const row = tx.database.raw
      .prepare<[object], { tenantId: string; waits: 0 | 1 }>(itemQuery(source))
      .get({ id });
    if (row) return row;
  }
  throw new Refusal('work_item_not_found');
}
