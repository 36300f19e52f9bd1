// Rows of every noun arrive unchanged: a move copies a ledger with every kind of row, including
// rows that normally prevent a move, except for tables that a move never carries.

import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { openLedger } from '../../../db/ledger.ts';
import { copyRows } from '../../../db/moves/arrival.ts';
import { deleteRows } from '../../../db/moves/departure.ts';
import { renderEventTexts } from '../../../db/moves/event-texts.ts';
import { lastingWork } from '../../../db/moves/open-work.ts';
import { findSliceTables, NOT_MOVED } from '../../../db/moves/slice.ts';
import { openFilledLedger, temporaryFolder } from '../ledger-file.ts';

const IGNORED_CHECKS = ['workflow_has_begun', 'nothing_is_stuck'];

function violationsIn(raw: BetterSqlite3.Database, now: number): string[] {
  return checkInvariants(raw, now)
    .checks.filter(({ name, violations }) => violations > 0 && !IGNORED_CHECKS.includes(name))
    .map(({ name, examples }) => `${name} ${JSON.stringify(examples)}`);
}

test('a ledger with every kind of object can be moved, and the books of both ledgers balance', async () => {
  const folder = temporaryFolder();
  const { ledger: first, clock } = await openFilledLedger(`${folder}/sandbox.db`);
  const second = openLedger({
    environment: 'sandbox',
    number: 2,
    file: `${folder}/sandbox-2.db`,
    now: clock.now,
  });
  expect(violationsIn(first.database.raw, clock.now())).toEqual([]);
  const tenants = first.database.raw
    .prepare<[], string>("SELECT DISTINCT tenant_id FROM customers WHERE tenant_id <> ''")
    .pluck()
    .all();
  const owners = new Set(
    NOT_MOVED.flatMap((table) =>
      first.database.raw.prepare<[], string>(`SELECT tenant_id FROM ${table}`).pluck().all(),
    ),
  );
  expect(tenants.flatMap((id) => lastingWork(first.database.raw, id)).length).toBeGreaterThan(3);
  const source = new BetterSqlite3(`${folder}/sandbox.db`);
  const target = new BetterSqlite3(`${folder}/sandbox-2.db`);
  for (const raw of [source, target]) raw.pragma('foreign_keys = OFF');
  target.prepare('ATTACH DATABASE ? AS source').run(`${folder}/sandbox.db`);
  const tables = findSliceTables(source);
  let rows = 0;
  for (const tenantId of tenants) {
    renderEventTexts(source, target, { tenantId, livemode: false }).renderNew();
    const order = { tenantId, tables, now: clock.now() };
    target.exec('BEGIN');
    rows += copyRows(target, { ...order, from: 'sandbox' });
    target.exec('COMMIT');
    if (owners.has(tenantId)) continue;
    source.exec('BEGIN IMMEDIATE');
    deleteRows(source, { ...order, to: 'sandbox-2' });
    source.exec('COMMIT');
  }
  expect(rows).toBeGreaterThan(200);
  expect(violationsIn(target, clock.now())).toEqual([]);
  expect(violationsIn(source, clock.now())).toEqual([]);
  expect(source.pragma('foreign_key_check')).toEqual([]);
  expect(target.pragma('main.foreign_key_check')).toEqual([]);
  for (const item of [source, target, first, second]) item.close();
});
