// Which ledger `npm run move --to postgres://…` means, and what it says where it means none.

import { expect, test } from 'vitest';
import { readConfig } from '../../../config/settings.ts';
import { ledgerName } from '../../../db/ledgers.ts';
import type { LedgerPlace } from '../../../db/platform/ledger-places.ts';
import { chosenLedger, ledgerAt } from '../../../scripts/move/ledger-at.ts';

const config = readConfig({
  KONTOR_LEDGERS: '4',
  KONTOR_DATABASES: 'east=postgres://k:secret@h/east,west=postgres://k:secret@h/west',
  KONTOR_LEDGER_PLACES: 'sandbox-4=west',
});
const address = 'postgres://k@h:5432/east';

/** @param far by the names of ledgers the database that they lie in */
function choose(far: Record<string, string>, asked: object = {}) {
  const all = (['sandbox', 'production'] as const).flatMap((environment) =>
    [1, 2, 3, 4].map((number) => ledgerName(environment, number)),
  );
  const places = new Map<string, LedgerPlace>(
    all.map((name) => [name, { name, database: far[name] ?? null, taskQueue: `bank-${name}` }]),
  );
  const developersIn = () =>
    new Map([
      [1, 5],
      [2, 3],
      [3, 1],
    ]);
  const developer = { sandboxLedger: 1, productionLedger: 1 };
  const known = { names: ['east'], address, environment: null, places, developersIn, developer };
  return chosenLedger(config, { ...known, ...asked });
}

test('an address of one ledger means that one', () => {
  expect(choose({ 'sandbox-2': 'east' })).toEqual({
    environment: 'sandbox',
    ledger: 2,
    to: 'sandbox-2',
    reason: null,
  });
  expect(choose({ 'production-3': 'east' }).to).toBe('production-3');
});

test('of several the one with the fewest developers is meant, and that is said', () => {
  const found = choose({ 'sandbox-2': 'east', 'sandbox-3': 'east', 'sandbox-4': 'west' });
  expect(found).toMatchObject({
    to: 'sandbox-3',
    reason: 'sandbox-2 (3), sandbox-3 (1) lie there; fewest developers: sandbox-3',
  });
});

test('a developer who is at the address stays in its ledger', () => {
  const found = choose(
    { 'sandbox-2': 'east', 'sandbox-3': 'east' },
    { developer: { sandboxLedger: 2, productionLedger: 1 } },
  );
  expect(found).toMatchObject({ to: 'sandbox-2', reason: expect.stringContaining('already') });
});

test('where both environments lie the environment has to be said', () => {
  const both = { 'sandbox-2': 'east', 'production-3': 'east' };
  expect(() => choose(both)).toThrow('add --environment sandbox');
  expect(choose(both, { environment: 'production' }).to).toBe('production-3');
});

test('where no ledger lies the settings are named that begin one', () => {
  expect(() => choose({})).toThrow(
    'KONTOR_LEDGERS=5 and KONTOR_LEDGER_PLACES=sandbox-5=east begin one',
  );
  expect(() => choose({}, { names: ['west'] })).toThrow('so far: start every process of the bank');
});

test('an address that no setting names is refused without its password', async () => {
  const asked = { developerId: 'dev_x', address: 'postgres://k@h:5432/north', environment: null };
  const refused = ledgerAt(config, asked);
  await expect(refused).rejects.toThrow('KONTOR_LEDGER_PLACES=sandbox-5=name');
  await expect(refused).rejects.not.toThrow('secret');
});
