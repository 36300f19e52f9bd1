// Payments of all developers that were judged, and how many of each day people had to look at.

import type { Ledger } from '../../../db/ledger.ts';
import { NEWEST_DECISION, outcomesOfAll } from '../../../db/risk/outcomes.ts';
import { firstIdAt } from '../../../ledger/id.ts';
import { fateOf } from './review-rate.ts';

const PAGE = 500;
/** Newest payments that are looked at. */
export const MOST_JUDGED = 10_000;

export type Judged = ReturnType<ReturnType<typeof outcomesOfAll>>[number];

export interface JudgedPayments {
  readonly rows: readonly Judged[];
  /** False: there were more. */
  readonly isWhole: boolean;
}

/** The newest, piece by piece: payments are booked between two pieces. */
export async function judgedSince({ database }: Ledger, from: number): Promise<JudgedPayments> {
  const read = outcomesOfAll(database);
  const rows: Judged[] = [];
  const since = firstIdAt('riskDecision', from);
  for (let before = NEWEST_DECISION; rows.length <= MOST_JUDGED; ) {
    const page = read({ from: since, before, limit: PAGE });
    rows.push(...page);
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    before = last.id;
    await new Promise(setImmediate);
  }
  return { rows: rows.slice(0, MOST_JUDGED), isWhole: rows.length <= MOST_JUDGED };
}

export interface ReviewDay {
  readonly day: string;
  readonly payments: number;
  readonly lookedAt: number;
}

/** By the day on which it was judged, the oldest first; days without a payment are left out. */
export function reviewDays(rows: readonly Judged[]): ReviewDay[] {
  const days = new Map<string, { payments: number; lookedAt: number }>();
  for (const row of rows) {
    const day = new Date(row.createdAt).toISOString().slice(0, 10);
    const known = days.get(day) ?? { payments: 0, lookedAt: 0 };
    known.payments += 1;
    const fate = fateOf(row);
    if (fate !== 'passed' && fate !== 'missed') known.lookedAt += 1;
    days.set(day, known);
  }
  return [...days]
    .map(([day, counts]) => ({ day, ...counts }))
    .sort((one, other) => one.day.localeCompare(other.day));
}
