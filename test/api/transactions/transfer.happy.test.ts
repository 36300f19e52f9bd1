// A transfer moves the money from one balance to the other, and its steps can be read.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, openTestBank, register, type TestBank } from '../../kit/bank/bank.ts';
import { sendWithoutLane } from '../../kit/workflows/lane.ts';

describe.each(['the lane', 'a workflow'])('a transfer that %s settles', (settler) => {
  let bank: TestBank;
  beforeAll(async () => {
    bank = await openTestBank();
  });
  afterAll(() => bank.close());

  it('moves the amount from one balance to the other and shows its timeline', async () => {
    const { key } = await register(bank);
    const { accountIds } = await openAccounts(bank, key, [10_000, 0]);
    const [from = '', to = ''] = accountIds;
    const sides = { sourceAccountId: from, destinationAccountId: to };
    const body = { type: 'transfer', amount: 2_500, currency: 'EUR', ...sides };
    const send = () => bank.call('/v1/transactions', { key, body });
    const answer = await (settler === 'the lane' ? send() : sendWithoutLane(bank, send));
    expect(answer.status).toBe(201);
    expect(answer.body.status).toBe('posted');
    expect(answer.body.timeline.map((step: { status: string }) => step.status)).toEqual([
      'pending',
      'posted',
    ]);
    const source = await bank.call(`/v1/accounts/${from}/balance`, { key });
    const destination = await bank.call(`/v1/accounts/${to}/balance`, { key });
    expect([source.body.posted, destination.body.posted]).toEqual([7_500, 2_500]);
  });
});
