// Only the developer who owns a wallet can read or change it.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_TEMPORAL, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let customerId: string;
let walletId: string;
beforeAll(async () => {
  bank = await openCheckedBank({ temporalAddress: NO_TEMPORAL });
  ({ key } = await register(bank));
  ({ customerId } = await openAccounts(bank, key, []));
  const body = { customerId, name: 'W', currencies: ['EUR'] };
  walletId = (await bank.call('/v1/wallets', { key, body })).body.id;
});
afterAll(() => bank.close());

describe("another developer's wallet", () => {
  it('can be neither read nor listed nor extended', async () => {
    const stranger = await register(bank);
    await writesNothing(bank, async () => {
      const strangerCall = { key: stranger.key };
      const readAnswer = await bank.call(`/v1/wallets/${walletId}?currency=EUR`, strangerCall);
      expect([readAnswer.status, readAnswer.body.code]).toEqual([404, 'wallet_not_found']);
      const path = `/v1/wallets/${walletId}/currencies`;
      for (const currency of ['EUR', 'USD']) {
        const addedCurrencyAnswer = await bank.call(path, { ...strangerCall, body: { currency } });
        expect([addedCurrencyAnswer.status, addedCurrencyAnswer.body.code]).toEqual([
          404,
          'wallet_not_found',
        ]);
      }
      for (const query of ['', `?customerId=${customerId}`, `?startingAfter=${walletId}`]) {
        expect((await bank.call(`/v1/wallets${query}`, strangerCall)).body.data).toEqual([]);
      }
    });
  });

  it("cannot be opened for another developer's customer", async () => {
    const stranger = await register(bank);
    await writesNothing(bank, async () => {
      const body = { customerId, name: 'Mine', currencies: ['EUR'] };
      const { status, body: answer } = await bank.call('/v1/wallets', { key: stranger.key, body });
      expect([status, answer.code]).toEqual([404, 'customer_not_found']);
    });
  });

  it("cannot be reached with its owner's idempotency key", async () => {
    const stranger = await register(bank);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = { customerId, name: 'Once', currencies: ['EUR'] };
    const ownAnswer = await bank.call('/v1/wallets', { key, body, headers });
    expect(ownAnswer.status).toBe(201);
    const otherAnswer = await bank.call('/v1/wallets', { key: stranger.key, body, headers });
    expect(otherAnswer.body.code).toBe('customer_not_found');
  });
});
