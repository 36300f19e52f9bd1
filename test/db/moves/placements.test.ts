// Whether the platform and the ledgers belong together: of two backups they contradict each other.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../db/kernel/connect.ts';
import { type Ledger, openLedger } from '../../../db/ledger.ts';
import { placementsHold } from '../../../db/moves/placements-hold.ts';
import { openPlatform, type Platform } from '../../../identity/platform.ts';

let database: Database;
let platform: Platform;
let ledgers: [Ledger, Ledger];
beforeEach(async () => {
  database = openDatabase(':memory:', 'platform');
  platform = openPlatform(database, Date.now, undefined, 2);
  const open = (number: number) => openLedger({ environment: 'sandbox', number, file: ':memory:' });
  ledgers = [open(1), open(2)];
  const places = ledgers.map(({ name, taskQueue }) => ({ name, database: null, taskQueue }));
  await platform.places.keepLedgerPlaces(places, Date.now());
});
afterEach(() => {
  for (const ledger of ledgers) ledger.close();
  platform.close();
});

let emails = 0;
/** Registers one and gives it rows where the platform has it. */
async function developer() {
  const email = `fits-${++emails}@example.com`;
  const more = { phone: null, useCase: null, expectedVolume: null };
  const made = await platform.register({ company: 'Example', email, country: 'GB', ...more });
  if (!made) throw new Error('the address is taken');
  const { id, sandboxLedger } = made.developer;
  has(ledgerOf(sandboxLedger), id);
  return { id, home: ledgerOf(sandboxLedger), other: ledgerOf(3 - sandboxLedger) };
}

const ledgerOf = (number: number) => ledgers[number - 1] as Ledger;
const run = (ledger: Ledger, sql: string, ...values: (string | number)[]) =>
  void ledger.database.raw.prepare(sql).run(...values);
const has = (ledger: Ledger, tenantId: string) =>
  run(ledger, 'INSERT INTO counters (name, value) VALUES (?, 1)', `events/${tenantId}`);
const lacks = (ledger: Ledger, tenantId: string) =>
  run(ledger, 'DELETE FROM counters WHERE name = ?', `events/${tenantId}`);
const marks = (ledger: Ledger, tenantId: string, stage: string, other: Ledger) =>
  run(ledger, 'INSERT INTO tenant_moves VALUES (?, ?, ?, 0)', tenantId, stage, other.name);

function faults(which: readonly Ledger[] = ledgers) {
  const open = new Map(which.map((ledger) => [ledger.name, ledger.database.raw]));
  const { violations, examples } = placementsHold(database.raw, open);
  expect(examples).toHaveLength(violations);
  return examples.map(({ ledger, says }) => `${ledger}: ${says}`);
}

test('developers where the platform has them are no violation, also after a move', async () => {
  const [stays, moved, reset] = [await developer(), await developer(), await developer()];
  expect(faults()).toEqual([]);
  const { id: developerId, home, other } = moved;
  lacks(home, developerId);
  marks(home, developerId, 'left', other);
  has(other, developerId);
  const order = { developerId, environment: 'sandbox', actor: 'test', epoch: 0 } as const;
  await platform.placeDeveloper({ ...order, from: home.number, ledger: other.number });
  await platform.resetSandbox({ developerId: reset.id, from: 0, actor: 'test' });
  has(reset.home, `${reset.id}.1`);
  expect(faults()).toEqual([]);
  expect(stays.id).not.toBe(moved.id);
});

test('a platform that is older than a ledger lacks its developers, and its sandboxes', async () => {
  const one = await developer();
  has(one.home, 'dev_later');
  has(one.home, `${one.id}.1`);
  expect(faults().sort()).toEqual([
    `${one.home.name}: the platform does not know this developer`,
    `${one.home.name}: the platform does not know this sandbox`,
  ]);
});

test('a ledger from before a move is found beside a platform from after it', async () => {
  const { id: developerId, home, other } = await developer();
  const order = { developerId, environment: 'sandbox', actor: 'test', epoch: 0 } as const;
  await platform.placeDeveloper({ ...order, from: home.number, ledger: other.number });
  // The old ledger is of before the move.
  expect(faults()).toEqual([
    `${home.name}: has rows here, and the platform has it in ${other.name}`,
  ]);
  // The old one is of after it, and the new one of before it: the rows are nowhere.
  lacks(home, developerId);
  marks(home, developerId, 'left', other);
  expect(faults()).toEqual([`${home.name}: has left for ${other.name}, which has no rows of it`]);
  // What is not at hand is not accused.
  expect(faults([home])).toEqual([]);
});

test('a platform from before a move, beside ledgers from after it, is found', async () => {
  const { id, home, other } = await developer();
  lacks(home, id);
  marks(home, id, 'left', other);
  has(other, id);
  expect(faults().sort()).toEqual(
    [
      `${home.name}: has left, and the platform has it here`,
      `${other.name}: has rows here, and the platform has it in ${home.name}`,
    ].sort(),
  );
});

test('a developer who is on the way is named by its mark alone', async () => {
  const { id, home, other } = await developer();
  marks(home, id, 'leaving', other);
  has(other, id);
  marks(other, id, 'arriving', home);
  expect(faults()).toEqual([]);
});

test('another ledger in the place of one is found by its random name', () => {
  const [first, second] = ledgers;
  const swapped = new Map([
    [first.name, second.database.raw],
    [second.name, second.database.raw],
  ]);
  const { violations, examples } = placementsHold(database.raw, swapped);
  expect(violations).toBe(1);
  expect(examples[0]).toMatchObject({ says: expect.stringContaining('the bank has another one') });
});
