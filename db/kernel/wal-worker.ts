// The thread that checkpoints WALs (wal-keeper.ts), one after the other.

import BetterSqlite3 from 'better-sqlite3';
import { answerCalls } from '../threads/answers.ts';
import { Stage, type WalOrder } from './wal-keeper.ts';

/**
 * The most passes. Each pass copies the pages written during the previous one, so that soon none
 * are left.
 */
const MAX_PASSES = 8;

/** False when a reader or another checkpoint prevented completion. */
answerCalls(({ file, stage }: WalOrder): boolean => {
  // The order was withdrawn: its database is closed.
  if (Atomics.compareExchange(stage, 0, Stage.ordered, Stage.running) !== Stage.ordered) {
    return true;
  }
  try {
    return copyWal(file);
  } finally {
    Atomics.store(stage, 0, Stage.idle);
    Atomics.notify(stage, 0);
  }
});

function copyWal(file: string): boolean {
  // Opened for each order: an open connection would prevent the bank's last connection from
  // removing the WAL.
  const db = new BetterSqlite3(file, { fileMustExist: true });
  try {
    // The pages must be on disk before the WAL is overwritten.
    db.pragma('synchronous = FULL');
    // A connection finds its WAL with the first read.
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    const checkpoint = db
      .prepare<[], [number, number, number]>('PRAGMA wal_checkpoint(PASSIVE)')
      .raw();
    const walState = db.prepare<[], [number, number, number]>('PRAGMA wal_checkpoint(NOOP)').raw();
    for (let passes = 0; passes < MAX_PASSES; passes++) {
      const [isBusy, pages, copied] = checkpoint.get() ?? [1, 0, 0];
      if (isBusy !== 0) return false;
      const [, pagesNow, copiedNow] = walState.get() ?? [1, 0, 0];
      if (pagesNow === copiedNow) return true;
      // A reader needs the remaining pages.
      if (copied < pages) return false;
    }
    return true;
  } finally {
    db.close();
  }
}
