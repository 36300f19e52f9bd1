// The label of a payment by its known outcome: fraud, no fraud, or unknown.

import type { OutcomeRow } from '../../../db/risk/outcomes.ts';

/** Source of a label; those of the second kind give none. */
export type Known = 'reversed' | 'rejected' | 'approved' | 'matured';
export type Unknown = 'young' | 'unjudged' | 'unscored';

export type Outcome =
  | { readonly label: 0 | 1; readonly by: Known }
  | { readonly label: null; readonly by: Unknown };

/**
 * The label of a payment. A return as fraud overrides an earlier review. A booked payment is good
 * once it is old enough, unless an alert stands against it: an alert about an account covers all
 * its payments that were flagged meanwhile. A payment that never went through and was not judged
 * has no label, however old it is.
 */
export function outcomeOf(row: OutcomeRow, matureBefore: number): Outcome {
  if (row.features === null) return { label: null, by: 'unscored' };
  if (row.isTakenBack === 1) return { label: 1, by: 'reversed' };
  if (row.verdict === 'rejected') return { label: 1, by: 'rejected' };
  if (row.verdict === 'approved') return { label: 0, by: 'approved' };
  if (row.isPosted === 0 || row.isDoubted === 1) return { label: null, by: 'unjudged' };
  if (row.createdAt >= matureBefore) return { label: null, by: 'young' };
  return { label: 0, by: 'matured' };
}
