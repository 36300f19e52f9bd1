// Group commit in which PostgreSQL decides. The members run on a copy, their rows go to PostgreSQL
// as sets, and the copy commits and callers are answered only after PostgreSQL has committed. While
// no other process writes, this takes one round trip, which PostgreSQL refuses if another process
// has written after all. Otherwise the group first takes the schema's lock and applies the commits
// of others.

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDamage } from '../kernel/damage.ts';
import { DatabaseUnreachable } from '../kernel/database-unreachable.ts';
import {
  CommitFailed,
  type CommitListener,
  type CommitSource,
  type GroupCommit,
  type Job,
  membersOn,
  type Outcome,
  resolveJobs,
} from '../kernel/group-commit.ts';
import {
  type Commit,
  type CountedSet,
  hasOtherHead,
  listDifferingTables,
  type NewCommits,
  type Position,
  parseSets,
} from './commits.ts';
import type { Copy, Model } from './copy.ts';
import type { CommitAnswers, Link } from './link.ts';
import type { LossStore } from './loss.ts';
import { openMarks } from './marks.ts';
import { type CopyCommit, createRecentCommits } from './recent-commits.ts';

/** The most writes in one commit. */
const GROUP = 256;

/** The number of groups that take the lock first after another process has written. */
const LOCKED_GROUPS = 32;

/**
 * The time after an unsuccessful reload of the copy in which it is not reloaded for the same
 * reason.
 */
const RELOAD_PAUSE_MS = 600_000;

/** The longest wait of a caller for the commits of others. */
const CATCH_UP_TIMEOUT_MS = 5_000;

/** Time for which the process checks whether a commit without an answer exists. */
const OUTCOME_TIMEOUT_MS = 10_000;
const OUTCOME_PAUSE_MS = 100;

export interface ReplicatedGroups extends GroupCommit {
  /** True while an act runs. */
  isActing(): boolean;
  /**
   * Applies the commits of other processes, without a lock.
   * @throws DatabaseUnreachable when they cannot be read or reading takes too long: a row that is missing then
   * may exist
   */
  catchUp(): Promise<void>;
  /**
   * Like `catchUp`, for notifications: it never throws, because the next notification catches up
   * after a failure.
   */
  catchUpQuietly(): Promise<void>;
  /**
   * Like `catchUp`, without a time limit.
   * @throws the error that it failed with
   */
  load(): Promise<void>;
  /** True for the number of a commit that the copy has or is about to have. */
  hasCommit(number: number): boolean;
  /**
   * Returns whether the copy has a commit, and catches up first if it may lack it. False when the
   * history of the schema does not contain the commit. A commit older than all known marks is
   * identified by its number alone.
   * @param mark the beginning of its mark
   * @throws DatabaseUnreachable while that is unknown
   */
  waitForCommit(number: number, mark: string): Promise<boolean>;
  /** Resolves when no group is in progress. */
  idle(): Promise<void>;
}

/**
 * Thrown when PostgreSQL refuses the rows of a group because of a constraint, a trigger or invalid
 * data.
 */
class RowsRefused extends Error {}

/** Thrown when PostgreSQL's rows differ from the copy's; nothing was written. */
class CopyDiffers extends Error {
  readonly tables: readonly string[];

  constructor(tables: readonly string[], cause: unknown) {
    super(`the copy differs from PostgreSQL in ${tables.join(', ')}`, { cause });
    this.tables = tables;
  }
}

const refusalOf = (cause: unknown) => new RowsRefused('PostgreSQL refuses the rows', { cause });

/** A group that has run on the copy. */
interface GroupRun {
  readonly outcomes: Outcome[];
  readonly sets: readonly CountedSet[];
  /** The copy's position before the group. */
  readonly previous: Position;
  /** The copy's position after the group. */
  readonly position: Position;
  /** True when the group has written nothing. */
  readonly isEmpty: boolean;
}

const isSamePosition = (a: Position, other: Position) =>
  a.number === other.number && a.mark === other.mark;

