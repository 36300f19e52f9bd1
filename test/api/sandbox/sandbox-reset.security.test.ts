// A reset affects the sandbox of the caller only, and neither production nor another developer.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  claimLiveKey,
  openCheckedBank,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';
import { authorisePayment } from '../../kit/bank/objects-of-each-kind.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank();
});
afterAll(() => bank.close());

const reset = (key: string) => bank.call('/v1/sandbox/reset', { key, body: { confirm: 'reset' } });

test('production refuses a reset for every caller', async () => {
  const { key } = await register(bank);
  const liveKey = await claimLiveKey(bank, key);
  await writesNothing(bank, async () => {
    const answer = await reset(liveKey);
    expect([answer.status, answer.body.code]).toEqual([403, 'environment_mismatch']);
  });
});

test('a reset affects neither production nor another developer', async () => {
  const { key } = await register(bank);
  const liveKey = await claimLiveKey(bank, key);
  const customer = { type: 'individual', name: 'Ada Lovelace' };
  const liveCustomer = await bank.call('/v1/customers', { key: liveKey, body: customer });
  const otherKey = (await register(bank)).key;
  const { accountIds } = await openAccounts(bank, otherKey, [300, 0]);
  await reset(key);
  const readAnswer = await bank.call(`/v1/customers/${liveCustomer.body.id}`, { key: liveKey });
  expect(readAnswer.status).toBe(200);
  const balance = await bank.call(`/v1/accounts/${accountIds[0]}/balance`, { key: otherKey });
  expect(balance.body.posted).toBe(300);
});

test('a reset applies to every key of the developer, and the former objects become foreign', async () => {
  const { key } = await register(bank);
  const answer = await bank.call('/v1/developer/keys', {
    key,
    body: { name: 'Second', environment: 'sandbox' },
  });
  const secondKey = answer.body.apiKey;
  const { accountIds } = await openAccounts(bank, key, [300, 0]);
  const [from = '', to = ''] = accountIds;
  const paymentId = await authorisePayment(bank, key, { from, to });
  await reset(key);
  for (const item of [key, secondKey]) {
    const capture = await bank.call(`/v1/payments/${paymentId}/capture`, { key: item, body: {} });
    expect(capture.body.code).toBe('payment_not_found');
    const pay = await bank.call('/v1/transactions?wait=10', {
      key: item,
      body: { type: 'deposit', amount: 1, currency: 'EUR', destinationAccountId: from },
    });
    expect([pay.status, pay.body.code]).toEqual([404, 'account_not_found']);
  }
});

test('operators see the same developer behind the objects from before a reset', async () => {
  const { key, developerId } = await register(bank);
  await reset(key);
  const { accountIds } = await openAccounts(bank, key, [10_000, 0]);
  const [from = '', to = ''] = accountIds;
  await bank.call(`/v1/accounts/${from}/limits`, {
    method: 'PUT',
    key,
    body: { currency: 'EUR', requireApprovalAbove: 10 },
  });
  await bank.call('/v1/payments?wait=10', { key, body: paymentOf(from, to) });
  const approvals = await bank.call('/v1/ops/approvals?environment=sandbox', { key: OPERATOR_KEY });
  expect(approvals.body.data[0].developerId).toBe(developerId);
});

function paymentOf(from: string, to: string) {
  return { amount: 100, currency: 'EUR', sourceAccountId: from, destinationAccountId: to };
}
