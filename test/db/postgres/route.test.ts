// A copy has two connections to its file, one for acts and one for reads, and each statement is
// routed to one of them. In these tests an SQL function names the connection that runs it.

import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { route } from '../../../db/postgres/route.ts';
import { temporaryFolder } from '../ledger-file.ts';

const READ_ROUTE = 'SELECT which() AS which, (SELECT count(*) FROM rows) AS count';

function openRoutedCopy() {
  const file = join(temporaryFolder(), 'copy.db');
  const acts = new BetterSqlite3(file);
  acts.exec('PRAGMA journal_mode = WAL; CREATE TABLE rows (id INTEGER PRIMARY KEY)');
  const reads = new BetterSqlite3(file, { readonly: true });
  acts.function('which', () => 'acts');
  reads.function('which', () => 'reads');
  onTestFinished(() => {
    for (const item of [acts, reads]) item.close();
  });
  const state = { isActing: false };
  const raw = route({ acts, reads, isActing: () => state.isActing });
  return { acts, raw, state };
}

test('uncommitted writes of a group are visible only to its own acts', () => {
  const { acts, raw, state } = openRoutedCopy();
  const query = raw.prepare(READ_ROUTE);
  expect(query.get()).toEqual({ which: 'acts', count: 0 });
  acts.exec('BEGIN IMMEDIATE; INSERT INTO rows VALUES (1)');
  expect(query.get()).toEqual({ which: 'reads', count: 0 });
  expect(raw.transaction(() => query.all())()).toEqual([{ which: 'reads', count: 0 }]);
  state.isActing = true;
  expect(query.get()).toEqual({ which: 'acts', count: 1 });
  state.isActing = false;
  acts.exec('ROLLBACK');
  expect(query.get()).toEqual({ which: 'acts', count: 0 });
});

test('reads of several statements stay on one connection, and release it afterwards', () => {
  const { acts, raw } = openRoutedCopy();
  const routeQuery = raw.prepare(READ_ROUTE);
  const nested = raw.transaction(() => [routeQuery.get(), raw.inTransaction]);
  const outcome = raw.transaction(() => [nested(), routeQuery.get()])();
  const row = { which: 'acts', count: 0 };
  expect(outcome).toEqual([[row, true], row]);
  const failing = raw.transaction(() => {
    throw new Error('a fault');
  });
  expect(failing).toThrow('a fault');
  expect(acts.inTransaction).toBe(false);
  acts.exec('BEGIN IMMEDIATE; INSERT INTO rows VALUES (1); COMMIT');
  expect(routeQuery.get()).toEqual({ which: 'acts', count: 1 });
});

test('a read that continues in another turn does not keep the connection from the next group', () => {
  const { acts, raw } = openRoutedCopy();
  acts.exec('INSERT INTO rows VALUES (1), (2)');
  const steps = raw.prepare('SELECT id, which() AS which FROM rows').iterate();
  expect(steps.next().value).toEqual({ id: 1, which: 'reads' });
  acts.exec('BEGIN IMMEDIATE; INSERT INTO rows VALUES (3); COMMIT');
  expect(steps.next().value).toEqual({ id: 2, which: 'reads' });
  expect(steps.next().done).toBe(true);
});

test('writes outside an act are refused', () => {
  const { raw } = openRoutedCopy();
  const insert = raw.prepare('INSERT INTO rows VALUES (1)');
  expect(() => insert.run()).toThrow('readonly');
  expect(() => raw.transaction(() => insert.run())()).toThrow('readonly');
  expect(() => raw.exec('DELETE FROM rows')).toThrow('readonly');
});
