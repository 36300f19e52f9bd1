// An applicant's cash flow from the books: from days of entries to figures and rules.

import { expect, test } from 'vitest';
import { applyCashFlowRules, computeCashFlow } from '../../../ai/credit/cash-flow.ts';
import type { CashFlowDay, CashFlowHistory } from '../../../db/credit/cash-flow.ts';
import { DAY_MS } from '../../../ledger/durations.ts';

const TODAY = 20_000;

/** Salaries of 1,000 on every thirtieth day before today, a rent of 400 five days later. */
function salaryBooks(months: number, overrides: Partial<CashFlowHistory> = {}): CashFlowHistory {
  const days: CashFlowDay[] = [];
  let balance = 0;
  for (let month = months - 1; month >= 0; month--) {
    const day = TODAY - month * 30 - 20;
    balance += 1_000;
    const plainDay = { accountId: 'acc_1', inflow: 0, outflow: 0, credits: 0 };
    days.push({ ...plainDay, day, inflow: 1_000, credits: 1, balance });
    balance -= 400;
    days.push({ ...plainDay, day: day + 5, outflow: 400, balance });
  }
  const categories = days
    .filter((day) => day.outflow > 0)
    .map(({ day }) => ({ day, category: 'rent' }));
  const first = (days[0]?.day ?? TODAY) * DAY_MS;
  return { firstPostedAt: first, days, opening: { acc_1: 0 }, categories, ...overrides };
}

test('the cash flow shows a salary and the rent at their dates', () => {
  const figures = computeCashFlow(salaryBooks(7), TODAY);
  expect(figures).toMatchObject({
    historyDays: 201,
    periods: 6,
    monthlyIncome: 1_000,
    monthlyOutflow: 400,
    incomeRegularityBps: 10_000,
    overdraftDaysBps: 0,
    billsPaidBps: { rent: 10_000, utilities: null, telecom: null },
  });
});

test('balances are taken at the end of each day, including days before the first entry', () => {
  const day = (number: number, balance: number) => {
    return { accountId: 'acc_1', day: number, inflow: 1, outflow: 0, credits: 1, balance };
  };
  const books = {
    firstPostedAt: (TODAY - 300) * DAY_MS,
    days: [day(TODAY - 269, 100), day(TODAY - 134, -100), day(TODAY - 44, 50)],
    opening: { acc_1: 7 },
    categories: [],
  };
  const figures = computeCashFlow(books, TODAY);
  // Ten periods of 30 days: 30 days of 7, 135 of 100, 90 of −100, 45 of 50.
  expect(figures?.periods).toBe(10);
  expect(figures?.averageBalance).toBe(Math.floor((30 * 7 + 13_500 - 9_000 + 2_250) / 300));
  expect(figures?.overdraftDaysBps).toBe(3_000);
});

test.each<readonly [string, CashFlowHistory]>([
  ['nothing at all', { firstPostedAt: null, days: [], opening: {}, categories: [] }],
  ['two months', salaryBooks(2)],
  ['a long silence with two credits', { ...salaryBooks(2), firstPostedAt: 1 }],
])('%s is too little data for any figure', (_, books) => {
  expect(computeCashFlow(books, TODAY)).toBeNull();
});

const FIGURES = computeCashFlow(salaryBooks(7), TODAY)!;
const FULL_CONSENT = { cashflow: true, bills: ['rent', 'utilities'] } as const;
const failuresOf = (change: object, stated = { income: 1_000, instalment: 100 }) =>
  applyCashFlowRules({ ...FIGURES, ...change }, FULL_CONSENT, stated)
    .filter(({ passed }) => !passed)
    .map(({ code }) => code);

test.each<readonly [string, object, string[]]>([
  ['the stated income', {}, []],
  ['three quarters of the income', { monthlyIncome: 750 }, []],
  ['less than three quarters of the income', { monthlyIncome: 749 }, ['observed_to_stated_income']],
  ['income that comes and goes', { incomeRegularityBps: 6_599 }, ['income_regularity']],
  ['a balance below one instalment', { averageBalance: 99 }, ['average_balance']],
  ['overdrawn on every tenth day', { overdraftDaysBps: 1_000 }, []],
  ['overdrawn on more than every tenth day', { overdraftDaysBps: 1_001 }, ['overdraft_days']],
  [
    'rent in every second period',
    { billsPaidBps: { rent: 5_000, utilities: null } },
    ['rent_paid'],
  ],
])('the cash-flow rules: %s', (_, change, expected) => {
  expect(failuresOf(change)).toEqual(expected);
});

test('only the data that the customer consented to is read', () => {
  const stated = { income: 1_000, instalment: 100 };
  const codes = (consent: Parameters<typeof applyCashFlowRules>[1]) =>
    applyCashFlowRules(FIGURES, consent, stated).map(({ code }) => code);
  expect(codes({ cashflow: false, bills: ['rent'] })).toEqual(['rent_paid']);
  expect(codes({ cashflow: false, bills: ['telecom'] })).toEqual([]);
  expect(codes({ cashflow: true, bills: [] })).not.toContain('rent_paid');
});
