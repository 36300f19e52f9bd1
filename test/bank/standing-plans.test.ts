// The cost of an idle bank is independent of its history: its periodic statements find their rows
// by an index. Parameters are bound as in operation, because SQLite uses a partial index only where
// the statement itself states the index's condition.

import BetterSqlite3, { type Statement as SqliteStatement } from 'better-sqlite3';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestBank, type TestBank } from '../kit/bank/bank.ts';

type Statement = SqliteStatement<unknown[]>;

/** Longer than twice the rarest pass of the sweeper. */
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
  const any = new BetterSqlite3(':memory:');
  const prototype = Object.getPrototypeOf(any.prepare('SELECT 1')) as Statement;
  any.close();
  const all = prototype.all as (this: Statement, ...values: unknown[]) => unknown[];
  let isExplaining = false;
  const spies = (['get', 'all', 'run', 'iterate'] as const).map((name) => {
    const run = prototype[name] as (this: Statement, ...values: unknown[]) => unknown;
    return vi.spyOn(prototype, name).mockImplementation(function ran(this: Statement, ...values) {
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
        const indexes = this.database.prepare(PARTIAL_INDEXES).pluck() as Statement;
        for (const index of all.apply(indexes) as string[]) partialIndexes.add(index);
        const named = this.database.prepare(TABLES).pluck() as Statement;
        for (const table of all.apply(named) as string[]) tables.add(table);
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
 * Tables with one row, or a row for each developer, operator, model or endpoint: reading them in full costs
 * the same after a million transactions.
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
function fullReads(sql: string, plan: string): string[] {
  // The first row in the order of the table's own key.
  if (/ ORDER BY (?:id|seq|tree_size)(?: DESC)? LIMIT 1$/.test(sql.trim())) return [];
  return plan.split('\n').filter((step) => {
    const [, name = ''] = /^(?:SCAN|SEARCH) (\w+)/.exec(step) ?? [];
    const [, table = name] =
      new RegExp(`(?:FROM|JOIN) "?(\\w+)"? (?:AS )?${name}\\b`).exec(sql) ?? [];
    const [, index] = / INDEX (\w+)/.exec(step) ?? [];
    const isRange = /^SEARCH .* USING (?:INTEGER )?PRIMARY KEY \(\w+[<>]/.test(step);
    if (!name) return false;
    if (!(step.startsWith('SCAN ') || isRange) || !tables.has(table) || SMALL_TABLES.has(table))
      return false;
    return index === undefined || !partialIndexes.has(index);
  });
}

it('an idle bank does not scan a whole table', async () => {
  const stop = recordPlans();
  await new Promise((resolve) => setTimeout(resolve, WATCHED_MS));
  stop();
  const result = [...plans].flatMap(([sql, plan]) =>
    fullReads(sql, plan).map((step) => `${step}: ${sql.replace(/\s+/g, ' ')}`),
  );
  expect(plans.size).toBeGreaterThan(20);
  expect(result).toEqual([]);
}, 60_000);
