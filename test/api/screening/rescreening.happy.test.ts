// When the sanctions lists change, every known customer and external party is screened again, once.
// Customers get the status that a change of their name would give them. A listed external party
// becomes a hit of its payment.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packLists } from '../../../ai/screening/list-file.ts';
import { openScreening } from '../../../ai/screening/open.ts';
import { createPartyScreen } from '../../../ai/screening/parties.ts';
import { rescreeningSweep } from '../../../bank/sweeps/rescreening.ts';
import { lastRescreening } from '../../../db/screening/rescreening-reads.ts';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, countRows, openCheckedBank } from '../../kit/bank/checked-bank.ts';

const NEW_NAMES = ['MARLOWE-ZYST, Perivale', 'UXBRIDGE QUANDAR TRADING LTD'];

let bank: CheckedBank;
let key: string;
let folder: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  folder = mkdtempSync(join(tmpdir(), 'kontor-lists-'));
}, 60_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await bank.close();
});

/**
 * Returns the sweep of a process that starts with the given lists, with slices of a minute by
 * default.
 */
function createSweep(names: readonly string[], file: string, sliceMs = 60_000) {
  const path = join(folder, file);
  const emptyFields = {
    aliases: [],
    weakAliases: [],
    birthDates: [],
    countries: [],
    programs: ['T'],
  };
  const entries = names.map((name, index) => {
    const type = /LTD/.test(name) ? ('entity' as const) : ('individual' as const);
    return { ...emptyFields, id: `N-${index}`, type, name };
  });
  const listDetails = { title: 'New', source: 'test', licence: 'none', asOf: '2026-02-01' };
  writeFileSync(path, packLists([{ code: 'new_list', ...listDetails, entries }]));
  const screening = openScreening(path);
  const tools = { screening, parties: createPartyScreen(screening) };
  return rescreeningSweep(bank.bank.environments.sandbox.ledger, tools, sliceMs);
}
/** Runs passes until none is left. Returns the number of passes. */
async function runToEnd(runPass: () => Promise<boolean>) {
  let passes = 1;
  while (await runPass()) passes += 1;
  return passes;
}
const readLastRound = () => lastRescreening(bank.bank.environments.sandbox.ledger.database);
const createCustomer = async (name: string, type = 'individual') =>
  (await bank.call('/v1/customers', { key, body: { type, name } })).body;
const readCustomer = async (id: string) => (await bank.call(`/v1/customers/${id}`, { key })).body;
async function listHits() {
  const path = '/v1/ops/screening-hits?environment=sandbox&limit=100';
  return (await bank.call(path, { key: OPERATOR_KEY })).body.data;
}
async function pay(accountId: string, name: string) {
  const withdrawal = {
    type: 'withdrawal',
    amount: 100,
    currency: 'EUR',
    sourceAccountId: accountId,
  };
  const body = { ...withdrawal, externalParty: { name } };
  return (await bank.call('/v1/transactions?wait=10', { key, body })).body;
}

