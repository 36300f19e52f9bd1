// Two operators clear an external name for all customers until a given day, as long as the list
// entry is unchanged. The decision of one operator clears the name for one customer.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { verdictOn } from '../../../db/screening/acts.ts';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { isOnPostgres } from '../../kit/bank/postgres.ts';
import { claimSecondOperatorKey, createOperator } from '../../kit/people/operators.ts';

let bank: CheckedBank;
let key: string;
let secondOperatorKey: string;

beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  secondOperatorKey = await claimSecondOperatorKey(bank);
});
afterAll(() => bank.close());

const callAs = (operatorKey: string, path: string, body?: object) =>
  bank.call(path, { key: operatorKey, ...(body ? { body } : {}) });
/** Opens a customer whom no clearance of another test concerns. */
async function openPayer() {
  const { customerId, accountIds } = await openAccounts(bank, key, [100_000]);
  return { customerId, from: accountIds[0] ?? '' };
}
const pay = (from: string, name: string) =>
  bank.call('/v1/transactions?wait=10', {
    key,
    body: {
      type: 'withdrawal',
      amount: 100,
      currency: 'EUR',
      sourceAccountId: from,
      externalParty: { name },
    },
  });
async function findHit(customerId: string) {
  const { body } = await callAs(
    OPERATOR_KEY,
    '/v1/ops/screening-hits?environment=sandbox&limit=100',
  );
  return body.data.find((hit: { customerId: string }) => hit.customerId === customerId);
}
/** Makes a hit by a payment to a name that no other test pays. */
async function makeHit(name: string) {
  const { customerId, from } = await openPayer();
  expect((await pay(from, name)).body.status).toBe('pending_review');
  return { hit: await findHit(customerId), customerId, from };
}
const requestClearance = (operatorKey: string, hitId: string, overrides: object = {}) =>
  callAs(operatorKey, '/v1/ops/screening-clearances', {
    environment: 'sandbox',
    hitId,
    reason: 'A grocer of that name, seen in the register',
    ...overrides,
  });

test('one operator cannot clear a name for all customers, not even by asking twice', async () => {
  const { hit } = await makeHit('Baltasar Quostrov');
  const answer = await requestClearance(OPERATOR_KEY, hit.id);
  expect(answer.status).toBe(202);
  expect(answer.body).toMatchObject({
    status: 'requested',
    request: { act: 'screening_clearance' },
  });
  const secondClearance = await requestClearance(OPERATOR_KEY, hit.id);
  expect([secondClearance.status, secondClearance.body.existingId]).toEqual([409, answer.body.id]);
  const ownAnswer = await callAs(OPERATOR_KEY, `/v1/ops/approvals/${answer.body.id}/decision`, {
    environment: 'sandbox',
    decision: 'granted',
    reason: 'Me again',
  });
  expect([ownAnswer.status, ownAnswer.body.code]).toEqual([409, 'invalid_state_transition']);
  const { from } = await openPayer();
  expect((await pay(from, 'Baltasar Quostrov')).body.status).toBe('pending_review');
});

