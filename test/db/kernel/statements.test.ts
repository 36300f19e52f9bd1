// Cached statements return the same results as freshly compiled ones.

import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareOnce, withStatementCache } from '../../../db/kernel/statements.ts';

let raw: BetterSqlite3.Database;
beforeEach(() => {
  raw = new BetterSqlite3(':memory:');
  raw.exec("CREATE TABLE t (id INTEGER PRIMARY KEY, word TEXT); INSERT INTO t VALUES (1, 'one')");
});
afterEach(() => raw.close());

const READ_WORD = 'SELECT id, word FROM t WHERE id = ?';

test('rows as arrays and rows as objects of one statement text never mix', () => {
  const database = withStatementCache(raw);
  expect(database.prepare<[number]>(READ_WORD).get(1)).toEqual({ id: 1, word: 'one' });
  expect(database.prepare<[number]>(READ_WORD).raw().get(1)).toEqual([1, 'one']);
  expect(database.prepare<[number]>(READ_WORD).get(1)).toEqual({ id: 1, word: 'one' });
  expect(database.prepare<[number]>(READ_WORD).raw().all(1)).toEqual([[1, 'one']]);
});

test('a cached statement sees later writes, and a changed table', () => {
  const database = withStatementCache(raw);
  database.prepare<[number]>(READ_WORD).raw().get(1);
  database.prepare("UPDATE t SET word = 'uno' WHERE id = 1").run();
  raw.exec('ALTER TABLE t ADD COLUMN later TEXT; CREATE INDEX words ON t (word)');
  expect(database.prepare<[number]>(READ_WORD).raw().get(1)).toEqual([1, 'uno']);
  expect(database.prepare<[number]>('SELECT * FROM t WHERE id = ?').get(1)).toEqual({
    id: 1,
    word: 'uno',
    later: null,
  });
});

test('an invalid statement is refused at each prepare', () => {
  const database = withStatementCache(raw);
  expect(() => database.prepare('SELECT absent FROM t')).toThrow('no such column');
  expect(() => database.prepare('SELECT absent FROM t')).toThrow('no such column');
});

test('more statement texts than the cache holds return correct rows', () => {
  const database = withStatementCache(raw);
  const texts = Array.from({ length: 600 }, (_, n) => `SELECT id + ${n} AS n FROM t`);
  for (const text of [...texts, ...texts]) {
    const [, n] = /\+ (\d+)/.exec(text) ?? [];
    expect(database.prepare(text).raw().get()).toEqual([1 + Number(n)]);
  }
});

test('the statements of a read are prepared once for each database', () => {
  const other = new BetterSqlite3(':memory:');
  const prepared: unknown[] = [];
  const statementsOf = prepareOnce((database: BetterSqlite3.Database) => prepared.push(database));
  expect([raw, raw, other, raw, other].map(statementsOf)).toEqual([1, 1, 2, 1, 2]);
  expect(prepared).toEqual([raw, other]);
  other.close();
});
