// Sums of many amounts may exceed the largest exact JSON number: they are refused or reported as
// too large, and never rounded.

import { beforeAll, expect, it } from 'vitest';
import { hasModule, register, type TestBank } from '../../kit/bank/bank.ts';
import { openSharedBank } from '../../kit/bank/shared-bank.ts';

const MAX_AMOUNT = Number.MAX_SAFE_INTEGER;
let bank: TestBank;
let key: string;
let customerId: string;
beforeAll(async () => {
  bank = await openSharedBank();
  key = (await register(bank)).key;
  const body = { type: 'individual', name: 'Ada Lovelace' };
  customerId = (await bank.call('/v1/customers', { key, body })).body.id;
});

async function openAccountWith(amount: number): Promise<string> {
  const body = { customerId, type: 'checking', currency: 'EUR', name: 'Main' };
  const { id } = (await bank.call('/v1/accounts', { key, body })).body;
  if (amount > 0) await pay({ type: 'deposit', amount, destinationAccountId: id });
  return id;
}

async function pay(facts: object): Promise<void> {
  const body = { ...facts, currency: 'EUR' };
  const { status } = await bank.call('/v1/transactions?wait=10', { key, body });
  expect(status).toBe(201);
}

it('the amount used of a limit never exceeds the largest exact number', async () => {
  const [fullAccountId, otherAccountId] = [
    await openAccountWith(MAX_AMOUNT),
    await openAccountWith(0),
  ];
  const outwardSides = { sourceAccountId: fullAccountId, destinationAccountId: otherAccountId };
  const returnSides = { sourceAccountId: otherAccountId, destinationAccountId: fullAccountId };
  for (const sides of [outwardSides, returnSides, outwardSides])
    await pay({ type: 'transfer', amount: MAX_AMOUNT, ...sides });
  const body = { currency: 'EUR', daily: MAX_AMOUNT };
  const limitsAnswer = await bank.call(`/v1/accounts/${fullAccountId}/limits`, {
    key,
    method: 'PUT',
    body,
  });
  expect(limitsAnswer.body.limits[0]).toMatchObject({ used: MAX_AMOUNT, remaining: 0 });
});

it('an analysis and an answer refuse sums that are too large to be exact', async () => {
  await openAccountWith(MAX_AMOUNT);
  const request = { key, body: { customerId } };
  const { status, body } = await bank.call('/v1/ai/spending-analysis', request);
  expect([status, body.code, body.errors?.[0].pointer]).toEqual([
    ...[422, 'amount_out_of_range', '/accountIds'],
  ]);
  if (hasModule('language')) {
    const question = { customerId, question: 'What is my balance?' };
    const answer = await bank.call('/v1/ai/financial-qa', { key, body: question });
    expect(answer.body).toMatchObject({ answerable: false, figures: [] });
  }
});
