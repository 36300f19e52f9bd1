// The thread that copies WALs into their files (wal-keeper.ts), one after the other.

import BetterSqlite3 from 'better-sqlite3';
import { answerCalls } from '../../threads/answers.ts';
import { Stage, type WalOrder } from './wal-keeper.ts';

/** Each pass copies the pages written during the pass before, so that soon none are left. */
const MOST_PASSES = 8;

/** False: a reader, or another process that copies, kept it from the end. */
answerCalls(({ file, stage }: WalOrder): boolean => {
  // Taken back: its database is closed.
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
  // Opened for each order: an open connection would keep the last one of the bank from cleaning up.
  const db = new BetterSqlite3(file, { fileMustExist: true });
  try {
    // Pages are on disk before the WAL that holds them is written over.
    db.pragma('synchronous = FULL');
    // A connection knows of its WAL once it has read.
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    const pass = db.prepare<[], [number, number, number]>('PRAGMA wal_checkpoint(PASSIVE)').raw();
    const walState = db.prepare<[], [number, number, number]>('PRAGMA wal_checkpoint(NOOP)').raw();
    for (let passes = 0; passes < MOST_PASSES; passes++) {
      const [isBusy, pages, before] = pass.get() ?? [1, 0, 0];
      if (isBusy !== 0) return false;
      const [, now, after] = walState.get() ?? [1, 0, 0];
      if (now === after) return true;
      // A reader holds the rest.
      if (before < pages) return false;
    }
    return true;
  } finally {
    db.close();
  }
}