/** Commits that this copy applies only after other copies are up to date. */
export interface Precedence {
  /** Table and kind of a set that only such commits have, as `entries born`. */
  readonly setName: string;
  /** Resolves when the other copies are up to date; never called under the lock of the schema. */
  catchUpOthers(): Promise<void>;
}

interface GroupParts {
  /** A separate connection. */
  readonly link: Link;
  readonly copy: Copy;
  readonly model: Model;
  /** Null when commits are applied as they arrive. */
  readonly precedence?: Precedence | null;
  /** Keeps the commits that PostgreSQL has lost; optional. */
  readonly losses?: LossStore;
  /** Called with the tables in which the copy was wrong. */
  readonly onDifference?: ((tables: readonly string[]) => void) | undefined;
}

export function createReplicatedGroups(parts: GroupParts): ReplicatedGroups {
  const { link, copy, model, precedence = null, losses, onDifference } = parts;
  const members = membersOn(copy.acts);
  // A probe of writes (db/kernel/write-probe.ts) changes this number alone, and no row.
  const probeValue = copy.acts.prepare<[], number>('PRAGMA user_version').pluck();
  const listeners: CommitListener[] = [copy.onCommit];
  const marks = openMarks();
  const recent = createRecentCommits();
  let acting = false;
  /** Number of the commit in progress. */
  let next = 0;
  /** The number of further groups that take the lock first. */
  let groupsToLock = 0;
  /** When PostgreSQL last refused the rows of a copy that had just been reloaded. */
  let failedReloadAt = Number.NEGATIVE_INFINITY;
  /** The transaction of the next group, which began directly after the last commit. */
  let commitsAhead: Promise<NewCommits> | null = null;

  function notifyListeners(source: CommitSource): void {
    for (const listener of listeners) listener(source);
  }

  /** Applies new commits. Returns false when more remain or the copy has another history. */
  async function followCommit({ head, newCommits }: NewCommits): Promise<boolean> {
    const position = copy.position();
    if (isSamePosition(head, position)) return true;
    let { number, mark } = position;
    for (const commit of newCommits) {
      if (commit.number !== number + 1 || commit.before !== mark) break;
      ({ number, mark } = commit);
    }
    const commits = newCommits.slice(0, number - position.number);
    if (commits.length === 0) {
      await replaceHistory(position);
      return false;
    }
    groupsToLock = LOCKED_GROUPS;
    if (precedence && mustWait(commits)) await precedence.catchUpOthers();
    const sets = commits.map((commit) => parseSets(commit, model.tables));
    await copy.follow(sets, { number, mark });
    let before: Position = position;
    for (const [index, commit] of commits.entries()) {
      marks.add(commit);
      recent.add({
        before,
        at: { number: commit.number, mark: commit.mark },
        sets: sets[index] ?? [],
      });
      before = commit;
    }
    notifyListeners('other_process');
    return number === head.number && mark === head.mark;
  }

  /**
   * Replaces the rows of a copy that is empty, far behind, or at a commit that PostgreSQL has lost.
   */
  async function replaceHistory(position: Position): Promise<void> {
    const isInHistory = position.number < 0 ? true : await link.hasInHistory(position);
    if (isInHistory !== true) await losses?.keep(position, isInHistory === false);
    if (isInHistory !== false || !(await reloadRecentRows())) await reloadCopy();
    if (isInHistory !== true) losses?.list();
  }

  /**
   * Reads again the rows written since the last common commit. Returns false when they are not
   * known any more.
   */
  async function reloadRecentRows(): Promise<boolean> {
    const rows = await link.rowsSince(recent.positions(), recent.after, model.tables);
    if (rows === null) return false;
    await copy.replace(rows.rows, rows.head);
    marks.forget();
    recent.forget();
    groupsToLock = LOCKED_GROUPS;
    notifyListeners('other_process');
    return true;
  }

  /** Deletes all rows of the copy and fetches them anew. */
  async function reloadCopy(): Promise<void> {
    await copy.refill((page) => link.readAll(model.tables.values(), page));
    marks.forget();
    recent.forget();
    notifyListeners('other_process');
  }

  function mustWait(news: readonly Commit[]): boolean {
    return news.some(({ names }) => precedence !== null && names.includes(precedence.setName));
  }

  async function bringUpToDate(): Promise<void> {
    while (!(await followCommit(await link.readNewCommits(copy.position().number))));
    if (!marks.isLoaded()) marks.load(await link.keptMarks());
  }

  async function waitForCommit(number: number, mark: string): Promise<boolean> {
    if (!marks.isLoaded() || number > copy.position().number) await catchUp();
    if (number > copy.position().number) return false;
    const knownMark = marks.of(number);
    return knownMark === null || knownMark === mark;
  }

  /** Begins a transaction on PostgreSQL with an up-to-date copy. */
  async function beginUpToDate(): Promise<void> {
    for (;;) {
      const beginning = commitsAhead ?? link.begin(copy.position().number);
      commitsAhead = null;
      const transaction = await beginning;
      const position = copy.position();
      if (isSamePosition(transaction.head, position)) return;
      groupsToLock = LOCKED_GROUPS;
      const [first] = transaction.newCommits;
      const isNext = first?.number === position.number + 1 && first.before === position.mark;
      if (isNext && !mustWait(transaction.newCommits) && (await followCommit(transaction))) return;
      // Far behind, or after other copies: catches up without the lock, for which others wait.
      await link.rollback();
      await bringUpToDate();
    }
  }

  /** Runs all writes of the group, and yields to readers in between. */
  async function run(jobs: readonly Job[]): Promise<Outcome[]> {
    let outcomes: Outcome[] = [];
    for (;;) {
      acting = true;
      try {
        outcomes = members.run(jobs, outcomes);
      } finally {
        acting = false;
      }
      if (outcomes.length === jobs.length) return outcomes;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Runs a group on the copy. Its rows are recorded as those of the next commit. */
  async function runGroup(jobs: readonly Job[]): Promise<GroupRun> {
    const probe = probeValue.get();
    const outcomes = await run(jobs);
    const sets = copy.capture.takeSets();
    const previous = copy.position();
    const position: Position = { number: previous.number + 1, mark: randomUUID() };
    const isEmpty = sets.length === 0 && probeValue.get() === probe;
    if (!isEmpty) {
      next = position.number;
      copy.note(position);
    }
    return { outcomes, sets, previous, position, isEmpty };
  }

  async function commit(jobs: readonly Job[]): Promise<Outcome[]> {
    if (groupsToLock > 0) {
      groupsToLock -= 1;
      return commitLocked(jobs);
    }
    const outcomes = await commitAlone(jobs);
    if (outcomes !== null) return outcomes;
    // Another process has written meanwhile: the whole group runs again on the current rows.
    members.undo();
    next = 0;
    groupsToLock = LOCKED_GROUPS;
    return commitLocked(jobs);
  }

  /**
   * Commits in one round trip. Returns null when the copy lacks commits; then nothing was
   * committed.
   */
  async function commitAlone(jobs: readonly Job[]): Promise<Outcome[] | null> {
    await link.prepare();
    const { outcomes, sets, previous, position, isEmpty } = await runGroup(jobs);
    if (isEmpty) {
      // The outcomes of a group without writes are valid only if the copy lacks no commit.
      const { head } = await link.readNewCommits(previous.number);
      if (!isSamePosition(head, previous)) return null;
      members.keep();
      return outcomes;
    }
    try {
      await link.writeAlone(sets, previous, position.mark);
    } catch (error) {
      if (hasOtherHead(error)) return null;
      throwRowsRefused(error);
      if (!(await findCommitOutcome(position, previous, link))) {
        throw new CommitFailed('PostgreSQL has not committed', { cause: error });
      }
    }
    applyToCopy({ before: previous, at: position, sets });
    return outcomes;
  }

  async function commitLocked(jobs: readonly Job[]): Promise<Outcome[]> {
    await beginUpToDate();
    const { outcomes, sets, previous, position, isEmpty } = await runGroup(jobs);
    if (isEmpty) {
      members.keep();
      await link.rollback();
      return outcomes;
    }
    // Jobs that already wait are the next group: its transaction begins without a pause.
    const hasNext = workQueue.isWaiting() && groupsToLock > 0;
    const write = link.write(sets, previous, position.mark, hasNext);
    write.next?.catch(() => {});
    if (!(await isCommitted(write, position, previous))) {
      throw new CommitFailed('PostgreSQL has not committed');
    }
    applyToCopy({ before: previous, at: position, sets });
    return outcomes;
  }

  /**
   * Returns whether PostgreSQL has committed the group. Without an answer, it asks whether the
   * commit exists.
   */
  async function isCommitted(
    write: CommitAnswers,
    position: Position,
    previous: Position,
  ): Promise<boolean> {
    const answers = await Promise.allSettled([write.sent, write.committed]);
    const faults = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason] : [],
    );
    if (faults.length === 0) {
      commitsAhead = write.next;
      return true;
    }
    for (const fault of faults) throwRowsRefused(fault);
    return findCommitOutcome(position, previous, link);
  }

  /**
   * PostgreSQL's commit is authoritative: a copy that cannot commit applies it with the next commits.
   */
  function applyToCopy(commit: CopyCommit): void {
    try {
      members.keep();
      marks.add(commit.at);
      recent.add(commit);
    } catch {
      members.undo();
    }
  }

  /**
   * Rolls the group back. A connection with an error is dropped: the server rolls back its open
   * transaction.
   */
  async function rollBackGroup(isSound: boolean): Promise<void> {
    members.undo();
    commitsAhead = null;
    if (isSound) await link.rollback().catch(link.drop);
    else link.drop();
  }

  /**
   * If one row is wrong, others may be: the whole copy is deleted and reloaded. This is not
   * repeated soon after a reload that did not help: the copy is then not damaged, and the callers
   * are told that nothing was committed.
   * @returns false when the jobs must not run again
   */
  async function replaceCopy(tables: readonly string[]): Promise<boolean> {
    if (performance.now() - failedReloadAt < RELOAD_PAUSE_MS) return false;
    onDifference?.(tables);
    groupsToLock = LOCKED_GROUPS;
    try {
      await reloadCopy();
      return true;
    } catch {
      link.drop();
      return false;
    }
  }

  async function flush(jobs: Job[], isRetry = false): Promise<void> {
    let outcomes: Outcome[];
    try {
      outcomes = await commit(jobs);
    } catch (error) {
      next = 0;
      if (isDamage(error)) copy.markDamaged();
      const isAnswer = error instanceof RowsRefused || error instanceof CopyDiffers;
      await rollBackGroup(isAnswer);
      const suspectTables =
        jobs.length === 1 || error instanceof CopyDiffers ? wrongTablesIn(error) : null;
      if (suspectTables !== null && isRetry) failedReloadAt = performance.now();
      if (suspectTables !== null && (await replaceCopy(suspectTables))) return flush(jobs, true);
      if (error instanceof RowsRefused && jobs.length > 1) {
        for (const job of jobs) await flush([job]);
        return;
      }
      const failed =
        error instanceof RowsRefused
          ? error.cause
          : new CommitFailed('the ledger could not commit', { cause: error });
      for (const job of jobs) job.reject(failed);
      return;
    }
    notifyListeners('this_process');
    resolveJobs(jobs, outcomes);
  }

  async function catchUpOrDrop(): Promise<void> {
    try {
      await bringUpToDate();
    } catch (error) {
      if (isDamage(error)) copy.markDamaged();
      link.drop();
      throw error;
    }
  }

  const workQueue = createWorkQueue(flush, catchUpOrDrop);
  const catchUp = () => withTimeout(workQueue.catchUp());
  return {
    write: workQueue.write,
    runPart: members.runPart,
    onUndo: members.onUndo,
    currentWrite: members.currentWrite,
    onCommit: (listener) => void listeners.push(listener),
    isActing: () => acting,
    hasCommit: (number) => number <= next || number <= copy.position().number,
    catchUp,
    waitForCommit,
    catchUpQuietly: () => workQueue.catchUp().catch(() => {}),
    load: workQueue.catchUp,
    idle: workQueue.idle,
  };
}

