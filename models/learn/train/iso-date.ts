// Parses dates of ISO 8601 and no others: 03/04/2026 has two meanings, and a time without an offset
// is ambiguous by forty hours.

import { DAY_MS } from '../../../ledger/durations.ts';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})[Tt]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:\d{2})$/;
/** Digits in groups, as dates are written elsewhere; or a moment that lacks its offset. */
const LIKE_DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([ T].*)?$/;

/** Returns milliseconds since 1970 UTC, or null when the text is no unambiguous ISO 8601 date. */
export function parseIsoMoment(text: string): number | null {
  const day = DATE.exec(MOMENT.exec(text)?.[1] ?? text);
  if (!day) return null;
  const [, year, month, date] = day.map(Number);
  const start = Date.UTC(year as number, (month as number) - 1, date);
  const isReal = new Date(start).getUTCMonth() === (month as number) - 1 && (date as number) > 0;
  if (!isReal) return null;
  const time = Date.parse(text.toUpperCase());
  return Number.isNaN(time) ? null : time;
}

/** Returns days since 1970-01-01 UTC with their fraction, as models receive dates. */
export function parseDays(text: string): number | null {
  const time = parseIsoMoment(text);
  return time === null ? null : time / DAY_MS;
}

/** Returns true for a text that may be meant as a date. */
export function looksLikeDate(text: string): boolean {
  return LIKE_DATE.test(text);
}

export const DATE_RULE =
  'is a date of ISO 8601, as 2026-11-23 or 2026-11-23T09:30:00Z: any other form is ambiguous';
