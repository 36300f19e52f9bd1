// Exchange rates and quotes over HTTP.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expireQuotes } from '../../../db/exchange/quotes.ts';
import { register } from '../../kit/bank/bank.ts';
import { type CheckedBank, claimLiveKey, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { exchangeConfig } from '../../kit/money/rates.ts';

let bank: CheckedBank;
let plainBank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank({ exchange: exchangeConfig({ spreadBps: 100 }) });
  plainBank = await openCheckedBank();
  ({ key } = await register(bank));
});
afterAll(() => Promise.all([bank.close(), plainBank.close()]));

const QUOTES = '/v1/exchange-rates/quotes';
const ask = { sourceCurrency: 'EUR', destinationCurrency: 'USD', sourceAmount: 10_000 };

describe('GET /v1/exchange-rates', () => {
  it('shows all rates against the euro, with the spread in bid and ask', async () => {
    const { status, body } = await bank.call('/v1/exchange-rates', { key });
    expect(status).toBe(200);
    expect(body).toMatchObject({ base: 'EUR', source: 'ecb-reference-rates', stale: false });
    expect(body.rates.map((rate: { currency: string }) => rate.currency)).toEqual([
      'CHF',
      'GBP',
      'ISK',
      'JPY',
      'SEK',
      'USD',
    ]);
    expect(body.rates.at(-1)).toMatchObject({
      currency: 'USD',
      mid: '1.25',
      bid: '1.2375',
      exponent: 2,
      stale: false,
      asOf: body.asOf,
      converted: null,
    });
    expect(body.rates.at(-1).ask).toMatch(/^1\.262626/);
  });

  it('derives cross rates for any base and converts an amount', async () => {
    const path = '/v1/exchange-rates?base=USD&symbols=JPY,GBP,JPY&amount=10000';
    const { body } = await bank.call(path, { key });
    expect(body).toMatchObject({ base: 'USD', amount: 10_000 });
    expect(body.rates).toMatchObject([
      { currency: 'JPY', mid: '128', bid: '126.72', exponent: 0, converted: 12_672 },
      { currency: 'GBP', mid: '0.64', bid: '0.6336', exponent: 2, converted: 6_336 },
    ]);
  });

  it.each([
    ['USD,XCG', ['USD'], [['XCG', 'rate_not_available']]],
    ['USD,BGN', ['USD'], [['BGN', 'currency_not_supported']]],
    ['KWD', [], [['KWD', 'rate_not_available']]],
    [
      'XXX,USD,XAU,JPY',
      ['USD', 'JPY'],
      [
        ['XXX', 'currency_not_supported'],
        ['XAU', 'currency_not_supported'],
      ],
    ],
    ['VED,USD', ['USD'], [['VED', 'currency_not_supported']]],
    ['EUR,USD', ['USD'], []],
  ])('keeps the other rates when one symbol has no rate: %s', async (symbols, present, absent) => {
    const { status, body } = await bank.call(`/v1/exchange-rates?symbols=${symbols}`, { key });
    expect(status).toBe(200);
    expect(body.rates.map(({ currency }: { currency: string }) => currency)).toEqual(present);
    const unavailableCurrencies = body.unavailable.map(
      (item: { currency: string; code: string; message: string }) => {
        expect(item.message).toContain(item.currency);
        return [item.currency, item.code];
      },
    );
    expect(unavailableCurrencies).toEqual(absent);
  });

  it('shows the built-in rates of the ECB with their date, marked as stale', async () => {
    const { key } = await register(plainBank);
    const { body } = await plainBank.call('/v1/exchange-rates?symbols=USD', { key });
    expect(body).toMatchObject({ asOf: '2026-10-30T15:00:00.000Z', stale: true });
    expect(body.rates).toMatchObject([{ mid: '1.1172', bid: '1.111614', stale: true }]);
  });

  it('is refused in production while the rates are stale, unless stale rates are allowed', async () => {
    const { key } = await register(plainBank);
    const liveKey = await claimLiveKey(plainBank, key);
    // The test's client is not used because it fails on every 5xx.
    const answer = await fetch(`${plainBank.url}/v1/exchange-rates`, {
      headers: { authorization: `Bearer ${liveKey}` },
    });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('60');
    expect(await answer.json()).toMatchObject({ code: 'rates_unavailable', retryable: true });
    const exchange = exchangeConfig({ from: null, servesStale: true });
    const tolerantBank = await openCheckedBank({ exchange });
    const firstDeveloper = await register(tolerantBank);
    const ratesAnswer = await tolerantBank.call('/v1/exchange-rates', {
      key: await claimLiveKey(tolerantBank, firstDeveloper.key),
    });
    expect(ratesAnswer.body).toMatchObject({ livemode: true, stale: true });
    await tolerantBank.close();
  });
});

