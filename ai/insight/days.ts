// Days of a time zone as whole numbers, so that rows are assigned to days without a calendar
// computation for each.

import { DateTime } from 'luxon';

export interface DayIndex {
  /** Number of days. */
  readonly length: number;
  /** Returns the day of a moment; 0 is the first, a negative number or `length` is outside. */
  dayOf(time: number): number;
  /** `2026-11-18` */
  dateOf(day: number): string;
  /** Returns the Monday of its week. */
  weekOf(day: number): string;
  /** Returns its midnight in milliseconds since 1970 UTC. */
  startOf(day: number): number;
  monthsAfter(day: number, months: number): number;
  /** Returns the hour of a moment, 0 to 23. */
  hourOf(time: number): number;
}

/**
 * Returns the days between two midnights of a time zone.
 * @param from a midnight there, in milliseconds since 1970 UTC
 * @param to the exclusive end
 */
export function createDayIndex(from: number, to: number, zone: string): DayIndex {
  const first = DateTime.fromMillis(from, { zone });
  const starts: number[] = [];
  for (let index = first; index.toMillis() < to; index = first.plus({ days: starts.length })) {
    starts.push(index.toMillis());
  }
  return {
    length: starts.length,
    dayOf(time) {
      if (time < from) return -1;
      if (time >= to) return starts.length;
      let [low, high] = [0, starts.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] as number) <= time) low = middle;
        else high = middle - 1;
      }
      return low;
    },
    dateOf: (day) => first.plus({ days: day }).toFormat('yyyy-LL-dd'),
    weekOf: (day) => first.plus({ days: day }).startOf('week').toFormat('yyyy-LL-dd'),
    startOf: (day) => first.plus({ days: day }).toMillis(),
    monthsAfter: (day, months) =>
      Math.round(first.plus({ days: day }).plus({ months }).diff(first, 'days').days),
    hourOf: (time) => DateTime.fromMillis(time, { zone }).hour,
  };
}

/** Returns midnight of the day of a moment. */
export function midnightOf(time: number, zone: string, days = 0): number {
  return DateTime.fromMillis(time, { zone }).startOf('day').plus({ days }).toMillis();
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns the same number of days before a period; of whole months, the same number of months. */
export function spanBefore({ from, to }: Span, zone: string): Span {
  const [first, end] = [from, to].map((time) => DateTime.fromMillis(time, { zone })) as [
    DateTime,
    DateTime,
  ];
  const isWhole = first.day === 1 && end.day === 1;
  const length = isWhole
    ? { months: Math.round(end.diff(first, 'months').months) }
    : { days: Math.round(end.diff(first, 'days').days) };
  return { from: first.minus(length).toMillis(), to: from };
}