/** @throws DatabaseUnreachable when it fails or takes too long */
async function withTimeout(catchUp: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DatabaseUnreachable()), CATCH_UP_TIMEOUT_MS);
  });
  try {
    await Promise.race([catchUp, tooLate]);
  } catch (cause) {
    throw cause instanceof DatabaseUnreachable ? cause : new DatabaseUnreachable(cause);
  } finally {
    clearTimeout(timer);
  }
}

interface WaitingCatchUp {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Serialises the work on a connection: groups of waiting writes, and reads of other processes'
 * commits.
 */
function createWorkQueue(flush: (jobs: Job[]) => Promise<void>, catchUp: () => Promise<void>) {
  const queue: Job[] = [];
  let waitingCatchUps: WaitingCatchUp[] = [];
  let underWay: Promise<void> | null = null;

  async function runCatchUps(): Promise<void> {
    const currentCatchUps = waitingCatchUps;
    waitingCatchUps = [];
    try {
      await catchUp();
      for (const { resolve } of currentCatchUps) resolve();
    } catch (error) {
      for (const { reject } of currentCatchUps) reject(error);
    }
  }

  async function work(): Promise<void> {
    // Calls in the same turn of the event loop join the same group.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0 || waitingCatchUps.length > 0) {
      if (waitingCatchUps.length > 0) await runCatchUps();
      if (queue.length > 0) await flush(queue.splice(0, GROUP));
    }
    underWay = null;
  }

