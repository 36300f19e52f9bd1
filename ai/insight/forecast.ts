// Forecasts a balance by simulated futures: planned and recurring payments on their days, and
// between them weeks of the customer's past in random order. The interval contains four of five
// futures; research/insight.ts measures how often it contained the true balance.

import { createRandom, type Random } from '../../models/learn/train/random.ts';
import { quantile, sortNumbers } from './figures.ts';

/** An expected payment on a future day; positive amounts are inflow. */
export interface ExpectedMovement {
  /** 0 is the first day of the forecast. */
  readonly day: number;
  /** Possible amounts, one of which is drawn for each future. */
  readonly amounts: readonly number[];
  /** Days that the payment may be late. */
  readonly slack: number;
  /** Probability that the payment occurs. */
  readonly chance: number;
}

export interface ForecastOrder {
  /** The change of each past day, without the movements in `expected`; oldest first. */
  readonly past: readonly number[];
  readonly expected: readonly ExpectedMovement[];
  readonly days: number;
  readonly seed: number;
}

export interface ForecastPoint {
  readonly mid: number;
  readonly low: number;
  readonly high: number;
}

export const PATHS = 600;
/** Share of the futures inside of the interval. */
export const INTERVAL_SHARE = 0.8;
/** Maximum days of the past from which weeks are drawn. */
export const MAX_PAST = 182;
/** Minimum days of history. */
export const MIN_PAST = 56;
const WEEK = 7;
/**
 * Widens the interval for changes that a short past has not shown, as measured by
 * research/insight.ts on other seeds.
 */
const WIDER_FACTOR = 1.1;

/** Returns the change of the balance since the start, for the end of each day. */
export function forecast({ past, expected, days, seed }: ForecastOrder): ForecastPoint[] {
  const random = createRandom(seed);
  const ends = Array.from({ length: days }, () => new Float64Array(PATHS));
  const weeks = splitWeeks(past);
  for (let path = 0; path < PATHS; path++) {
    const flow = drawFuture(weeks, days, random);
    for (const payment of expected) {
      if (payment.chance < 1 && random.next() >= payment.chance) continue;
      const daysLate = payment.slack > 0 ? random.below(payment.slack + 1) : 0;
      const day = payment.day + daysLate;
      const amount = payment.amounts[random.below(payment.amounts.length)] ?? 0;
      if (day < days) flow[day] = (flow[day] ?? 0) + amount;
    }
    let balance = 0;
    for (let day = 0; day < days; day++) {
      balance += flow[day] ?? 0;
      (ends[day] as Float64Array)[path] = balance;
    }
  }
  const tail = (1 - INTERVAL_SHARE) / 2;
  return ends.map((values) => {
    const ordered = sortNumbers([...values]);
    const mid = quantile(ordered, 0.5);
    const low = mid - (mid - quantile(ordered, tail)) * WIDER_FACTOR;
    const high = mid + (quantile(ordered, 1 - tail) - mid) * WIDER_FACTOR;
    return { mid: Math.round(mid), low: Math.round(low), high: Math.round(high) };
  });
}

/** Returns whole weeks, counted back from the end, so that each day keeps its day of the week. */
function splitWeeks(past: readonly number[]): (readonly number[])[] {
  const recent = past.slice(-MAX_PAST);
  const count = Math.floor(recent.length / WEEK);
  const from = recent.length - count * WEEK;
  return Array.from({ length: count }, (_, week) => {
    return recent.slice(from + week * WEEK, from + (week + 1) * WEEK);
  });
}

/**
 * Draws one future. Its weeks are drawn from a resample of weeks, which adds the uncertainty of a
 * short past.
 */
function drawFuture(weeks: readonly (readonly number[])[], days: number, random: Random): number[] {
  const flow = new Array<number>(days).fill(0);
  if (weeks.length === 0) return flow;
  const resampledWeeks = weeks.map(() => weeks[random.below(weeks.length)] ?? []);
  for (let day = 0; day < days; day += WEEK) {
    const week = resampledWeeks[random.below(resampledWeeks.length)] ?? [];
    for (let index = 0; index < WEEK && day + index < days; index++)
      flow[day + index] = week[index] ?? 0;
  }
  return flow;
}
