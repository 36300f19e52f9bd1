// Sentences about an analysis of spending, with figures of the answer and their transactions.

import { moneyText } from '../answers/flows.ts';
import type { ForecastDay } from './outlook.ts';
import type { Recurring } from './recurring-payments.ts';
import type { SpendingGroup } from './spending.ts';

export interface Insight {
  readonly code:
    | 'largest_category'
    | 'category_up'
    | 'more_out_than_in'
    | 'recurring_outflow'
    | 'balance_may_fall_below_zero';
  readonly message: string;
  readonly evidence: readonly string[];
}

interface Findings {
  readonly currency: string;
  readonly totals: { readonly inflow: number; readonly outflow: number; readonly net: number };
  readonly categories: readonly SpendingGroup[];
  readonly forecast: readonly ForecastDay[];
  readonly listed: readonly Omit<Recurring, 'series' | 'isOwn'>[];
}

const PER_MONTH = {
  weekly: 52 / 12,
  biweekly: 26 / 12,
  monthly: 1,
  quarterly: 1 / 3,
  yearly: 1 / 12,
};

/** Returns the monthly cost of a recurring payment. */
export function computeMonthlyCost({
  amount,
  frequency,
}: Pick<Recurring, 'amount' | 'frequency'>): number {
  return Math.round(amount * PER_MONTH[frequency]);
}

export function listInsights(findings: Findings): Insight[] {
  const { currency, totals, categories, forecast, listed } = findings;
  const money = (minor: number) => moneyText(minor, currency);
  const insights: Insight[] = [];
  const [top] = categories;
  if (top && top.percent !== null) {
    const message = `Most went to ${top.name}: ${money(top.amount)}, ${top.percent} % of spending.`;
    insights.push({ code: 'largest_category', message, evidence: top.evidence });
  }
  for (const category of categories.filter(({ trend }) => trend === 'up').slice(0, 3)) {
    const { name, amount, changePercent } = category;
    const message = `Spending on ${name} is up by ${changePercent} %, to ${money(amount)}.`;
    insights.push({ code: 'category_up', message, evidence: category.evidence });
  }
  if (totals.net < 0) {
    const message = `${money(-totals.net)} more went out than came in.`;
    insights.push({ code: 'more_out_than_in', message, evidence: [] });
  }
  const outgoing = listed.filter(
    (payment) => payment.direction === 'out' && payment.nextExpected !== null,
  );
  if (outgoing.length > 0) {
    const sum = outgoing.reduce((total, payment) => total + computeMonthlyCost(payment), 0);
    const message = `${outgoing.length} payments come again: about ${money(sum)} a month.`;
    const evidence = outgoing.flatMap((payment) => payment.evidence.slice(-1)).slice(0, 20);
    insights.push({ code: 'recurring_outflow', message, evidence });
  }
  const below = forecast.find(({ low }) => low < 0);
  if (below) {
    const message = `The balance may be below zero on ${below.date}: one in ten futures or more.`;
    insights.push({ code: 'balance_may_fall_below_zero', message, evidence: [] });
  }
  return insights;
}