  function startGroup(): void {
    underWay ??= work();
  }

  return {
    isWaiting: () => queue.length > 0,
    idle: async () => void (await underWay),
    write<T>(act: () => T): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        queue.push({ work: act, resolve: resolve as (value: unknown) => void, reject });
        startGroup();
      });
    },
    /** Resolves after a catch-up that began no earlier than the call. */
    catchUp() {
      return new Promise<void>((resolve, reject) => {
        waitingCatchUps.push({ resolve, reject });
        startGroup();
      });
    },
  };
}

/**
 * Returns whether a commit without an answer exists. One that does not exist never arrives later.
 * @param previous the previous commit
 * @throws CommitFailed when the server does not answer for ten seconds
 */
export async function findCommitOutcome(
  position: Position,
  previous: Position,
  link: Link,
): Promise<boolean> {
  link.drop();
  const until = performance.now() + OUTCOME_TIMEOUT_MS;
  for (;;) {
    try {
      return await link.hasCommitted(position, previous);
    } catch (cause) {
      link.drop();
      const text =
        'it is unknown whether PostgreSQL has committed: repeat the request with the same key';
      if (performance.now() > until) throw new CommitFailed(text, { cause });
      await pause(OUTCOME_PAUSE_MS);
    }
  }
}

/**
 * Returns the tables in which the copy is or may be wrong: acts on a copy that lacks a row write
 * the row a second time, and PostgreSQL refuses it. Null when the error has another cause.
 */
function wrongTablesIn(error: unknown): readonly string[] | null {
  if (error instanceof CopyDiffers) return error.tables;
  if (!(error instanceof RowsRefused)) return null;
  const { code, table } = (error.cause ?? {}) as { code?: unknown; table?: unknown };
  return typeof code === 'string' && code.startsWith('23') ? [String(table)] : null;
}

/**
 * Throws when PostgreSQL has refused the rows.
 * @throws CopyDiffers, RowsRefused
 */
function throwRowsRefused(cause: unknown): void {
  const tables = listDifferingTables(cause);
  if (tables !== null) throw new CopyDiffers(tables, cause);
  if (isRowsError(cause)) throw refusalOf(cause);
}

/** Distinguishes refused rows from an unreachable server. */
function isRowsError(cause: unknown): boolean {
  // Class 22 is invalid data, class 23 a constraint, KT001 a trigger of the bank.
  const code = (cause as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^(22|23|P0|KT)/.test(code);
}
