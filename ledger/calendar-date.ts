// Plain calendar dates without a time zone, as whole days since 1970-01-01 (proleptic Gregorian).
// db/kernel/zone.ts finds the date of a moment in a time zone.

/** Days since 1970-01-01, a Thursday, which is day 0. */
export type Day = number;

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** True for a year with a 29 February. */
export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/**
 * Length of a month in days.
 * @param month 1 to 12
 */
export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (MONTH_DAYS[month - 1] ?? 31);
}

/**
 * The day of a calendar date.
 * @param month 1 to 12
 * @param day 1 to the length of the month
 */
export function dayOf(year: number, month: number, day: number): Day {
  // Years that begin in March put the leap day at the end; 719,468 days lie before 1970-01-01.
  const marchYear = month <= 2 ? year - 1 : year;
  const marchMonth = (month + 9) % 12;
  const leaps = Math.floor(marchYear / 4) - Math.floor(marchYear / 100);
  const before = 365 * marchYear + leaps + Math.floor(marchYear / 400);
  return before + Math.floor((153 * marchMonth + 2) / 5) + day - 1 - 719_468;
}

export interface DateParts {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly day: number;
}

/** The calendar date of a day. */
export function partsOf(date: Day): DateParts {
  // 146,097 days are 400 years: one guess of the year, then at most one step back or forth.
  let year = 1970 + Math.floor((date * 400) / 146_097);
  while (dayOf(year, 1, 1) > date) year -= 1;
  while (dayOf(year + 1, 1, 1) <= date) year += 1;
  let month = 1;
  let remaining = date - dayOf(year, 1, 1);
  while (remaining >= daysInMonth(year, month)) {
    remaining -= daysInMonth(year, month);
    month += 1;
  }
  return { year, month, day: remaining + 1 };
}

/** Monday is 1, Sunday is 7 (ISO 8601). */
export function weekdayOf(date: Day): number {
  return ((((date + 3) % 7) + 7) % 7) + 1;
}

/** Reads `YYYY-MM-DD`; null for other text and for dates that do not exist. */
export function parseDate(text: string): Day | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return dayOf(year, month, day);
}

/** The date as `YYYY-MM-DD`. */
export function formatDate(date: Day): string {
  const { year, month, day } = partsOf(date);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
}
