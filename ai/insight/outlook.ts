// Forecasts a customer's balance from planned payments, recurring payments, and other movements.

import type { BookedMovement } from '../../db/movements/reads.ts';
import type { UpcomingPayment } from '../../db/schedules/upcoming.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import type { InsightBooks } from './books.ts';
import {
  type ExpectedMovement,
  forecast,
  INTERVAL_SHARE,
  MAX_PAST,
  MIN_PAST,
  PATHS,
} from './forecast.ts';
import { partyKey } from './recurring.ts';
import { excludeOwnTransfers, type Recurring } from './recurring-payments.ts';

/** A fixed seed, so that the same books give the same forecast. */
export const SEED = 20_260_101;

interface Outlook {
  readonly recurring: readonly Recurring[];
  readonly planned: readonly UpcomingPayment[];
  readonly days: number;
}

export interface ForecastDay {
  readonly date: string;
  readonly balance: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Returns the balances at the end of each day from tomorrow on; none when the history is too short.
 */
export function forecastBalance(books: InsightBooks, { recurring, planned, days }: Outlook) {
  const start = books.accounts.reduce((sum, { posted }) => sum + posted, 0);
  const pastDays = Math.min(MAX_PAST, books.historyDays - 1);
  const basis = {
    method: 'planned and recurring payments at their days, other weeks drawn from the past',
    ...{ interval: INTERVAL_SHARE, paths: PATHS, seed: SEED, startBalance: start },
    pastDays: Math.max(0, pastDays),
  };
  if (pastDays < MIN_PAST) {
    const status = 'not_enough_history' as const;
    return { forecast: [] as ForecastDay[], basis: { status, leastDays: MIN_PAST, ...basis } };
  }
  const isPlanned = (payment: Recurring) => planned.some((plan) => isSamePayment(plan, payment));
  // A scheduled payment is expected once, from its schedule.
  const duePayments = recurring.filter((payment) => payment.nextExpected !== null);
  const series = duePayments.filter((payment) => !isPlanned(payment));
  const expected = [
    ...listPlanned(books, planned),
    ...series.flatMap((payments) => listExpected(payments, books, days)),
  ];
  const history = computeDailyChanges(books, duePayments, pastDays);
  const points = forecast({ past: history, expected, days, seed: SEED });
  const forecastDays = points.map(({ mid, low, high }, index): ForecastDay => {
    const date = books.days.dateOf(books.today + 1 + index);
    return { date, balance: start + mid, low: start + low, high: start + high };
  });
  const status = 'computed' as const;
  return { forecast: forecastDays, basis: { status, leastDays: MIN_PAST, ...basis } };
}

function isSamePayment(plan: UpcomingPayment, recurring: Recurring): boolean {
  if (recurring.direction !== 'out') return false;
  return plan.party === null
    ? recurring.isOwn
    : partyKey(plan.party) === partyKey(recurring.counterparty);
}

function listPlanned(books: InsightBooks, planned: readonly UpcomingPayment[]): ExpectedMovement[] {
  const ownIds = new Set(books.accounts.map(({ id }) => id));
  return planned
    .filter((plan) => !ownIds.has(plan.destinationAccountId) && plan.amount !== null)
    .map((plan) => {
      const now = books.days.startOf(books.today);
      const day = Math.max(0, Math.floor((plan.dueAt - now) / DAY_MS) - 1);
      return { day, amounts: [-(plan.amount ?? 0)], slack: 0, chance: 1 };
    });
}

const RECENT_MONTHS = 6;

/** Returns the expected occurrences of a series within the forecast. */
function listExpected(
  { series, direction }: Recurring,
  books: InsightBooks,
  days: number,
): ExpectedMovement[] {
  const sign = direction === 'in' ? 1 : -1;
  const amounts = series.paid.slice(-RECENT_MONTHS).map(({ amount }) => sign * amount);
  const [step, months] = {
    ...{ weekly: [7, 0], biweekly: [14, 0], monthly: [0, 1], quarterly: [0, 3], yearly: [0, 12] },
  }[series.frequency] as [number, number];
  const expected: ExpectedMovement[] = [];
  const first = series.nextDay;
  for (let index = 0; ; index++) {
    const on = months === 0 ? first + index * step : books.days.monthsAfter(first, index * months);
    const day = on - books.today - 1;
    if (day >= days) return expected;
    // A payment that is due today and missing is expected tomorrow.
    const slack = Math.min(series.slack, 2);
    expected.push({ day: Math.max(0, day), amounts, slack, chance: series.fit });
  }
}

/** Returns the change of each day up to yesterday, without the series. */
function computeDailyChanges(
  books: InsightBooks,
  series: readonly Recurring[],
  pastDays: number,
): number[] {
  const recurringIds = new Set(series.flatMap(({ series: { paid } }) => paid.map(({ id }) => id)));
  const history = new Array<number>(pastDays).fill(0);
  for (const movement of excludeOwnTransfers(books.movements)) {
    const day = books.days.dayOf(movement.postedAt) - (books.today - pastDays);
    if (day < 0 || day >= pastDays || recurringIds.has(movement.transactionId)) continue;
    history[day] = (history[day] ?? 0) + signAmount(movement);
  }
  return history;
}

function signAmount({ direction, amount }: BookedMovement): number {
  return direction === 'credit' ? amount : -amount;
}
