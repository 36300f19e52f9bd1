// Telephone numbers and e-mail addresses are stored as written and found in other notations.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_TEMPORAL, OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';

const PHONES = [
  '+44 20 7946 0958',
  '+33.1.42.68.53.00',
  '+1 617 208 1394 ext. 100',
  '+1 (617) 208-1394 x100',
  '+49 30/123456',
  '+49 (0)30 123456',
  '+353-1-234-5678',
  '020 7946 0958',
  '(617) 208-1394',
  '+81 3‑1234‑5678',
  '0049 30 123456',
  '０３-１２３４-５６７８',
  '＋８１（３）１２３４−５６７８',
  '+٩٧١ ٤ ١٢٣ ٤٥٦٧',
  'tel:+44-20-7946-0958;ext=12',
];
const INVALID_PHONES = [
  '----',
  '(((())))',
  '+',
  'phone',
  '12',
  '+44',
  '+999 123',
  '++44 20 7946 0958',
  '+44 20 7946 0958\n',
  '+44 20\t7946 0958',
  'x',
  '...',
  '１２',
  'tel:',
];
const EMAILS = [
  'ada@bücher.example',
  'jörg@example.com',
  'ada@example.xn--p1ai',
  'ada&b@example.com',
  "o'brien@example.com",
  'ada+bank@sub.example.co.uk',
  '用户@例子.广告',
  'ада@пример.рф',
  '"ada lovelace"@example.com',
  `${'a'.repeat(64)}@example.com`,
];
const INVALID_EMAILS = [
  'ada',
  'ada@',
  '@example.com',
  'ada@example',
  'ada..b@example.com',
  '.ada@example.com',
  'ada@-example.com',
  'ada b@example.com',
  'ada@exam ple.com',
  'ada@1.2.3.4',
  `${'a'.repeat(65)}@example.com`,
  `ada@${`${'a'.repeat(63)}.`.repeat(4)}com`,
  'ada@example.com\u200b',
  'ada@example.com\n',
  'ada@example.com\r\n',
  'ada@exam\nple.com',
  'ada@example.com\t',
];

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank({ temporalAddress: NO_TEMPORAL });
  key = (await register(bank)).key;
});
afterAll(() => bank.close());

const create = (overrides: object) =>
  bank.call('/v1/customers', {
    key,
    body: { type: 'individual', name: 'Ada Byron', ...overrides },
  });

it.each(PHONES)('a telephone number is stored as written: %s', async (phone) => {
  const { status, body } = await create({ phone });
  expect([status, body.phone]).toEqual([201, phone]);
});

it.each(INVALID_PHONES)('an invalid telephone number is refused: %j', async (phone) => {
  const { status, body } = await create({ phone });
  expect([status, body.errors?.[0].pointer]).toEqual([422, '/phone']);
});

it.each(EMAILS)('an e-mail address in any script is stored as written: %s', async (email) => {
  const { status, body } = await create({ email });
  expect([status, body.email]).toEqual([201, email]);
});

it.each(INVALID_EMAILS)('an invalid e-mail address is refused: %j', async (email) => {
  const { status, body } = await create({ email });
  expect([status, body.errors?.[0].pointer]).toEqual([422, '/email']);
});

const findCustomerIds = async (search: string) => {
  const path = `/v1/ops/customers?environment=sandbox&search=${encodeURIComponent(search)}`;
  const headers = { 'x-audit-reason': 'A call.' };
  const { body } = await bank.call(path, { key: OPERATOR_KEY, headers });
  return body.data?.map(({ id }: { id: string }) => id);
};

it.each([
  '+44 20 7946-0123',
  '+44 (0)20 7946 0123',
  '0044 20 7946 0123',
  '+44 20‑7946‑0123',
  '+44 20 7946 0123 ext. 7',
  '＋４４ ２０ ７９４６ ０１２３',
])('an operator finds a customer by the telephone number in another form: %s', async (phone) => {
  const { body: customer } = await create({ phone });
  for (const search of [
    '+442079460123',
    '+44 (20) 7946 0123',
    '+44.20.7946.0123',
    '+44 (0)20 7946 0123',
    '0044 20 7946 0123',
    '020 7946 0123',
    'tel:+442079460123',
    '7946 0123',
    '+44 20–7946–0123',
  ]) {
    expect(await findCustomerIds(search), search).toContain(customer.id);
  }
  expect(await findCustomerIds('+44 20 7946 0124')).not.toContain(customer.id);
  expect(await findCustomerIds('+1 20 7946 0123')).not.toContain(customer.id);
});
