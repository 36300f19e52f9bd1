// Recall and false finds of recurring payments among planted ones.

import { buildBooks } from '../../ai/insight/books.ts';
import { partyKey } from '../../ai/insight/recurring.ts';
import { findRecurring } from '../../ai/insight/recurring-payments.ts';
import { makeOrder } from './orders.ts';
import type { WorldBook, WorldBooks } from './world-books.ts';

const MIN_PAYMENTS = { weekly: 5, biweekly: 4, monthly: 3, quarterly: 3 };

/** Returns the planted payments that occur often enough to be recurring. */
function findPlanted({ rows, again }: WorldBook): Map<string, string> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const key = `${row.direction === 'credit' ? 'in' : 'out'} ${row.party}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const seen = [...again].filter(([key, every]) => (counts.get(key) ?? 0) >= MIN_PAYMENTS[every]);
  return new Map(seen.map(([key, every]) => [keyOf(key), every]));
}

function keyOf(key: string): string {
  const [direction = '', ...party] = key.split(' ');
  return `${direction} ${partyKey(party.join(' '))}`;
}

export function measureRecurring({ books, end }: WorldBooks) {
  let [planted, foundCount, right, extra, customers] = [0, 0, 0, 0, 0];
  const missed: Record<string, number> = {};
  for (const book of books) {
    customers += 1;
    const expected = findPlanted(book);
    const series = findRecurring(buildBooks(makeOrder(end, book), book.rows));
    const detected = new Map(
      series.map((seriesItem) => [
        keyOf(`${seriesItem.direction} ${seriesItem.counterparty}`),
        seriesItem.frequency,
      ]),
    );
    planted += expected.size;
    for (const [key, every] of expected) {
      if (detected.has(key)) foundCount += 1;
      else missed[every] = (missed[every] ?? 0) + 1;
      if (detected.get(key) === every) right += 1;
    }
    // Transfers to savings follow some paydays: they are neither planted nor a false hit.
    extra += [...detected.keys()].filter((key) => {
      return !expected.has(key) && !key.includes('savings');
    }).length;
  }
  return {
    measure: 'recurring payments',
    ...{ customers, planted, found: foundCount, falseHits: extra, missed },
    recall: round(foundCount / planted),
    rightFrequency: round(right / planted),
    precision: round(foundCount / (foundCount + extra)),
  };
}

export const round = (value: number) => Math.round(value * 1_000) / 1_000;
