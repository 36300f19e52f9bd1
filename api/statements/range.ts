// The range of a statement: two times, or two dates in a time zone, both inclusive.

import { timestamp } from '../../db/kernel/timestamp.ts';
import { momentOf } from '../../db/kernel/zone.ts';
import type { OpenedStatement, StatementRange } from '../../db/statements/reads.ts';
import { parseDate } from '../../ledger/calendar-date.ts';
import { fieldProblem } from '../kit/errors.ts';
import { rangeBoundSchema, zoneQuery } from '../kit/range.ts';

/** The query parameters of the range. */
export const rangeQuery = {
  from: rangeBoundSchema.unwrap().openapi({
    description: 'First day or first moment of the statement.',
    example: '2026-10-01',
  }),
  to: rangeBoundSchema.openapi({
    description:
      'Last day or last moment of the statement, not in the future; today, or omitted, ' +
      'means up to now.',
    example: '2026-10-31',
  }),
  timezone: zoneQuery,
};

interface RangeQuery {
  readonly from: string;
  readonly to?: string | undefined;
  readonly timezone: string;
}

/**
 * Returns the range of a query, with an exclusive end.
 * @param now milliseconds since 1970 UTC
 * @throws Problem `invalid_date_range`
 */
export function rangeOf({ from, to, timezone }: RangeQuery, now: number): StatementRange {
  const begin = momentIn(from, timezone);
  const end = to === undefined ? now : endIn(to, timezone, now);
  if (begin > now)
    throw fieldProblem('invalid_date_range', 'from', 'Expected a time that is not in the future.');
  // `to` is inclusive, so the exclusive end may be one millisecond in the future.
  if (end > now + 1)
    throw fieldProblem(
      'invalid_date_range',
      'to',
      'Expected a time that is not in the future; leave `to` out for a statement up to now.',
    );
  if (begin >= end)
    throw fieldProblem(
      'invalid_date_range',
      'from',
      'The range is empty: expected `from` up to `to`.',
    );
  return { from: begin, to: end };
}

/**
 * @throws Problem `invalid_date_range` when the account was opened after the range and no later
 * booking has a value date in it
 */
export function requireOpened({ to, account, valueDated }: OpenedStatement): void {
  const openedAt = account.createdAt;
  if (openedAt >= to && valueDated.closing === 0n)
    throw fieldProblem(
      'invalid_date_range',
      'to',
      `The account was opened later, at ${timestamp(openedAt)}: choose a later end.`,
    );
}

/**
 * Returns the exclusive end of the range. The current day ends at the present moment.
 */
function endIn(text: string, timezone: string, now: number): number {
  const date = parseDate(text);
  if (date === null) return Date.parse(text) + 1;
  const end = momentOf(date + 1, 0, timezone);
  return momentOf(date, 0, timezone) <= now ? Math.min(end, now) : end;
}

function momentIn(text: string, timezone: string): number {
  const date = parseDate(text);
  return date === null ? Date.parse(text) : momentOf(date, 0, timezone);
}
