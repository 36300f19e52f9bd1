// The plan of a statement depends on no value, and the statement has the same result.

import BetterSqlite3 from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { equalsLiteral, keepPlans } from '../../../db/kernel/steady-plans.ts';

const VALUES = [7, 0, -1, 2.5, 2n ** 53n + 1n, 'a', '7', Buffer.from([1, 2]), null];

function openTable(): BetterSqlite3.Database {
  const raw = new BetterSqlite3(':memory:');
  onTestFinished(() => void raw.close());
  raw.exec(
    `CREATE TABLE items (id TEXT, status TEXT, size INTEGER, any);
     CREATE INDEX items_open ON items (id) WHERE status = 'open'`,
  );
  return raw;
}

let plain: BetterSqlite3.Database;
let steady: BetterSqlite3.Database;
beforeEach(() => {
  plain = openTable();
  steady = openTable();
  keepPlans(steady);
  for (const raw of [plain, steady]) {
    const insert = raw.prepare('INSERT INTO items VALUES (@id, @status, @size, @any)');
    for (const [at, any] of VALUES.entries()) {
      insert.run({ id: `item ${at}`, status: at % 2 === 0 ? 'open' : 'done', size: at, any });
    }
  }
});

const PLAN = 'EXPLAIN QUERY PLAN SELECT * FROM items WHERE status = ? ORDER BY id LIMIT ?';
const planOf = (raw: BetterSqlite3.Database) =>
  raw
    .prepare<unknown[], { readonly detail: string }>(PLAN)
    .all('open', 5)
    .map(({ detail }) => detail);

test('SQLite without the setting chooses the plan of a statement by its values', () => {
  expect(planOf(plain)).toEqual(['SCAN items USING INDEX items_open']);
});

test('a connection that keeps its plans does not look at the values', () => {
  expect(planOf(steady)).toEqual(['SCAN items', 'USE TEMP B-TREE FOR ORDER BY']);
});

test('a literal in a statement uses the partial index for that literal', () => {
  const items = sqliteTable('items', { id: text(), status: text() });
  const { sql: sqlText, params } = drizzle(steady)
    .select()
    .from(items)
    .where(equalsLiteral(items.status, "it's open"))
    .toSQL();
  expect([sqlText.slice(sqlText.indexOf('where')), params]).toEqual([
    `where "items"."status" = 'it''s open'`,
    [],
  ]);
  const open = steady.prepare<[], { readonly detail: string }>(
    PLAN.replace('?', "'open'").replace('?', '5'),
  );
  expect(open.all().map(({ detail }) => detail)).toEqual(['SCAN items USING INDEX items_open']);
});

test.each([
  'SELECT * FROM items WHERE any = @value ORDER BY id',
  'SELECT * FROM items WHERE any IS @value ORDER BY id',
  'SELECT a.id, b.id FROM items a JOIN items b ON a.size = b.size WHERE b.size = @value',
  'SELECT a.id FROM items a JOIN items b USING (id) WHERE a.any >= @value AND b.any <= @value',
])('%s has the same rows for a value of every type', (source) => {
  for (const value of VALUES) {
    const [rows, same] = [plain, steady].map((raw) => raw.prepare(source).all({ value }));
    expect(same).toEqual(rows);
  }
});

test('a page of a connection that keeps its plans has the same rows', () => {
  const source = 'SELECT id FROM items ORDER BY id LIMIT ? OFFSET ?';
  for (const page of [
    [3, 0],
    [2, 2],
    [-1, 5],
    [0, 0],
  ]) {
    expect(steady.prepare(source).all(page)).toEqual(plain.prepare(source).all(page));
  }
});

test('a connection that keeps its plans stores a value as it was bound', () => {
  const storedTypes = (raw: BetterSqlite3.Database, value: unknown) => {
    raw.prepare('UPDATE items SET any = @value, size = @value WHERE id = @id').run({
      value,
      id: 'item 0',
    });
    return raw
      .prepare(`SELECT typeof(any), hex(any), typeof(size) FROM items WHERE id = 'item 0'`)
      .raw()
      .get();
  };
  for (const value of VALUES) expect(storedTypes(steady, value)).toEqual(storedTypes(plain, value));
});
