// Concurrent exchanges: for the last money, for an expiring quote, and in round trips.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { type Answer, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import {
  EXCHANGE_PATH,
  openAccount,
  openCustomer,
  QUOTES_PATH,
  readPosted,
} from '../../kit/money/exchange.ts';
import { exchangeConfig } from '../../kit/money/rates.ts';

const CALLERS = 64;

let bank: CheckedBank;
let key: string;
let customerId: string;
beforeAll(async () => {
  bank = await openCheckedBank({ exchange: exchangeConfig() });
  ({ key } = await register(bank));
  customerId = await openCustomer(bank, key);
});
afterAll(async () => {
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  expect(checkInvariants(raw, Date.now()).checks.filter((check) => check.violations > 0)).toEqual(
    [],
  );
  await bank.close();
});

async function openPair(currency: string, funds: number) {
  return {
    eur: await openAccount(bank, key, { customerId, currency: 'EUR', funds }),
    other: await openAccount(bank, key, { customerId, currency }),
    sourceCurrency: 'EUR',
    destinationCurrency: currency,
  };
}

type Pair = Awaited<ReturnType<typeof openPair>>;

const exchangeAway = ({ eur, other, ...currencies }: Pair, fields: object, headers = {}) =>
  bank.call(`${EXCHANGE_PATH}?wait=10`, {
    key,
    headers,
    body: { sourceAccountId: eur, destinationAccountId: other, ...currencies, ...fields },
  });
const exchangeBack = ({ eur, other, sourceCurrency, destinationCurrency }: Pair, fields: object) =>
  bank.call(`${EXCHANGE_PATH}?wait=10`, {
    key,
    body: {
      sourceAccountId: other,
      destinationAccountId: eur,
      sourceCurrency: destinationCurrency,
      destinationCurrency: sourceCurrency,
      ...fields,
    },
  });

const countWinners = (answers: readonly Answer[]) =>
  answers.filter(({ status }) => status === 201).length;

it(`of ${CALLERS} concurrent exchanges of the whole balance one succeeds`, async () => {
  const pair = await openPair('USD', 1_000);
  const answers = await Promise.all(
    Array.from({ length: CALLERS }, () => exchangeAway(pair, { sourceAmount: 1_000 })),
  );
  expect(countWinners(answers)).toBe(1);
  const declinedAnswers = answers.filter(({ body }) => body.code === 'insufficient_funds');
  expect(declinedAnswers).toHaveLength(CALLERS - 1);
  expect(await readPosted(bank, key, pair.eur)).toBe(0);
  expect(await readPosted(bank, key, pair.other)).toBe(1_250);
});

it(`of ${CALLERS} concurrent exchanges and withdrawals of the whole balance one succeeds`, async () => {
  const pair = await openPair('USD', 1_000);
  const withdrawal = {
    type: 'withdrawal',
    amount: 1_000,
    currency: 'EUR',
    sourceAccountId: pair.eur,
  };
  const answers = await Promise.all(
    Array.from({ length: CALLERS }, (_, caller) =>
      caller % 2 === 0
        ? exchangeAway(pair, { sourceAmount: 1_000 })
        : bank.call('/v1/transactions?wait=10', { key, body: withdrawal }),
    ),
  );
  expect(countWinners(answers)).toBe(1);
  expect(await readPosted(bank, key, pair.eur)).toBe(0);
});

it(`${CALLERS} concurrent exchanges of small amounts there and back gain no cent`, async () => {
  for (const [currency, baseAmount] of [
    ['USD', 3],
    ['JPY', 7],
    ['ISK', 1],
  ] as const) {
    const pair = await openPair(currency, 10_000);
    await Promise.all(
      Array.from({ length: CALLERS }, async (_, caller) => {
        const creationAnswer = await exchangeAway(pair, { sourceAmount: baseAmount + caller });
        const amount = creationAnswer.body.exchange?.destinationAmount;
        if (amount) await exchangeBack(pair, { sourceAmount: amount });
      }),
    );
    const remainingAmount = await readPosted(bank, key, pair.other);
    if (remainingAmount > 0) await exchangeBack(pair, { sourceAmount: remainingAmount });
    expect(await readPosted(bank, key, pair.eur), currency).toBeLessThanOrEqual(10_000);
  }
});

it('a quote is checked again at booking, and none is booked at or after its expiry', async () => {
  const pair = await openPair('USD', 100_000);
  const { sourceCurrency, destinationCurrency } = pair;
  const ask = { sourceCurrency, destinationCurrency, sourceAmount: 10, lockSeconds: 1 };
  const quotes = await Promise.all(
    Array.from({ length: CALLERS }, () => bank.call(QUOTES_PATH, { key, body: ask })),
  );
  const answers = await Promise.all(
    quotes.map(async ({ body }, caller) => {
      // Half of the exchanges shortly before the expiry, half shortly after it.
      await sleep(Math.max(0, Date.parse(body.lockExpiresAt) - Date.now() - 40 + caller));
      const exchangeBody = { sourceAmount: 10, quoteId: body.id };
      const headers = { 'idempotency-key': body.id };
      let answer = await exchangeAway(pair, exchangeBody, headers);
      // On a busy machine the first answer may come before the booking.
      while (answer.status === 202) answer = await exchangeAway(pair, exchangeBody, headers);
      return { quote: body, answer };
    }),
  );
  for (const { quote, answer } of answers) {
    const { status, body } = answer;
    if (status === 201) {
      expect(Date.parse(body.postedAt)).toBeLessThan(Date.parse(quote.lockExpiresAt));
    } else {
      expect(body.code).toBe('quote_expired');
    }
    const readAnswer = await bank.call(`${QUOTES_PATH}/${quote.id}`, { key });
    expect(readAnswer.body.status).toBe(status === 201 ? 'used' : 'expired');
  }
  const postedCount = answers.filter(({ answer }) => answer.status === 201).length;
  expect(await readPosted(bank, key, pair.eur)).toBe(100_000 - postedCount * 10);
});
