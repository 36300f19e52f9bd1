// Sums the entries booked after their value date: the difference between the booked balance at a
// time and the balance by value date.

import type { Day } from '../../ledger/calendar-date.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import type { Database } from '../kernel/connect.ts';

/** Upper bound on the days that a value date may lie back (`KONTOR_VALUE_DAYS_BACK`). */
const MAX_DAYS_BACK = 90;

// The last line is the condition of the partial index.
const BOOKED_LATER = `SELECT coalesce(sum(iif(direction = 'credit', amount, -amount)), 0)
  FROM entries WHERE account_id = @accountId AND posted_at > @at AND posted_at < @until
  AND ledger_sequence <= @size AND value_date <= @day
  AND value_date < posted_at / 86400000`;

export interface ValueDatedOrder {
  readonly accountId: string;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  /** The last value date that counts. */
  readonly day: Day;
  /** Size of the log up to which entries count; omitted: all. */
  readonly size?: number;
}

/**
 * Returns the sum of the entries that were booked after a time with a value date on or before a
 * day, in minor units.
 */
export function sumBookedLater({ raw }: Pick<Database, 'raw'>, order: ValueDatedOrder): bigint {
  const { size = Number.MAX_SAFE_INTEGER, day } = order;
  const until = (day + 1 + MAX_DAYS_BACK) * DAY_MS;
  const statement = raw.prepare<[object], bigint>(BOOKED_LATER).pluck().safeIntegers();
  return statement.get({ ...order, size, until }) ?? 0n;
}
