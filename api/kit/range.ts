// The range of a list: two times, or two days in a time zone, both inclusive.

import { z } from '@hono/zod-openapi';
import { isZone, momentOf } from '../../db/kernel/zone.ts';
import { parseDate } from '../../ledger/calendar-date.ts';
import { Problem } from './errors.ts';

/** The zone in which the days of a range begin. */
export const zoneQuery = z
  .string()
  .max(64)
  .refine(isZone, 'Expected an IANA time zone, such as Europe/Berlin.')
  .default('UTC')
  .openapi({ description: 'IANA time zone in which days begin.', example: 'Europe/Berlin' });

const isTime = (text: string) => z.iso.datetime({ offset: true }).safeParse(text).success;

/** A bound of a range. */
export const rangeBoundSchema = z
  .string()
  .refine(
    (text) => parseDate(text) !== null || isTime(text),
    'Expected a date such as 2026-11-01, or a time in RFC 3339.',
  )
  .optional()
  .openapi({
    description: 'ISO date (a whole day, in the time zone) or RFC 3339.',
    example: '2026-11-21',
  });

/** Filters by time of creation. */
export const dateFields = {
  startDate: rangeBoundSchema,
  endDate: rangeBoundSchema,
  timezone: zoneQuery,
};

interface DateRange {
  readonly startDate: string | undefined;
  readonly endDate: string | undefined;
  readonly timezone: string;
}

/**
 * Returns the range of creation times, in milliseconds since 1970 UTC.
 * @throws Problem `invalid_date_range`
 */
export function readRange({ startDate, endDate, timezone }: DateRange) {
  const from = startDate === undefined ? undefined : toMoment(startDate, 0, timezone);
  const to = endDate === undefined ? undefined : lastMomentOf(endDate, timezone);
  if (from !== undefined && to !== undefined && from > to) {
    const message = 'Expected an end that is not before startDate.';
    const errors = [{ pointer: 'endDate', code: 'invalid_date_range', message }];
    throw new Problem('invalid_date_range', undefined, { errors });
  }
  return { from, to };
}

/** Returns the last moment of a day, or the given moment, in milliseconds since 1970 UTC. */
export function lastMomentOf(text: string, timezone: string): number {
  return parseDate(text) === null ? Date.parse(text) : toMoment(text, 1, timezone) - 1;
}

function toMoment(text: string, daysLater: number, timezone: string): number {
  const date = parseDate(text);
  return date === null ? Date.parse(text) : momentOf(date + daysLater, 0, timezone);
}
