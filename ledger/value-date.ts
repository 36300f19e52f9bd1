// Value dates: the day from which money counts, which may differ from the day of booking. A
// transfer with a value date in the future is booked on that day. Days are UTC days.

import { isBusinessDay } from './business-day.ts';
import { type Day, dayOf, daysInMonth, partsOf } from './calendar-date.ts';
import { DAY_MS } from './durations.ts';
import type { Stage, TransactionStatus } from './transaction.ts';

/** Business days by which a value date may lie in the past, unless the bank sets another number. */
export const VALUE_DAYS_BACK = 5;

/**
 * The UTC day of a moment.
 * @param ms milliseconds since 1970 UTC
 */
export function dayAt(ms: number): Day {
  return Math.floor(ms / DAY_MS);
}

/** The start of a UTC day, in milliseconds since 1970 UTC. */
export function startOfDay(day: Day): number {
  return day * DAY_MS;
}

export interface ValueDateRange {
  readonly earliest: Day;
  readonly latest: Day;
}

/**
 * The range of value dates that a request may state on a day.
 * @param daysBack business days since the start of the open period
 */
export function valueDatesOn(today: Day, daysBack: number): ValueDateRange {
  let earliest = today;
  for (let remaining = daysBack; remaining > 0; ) {
    earliest -= 1;
    if (isBusinessDay(earliest, 'weekends')) remaining -= 1;
  }
  const { year, month, day } = partsOf(today);
  const latest = dayOf(year + 1, month, Math.min(day, daysInMonth(year + 1, month)));
  return { earliest, latest };
}

/** True for a transaction that waits for its value date. */
export function waitsForValueDate({
  status,
  stage,
}: {
  status: TransactionStatus;
  stage: Stage;
}): boolean {
  return status === 'pending' && stage === 'validate';
}

/** True when a value date lies after a moment: the money does not move yet. */
export function isInFuture(valueDate: Day | null, ms: number): valueDate is Day {
  return valueDate !== null && valueDate > dayAt(ms);
}
