// Rows that are due on a day: unused accounts, reviews of customers, long overdrafts.

import type { Tx } from './tx.ts';

export interface DueWork {
  /** Handles up to `limit` due rows of all developers whose clock is not being moved. */
  processDue(tx: Tx, limit: number): number;
  /**
   * Handles up to `limit` rows of one developer that are due at `now`, a time in milliseconds that
   * their clock has reached.
   */
  processDueOf(tx: Tx, tenantId: string, now: number, limit: number): number;
  /**
   * Returns when the next row of a developer falls due, in milliseconds, or null when none will.
   */
  nextDueOf(tx: Tx, tenantId: string): number | null;
}

export interface DueObject {
  readonly id: string;
  readonly tenantId: string;
}

interface WaitingTable {
  readonly table: string;
  readonly column: string;
  readonly where: string;
  readonly index: string;
}

/**
 * Due work of one table: rows that wait for the time in one of their columns, found by an index.
 */
export function createDueQueries({ table, column, where, index }: WaitingTable) {
  const columns = 't.id, t.tenant_id AS tenantId';
  const tenantIndex = `INDEXED BY ${index}_of_tenant`;
  const byRealTime = `SELECT ${columns} FROM ${table} t INDEXED BY ${index}
    WHERE ${where} AND t.${column} <= ? AND NOT EXISTS (SELECT 1 FROM clocks c
      WHERE c.tenant_id = t.tenant_id AND (c.target IS NOT NULL OR c.offset_ms > 0))
    ORDER BY t.${column} LIMIT ?`;
  const byOwnClock = `SELECT ${columns} FROM clocks c CROSS JOIN ${table} t ${tenantIndex}
    ON t.tenant_id = c.tenant_id AND ${where} AND t.${column} <= ? + c.offset_ms
    WHERE c.target IS NULL AND c.offset_ms > 0 LIMIT ?`;
  const ofDeveloper = `SELECT ${columns} FROM ${table} t ${tenantIndex}
    WHERE ${where} AND t.tenant_id = ? AND t.${column} <= ? ORDER BY t.${column} LIMIT ?`;
  const nextDue = `SELECT min(t.${column}) FROM ${table} t ${tenantIndex}
    WHERE ${where} AND t.tenant_id = ?`;
  return {
    byRealTime: (tx: Tx, now: number, limit: number) => tx.all<DueObject>(byRealTime, now, limit),
    byOwnClock: (tx: Tx, now: number, limit: number) => tx.all<DueObject>(byOwnClock, now, limit),
    ofDeveloper: (tx: Tx, tenantId: string, now: number, limit: number) =>
      tx.all<DueObject>(ofDeveloper, tenantId, now, limit),
    nextDue: (tx: Tx, tenantId: string) => tx.value<number | null>(nextDue, tenantId) ?? null,
  };
}

/** Combines several kinds of due work, processed one after the other. */
export function mergeDueWork(...all: readonly DueWork[]): DueWork {
  const forEachKind = (act: (work: DueWork, limit: number) => number, limit: number) =>
    all.reduce(
      (doneCount, work) =>
        doneCount < limit ? doneCount + act(work, limit - doneCount) : doneCount,
      0,
    );
  return {
    processDue: (tx, limit) => forEachKind((work, max) => work.processDue(tx, max), limit),
    processDueOf: (tx, tenantId, now, limit) =>
      forEachKind((work, max) => work.processDueOf(tx, tenantId, now, max), limit),
    nextDueOf(tx, tenantId) {
      const times = all.flatMap((work) => work.nextDueOf(tx, tenantId) ?? []);
      return times.length === 0 ? null : Math.min(...times);
    },
  };
}
