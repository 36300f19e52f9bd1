// The cash flow of a customer is computed from bookings: it has the external income and spending by
// day, without transfers between the customer's own accounts and without reversed payments.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { computeCashFlow } from '../../../ai/credit/cash-flow.ts';
import { readCashFlow } from '../../../db/credit/cash-flow.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { DAY_MS } from '../../../ledger/durations.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { plansIn } from '../plans-in.ts';
import { stoppedClock } from '../sqlite-rig.ts';
import { tellerOf } from '../teller.ts';

const START_TIME = Date.UTC(2026, 0, 1, 9);
const clock = stoppedClock(START_TIME);
let ledger: Ledger;
let teller: ReturnType<typeof tellerOf>;
let customerId: string;
beforeAll(async () => {
  ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:', now: clock.now });
  const execute = async (sql: string) => void ledger.database.raw.exec(sql);
  teller = tellerOf({ store: ledger, people: ledger, balance: async () => null, execute });
});
afterAll(() => ledger.close());

const readCustomerCashFlow = () => {
  const to = clock.now();
  const order = { tenantId: teller.tenantId, customerId, currency: 'EUR' };
  return readCashFlow(ledger, { ...order, from: to - 360 * DAY_MS, to });
};

test('cash flow covers four months of a salary, a rent, own transfers and a reversed deposit', async () => {
  customerId = await teller.customer();
  const mainAccount = await teller.account({ customerId });
  const savingsAccount = await teller.account({ customerId });
  const dollarAccount = await teller.account({ customerId, currency: 'USD' });
  const landlordAccount = await teller.account();
  await teller.post({ to: dollarAccount, amount: 77_777, currency: 'USD' });
  for (let month = 0; month < 4; month++) {
    await teller.post({ to: mainAccount, amount: 3_000 });
    clock.move(DAY_MS);
    await teller.post({ from: mainAccount, to: landlordAccount, amount: 900, category: 'Rent' });
    await teller.post({ from: mainAccount, to: savingsAccount, amount: 500 });
    const reversedDeposit = await teller.post({ to: mainAccount, amount: 9_999 });
    const reversal = await teller.reverse(reversedDeposit, {});
    await teller.settle(reversal.id);
    clock.move(29 * DAY_MS);
  }
  const cashFlow = await readCustomerCashFlow();
  const total = (direction: 'inflow' | 'outflow') =>
    cashFlow.days.reduce((sum, day) => sum + day[direction], 0);
  expect([total('inflow'), total('outflow')]).toEqual([4 * 3_000, 4 * 900]);
  expect(cashFlow.firstPostedAt).toBe(START_TIME);
  expect(cashFlow.categories.map(({ category }) => category)).toEqual(Array(4).fill('rent'));
  const figures = computeCashFlow(cashFlow, Math.floor(clock.now() / DAY_MS));
  expect(figures).toMatchObject({
    historyDays: 121,
    periods: 4,
    monthlyOutflow: 900,
    incomeRegularityBps: 7_500,
    overdraftDaysBps: 0,
    billsPaidBps: { rent: 10_000 },
  });
});

test('cash flow reads nothing of another customer, developer or currency', async () => {
  const to = clock.now();
  const range = { from: 0, to, currency: 'EUR' };
  const noHistory = { firstPostedAt: null, days: [], opening: {}, categories: [] };
  const otherCustomer = await teller.customer();
  const { tenantId } = teller;
  expect(await readCashFlow(ledger, { ...range, tenantId, customerId: otherCustomer })).toEqual(
    noHistory,
  );
  expect(await readCashFlow(ledger, { ...range, tenantId: 'dev_x', customerId })).toEqual(
    noHistory,
  );
  const yenQuery = { ...range, tenantId, customerId, currency: 'JPY' };
  expect(await readCashFlow(ledger, yenQuery)).toEqual(noHistory);
});

test('cash flow is read through indexes, without a table scan', async () => {
  const plans = await plansIn(ledger, readCustomerCashFlow);
  expect(plans.filter((plan) => /^SCAN/.test(plan))).toEqual([]);
  expect(plans.join(' ')).toContain('entries_by_account');
});