test('a clearance by two operators lets every customer pay, also with another spelling of the name', async () => {
  const { hit, customerId } = await makeHit('Balthasar Quostrov');
  await requestClearance(OPERATOR_KEY, hit.id, { validForDays: 30 });
  const agreementAnswer = await requestClearance(secondOperatorKey, hit.id, { validForDays: 30 });
  expect(agreementAnswer.status).toBe(200);
  expect(agreementAnswer.body).toMatchObject({
    object: 'screening_clearance',
    hitId: hit.id,
    counterparty: 'balthasar quostrov',
    list: 'test_list',
    entityId: 'T-1',
    status: 'in_force',
    withdrawal: null,
  });
  expect(agreementAnswer.body.requestedBy).not.toBe(agreementAnswer.body.agreedBy);
  const validDays =
    (Date.parse(agreementAnswer.body.expiresAt) - Date.parse(agreementAnswer.body.createdAt)) /
    86_400_000;
  expect(validDays).toBe(30);
  expect(await findHit(customerId)).toBeUndefined();
  const { customerId: otherCustomerId, from } = await openPayer();
  expect((await pay(from, 'BALTHASAR  Quostrov')).body.status).toBe('posted');
  expect(await findHit(otherCustomerId)).toBeUndefined();
  const events = await bank.call('/v1/events?type=screening.resolved&limit=100', { key });
  const objects = events.body.data.map((event: { data: { object: object } }) => event.data.object);
  expect(objects).toContainEqual(expect.objectContaining({ id: hit.id, status: 'no_hit' }));
  const audit = await callAs(OPERATOR_KEY, `/v1/ops/audit?objectId=${hit.id}`);
  const actions = audit.body.data.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(expect.arrayContaining(['approval.requested', 'approval.granted']));
});

/** The clearance of the next test, which the test after that one uses, too. */
let versionClearance: {
  body: ReturnType<typeof JSON.parse>;
  match: Parameters<typeof verdictOn>[3];
};
test('a clearance is valid for the version of the entry that the operators saw, and for no other one', async () => {
  const { hit, customerId } = await makeHit('Quostrov, Balthasar');
  await requestClearance(OPERATOR_KEY, hit.id);
  const { body } = await requestClearance(secondOperatorKey, hit.id);
  const { ledger } = bank.bank.environments.sandbox;
  const { customerId: otherCustomerId } = await openPayer();
  const clearedHit = { ...hit, entryVersion: body.entryVersion };
  versionClearance = { body, match: clearedHit };
  const readVerdict = (hit = clearedHit, customer = otherCustomerId) =>
    verdictOn(ledger, customer, 'Quostrov, Balthasar', hit);
  expect(readVerdict()).toBe('no_hit');
  expect(readVerdict({ ...clearedHit, entryVersion: '0'.repeat(64) })).toBeNull();
  expect(readVerdict({ ...clearedHit, entityId: 'T-2' })).toBeNull();
  // The decision about the customer of the hit stays in force for that customer.
  expect(readVerdict({ ...clearedHit, entryVersion: undefined }, customerId)).toBe('no_hit');
});

// The test moves the last day in SQLite itself; on PostgreSQL that file is a copy.
test.skipIf(isOnPostgres)('a clearance does not apply after its last day', async () => {
  const { ledger } = bank.bank.environments.sandbox;
  const { customerId, from } = await openPayer();
  const { body, match } = versionClearance;
  const readVerdict = () => verdictOn(ledger, customerId, 'Quostrov, Balthasar', match);
  expect(readVerdict()).toBe('no_hit');
  const { raw } = ledger.database;
  raw.exec('DROP TRIGGER screening_clearances_stay');
  const DAY_MS = 86_400_000;
  raw
    .prepare('UPDATE screening_clearances SET created_at = ?, expires_at = ? WHERE id = ?')
    .run(Date.now() - 2 * DAY_MS, Date.now() - DAY_MS, body.id);
  expect(readVerdict()).toBeNull();
  expect((await pay(from, 'Quostrov, Balthasar')).body.status).toBe('pending_review');
  const listAnswer = await callAs(OPERATOR_KEY, '/v1/ops/screening-clearances?environment=sandbox');
  const storedClearance = listAnswer.body.data.find((item: { id: string }) => item.id === body.id);
  expect(storedClearance.status).toBe('expired');
});

