// Invisible characters are refused in every text from outside: an agent, a page or a terminal would
// read words there that the customer does not see.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let customerId: string;
let ids: string[];
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
  const accounts = await openAccounts(bank, key, [10_000, 0]);
  customerId = accounts.customerId;
  ids = accounts.accountIds;
});
afterAll(() => bank.close());

const HIDDEN_TEXTS = [
  'Lunch\udb40\udc69\udb40\udc67\udb40\udc6e\udb40\udc6f\udb40\udc72\udb40\udc65',
  'rent\u2028x',
  'rent\u2029x',
  'rent\u0085x',
  'rent\u009b2Jx',
  'a\u2063b',
  'a\u200bb',
  'a\u3164b',
  'a\uffa0b',
  '\u3164\u115f',
  '\u2800',
  '\ufeffa',
];
const VISIBLE_TEXTS = [
  'می‌خواهم',
  '👩🏽‍🚀',
  '❤️',
  '\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f} a',
  'ශ්‍රී',
];

const makeDeposit = (overrides: object) => ({
  type: 'deposit',
  amount: 1,
  currency: 'EUR',
  destinationAccountId: ids[0],
  ...overrides,
});

/** The places that accept text from outside, each with the pointer of its error. */
const PLACES: readonly (readonly [string, string, (text: string) => object])[] = [
  ['/v1/customers', '/name', (name) => ({ type: 'individual', name })],
  [
    '/v1/customers',
    '/address/city',
    (city) => ({ type: 'individual', name: 'Ada', address: { city } }),
  ],
  ['/v1/accounts', '/name', (name) => ({ customerId, type: 'checking', currency: 'EUR', name })],
  ['/v1/wallets', '/name', (name) => ({ customerId, name, currencies: ['EUR'] })],
  ['/v1/transactions', '/description', (description) => makeDeposit({ description })],
  ['/v1/transactions', '/reference', (reference) => makeDeposit({ reference })],
  ['/v1/transactions', '/category', (category) => makeDeposit({ category })],
  ['/v1/transactions', '/externalParty/name', (name) => makeDeposit({ externalParty: { name } })],
  ['/v1/transactions', '/metadata/note', (note) => makeDeposit({ metadata: { note } })],
  [
    '/v1/payments',
    '/description',
    (description) => {
      const { type: _, ...sides } = transferOf(ids[0] ?? '', ids[1] ?? '', 1);
      return { ...sides, description };
    },
  ],
];

describe('untrusted text', () => {
  it('with an invisible character is refused, and the error names field and character', async () => {
    await writesNothing(bank, async () => {
      for (const [path, pointer, bodyOf] of PLACES) {
        for (const text of HIDDEN_TEXTS) {
          const { status, body } = await bank.call(path, { key, body: bodyOf(text) });
          const label = `${path} ${pointer} ${JSON.stringify(text)}`;
          expect([status, body.errors?.[0].pointer], label).toEqual([422, pointer]);
          expect(body.errors[0].message, label).toMatch(/U\+[0-9A-F]{4,6} is not visible|Control/);
        }
      }
    });
  });

  it('with joiners that shape letters, emoji and flags is returned as sent', async () => {
    for (const description of VISIBLE_TEXTS) {
      const { status, body } = await bank.call('/v1/transactions?wait=10', {
        key,
        body: makeDeposit({ description, metadata: { [description]: description } }),
      });
      expect([status, body.description, body.metadata]).toEqual([
        201,
        description,
        { [description]: description },
      ]);
    }
  });
});
