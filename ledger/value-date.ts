// Value dates: the day from which money counts, apart from the day on which it is booked. One that
// lies ahead makes a future-dated transfer, which is booked on that day. Days are those of UTC.

import { isBusinessDay } from './business-day.ts';
import { type Day, dayOf, daysInMonth, partsOf } from './calendar-date.ts';
import type { Stage, TransactionStatus } from './transaction.ts';

export const DAY_MS = 86_400_000;

/** Business days that a value date may lie back where the bank says nothing else. */
export const VALUE_DAYS_BACK = 5;

/** The day of a moment, in milliseconds since 1970 UTC. */
export function dayAt(ms: number): Day {
  return Math.floor(ms / DAY_MS);
}

export interface ValueDateRange {
  readonly earliest: Day;
  readonly latest: Day;
}

/**
 * The value dates that may be asked for on a day.
 * @param daysBack business days since the start of the open period
 */
export function valueDatesOn(today: Day, daysBack: number): ValueDateRange {
  let earliest = today;
  for (let left = daysBack; left > 0; ) {
    earliest -= 1;
    if (isBusinessDay(earliest, 'weekends')) left -= 1;
  }
  const { year, month, day } = partsOf(today);
  const latest = dayOf(year + 1, month, Math.min(day, daysInMonth(year + 1, month)));
  return { earliest, latest };
}

/** True for a transaction that waits for its day. */
export function isDated({ status, stage }: { status: TransactionStatus; stage: Stage }): boolean {
  return status === 'pending' && stage === 'validate';
}

/** True while a value date lies ahead of a moment: its money does not move yet. */
export function isAhead(valueDate: Day | null, ms: number): valueDate is Day {
  return valueDate !== null && valueDate > dayAt(ms);
}