test('known customers and external parties are compared with new lists, once', async () => {
  const listedCustomer = await createCustomer('Perivale Marlowe-Zyst');
  const otherCustomer = await createCustomer('Grace Hopper');
  expect(listedCustomer.kycStatus).toBe('verified');
  const { customerId, accountIds } = await openAccounts(bank, key, [10_000]);
  const firstPayment = await pay(accountIds[0] ?? '', 'Uxbridge Quandar Trading');
  expect(firstPayment.status).toBe('posted');
  await pay(accountIds[0] ?? '', 'Uxbridge Quandar Trading');
  await pay(accountIds[0] ?? '', 'Corner Bakery');

  await runToEnd(createSweep(NEW_NAMES, 'new.json.gz'));
  const hits = await listHits();
  expect(hits).toHaveLength(2);
  const findHitAbout = (subject: string) =>
    hits.find((hit: { subject: string }) => hit.subject === subject);
  expect(findHitAbout('customer')).toMatchObject({
    customerId: listedCustomer.id,
    list: 'new_list',
    entityId: 'N-0',
  });
  expect(findHitAbout('external_party')).toMatchObject({
    customerId,
    transactionId: firstPayment.id,
    entityId: 'N-1',
    status: 'pending',
  });
  const currentCustomer = await readCustomer(listedCustomer.id);
  expect(currentCustomer).toMatchObject({
    kycStatus: 'manual_review',
    version: listedCustomer.version + 1,
  });
  expect(await readCustomer(otherCustomer.id)).toEqual(otherCustomer);
  expect(await readCustomer(customerId)).toMatchObject({ kycStatus: 'verified' });
  const eventsAnswer = await bank.call('/v1/events?limit=100', { key });
  const types = eventsAnswer.body.data.map(({ type }: { type: string }) => type);
  expect(types.filter((type: string) => type === 'screening.hit')).toHaveLength(2);
  expect(types.filter((type: string) => type === 'customer.kyc.manual_review')).toHaveLength(1);
  expect(readLastRound()).toMatchObject({ number: 1, stage: 'done', hits: 2, names: 6 });

  // A restart with the same lists screens nothing again.
  const rowsBefore = countRows(bank, 'sandbox');
  await runToEnd(createSweep(NEW_NAMES, 'same.json.gz'));
  expect(countRows(bank, 'sandbox')).toEqual(rowsBefore);
}, 60_000);

test('new lists start another screening round, and each pass continues where the last pass stopped', async () => {
  const laterCustomer = await createCustomer('Ottoline Vrackensby');
  const lists = [...NEW_NAMES, 'VRACKENSBY, Ottoline'];
  let passes = 0;
  // Each pass is a separate process with time for one name.
  for (
    ;
    passes < 200 && (readLastRound()?.number !== 2 || readLastRound()?.stage !== 'done');
    passes++
  ) {
    await createSweep(lists, 'third.json.gz', 0)();
  }
  expect(passes).toBeGreaterThan(6);
  expect(readLastRound()).toMatchObject({ number: 2, stage: 'done', hits: 1 });
  expect((await readCustomer(laterCustomer.id)).kycStatus).toBe('manual_review');
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  expect(() => raw.prepare('UPDATE rescreenings SET names = 99').run()).toThrow('never back');
  expect(() => raw.prepare('DELETE FROM rescreenings').run()).toThrow('never deleted');
}, 60_000);

test('a verified customer whose name cannot be compared is reviewed again by the next round, once', async () => {
  const { id } = await createCustomer('คิม จองอึน');
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  const verify = () =>
    bank.call(`/v1/ops/customers/${id}/kyc-decision`, {
      key: OPERATOR_KEY,
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: { environment: 'sandbox', decision: 'verified', reason: 'Seen the passport' },
    });
  expect((await verify()).status).toBe(200);
  raw.prepare('UPDATE customers SET not_compared = NULL WHERE id = ?').run(id);
  const customerBefore = await readCustomer(id);
  expect(customerBefore).toMatchObject({ notCompared: null, kycStatus: 'verified' });
  await runToEnd(createSweep([...NEW_NAMES, 'QUORNFIELD, Ansgar'], 'fourth.json.gz'));
  const customerAfter = await readCustomer(id);
  expect(customerAfter).toMatchObject({
    notCompared: 'unknown_script',
    kycStatus: 'manual_review',
  });
  expect((await verify()).status).toBe(200);
  const customerAfterDecision = await readCustomer(id);
  const answer = await bank.call(`/v1/events?objectId=${id}&type=customer.updated`, { key });
  expect(answer.body.data).toMatchObject([{ data: { previous: { notCompared: null } } }]);
  await runToEnd(createSweep([...NEW_NAMES, 'PELLWITZ, Ansgar'], 'fifth.json.gz'));
  expect(await readCustomer(id)).toMatchObject({
    version: customerAfterDecision.version,
    kycStatus: 'verified',
  });
}, 60_000);
