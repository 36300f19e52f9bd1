// Deposits, withdrawals, holds, captures and cancellations over HTTP, with their statuses and
// flags.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openSharedCheckedBank,
  transferOf,
} from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let from: string;
let to: string;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  key = (await register(bank)).key;
  const { accountIds } = await openAccounts(bank, key, [100_000, 0]);
  [from = '', to = ''] = accountIds;
});
afterAll(() => bank.close());

const get = (path: string) => bank.call(path, { key });
const post = (path: string, body: object = {}, headers: Record<string, string> = {}) =>
  bank.call(path, { key, body, headers });
const send = (body: object) => post('/v1/transactions?wait=10', body);
const placeHold = (amount: number, overrides: object = {}) =>
  send({ ...transferOf(from, to, amount), capture: 'manual', ...overrides });
const readBalance = async (id: string) => (await get(`/v1/accounts/${id}/balance`)).body;

/** Expects that the flags `cancelable` and `reversible` of a transaction agree with its status. */
function expectFlagsToMatchStatus(body: Record<string, unknown>): void {
  const isWaiting = body.status === 'pending' || String(body.status).startsWith('pending_');
  expect([body.status, body.cancelable]).toEqual([body.status, isWaiting]);
  expect([body.status, body.reversible]).toEqual([body.status, body.status === 'posted']);
}

describe('a deposit and a withdrawal', () => {
  it('book against the bank’s own account, which is shown by its role alone', async () => {
    const deposit = { type: 'deposit', amount: 700, currency: 'EUR', destinationAccountId: to };
    const creationAnswer = await send(deposit);
    expect([creationAnswer.status, creationAnswer.body.status]).toEqual([201, 'posted']);
    expect(creationAnswer.body).toMatchObject({ sourceAccountId: null, destinationAccountId: to });
    const bankSide = { ledgerAccount: 'settlement/EUR', accountId: null, balanceAfter: null };
    expect(creationAnswer.body.entries).toMatchObject([
      { ...bankSide, direction: 'debit', amount: 700 },
      { accountId: to, direction: 'credit', amount: 700, currency: 'EUR' },
    ]);
    const withdrawal = { type: 'withdrawal', amount: 700, currency: 'EUR', sourceAccountId: to };
    const answer = await send(withdrawal);
    expect(answer.body).toMatchObject({ sourceAccountId: to, destinationAccountId: null });
    expect(answer.body.ledgerSequence).toBeGreaterThan(creationAnswer.body.ledgerSequence);
  });

  it('are booked at once in cash or by book', async () => {
    for (const method of ['cash', 'book']) {
      const externalParty = { name: 'Bob', method };
      const body = { type: 'deposit', amount: 1, currency: 'EUR', destinationAccountId: to };
      const creationAnswer = await send({ ...body, externalParty });
      expect([method, creationAnswer.status]).toEqual([method, 201]);
      expect(creationAnswer.body.externalParty).toEqual(externalParty);
    }
  });
});

