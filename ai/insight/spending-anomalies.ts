// Finds unusual payments in a customer's spending, each with the transactions that are its
// evidence.

import type { BookedMovement } from '../../db/movements/reads.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import { shareOf } from '../answers/flows.ts';
import { type InsightBooks, itemsWithin } from './books.ts';
import { computeMedian, computeSpread, groupByKey, NORMAL_FACTOR } from './figures.ts';
import { partyKey } from './recurring.ts';
import type { Recurring } from './recurring-payments.ts';

export interface SpendingAnomaly {
  readonly code: 'possible_duplicate' | 'unusual_amount' | 'price_increase';
  readonly counterparty: string | null;
  /** Minor units. */
  readonly observed: number;
  readonly expected: number;
  readonly evidence: readonly string[];
}

/** Minimum number of payments of a party or category for a habit. */
const MIN_HABIT = 8;
/** Maximum number of payments of a habit; the newest are used. */
const MAX_HABIT = 200;
/** Threshold in standard deviations of the logarithm. */
const UNUSUAL_SPREADS = 3.5;
const MIN_SPREAD = 0.25;
const PRICE_INCREASE = 1.05;
const MAX_ANOMALIES = 50;

/** Returns the anomalies of the period, newest last. */
export function findSpendingAnomalies(
  books: InsightBooks,
  recurring: readonly Recurring[],
): SpendingAnomaly[] {
  const spent = books.movements.filter(
    (movement) => movement.type !== 'reversal' && shareOf('spending', movement) > 0,
  );
  const expected = new Set(recurring.flatMap(({ series }) => series.paid.map(({ id }) => id)));
  return [
    ...findDuplicates(itemsWithin(spent, books.period)),
    ...findUnusual(spent, books, expected),
    ...findPriceRises(recurring, books),
  ].slice(-MAX_ANOMALIES);
}

/** Finds payments of one amount to one party twice within a day, unless that is usual. */
function findDuplicates(spent: readonly BookedMovement[]): SpendingAnomaly[] {
  const groups = groupByKey(spent, (movement) =>
    movement.party === null ? null : `${partyKey(movement.party)} ${movement.amount}`,
  );
  return [...groups.values()].flatMap((rows) => {
    if (rows.length > 3) return [];
    return rows.slice(1).flatMap((row, index): SpendingAnomaly[] => {
      const before = rows[index] as BookedMovement;
      if (row.postedAt - before.postedAt >= DAY_MS) return [];
      const evidence = [before.transactionId, row.transactionId];
      const finding = { observed: row.amount, expected: 0, evidence };
      return [{ code: 'possible_duplicate', counterparty: row.party, ...finding }];
    });
  });
}

/**
 * Finds amounts far above earlier ones of the party, otherwise of the category, otherwise of all
 * payments.
 */
function findUnusual(
  spent: readonly BookedMovement[],
  { period }: InsightBooks,
  expected: ReadonlySet<string>,
): SpendingAnomaly[] {
  const habits = new Map<string, number[]>();
  return spent.flatMap((movement): SpendingAnomaly[] => {
    const keys = [
      ...(movement.party === null ? [] : [`party ${partyKey(movement.party)}`]),
      ...(movement.category === null ? [] : [`category ${movement.category}`]),
      'all',
    ];
    const habit = keys
      .map((key) => habits.get(key) ?? [])
      .find((pastAmounts) => pastAmounts.length >= MIN_HABIT);
    const value = Math.log(movement.amount);
    const before = habit?.slice(-MAX_HABIT);
    for (const key of keys) habits.set(key, appendValue(habits.get(key), value));
    const isWithin = movement.postedAt >= period.from && movement.postedAt < period.to;
    if (!before || !isWithin || expected.has(movement.transactionId)) return [];
    const middleLog = computeMedian(before);
    const spread = Math.max(MIN_SPREAD, NORMAL_FACTOR * computeSpread(before, middleLog));
    if (value - middleLog < UNUSUAL_SPREADS * spread) return [];
    const usualAmount = Math.round(Math.exp(middleLog));
    const finding = {
      observed: movement.amount,
      expected: usualAmount,
      evidence: [movement.transactionId],
    };
    return [{ code: 'unusual_amount', counterparty: movement.party, ...finding }];
  });
}

function appendValue(values: number[] | undefined, value: number): number[] {
  if (!values) return [value];
  values.push(value);
  return values;
}

function findPriceRises(
  recurring: readonly Recurring[],
  { period, days }: InsightBooks,
): SpendingAnomaly[] {
  return recurring.flatMap(({ series, direction, counterparty, isOwn }): SpendingAnomaly[] => {
    const [before, last] = series.paid.slice(-2);
    if (!before || !last || direction !== 'out' || isOwn) return [];
    if (last.day < days.dayOf(period.from) || days.startOf(last.day) >= period.to) return [];
    const usualPrice = computeMedian(series.paid.slice(0, -1).map(({ amount }) => amount));
    const isStable =
      computeSpread(series.paid.slice(0, -1).map(({ amount }) => amount)) < usualPrice * 0.02;
    if (!isStable || last.amount <= usualPrice * PRICE_INCREASE) return [];
    const evidence = [before.id, last.id];
    const finding = { observed: last.amount, expected: Math.round(usualPrice), evidence };
    return [{ code: 'price_increase', counterparty, ...finding }];
  });
}
