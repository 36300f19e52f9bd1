// Over HTTP, the bank asks about an ambiguous message and reads an unambiguous one.

import { DateTime } from 'luxon';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandIn } from '../../../ai/intents/parse.ts';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openSharedCheckedBank } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let customerId: string;
let from: string;
let to: string;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  ({ key } = await register(bank));
  const opened = await openAccounts(bank, key, [200_000, 0]);
  ({ customerId } = opened);
  [from = '', to = ''] = opened.accountIds;
  for (const [amount, category, name] of [
    [12_050, 'rent', 'Hill Homes'],
    [4_000, 'groceries', 'Green Grocer'],
    [1_550, 'groceries', 'Super Mart'],
    [2_500, 'dining', 'Bella Pasta'],
    [900, 'transport', 'Tram Card'],
  ] as const) {
    const externalParty = { name, method: 'book' };
    const body = { type: 'withdrawal', currency: 'EUR', sourceAccountId: from, amount };
    const sent = { ...body, category, externalParty };
    expect((await bank.call('/v1/transactions?wait=10', { key, body: sent })).status).toBe(201);
  }
});
afterAll(() => bank.close());

async function read(message: string) {
  const context = { recentContacts: [{ name: 'Priya', accountId: to }], timezone: 'Europe/Berlin' };
  const body = { customerId, message, context, sourceAccountId: from };
  return (await bank.call('/v1/ai/parse-intent', { key, body })).body;
}
const codes = (body: { ambiguities: { field: string }[] }) =>
  body.ambiguities.map(({ field }) => field);

test.each([
  'three fifty',
  'seven ninety nine euros',
  'eleven forty',
  'four four euros',
  'twenty ten euros',
  'sixty six six',
  'five twenty five',
  'eighteen fifty euros',
  'nine eighty',
  'thirty euros thirty',
])('number words that form no single number lead to a question: %s', async (amount) => {
  const body = await read(`Send ${amount} to Priya`);
  expect([body.operation, codes(body)]).toEqual([null, expect.arrayContaining(['amount'])]);
});

test.each([
  ['three hundred fifty euros', 35_000],
  ['sixteen hundred euros', 160_000],
  ['seventy-one euros', 7_100],
  ['two thousand and five euros', 200_500],
  ['ninety nine euros', 9_900],
  ['a hundred and one euros', 10_100],
  ['twelve euros and five cents', 1_205],
  ['six point five euros', 650],
  ['nineteen euros', 1_900],
  ['four thousand two hundred euros', 420_000],
])('number words that form one number are read as that number: %s', async (amount, minor) => {
  const body = await read(`Send ${amount} to Priya`);
  expect(body.operation?.body.amount).toBe(minor);
});

test.each(['5²', '3³', '1¹0', '½', '2½', '7⁰', '5₂', '¼', '10⁴', '⅔'])(
  'a superscript, a subscript or a fraction changes no number and leads to a question: %s',
  async (amount) => {
    const body = await read(`Send ${amount} euros to Priya`);
    expect(body.operation).toBeNull();
    expect(codes(body).length + body.missing.length).toBeGreaterThan(0);
  },
);

// On a Tuesday, "next Tuesday" is unambiguous: in a week.
const today = DateTime.now().setZone('Europe/Berlin').setLocale('en').toFormat('cccc');
const NEXT_DAYS = ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday', 'Fri']
  .filter((name) => !today.startsWith(name))
  .map((name) => `next ${name}`);

test.each([...NEXT_DAYS, '03/04/2027', 'by next Monday'])(
  'an ambiguous day leads to a question: %s',
  async (day) => {
    const body = await read(`Send 20 euros to Priya ${/^\d/.test(day) ? 'on ' : ''}${day}`);
    expect([body.operation, codes(body)]).toEqual([null, expect.arrayContaining(['date'])]);
  },
);

test.each([
  ...['on 2 december', 'on December 2nd', 'today', 'tomorrow', 'on 3 December'],
  ...['on the 2nd of December', 'on 31 December', 'in two days', 'on Sunday', 'on 1 January'],
])('the hour of the message never changes the meant day: %s', (day) => {
  const zone = 'Europe/Berlin';
  const hours = Array.from({ length: 24 }, (_, hour) =>
    DateTime.fromObject({ year: 2026, month: 12, day: 2, hour, minute: 30 }, { zone }).toMillis(),
  );
  const message = `Send 20 euros to Priya ${day}`;
  const days = hours.map((now) => {
    const { dates } = commandIn({ message, contacts: [], now, timezone: zone });
    return dates.map(({ date, doubt }) => `${date} ${doubt}`).join();
  });
  expect(new Set(days).size).toBe(1);
  expect(days[0]).not.toBe('');
});

/** Minor units, a number of payments, or null where the condition is asked about. */
const CONDITIONS: readonly (readonly [question: string, figure: number | null])[] = [
  ['How many payments over 20 euros did I make this month?', 3],
  ['How much did I spend on everything except groceries this month?', 15_450],
  ['How much did I spend this month, rent aside?', 8_950],
  ['How many payments of at most 15.50 euros did I make this month?', 2],
  ['What did I spend this month without rent and dining?', 6_450],
  ['How much did payments between 10 and 30 euros add up to this month?', 4_050],
  ['How much did I spend on groceries or transport this month?', 6_450],
  ['How much did I spend this month excluding anything over 100 euros?', 8_950],
  ['By the way, how much did I spend at Super Mart this month?', 1_550],
  ['What was my second largest payment this month?', 4_000],
  ['How much did I get back this month?', null],
  ['How much did I spend by card this month?', null],
  ['How much did Bella Pasta and I spend this month?', null],
  ['Except for groceries and on Mondays, what did I spend this month?', null],
  ['How much did I spend on the last weekend of this month?', null],
  ['Did I spend more than 500 euros on groceries this month?', null],
  ['How much did I spend this month while it rained?', null],
  ['How much did I spend on groceries after work this month?', null],
  ['How much did I spend this month at shops that I like?', null],
  ['How many payments this month were for birthdays?', null],
  ['How much did I spend this month per head?', null],
  ['How much did I spend this month on odd days?', null],
  ['How much did I spend this month before lunch?', null],
  ['How much did I spend on groceries this month compared to most people?', null],
  ['How much of the rent this month was heating?', null],
  ['How much did I spend this month and on the first five days of it?', null],
];
test.each(CONDITIONS)('every condition of a question is kept: %s', async (question, figure) => {
  const { body } = await bank.call('/v1/ai/financial-qa', { key, body: { customerId, question } });
  const [first] = body.figures;
  expect([body.answer, first?.value ?? null]).toEqual([expect.any(String), figure]);
  expect(body.answerable).toBe(figure !== null);
});
