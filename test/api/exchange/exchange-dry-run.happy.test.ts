// Dry runs of exchanges: rates, amounts, balances and refusals equal those of a real exchange, and
// nothing is written.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import {
  EXCHANGE_PATH,
  openAccount,
  openCustomer,
  QUOTES_PATH,
  readPosted,
} from '../../kit/money/exchange.ts';
import { exchangeConfig } from '../../kit/money/rates.ts';

let bank: CheckedBank;
let key: string;
let eurAccountId: string;
let usdAccountId: string;
beforeAll(async () => {
  bank = await openCheckedBank({ exchange: exchangeConfig({ spreadBps: 100 }) });
  ({ key } = await register(bank));
  const customerId = await openCustomer(bank, key);
  eurAccountId = await openAccount(bank, key, { customerId, currency: 'EUR', funds: 50_000 });
  usdAccountId = await openAccount(bank, key, { customerId, currency: 'USD' });
});
afterAll(() => bank.close());

const pair = { sourceCurrency: 'EUR', destinationCurrency: 'USD' };
const bodyOf = (fields: object) => ({
  sourceAccountId: eurAccountId,
  destinationAccountId: usdAccountId,
  ...pair,
  ...fields,
});
const dryRun = (fields: object) =>
  writesNothing(bank, () =>
    bank.call(EXCHANGE_PATH, { key, body: bodyOf({ ...fields, dryRun: true }) }),
  );
const exchange = (fields: object) => bank.call(EXCHANGE_PATH, { key, body: bodyOf(fields) });

describe('a dry run of an exchange', () => {
  it('predicts the first exchange of a developer', async () => {
    const { status, body } = await dryRun({ sourceAmount: 10_001 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ dryRun: true, wouldPost: true, status: 'posted', fees: [] });
    expect(body.projected).toMatchObject([
      { accountId: eurAccountId, current: { posted: 50_000 }, resulting: { posted: 39_999 } },
      { accountId: usdAccountId, current: { posted: 0 }, resulting: { posted: 12_376 } },
    ]);
    const bookedAnswer = await exchange({ sourceAmount: 10_001 });
    expect(bookedAnswer.body.exchange).toEqual(body.exchange);
    expect([
      await readPosted(bank, key, eurAccountId),
      await readPosted(bank, key, usdAccountId),
    ]).toEqual([39_999, 12_376]);
  });

  it('names the reason of a refusal, without writing a record', async () => {
    const { status, body } = await dryRun({ sourceAmount: 1_000_000 });
    expect([status, body.wouldPost, body.rejection.code]).toEqual([
      200,
      false,
      'insufficient_funds',
    ]);
    expect(body.projected[0].resulting).toEqual(body.projected[0].current);
  });

  it('uses the quoted amounts without using up the quote, and detects a used quote', async () => {
    const quoteAnswer = await bank.call(QUOTES_PATH, { key, body: { ...pair, sourceAmount: 500 } });
    const { id: quoteId, destinationAmount } = quoteAnswer.body;
    for (let times = 0; times < 2; times += 1) {
      const { body } = await dryRun({ sourceAmount: 500, quoteId });
      expect(body).toMatchObject({ wouldPost: true, exchange: { quoteId, destinationAmount } });
    }
    expect((await exchange({ sourceAmount: 500, quoteId })).status).toBe(201);
    const lateAnswer = await dryRun({ sourceAmount: 500, quoteId });
    expect(lateAnswer.body).toMatchObject({ wouldPost: false, rejection: { code: 'quote_used' } });
  });

  it('detects an expired quote, and leaves its event to the quote itself', async () => {
    const ask = { ...pair, sourceAmount: 500, lockSeconds: 1 };
    const { id: quoteId } = (await bank.call(QUOTES_PATH, { key, body: ask })).body;
    const wouldPost = async () =>
      (await exchange({ sourceAmount: 500, quoteId, dryRun: true })).body.wouldPost;
    await expect.poll(wouldPost, { timeout: 20_000 }).toBe(false);
    const { body } = await exchange({ sourceAmount: 500, quoteId, dryRun: true });
    expect(body.rejection.code).toBe('quote_expired');
    // The quote's own row and event are written before the dry runs below.
    const readExpiryEvents = () => bank.call('/v1/events?type=quote.expired', { key });
    const countExpiries = async () => (await readExpiryEvents()).body.data.length;
    await expect.poll(countExpiries, { timeout: 20_000 }).toBe(1);
  });

  it('shows the remaining limits', async () => {
    const path = `/v1/accounts/${eurAccountId}/limits`;
    const limits = { currency: 'EUR', monthly: 40_000 };
    await bank.call(path, { key, method: 'PUT', body: limits });
    const { body } = await dryRun({ sourceAmount: 1_000 });
    const [limitLine] = (await bank.call(path, { key })).body.limits;
    expect(body.limits).toMatchObject([
      { period: 'month', remainingAfter: limitLine.remaining - 1_000 },
    ]);
    const aboveLimit = await dryRun({ sourceAmount: 39_000 });
    expect(aboveLimit.body.rejection.code).toBe('limit_exceeded');
  });

  it('with an invalid request is refused like the exchange itself', async () => {
    for (const [fields, status, code] of [
      [{ sourceAmount: 1, destinationCurrency: 'KWD' }, 422, 'rate_not_available'],
      [{ sourceAmount: 1, quoteId: 'qte_06ayx0rw7mf5w0h1y6k2v3c4d5' }, 404, 'quote_not_found'],
      [{ sourceAmount: 1, sourceAccountId: `acc_${'0'.repeat(26)}` }, 404, 'account_not_found'],
      [{ sourceAmount: 0 }, 422, 'amount_out_of_range'],
    ] as const) {
      const answer = await dryRun(fields);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
  });
});
