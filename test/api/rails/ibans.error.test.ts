// A payment by SEPA goes to an IBAN, whose form and check digits are checked before the payment is
// accepted. Other networks accept any account number.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openSharedCheckedBank } from '../../kit/bank/checked-bank.ts';

const VALID_IBANS = [
  'DE89370400440532013000',
  'de89 3704 0044 0532 0130 00',
  'GB29 NWBK 6016 1331 9268 19',
  'DE89\u00a03704\u202f0044\u20090532\u00a00130\u00a000',
  'ＤＥ８９３７０４００４４０５３２０１３０００',
  'DE89‑3704‑0044‑0532‑0130‑00',
  'FR1420041010050500013M02606',
  'NL91 ABNA 0417 1643 00',
  // Banks that are in no directory.
  'NL92BUNQ2025385181',
  'LT601010012345678901',
  'IE29AIBK93115212345678',
  'BE68539007547034',
  'MT84MALT011000012345MTLCAST001S',
];
const REFUSED_IBANS = [
  'DE89370400440532013001',
  'DE88370400440532013000',
  'GB29NWBK60161331926818',
  'not an iban',
  '',
  'DE89',
  '000999999999',
  'XX89370400440532013000',
  'DE8937040044053201300',
  'FR1420041010050500013M02605',
];

let bank: CheckedBank;
let key: string;
let from: string;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  ({ key } = await register(bank));
  ({
    accountIds: [from = ''],
  } = await openAccounts(bank, key, [1_000_000]));
});
afterAll(() => bank.close());

const makeParty = (accountNumber: string, method = 'sepa') => ({
  name: 'Nora Varga',
  method,
  accountNumber,
});

it.each(VALID_IBANS)('an IBAN is accepted in any notation: %s', async (accountNumber) => {
  const sides = { amount: 100, currency: 'EUR', sourceAccountId: from };
  const body = {
    ...sides,
    type: 'withdrawal',
    externalParty: makeParty(accountNumber),
    dryRun: true,
  };
  const { status } = await bank.call('/v1/transactions', { key, body });
  expect(status).toBe(200);
});

it.each(REFUSED_IBANS)(
  'an invalid IBAN is refused for SEPA with its pointer, and accepted for ACH: %j',
  async (accountNumber) => {
    const sides = { amount: 100, currency: 'EUR', sourceAccountId: from };
    const bodiesByPath = [
      [
        '/v1/transactions',
        { ...sides, type: 'withdrawal', externalParty: makeParty(accountNumber) },
      ],
      ['/v1/payments', { ...sides, externalParty: makeParty(accountNumber) }],
    ] as const;
    for (const [path, body] of bodiesByPath) {
      const { status, body: answer } = await bank.call(path, { key, body });
      expect([path, status, answer.errors?.[0].pointer]).toEqual([
        path,
        422,
        '/externalParty/accountNumber',
      ]);
    }
    const withdrawal = {
      ...sides,
      type: 'withdrawal',
      externalParty: makeParty(accountNumber, 'ach'),
    };
    const { status } = await bank.call('/v1/transactions', {
      key,
      body: { ...withdrawal, dryRun: true },
    });
    expect(status).toBe(200);
  },
);
