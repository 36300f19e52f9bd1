// Invalid requests about wallets: each is refused with a code and the field at fault, and changes
// nothing.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  claimLiveKey,
  openCheckedBank,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';
import { exchangeConfig } from '../../kit/money/rates.ts';

let bank: CheckedBank;
let key: string;
let customerId: string;
let walletId: string;
beforeAll(async () => {
  bank = await openCheckedBank({ exchange: exchangeConfig() });
  ({ key } = await register(bank));
  ({ customerId } = await openAccounts(bank, key, []));
  const body = { customerId, name: 'W', currencies: ['EUR', 'USD'] };
  walletId = (await bank.call('/v1/wallets', { key, body })).body.id;
});
afterAll(() => bank.close());

describe('POST /v1/wallets refuses', () => {
  const validBody = () => ({ customerId, name: 'W', currencies: ['EUR'] });
  it.each<[string, object, string, string]>([
    ['no currency', { currencies: [] }, 'validation_failed', '/currencies'],
    ['a currency twice', { currencies: ['EUR', 'EUR'] }, 'validation_failed', '/currencies'],
    [
      'an unknown currency',
      { currencies: ['EUR', 'XXX'] },
      'currency_not_supported',
      '/currencies/1',
    ],
    [
      'a currency in lower case',
      { currencies: ['eur'] },
      'currency_not_supported',
      '/currencies/0',
    ],
    ['a text instead of the list', { currencies: 'EUR' }, 'validation_failed', '/currencies'],
    // The dinar has no rate, so the total of the wallet cannot be computed.
    [
      'a currency without a rate',
      { currencies: ['EUR', 'KWD'] },
      'rate_not_available',
      '/currencies/1',
    ],
    ['no name', { name: '' }, 'validation_failed', '/name'],
    ['a name of 191 characters', { name: 'x'.repeat(191) }, 'validation_failed', '/name'],
    ['an unknown field', { currency: 'EUR' }, 'validation_failed', '/currency'],
    ['no customer', { customerId: undefined }, 'validation_failed', '/customerId'],
    [
      'an unknown customer',
      { customerId: 'cust_06ayx0rw7mf5w0h1y6k2v3c4d5' },
      'customer_not_found',
      '/customerId',
    ],
  ])('%s', async (_label, fields, code, pointer) => {
    await writesNothing(bank, async () => {
      const body = { ...validBody(), ...fields };
      const answer = await bank.call('/v1/wallets', { key, body });
      expect(answer.body.code).toBe(code);
      expect(answer.body.errors[0].pointer).toBe(pointer);
    });
  });

  it('an idempotency key used with another body', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    await bank.call('/v1/wallets', { key, body: validBody(), headers });
    const otherBody = { ...validBody(), name: 'Other' };
    const { status, body } = await bank.call('/v1/wallets', { key, body: otherBody, headers });
    expect([status, body.code]).toEqual([422, 'idempotency_key_reused']);
  });
});

describe('POST /v1/wallets/{walletId}/currencies refuses', () => {
  it.each([
    [{ currency: 'EUR' }, 409, 'currency_in_wallet'],
    [{ currency: 'XXX' }, 422, 'currency_not_supported'],
    [{ currency: 'KWD' }, 422, 'rate_not_available'],
    [{}, 422, 'validation_failed'],
    [{ currencies: ['EUR'] }, 422, 'validation_failed'],
  ])('%j', async (body, status, code) => {
    await writesNothing(bank, async () => {
      const answer = await bank.call(`/v1/wallets/${walletId}/currencies`, { key, body });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    });
  });
});

describe('GET /v1/wallets/{walletId} refuses', () => {
  it.each([
    ['currency=eur', 400, 'invalid_parameter'],
    ['currency=XXX', 400, 'invalid_parameter'],
    ['total=EUR', 400, 'invalid_parameter'],
    ['currency=KWD', 422, 'rate_not_available'],
    ['currency=BHD', 422, 'rate_not_available'],
  ])('?%s', async (query, status, code) => {
    const answer = await bank.call(`/v1/wallets/${walletId}?${query}`, { key });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    if (status === 422) expect(answer.body.errors[0].pointer).toBe('currency');
  });
});

describe("a wallet's total at stale rates", () => {
  it('is marked stale in the sandbox, and refused in production', async () => {
    // The built-in rates are from October 2026.
    const bankWithStaleRates = await openCheckedBank();
    try {
      const sandboxKey = (await register(bankWithStaleRates)).key;
      for (const callerKey of [sandboxKey, await claimLiveKey(bankWithStaleRates, sandboxKey)]) {
        const customerBody = { type: 'individual', name: 'Ada' };
        const { body: customer } = await bankWithStaleRates.call('/v1/customers', {
          key: callerKey,
          body: customerBody,
        });
        const body = { customerId: customer.id, name: 'W', currencies: ['EUR', 'USD'] };
        const { id } = (await bankWithStaleRates.call('/v1/wallets', { key: callerKey, body }))
          .body;
        const headers = { authorization: `Bearer ${callerKey}` };
        const answer = await fetch(`${bankWithStaleRates.url}/v1/wallets/${id}?currency=EUR`, {
          headers,
        });
        const answerBody = (await answer.json()) as {
          total: { rates: { stale: boolean } };
          code: string;
        };
        if (callerKey === sandboxKey)
          expect([answer.status, answerBody.total.rates.stale]).toEqual([200, true]);
        else expect([answer.status, answerBody.code]).toEqual([503, 'rates_unavailable']);
      }
    } finally {
      await bankWithStaleRates.close();
    }
  });
});
