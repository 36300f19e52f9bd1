// The habits of a customer's payments: amounts, hours, payees, countries, and bursts.

import type { BookedMovement } from '../../db/movements/reads.ts';
import { HOUR_MS } from '../../ledger/durations.ts';
import type { DayIndex } from './days.ts';
import { groupByKey, quantile, sortNumbers } from './figures.ts';
import { partyKey } from './recurring.ts';

export const WINDOWS = { h1: HOUR_MS, h24: 24 * HOUR_MS, d7: 168 * HOUR_MS } as const;
export type Window = keyof typeof WINDOWS;

const OUTGOING_TYPES: ReadonlySet<string> = new Set(['transfer', 'withdrawal']);

/** Returns payments to others. */
export function selectPayments(movements: readonly BookedMovement[]): BookedMovement[] {
  return movements.filter(
    (movement) =>
      movement.direction === 'debit' && !movement.isOwn && OUTGOING_TYPES.has(movement.type),
  );
}

/** Returns the largest number of payments within a duration. */
export function countMostWithin(payments: readonly BookedMovement[], lengthMs: number): number {
  let [first, max] = [0, 0];
  payments.forEach(({ postedAt }, index) => {
    while ((payments[first]?.postedAt ?? postedAt) <= postedAt - lengthMs) first += 1;
    max = Math.max(max, index - first + 1);
  });
  return max;
}

export function computeVelocity(payments: readonly BookedMovement[]) {
  const countMost = (window: Window) => countMostWithin(payments, WINDOWS[window]);
  return { h1: countMost('h1'), h24: countMost('h24'), d7: countMost('d7') };
}

/** Returns the number of payments by hour of the day, in the time zone of the days. */
export function countByHour(payments: readonly BookedMovement[], days: DayIndex): number[] {
  const hours = new Array<number>(24).fill(0);
  for (const { postedAt } of payments) {
    const hour = days.hourOf(postedAt);
    hours[hour] = (hours[hour] ?? 0) + 1;
  }
  return hours;
}

const MAX_NAMED = 10;
/** Share of the payments in the active hours. */
const ACTIVE_SHARE = 0.8;

/** Amounts in minor units. */
export function computeProfile(payments: readonly BookedMovement[], days: DayIndex) {
  const amounts = sortNumbers(payments.map(({ amount }) => amount));
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  const parties = [...groupByKey(payments, ({ party }) => party && partyKey(party)).values()];
  const topCounterparties = parties
    .map((rows) => {
      const amount = rows.reduce((sum, row) => sum + row.amount, 0);
      return { name: rows.at(-1)?.party ?? '', count: rows.length, amount };
    })
    .sort((a, b) => b.amount - a.amount || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_NAMED);
  const countries = [...groupByKey(payments, ({ country }) => country)]
    .map(([country, rows]) => ({ country, count: rows.length }))
    .sort((a, b) => b.count - a.count);
  return {
    ...{ payments: payments.length, totalAmount: total, counterparties: parties.length },
    avgAmount: payments.length === 0 ? 0 : Math.round(total / payments.length),
    medianAmount: Math.round(quantile(amounts, 0.5)),
    p95Amount: Math.round(quantile(amounts, 0.95)),
    activeHours: activeHours(countByHour(payments, days)),
    ...{ topCounterparties, countries, velocity: computeVelocity(payments) },
  };
}

function activeHours(hours: readonly number[]): number[] {
  const total = hours.reduce((sum, hour) => sum + hour, 0);
  const byCount = hours.map((count, hour) => ({ count, hour })).sort((a, b) => b.count - a.count);
  const counts: number[] = [];
  let movementCount = 0;
  for (const { count, hour } of byCount) {
    if (count === 0 || movementCount >= ACTIVE_SHARE * total) break;
    movementCount += count;
    counts.push(hour);
  }
  return counts.sort((a, b) => a - b);
}
