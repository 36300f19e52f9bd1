// Finds recurring payments by their booking dates: the same party and about the same amount at
// regular intervals. No schedule is needed.

import { computeMedian, computeSpread } from './figures.ts';

/** Returns the day that is a number of months after a day. */
export type MonthsAfter = (day: number, months: number) => number;

/** A payment of a party. */
export interface PaidAmount {
  readonly day: number;
  readonly amount: number;
  readonly id: string;
}

export const FREQUENCIES = ['weekly', 'biweekly', 'monthly', 'quarterly', 'yearly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

interface Rhythm {
  readonly frequency: Frequency;
  /** Days or months between payments. */
  readonly days: number;
  readonly months: number;
  /** Allowed deviation in days, for weekends and short months. */
  readonly slack: number;
  readonly minPayments: number;
  /** Allowed median deviation from the median amount, as a share of it. */
  readonly spread: number;
}

const RHYTHMS: readonly Rhythm[] = [
  { frequency: 'weekly', days: 7, months: 0, slack: 1, minPayments: 5, spread: 0.25 },
  { frequency: 'biweekly', days: 14, months: 0, slack: 2, minPayments: 4, spread: 0.25 },
  { frequency: 'monthly', days: 30.44, months: 1, slack: 4, minPayments: 3, spread: 0.35 },
  { frequency: 'quarterly', days: 91.31, months: 3, slack: 6, minPayments: 3, spread: 0.35 },
  { frequency: 'yearly', days: 365.25, months: 12, slack: 8, minPayments: 2, spread: 0.2 },
];

/** Required share of intervals that are one step of the rhythm. */
const MIN_FIT = 0.8;
/**
 * Amounts that differ by at most this share belong to one subscription, when a party receives
 * several.
 */
const SAME_AMOUNT_SHARE = 0.06;

export interface Series {
  readonly frequency: Frequency;
  readonly paid: readonly PaidAmount[];
  /** The median, in minor units. */
  readonly amount: number;
  readonly lastAmount: number;
  /** Day on which the next payment is expected. */
  readonly nextDay: number;
  /** Tolerance in days. */
  readonly slack: number;
  /** False when the next payment is overdue. */
  readonly isActive: boolean;
  /** Share of the intervals that fit. */
  readonly fit: number;
}

/**
 * Returns the series among the payments of one party.
 * @param paid oldest first
 * @param today the day after which the next payment is expected
 */
export function findSeries(
  paid: readonly PaidAmount[],
  today: number,
  monthsAfter: MonthsAfter,
): Series[] {
  const wholeSeries = findBestSeries(paid, today, monthsAfter, false);
  if (wholeSeries) return [wholeSeries];
  return groupByAmount(paid).flatMap(
    (cluster) => findBestSeries(cluster, today, monthsAfter, true) ?? [],
  );
}

function findBestSeries(
  paid: readonly PaidAmount[],
  today: number,
  monthsAfter: MonthsAfter,
  isPart: boolean,
): Series | null {
  let best: Series | null = null;
  for (const rhythm of RHYTHMS) {
    const series = fitRhythm(paid, rhythm, today, monthsAfter);
    // With many payments to a party, some are a week apart by chance, so a subset needs a closer
    // fit.
    if (!series || (isPart && (series.fit < 0.9 || paid.length < rhythm.minPayments + 1))) continue;
    if (!best || series.fit > best.fit) best = series;
  }
  return best;
}

function fitRhythm(
  paid: readonly PaidAmount[],
  rhythm: Rhythm,
  today: number,
  monthsAfter: MonthsAfter,
): Series | null {
  const { frequency, days, months, slack, minPayments } = rhythm;
  const [first, last] = [paid[0], paid.at(-1)];
  if (!first || !last || paid.length < minPayments) return null;
  const amounts = paid.map(({ amount }) => amount);
  const amount = computeMedian(amounts);
  if (computeSpread(amounts, amount) > rhythm.spread * amount) return null;
  let [fits, steps] = [0, 0];
  for (let index = 1; index < paid.length; index++) {
    const distance = (paid[index] as PaidAmount).day - (paid[index - 1] as PaidAmount).day;
    const skipped = Math.max(1, Math.round(distance / days));
    // A missed payment is an interval that does not fit; the rhythm continues after it.
    steps += skipped;
    if (Math.abs(distance - skipped * days) <= slack) fits += 1;
  }
  const fit = fits / steps;
  // Two payments have only one interval, so their amounts must also agree.
  const isSame = Math.max(...amounts) - Math.min(...amounts) <= SAME_AMOUNT_SHARE * amount;
  if (fit < MIN_FIT || (paid.length === 2 && !isSame)) return null;
  const nextDay = months === 0 ? last.day + days : monthsAfter(last.day, months);
  const isActive = today <= nextDay + slack + days * 0.25;
  return {
    ...{ frequency, paid, amount: Math.round(amount), lastAmount: last.amount },
    ...{ nextDay: Math.max(nextDay, today), slack, isActive, fit },
  };
}

/** Groups the payments of a party by similar amounts. */
function groupByAmount(paid: readonly PaidAmount[]): PaidAmount[][] {
  const clusters: PaidAmount[][] = [];
  for (const payment of [...paid].sort((a, b) => a.amount - b.amount)) {
    const last = clusters.at(-1);
    const first = last?.[0]?.amount ?? 0;
    if (last && payment.amount - first <= SAME_AMOUNT_SHARE * first) last.push(payment);
    else clusters.push([payment]);
  }
  return clusters
    .filter(({ length }) => length >= 3)
    .map((cluster) => cluster.sort((a, b) => a.day - b.day));
}

/**
 * Returns a name without case, numbers and punctuation: `NETFLIX.COM 8812` becomes `netflix com`.
 */
export function partyKey(name: string): string {
  const plainText = name.normalize('NFKC').toLowerCase();
  const bareText = plainText.replaceAll(/[^\p{L}]+/gu, ' ').trim();
  return bareText === '' ? plainText : bareText;
}
