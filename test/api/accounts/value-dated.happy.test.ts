// A balance and a statement of an earlier day show the entries booked by then and, under a separate
// name, those that count by value date.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayAt, valueDatesOn } from '../../../ledger/value-date.ts';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openSharedCheckedBank } from '../../kit/bank/checked-bank.ts';

const DAY = 86_400_000;
const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  ({ key } = await register(bank));
});
afterAll(() => bank.close());

const read = async (path: string) => {
  const { status, body } = await bank.call(path, { key });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

it('a deposit with an earlier value date changes the value-dated figures of that day alone', async () => {
  const [account = ''] = (await openAccounts(bank, key, [0])).accountIds;
  const today = Date.now();
  const valued = valueDatesOn(dayAt(today), 5).earliest * DAY;
  const before = valued - DAY;
  const answer = await bank.call('/v1/transactions', {
    key,
    body: {
      type: 'deposit',
      amount: 70_000,
      currency: 'EUR',
      destinationAccountId: account,
      effectiveDate: dateOf(valued),
    },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const balance = `/v1/accounts/${account}/balance`;
  const currentBalance = await read(balance);
  expect(currentBalance).toMatchObject({ valueDated: currentBalance.posted });
  const days = [before, valued, today - DAY].map(dateOf);
  const balances = await Promise.all(days.map((day) => read(`${balance}?asOf=${day}`)));
  expect(balances.map(({ posted, valueDated }) => [posted, valueDated])).toEqual([
    [0, 0],
    [0, 70_000],
    [0, 70_000],
  ]);
  expect(balances[1]?.asOf).toBe(`${days[1]}T23:59:59.999Z`);
  const statement = await read(`/v1/accounts/${account}/statements?from=${days[1]}&to=${days[1]}`);
  expect(statement).toMatchObject({
    opening: 0,
    closing: 0,
    valueDated: { opening: 0, closing: 70_000 },
  });
  const nextStatement = await read(
    `/v1/accounts/${account}/statements?from=${dateOf(valued + DAY)}`,
  );
  expect(nextStatement.valueDated.opening).toBe(70_000);
  expect(nextStatement.valueDated.closing).toBe(nextStatement.closing);
});

it('a statement of a day before the account was opened is refused', async () => {
  const [account = ''] = (await openAccounts(bank, key, [0])).accountIds;
  const day = dateOf(Date.now() - 30 * DAY);
  const path = `/v1/accounts/${account}/statements?from=${day}&to=${day}`;
  const { status, body } = await bank.call(path, { key });
  expect([status, body.code]).toEqual([400, 'invalid_date_range']);
});

it('a date in `asOf` is a day of the named time zone', async () => {
  const [account = ''] = (await openAccounts(bank, key, [0])).accountIds;
  const day = dateOf(Date.now() - 3 * DAY);
  const path = `/v1/accounts/${account}/balance?asOf=${day}&timezone=Etc/GMT-14`;
  expect((await read(path)).asOf).toBe(`${day}T09:59:59.999Z`);
});
