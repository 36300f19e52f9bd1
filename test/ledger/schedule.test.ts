// The dates of schedules compared with an independent calendar over many years.

import fc from 'fast-check';
import { DateTime } from 'luxon';
import { expect, test } from 'vitest';
import { momentOf, wallClockOf } from '../../db/kernel/zone.ts';
import { businessDayOf, easterOf, isBusinessDay } from '../../ledger/business-day.ts';
import { type Day, formatDate, parseDate, partsOf, weekdayOf } from '../../ledger/calendar-date.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import { computeNextRunDate, type DateRule, type Recurrence } from '../../ledger/schedule.ts';

const toUtc = (day: Day) => DateTime.fromMillis(day * DAY_MS, { zone: 'utc' });
const anyDay = fc.integer({ min: -100_000, max: 300_000 });
const dayIn = (text: string): Day => parseDate(text) as Day;

const DAILY_RECURRENCE: Recurrence = {
  frequency: 'monthly',
  interval: 1,
  dayOfMonth: null,
  dayOfWeek: null,
  count: null,
  endDate: null,
};

function rule(startDate: string, every: Partial<Recurrence>, overrides: Partial<DateRule> = {}) {
  const recurrence = { ...DAILY_RECURRENCE, ...every };
  const plain = { convention: 'none', calendar: 'weekends' } as const;
  return { startDate: dayIn(startDate), recurrence, ...plain, ...overrides };
}

function datesOf(rule: DateRule, count: number): string[] {
  const results: string[] = [];
  let after = Number.NEGATIVE_INFINITY;
  while (results.length < count) {
    const next = computeNextRunDate(rule, after);
    if (!next) break;
    results.push(formatDate(next.date));
    after = next.date;
  }
  return results;
}

test('days, dates and weekdays equal those of another calendar library', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const luxonDate = toUtc(day);
      expect(partsOf(day)).toEqual({
        year: luxonDate.year,
        month: luxonDate.month,
        day: luxonDate.day,
      });
      expect(weekdayOf(day)).toBe(luxonDate.weekday);
      if (luxonDate.year > 0) expect(parseDate(formatDate(day))).toBe(day);
    }),
  );
});

test('a schedule on a 31st uses the last day of a short month, and returns to the 31st', () => {
  expect(datesOf(rule('2027-12-31', {}), 5)).toEqual([
    '2027-12-31',
    '2028-01-31',
    '2028-02-29',
    '2028-03-31',
    '2028-04-30',
  ]);
  expect(datesOf(rule('2027-02-10', { dayOfMonth: -1 }), 2)).toEqual(['2027-02-28', '2027-03-31']);
});

test('a schedule on 29 February uses the 28th in common years, and returns in leap years', () => {
  const dates = datesOf(rule('2028-02-29', { frequency: 'yearly' }), 5);
  expect(dates.map((date) => date.slice(5))).toEqual(['02-29', '02-28', '02-28', '02-28', '02-29']);
});

test('every monthly date equals the start plus whole months in another calendar library', () => {
  const months = { monthly: 1, quarterly: 3, yearly: 12 } as const;
  const frequency = fc.constantFrom('monthly', 'quarterly', 'yearly');
  fc.assert(
    fc.property(anyDay, frequency, fc.integer({ min: 1, max: 5 }), (start, every, interval) => {
      const input = rule('2000-01-01', { frequency: every, interval }, { startDate: start });
      let after = start - 1;
      for (let index = 0; index < 30; index++) {
        const expected = toUtc(start).plus({ months: index * months[every] * interval });
        const next = computeNextRunDate(input, after);
        expect(next?.date).toBe(Math.round(expected.toMillis() / DAY_MS));
        after = next?.date ?? 0;
      }
    }),
  );
});

test('a business-day convention moves dates to business days in its direction, and to no day twice', () => {
  const convention = fc.constantFrom('following', 'preceding', 'modified_following');
  const calendar = fc.constantFrom('weekends', 'target', 'federal_reserve');
  fc.assert(
    fc.property(anyDay, convention, calendar, (day, convention, on) => {
      const businessDay = businessDayOf(day, convention, on);
      expect(isBusinessDay(businessDay, on)).toBe(true);
      if (convention === 'following') expect(businessDay).toBeGreaterThanOrEqual(day);
      if (convention === 'preceding') expect(businessDay).toBeLessThanOrEqual(day);
      if (convention === 'modified_following')
        expect(toUtc(businessDay).month).toBe(toUtc(day).month);
      const ruleFields = { startDate: day, convention, calendar: on };
      const dates = datesOf(rule('2000-01-01', { frequency: 'daily' }, ruleFields), 30);
      expect(new Set(dates).size).toBe(30);
    }),
  );
});

test("Easter equals the church calendar's date", () => {
  const known = ['2024-03-31', '2025-04-20', '2026-04-05', '2027-03-28', '2038-04-25'];
  expect(known.map((text) => formatDate(easterOf(Number(text.slice(0, 4)))))).toEqual(known);
});

test('a local time has exactly one moment in every zone, through both clock changes', () => {
  const zone = fc.constantFrom(
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'America/Sao_Paulo',
    'Africa/Cairo',
    'Pacific/Apia',
    'UTC',
  );
  const day = fc.integer({ min: dayIn('2000-01-01'), max: dayIn('2035-12-31') });
  const time = fc.integer({ min: 0, max: DAY_MS - 1 });
  fc.assert(
    fc.property(zone, day, time, (name, date, time) => {
      const moment = momentOf(date, time, name);
      const seen = wallClockOf(moment, name);
      const localTime = DateTime.fromMillis(moment, { zone: name });
      const shown = ((localTime.hour * 60 + localTime.minute) * 60 + localTime.second) * 1000;
      expect(seen.localTimeMs).toBe(shown + localTime.millisecond);
      // Only a local time that the clock skips is shown as another time.
      const gap = seen.date * DAY_MS + seen.localTimeMs - (date * DAY_MS + time);
      expect(gap === 0 || (gap > 0 && gap <= DAY_MS)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('half past two runs once when the clock goes back, and an hour later when it goes forward', () => {
  const half = 2.5 * 60 * 60 * 1000;
  const momentOn = (date: string) =>
    new Date(momentOf(dayIn(date), half, 'Europe/Berlin')).toISOString();
  expect(momentOn('2026-10-25')).toBe('2026-10-25T00:30:00.000Z');
  expect(momentOn('2026-03-29')).toBe('2026-03-29T01:30:00.000Z');
});
