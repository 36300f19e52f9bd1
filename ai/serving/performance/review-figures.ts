// The share of payments that are reviewed, by day. SQL counts the payments, because reading the newest
// 10,000 rows would occupy a thread for 50 ms.

import type { Reader } from '../../../db/kernel/read-thread.ts';
import {
  countByDayAndOutcome,
  type OutcomeCount,
  openReviews,
  wereJudged,
} from '../../../db/risk/outcomes.ts';
import { firstIdAt } from '../../../ledger/id.ts';
import { countByDay, MAX_JUDGED, type ReviewDay } from './judgements.ts';
import { countReviews, type ReviewCounts } from './review-rate.ts';

export interface ReviewFigures {
  readonly counts: ReviewCounts;
  readonly days: readonly ReviewDay[];
  /** False when there were more payments than are counted. */
  readonly isWhole: boolean;
  readonly waiting: ReturnType<typeof openReviews>;
}

export interface ReviewFiguresOrder {
  /** Start of the window in milliseconds since 1970 UTC; it ends now. */
  readonly from: number;
}

/**
 * Counts payments; call it inside a snapshot. The counts of a read-only connection are valid until
 * a process writes to the ledger or a payment leaves the window.
 */
export function readReviewFigures(
  { database }: Reader,
  { from }: ReviewFiguresOrder,
): ReviewFigures {
  const outcomes = readOutcomesSince(database, from);
  const oldest = findOldest(outcomes);
  return {
    counts: countReviews(outcomes, ({ payments }) => payments),
    days: countByDay(outcomes, (outcome) => outcome),
    isWhole: oldest === null || !wereJudged(database, firstIdAt('riskDecision', from), oldest),
    waiting: openReviews(database),
  };
}

interface CachedCounts {
  readonly version: number;
  readonly from: number;
  readonly outcomes: readonly OutcomeCount[];
}

const cachedCounts = new WeakMap<Reader['database'], CachedCounts>();

function readOutcomesSince(database: Reader['database'], from: number): readonly OutcomeCount[] {
  const version = database.version?.();
  const last = cachedCounts.get(database);
  if (last && last.version === version && isSameWindow(last, from)) return last.outcomes;
  const since = firstIdAt('riskDecision', from);
  const outcomes = countByDayAndOutcome(database, { from: since, limit: MAX_JUDGED });
  if (version !== undefined) cachedCounts.set(database, { version, from, outcomes });
  return outcomes;
}

/** Returns true when a later window contains the same payments. */
function isSameWindow({ from: before, outcomes }: CachedCounts, from: number): boolean {
  const oldest = findOldest(outcomes);
  return from >= before && (oldest === null || firstIdAt('riskDecision', from) <= oldest);
}

function findOldest(outcomes: readonly OutcomeCount[]): string | null {
  return outcomes.reduce<string | null>(
    (earliest, { oldest }) => (earliest === null || oldest < earliest ? oldest : earliest),
    null,
  );
}
