// Which exchanges are booked, and which of several reasons for a refusal is returned.

import { describe, expect, test } from 'vitest';
import type { LedgerAccount } from '../../ledger/account.ts';
import {
  decideExchange,
  type ExchangeFacts,
  type ExchangeOrder,
  type ExchangeSides,
} from '../../ledger/exchange.ts';
import { decimalOf } from '../../ledger/rates.ts';
import { REJECTIONS } from '../../ledger/rejection.ts';

function account(id: string, currency: string, fields: Partial<LedgerAccount> = {}): LedgerAccount {
  return {
    id,
    kind: 'customer',
    currency,
    status: 'active',
    debitsBlocked: false,
    creditsBlocked: false,
    posted: 0n,
    held: 0n,
    pendingIn: 0n,
    overdraftLimit: 0n,
    ...fields,
  };
}

const rateOf = (text: string) => {
  const rate = decimalOf(text);
  if (!rate) throw new Error(text);
  return rate;
};

const ORDER: ExchangeOrder = {
  sourceCurrency: 'EUR',
  destinationCurrency: 'USD',
  sourceAmount: 100n,
  destinationAmount: 125n,
  rate: rateOf('1.25'),
  quote: null,
  maxSlippageBps: 50,
};
const SIDES: ExchangeSides = {
  source: account('a', 'EUR', { posted: 100n }),
  sourcePosition: account('pe', 'EUR', { kind: 'position', posted: -7n }),
  destinationPosition: account('pu', 'USD', { kind: 'position' }),
  destination: account('b', 'USD', { posted: 5n }),
};
const FACTS: ExchangeFacts = { rate: rateOf('1.25'), limits: null };

function answer(
  order: Partial<ExchangeOrder>,
  sides: Partial<ExchangeSides> = {},
  facts: Partial<ExchangeFacts> = {},
): string {
  const decision = decideExchange(
    { ...ORDER, ...order },
    { ...SIDES, ...sides },
    { ...FACTS, ...facts },
  );
  if (decision.kind !== 'decline') return decision.kind;
  const { code, pointer } = decision.rejection;
  return pointer === null ? code : `${code} ${pointer}`;
}

test('an exchange is booked as two legs in each currency, and each currency sums to zero', () => {
  const decision = decideExchange(ORDER, SIDES, FACTS);
  expect(decision).toEqual({
    kind: 'post',
    legs: [
      { accountId: 'a', direction: 'debit', amount: 100n, balanceAfter: 0n, currency: 'EUR' },
      { accountId: 'pe', direction: 'credit', amount: 100n, balanceAfter: 93n, currency: 'EUR' },
      { accountId: 'pu', direction: 'debit', amount: 125n, balanceAfter: -125n, currency: 'USD' },
      { accountId: 'b', direction: 'credit', amount: 125n, balanceAfter: 130n, currency: 'USD' },
    ],
  });
});

describe('an exchange is declined', () => {
  const { source, destination } = SIDES;
  test.each<[string, Partial<ExchangeOrder>, Partial<ExchangeSides>, Partial<ExchangeFacts>]>([
    ['quote_used /quoteId', { quote: 'used' }, {}, {}],
    ['quote_expired /quoteId', { quote: 'expired' }, {}, {}],
    ['account_frozen /sourceAccountId', {}, { source: { ...source, status: 'frozen' } }, {}],
    [
      'account_closed /destinationAccountId',
      {},
      { destination: { ...destination, status: 'closed' } },
      {},
    ],
    [
      'credits_blocked /destinationAccountId',
      {},
      { destination: { ...destination, creditsBlocked: true } },
      {},
    ],
    ['currency_mismatch /sourceCurrency', {}, { source: { ...source, currency: 'GBP' } }, {}],
    [
      'currency_mismatch /destinationCurrency',
      {},
      { destination: { ...destination, currency: 'GBP' } },
      {},
    ],
    ['rate_unconfirmed', {}, {}, { rate: null }],
    ['slippage_exceeded /maxSlippageBps', { maxSlippageBps: 0 }, {}, { rate: rateOf('1.2501') }],
    ['insufficient_funds /sourceAmount', {}, { source: { ...source, posted: 99n } }, {}],
    ['insufficient_funds /sourceAmount', {}, { source: { ...source, held: 1n } }, {}],
    [
      'balance_out_of_range /destinationAmount',
      {},
      { destination: { ...destination, posted: 2n ** 53n - 2n } },
      {},
    ],
  ])('%s', (expected, order, sides, facts) => {
    expect(answer(order, sides, facts)).toBe(expected);
  });

  test('for the first reason in the catalogue when several apply', () => {
    const frozen = { ...source, status: 'frozen' as const, posted: 0n };
    const closed = { ...destination, status: 'closed' as const };
    const steps: [string, Partial<ExchangeOrder>, Partial<ExchangeSides>][] = [
      ['quote_used', { quote: 'used' }, { source: frozen, destination: closed }],
      ['account_closed', {}, { source: frozen, destination: closed }],
      ['account_frozen', {}, { source: frozen }],
      ['rate_unconfirmed', {}, { source: { ...source, posted: 0n } }],
    ];
    const ranks = steps.map(([code]) => REJECTIONS.findIndex((row) => row.code === code));
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    for (const [code, order, sides] of steps) {
      expect(answer(order, sides, { rate: null }).split(' ')[0]).toBe(code);
    }
  });
});

describe('an exchange when the market moves', () => {
  test.each([
    ['1.25', 'post'],
    ['1.25625', 'post'], // 50 basis points up, to the last digit
    ['1.24375', 'post'], // 50 down
    ['1.25625000000001', 'slippage_exceeded /maxSlippageBps'],
    ['1.24374999999999', 'slippage_exceeded /maxSlippageBps'],
  ])('to %s: %s', (rate, expected) =>
    expect(answer({}, {}, { rate: rateOf(rate) })).toBe(expected),
  );

  test("to any rate is booked at a quote's promised rate, even without a current rate", () => {
    expect(answer({ quote: 'active' }, {}, { rate: rateOf('9') })).toBe('post');
    expect(answer({ quote: 'active' }, {}, { rate: null })).toBe('post');
  });
});
