// A transaction shows its requested, captured and booked amounts. Lists and limits use the booked
// amount.

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
const makeConsent = () => ({ accepted: true, at: new Date().toISOString() });
const placeHold = (amount: number) => send({ ...transferOf(from, to, amount), capture: 'manual' });

describe('a partial capture', () => {
  it('shows the requested, captured and booked amounts, also in its events', async () => {
    const heldPayment = await placeHold(800);
    const figuresBefore = { amount: 800, amountCaptured: 0, amountPosted: null };
    expect(heldPayment.body).toMatchObject(figuresBefore);
    const captureAnswer = await post(`/v1/transactions/${heldPayment.body.id}/capture`, {
      amount: 300,
    });
    const figuresAfter = { amount: 800, amountCaptured: 300, amountPosted: 300 };
    expect(captureAnswer.body).toMatchObject(figuresAfter);
    const { body } = await get(`/v1/events?objectId=${heldPayment.body.id}&limit=20`);
    const eventObjects = body.data.map((event: { type: string; data: { object: object } }) => [
      event.type,
      event.data.object,
    ]);
    expect(eventObjects).toContainEqual([
      'transaction.posted',
      expect.objectContaining(figuresAfter),
    ]);
    expect(eventObjects).toContainEqual([
      'transaction.created',
      expect.objectContaining(figuresBefore),
    ]);
  });

  it('is filtered by its booked amount, and a pending hold by its requested amount', async () => {
    const capturedId = (await placeHold(70_000)).body.id;
    await post(`/v1/transactions/${capturedId}/capture`, { amount: 1_234 });
    const heldId = (await placeHold(1_234)).body.id;
    const listAnswer = await get(
      `/v1/transactions?accountId=${from}&minAmount=1234&maxAmount=1234`,
    );
    expect(listAnswer.body.data.map(({ id }: { id: string }) => id)).toEqual([heldId, capturedId]);
    const largeTransfers = await get(
      `/v1/transactions?accountId=${from}&minAmount=50000&type=transfer`,
    );
    expect(largeTransfers.body.data).toEqual([]);
    await post(`/v1/transactions/${heldId}/cancel`);
  });

  it('uses exactly its captured amount of a limit', async () => {
    const { accountIds } = await openAccounts(bank, key, [5_000, 0]);
    const [payer = '', payee = ''] = accountIds;
    const limitsPath = `/v1/accounts/${payer}/limits`;
    await bank.call(limitsPath, { key, method: 'PUT', body: { currency: 'EUR', daily: 1_000 } });
    const heldPayment = await send({ ...transferOf(payer, payee, 800), capture: 'manual' });
    await post(`/v1/transactions/${heldPayment.body.id}/capture`, { amount: 300 });
    const [day] = (await get(limitsPath)).body.limits;
    expect(day).toMatchObject({ period: 'day', used: 300, remaining: 700 });
  });
});

describe('a second capture', () => {
  it('of another amount is a conflict that names the first amount; of the same amount it is a replay', async () => {
    const { id } = (await placeHold(800)).body;
    const path = `/v1/transactions/${id}/capture`;
    expect((await post(path, { amount: 300 })).status).toBe(201);
    for (const body of [{ amount: 301 }, { amount: 299 }, {}]) {
      const refusedAnswer = await post(path, body);
      expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([409, 'already_captured']);
      expect(refusedAnswer.body).toMatchObject({
        transactionId: id,
        existingId: id,
        retryable: false,
      });
      expect(refusedAnswer.body.detail).toContain('300 minor units');
    }
    const repeatedAnswer = await post(path, { amount: 300 });
    expect([repeatedAnswer.status, repeatedAnswer.headers.get('idempotency-replayed')]).toEqual([
      200,
      'true',
    ]);
    expect(repeatedAnswer.body).toMatchObject({ id, amountCaptured: 300, amountPosted: 300 });
  });

  it('of a payment is treated in the same way', async () => {
    const body = {
      amount: 500,
      currency: 'EUR',
      sourceAccountId: from,
      destinationAccountId: to,
      capture: 'manual',
    };
    const creationAnswer = await post('/v1/payments?wait=10', body);
    const path = `/v1/payments/${creationAnswer.body.id}/capture`;
    expect((await post(path, { amount: 200 })).body.amountCaptured).toBe(200);
    const refusedAnswer = await post(path, { amount: 500 });
    expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([409, 'already_captured']);
    expect((await post(path, { amount: 200 })).status).toBe(200);
  });
});

describe('insufficient money', () => {
  it('is not retryable, because the client or its customer has to act', async () => {
    const declinedAnswer = await send(transferOf(to, from, 90_000_000));
    expect(declinedAnswer.body).toMatchObject({ code: 'insufficient_funds', retryable: false });
    const overdraftTerms = { enabled: true, mode: 'allow', limit: 5, consent: makeConsent() };
    await post(`/v1/accounts/${to}/overdraft`, overdraftTerms);
    const tooLargePayment = await send(transferOf(to, from, 90_000_000));
    expect(tooLargePayment.body).toMatchObject({
      code: 'overdraft_limit_exceeded',
      retryable: false,
    });
  });
});
