// The check that the platform and the ledgers belong together, which fails for parts of two
// backups.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase, type WritableDatabase } from '../../../db/kernel/connect.ts';
import { type Ledger, openLedger } from '../../../db/ledger.ts';
import { checkPlacements } from '../../../db/moves/placements-check.ts';
import { openPlatform, type Platform } from '../../../identity/platform.ts';

let database: WritableDatabase;
let platform: Platform;
let ledgers: readonly [Ledger, Ledger];
beforeEach(async () => {
  database = openDatabase(':memory:', 'platform');
  platform = openPlatform(database);
  ledgers = [
    openLedger({ environment: 'sandbox', file: ':memory:' }),
    openLedger({ environment: 'production', file: ':memory:' }),
  ];
  await platform.ledgerBook.storeLedgers(ledgers, Date.now());
});
afterEach(() => {
  for (const ledger of ledgers) ledger.close();
  platform.close();
});

let emails = 0;
/** Registers a developer with rows in the sandbox. */
async function registerOne(): Promise<string> {
  const email = `fits-${++emails}@example.com`;
  const developerFields = { phone: null, useCase: null, expectedVolume: null };
  const created = await platform.register({
    company: 'Example',
    email,
    country: 'GB',
    ...developerFields,
  });
  if (!created) throw new Error('the address is taken');
  addRows(created.developer.id);
  return created.developer.id;
}

const addRows = (tenantId: string) =>
  void ledgers[0].database.raw
    .prepare('INSERT INTO counters (name, value) VALUES (?, 1)')
    .run(`events/${tenantId}`);

function faults() {
  const open = new Map(ledgers.map((ledger) => [ledger.name, ledger.database.raw]));
  const { violations, examples } = checkPlacements(database.raw, open);
  expect(examples).toHaveLength(violations);
  return examples.map(({ ledger, says }) => `${ledger}: ${says}`);
}

test('developers known to the platform are no violation, even after a reset', async () => {
  await registerOne();
  const developerId = await registerOne();
  await platform.resetSandbox({ developerId, from: 0, actor: 'test' });
  addRows(`${developerId}.1`);
  expect(faults()).toEqual([]);
});

test('a platform database older than a ledger is reported to lack its developers and sandboxes', async () => {
  const developerId = await registerOne();
  addRows('dev_later');
  addRows(`${developerId}.1`);
  expect(faults().sort()).toEqual([
    'sandbox: the platform does not know this developer',
    'sandbox: the platform does not know this sandbox',
  ]);
});

test('a ledger replaced by another is detected by its random name', () => {
  const [first, second] = ledgers;
  const swapped = new Map([
    [first.name, second.database.raw],
    [second.name, second.database.raw],
  ]);
  const { violations, examples } = checkPlacements(database.raw, swapped);
  expect(violations).toBe(1);
  expect(examples[0]).toMatchObject({ says: expect.stringContaining('the bank has another one') });
});
