// Ledgers in memory: each is a copy of the first one of its process, and none sees the rows of
// another.

import { expect, it } from 'vitest';
import { openDatabase } from '../../../db/kernel/connect.ts';

const open = () => openDatabase(':memory:', 'ledger').raw;

it('each ledger in memory has its own name and does not see the rows of another one', () => {
  const [first, second] = [open(), open()];
  first.exec(`INSERT INTO environment VALUES (1, 'sandbox')`);
  const third = open();
  const all = [first, second, third];
  const names = all.map((raw) => raw.prepare('SELECT name FROM ledger').pluck().get());
  expect(new Set(names).size).toBe(3);
  const rows = all.map((raw) => raw.prepare('SELECT count(*) FROM environment').pluck().get());
  expect(rows).toEqual([1, 0, 0]);
  for (const raw of all) {
    expect(raw.pragma('foreign_keys', { simple: true })).toBe(1);
    expect(raw.pragma('recursive_triggers', { simple: true })).toBe(1);
    raw.close();
  }
});
