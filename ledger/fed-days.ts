// The days on which the Federal Reserve Banks settle: weekdays without the standard holidays. A
// holiday on a Sunday is kept on Monday; for a holiday on a Saturday the Friday before stays open.
// Source: frbservices.org, "Holiday Schedules".

import { type Day, daysInMonth, partsOf, weekdayOf } from './calendar-date.ts';

const MONDAY = 1;
const THURSDAY = 4;

/** Month, day, and the first year in which the holiday is kept. */
const FIXED_HOLIDAYS = [
  [1, 1, 0],
  [6, 19, 2022],
  [7, 4, 0],
  [11, 11, 0],
  [12, 25, 0],
] as const;

/** Month, weekday, and the number of that weekday in the month; -1 is the last. */
const FLOATING_HOLIDAYS = [
  [1, MONDAY, 3],
  [2, MONDAY, 3],
  [5, MONDAY, -1],
  [9, MONDAY, 1],
  [10, MONDAY, 2],
  [11, THURSDAY, 4],
] as const;

/** True when the Federal Reserve Banks settle on the day. */
export function isFedDay(date: Day): boolean {
  if (weekdayOf(date) >= 6) return false;
  return !isFixedHoliday(date) && !isFloatingHoliday(date);
}

function isFixedHoliday(date: Day): boolean {
  // A Monday also keeps the holiday of the Sunday before it.
  const days = weekdayOf(date) === MONDAY ? [date, date - 1] : [date];
  return days.some((holiday) => {
    const { year, month, day } = partsOf(holiday);
    return FIXED_HOLIDAYS.some(([m, d, since]) => m === month && d === day && year >= since);
  });
}

function isFloatingHoliday(date: Day): boolean {
  const { year, month, day } = partsOf(date);
  const nth = Math.ceil(day / 7);
  const isLast = day + 7 > daysInMonth(year, month);
  return FLOATING_HOLIDAYS.some(
    ([m, weekday, weekOfMonth]) =>
      m === month &&
      weekday === weekdayOf(date) &&
      (weekOfMonth === -1 ? isLast : weekOfMonth === nth),
  );
}
