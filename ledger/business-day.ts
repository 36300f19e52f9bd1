// Business days of banks, and the conventions that move a date to a business day.

import { type Day, dayOf, partsOf, weekdayOf } from './calendar-date.ts';
import { isFedDay } from './fed-days.ts';

export const BUSINESS_DAY_CONVENTIONS = [
  'none',
  'following',
  'preceding',
  'modified_following',
] as const;
export type BusinessDayConvention = (typeof BUSINESS_DAY_CONVENTIONS)[number];

/**
 * Closed days of each calendar: Saturdays and Sundays, in `target` also the closing days of TARGET,
 * in `federal_reserve` also the holidays of the Federal Reserve Banks.
 */
export const BUSINESS_CALENDARS = ['weekends', 'target', 'federal_reserve'] as const;
export type BusinessCalendar = (typeof BUSINESS_CALENDARS)[number];

/**
 * Upper bound of the days by which a convention moves a date; Good Friday to Easter Monday is 4.
 */
export const LONGEST_CLOSURE_DAYS = 7;

/** True when banks of the calendar are open on the day. */
export function isBusinessDay(date: Day, calendar: BusinessCalendar): boolean {
  if (weekdayOf(date) >= 6) return false;
  if (calendar === 'federal_reserve') return isFedDay(date);
  return calendar === 'weekends' || !isTargetClosingDay(date);
}

/**
 * Closing days of the euro's settlement system since 2002: 1 January, Good Friday, Easter Monday,
 * 1 May, 25 and 26 December (decision of the ECB's Governing Council of 14 December 2000).
 */
function isTargetClosingDay(date: Day): boolean {
  const { year, month, day } = partsOf(date);
  if (day === 1 && (month === 1 || month === 5)) return true;
  if (month === 12 && (day === 25 || day === 26)) return true;
  const easter = easterOf(year);
  return date === easter - 2 || date === easter + 1;
}

/** Easter Sunday of the Gregorian calendar, by the method of Meeus, Jones and Butcher. */
export function easterOf(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return dayOf(year, Math.floor(n / 31), (n % 31) + 1);
}

/** The business day to which a convention moves a date. */
export function businessDayOf(
  date: Day,
  convention: BusinessDayConvention,
  calendar: BusinessCalendar,
): Day {
  if (convention === 'none' || isBusinessDay(date, calendar)) return date;
  if (convention === 'preceding') return nearestBusinessDay(date, -1, calendar);
  const following = nearestBusinessDay(date, 1, calendar);
  const staysInMonth = partsOf(following).month === partsOf(date).month;
  if (convention === 'following' || staysInMonth) return following;
  return nearestBusinessDay(date, -1, calendar);
}

function nearestBusinessDay(from: Day, step: 1 | -1, calendar: BusinessCalendar): Day {
  let date = from;
  while (!isBusinessDay(date, calendar)) date += step;
  return date;
}
