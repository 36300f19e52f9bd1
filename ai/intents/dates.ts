// Reads days and recurrences in a message, in the writer's time zone. chrono-node finds the words;
// ambiguous ones are marked here.

import * as chrono from 'chrono-node';
import { DateTime } from 'luxon';
import {
  BACK,
  BARE_SPAN,
  BEFORE_A_SPELT_DAY,
  BEFORE_NO_YEAR,
  BEHIND_A_SPELT_DAY,
  BEHIND_AN_AMOUNT,
  DAY_AND_MONTH,
  DAY_OF_MONTH,
  DEADLINE,
  EVERY_DAY_NUMBER,
  EVERY_ORDINAL,
  EVERY_SPELT,
  FEASTS,
  FREQUENCIES,
  IN_WEEKS,
  MISSPELT_DAYS,
  MONTH_AND_DAY,
  MONTHS,
  NEXT_WEEKDAY,
  NO_DAY,
  NUMERIC,
  ON_DAY,
  ORDINAL,
  ORDINALS,
  OWNER,
  SPAN_OF_TIME,
  SPELT_DAY,
  WEEKDAYS,
  WEEKS_AFTER,
} from '../english/days.ts';
import { overlaps, type Span } from './amounts.ts';
import { readOnce } from './read-once.ts';

export interface ReadDate extends Span {
  readonly text: string;
  /** `2026-11-30`. */
  readonly date: string;
  readonly doubt: 'past' | 'day_or_month' | 'no_day' | null;
}

export interface ReadRecurrence extends Span {
  readonly text: string;
  readonly frequency: 'daily' | 'weekly' | 'biweekly' | 'monthly' | 'quarterly' | 'yearly';
  readonly dayOfWeek?: number;
  readonly dayOfMonth?: number;
}

const RECURRENCES = new Map<string, readonly ReadRecurrence[]>();

/** Recurrences, in the order of the message. */
export function readRecurrences(text: string): readonly ReadRecurrence[] {
  return readOnce(RECURRENCES, text, () => recurrencesIn(text));
}

const FREQUENCY = FREQUENCIES.map(
  ([frequency, words]) =>
    [frequency, new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'giu')] as const,
);

function recurrencesIn(text: string): ReadRecurrence[] {
  const found: ReadRecurrence[] = [];
  const add = (match: RegExpMatchArray, terms: Omit<ReadRecurrence, 'text' | 'start' | 'end'>) => {
    const start = match.index ?? 0;
    const one = { ...terms, text: match[0], start, end: start + match[0].length };
    if (!found.some((other) => overlaps(one, other))) found.push(one);
  };
  for (const match of text.matchAll(EVERY_ORDINAL)) {
    add(match, { frequency: 'monthly', dayOfMonth: Number(match[1]) });
  }
  for (const match of text.matchAll(EVERY_DAY_NUMBER)) {
    const day = Number(match[1] ?? match[2]);
    if (day >= 1 && day <= 31) add(match, { frequency: 'monthly', dayOfMonth: day });
  }
  for (const match of text.matchAll(EVERY_SPELT)) {
    // `on the 5th of the month` is one day.
    if (!/every|each/i.test(match[0])) continue;
    const [, word = '', digits] = match;
    const day = digits === undefined ? ORDINALS.indexOf(word.toLowerCase()) + 1 : Number(digits);
    add(match, { frequency: 'monthly', dayOfMonth: day });
  }
  for (const match of text.matchAll(ON_DAY)) {
    const day = (match[1] ?? match[2] ?? match[3] ?? '').toLowerCase();
    add(match, { frequency: 'weekly', dayOfWeek: WEEKDAYS.indexOf(day) + 1 });
  }
  for (const [frequency, pattern] of FREQUENCY) {
    for (const match of text.matchAll(pattern)) {
      const weekday = WEEKDAYS.indexOf((match[1] ?? '').toLowerCase()) + 1;
      add(match, { frequency, ...(weekday > 0 ? { dayOfWeek: weekday } : {}) });
    }
  }
  found.sort((one, other) => one.start - other.start);
  return found.length === 2 ? joinedRhythm(text, found) : found;
}

/** `weekly, on Mondays` is one rhythm. */
function joinedRhythm(text: string, found: ReadRecurrence[]): ReadRecurrence[] {
  const [first, second] = found as [ReadRecurrence, ReadRecurrence];
  const isOne =
    first.frequency === second.frequency && /^,? ?$/u.test(text.slice(first.end, second.start));
  if (!isOne) return found;
  const { start } = first;
  return [{ ...first, ...second, start, text: text.slice(start, second.end) }];
}

