// Group commit: writes that arrive in one turn of the event loop share one database commit; a write
// that fails undoes nothing of the others. A caller's promise resolves only after the commit is on
// disk.

import type BetterSqlite3 from 'better-sqlite3';
import { Refusal } from '../../ledger/refusal.ts';

export interface Job {
  readonly work: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

export type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown };

/** Thrown when a write could not be carried out; nothing of it is on disk. */
export class CommitFailed extends Error {}

/**
 * True for transient failures (disk full, I/O, lock contention), retried without limit. Any other
 * error is a fault of the program or of one row, given up after some attempts.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof CommitFailed) return true;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN)/.test(code);
}

/** The error message of the triggers while the rows of a developer are being moved. */
const MOVING_MESSAGE = 'the developer is being moved';
const MOVE_REFUSAL = {
  detail: 'The developer is being moved to another ledger of the bank; nothing was accepted.',
  retryAfterSeconds: 1,
};

/**
 * Turns the error of a developer being moved into a refusal: nothing was written, and the client
 * can retry soon.
 */
function asRefusal(error: unknown): unknown {
  const isMoving = error instanceof Error && error.message === MOVING_MESSAGE;
  return isMoving ? new Refusal('ledger_unavailable', MOVE_REFUSAL) : error;
}

/** The process that made a commit: this one, or another one that this process follows. */
export type CommitSource = 'this_process' | 'other_process';
export type CommitListener = (source: CommitSource) => void;

export interface GroupCommit {
  /**
   * Runs `work` inside the next commit. When `work` throws, its changes are undone, without those
   * of other writes, and the promise rejects with the error.
   */
  write<T>(work: () => T): Promise<T>;
  /** Runs part of a write so that its failure undoes that part only. Only inside `write`. */
  runPart<T>(work: () => T): T;
  /** Calls `listener` after each commit, before the writes in it resolve. It must not throw. */
  onCommit(listener: CommitListener): void;
  /**
   * Registers `restore`, called when the current write is undone, the latest first, so that state in
   * memory is undone with it. Does nothing outside of `write`. `restore` must not throw.
   */
  onUndo(restore: () => void): void;
  /**
   * Identifies the current write; null outside of `write`. The object changes with each write, and
   * when a part is undone, so it can be the key of a cache of rows that the write has read.
   */
  currentWrite(): object | null;
}

/** After this time a commit takes no further members; they join the next commit, a turn later. */
const TURN_MS = 10;

/** Runs the members of a group in one transaction at a time. */
export interface Members extends Pick<GroupCommit, 'runPart' | 'onUndo' | 'currentWrite'> {
  /**
   * Begins the transaction and runs members in it. When earlier members have used up a turn,
   * `ended` holds their outcomes, and the run continues with the next member. The transaction stays
   * open; a member that fails has undone itself.
   */
  run(jobs: readonly Job[], ended?: Outcome[]): Outcome[];
  /** Commits the group. */
  keep(): void;
  /** Undoes the open transaction, and the state in memory that belongs to it. */
  undo(): void;
}

