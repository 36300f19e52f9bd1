// Obstacles to the move of a developer that waiting does not remove.

import type BetterSqlite3 from 'better-sqlite3';
import type { OpenWork } from './open-work.ts';
import type { SliceTable } from './slice.ts';

interface Carrying {
  readonly tenantId: string;
  /** Rows that one move carries at most, because both ledgers accept no writes meanwhile. */
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
  const found: OpenWork[] = [];
  const hinder = (subject: string, examples: readonly string[], remedy: string) =>
    found.push({ subject, count: examples.length, examples: examples.slice(0, 5), remedy });
  const rows = tables.reduce((sum, { name, where }) => {
    const sql = `SELECT count(*) FROM "${name}" s WHERE ${where('main')}`;
    return sum + (source.prepare<[object], number>(sql).pluck().get({ tenantId }) ?? 0);
  }, 0);
  if (rows > maxRows) {
    const wait = `both ledgers wait some ${waitMs} ms for 1,000`;
    const remedy = `--most-rows says how many may be; ${wait}`;
    found.push({ subject: `rows, and ${maxRows} are carried`, count: rows, examples: [], remedy });
  }
  const taken = target.prepare<[string], string>(
    `SELECT s.id FROM source.accounts s JOIN main.accounts m ON m.account_number = s.account_number
     WHERE s.tenant_id = ?`,
  );
  const numbers = taken.pluck().all(tenantId);
  if (numbers.length > 0) {
    hinder('account numbers that the other ledger has given too', numbers, 'none: choose another');
  }
  if (isScreened(target)) {
    hinder('a round of screening that the ledgers have not both ended', [tenantId], 'wait for it');
  }
  return found;
}

/** True when rounds of screening in the two ledgers could both miss a moved customer. */
export function isScreened(target: BetterSqlite3.Database): boolean {
  const [here, there] = ['source', 'main'].map((schema) =>
    target
      .prepare<[], { lists: string; finishedAt: number | null }>(
        `SELECT lists, finished_at AS finishedAt FROM ${schema}.rescreenings
         ORDER BY number DESC LIMIT 1`,
      )
      .get(),
  );
  const isUnderWay = [here, there].some((one) => one?.finishedAt === null);
  return isUnderWay || here?.lists !== there?.lists;
}