/** Days in words: `the first of December`, `Christmas Eve`, `a week from today`. */
function daysInWords(text: string, today: DateTime): ReadDate[] {
  const found: ReadDate[] = [];
  const add = (match: RegExpMatchArray, date: DateTime | null) => {
    const start = match.index ?? 0;
    const doubt = date?.isValid ? null : ('no_day' as const);
    const day = (date?.isValid ? date : today).toISODate() ?? '';
    found.push({ text: match[0], start, end: start + match[0].length, date: day, doubt });
  };
  for (const match of text.matchAll(SPELT_DAY)) {
    const [, ordinal = '', of] = match;
    const day = ORDINALS.indexOf(ordinal.toLowerCase()) + 1;
    const month = MONTHS.indexOf((of ?? '').toLowerCase()) + 1;
    // `the first` alone may be the first of several things.
    if (of === undefined) {
      const after = text.slice((match.index ?? 0) + match[0].length);
      const isDay = /^on /iu.test(match[0]) || BEFORE_A_SPELT_DAY.test(text.slice(0, match.index));
      if (day > 0 && isDay && BEHIND_A_SPELT_DAY.test(after)) add(match, nextDay(today, day));
      continue;
    }
    const isNext = /^next month$/iu.test(of);
    const from = isNext ? today.plus({ months: 1 }).startOf('month') : today;
    if (day > 0 && month === 0) add(match, nextDay(from, day));
    else if (day > 0) add(match, nextOf(today, month, day));
    else add(match, month === 0 ? from.endOf('month') : lastOf(today, month));
  }
  for (const match of text.matchAll(DAY_OF_MONTH)) {
    const day = Number(match[1]);
    const which = match[2]?.toLowerCase();
    const from = which === 'next' ? today.plus({ months: 1 }).startOf('month') : today;
    // `the 31st of next month` in January: February has none, and no other month is meant.
    const isMissing = which !== 'the' && day > (from.daysInMonth ?? 0);
    const isOver = which === 'this' && day < today.day;
    add(match, isMissing || isOver ? null : nextDay(from, day));
  }
  for (const match of text.matchAll(MONTH_AND_DAY)) {
    const name = (match[1] ?? '').toLowerCase();
    const month = MONTHS.findIndex((one) => one.startsWith(name)) + 1;
    const date = nextOf(today, month, Number(match[2]));
    // A day just over would be the one of next year.
    const isBy = DEADLINE.test(text.slice(0, match.index));
    const isNear = date.month === month && date < today.plus({ months: 11 });
    add(match, isNear && !isBy ? date : null);
  }
  for (const [pattern, month, day] of FEASTS) {
    for (const match of text.matchAll(pattern)) add(match, nextOf(today, month, day));
  }
  for (const match of text.matchAll(MISSPELT)) {
    const said = MISSPELT_DAYS[(match[1] ?? '').toLowerCase()] ?? '';
    const isWeekday = WEEKDAYS.includes(said);
    const days = isWeekday ? (WEEKDAYS.indexOf(said) + 8 - today.weekday) % 7 : 0;
    const isOpen =
      (isWeekday && days === 0) ||
      DEADLINE.test(text.slice(0, match.index)) ||
      /^['’]s/.test(text.slice((match.index ?? 0) + match[0].length));
    add(match, isOpen ? null : today.plus({ days: said === 'tomorrow' ? 1 : days }));
  }
  for (const match of text.matchAll(IN_WEEKS)) {
    const weeks = /two|fortnight/i.test(match[0]) ? 2 : 1;
    const days = match[1]?.toLowerCase() === 'tomorrow' ? 1 : 0;
    add(match, /two fortnights/i.test(match[0]) ? null : today.plus({ weeks, days }));
  }
  for (const match of text.matchAll(WEEKS_AFTER)) {
    const [, day = match[4] ?? '', unit = match[3] ?? ''] = match;
    const weeks = /fortnight/i.test(unit) ? 2 : 1;
    const at = WEEKDAYS.indexOf(day.toLowerCase());
    const ahead = at < 0 ? Number(/tomorrow/i.test(day)) : (at + 8 - today.weekday) % 7;
    const before = text.slice(0, match.index);
    // Today's own day of the week may be today or the coming one.
    const isOpen =
      (at >= 0 && ahead === 0) || DEADLINE.test(before) || BEHIND_AN_AMOUNT.test(before);
    add(match, isOpen ? null : today.plus({ days: ahead, weeks }));
  }
  return found;
}

const MISSPELT = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:on )?(${Object.keys(MISSPELT_DAYS).join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
);

/** The next day of that month and number, today included. */
function nextOf(today: DateTime, month: number, day: number): DateTime {
  const date = today.set({ month, day });
  return date < today ? today.plus({ years: 1 }).set({ month, day }) : date;
}

function lastOf(today: DateTime, month: number): DateTime {
  const year = month < today.month ? today.year + 1 : today.year;
  return DateTime.fromObject({ year, month }, { zone: today.zone }).endOf('month').startOf('day');
}

/** Days, in the order of the message; `now` is the moment that `tomorrow` counts from. */
export function readDates(text: string, now: number, timezone: string): readonly ReadDate[] {
  const today = todayAt(now, timezone);
  return readOnce(DATES, `${today.toMillis()} ${timezone} ${text}`, () =>
    datesIn(text, today, timezone),
  );
}

/** The same in milliseconds. */
export const dayOf = (now: number, timezone: string): number => todayAt(now, timezone).toMillis();

const DATES = new Map<string, readonly ReadDate[]>();

/**
 * The last requested day, cached because computing the start of a day takes as long as many
 * patterns.
 */
let latest: { readonly today: DateTime; readonly end: number; readonly timezone: string } | null =
  null;

/** The start of the day on which a message is read. */
export function todayAt(now: number, timezone: string): DateTime {
  const isLatest =
    latest?.timezone === timezone && now >= latest.today.toMillis() && now < latest.end;
  if (latest && isLatest) return latest.today;
  const today = DateTime.fromMillis(now, { zone: timezone }).startOf('day');
  latest = { today, end: today.plus({ days: 1 }).toMillis(), timezone };
  return today;
}

function datesIn(text: string, today: DateTime, timezone: string): ReadDate[] {
  const inWords = daysInWords(text, today);
  const ordinals = [...text.matchAll(ORDINAL)].map((match) => {
    const start = match.index ?? 0;
    const date = nextDay(today, Number(match[1]));
    const doubt = date === null ? ('no_day' as const) : null;
    const day = (date ?? today).toISODate() ?? '';
    return { text: match[0], start, end: start + match[0].length, date: day, doubt };
  });
  // The customer's date as an early hour in UTC, so that neither hour nor offset changes the day.
  const instant = new Date(Date.UTC(today.year, today.month - 1, today.day, 6));
  const reference = { instant, timezone: 0 };
  const plain = text.replace(BEFORE_NO_YEAR, '; ');
  const ahead = chrono.en.GB.parse(plain, reference, { forwardDate: true });
  const back = BACK.test(text) ? chrono.en.GB.parse(plain, reference) : [];
  const dates = ahead.flatMap((found) => {
    const isBack = (other: typeof found) => other.index === found.index && BACK.test(other.text);
    const result = back.find(isBack) ?? found;
    const isDay = result.start.isCertain('day') || result.start.isCertain('weekday');
    if (!isDay && !/month|year/i.test(result.text)) return [];
    const [year, month, day] = (['year', 'month', 'day'] as const).map((part) =>
      result.start.get(part),
    );
    const date = DateTime.fromObject(
      { year: year ?? 0, month: month ?? 1, day: day ?? 1 },
      { zone: timezone },
    );
    // `send him 20 on Friday` names an amount, and not eight in the evening.
    const isHour = result.start.isCertain('hour');
    const number = isHour ? (BARE_HOUR.exec(result.text)?.[0] ?? '') : '';
    // `tomorrow, 15`: so much.
    const behind = isHour ? (HOUR_BEHIND.exec(result.text)?.[0] ?? '') : '';
    const words = result.text.slice(number.length, result.text.length - behind.length);
    const start0 = result.index + number.length;
    const span = { start: start0, end: start0 + words.length };
    const around = { before: text.slice(0, span.start), after: text.slice(span.end) };
    const stated = result.start.isCertain('weekday') ? result.start.get('weekday') : null;
    const isTorn = stated !== null && date.isValid && stated % 7 !== date.weekday % 7;
    const isOpen = result.end || !isDay || isTorn || isVague(words, around, date, today);
    const doubt = isOpen ? ('no_day' as const) : doubtOf(words, date, today);
    // `by Friday` and `tomorrow's` include the words that make them something other than a day.
    const deadline = DEADLINE.exec(around.before)?.[0] ?? '';
    const owner = OWNER.exec(around.after)?.[0] ?? '';
    // `on the 1st of December`.
    const article = /^\d/.test(words) ? (ARTICLE.exec(around.before)?.[0] ?? '') : '';
    const start = span.start - (deadline || article).length;
    const end = span.end + owner.length;
    const said = { start, end, text: text.slice(start, end) };
    return [{ ...said, date: date.toISODate() ?? '', doubt }];
  });
  const written = [
    ...inWords,
    ...ordinals.filter((one) => !inWords.some((other) => overlaps(one, other))),
  ];
  const apart = dates.filter((one) => !written.some((other) => overlaps(one, other)));
  const known = [...written, ...apart];
  const noDay = (match: RegExpMatchArray): ReadDate => {
    const start = match.index ?? 0;
    const span = { text: match[0], start, end: start + match[0].length };
    return { ...span, date: today.toISODate() ?? '', doubt: 'no_day' };
  };
  const vague = [...text.matchAll(NO_DAY)].map(noDay);
  const impossible = [...text.matchAll(DAY_AND_MONTH)].map(noDay);
  // A time without a day includes the words of the adjacent day: `sometime next week`.
  const open = vague.filter((one) => {
    const inside = known.filter((other) => overlaps(one, other));
    return inside.every(({ start, end }) => one.start <= start && end <= one.end);
  });
  const kept = known.filter((one) => !open.some((other) => overlaps(one, other)));
  const read = [...open, ...kept];
  const others = impossible.filter((one) => !read.some((other) => overlaps(one, other)));
  const all = [...read, ...others].sort((one, other) => one.start - other.start);
  return joined(text, all);
}

/** `Monday the 20th`, where that is a Monday, is one day. */
function joined(text: string, dates: readonly ReadDate[]): ReadDate[] {
  const found: ReadDate[] = [];
  for (const one of dates) {
    const before = found.at(-1);
    const isBeside = before && /^,? ?$/u.test(text.slice(before.end, one.start));
    if (isBeside && before.date === one.date && before.doubt === null && one.doubt === null) {
      const said = text.slice(before.start, one.end);
      found[found.length - 1] = { ...before, end: one.end, text: said };
    } else found.push(one);
  }
  return found;
}

const BARE_HOUR =
  /^\d{1,2},? (?=(?:on |this |next |coming )?\p{L})(?!(?:a\.?m|p\.?m|o['’]?clock|h)(?![\p{L}]))/iu;

const HOUR_BEHIND = /, \d{1,2}$/u;

const ARTICLE = /(?<![\p{L}])(?:on )?the $/iu;

/** True for days that are over, however much time they are: `yesterday`, `last month`. */
export const isOver = ({ doubt, text }: ReadDate): boolean => doubt === 'past' || BACK.test(text);

/** Words that name a deadline, an hour, a week, or one of two days. */
function isVague(
  said: string,
  { before, after }: { readonly before: string; readonly after: string },
  date: DateTime,
  today: DateTime,
): boolean {
  const isToday =
    date.hasSame(today, 'day') &&
    /(?:mon|tues|wednes|thurs|fri|satur|sun)day$/i.test(said) &&
    !/\d/.test(said);
  return (
    isToday ||
    OWNER.test(after) ||
    BARE_SPAN.test(said) ||
    SPAN_OF_TIME.test(said) ||
    (NEXT_WEEKDAY.test(said) && !isOfNextWeek(date, today)) ||
    DEADLINE.test(before)
  );
}

/**
 * `Next Monday`, said on a Wednesday: the coming one is that of next week, too. `Next Friday` may be in two
 * days or in nine, and a week may begin with a Sunday.
 */
function isOfNextWeek(date: DateTime, today: DateTime): boolean {
  const ahead = Math.round(date.diff(today, 'days').days);
  const isSunday = today.weekday === 7 || date.weekday === 7;
  return !isSunday && date.weekday <= today.weekday && ahead >= LEAST_AHEAD && ahead <= 7;
}

const LEAST_AHEAD = 3;

function doubtOf(text: string, date: DateTime, today: DateTime): ReadDate['doubt'] {
  const [, first, second] = NUMERIC.exec(text) ?? [];
  if (first !== undefined && Number(first) <= 12 && Number(second) <= 12 && first !== second) {
    return 'day_or_month';
  }
  // Without a year, a day that has just passed would be read as next year's.
  const isFar =
    !/\d{4}/.test(text) &&
    /\p{L}{3}/u.test(text) &&
    /\d/.test(text) &&
    date > today.plus({ months: 11 });
  return date < today || BACK.test(text) || (isFar && !/day|week|month|year/i.test(text))
    ? 'past'
    : null;
}

/** The next day of a month with that number, today included. */
export function nextDay(today: DateTime, day: number): DateTime | null {
  for (let ahead = 0; ahead < 12; ahead++) {
    const month = today.startOf('month').plus({ months: ahead });
    if (day < 1 || day > (month.daysInMonth ?? 0)) continue;
    const date = month.set({ day });
    if (date >= today) return date;
  }
  return null;
}