/** @param db an open connection without another user that begins transactions */
export function membersOn(db: BetterSqlite3.Database): Members {
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const savepoint = db.prepare('SAVEPOINT member');
  const release = db.prepare('RELEASE member');
  const undo = db.prepare('ROLLBACK TO member');
  const totalChanges = db.prepare<[], number>('SELECT total_changes()').pluck();

  // A savepoint copies every page that its member touches, which costs as much as the member. So a
  // group first runs without savepoints; when a member fails, the whole group is undone and runs
  // again with a savepoint for each member. Members only read and write this database, so running
  // twice is safe. A refusal that comes before any write leaves nothing to undo and costs its
  // neighbours nothing.
  let isGuarded = false;
  let mustRepeat = false;

  let isWriting = false;
  let writeIdentity: object | null = null;
  const restorers: (() => void)[] = [];
  function undoChanges(mark = 0): void {
    for (const restore of restorers.splice(mark).reverse()) restore();
  }

  function runPart<T>(work: () => T): T {
    if (isGuarded) savepoint.run();
    const before = isGuarded ? 0 : totalChanges.get();
    const mark = restorers.length;
    try {
      const value = work();
      if (isGuarded) release.run();
      return value;
    } catch (error) {
      if (isGuarded) undoPart(mark);
      else if (!(error instanceof Refusal)) mustRepeat = true;
      else if (totalChanges.get() !== before || restorers.length !== mark) mustRepeat = true;
      throw asRefusal(error);
    }
  }

  function undoPart(mark: number): void {
    // SQLite ends the whole transaction by itself on a full disk or an I/O error.
    if (!db.inTransaction) return;
    undo.run();
    release.run();
    writeIdentity = {};
    undoChanges(mark);
  }

  function attemptJob(job: Job): Outcome {
    if (!db.inTransaction) return { ok: false, error: new CommitFailed('transaction was lost') };
    writeIdentity = {};
    try {
      return { ok: true, value: runPart(job.work) };
    } catch (error) {
      return { ok: false, error };
    } finally {
      writeIdentity = null;
    }
  }

  function runTurn(jobs: readonly Job[], outcomes: Outcome[]): Outcome[] {
    if (outcomes.length === 0) begin.run();
    isWriting = true;
    const until = performance.now() + TURN_MS;
    while (outcomes.length < jobs.length) {
      outcomes.push(attemptJob(jobs[outcomes.length] as Job));
      if (mustRepeat) return outcomes;
      if (performance.now() > until) break;
    }
    if (!db.inTransaction) throw firstError(outcomes) ?? new CommitFailed('transaction was lost');
    return outcomes;
  }

  function undoAll(): void {
    if (db.inTransaction) db.exec('ROLLBACK');
    undoChanges();
    mustRepeat = false;
    isGuarded = false;
  }

  function runGuarded(jobs: readonly Job[]): Outcome[] {
    undoAll();
    isGuarded = true;
    return runTurn(jobs, []);
  }

  return {
    run(jobs, ended = []) {
      try {
        const outcomes = runTurn(jobs, ended);
        return mustRepeat ? runGuarded(jobs) : outcomes;
      } finally {
        isWriting = false;
      }
    },
    keep() {
      commit.run();
      restorers.length = 0;
      isGuarded = false;
    },
    undo: undoAll,
    runPart,
    currentWrite: () => writeIdentity,
    onUndo: (restore) => {
      if (isWriting) restorers.push(restore);
    },
  };
}

/** @param db an open connection without another user that begins transactions */
export function createGroupCommit(db: BetterSqlite3.Database): GroupCommit {
  const members = membersOn(db);
  let queue: Job[] = [];
  let isFlushQueued = false;
  const listeners: CommitListener[] = [];

  function queueFlush(): void {
    if (!isFlushQueued) setImmediate(flush);
    isFlushQueued = true;
  }

  /**
   * Puts the remaining members first in the queue; other events on the thread get a turn before
   * them.
   */
  function resubmit(remaining: Job[]): void {
    queue = [...remaining, ...queue];
    queueFlush();
  }

  function flush(): void {
    isFlushQueued = false;
    const jobs = queue;
    queue = [];
    let outcomes: Outcome[];
    try {
      outcomes = members.run(jobs);
      members.keep();
    } catch (error) {
      members.undo();
      const failed = new CommitFailed('the ledger could not commit', { cause: error });
      for (const job of jobs) job.reject(failed);
      return;
    }
    for (const listener of listeners) listener('this_process');
    resolveJobs(jobs, outcomes);
    if (outcomes.length < jobs.length) resubmit(jobs.slice(outcomes.length));
  }

  function write<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      queue.push({ work, resolve: resolve as (value: unknown) => void, reject });
      queueFlush();
    });
  }

  const { runPart, onUndo, currentWrite } = members;
  return {
    write,
    runPart,
    onUndo,
    currentWrite,
    onCommit: (listener) => void listeners.push(listener),
  };
}

/** Settles the promises of the members that have run, after the commit. */
export function resolveJobs(jobs: readonly Job[], outcomes: readonly Outcome[]): void {
  for (const [index, outcome] of outcomes.entries()) {
    const job = jobs[index] as Job;
    if (outcome.ok) job.resolve(outcome.value);
    else job.reject(outcome.error);
  }
}

function firstError(outcomes: readonly Outcome[]): unknown {
  const errors = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error]));
  return errors.find((error) => !(error instanceof Refusal)) ?? null;
}
