// Refused, declined and concurrent exchanges.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
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
let eur: string;
let usd: string;
beforeAll(async () => {
  bank = await openCheckedBank({ exchange: exchangeConfig() });
  ({ key } = await register(bank));
  const customerId = await openCustomer(bank, key);
  eur = await openAccount(bank, key, { customerId, currency: 'EUR', funds: 100_000 });
  usd = await openAccount(bank, key, { customerId, currency: 'USD' });
});
afterAll(() => bank.close());

const pair = { sourceCurrency: 'EUR', destinationCurrency: 'USD' };
const body = (fields: object = {}) => {
  const accounts = { sourceAccountId: eur, destinationAccountId: usd };
  return { ...accounts, ...pair, sourceAmount: 1_000, ...fields };
};

describe('an invalid exchange changes nothing', () => {
  it.each<[object, number, string]>([
    [{ destinationAmount: 1 }, 422, 'validation_failed'],
    [{ sourceAmount: 1.5 }, 422, 'amount_not_integer'],
    [{ destinationCurrency: 'EUR' }, 422, 'same_currency'],
    [{ destinationCurrency: 'KWD' }, 422, 'rate_not_available'],
    [{ quoteId: 'qte_06ayx0rw7mf5w0h1y6k2v3c4d5' }, 404, 'quote_not_found'],
    [{ quoteId: 'qte_x', maxSlippageBps: 1 }, 422, 'validation_failed'],
    [{ maxSlippageBps: -1 }, 422, 'validation_failed'],
    [{ dryRun: 'yes' }, 422, 'validation_failed'],
    [{ rate: '99' }, 422, 'validation_failed'],
    [{ sourceAccountId: 'acc_06ayx0rw7mf5w0h1y6k2v3c4d5' }, 404, 'account_not_found'],
  ])('%j: %d %s', async (fields, status, code) => {
    const answer = await writesNothing(bank, () =>
      bank.call(EXCHANGE_PATH, { key, body: body(fields) }),
    );
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});

it('another developer’s accounts and quotes cannot be found', async () => {
  const other = await register(bank);
  const quote = await bank.call(QUOTES_PATH, {
    key: other.key,
    body: { ...pair, sourceAmount: 1_000 },
  });
  const foreignAnswer = await bank.call(EXCHANGE_PATH, {
    key,
    body: body({ quoteId: quote.body.id }),
  });
  expect(foreignAnswer.body.code).toBe('quote_not_found');
  const stolen = await bank.call(EXCHANGE_PATH, { key: other.key, body: body() });
  expect(stolen.body.code).toBe('account_not_found');
});

it('an exchange cannot be reversed, not even by an operator', async () => {
  const bookedAnswer = await bank.call(`${EXCHANGE_PATH}?wait=10`, { key, body: body() });
  expect(bookedAnswer.body).toMatchObject({ status: 'posted', reversible: false });
  const reversal = { reason: 'Back.' };
  for (const ask of [
    () => bank.call(`/v1/transactions/${bookedAnswer.body.id}/reverse`, { key, body: reversal }),
    () =>
      bank.call(`/v1/ops/transactions/${bookedAnswer.body.id}/reverse`, {
        key: OPERATOR_KEY,
        body: { ...reversal, environment: 'sandbox', allowNegativeBalance: true },
      }),
  ]) {
    const answer = await writesNothing(bank, ask);
    expect([answer.status, answer.body.code]).toEqual([409, 'not_reversible']);
  }
});

it('an exchange without sufficient money is declined with a record', async () => {
  const answer = await bank.call(EXCHANGE_PATH, { key, body: body({ sourceAmount: 1_000_000 }) });
  expect([answer.status, answer.body.code]).toEqual([422, 'insufficient_funds']);
});

it('of 100 concurrent exchanges with one quote, exactly one is booked', async () => {
  const quote = await bank.call(QUOTES_PATH, { key, body: { ...pair, sourceAmount: 1_000 } });
  const before = await readPosted(bank, key, eur);
  const exchangeCall = { key, body: body({ quoteId: quote.body.id }) };
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => bank.call(`${EXCHANGE_PATH}?wait=10`, exchangeCall)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter((answer) => answer.body.code === 'quote_used')).toHaveLength(99);
  expect(await readPosted(bank, key, eur)).toBe(before - 1_000);
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  const brokenChecks = checkInvariants(raw, Date.now()).checks.filter(
    (check) => check.violations > 0,
  );
  expect(brokenChecks).toEqual([]);
});