describe('a transaction', () => {
  it("keeps the client's fields and reads back as first answered", async () => {
    const fields = {
      ...transferOf(from, to, 1),
      description: 'Rent',
      reference: 'rent-2026-11',
      category: 'housing',
      context: { ipAddress: '2001:db8::1', channel: 'web', location: { country: 'GB', lat: 0 } },
      metadata: { order: '17' },
    };
    const { body, headers } = await send(fields);
    expect(body).toMatchObject({ ...fields, fees: [], exchange: null, hold: null });
    expect(headers.get('etag')).toContain(`"v${body.version}`);
    expect((await get(`/v1/transactions/${body.id}`)).body).toEqual(body);
    const timeline = await get(`/v1/transactions/${body.id}/timeline`);
    expect(timeline.body).toEqual({
      ...{ object: 'timeline', archivedThrough: 0, data: body.timeline },
    });
    expect(body.workflow.id).toMatch(/^transfers?\//);
    expect(body.timeline[0].actor).toMatch(/^key_/);
  });

  it('of the largest exact JSON integer is accepted, and no balance can exceed that integer', async () => {
    const { accountIds } = await openAccounts(bank, key, [0]);
    const [accountId = ''] = accountIds;
    const body = { type: 'deposit', currency: 'EUR', destinationAccountId: accountId };
    const largestDeposit = await send({ ...body, amount: Number.MAX_SAFE_INTEGER });
    expect(largestDeposit.status).toBe(201);
    expect((await readBalance(accountId)).posted).toBe(Number.MAX_SAFE_INTEGER);
    const secondDeposit = await send({ ...body, amount: 1 });
    expect([secondDeposit.status, secondDeposit.body.code]).toEqual([422, 'balance_out_of_range']);
  });

  it('answered with 202 before it is final has a Location, at which it becomes final', async () => {
    const asyncHeaders = [{ prefer: 'respond-async' }, { prefer: 'wait=5, respond-async' }];
    for (const headers of [...asyncHeaders, {}]) {
      const wait = 'prefer' in headers ? '' : '?wait=0';
      const answer = await post(`/v1/transactions${wait}`, transferOf(from, to, 5), headers);
      expect(answer.status).toBe(202);
      expect(answer.body).toMatchObject({ status: 'pending', stage: 'accepted', hold: null });
      expectFlagsToMatchStatus(answer.body);
      const location = answer.headers.get('location') ?? '';
      expect(location).toBe(`/v1/transactions/${answer.body.id}`);
      await expect
        .poll(async () => (await get(location)).body.status, { timeout: 20_000 })
        .toBe('posted');
    }
  });
});

describe('a hold', () => {
  it('is placed and captured in part, and the remaining money is released', async () => {
    const balanceBefore = await readBalance(from);
    const heldPayment = await placeHold(500);
    expect([heldPayment.status, heldPayment.body.status]).toEqual([201, 'pending']);
    expect(heldPayment.body.hold).toMatchObject({
      amount: 500,
      capturedAmount: 0,
      status: 'active',
    });
    const days = (Date.parse(heldPayment.body.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    expectFlagsToMatchStatus(heldPayment.body);
    expect((await readBalance(from)).available).toBe(balanceBefore.available - 500);
    const captureAnswer = await post(`/v1/transactions/${heldPayment.body.id}/capture`, {
      amount: 200,
    });
    expect(captureAnswer.status).toBe(201);
    expect(captureAnswer.body).toMatchObject({
      status: 'posted',
      amount: 500,
      hold: { amount: 500, capturedAmount: 200, status: 'partially_captured' },
      expiresAt: null,
    });
    expect(captureAnswer.body.entries.map(({ amount }: { amount: number }) => amount)).toEqual([
      200, 200,
    ]);
    expectFlagsToMatchStatus(captureAnswer.body);
    expect(await readBalance(from)).toMatchObject({
      posted: balanceBefore.posted - 200,
      available: balanceBefore.available - 200,
    });
  });

  it('that is captured twice is booked once, and both answers are equal', async () => {
    const { body } = await placeHold(100);
    const path = `/v1/transactions/${body.id}/capture`;
    const headers = { 'content-type': 'application/json' };
    const firstAnswer = await bank.call(path, { key, method: 'POST', headers });
    const secondAnswer = await post(path, { amount: 100 });
    expect([firstAnswer.status, secondAnswer.status]).toEqual([201, 200]);
    expect(secondAnswer.headers.get('idempotency-replayed')).toBe('true');
    expect(secondAnswer.body).toEqual(firstAnswer.body);
  });

  it('that is canceled releases its money, and canceling it again without a reason gets the same answer', async () => {
    const balanceBefore = await readBalance(from);
    const { body } = await placeHold(100);
    const path = `/v1/transactions/${body.id}/cancel`;
    const cancelAnswer = await post(path, { reason: 'Out of stock' });
    expect(cancelAnswer.body).toMatchObject({
      status: 'canceled',
      statusReason: { code: 'canceled_by_request', message: 'Out of stock' },
      hold: { status: 'released', capturedAmount: 0 },
      entries: [],
    });
    expectFlagsToMatchStatus(cancelAnswer.body);
    const repeatedAnswer = await bank.call(path, { key, method: 'POST' });
    expect(repeatedAnswer.body).toEqual(cancelAnswer.body);
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
    const balanceAfter = await readBalance(from);
    expect([balanceAfter.posted, balanceAfter.available]).toEqual([
      balanceBefore.posted,
      balanceBefore.available,
    ]);
  });

  it('that expires releases its money at that moment and becomes expired automatically', async () => {
    const balanceBefore = await readBalance(from);
    const holdExpiresAt = new Date(Date.now() + 1_500).toISOString();
    const { body } = await placeHold(100, { holdExpiresAt });
    expect(body.expiresAt).toBe(holdExpiresAt);
    const path = `/v1/transactions/${body.id}`;
    await expect
      .poll(async () => (await get(path)).body.status, { timeout: 20_000 })
      .toBe('expired');
    const expiredTransaction = (await get(path)).body;
    expect(expiredTransaction).toMatchObject({ hold: { status: 'expired' }, entries: [] });
    expectFlagsToMatchStatus(expiredTransaction);
    expect((await readBalance(from)).available).toBe(balanceBefore.available);
    const lateAnswer = await post(`${path}/capture`);
    expect([lateAnswer.status, lateAnswer.body.code]).toEqual([422, 'hold_expired']);
  });
});

describe('the flags of a transaction', () => {
  it('never contradict its status, in a list, an event or a single read', async () => {
    await send(transferOf(to, from, 99_999_999));
    await placeHold(1);
    const { body } = await get('/v1/transactions?limit=100');
    const statuses = new Set(body.data.map(({ status }: { status: string }) => status));
    const expectedStatuses = ['canceled', 'declined', 'expired', 'pending', 'posted'];
    expect([...statuses].sort()).toEqual(expectedStatuses);
    for (const item of body.data) {
      expectFlagsToMatchStatus(item);
      expectFlagsToMatchStatus((await get(`/v1/transactions/${item.id}`)).body);
    }
    const events = (await get('/v1/events?limit=100')).body.data;
    const transactionEvents = events.filter(({ type }: { type: string }) =>
      type.startsWith('transaction.'),
    );
    expect(transactionEvents.length).toBeGreaterThan(10);
    for (const { data } of transactionEvents) expectFlagsToMatchStatus(data.object);
  });
});
