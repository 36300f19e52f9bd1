// Tracks the current act of an operator: every commit during the act records its id. After a crash
// the bank knows whether the act has written anything.

import { AsyncLocalStorage } from 'node:async_hooks';
import type BetterSqlite3 from 'better-sqlite3';

interface CurrentAct {
  readonly id: string;
  isOver: boolean;
}

const NO_ACT: CurrentAct = { id: '', isOver: true };
const currentAct = new AsyncLocalStorage<CurrentAct>();

/** Runs the work of an act. Timers and messages that outlive the work do not belong to the act. */
export async function duringAct<T>(id: string, work: () => T | Promise<T>): Promise<T> {
  const act: CurrentAct = { id, isOver: false };
  try {
    return await currentAct.run(act, work);
  } finally {
    act.isOver = true;
  }
}

/** Returns the id of the act that the calling code is part of, or null outside of acts. */
export function currentActId(): string | null {
  const act = currentAct.getStore();
  return act === undefined || act.isOver ? null : act.id;
}

/**
 * Runs work that belongs to no act even when an act starts it, such as a commit that several acts
 * share.
 */
export function outsideActs<T>(begin: () => T): T {
  return currentAct.run(NO_ACT, begin);
}

/** Runs part of a write. If it changes a row, the id of its act is recorded in the same commit. */
export type MarkAct = <T>(actId: string | null, work: () => T) => T;

/** @param raw a connection to a database with the table of acts */
export function createActMarker(raw: BetterSqlite3.Database): MarkAct {
  const changes = raw.prepare<[], number>('SELECT total_changes()').pluck();
  let mark: BetterSqlite3.Statement<[string, number]> | null = null;
  return (actId, work) => {
    if (actId === null) return work();
    const before = changes.get();
    const value = work();
    if (changes.get() === before) return value;
    mark ??= raw.prepare('INSERT OR IGNORE INTO act_marks (act_id, at) VALUES (?, ?)');
    mark.run(actId, Date.now());
    return value;
  };
}

/** True when something was written as part of the act. */
export function hasActWritten(
  database: { readonly raw: BetterSqlite3.Database },
  actId: string,
): boolean {
  const find = database.raw.prepare('SELECT 1 FROM act_marks WHERE act_id = ?');
  return find.get(actId) !== undefined;
}
