// The cost of an idle bank does not grow with its history: its periodic statements find their rows by
// an index. The test records the statements of a running bank with their parameters, because SQLite
// uses a partial index only when the statement itself contains the condition of the index.

import BetterSqlite3, { type Statement as SqliteStatement } from 'better-sqlite3';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestBank, type TestBank } from '../kit/bank/bank.ts';

type Statement = SqliteStatement<unknown[]>;

/** More than twice the longest interval of the sweeper. */
const WATCHED_MS = 25_000;
const plans = new Map<string, string>();
const partialIndexes = new Set<string>();
const tables = new Set<string>();
const PARTIAL_INDEXES =
  "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE '%WHERE%'";
const TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table'";
let bank: TestBank;

/**
 * Records the plan of each statement that this process runs; returns a function that stops the
 * recording.
 */
function recordPlans(): () => void {
  const probe = new BetterSqlite3(':memory:');
  const prototype = Object.getPrototypeOf(probe.prepare('SELECT 1')) as Statement;
  probe.close();
  const all = prototype.all as (this: Statement, ...values: unknown[]) => unknown[];
  let isExplaining = false;
  const spies = (['get', 'all', 'run', 'iterate'] as const).map((name) => {
    const run = prototype[name] as (this: Statement, ...values: unknown[]) => unknown;
    return vi.spyOn(prototype, name).mockImplementation(function recordingRun(
      this: Statement,
      ...values
    ) {
      const { source } = this;
      if (
        !isExplaining &&
        /^\s*(select|with|update|delete)\b/i.test(source) &&
        !plans.has(source)
      ) {
        isExplaining = true;
        const statement = this.database.prepare(`EXPLAIN QUERY PLAN ${source}`) as Statement;
        const rows = all.apply(statement, values) as { detail: string }[];
        plans.set(source, rows.map(({ detail }) => detail).join('\n'));
        const indexQuery = this.database.prepare(PARTIAL_INDEXES).pluck() as Statement;
        for (const index of all.apply(indexQuery) as string[]) partialIndexes.add(index);
        const tableQuery = this.database.prepare(TABLES).pluck() as Statement;
        for (const table of all.apply(tableQuery) as string[]) tables.add(table);
        isExplaining = false;
      }
      return run.apply(this, values) as never;
    });
  });
  return () => {
    for (const spy of spies) spy.mockRestore();
  };
}

beforeAll(async () => {
  bank = await openTestBank();
});
afterAll(() => bank.close());

/**
 * Tables that do not grow with the transactions: they have one row, or one for each developer,
 * operator, model or endpoint. A statement may read all their rows.
 */
const SMALL_TABLES = new Set([
  'clocks',
  'log_head',
  'relay_cursor',
  'webhook_endpoints',
  // A row for each version of a model.
  'model_versions',
  // A row for each developer and day, pruned by the statement that reads them.
  'request_counts',
  // Emptied by the pass that reads them.
  'alert_readings',
  'batch_staging',
  // The table has one row for each order of an operator, and for some ten thousand archived
  // transactions.
  'archive_orders',
  'archives',
  // The sweep of orphaned files reads the table page by page.
  'kyc_files',
]);

/** Returns the steps of a plan that read as many rows as their table has. */
function findFullReads(sql: string, plan: string): string[] {
  // Such a statement reads only the first row in the order of the table's key.
  if (/ ORDER BY (?:id|seq|tree_size)(?: DESC)? LIMIT 1$/.test(sql.trim())) return [];
  return plan.split('\n').filter((step) => {
    const [, name = ''] = /^(?:SCAN|SEARCH) (\w+)/.exec(step) ?? [];
    const [, table = name] =
      new RegExp(`(?:FROM|JOIN) "?(\\w+)"? (?:AS )?${name}\\b`).exec(sql) ?? [];
    const [, index] = / INDEX (\w+)/.exec(step) ?? [];
    const isRangeRead = /^SEARCH .* USING (?:INTEGER )?PRIMARY KEY \(\w+[<>]/.test(step);
    if (!name) return false;
    if (!(step.startsWith('SCAN ') || isRangeRead) || !tables.has(table) || SMALL_TABLES.has(table))
      return false;
    return index === undefined || !partialIndexes.has(index);
  });
}

it('an idle bank does not scan a whole table', async () => {
  const stop = recordPlans();
  await new Promise((resolve) => setTimeout(resolve, WATCHED_MS));
  stop();
  const result = [...plans].flatMap(([sql, plan]) =>
    findFullReads(sql, plan).map((step) => `${step}: ${sql.replace(/\s+/g, ' ')}`),
  );
  expect(plans.size).toBeGreaterThan(20);
  expect(result).toEqual([]);
}, 60_000);