test('a single operator can withdraw a clearance, and the next payment is held', async () => {
  const { hit } = await makeHit('Balthasar Xerxes Quostrov');
  await requestClearance(OPERATOR_KEY, hit.id);
  const { body } = await requestClearance(secondOperatorKey, hit.id);
  const { from } = await openPayer();
  expect((await pay(from, 'Balthasar Xerxes Quostrov')).body.status).toBe('posted');
  const path = `/v1/ops/screening-clearances/${body.id}/withdraw`;
  const withdrawalBody = { environment: 'sandbox', reason: 'It is the person after all' };
  const withdrawalAnswer = await callAs(secondOperatorKey, path, withdrawalBody);
  expect(withdrawalAnswer.body).toMatchObject({
    status: 'withdrawn',
    withdrawal: { reason: withdrawalBody.reason },
  });
  expect((await callAs(secondOperatorKey, path, withdrawalBody)).body).toEqual(
    withdrawalAnswer.body,
  );
  expect((await pay(from, 'Balthasar Xerxes Quostrov')).body.status).toBe('pending_review');
  const audit = await callAs(OPERATOR_KEY, `/v1/ops/audit?objectId=${body.id}`);
  const actions = audit.body.data.map(({ action }: { action: string }) => action);
  expect(actions).toContain('screening_clearance.withdrawn');
});

test('the decision of one operator about a hit clears the name for that customer only', async () => {
  const { hit, from } = await makeHit('Quostrov Balthasar');
  await callAs(OPERATOR_KEY, `/v1/ops/screening-hits/${hit.id}/decision`, {
    environment: 'sandbox',
    decision: 'no_hit',
    reason: 'Other person',
  });
  expect((await pay(from, 'Quostrov Balthasar')).body.status).toBe('posted');
  const otherPayer = await openPayer();
  expect((await pay(otherPayer.from, 'Quostrov Balthasar')).body.status).toBe('pending_review');
});

test('a clearance that cannot apply to all customers, or by an operator without the right, is refused', async () => {
  const customer = await bank.call('/v1/customers', {
    key,
    body: { type: 'individual', name: 'Baltasar Quostrov' },
  });
  const customerHit = await findHit(customer.body.id);
  const refusedAnswer = await requestClearance(OPERATOR_KEY, customerHit.id);
  expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([
    409,
    'invalid_state_transition',
  ]);
  const { hit } = await makeHit('Xerxes Quostrov Balthasar');
  const tooLongAnswer = await requestClearance(OPERATOR_KEY, hit.id, { validForDays: 366 });
  expect([tooLongAnswer.status, tooLongAnswer.body.errors[0].pointer]).toEqual([
    422,
    '/validForDays',
  ]);
  const support = await createOperator(bank, ['support']);
  expect((await requestClearance(support.key, hit.id)).status).toBe(403);
  expect((await requestClearance(OPERATOR_KEY, 'hit_none')).status).toBe(404);
  await callAs(OPERATOR_KEY, `/v1/ops/screening-hits/${hit.id}/decision`, {
    environment: 'sandbox',
    decision: 'confirmed_hit',
    reason: 'The very one',
  });
  const confirmationAnswer = await requestClearance(OPERATOR_KEY, hit.id);
  expect([confirmationAnswer.status, confirmationAnswer.body.code]).toEqual([
    409,
    'invalid_state_transition',
  ]);
});

test('a clearance states how many hits of other customers about the name still wait', async () => {
  const name = 'Xerxes Balthasar Quostrov';
  const [firstHit, otherHit] = [await makeHit(name), await makeHit(name.toUpperCase())];
  await requestClearance(OPERATOR_KEY, firstHit.hit.id);
  expect((await requestClearance(secondOperatorKey, firstHit.hit.id)).body.pendingHits).toBe(1);
  const readPendingHits = async () => {
    const { body } = await callAs(OPERATOR_KEY, '/v1/ops/screening-clearances?environment=sandbox');
    return body.data.find(({ hitId }: { hitId: string }) => hitId === firstHit.hit.id).pendingHits;
  };
  expect(await readPendingHits()).toBe(1);
  const decisionBody = { environment: 'sandbox', decision: 'no_hit', reason: 'The same grocer' };
  await callAs(OPERATOR_KEY, `/v1/ops/screening-hits/${otherHit.hit.id}/decision`, decisionBody);
  expect(await readPendingHits()).toBe(0);
});
