// Writes down who works on what waits for a person, how urgent it is, and notes. What waits is not
// touched by it: its own act decides it.

import type { Priority } from '../../ledger/decisions/work.ts';
import { invalidState, Refusal } from '../../ledger/refusal.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { oneOf, queuesOf } from './queues.ts';
import { workItems, workNotes } from './tables.ts';

export interface WorkOrder {
  readonly id: string;
  /** Left out: as before; null: unassigned. */
  readonly assigneeId?: string | null | undefined;
  /** Left out: as before. */
  readonly priority?: Priority | undefined;
  readonly ifVersion: number | null;
}

export interface NoteOrder {
  readonly id: string;
  readonly author: string;
  readonly body: string;
}

export interface WorkActs {
  /** Changes who works on it and how urgent it is. */
  arrange(order: WorkOrder): void;
  note(order: NoteOrder): void;
}

interface Deps {
  readonly database: Database;
  readonly clock: BusinessClock;
}

/** Call its functions inside `database.write` only. */
export function workWriter({ database: { raw }, clock }: Deps): WorkActs {
  const byId = raw.prepare<[string], typeof workItems.$inferSelect>(
    `SELECT ${columnsOf(workItems)} FROM work_items WHERE object_id = ?`,
  );
  const save = raw.prepare(
    `INSERT INTO work_items ${insertOf(workItems)}
     ON CONFLICT (object_id) DO UPDATE SET assignee_id = excluded.assignee_id,
     priority = excluded.priority, version = excluded.version, updated_at = excluded.updated_at`,
  );
  const count = raw
    .prepare<[string], number>('SELECT count(*) FROM work_notes WHERE object_id = ?')
    .pluck();
  const insertNote = raw.prepare(`INSERT INTO work_notes ${insertOf(workNotes)}`);

  function itemOf(id: string): { readonly tenantId: string; readonly waits: 0 | 1 } {
    for (const queue of queuesOf(id)) {
      const row = raw
        .prepare<[object], { tenantId: string; waits: 0 | 1 }>(oneOf(queue))
        .get({ id });
      if (row) return row;
    }
    throw new Refusal('work_item_not_found');
  }

  return {
    arrange({ id, assigneeId, priority, ifVersion }) {
      const { tenantId, waits } = itemOf(id);
      const before = byId.get(id);
      const version = before?.version ?? 1;
      if (ifVersion !== null && ifVersion !== version) throw new Refusal('version_conflict');
      if (waits === 0)
        throw invalidState('The item is closed: it no longer waits for an operator.');
      save.run({
        objectId: id,
        assigneeId: assigneeId === undefined ? (before?.assigneeId ?? null) : assigneeId,
        priority: priority ?? before?.priority ?? null,
        version: version + 1,
        updatedAt: clock(tenantId),
      });
    },
    note({ id, author, body }) {
      const createdAt = clock(itemOf(id).tenantId);
      insertNote.run({ objectId: id, number: (count.get(id) ?? 0) + 1, author, body, createdAt });
    },
  };
}
