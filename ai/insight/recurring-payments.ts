// Finds recurring payments in a customer's books, in and out.

import type { BookedMovement } from '../../db/movements/reads.ts';
import { type InsightBooks, listEvidence } from './books.ts';
import { groupByKey } from './figures.ts';
import { type Frequency, findSeries, partyKey, type Series } from './recurring.ts';

export interface Recurring {
  readonly counterparty: string;
  readonly direction: 'in' | 'out';
  readonly category: string | null;
  /** The median, in minor units. */
  readonly amount: number;
  readonly lastAmount: number;
  readonly frequency: Frequency;
  readonly count: number;
  /** Date of the last payment, such as `2026-11-01`. */
  readonly lastDate: string;
  /** Null when the payment is overdue, so that the series counts as ended. */
  readonly nextExpected: string | null;
  /** Share of the intervals that fit the frequency. */
  readonly fit: number;
  readonly evidence: readonly string[];
  /** True between accounts of the same customer. */
  readonly isOwn: boolean;
  readonly series: Series;
}

const PAYMENTS: ReadonlySet<string> = new Set(['transfer', 'deposit', 'withdrawal']);

/** Returns recurring payments, largest first, without transfers between two examined accounts. */
export function findRecurring(books: InsightBooks): Recurring[] {
  const groups = groupByKey(excludeOwnTransfers(books.movements), (movement) =>
    PAYMENTS.has(movement.type) && movement.party !== null
      ? `${movement.direction} ${movement.isOwn} ${partyKey(movement.party)}`
      : null,
  );
  const recurring = [...groups.values()].flatMap((rows) => {
    const byId = new Map(rows.map((row) => [row.transactionId, row]));
    const paid = rows.map(({ postedAt, amount, transactionId: id }) => {
      return { day: books.days.dayOf(postedAt), amount, id };
    });
    return findSeries(paid, books.today, books.days.monthsAfter).map((series) => {
      const rowsPaid = series.paid.flatMap(({ id }) => byId.get(id) ?? []);
      return describeSeries(books, series, rowsPaid);
    });
  });
  return recurring.sort((a, b) => b.amount - a.amount);
}

function describeSeries(
  books: InsightBooks,
  series: Series,
  rows: readonly BookedMovement[],
): Recurring {
  const last = rows.at(-1) as BookedMovement;
  const { amount, lastAmount, frequency, fit } = series;
  return {
    counterparty: last.party ?? '',
    direction: last.direction === 'debit' ? 'out' : 'in',
    category: last.category,
    ...{ amount, lastAmount, frequency },
    count: rows.length,
    lastDate: books.days.dateOf(books.days.dayOf(last.postedAt)),
    nextExpected: series.isActive ? books.days.dateOf(series.nextDay) : null,
    fit: Math.round(fit * 100) / 100,
    evidence: listEvidence(rows),
    isOwn: last.isOwn,
    series,
  };
}

/**
 * Returns the movements without transfers between the customer's own accounts, which do not change
 * the total balance.
 */
export function excludeOwnTransfers(movements: readonly BookedMovement[]): BookedMovement[] {
  const directions = new Map<string, Set<string>>();
  for (const movement of movements) {
    const seenDirections = directions.get(movement.transactionId) ?? new Set();
    directions.set(movement.transactionId, seenDirections.add(movement.direction));
  }
  return movements.filter(({ transactionId }) => directions.get(transactionId)?.size === 1);
}
