// The list of payments: its filters and pages.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openSharedCheckedBank } from '../../kit/bank/checked-bank.ts';
import { openPaymentParties, pay } from '../../kit/money/payments.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
});
afterAll(() => bank.close());

describe('the list of payments', () => {
  it('has filters that can be combined with paging and with each other', async () => {
    const owner = await register(bank);
    const { from, to, walletId } = await openPaymentParties(bank, owner.key);
    const paymentIds: Record<string, string> = {};
    const addPayment = async (name: string, body: object) => {
      const answer = await pay(bank, owner.key, { amount: 100, ...body });
      paymentIds[name] = answer.body.id ?? answer.body.paymentId;
    };
    const accounts = { sourceAccountId: from, destinationAccountId: to };
    await addPayment('completed', { ...accounts, reference: 'find-me' });
    await addPayment('authorized', { ...accounts, capture: 'manual' });
    await addPayment('declined', { ...accounts, amount: 99_999_999 });
    await addPayment('refunded', accounts);
    await addPayment('partly', { sourceWalletId: walletId, destinationAccountId: to, amount: 300 });
    const refund = (name: string, amount: number) =>
      bank.call(`/v1/payments/${paymentIds[name]}/refund?wait=10`, {
        key: owner.key,
        body: { amount },
      });
    await refund('refunded', 100);
    await refund('partly', 1);
    const listNames = async (query: string) => {
      const { body } = await bank.call(`/v1/payments?${query}`, { key: owner.key });
      return body.data.map(({ id }: { id: string }) =>
        Object.keys(paymentIds).find((name) => paymentIds[name] === id),
      );
    };
    expect(await listNames('')).toEqual([
      'partly',
      'refunded',
      'declined',
      'authorized',
      'completed',
    ]);
    for (const status of ['completed', 'authorized', 'declined', 'refunded']) {
      expect(await listNames(`status=${status}`), status).toEqual([status]);
    }
    expect(await listNames('status=partially_refunded')).toEqual(['partly']);
    expect(await listNames('status=processing')).toEqual([]);
    expect(await listNames(`accountId=${to}&limit=2`)).toEqual(['partly', 'refunded']);
    expect(await listNames(`accountId=${from}&status=completed`)).toEqual(['completed']);
    expect(await listNames(`walletId=${walletId}`)).toEqual(['partly']);
    expect(await listNames(`walletId=${walletId}&accountId=${from}`)).toEqual([]);
    expect(await listNames('reference=find-me')).toEqual(['completed']);
    expect(await listNames('minAmount=101&maxAmount=300')).toEqual(['partly']);
    expect(await listNames(`startingAfter=${paymentIds.refunded}`)).toEqual([
      'declined',
      'authorized',
      'completed',
    ]);
    const futureDate = '2098-01-01';
    expect(await listNames(`startDate=${futureDate}`)).toEqual([]);
    expect(await listNames(`endDate=${futureDate}&limit=1`)).toEqual(['partly']);
  });
});
