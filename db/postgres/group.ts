// Group commit on PostgreSQL: the writes that wait run together in memory, and what they wrote goes
// to the database as sets. Acts are functions that do not wait, so a group that lacks a row runs
// once more when it is there; nobody hears of a run before the commit of the last one is on disk.

import { CommitFailed, type GroupCommit } from '../kernel/group-commit.ts';
import type { Connection } from './connect.ts';
import type { Memory } from './memory.ts';
import { type Need, NotOnPostgres } from './statement.ts';

/** Writes in one commit, at most. */
const GROUP = 256;

/** A group that still lacks rows after so many runs goes round in a circle. */
const MOST_RUNS = 40;

interface Job {
  readonly work: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

type Outcome = { readonly value: unknown } | { readonly error: unknown };

export interface PostgresGroups extends GroupCommit {
  /** Says what the next group will need, so that it is there at its first run. */
  expect(needs: readonly Need[]): void;
  /** Ends when nothing is under way. */
  idle(): Promise<void>;
}

/** @param link a connection that nobody else uses */
export function postgresGroups(link: Connection, memory: Memory): PostgresGroups {
  const listeners: (() => void)[] = [];
  const backs: (() => void)[] = [];
  const queue: Job[] = [];
  let expected: Need[] = [];
  let underWay: Promise<void> | null = null;
  /** What the database had counted when memory was right; null: nobody knows. */
  let known: bigint | null = null;
  /** Parts that the database refuses, by their number in the order of their ends. */
  let refused = new Map<number, unknown>();
  /** Where the parts of this run ended, in the list of changes. */
  let ends: number[] = [];

  function goBack(mark = 0): void {
    for (const back of backs.splice(mark).reverse()) back();
  }

  function part<T>(work: () => T): T {
    const mark = backs.length;
    try {
      return memory.part(() => {
        let value: T;
        try {
          value = work();
        } finally {
          ends.push(memory.changes.length);
        }
        const number = ends.length - 1;
        if (refused.has(number)) throw refused.get(number);
        return value;
      });
    } catch (error) {
      goBack(mark);
      // What was undone ends where it began, and so does everything inside of it.
      const { length } = memory.changes;
      ends = ends.map((end) => Math.min(end, length));
      throw error;
    }
  }

  function attempt(job: Job): Outcome {
    try {
      return { value: part(job.work) };
    } catch (error) {
      return { error };
    }
  }

  async function load(needs: readonly Need[]): Promise<void> {
    const lacking = needs.filter((need) => !memory.has(need));
    if (lacking.length > 0) memory.take(lacking, await link.load(lacking));
  }

  /** Runs the jobs until everything that they ask for is there. */
  async function run(jobs: readonly Job[]): Promise<Outcome[]> {
    let asked = '';
    for (let runs = 0; runs < MOST_RUNS; runs++) {
      ends = [];
      memory.begin();
      const outcomes = jobs.map(attempt);
      const missing = memory.missing();
      if (missing.length === 0) return outcomes;
      memory.undo();
      goBack();
      asked = missing.map(({ table, columns }) => `${table} (${columns})`).join(', ');
      await load(missing);
    }
    throw new Error(`the group asks for other rows each time that it runs: ${asked}`);
  }

  /** Which part the database refuses: each is written by itself, until one is not taken. */
  async function refusedPart(): Promise<{ number: number; error: unknown } | null> {
    let from = 0;
    for (const [number, end] of ends.entries()) {
      if (end === from) continue;
      try {
        await link.write(memory.changes.slice(from, end));
      } catch (error) {
        return { number, error };
      }
      from = end;
    }
    return null;
  }

  /** Writes what the run has changed; a part that is refused is taken back, the rest runs anew. */
  async function written(jobs: readonly Job[], first: Outcome[]): Promise<Outcome[]> {
    let outcomes = first;
    for (;;) {
      try {
        await link.write(memory.changes);
        return outcomes;
      } catch (error) {
        if (!isOfTheRows(error)) throw error;
        await link.again();
        const found = await refusedPart();
        if (!found) return outcomes;
        if (!isOfTheRows(found.error) || refused.has(found.number)) throw found.error;
        refused.set(found.number, found.error);
        await link.again();
        memory.undo();
        goBack();
        outcomes = await run(jobs);
      }
    }
  }

  async function commit(jobs: readonly Job[]): Promise<Outcome[]> {
    const turn = await link.begin();
    if (turn !== known) memory.forget();
    known = turn;
    const wanted = expected;
    expected = [];
    await load(wanted);
    const outcomes = await written(jobs, await run(jobs));
    const hasWritten = memory.changes.length > 0;
    known = null;
    await link.commit(hasWritten).catch((cause) => {
      const text = 'nobody knows whether PostgreSQL has committed: ask again with the same key';
      throw new CommitFailed(text, { cause });
    });
    known = hasWritten ? turn + 1n : turn;
    memory.keep();
    return outcomes;
  }

  async function flush(): Promise<void> {
    const jobs = queue.splice(0, GROUP);
    refused = new Map();
    let outcomes: Outcome[];
    try {
      outcomes = await commit(jobs);
      backs.length = 0;
    } catch (cause) {
      memory.undo();
      goBack();
      await link.rollback().catch(() => {});
      const failed =
        cause instanceof NotOnPostgres || cause instanceof CommitFailed
          ? cause
          : new CommitFailed('the ledger could not commit', { cause });
      for (const job of jobs) job.reject(failed);
      return;
    }
    for (const listener of listeners) listener();
    for (const [index, outcome] of outcomes.entries()) {
      const job = jobs[index] as Job;
      if ('error' in outcome) job.reject(outcome.error);
      else job.resolve(outcome.value);
    }
  }

  async function flushAll(): Promise<void> {
    // Whoever asks in the same turn of the event loop is in the same group.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) await flush();
    underWay = null;
  }

  return {
    write<T>(work: () => T): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        queue.push({ work, resolve: resolve as (value: unknown) => void, reject });
        underWay ??= flushAll();
      });
    },
    part,
    onCommit: (listener) => void listeners.push(listener),
    onUndo: (back) => void backs.push(back),
    expect: (needs) => void expected.push(...needs),
    idle: async () => void (await underWay),
  };
}

/**
 * True when the rows of a member are at fault: a constraint or a trigger refuses them. Anything
 * else, as a lost connection, is nobody's fault and may heal.
 */
function isOfTheRows(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  // Class 22 is data that does not fit, class 23 a constraint, KT001 a trigger of ours.
  return typeof code === 'string' && /^(22|23|P0|KT)/.test(code);
}
