// The analysis of spending over a bank of four months: its figures are compared with sums of the
// entries computed by other code, and its findings with the facts planted in the simulated world.

import { DateTime } from 'luxon';
import { beforeAll, describe, expect, it } from 'vitest';
import { accountsOf } from '../../../ai/answers/open-books.ts';
import type { InsightOrder } from '../../../ai/insight/books.ts';
import { adviseInvestment } from '../../../ai/insight/investment.ts';
import { analyseSpending, type SpendingOrder } from '../../../ai/insight/spending.ts';
import { categoryOfMcc, categoryOfName } from '../../../ledger/merchant-category.ts';
import { measureWorldForecasts } from '../../../research/insight/forecasts.ts';
import { measureRecurring } from '../../../research/insight/recurring.ts';
import { makeWorldBooks } from '../../../research/insight/world-books.ts';
import {
  type AskedBank,
  askedBank,
  type Bookkeeper,
  bookkeeper,
  NOW,
  ZONE,
} from '../answers/asked-bank.ts';

let bank: AskedBank;
let books: Bookkeeper;
let order: InsightOrder;
beforeAll(async () => {
  bank = await askedBank();
  books = bookkeeper(bank);
  const { tenantId, customerId } = bank;
  const owned = await accountsOf(bank.ledger, { tenantId, customerId, accountIds: [] });
  const accounts = owned.map(({ id, currency, type, balance }) => {
    return { id, currency, type, posted: balance.posted, overdraftUsed: 0 };
  });
  order = {
    ...{ tenantId, customerId, accounts, now: NOW, timezone: ZONE },
    ...{ period: null, currency: null },
  };
});

const day = (date: string) => DateTime.fromISO(date, { zone: ZONE });
const periodOf = (from: string, to: string) => {
  return { from: day(from).toMillis(), to: day(to).plus({ days: 1 }).toMillis() };
};
function analyse(over: Partial<SpendingOrder> = {}) {
  const wholeOrder = { ...order, groupBy: 'category' as const, forecastDays: 30, ...over };
  const result = analyseSpending(bank.ledger, wholeOrder);
  if (result.kind !== 'analysed') throw new Error(result.kind);
  return result;
}

describe('the analysis of spending', () => {
  it.each([
    ['2026-11-01', '2026-11-30', 'EUR'],
    ['2026-10-01', '2026-10-31', 'EUR'],
    ['2026-08-01', '2026-11-18', 'EUR'],
    ['2026-11-01', '2026-11-30', 'USD'],
  ])('from %s to %s in %s has the totals of the entries', (from, to, currency) => {
    const { totals, categories } = analyse({ period: periodOf(from, to), currency });
    const want = { from, to, currency };
    expect(totals.outflow).toBe(books.spent(want));
    expect(totals.inflow).toBe(books.sumReceived(want));
    expect(totals.net).toBe(totals.inflow - totals.outflow);
    expect(categories.reduce((sum, { amount }) => sum + amount, 0)).toBe(totals.outflow);
    for (const { name, amount } of categories.filter(
      (category) => category.name !== 'uncategorised',
    )) {
      expect(amount, name).toBe(books.spent({ ...want, category: name }));
    }
  });

  it.each(['merchant', 'week', 'month'] as const)('adds up to the same by %s', (groupBy) => {
    const { totals, groups } = analyse({ period: periodOf('2026-08-01', '2026-11-18'), groupBy });
    expect(groups.reduce((sum, { amount }) => sum + amount, 0)).toBe(totals.outflow);
    const grocer = groups.find(({ name }) => name === 'Green Grocer');
    const want = { party: 'Green Grocer', from: '2026-08-01', to: '2026-11-18' };
    if (groupBy === 'merchant') expect(grocer?.amount).toBe(books.spent(want));
  });

  it('compares with an equally long period before, and says when no such period exists', () => {
    const known = analyse({ period: periodOf('2026-10-01', '2026-10-31') });
    const rent = known.categories.find(({ name }) => name === 'rent');
    expect([rent?.changePercent, rent?.trend]).toEqual([0, 'steady']);
    const first = analyse({ period: periodOf('2026-08-01', '2026-10-31') });
    expect(new Set(first.categories.map(({ trend }) => trend))).toEqual(
      new Set(['not_enough_history']),
    );
  });

  it('finds wages, rent and monthly shop payments, with their transactions and next dates', () => {
    const { recurring } = analyse();
    const recurringOf = (name: string) =>
      recurring.find(({ counterparty }) => counterparty === name);
    expect(recurringOf('Maria Lopez')).toMatchObject({
      ...{ direction: 'out', amount: 85_000, frequency: 'monthly', count: 4 },
      nextExpected: '2026-12-01',
    });
    expect(recurringOf('Acme Ltd')).toMatchObject({ direction: 'in', frequency: 'monthly' });
    for (const id of recurringOf('Maria Lopez')?.evidence ?? []) expect(id).toMatch(/^txn_/);
  });

  it("forecasts from today's balance, with rent and wages at their dates", () => {
    const { forecast, forecastBasis } = analyse();
    const start = books.balance(bank.everyday) + books.balance(bank.savings);
    expect(forecastBasis).toMatchObject({ status: 'computed', startBalance: start, pastDays: 108 });
    expect(forecast).toHaveLength(30);
    expect(forecast[0]?.date).toBe('2026-11-19');
    const [eve, first] = [11, 13].map((day) => forecast[day]?.balance ?? 0);
    expect((first ?? 0) - (eve ?? 0)).toBeGreaterThan(150_000);
    for (const { low, balance, high } of forecast) {
      expect(low).toBeLessThanOrEqual(balance);
      expect(high).toBeGreaterThanOrEqual(balance);
    }
    expect(analyse().forecast).toEqual(forecast);
  });

  it('makes no forecast without eight weeks of history, and states that reason', () => {
    const earlyTime = Date.parse('2026-08-20T10:00:00Z');
    const { forecast, forecastBasis } = analyse({ now: earlyTime });
    expect(forecast).toEqual([]);
    expect(forecastBasis).toMatchObject({ status: 'not_enough_history', leastDays: 56 });
  });
});

