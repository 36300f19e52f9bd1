// Kept movements are those of the snapshot: after a booking, another name, or a step of an erasure
// they are read again.

import { beforeEach, expect, test } from 'vitest';
import { accountsOfCustomer } from '../../../db/accounts/reads.ts';
import { changeCustomer } from '../../../db/customers/acts.ts';
import { eraseSlice } from '../../../db/customers/erasures.ts';
import { acceptTransaction, settleTransactions } from '../../../db/money/calls.ts';
import { readCachedMovements } from '../../../db/movements/cached-movements.ts';
import { readMovements } from '../../../db/movements/reads.ts';
import { type AskedBank, askedBank, NOW } from '../../ai/answers/asked-bank.ts';
import { causeOf, draftOf, WORKFLOW } from '../teller.ts';

const YEAR_MS = 365 * 86_400_000;
let bank: AskedBank;
beforeEach(async () => {
  bank = await askedBank();
});

async function accountsIn({ ledger, tenantId, customerId }: AskedBank) {
  return accountsOfCustomer(ledger, { tenantId, customerId, limit: 10 });
}

async function readKeptFrom(from: number) {
  const { ledger, tenantId, customerId } = bank;
  const kept = readCachedMovements(ledger, {
    ...{ tenantId, customerId, from },
    accounts: await accountsIn(bank),
  });
  if (kept === null) throw new Error('there are too many movements');
  return kept;
}

/** The movements as the database has them. */
async function readStoredFrom(from: number) {
  const { ledger, tenantId, customerId } = bank;
  const accountIds = (await accountsIn(bank)).map(({ id }) => id);
  const to = Number.MAX_SAFE_INTEGER;
  return readMovements(ledger, { tenantId, customerId, accountIds, from, to });
}

async function send(to: { readonly to?: string; readonly from?: string }) {
  const draft = draftOf(bank.tenantId, { ...to, amount: 77, category: 'gifts' });
  const { id } = await bank.ledger.run(acceptTransaction, draft);
  await bank.ledger.run(settleTransactions, { ids: [id], workflow: WORKFLOW });
}

/** The customer to whom the rent was paid. */
function findLandladyId(): string {
  const found = bank.ledger.database.raw
    .prepare<[], string>(`SELECT id FROM customers WHERE name = 'Maria Lopez'`)
    .pluck()
    .get();
  if (found === undefined) throw new Error('nobody was paid the rent');
  return found;
}

test('unchanged books are read once', async () => {
  const first = await readKeptFrom(NOW - YEAR_MS);
  const second = await readKeptFrom(NOW - YEAR_MS + 1);
  expect(first.movements.length).toBeGreaterThan(50);
  expect(second.movements).toBe(first.movements);
  expect(first.movements).toEqual(await readStoredFrom(NOW - YEAR_MS));
});

test('a later time leaves earlier movements out, and an earlier time has them again', async () => {
  const from = Date.parse('2026-10-05T00:00:00Z');
  await readKeptFrom(NOW - YEAR_MS);
  const later = await readKeptFrom(from);
  expect(later.movements).toEqual(await readStoredFrom(from));
  expect(later.isAll).toBe(false);
  const whole = await readKeptFrom(0);
  expect(whole.movements).toEqual(await readStoredFrom(0));
  expect(whole.isAll).toBe(true);
});

test('a payment that is booked afterwards is among the movements', async () => {
  const before = await readKeptFrom(0);
  await send({ from: bank.everyday });
  const after = await readKeptFrom(0);
  expect(after.movements).toHaveLength(before.movements.length + 1);
  expect(after.movements).toEqual(await readStoredFrom(0));
});

test('the other customer of a payment has the new name', async () => {
  const before = await readKeptFrom(0);
  const { ledger, tenantId } = bank;
  await ledger.run(changeCustomer, {
    ...{ tenantId, customerId: findLandladyId(), fields: { name: 'Maria Stone' } },
    ...{ ifVersion: null, cause: causeOf() },
  });
  const after = await readKeptFrom(0);
  expect(before.movements.some(({ party }) => party === 'Maria Lopez')).toBe(true);
  expect(after.movements.some(({ party }) => party === 'Maria Stone')).toBe(true);
  expect(after.movements).toEqual(await readStoredFrom(0));
});

test('after each step of an erasure of the other customer the movements are the stored ones', async () => {
  const { ledger, tenantId, everyday } = bank;
  const customerId = findLandladyId();
  const { raw } = ledger.database;
  raw
    .prepare(
      `INSERT INTO customer_erasures VALUES
       (?, ?, 'running', 0, '', '', 0, 'op_a', 'op_b', 'asked for', 'req_test', ?, NULL)`,
    )
    .run(customerId, tenantId, NOW);
  const stated = await readKeptFrom(0);
  let steps = 0;
  for (let isDone = false; !isDone; steps += 1) {
    isDone = (await ledger.run(eraseSlice, { maxRows: 2 }))?.isDone ?? true;
    expect((await readKeptFrom(0)).movements).toEqual(await readStoredFrom(0));
  }
  expect(steps).toBeGreaterThan(3);
  expect((await readKeptFrom(0)).movements).not.toEqual(stated.movements);
  await send({ from: everyday });
  expect((await readKeptFrom(0)).movements).toEqual(await readStoredFrom(0));
});
