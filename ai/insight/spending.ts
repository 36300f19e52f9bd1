// Analyses a customer's spending: totals, categories, recurring payments, anomalies, and a forecast
// of the balance. All figures are sums over booked movements, in minor units.

import type { BookedMovement, BookReader } from '../../db/movements/reads.ts';
import { listUpcoming } from '../../db/schedules/upcoming.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import { toJson } from '../../ledger/money.ts';
import { shareOf } from '../answers/flows.ts';
import {
  type InsightBooks,
  type InsightOrder,
  itemsWithin,
  listEvidence,
  openInsight,
} from './books.ts';
import { groupByKey } from './figures.ts';
import { forecastBalance } from './outlook.ts';
import { findRecurring } from './recurring-payments.ts';
import { findSpendingAnomalies } from './spending-anomalies.ts';
import { listInsights } from './spending-insights.ts';

export const GROUPINGS = ['category', 'merchant', 'week', 'month'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface SpendingOrder extends InsightOrder {
  readonly groupBy: Grouping;
  readonly forecastDays: number;
}

export type Trend = 'up' | 'down' | 'steady' | 'new' | 'not_enough_history';

export interface SpendingGroup {
  readonly name: string;
  readonly amount: number;
  /** Share of all spending, or null when nothing was spent, or refunds exceeded the spending. */
  readonly percent: number | null;
  readonly count: number;
  /** Change from the equally long time before the period. */
  readonly changePercent: number | null;
  readonly trend: Trend;
  readonly evidence: readonly string[];
}

/** Maximum number of recurring payments in an answer, the largest first. */
const MAX_LISTED = 100;
export const UNCATEGORISED = 'uncategorised';

/** Returns the whole analysis, or reports that the books are too large for one. */
export function analyseSpending(reader: BookReader, order: SpendingOrder) {
  const books = openInsight(reader, order);
  if (!books) return { kind: 'too_many' as const };
  const rows = itemsWithin(books.movements, books.period);
  const { before } = books;
  // Compares only the elapsed part: half a month with half a month.
  const passedMs = Math.min(books.period.to, order.now + 1) - books.period.from;
  const to = Math.min(before.to, before.from + passedMs);
  const earlier = itemsWithin(books.movements, { from: before.from, to });
  const first = books.movements[0]?.postedAt ?? Number.POSITIVE_INFINITY;
  const isComparable = first < before.from + DAY_MS;
  const totals = computeTotals(rows);
  const compare = (nameOf: (movement: BookedMovement) => string) =>
    groupSpending({ rows, earlier, isComparable, nameOf, totalOutflow: totals.outflow });
  const categories = compare((movement) => movement.category ?? UNCATEGORISED);
  const accountIds = books.accounts.map(({ id }) => id);
  const horizon = order.now + (order.forecastDays + 1) * DAY_MS;
  const planned = listUpcoming(reader, { ...order, accountIds, to: horizon });
  const recurring = findRecurring(books);
  const { forecast, basis } = forecastBalance(books, {
    recurring,
    planned,
    days: order.forecastDays,
  });
  const anomalies = findSpendingAnomalies(books, recurring);
  const spent = rows.filter((row) => shareOf('spending', row) !== 0);
  const uncategorised = spent.filter(({ category }) => category === null);
  // Omits the fields that only the forecast needs, because they would be copied to another thread.
  const listedPayments = recurring
    .filter(({ isOwn }) => !isOwn)
    .map(({ series: _, isOwn: __, ...payment }) => payment)
    .slice(0, MAX_LISTED);
  return {
    kind: 'analysed' as const,
    books: describeBooks(books),
    totals,
    categories,
    groups: order.groupBy === 'category' ? categories : compare(createNamer(order, books)),
    recurring: listedPayments,
    anomalies,
    forecast,
    forecastBasis: basis,
    insights: listInsights({
      currency: books.currency,
      totals,
      categories,
      forecast,
      listed: listedPayments,
    }),
    coverage: {
      transactions: new Set(rows.map(({ transactionId }) => transactionId)).size,
      movements: rows.length,
      uncategorised: uncategorised.length,
      uncategorisedAmount: computeTotal(uncategorised, 'spending'),
      categoryFrom: countSources(spent),
    },
  };
}

/** Returns the input data that the answer shows. */
export function describeBooks({
  currency,
  accounts,
  period,
  otherCurrencies,
  ...books
}: InsightBooks) {
  const { historyDays, movements } = books;
  return {
    ...{ currency, period, otherCurrencies, historyDays },
    accountIds: accounts.map(({ id }) => id),
    movements: movements.length,
    firstMovementAt: movements[0]?.postedAt ?? null,
  };
}

/** Returns the sums of inflow and outflow. */
export function computeTotals(rows: readonly BookedMovement[]) {
  const inflow = computeTotal(rows, 'income');
  const outflow = computeTotal(rows, 'spending');
  const net = toJson(BigInt(inflow) - BigInt(outflow));
  const [fees, exchanged] = [computeTotal(rows, 'fees'), computeTotal(rows, 'exchanged')];
  return { inflow, outflow, net, fees, exchanged };
}

function computeTotal(
  rows: readonly BookedMovement[],
  flow: Parameters<typeof shareOf>[0],
): number {
  return toJson(rows.reduce((sum, row) => sum + BigInt(shareOf(flow, row)), 0n));
}

interface ComparedRows {
  readonly rows: readonly BookedMovement[];
  readonly earlier: readonly BookedMovement[];
  readonly isComparable: boolean;
  readonly nameOf: (movement: BookedMovement) => string;
  readonly totalOutflow: number;
}

function groupSpending(order: ComparedRows): SpendingGroup[] {
  const isSpending = (movement: BookedMovement) => shareOf('spending', movement) !== 0;
  const groupsNow = groupByKey(order.rows.filter(isSpending), order.nameOf);
  const earlierGroups = groupByKey(order.earlier.filter(isSpending), order.nameOf);
  const groups = [...groupsNow].map(([name, rows]): SpendingGroup => {
    const amount = computeTotal(rows, 'spending');
    const earlierTotal = computeTotal(earlierGroups.get(name) ?? [], 'spending');
    const percent = order.totalOutflow > 0 ? toPercent(amount / order.totalOutflow) : null;
    const changePercent =
      order.isComparable && earlierTotal > 0 ? toPercent(amount / earlierTotal - 1) : null;
    const trend = classifyTrend(order.isComparable, earlierTotal, amount);
    const evidence = listEvidence(rows);
    return { name, amount, percent, count: rows.length, changePercent, trend, evidence };
  });
  return groups.sort((a, b) => b.amount - a.amount || (a.name < b.name ? -1 : 1));
}

/** A change up to a tenth counts as steady. */
const STEADY_SPREAD = 0.1;

function classifyTrend(isComparable: boolean, earlierTotal: number, amount: number): Trend {
  if (!isComparable) return 'not_enough_history';
  if (earlierTotal <= 0) return 'new';
  const change = amount / earlierTotal - 1;
  return Math.abs(change) <= STEADY_SPREAD ? 'steady' : change > 0 ? 'up' : 'down';
}

/** Returns a percentage with two decimal places. */
export const toPercent = (part: number) => Math.round(part * 10_000) / 100;

const UNNAMED_PARTY = 'unnamed';

function createNamer({ groupBy }: SpendingOrder, { days }: InsightBooks) {
  return (movement: BookedMovement): string => {
    if (groupBy === 'merchant') return movement.party ?? UNNAMED_PARTY;
    const date = days.dateOf(days.dayOf(movement.postedAt));
    return groupBy === 'month' ? date.slice(0, 7) : days.weekOf(days.dayOf(movement.postedAt));
  };
}

function countSources(spent: readonly BookedMovement[]) {
  const count = (from: BookedMovement['categoryFrom']) =>
    spent.filter(({ categoryFrom }) => categoryFrom === from).length;
  return { stated: count('stated'), mcc: count('mcc'), name: count('name') };
}
