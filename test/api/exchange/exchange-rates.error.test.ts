// Invalid requests for rates and quotes: each has its code and changes nothing.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_TEMPORAL, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import { exchangeConfig } from '../../kit/money/rates.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank({ temporalAddress: NO_TEMPORAL, exchange: exchangeConfig() });
  ({ key } = await register(bank));
});
afterAll(() => bank.close());

const QUOTES = '/v1/exchange-rates/quotes';
const ask = { sourceCurrency: 'EUR', destinationCurrency: 'USD', sourceAmount: 10_000 };

describe('GET /v1/exchange-rates refuses', () => {
  it.each([
    ['base=eur', 400, 'invalid_parameter', 'base'],
    ['base=XXX', 400, 'invalid_parameter', 'base'],
    ['base=', 400, 'invalid_parameter', 'base'],
    ['symbols=USD,', 400, 'invalid_parameter', 'symbols'],
    ['symbols=usd', 400, 'invalid_parameter', 'symbols'],
    ['symbols=__proto__', 400, 'invalid_parameter', 'symbols'],
    ['amount=0', 400, 'invalid_parameter', 'amount'],
    ['amount=1.5', 400, 'invalid_parameter', 'amount'],
    ['amount=9007199254740992', 400, 'invalid_parameter', 'amount'],
    ['bases=USD', 400, 'invalid_parameter', 'bases'],
    ['base=KWD', 422, 'rate_not_available', 'base'],
  ])('%s', async (query, status, code, pointer) => {
    const answer = await bank.call(`/v1/exchange-rates?${query}`, { key });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.errors[0].pointer).toBe(pointer);
  });
});

describe('POST /v1/exchange-rates/quotes refuses', () => {
  const { sourceAmount: _, ...noAmount } = ask;
  it.each<[string, unknown, string, string]>([
    ['no amount', noAmount, 'validation_failed', '/sourceAmount'],
    ['both amounts', { ...ask, destinationAmount: 1 }, 'validation_failed', '/destinationAmount'],
    ['a fractional amount', { ...ask, sourceAmount: 1.5 }, 'amount_not_integer', '/sourceAmount'],
    ['an amount of zero', { ...ask, sourceAmount: 0 }, 'amount_out_of_range', '/sourceAmount'],
    ['a negative amount', { ...ask, sourceAmount: -5 }, 'amount_out_of_range', '/sourceAmount'],
    [
      'an amount above 2^53 − 1',
      { ...ask, sourceAmount: 2 ** 53 },
      'amount_out_of_range',
      '/sourceAmount',
    ],
    ['an amount as text', { ...ask, sourceAmount: '10' }, 'validation_failed', '/sourceAmount'],
    [
      'an amount whose conversion is zero',
      { sourceCurrency: 'JPY', destinationCurrency: 'GBP', sourceAmount: 1 },
      'amount_out_of_range',
      '/sourceAmount',
    ],
    [
      'an amount whose conversion is above 2^53 − 1',
      { ...ask, sourceAmount: 2 ** 53 - 1 },
      'amount_out_of_range',
      '/sourceAmount',
    ],
    [
      'the same currency',
      { ...ask, destinationCurrency: 'EUR' },
      'same_currency',
      '/destinationCurrency',
    ],
    ['no currency', { sourceAmount: 1 }, 'validation_failed', '/sourceCurrency'],
    [
      'a currency in small letters',
      { ...ask, sourceCurrency: 'eur' },
      'currency_not_supported',
      '/sourceCurrency',
    ],
    [
      'a currency without a rate',
      { ...ask, destinationCurrency: 'KWD' },
      'rate_not_available',
      '/destinationCurrency',
    ],
    [
      'a source without a rate',
      { ...ask, sourceCurrency: 'KWD' },
      'rate_not_available',
      '/sourceCurrency',
    ],
    ['an unknown field', { ...ask, rate: '9' }, 'validation_failed', '/rate'],
    ['a status', { ...ask, status: 'used' }, 'validation_failed', '/status'],
    ['a lock that is too long', { ...ask, lockSeconds: 901 }, 'validation_failed', '/lockSeconds'],
    ['no lock', { ...ask, lockSeconds: 0 }, 'validation_failed', '/lockSeconds'],
    ['a list', [ask], 'validation_failed', ''],
  ])('%s', async (label, body, code, pointer) => {
    const answer = await writesNothing(bank, () => bank.call(QUOTES, { key, body }));
    expect([answer.status, answer.body.code], label).toEqual([422, code]);
    expect(answer.body.errors[0].pointer).toBe(pointer);
  });

  it('a body that is not JSON, has another media type, or is too large', async () => {
    const malformedJsonAnswer = await writesNothing(bank, () =>
      bank.call(QUOTES, { key, raw: '{"source' }),
    );
    expect(malformedJsonAnswer.body.code).toBe('malformed_json');
    const text = { key, raw: 'x', headers: { 'content-type': 'text/plain' } };
    expect((await bank.call(QUOTES, text)).body.code).toBe('unsupported_media_type');
    const hugeBody = { key, raw: `{"sourceCurrency":"${'E'.repeat(1024 * 1024)}"}` };
    expect((await writesNothing(bank, () => bank.call(QUOTES, hugeBody))).body.code).toBe(
      'payload_too_large',
    );
  });
});

it('reading a quote that does not exist is answered with quote_not_found', async () => {
  for (const id of ['qte_06ayx0rw7mf5w0h1y6k2v3c4d5', 'x', 'txn_06ayx0rw7mf5w0h1y6k2v3c4d5']) {
    const answer = await bank.call(`${QUOTES}/${id}`, { key });
    expect([answer.status, answer.body.code]).toEqual([404, 'quote_not_found']);
  }
});

it('a bank without readable rates reports rates_unavailable and makes no quote', async () => {
  const bankWithoutRates = await openCheckedBank({
    temporalAddress: NO_TEMPORAL,
    exchange: exchangeConfig({ from: '/nowhere/rates.csv' }),
  });
  const { key } = await register(bankWithoutRates);
  for (const call of [{ key }, { key, body: ask }]) {
    const path = 'body' in call ? QUOTES : '/v1/exchange-rates';
    // The test's client is not used because it fails on every 5xx.
    const answer = await fetch(bankWithoutRates.url + path, {
      method: 'body' in call ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...('body' in call ? { body: JSON.stringify(call.body) } : {}),
    });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'rates_unavailable', retryable: true });
  }
  await bankWithoutRates.close();
});
