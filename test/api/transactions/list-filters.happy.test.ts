// A list of transactions is narrowed to a currency, a category, a party, a text and several
// statuses.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openSharedCheckedBank,
  transferOf,
} from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
const transactionIds: Record<string, string> = {};
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  ({ key } = await register(bank));
  const { customerId, accountIds } = await openAccounts(bank, key, [100_000, 0]);
  const [from = '', to = ''] = accountIds;
  const accountBody = { customerId, type: 'checking', currency: 'JPY', name: 'Yen' };
  const { body: account } = await bank.call('/v1/accounts', { key, body: accountBody });
  const post = async (name: string, body: object) => {
    const answer = await bank.call('/v1/transactions?wait=10', { key, body });
    expect([name, answer.status < 300]).toEqual([name, true]);
    transactionIds[name] = answer.body.id;
  };
  const transfer = transferOf(from, to, 100);
  await post('rent', { ...transfer, category: 'housing', description: 'Rent of November' });
  await post('held', { ...transfer, capture: 'manual', reference: 'RENT-12' });
  await post('yen', {
    type: 'deposit',
    amount: 7,
    currency: 'JPY',
    destinationAccountId: account.id,
  });
  const shop = { name: 'Corner Shop Łódź', accountNumber: '4711', method: 'cash' };
  const withdrawal = { type: 'withdrawal', amount: 5, currency: 'EUR', sourceAccountId: from };
  await post('lunch', {
    ...transferOf(from, to, 3),
    description: 'Mittag in Zürich, Straße 4',
    reference: 'Οδός-9',
  });
  const casino = { name: 'Spielbank Wiesbaden', method: 'cash' };
  await post('bets', { ...withdrawal, externalParty: casino });
  const lottery = { name: 'Stand 12', method: 'cash', mcc: '9406' };
  await post('numbers', { ...withdrawal, externalParty: lottery });
  await post('shop', { ...withdrawal, category: 'groceries', externalParty: shop });
});
afterAll(() => bank.close());

const listNames = async (query: string) => {
  const { status, body } = await bank.call(`/v1/transactions?limit=50&${query}`, { key });
  expect([query, status]).toEqual([query, 200]);
  const names = new Map(Object.entries(transactionIds).map(([name, id]) => [id, name]));
  const listedNames = body.data.map(({ id }: { id: string }) => names.get(id) ?? 'funds');
  return listedNames.sort();
};

it.each([
  ['currency=JPY', ['yen']],
  ['category=housing', ['rent']],
  ['party=corner%20shop', ['shop']],
  ['party=4711', ['shop']],
  ['party=accountNumber', []],
  ['text=rent', ['held', 'rent']],
  ['text=RENT-12', ['held']],
  ['text=corner', ['shop']],
  ['text=ZÜRICH', ['lunch']],
  ['text=zurich', ['lunch']],
  ['text=Zu%CC%88rich', ['lunch']],
  ['text=STRASSE%204', ['lunch']],
  ['text=οδοσ', ['lunch']],
  ['party=lodz', ['shop']],
  ['text=%CC%81', []],
  ['status=pending', ['held']],
  ['status=pending,posted', ['bets', 'funds', 'held', 'lunch', 'numbers', 'rent', 'shop', 'yen']],
  ['status=posted&currency=JPY&text=x', []],
  [
    'status=posted&status=pending',
    ['bets', 'funds', 'held', 'lunch', 'numbers', 'rent', 'shop', 'yen'],
  ],
  ['category=groceries&status=posted', ['shop']],
  ['category=%20Groceries', ['shop']],
  ['category=HOUSING', ['rent']],
  // Without a stated category, the merchant's code or the name determines it.
  ['category=Gambling', ['bets', 'numbers']],
])('transactions can be listed by %s', async (query, names) => {
  expect(await listNames(query)).toEqual(names);
});

it.each([
  ['/v1/transactions?currency=EUR&currency=JPY', 'currency'],
  ['/v1/transactions?type=transfer&type=deposit', 'type'],
  ['/v1/holds?status=active&status=expired', 'status'],
])(
  'a single-value parameter given twice is refused with an explanation: %s',
  async (path, parameter) => {
    const { status, body } = await bank.call(path, { key });
    const message = 'Expected one value: the parameter is there more than once.';
    expect([status, body.errors]).toMatchObject([400, [{ pointer: parameter, message }]]);
  },
);

it.each(['status=', 'status=posted,', 'status=posted,nothing', 'currency=eur', 'text=', 'party='])(
  'an unsupported filter is refused: %s',
  async (query) => {
    const { status, body } = await bank.call(`/v1/transactions?${query}`, { key });
    expect([status, body.errors[0].pointer]).toEqual([400, query.split('=')[0]]);
  },
);
