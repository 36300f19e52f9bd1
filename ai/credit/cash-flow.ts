// Rules over the bank's own records of an applicant who consented to their use. The model was not
// trained on such figures, so only written rules use them. They can send an application to a
// person, but not approve or deny it.

import type { CashFlowHistory } from '../../db/credit/cash-flow.ts';
import { atLeast, atMost, type RuleResult } from './policy.ts';

/** Examined days, in periods of thirty: a year without its last five days. */
export const CASH_FLOW = {
  periodDays: 30,
  maxPeriods: 12,
  leastDays: 90,
  minCredits: 3,
  /** Observed income must be at least this share of the stated income. */
  incomeBps: 7_500,
  /** Required share of periods with at least half of the usual income. */
  regularityBps: 6_600,
  /** Allowed share of days on which an account ended below zero. */
  overdraftBps: 1_000,
  /** Required share of periods in which a bill was paid. */
  billsBps: 7_500,
} as const;

const WHOLE_BPS = 10_000;

export const BILLS = {
  rent: ['rent', 'housing'],
  utilities: ['utilities'],
  telecom: ['telecom'],
} as const;
export type Bill = keyof typeof BILLS;

/** Amounts are minor units of the product's currency. */
export interface CashFlowFigures {
  readonly historyDays: number;
  readonly periods: number;
  readonly monthlyIncome: number;
  readonly monthlyOutflow: number;
  readonly incomeRegularityBps: number;
  readonly averageBalance: number;
  readonly overdraftDaysBps: number;
  /** Null when no such bill was paid from these accounts. */
  readonly billsPaidBps: Readonly<Record<Bill, number | null>>;
}

/**
 * Returns the figures at the end of a day.
 * @param today days since 1970 UTC
 * @returns null when there is too little history
 */
export function computeCashFlow(books: CashFlowHistory, today: number): CashFlowFigures | null {
  if (books.firstPostedAt === null) return null;
  const historyDays = today - Math.floor(books.firstPostedAt / 86_400_000) + 1;
  const credits = books.days.reduce((sum, day) => sum + day.credits, 0);
  if (historyDays < CASH_FLOW.leastDays || credits < CASH_FLOW.minCredits) return null;
  const { periodDays, maxPeriods } = CASH_FLOW;
  const periods = Math.min(maxPeriods, Math.floor(historyDays / periodDays));
  const days = periods * periodDays;
  /**
   * Returns the period of a day, counted back from today. Days before the last whole period are
   * left out.
   */
  const periodOf = (day: number) => Math.floor((today - day) / periodDays);
  const coveredDays = books.days.filter(({ day }) => periodOf(day) < periods);
  const sumByPeriod = (value: (day: (typeof coveredDays)[number]) => number): number[] => {
    const sums = new Array<number>(periods).fill(0);
    for (const day of coveredDays) (sums[periodOf(day.day)] as number) += value(day);
    return sums;
  };
  const income = sumByPeriod(({ inflow }) => inflow);
  const outflow = sumByPeriod((day) => day.outflow);
  const ends = listDayEnds(books, today - days + 1, today);
  const usualIncome = median(income);
  const shareOfPeriods = (categories: readonly string[]): number | null => {
    const entries = books.categories.filter(({ category, day }) => {
      return categories.includes(category) && periodOf(day) < periods;
    });
    if (entries.length === 0) return null;
    return toBps(new Set(entries.map(({ day }) => periodOf(day))).size, periods);
  };
  return {
    historyDays,
    periods,
    monthlyIncome: Math.floor(addUp(income) / periods),
    monthlyOutflow: Math.ceil(addUp(outflow) / periods),
    incomeRegularityBps: toBps(
      income.filter((amount) => amount > 0 && amount * 2 >= usualIncome).length,
      periods,
    ),
    averageBalance: Math.floor(addUp(ends.map(({ sum }) => sum)) / days),
    overdraftDaysBps: toBps(ends.filter(({ below }) => below).length, days),
    billsPaidBps: {
      rent: shareOfPeriods(BILLS.rent),
      utilities: shareOfPeriods(BILLS.utilities),
      telecom: shareOfPeriods(BILLS.telecom),
    },
  };
}

/** Reads the balances at the end of each day: their sum, and whether one was below zero. */
function listDayEnds(books: CashFlowHistory, from: number, to: number) {
  const balances = new Map(Object.entries(books.opening));
  const days = [...books.days].sort((a, b) => a.day - b.day);
  const ends: { sum: number; below: boolean }[] = [];
  let next = 0;
  for (let day = from; day <= to; day++) {
    for (let cashDay = days[next]; cashDay && cashDay.day <= day; cashDay = days[++next]) {
      balances.set(cashDay.accountId, cashDay.balance);
    }
    const current = [...balances.values()];
    ends.push({ sum: addUp(current), below: current.some((balance) => balance < 0) });
  }
  return ends;
}

/** The customer data whose use the applicant agreed to. */
export interface CashFlowConsent {
  readonly cashflow: boolean;
  readonly bills: readonly Bill[];
}

/** @param instalment monthly instalment of the loan */
export function applyCashFlowRules(
  figures: CashFlowFigures,
  consent: CashFlowConsent,
  declared: { readonly income: number | null; readonly instalment: number },
): RuleResult[] {
  const rules: RuleResult[] = [];
  if (consent.cashflow) {
    const { incomeRegularityBps: regular, monthlyIncome, averageBalance } = figures;
    const { incomeBps, regularityBps, overdraftBps } = CASH_FLOW;
    const share = (value: number, total: number) => {
      return total <= 0 ? WHOLE_BPS : Math.floor((value / total) * WHOLE_BPS);
    };
    if (declared.income !== null) {
      const supported = share(monthlyIncome, declared.income);
      rules.push(atLeast('observed_to_stated_income', supported, incomeBps, 'basis_points'));
    }
    rules.push(
      atLeast('income_regularity', regular, regularityBps, 'basis_points'),
      atLeast('average_balance', averageBalance, declared.instalment, 'minor_units'),
      atMost('overdraft_days', figures.overdraftDaysBps, overdraftBps),
    );
  }
  for (const bill of consent.bills) {
    const paid = figures.billsPaidBps[bill];
    if (paid === null) continue;
    rules.push(atLeast(`${bill}_paid`, paid, CASH_FLOW.billsBps, 'basis_points'));
  }
  return rules;
}

function toBps(part: number, total: number): number {
  return Math.floor((part * WHOLE_BPS) / total);
}

function addUp(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middleIndex = sorted.length >> 1;
  const upper = sorted[middleIndex] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middleIndex - 1] ?? 0) + upper) / 2;
}
