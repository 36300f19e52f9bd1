// What a statement needs in memory is read from its text, for every form that the money acts use;
// a text that does not tell is refused.

import { expect, test } from 'vitest';
import { openDatabase } from '../../../db/kernel/connect.ts';
import { tablesOf } from '../../../db/postgres/schema.ts';
import { NotOnPostgres, readStatement } from '../../../db/postgres/statement.ts';

const model = openDatabase(':memory:', 'ledger');
const tables = tablesOf(model.raw);
model.close();

const needs = (sql: string, ...args: unknown[]) =>
  readStatement(sql, tables)
    .needs(args)
    .map(({ table, columns, values, filter, one }) =>
      [table, columns.join('+'), values.join('+'), filter, one].filter(Boolean).join(' | '),
    );

test('a condition on the whole key needs that row, whatever else is asked of it', () => {
  const sql = "SELECT name FROM accounts WHERE id = ? AND kind = 'customer'";
  expect(needs(sql, 'acc_1')).toEqual(['accounts | id | acc_1']);
});

test('conditions without parameters narrow what is needed, others do not', () => {
  const sql = `SELECT coalesce(sum(amount), 0) FROM holds
    WHERE account_id = ? AND status = 'active' AND expires_at <= ?`;
  expect(needs(sql, 'acc_1', 5)).toEqual(["holds | account_id | acc_1 | status = 'active'"]);
});

test('named parameters, lists and quoted names are read', () => {
  const sql = 'select "id" from "holds" where "holds"."transaction_id" in (?, ?)';
  expect(needs(sql, 'txn_1', 'txn_2')).toEqual([
    'holds | transaction_id | txn_1',
    'holds | transaction_id | txn_2',
  ]);
  const named = 'UPDATE accounts SET posted = @posted WHERE id = @id';
  expect(needs(named, { posted: 1, id: 'acc_1' })).toEqual(['accounts | id | acc_1']);
});

test('a SELECT inside another one, and the parts of a UNION, are needed as well', () => {
  const sql = `SELECT (SELECT count(*) FROM holds WHERE account_id = @id) AS a,
    (SELECT count(*) FROM holds WHERE destination_account_id = @id) AS b`;
  expect(needs(sql, { id: 'x' }).sort()).toEqual([
    'holds | account_id | x',
    'holds | destination_account_id | x',
  ]);
  const union = `SELECT 1 FROM schedules WHERE source_account_id = @id AND status IN ('active')
    UNION ALL SELECT 1 FROM schedules WHERE destination_account_id = @id LIMIT 1`;
  expect(needs(union, { id: 'x' })).toEqual([
    "schedules | source_account_id | x | status IN ('active')",
    'schedules | destination_account_id | x',
  ]);
});

test('an insert needs what it may collide with by its own words, and its next number', () => {
  const counter = `INSERT INTO counters (name, value) VALUES (?, 1)
    ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value`;
  expect(needs(counter, 'events/x')).toEqual(['counters | name | events/x']);
  expect(needs('INSERT INTO leaves VALUES (?, ?, ?)', 5, 'txn', null)).toEqual([]);
  expect(needs('INSERT INTO hold_movements (hold_id, delta) VALUES (?, ?)', 'h', 1)).toEqual([
    'hold_movements | last',
  ]);
});

test('what another SELECT finds narrows nothing', () => {
  const sql = `SELECT 1 FROM holds WHERE account_id = ? AND status IN (
    SELECT status FROM transactions WHERE id = ?)`;
  expect(needs(sql, 'acc', 'txn')).toEqual(['transactions | id | txn', 'holds | account_id | acc']);
});

test('NULL equals nothing, so it needs nothing', () => {
  expect(needs('SELECT id FROM transactions WHERE reversal_of = ?', null)).toEqual([]);
});

test('the first row beyond a value is needed alone', () => {
  const sql = 'SELECT id FROM checkpoints WHERE tree_size > ? ORDER BY tree_size LIMIT 1';
  expect(needs(sql, 7)).toEqual(['checkpoints | tree_size | 7 | next']);
});

test.each([
  ['the whole of a table that grows', 'SELECT count(*) FROM transactions'],
  ['a choice at the top', 'SELECT 1 FROM holds WHERE account_id = ? OR status = ?'],
  ['a choice of groups', 'SELECT 1 FROM holds WHERE account_id = ? AND (id = ?) OR (id = ?)'],
  ['a range alone', 'SELECT id FROM holds WHERE expires_at <= ?'],
  ['a SELECT before the statement', 'WITH a AS (SELECT 1) SELECT 1 FROM a'],
  ['a SELECT of a SELECT', 'SELECT * FROM (SELECT id FROM holds WHERE account_id = ?)'],
  ['a table that is not there', 'SELECT 1 FROM nowhere WHERE id = ?'],
  ['rows of another table', 'INSERT INTO leaves SELECT * FROM leaves'],
  ['a joined table without a condition', 'SELECT 1 FROM holds h JOIN accounts a ON a.id = h.id'],
])('%s is refused', (_, sql) => {
  expect(() => readStatement(sql, tables)).toThrow(NotOnPostgres);
});
