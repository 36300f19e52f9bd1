// Every offset change of every zone in Node, over 25 years: each local time around it has the
// moment that follows from the two offsets and the time of the change.

import { expect, test } from 'vitest';
import { momentOf, wallClockOf } from '../../../db/kernel/zone.ts';
import { parseDate } from '../../../ledger/calendar-date.ts';
import { DAY_MS, MINUTE_MS } from '../../../ledger/durations.ts';
import { isDeep, selectCases } from '../../kit/suite/tier.ts';

const WEEK_MS = 7 * DAY_MS;
const FROM_TIME = Date.UTC(2005, 0, 1);
const TO_TIME = Date.UTC(2030, 0, 1);

interface Change {
  readonly zone: string;
  /** The first moment with the new offset. */
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/** Offsets from `Intl` only, independent of the bank's computation. */
function offsetsOf(zone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (time) => {
    const parts: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(time)) parts[type] = Number(value);
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000;
  };
}

function changesOf(zone: string): Change[] {
  const offset = offsetsOf(zone);
  const changes: Change[] = [];
  let before = offset(FROM_TIME);
  for (let index = FROM_TIME; index < TO_TIME; index += WEEK_MS) {
    const after = offset(index + WEEK_MS);
    if (after === before) continue;
    let [low, high] = [index, index + WEEK_MS];
    while (high - low > MINUTE_MS) {
      const middle = Math.floor((low + high) / 2 / MINUTE_MS) * MINUTE_MS;
      if (offset(middle) === before) low = middle;
      else high = middle;
    }
    changes.push({ zone, at: high, before, after });
    before = after;
  }
  return changes;
}

/**
 * A local time that occurs twice means the first one; a skipped one uses the offset before the
 * change.
 */
function expectationAt(wall: number, { at, before, after }: Change): number {
  if (wall - before < at) return wall - before;
  return wall - after >= at ? wall - after : wall - before;
}

const zones = ['Australia/Lord_Howe', 'Pacific/Apia', ...Intl.supportedValuesOf('timeZone')];
const changes = [...new Set(zones)].flatMap(changesOf);

test('time zone changes are frequent enough, and include half-hour and whole-day changes', () => {
  const sizes = new Set(changes.map(({ before, after }) => (after - before) / MINUTE_MS));
  expect(changes.length).toBeGreaterThan(3_000);
  expect([...sizes]).toEqual(expect.arrayContaining([60, -60, 30, -30, 24 * 60]));
});

test('around each zone change every local time has exactly one moment', () => {
  let count = 0;
  for (const change of selectCases(changes, 1 / 6)) {
    const size = Math.abs(change.after - change.before);
    const first = change.at + Math.min(change.before, change.after) - 90 * MINUTE_MS;
    const step = Math.max(17 * MINUTE_MS, Math.floor(size / 10));
    for (let wall = first; wall < first + size + 180 * MINUTE_MS; wall += step) {
      const date = Math.floor(wall / DAY_MS);
      const moment = momentOf(date, wall - date * DAY_MS, change.zone);
      const label = `${change.zone} ${new Date(wall).toISOString()}`;
      expect(new Date(moment).toISOString(), label).toBe(
        new Date(expectationAt(wall, change)).toISOString(),
      );
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(isDeep ? 30_000 : 5_000);
});

test('the day that Samoa skipped begins when the next day does', () => {
  const remaining = momentOf(parseDate('2011-12-30') as number, 0, 'Pacific/Apia');
  expect(remaining).toBe(momentOf(parseDate('2011-12-31') as number, 0, 'Pacific/Apia'));
  expect(wallClockOf(remaining, 'Pacific/Apia').date).toBe(parseDate('2011-12-31'));
});
