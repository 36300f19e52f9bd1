// Obstacles to the move of a developer that waiting does not remove.

import type BetterSqlite3 from 'better-sqlite3';
import { subjectsIn } from '../all-subject-tables.ts';
import { tableNamesIn } from '../kernel/subject-schema.ts';
import type { Obstacle } from './moved-tables.ts';
import type { OpenWork } from './open-work.ts';
import type { SliceTable } from './slice.ts';

interface Carrying {
  readonly tenantId: string;
  /** The most rows that one move carries, because both ledgers accept no writes meanwhile. */
  readonly maxRows: number;
  /** Approximate milliseconds for which both ledgers wait for 1,000 rows. */
  readonly waitMs: number;
  readonly tables: readonly SliceTable[];
}

/** @param target the new ledger, to which the old one is attached as `source` */
export function findObstacles(
  source: BetterSqlite3.Database,
  target: BetterSqlite3.Database,
  { tenantId, tables, maxRows, waitMs }: Carrying,
): OpenWork[] {
  const foundWork: OpenWork[] = [];
  const addObstacle = (subject: string, examples: readonly string[], remedy: string) =>
    foundWork.push({ subject, count: examples.length, examples: examples.slice(0, 5), remedy });
  const rows = tables.reduce((sum, { name, where }) => {
    const sql = `SELECT count(*) FROM "${name}" s WHERE ${where('main')}`;
    return sum + (source.prepare<[object], number>(sql).pluck().get({ tenantId }) ?? 0);
  }, 0);
  if (rows > maxRows) {
    const wait = `both ledgers accept no writes for about ${waitMs} ms per 1,000 rows`;
    const remedy = `raise the limit with --most-rows; ${wait}`;
    foundWork.push({
      subject: `rows, more than the limit of ${maxRows}`,
      count: rows,
      examples: [],
      remedy,
    });
  }
  const conflicts = target.prepare<[string], string>(
    `SELECT s.id FROM source.accounts s JOIN main.accounts m ON m.account_number = s.account_number
     WHERE s.tenant_id = ?`,
  );
  const numbers = conflicts.pluck().all(tenantId);
  if (numbers.length > 0) {
    addObstacle(
      'account numbers that the other ledger has assigned, too',
      numbers,
      'none: choose another ledger',
    );
  }
  const names = tableNamesIn(target);
  const missingTables = tables.filter(({ name }) => !names.has(name)).map(({ name }) => name);
  if (missingTables.length > 0) {
    addObstacle(
      'tables that the other ledger lacks',
      missingTables,
      'open both with the same subjects',
    );
    return foundWork;
  }
  for (const { subject, remedy } of obstaclesOfSubjects(target))
    addObstacle(subject, [tenantId], remedy);
  return foundWork;
}

/** Returns the obstacles of subjects, which may come up while rows are carried. */
export function obstaclesOfSubjects(target: BetterSqlite3.Database): Obstacle[] {
  const obstacleReads = subjectsIn(target, 'source').flatMap(({ moves }) => moves?.obstacles ?? []);
  return obstacleReads.filter(({ isThere }) => isThere(target));
}
