// The time of day in the zone of a time window, compared with another calendar library, around
// daylight saving changes: a window from two to three in the night is open for an hour, for two
// hours, or not at all.

import fc from 'fast-check';
import { DateTime } from 'luxon';
import { expect, test } from 'vitest';
import { localTimes } from '../../../db/kernel/local-time.ts';
import { NO_LIMITS } from '../../../db/limits/view.ts';
import { MINUTE_MS } from '../../../ledger/durations.ts';
import { limitRefusal, type TimeWindow, WEEKDAYS } from '../../../ledger/limits.ts';

const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'UTC',
];

const night = (timezone: string): TimeWindow => ({
  days: [...WEEKDAYS],
  start: '02:00',
  end: '03:00',
  timezone,
});

/** Minutes of a day in UTC during which a debit may leave. */
function openMinutes(window: TimeWindow, from: string): number {
  const order = {
    amount: 1n,
    statedCategory: null,
    merchant: { mcc: null, name: null },
    countries: [],
    isOutside: false,
    counterparties: [],
  };
  const usage = { amount: { day: 0n, week: 0n, month: 0n }, dayCount: 0 };
  let open = 0;
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    const time = Date.parse(from) + minute * MINUTE_MS;
    const terms = { ...NO_LIMITS, windows: [window] };
    const refusal = limitRefusal({ terms, usage, localTimes: localTimes([window], time), order });
    if (refusal === null) open += 1;
  }
  return open;
}

test('weekday and minute equal those of another calendar library, in every zone, at every moment', () => {
  const moments = fc.integer({ min: Date.UTC(2005, 0, 1), max: Date.UTC(2035, 0, 1) });
  fc.assert(
    fc.property(moments, fc.constantFrom(...ZONES), (time, zone) => {
      const localTime = DateTime.fromMillis(time, { zone });
      expect(localTimes([night(zone)], time)).toEqual([
        { day: WEEKDAYS[localTime.weekday - 1], minute: localTime.hour * 60 + localTime.minute },
      ]);
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ['an ordinary day', 'Europe/Berlin', '2027-06-01T12:00:00Z', 60],
  ['the day that has no such hour', 'Europe/Berlin', '2027-03-27T12:00:00Z', 0],
  ['the day that has it twice', 'Europe/Berlin', '2027-10-30T12:00:00Z', 120],
  ['the day that has half of it', 'Australia/Lord_Howe', '2027-10-02T03:00:00Z', 30],
  ['a zone that is a quarter of an hour off', 'Asia/Kathmandu', '2027-06-01T00:00:00Z', 60],
])(
  'a window from two to three is open on %s (%s, from %s) for %i minutes',
  (_, zone, from, open) => {
    expect(openMinutes(night(zone), from)).toBe(open);
  },
);

test('a window ends where the next window begins, and 24:00 is the end of the day', () => {
  const day = (start: string, end: string): TimeWindow => ({ ...night('UTC'), start, end });
  const from = '2027-06-01T00:00:00Z';
  expect(openMinutes(day('00:00', '24:00'), from)).toBe(24 * 60);
  expect(openMinutes(day('00:00', '08:30'), from)).toBe(510);
  expect(openMinutes(day('08:30', '24:00'), from)).toBe(24 * 60 - 510);
});
