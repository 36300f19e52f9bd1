// A raised limit has no effect during its cool-off. test/db/limits tests when it takes effect.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank({ limitCoolOffSeconds: 3_600 });
});
afterAll(() => bank.close());

async function prepareAccount() {
  const { key } = await register(bank);
  const { accountIds } = await openAccounts(bank, key, [100_000, 0]);
  const [from = '', to = ''] = accountIds;
  return {
    put: (body: object) =>
      bank.call(`/v1/accounts/${from}/limits`, {
        method: 'PUT',
        key,
        body: { currency: 'EUR', ...body },
      }),
    read: async () => (await bank.call(`/v1/accounts/${from}/limits`, { key })).body,
    send: async (amount: number) =>
      (await bank.call('/v1/transactions?wait=10', { key, body: transferOf(from, to, amount) }))
        .body,
  };
}

describe('a raised limit', () => {
  it('is a pending change of the account and has no effect yet', async () => {
    const { put, send } = await prepareAccount();
    expect((await put({ daily: 500 })).body).toMatchObject({ pendingChange: null });
    const raised = await put({ daily: 50_000 });
    expect(raised.status).toBe(200);
    expect(raised.body.limits).toMatchObject([{ period: 'day', maxAmount: 500 }]);
    expect(raised.body.pendingChange).toMatchObject({ version: 2, daily: 50_000 });
    expect((await send(600)).code).toBe('limit_exceeded');
  });

  it('is replaced by a stricter limit, which applies at once', async () => {
    const { put, send } = await prepareAccount();
    await put({ perTransaction: 500 });
    await put({ perTransaction: 5_000 });
    const lowered = await put({ perTransaction: 400 });
    expect(lowered.body).toMatchObject({ pendingChange: null, limits: [{ maxAmount: 400 }] });
    expect((await send(450)).code).toBe('limit_exceeded');
  });

  it('that would end before it begins is refused, and nothing changes', async () => {
    const { put, read } = await prepareAccount();
    await put({ perTransaction: 500 });
    const until = new Date(Date.now() + 60_000).toISOString();
    const answer = await put({ perTransaction: 5_000, temporary: { until } });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer: '/temporary/until' }] },
    });
    expect(await read()).toMatchObject({ version: 1, pendingChange: null });
  });
});
