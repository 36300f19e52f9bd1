// Reads the judged payments of all developers, and the number that people reviewed each day.

import type { Reader } from '../../../db/kernel/read-thread.ts';
import { NEWEST_DECISION, outcomesOfAll } from '../../../db/risk/outcomes.ts';
import { DAY_MS } from '../../../ledger/durations.ts';
import { firstIdAt } from '../../../ledger/id.ts';
import { classifyReview, type ReviewColumns } from './review-rate.ts';

const PAGE = 500;
/** Maximum number of payments, the newest. */
export const MAX_JUDGED = 10_000;

export type JudgedPayment = ReturnType<ReturnType<typeof outcomesOfAll>>[number];

interface CachedRows {
  readonly version: number;
  readonly from: number;
  readonly rows: readonly JudgedPayment[];
}

const lastRead = new WeakMap<Reader['database'], CachedRows>();

/**
 * Reads the newest judgements in slices between which payments are booked. The result of a
 * read-only connection is valid until a process writes to the ledger.
 */
export async function readJudgedSince(
  { database }: Reader,
  from: number,
): Promise<JudgedPayment[]> {
  const version = database.version?.();
  const since = firstIdAt('riskDecision', from);
  const last = lastRead.get(database);
  // A window that begins later contains a subset of the same payments.
  if (last && last.version === version && from >= last.from) {
    return last.rows.filter(({ id }) => id >= since);
  }
  const rows = await readSince(database, since);
  const isSameVersion = version !== undefined && version === database.version?.();
  if (isSameVersion) lastRead.set(database, { version, from, rows });
  else lastRead.delete(database);
  return rows;
}

async function readSince(database: Reader['database'], since: string): Promise<JudgedPayment[]> {
  const read = outcomesOfAll(database);
  const rows: JudgedPayment[] = [];
  for (let before = NEWEST_DECISION; rows.length < MAX_JUDGED; ) {
    const page = read({ from: since, before, limit: PAGE });
    rows.push(...page);
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    before = last.id;
    await new Promise(setImmediate);
  }
  return rows.slice(0, MAX_JUDGED);
}

export interface ReviewDay {
  readonly day: string;
  readonly payments: number;
  readonly lookedAt: number;
}

/** Counts payments by the day of their judgement, oldest first, without empty days. */
export function countReviewDays(rows: readonly JudgedPayment[]): ReviewDay[] {
  // Formats each day once instead of for each payment.
  const dayCache = new Map<number, { readonly day: string; readonly payments: number }>();
  return countByDay(rows, ({ createdAt }) => {
    const number = Math.floor(createdAt / DAY_MS);
    const existing = dayCache.get(number);
    if (existing) return existing;
    const entry = { day: new Date(createdAt).toISOString().slice(0, 10), payments: 1 };
    dayCache.set(number, entry);
    return entry;
  });
}

/** @param readValue returns the day of a row and its number of payments */
export function countByDay<Row extends ReviewColumns>(
  rows: readonly Row[],
  readValue: (row: Row) => { readonly day: string; readonly payments: number },
): ReviewDay[] {
  const days = new Map<string, { payments: number; lookedAt: number }>();
  for (const row of rows) {
    const { day, payments } = readValue(row);
    const counts = days.get(day) ?? { payments: 0, lookedAt: 0 };
    counts.payments += payments;
    const fate = classifyReview(row);
    if (fate !== 'passed' && fate !== 'missed') counts.lookedAt += payments;
    days.set(day, counts);
  }
  return [...days]
    .map(([day, counts]) => ({ day, ...counts }))
    .sort((a, other) => a.day.localeCompare(other.day));
}
