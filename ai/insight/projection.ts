// Projects the value of a plan by year, over many simulated futures of monthly returns. The same
// plan and seed give the same figures.

import { createRandom } from '../../models/learn/train/random.ts';
import { quantile, sortNumbers } from './figures.ts';
import { computeAssumption, type Mix } from './market-assumptions.ts';

export interface Plan {
  /** Mixes by year. */
  readonly mixes: readonly Mix[];
  /** Minor units. */
  readonly start: number;
  readonly monthly: number;
  readonly seed: number;
}

export interface YearEnd {
  readonly year: number;
  /** Contributions until then, in minor units. */
  readonly paidIn: number;
  readonly p10: number;
  readonly p50: number;
  readonly p90: number;
}

export const PATHS = 2_000;
const MONTHS = 12;

export interface Projection {
  readonly years: readonly YearEnd[];
  /**
   * Returns the share of the futures that reach a sum at the end of a year; null when the plan ends
   * before.
   */
  chanceOf(amount: number, year: number): number | null;
}

/**
 * Simulates a plan: monthly returns are log-normal and independent, and contributions are at the
 * end of a month.
 */
export function project({ mixes, start, monthly, seed }: Plan): Projection {
  const years = mixes.length;
  const months = mixes.map(computeMonthlyReturn);
  const random = createRandom(seed);
  const ends = Array.from({ length: years }, () => new Float64Array(PATHS));
  for (let path = 0; path < PATHS; path++) {
    let value = start;
    for (const [year, { drift, spread }] of months.entries()) {
      for (let month = 0; month < MONTHS; month++) {
        value = value * Math.exp(drift + spread * random.normal()) + monthly;
      }
      (ends[year] as Float64Array)[path] = value;
    }
  }
  const ordered = ends.map((values) => sortNumbers([...values]));
  return {
    years: ordered.map((values, index) => {
      const amountAt = (part: number) => capAmount(quantile(values, part));
      const paidIn = capAmount(start + monthly * MONTHS * (index + 1));
      return {
        year: index + 1,
        paidIn,
        p10: amountAt(0.1),
        p50: amountAt(0.5),
        p90: amountAt(0.9),
      };
    }),
    chanceOf(amount, year) {
      const values = ordered[year - 1];
      if (!values) return null;
      const reachedCount = values.filter((value) => value >= amount).length;
      return Math.round((reachedCount / PATHS) * 100) / 100;
    },
  };
}

/**
 * Returns drift and spread of the logarithm of a month's growth, so that a year's mean growth is
 * the assumed one.
 */
function computeMonthlyReturn(mix: Mix) {
  const { mean, volatility } = computeAssumption(mix);
  const variance = Math.log(1 + (volatility / (1 + mean)) ** 2);
  const drift = (Math.log(1 + mean) - variance / 2) / MONTHS;
  return { drift, spread: Math.sqrt(variance / MONTHS) };
}

/** Caps minor units at the largest integer that JSON keeps exact. */
function capAmount(value: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.round(value));
}
