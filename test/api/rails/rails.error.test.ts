// What a payment by a network refuses, and what production does without networks: a clear answer
// with the field at fault, and nothing moved.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Door, liveKey, openDoor, writesNothing } from '../../kit/bank/door.ts';
import { openScheduleDoor, type ScheduleDoor } from '../../kit/money/schedule-door.ts';

let bank: Door;
let dev: ScheduleDoor;
beforeAll(async () => {
  bank = await openDoor();
  dev = await openScheduleDoor(bank, 100_000);
});
afterAll(() => bank.close());

const NETWORKS = ['ach', 'wire', 'card', 'sepa'];
const outOf = (method: string, fields: object = {}) => ({
  type: 'withdrawal',
  amount: 100,
  currency: 'EUR',
  sourceAccountId: dev.from,
  externalParty: { name: 'Grace Hopper', method },
  ...fields,
});
const pay = async (method: string, fields: object = {}) =>
  (await dev.call('/v1/transactions?wait=10', outOf(method, fields))).body;
const say = (name: string, body: object) => dev.call(`/v1/sandbox/simulations/${name}`, body);
const waitForSubmission = (id: string) =>
  expect
    .poll(async () => (await dev.call(`/v1/transactions/${id}`)).body.stage, { timeout: 20_000 })
    .toBe('submitted');

describe('what its network has', () => {
  it('is not canceled any more, and neither is what was captured for it', async () => {
    const { id } = await pay('ach');
    await waitForSubmission(id);
    const { status, body } = await dev.call(`/v1/transactions/${id}/cancel`, {});
    expect([status, body.code]).toEqual([409, 'invalid_state_transition']);
    expect(body.detail).toMatch(/network has the transaction/);
    const again = await dev.call(`/v1/transactions/${id}/capture`, {});
    expect([again.status, again.body.status]).toEqual([200, 'pending']);
  });

  it('is canceled while it still waits for its capture', async () => {
    const { id } = await pay('ach', { capture: 'manual' });
    const { status, body } = await dev.call(`/v1/transactions/${id}/cancel`, {});
    expect([status, body.status, body.rail]).toEqual([200, 'canceled', null]);
  });

  it('is never more than what was held for it', async () => {
    const { id } = await pay('card', { capture: 'manual', allowOvercapturePercent: 20 });
    const { status, body } = await dev.call(`/v1/transactions/${id}/capture`, { amount: 110 });
    expect([status, body.code]).toEqual([422, 'capture_exceeds_hold']);
    await dev.call(`/v1/transactions/${id}/cancel`, {});
  });
});

describe('a simulation', () => {
  it('names the field at fault, or says what does not fit, and writes nothing', async () => {
    const { id } = await pay('ach');
    await waitForSubmission(id);
    await writesNothing(bank, async () => {
      const code = await say('rail-return', { transactionId: id, code: 'AC04' });
      expect([code.status, code.body.errors?.[0]?.pointer]).toEqual([422, '/code']);
      expect(code.body.errors[0].message).toContain('R01');
      const unknown = await say('rail-settle', { transactionId: id, code: 'R01' });
      expect([unknown.status, unknown.body.errors?.[0]?.pointer]).toEqual([422, '/code']);
      const nobody = await say('rail-settle', { transactionId: 'txn_1' });
      expect([nobody.status, nobody.body.code]).toEqual([404, 'transaction_not_found']);
    });
    const { id: booked } = await pay('book');
    const none = await say('rail-return', { transactionId: booked });
    expect([none.status, none.body.code]).toEqual([409, 'invalid_state_transition']);
  });

  it('says each thing once', async () => {
    const { id } = await pay('wire');
    expect((await say('rail-settle', { transactionId: id })).body.status).toBe('posted');
    const twice = await say('rail-settle', { transactionId: id });
    expect([twice.status, twice.body.code]).toEqual([409, 'invalid_state_transition']);
    expect((await say('rail-return', { transactionId: id })).body.status).toBe('reversed');
    const gone = await say('rail-return', { transactionId: id });
    expect([gone.status, gone.body.code]).toEqual([409, 'invalid_state_transition']);
    expect(gone.body.detail).toMatch(/returned/);
  });
});

it('no batch waits for a network: the item says so', async () => {
  const items = [{ ...outOf('ach'), reference: 'rail-1' }];
  const { status, body } = await dev.call('/v1/transactions/batch?wait=10', {
    ...{ mode: 'atomic', items },
  });
  expect([status, body.code]).toEqual([422, 'rail_unavailable']);
  expect(body.errors[0].pointer).toBe('/items/0/externalParty/method');
});

it('SEPA carries euros and nothing else', async () => {
  const opened = await dev.call('/v1/accounts', {
    customerId: (await dev.call(`/v1/accounts/${dev.from}`)).body.customerId,
    type: 'checking',
    currency: 'USD',
    name: 'Dollars',
  });
  const { body } = await dev.call('/v1/transactions?wait=10', {
    type: 'deposit',
    amount: 100,
    currency: 'USD',
    destinationAccountId: opened.body.id,
    externalParty: { name: 'Grace Hopper', method: 'sepa' },
  });
  const read = async () => (await dev.call(`/v1/transactions/${body.id}`)).body;
  await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('declined');
  expect((await read()).rail).toMatchObject({ status: 'rejected', returnCode: 'AM03' });
});

it('a deposit to an account that was closed meanwhile goes back where it came from', async () => {
  const own = await openScheduleDoor(bank, 0);
  const { body } = await own.call('/v1/transactions?wait=10', {
    type: 'deposit',
    amount: 100,
    currency: 'EUR',
    destinationAccountId: own.to,
    externalParty: { name: 'Grace Hopper', method: 'ach', accountNumber: '000999999999' },
  });
  const closed = await own.call(`/v1/accounts/${own.to}/close`, {});
  expect([closed.status, closed.body.status]).toEqual([200, 'closed']);
  const settled = await own.call('/v1/sandbox/simulations/rail-settle', {
    transactionId: body.id,
  });
  expect(settled.body).toMatchObject({
    status: 'declined',
    statusReason: { code: 'account_closed' },
    rail: { status: 'returned', returnCode: 'R02', returnTransactionId: null },
  });
});

it('production refuses every network that is not connected, by name', async () => {
  const live = await liveKey(bank, dev.key);
  const call = (path: string, body: object) =>
    bank.call(path, { key: live, body, headers: { 'idempotency-key': crypto.randomUUID() } });
  const { body: customer } = await call('/v1/customers', { type: 'individual', name: 'Ada Love' });
  const { body: account } = await call('/v1/accounts', {
    customerId: customer.id,
    type: 'checking',
    currency: 'EUR',
    name: 'Main',
  });
  for (const method of NETWORKS) {
    const { status, body } = await call('/v1/transactions?wait=10', {
      type: 'deposit',
      amount: 1,
      currency: 'EUR',
      destinationAccountId: account.id,
      externalParty: { name: 'Grace Hopper', method },
    });
    expect([method, status, body.code]).toEqual([method, 422, 'rail_not_configured']);
    expect(body.errors[0].pointer).toBe('/externalParty/method');
  }
});
