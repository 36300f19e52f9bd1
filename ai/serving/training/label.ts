// The label of a payment by its known outcome: fraud, no fraud, or unknown.

import type { OutcomeRow } from '../../../db/risk/outcomes.ts';

/** Sources of labels, and reasons for having none. */
export type LabelSource = 'reversed' | 'rejected' | 'approved' | 'matured';
export type NoLabelReason = 'young' | 'unjudged' | 'unscored';

export type Outcome =
  | { readonly label: 0 | 1; readonly by: LabelSource }
  | { readonly label: null; readonly by: NoLabelReason };

/**
 * Returns the label of a payment. A reversal as fraud overrides an earlier review. A booked payment
 * is honest once it is old enough, unless it has an open alert: an alert about an account covers
 * all its payments that were flagged meanwhile. A payment that was never booked nor reviewed has no
 * label.
 */
export function labelPayment(row: OutcomeRow, matureBefore: number): Outcome {
  if (row.features === null) return { label: null, by: 'unscored' };
  if (row.isTakenBack === 1) return { label: 1, by: 'reversed' };
  if (row.verdict === 'rejected') return { label: 1, by: 'rejected' };
  if (row.verdict === 'approved') return { label: 0, by: 'approved' };
  if (row.isPosted === 0 || row.isDoubted === 1) return { label: null, by: 'unjudged' };
  if (row.createdAt >= matureBefore) return { label: null, by: 'young' };
  return { label: 0, by: 'matured' };
}