describe('an exchange quote', () => {
  it('locks both amounts for the requested time', async () => {
    const body = { ...ask, lockSeconds: 300, metadata: { order: '17' } };
    const answer = await bank.call(QUOTES, { key, body });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      object: 'quote',
      status: 'active',
      fixed: 'source',
      rate: '1.2375',
      midRate: '1.25',
      spreadBps: 100,
      sourceAmount: 10_000,
      destinationAmount: 12_375,
      feeAmount: 125,
      feeCurrency: 'USD',
      stale: false,
      transactionId: null,
      metadata: { order: '17' },
      version: 1,
    });
    const { id, createdAt, lockExpiresAt } = answer.body;
    expect(id).toMatch(/^qte_/);
    expect(Date.parse(lockExpiresAt) - Date.parse(createdAt)).toBe(300_000);
    const readAnswer = await bank.call(`${QUOTES}/${id}`, { key });
    expect(readAnswer.body).toEqual(answer.body);
  });

  it('can fix the destination amount as well', async () => {
    const body = { sourceCurrency: 'EUR', destinationCurrency: 'JPY', destinationAmount: 10_000 };
    const answer = await bank.call(QUOTES, { key, body });
    expect(answer.body).toMatchObject({
      fixed: 'destination',
      sourceAmount: 6_314, // 10,000 / 158.4 = 63.1313…
      destinationAmount: 10_000,
    });
  });

  it('is made once for one idempotency key', async () => {
    const headers = { 'idempotency-key': 'quote-1' };
    const firstAnswer = await bank.call(QUOTES, { key, body: ask, headers });
    const repeatedAnswer = await bank.call(QUOTES, { key, body: ask, headers });
    expect(repeatedAnswer.body.id).toBe(firstAnswer.body.id);
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
    const otherBody = { ...ask, sourceAmount: 10_001 };
    const reusedKeyAnswer = await bank.call(QUOTES, { key, body: otherBody, headers });
    expect(reusedKeyAnswer.body.code).toBe('idempotency_key_reused');
  });

  it('expires for every reader at once, with a single event', async () => {
    const { key } = await register(bank);
    const answer = await bank.call(QUOTES, { key, body: { ...ask, lockSeconds: 1 } });
    const events = async () => (await bank.call('/v1/events?limit=100', { key })).body.data;
    const isExpired = ({ type }: { type: string }) => type === 'quote.expired';
    await expect
      .poll(async () => (await events()).filter(isExpired), { timeout: 30_000 })
      .toMatchObject([{ data: { object: { id: answer.body.id, status: 'expired', version: 2 } } }]);
    await bank.bank.environments.sandbox.ledger.run(expireQuotes, 100);
    expect((await events()).map(({ type }: { type: string }) => type)).toEqual([
      'quote.created',
      'quote.expired',
    ]);
    const readAnswer = await bank.call(`${QUOTES}/${answer.body.id}`, { key });
    expect(readAnswer.body).toMatchObject({ status: 'expired', version: 2 });
  });
});
