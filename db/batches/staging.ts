// Accepting a large batch: its items are checked and written slice by slice, and one short commit
// accepts them. Until then they are invisible; items that a crash leaves behind are deleted.

import type { BusinessClock } from '../kernel/clock.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { Done } from '../kernel/keys.ts';
import type { BatchWriter } from './acts.ts';
import { type BatchDraft, newBatch } from './rows.ts';
import { batchStaging } from './tables.ts';

/** Items that are accepted in the commit that writes them; more are laid down before. */
const AT_ONCE = 256;
/** Items of one slice: some five milliseconds. */
const SLICE = 256;
/** Rows that are thrown away in one commit. */
const DROPPED = 1_000;
/** No request stages items for so long: its process is gone. */
const FORSAKEN_MS = 10 * 60 * 1000;

export interface Acceptances {
  accept(draft: BatchDraft): Promise<Done>;
  /** Deletes the items that a crash left of batches that were never accepted. */
  prune(now: number): Promise<void>;
}

export function stagedAcceptance(
  database: Database,
  acts: BatchWriter,
  clock: BusinessClock,
): Acceptances {
  const { raw } = database;
  const drop = raw.prepare(
    `DELETE FROM batch_items WHERE (batch_id, item_index) IN (
       SELECT batch_id, item_index FROM batch_items WHERE batch_id = ? LIMIT ?)`,
  );
  const forget = raw.prepare('DELETE FROM batch_staging WHERE batch_id = ?');
  const forsaken = raw.prepare<[number], { batchId: string }>(
    `SELECT ${columnsOf(batchStaging)} FROM batch_staging WHERE staged_at < ? LIMIT 8`,
  );

  async function discard(batchId: string): Promise<void> {
    for (;;) {
      const dropped = await database.write(() => drop.run(batchId, DROPPED).changes);
      if (dropped < DROPPED) break;
    }
    await database.write(() => void forget.run(batchId));
  }

  async function stageBatch(draft: BatchDraft): Promise<Done> {
    const bound = database.read(() => acts.findByKey(draft));
    if (bound) return bound;
    for (let from = 0; from < draft.items.length; from += SLICE) {
      database.read(() => acts.requireAcceptable(draft, from, from + SLICE));
      await new Promise((resolve) => setImmediate(resolve));
    }
    const row = newBatch(draft, clock);
    let done: Done | null = null;
    try {
      for (let from = 0; from < draft.items.length; from += SLICE) {
        await database.write(() => acts.stage(row, draft, from, from + SLICE));
      }
      done = await database.write(() => acts.acceptStaged(row, draft));
      return done;
    } finally {
      if (done?.id !== row.id) await discard(row.id);
    }
  }

  return {
    accept: (draft) =>
      draft.items.length <= AT_ONCE ? database.write(() => acts.accept(draft)) : stageBatch(draft),
    async prune(now) {
      for (const { batchId } of forsaken.all(now - FORSAKEN_MS)) await discard(batchId);
    },
  };
}