describe('investment advice', () => {
  it('reads the spending of the last months from the same entries', () => {
    const profile = {
      ...{ riskTolerance: 'moderate' as const, horizonYears: 10, monthlyContribution: 1_000 },
      ...{ age: 40, goals: [], initialAmount: 0, existingHoldings: [], debts: [], excluded: [] },
    };
    const request = { ...order, profile, isIndividual: true, age: null, seed: 1 };
    const advice = adviseInvestment(bank.ledger, request);
    if (advice.kind !== 'analysed') throw new Error(advice.kind);
    const days = { from: '2026-08-20', to: '2026-11-17' };
    expect(advice.books.period).toEqual(periodOf(days.from, days.to));
    expect(advice.facts).toMatchObject({
      monthlySpending: Math.ceil(books.spent(days) / 3),
      monthlyIncome: Math.floor(books.sumReceived(days) / 3),
      liquid: books.balance(bank.everyday) + books.balance(bank.savings),
    });
    expect(advice.suitability.passed).toBe(true);
  });
});

describe('the category of a merchant', () => {
  it("follows the merchant category code, then the merchant's name", () => {
    expect(['5411', '3000', '5812', '9311', '54'].map(categoryOfMcc)).toEqual([
      ...['groceries', 'travel', 'dining', 'taxes', null],
    ]);
    const names = ['REWE Markt 81', 'Café Luna', 'NETFLIX.COM', 'Barclay Jones', 'Grandpa'];
    expect(names.map(categoryOfName)).toEqual([
      ...['groceries', 'dining', 'subscriptions', null, null],
    ]);
  });
});

describe('in a simulated world of 240 days', () => {
  const world = makeWorldBooks({ seed: 21, customers: 60, days: 240 });

  it('95 of 100 planted recurring payments are found, with at most one false hit in 20 customers', () => {
    const { planted, recall, rightFrequency, falseHits, customers } = measureRecurring(world);
    expect(planted).toBeGreaterThan(150);
    expect(recall).toBeGreaterThanOrEqual(0.95);
    expect(rightFrequency).toBeGreaterThanOrEqual(0.95);
    expect(falseHits).toBeLessThanOrEqual(customers / 20);
  });

  it('the 80% interval holds between 7 and 9 of 10 balances, and is narrow', () => {
    const { ours, naive } = measureWorldForecasts(world);
    for (const day of ['day 7', 'day 14', 'day 30']) {
      expect(ours[day]?.coverage).toBeGreaterThanOrEqual(0.7);
      expect(ours[day]?.coverage).toBeLessThanOrEqual(0.9);
      expect(ours[day]?.width).toBeLessThan(naive[day]?.width ?? 0);
    }
  });
});
