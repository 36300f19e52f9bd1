// Coverage of the forecast interval: forecasts are made as of past days, from the data known on
// that day, and compared with the outcome.

import { buildBooks } from '../../ai/insight/books.ts';
import { forecast, INTERVAL_SHARE } from '../../ai/insight/forecast.ts';
import { forecastBalance } from '../../ai/insight/outlook.ts';
import { findRecurring } from '../../ai/insight/recurring-payments.ts';
import { DAY } from '../../models/learn/simulator/world.ts';
import { readHandbook } from '../train-all/handbook-data.ts';
import { makeOrder } from './orders.ts';
import { round } from './recurring.ts';
import type { WorldBook, WorldBooks } from './world-books.ts';

const HORIZON = 30;
const CHECKED_DAYS = [7, 14, 30];
/** Quantile of the normal distribution for an interval of 80 %. */
const Z = 1.2816;

interface Case {
  readonly horizon: number;
  readonly truth: number;
  readonly mid: number;
  readonly low: number;
  readonly high: number;
}

/** Summarizes coverage, width and error by days ahead. */
function summarizeCases(cases: readonly Case[]) {
  return Object.fromEntries(
    CHECKED_DAYS.map((horizon) => {
      const ownCases = cases.filter((forecast) => forecast.horizon === horizon);
      const casesInRange = ownCases.filter(
        ({ truth, low, high }) => truth >= low && truth <= high,
      ).length;
      const mean = (readValue: (forecast: Case) => number) =>
        Math.round(
          ownCases.reduce((sum, forecast) => sum + readValue(forecast), 0) /
            Math.max(1, ownCases.length),
        );
      const width = mean(({ low, high }) => high - low);
      const error = mean(({ truth, mid }) => Math.abs(truth - mid));
      return [
        `day ${horizon}`,
        { n: ownCases.length, coverage: round(casesInRange / ownCases.length), width, error },
      ];
    }),
  );
}

/** Forecasts from the mean and the variance of a day, without dates. */
function forecastNaively(history: readonly number[], horizon: number) {
  const mean = history.reduce((sum, value) => sum + value, 0) / history.length;
  const variance = history.reduce((sum, value) => sum + (value - mean) ** 2, 0) / history.length;
  const half = Z * Math.sqrt(variance * horizon);
  return { mid: mean * horizon, low: mean * horizon - half, high: mean * horizon + half };
}

function sumDays({ rows }: WorldBook, from: number, to: number): number[] {
  const days = new Array<number>(Math.round((to - from) / DAY)).fill(0);
  for (const { postedAt, direction, amount } of rows) {
    const day = Math.floor((postedAt - from) / DAY);
    if (day < 0 || day >= days.length) continue;
    days[day] = (days[day] ?? 0) + (direction === 'credit' ? amount : -amount);
  }
  return days;
}

export function measureWorldForecasts({ books, end }: WorldBooks) {
  const bankCases: Case[] = [];
  const cases: Case[] = [];
  for (const book of books) {
    for (const daysBack of [31, 45, 60]) {
      const now = end - daysBack * DAY;
      const rows = book.rows.filter(({ postedAt }) => postedAt < now);
      const books = buildBooks(makeOrder(now, book), rows);
      const recurring = findRecurring(books);
      const { forecast: points } = forecastBalance(books, {
        recurring,
        planned: [],
        days: HORIZON,
      });
      // The first day of the forecast is the day after the one that has just begun.
      const truth = sumDays(book, now, now + (HORIZON + 1) * DAY);
      const history = sumDays(book, now - 120 * DAY, now);
      for (const horizon of CHECKED_DAYS) {
        const point = points[horizon - 1];
        if (!point) continue;
        const sum = truth.slice(0, horizon + 1).reduce((total, value) => total + value, 0);
        const { balance: mid, low, high } = point;
        bankCases.push({ horizon, truth: sum, mid, low, high });
        cases.push({ horizon, truth: sum, ...forecastNaively(history, horizon + 1) });
      }
    }
  }
  return {
    measure: 'forecast of balances, simulated world',
    ...{ interval: INTERVAL_SHARE, ours: summarizeCases(bankCases), naive: summarizeCases(cases) },
  };
}

const MAX_CUSTOMERS = 1_000;
const KNOWN_DAYS = 120;

/** Forecasts the sums of card payments by customer, because the handbook has no income. */
export async function measureHandbookForecasts(folder: string) {
  const { rows, atMs, customer, amount } = await readHandbook(folder);
  const first = Math.floor((atMs[0] ?? 0) / DAY);
  const spent = Array.from({ length: MAX_CUSTOMERS }, () => new Array<number>(183).fill(0));
  for (let row = 0; row < rows; row++) {
    const days = spent[customer[row] ?? -1];
    const day = Math.floor((atMs[row] ?? 0) / DAY) - first;
    if (days && day < days.length) {
      days[day] = (days[day] ?? 0) - Math.round((amount[row] ?? 0) * 100);
    }
  }
  const bankCases: Case[] = [];
  const cases: Case[] = [];
  for (const days of spent) {
    const history = days.slice(0, KNOWN_DAYS);
    if (history.every((value) => value === 0)) continue;
    const points = forecast({ past: history, expected: [], days: HORIZON, seed: 1 });
    for (const horizon of CHECKED_DAYS) {
      const daysAhead = days.slice(KNOWN_DAYS, KNOWN_DAYS + horizon);
      const truth = daysAhead.reduce((sum, value) => sum + value, 0);
      const point = points[horizon - 1];
      if (point) bankCases.push({ horizon, truth, ...point });
      cases.push({ horizon, truth, ...forecastNaively(history, horizon) });
    }
  }
  return {
    measure: 'forecast of spending, Fraud Detection Handbook',
    ...{ interval: INTERVAL_SHARE, ours: summarizeCases(bankCases), naive: summarizeCases(cases) },
  };
}
