// A dry run makes the same checks as the request, shows the outcome and changes nothing.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let from: string;
let to: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  const { accountIds } = await openAccounts(bank, key, [1_000, 0]);
  [from = '', to = ''] = accountIds;
});
afterAll(() => bank.close());

const makeDryRun = (body: object, path = '/v1/transactions') =>
  writesNothing(bank, () =>
    bank.call(path, {
      key,
      body: { ...body, dryRun: true },
      headers: { 'idempotency-key': 'dry' },
    }),
  );

describe('a dry run', () => {
  it('of a transfer shows both balances, which the transfer then reaches', async () => {
    const body = transferOf(from, to, 300);
    const dryRun = await makeDryRun(body);
    expect(dryRun.status).toBe(200);
    expect(dryRun.body).toMatchObject({
      dryRun: true,
      wouldPost: true,
      status: 'posted',
      rejection: null,
      fees: [],
      limits: [],
    });
    expect(dryRun.body.projected).toMatchObject([
      { accountId: from, current: { available: 1_000 }, resulting: { available: 700 } },
      { accountId: to, current: { available: 0 }, resulting: { available: 300 } },
    ]);
    // The idempotency key was not bound, so it can be used with another body.
    const headers = { 'idempotency-key': 'dry' };
    const sendAnswer = await bank.call('/v1/transactions?wait=10', {
      key,
      body: { ...body, description: 'For real' },
      headers,
    });
    expect(sendAnswer.body.status).toBe('posted');
    for (const { accountId, resulting } of dryRun.body.projected) {
      const balance = await bank.call(`/v1/accounts/${accountId}/balance`, { key });
      expect(balance.body).toMatchObject(resulting);
    }
  });

  it('of a hold shows the held and pending amounts', async () => {
    const { body } = await makeDryRun({ ...transferOf(from, to, 100), capture: 'manual' });
    expect([body.wouldPost, body.status]).toEqual([false, 'pending']);
    expect(body.projected[0].resulting).toMatchObject({ held: 100, pendingOut: 100 });
    expect(body.projected[1].resulting).toMatchObject({ pendingIn: 100 });
  });

  it('of a refused transaction gives the reason, and leaves the balances unchanged', async () => {
    const { status, body } = await makeDryRun(transferOf(from, to, 99_999));
    expect([status, body.wouldPost, body.rejection.code]).toEqual([
      200,
      false,
      'insufficient_funds',
    ]);
    expect(body).not.toHaveProperty('status');
    for (const projection of body.projected)
      expect(projection.resulting).toEqual(projection.current);
  });

  it('of a deposit in an unused currency opens no internal account', async () => {
    const { customerId } = await openAccounts(bank, key, []);
    const account = await bank.call('/v1/accounts', {
      key,
      body: { customerId, type: 'checking', currency: 'JPY', name: 'Yen' },
    });
    const { body } = await makeDryRun({
      type: 'deposit',
      amount: 500,
      currency: 'JPY',
      destinationAccountId: account.body.id,
    });
    expect(body.wouldPost).toBe(true);
    expect(body.projected).toHaveLength(1);
    expect(body.projected[0].resulting.posted).toBe(500);
  });

  it('shows the remaining limits afterwards', async () => {
    const { accountIds } = await openAccounts(bank, key, [1_000, 0]);
    const [payer = '', payee = ''] = accountIds;
    await bank.call(`/v1/accounts/${payer}/limits`, {
      method: 'PUT',
      key,
      body: { currency: 'EUR', daily: 500 },
    });
    const affordablePayment = await makeDryRun(transferOf(payer, payee, 200));
    expect(affordablePayment.body.limits).toMatchObject([{ period: 'day', remainingAfter: 300 }]);
    const largePayment = await makeDryRun(transferOf(payer, payee, 501));
    expect(largePayment.body.rejection.code).toBe('limit_exceeded');
    expect(largePayment.body.limits).toMatchObject([{ period: 'day', remainingAfter: 500 }]);
  });

  it('of a reversal shows both balances afterwards', async () => {
    const sendAnswer = await bank.call('/v1/transactions?wait=10', {
      key,
      body: transferOf(from, to, 100),
    });
    const path = `/v1/transactions/${sendAnswer.body.id}/reverse`;
    const { body } = await makeDryRun({ reason: 'Returned.', amount: 40 }, path);
    expect(body).toMatchObject({ wouldPost: true, rejection: null });
    const [payee, payer] = body.projected;
    expect([payee.accountId, payer.accountId]).toEqual([to, from]);
    expect(payer.resulting.posted - payer.current.posted).toBe(40);
    const excessiveReversal = await makeDryRun({ reason: 'Returned.', amount: 101 }, path);
    expect([excessiveReversal.status, excessiveReversal.body.code]).toEqual([
      422,
      'reversal_exceeds_amount',
    ]);
  });

  it('is answered like the request when an account is missing or a reference is in use', async () => {
    const unknownAccountAnswer = await makeDryRun({
      ...transferOf(from, to, 1),
      sourceAccountId: 'acc_0',
    });
    expect([unknownAccountAnswer.status, unknownAccountAnswer.body.code]).toEqual([
      404,
      'account_not_found',
    ]);
    const reference = `dry ${from}`;
    await bank.call('/v1/transactions?wait=10', {
      key,
      body: { ...transferOf(from, to, 1), reference },
    });
    const answer = await makeDryRun({ ...transferOf(from, to, 1), reference });
    expect([answer.status, answer.body.code]).toEqual([409, 'duplicate_reference']);
  });
});
