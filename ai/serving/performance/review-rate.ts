// The review rate, and the share of needless reviews. Open reviews are unknown: the interval of
// false positives covers the cases that all of them are fraud and that none is.

import type { OutcomeRow } from '../../../db/risk/outcomes.ts';
import { wilson } from '../../../models/evaluate/normal.ts';
import type { Interval } from '../../../models/learn/train/bootstrap.ts';

/** Target for the share of reviewed payments. */
export const MAX_REVIEW_RATE = 0.03;
/** With fewer payments, chance would raise the alarm. */
export const MIN_PAYMENTS = 30;

export const REVIEW_ALARMS = ['none', 'raised', 'too_few'] as const;

/** Payments by their decision and known outcome. */
export interface ReviewCounts {
  /** Judged payments with any decision. */
  readonly payments: number;
  /** Payments that were reviewed, held or declined. */
  readonly lookedAt: number;
  /** Reviewed payments that were fraud, by a person's decision or a return of the money. */
  readonly confirmed: number;
  /** Reviewed payments that were honest, by a person's decision. */
  readonly lifted: number;
  /** Reviewed payments without an outcome. */
  readonly open: number;
  /** Payments that were approved and later reversed as fraud. */
  readonly missed: number;
}

export interface ReviewFigures extends ReviewCounts {
  readonly reviewRate: Interval | null;
  /** Share of honest payments that were reviewed. */
  readonly falsePositiveRate: {
    /** The rate by known outcomes; null when none is known while some are open. */
    readonly value: number | null;
    /** Lower end of the interval if all open reviews are fraud. */
    readonly low: number;
    /** Upper end of the interval if no open review is fraud. */
    readonly high: number;
  } | null;
  readonly target: number;
  readonly alarm: (typeof REVIEW_ALARMS)[number];
}

type ReviewOutcome = 'passed' | 'missed' | 'confirmed' | 'lifted' | 'open';

/** Columns that a fate derives from. */
export type ReviewColumns = Pick<
  OutcomeRow,
  'decision' | 'isPosted' | 'verdict' | 'isTakenBack' | 'isDoubted'
>;

/** Returns the outcome of a payment for reviewers. */
export function classifyReview(row: ReviewColumns): ReviewOutcome {
  if (row.decision === 'approve') return row.isTakenBack === 1 ? 'missed' : 'passed';
  if (row.isTakenBack === 1 || row.verdict === 'rejected') return 'confirmed';
  if (row.verdict === 'approved') return 'lifted';
  // The payment was booked with an alert about its account, and the alert was cleared.
  const isLifted = row.decision === 'review' && row.isPosted === 1 && row.isDoubted === 0;
  return isLifted ? 'lifted' : 'open';
}

/**
 * Counts decisions about payments. The caller leaves out answers to questions.
 * @param payments returns the number of payments of a row
 */
export function countReviews<Row extends ReviewColumns>(
  rows: readonly Row[],
  payments: (row: Row) => number = () => 1,
): ReviewCounts {
  const counts = { passed: 0, missed: 0, confirmed: 0, lifted: 0, open: 0 };
  for (const row of rows) counts[classifyReview(row)] += payments(row);
  const { confirmed, lifted, open, missed, passed } = counts;
  const lookedAt = confirmed + lifted + open;
  return { payments: lookedAt + missed + passed, lookedAt, confirmed, lifted, open, missed };
}

/** Raised when the rate exceeds the target by more than chance. */
export function judgeReviewRate(
  reviewRate: Interval | null,
  payments: number,
): ReviewFigures['alarm'] {
  if (reviewRate === null || payments < MIN_PAYMENTS) return 'too_few';
  return reviewRate.low > MAX_REVIEW_RATE ? 'raised' : 'none';
}

export function computeReviewFigures(counts: ReviewCounts): ReviewFigures {
  const { payments, lookedAt, confirmed, lifted, open, missed } = counts;
  const reviewRate = wilson(lookedAt, payments);
  // Unnoticed fraud counts as honest, which makes the rate slightly too low.
  const honestCount = payments - confirmed - missed;
  const min = wilson(lifted, honestCount - open);
  const max = wilson(lifted + open, honestCount);
  const decided = confirmed + lifted;
  return {
    ...counts,
    reviewRate,
    falsePositiveRate: max && {
      value: decided === 0 && open > 0 ? null : (min?.value ?? null),
      low: min?.low ?? 0,
      high: max.high,
    },
    target: MAX_REVIEW_RATE,
    alarm: judgeReviewRate(reviewRate, payments),
  };
}
