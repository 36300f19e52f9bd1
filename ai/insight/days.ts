// Days of a time zone as whole numbers, so that rows are put into days without a calendar each.

import { DateTime } from 'luxon';

export interface DayBook {
  /** Number of days. */
  readonly length: number;
  /** The day that a moment lies in: 0 is the first; negative or `length`: outside. */
  dayOf(at: number): number;
  /** `2026-11-18` */
  dateOf(day: number): string;
  /** The Monday of its week. */
  weekOf(day: number): string;
  /** Its midnight, milliseconds since 1970 UTC. */
  startOf(day: number): number;
  monthsAfter(day: number, months: number): number;
  /** The hour of a moment, 0 to 23. */
  hourOf(at: number): number;
}

/**
 * The days from one moment to another, midnight to midnight in a time zone.
 * @param from milliseconds since 1970 UTC, a midnight there
 * @param to the end, outside
 */
export function dayBook(from: number, to: number, zone: string): DayBook {
  const first = DateTime.fromMillis(from, { zone });
  const starts: number[] = [];
  for (let at = first; at.toMillis() < to; at = first.plus({ days: starts.length })) {
    starts.push(at.toMillis());
  }
  return {
    length: starts.length,
    dayOf(at) {
      if (at < from) return -1;
      if (at >= to) return starts.length;
      let [low, high] = [0, starts.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] as number) <= at) low = middle;
        else high = middle - 1;
      }
      return low;
    },
    dateOf: (day) => first.plus({ days: day }).toFormat('yyyy-LL-dd'),
    weekOf: (day) => first.plus({ days: day }).startOf('week').toFormat('yyyy-LL-dd'),
    startOf: (day) => first.plus({ days: day }).toMillis(),
    monthsAfter: (day, months) =>
      Math.round(first.plus({ days: day }).plus({ months }).diff(first, 'days').days),
    hourOf: (at) => DateTime.fromMillis(at, { zone }).hour,
  };
}

/** Midnight of the day that a moment lies in. */
export function midnightOf(at: number, zone: string, days = 0): number {
  return DateTime.fromMillis(at, { zone }).startOf('day').plus({ days }).toMillis();
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** As many days before a period; of whole months as many whole months. */
export function spanBefore({ from, to }: Span, zone: string): Span {
  const [first, end] = [from, to].map((at) => DateTime.fromMillis(at, { zone })) as [
    DateTime,
    DateTime,
  ];
  const isWhole = first.day === 1 && end.day === 1;
  const length = isWhole
    ? { months: Math.round(end.diff(first, 'months').months) }
    : { days: Math.round(end.diff(first, 'days').days) };
  return { from: first.minus(length).toMillis(), to: from };
}
