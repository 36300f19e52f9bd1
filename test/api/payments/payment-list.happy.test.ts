// The payments that a list shows.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openSharedCheckedBank } from '../../kit/bank/checked-bank.ts';
import { openPaymentParties, pay as payIn } from '../../kit/money/payments.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
});
afterAll(() => bank.close());

describe('the list of payments', () => {
  it('has filters that compose with paging and with each other', async () => {
    const owner = await register(bank);
    const { from, to, walletId } = await openPaymentParties(bank, owner.key);
    const created: Record<string, string> = {};
    const add = async (name: string, body: object) => {
      const answer = await payIn(bank, owner.key, { amount: 100, ...body });
      created[name] = answer.body.id ?? answer.body.paymentId;
    };
    const direct = { sourceAccountId: from, destinationAccountId: to };
    await add('completed', { ...direct, reference: 'find-me' });
    await add('authorized', { ...direct, capture: 'manual' });
    await add('declined', { ...direct, amount: 99_999_999 });
    await add('refunded', direct);
    await add('partly', { sourceWalletId: walletId, destinationAccountId: to, amount: 300 });
    const refundByName = (name: string, amount: number) =>
      bank.call(`/v1/payments/${created[name]}/refund?wait=10`, {
        key: owner.key,
        body: { amount },
      });
    await refundByName('refunded', 100);
    await refundByName('partly', 1);
    const list = async (query: string) => {
      const { body } = await bank.call(`/v1/payments?${query}`, { key: owner.key });
      return body.data.map(({ id }: { id: string }) =>
        Object.keys(created).find((name) => created[name] === id),
      );
    };
    expect(await list('')).toEqual(['partly', 'refunded', 'declined', 'authorized', 'completed']);
    for (const status of ['completed', 'authorized', 'declined', 'refunded']) {
      expect(await list(`status=${status}`), status).toEqual([status]);
    }
    expect(await list('status=partially_refunded')).toEqual(['partly']);
    expect(await list('status=processing')).toEqual([]);
    expect(await list(`accountId=${to}&limit=2`)).toEqual(['partly', 'refunded']);
    expect(await list(`accountId=${from}&status=completed`)).toEqual(['completed']);
    expect(await list(`walletId=${walletId}`)).toEqual(['partly']);
    expect(await list(`walletId=${walletId}&accountId=${from}`)).toEqual([]);
    expect(await list('reference=find-me')).toEqual(['completed']);
    expect(await list('minAmount=101&maxAmount=300')).toEqual(['partly']);
    expect(await list(`startingAfter=${created.refunded}`)).toEqual([
      'declined',
      'authorized',
      'completed',
    ]);
    const futureDate = '2098-01-01';
    expect(await list(`startDate=${futureDate}`)).toEqual([]);
    expect(await list(`endDate=${futureDate}&limit=1`)).toEqual(['partly']);
  });
});
