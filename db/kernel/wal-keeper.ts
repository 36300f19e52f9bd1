// Keeps the WAL of a database short. A checkpoint copies some thousand pages and flushes the file,
// so it runs on a thread with a connection of its own (wal-worker.ts) and no commit waits for it.
// It is PASSIVE: it takes no lock that a reader or a writer needs. The changes of a commit are
// flushed to the WAL before any checkpoint reads them.

import type BetterSqlite3 from 'better-sqlite3';
import { openThread, type Thread } from '../threads/calls.ts';

/** An order to the thread to copy the WAL of a file. */
export interface WalOrder {
  readonly file: string;
  /** The state of the order (`Stage`), shared by both threads. */
  readonly stage: Int32Array;
}

/** State of an order. The first thread that changes the number decides. */
export const Stage = { idle: 0, ordered: 1, running: 2 } as const;

export interface WalKeeper {
  /** Checks from time to time whether a checkpoint is due. Called after a commit; never throws. */
  onCommit(): void;
  /** Waits for a running checkpoint, after which only the caller has the file open. */
  close(): void;
}

/**
 * Pages of WAL before a checkpoint. A checkpoint copies each page once, so rarer checkpoints copy
 * less.
 */
export const DUE_PAGES = 8_000;
/**
 * A WAL of this length has missed its chance to restart: its remaining pages are copied at once.
 */
const LONG_PAGES = 12_000;
const DUE_PAGES_OF_LONG_WAL = 250;
/**
 * Pages of WAL at which SQLite checkpoints inside a commit: when the thread is late, and for
 * connections that bypass the group commit. The WAL file is truncated to this length.
 */
export const FALLBACK_PAGES = 20_000;
/** Bytes to which SQLite truncates the file of a longer WAL when it restarts the WAL. */
export const FALLBACK_BYTES = FALLBACK_PAGES * 4_096;

const COMMITS_PER_CHECK = 8;
/** The pause after a checkpoint that a reader or a fault kept from completing. */
const PAUSE_MS = 250;
const CLOSE_TIMEOUT_MS = 10_000;

/** @param db the connection that writes */
export function startWalKeeper(db: BetterSqlite3.Database): WalKeeper {
  if (db.memory) return { onCommit: () => undefined, close: () => undefined };
  const thread = sharedThread();
  // Reads the length of the WAL and of its copied part, without copying (SQLite 3.51).
  const walState = db.prepare<[], [number, number, number]>('PRAGMA wal_checkpoint(NOOP)').raw();
  const stage = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let commits = 0;
  let pausedUntil = 0;

  function isDue(): boolean {
    const [, pages, copied] = walState.get() ?? [0, 0, 0];
    return pages - copied >= (pages >= LONG_PAGES ? DUE_PAGES_OF_LONG_WAL : DUE_PAGES);
  }

  function orderCheckpoint(): void {
    Atomics.store(stage, 0, Stage.ordered);
    const pause = () => {
      pausedUntil = performance.now() + PAUSE_MS;
      Atomics.store(stage, 0, Stage.idle);
    };
    thread
      .get()
      .call({ file: db.name, stage })
      .then((isComplete) => isComplete || pause(), pause);
  }

  return {
    onCommit() {
      commits += 1;
      if (commits % COMMITS_PER_CHECK !== 0 || Atomics.load(stage, 0) !== Stage.idle) return;
      try {
        if (performance.now() >= pausedUntil && isDue()) orderCheckpoint();
      } catch {
        // A failed check must not fail a finished commit; the limit `FALLBACK_PAGES` still applies.
      }
    },
    close() {
      if (Atomics.compareExchange(stage, 0, Stage.ordered, Stage.idle) === Stage.running) {
        Atomics.wait(stage, 0, Stage.running, CLOSE_TIMEOUT_MS);
      }
      thread.leave();
    },
  };
}

interface SharedThread {
  readonly get: () => Thread<WalOrder, boolean>;
  readonly leave: () => void;
}

let users = 0;
let running: { readonly thread: Thread<WalOrder, boolean>; readonly end: AbortController } | null =
  null;

/** One thread for all databases of the process, from the first order until the last one closes. */
function sharedThread(): SharedThread {
  users += 1;
  return {
    get() {
      if (running === null) {
        const end = new AbortController();
        const file = new URL('./wal-worker.ts', import.meta.url);
        running = { thread: openThread({ name: 'the WAL', file, closing: end.signal }), end };
      }
      return running.thread;
    },
    leave() {
      users -= 1;
      if (users > 0) return;
      running?.end.abort();
      running = null;
    },
  };
}
