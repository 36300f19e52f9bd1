// What is known of a payment afterwards, as a label: fraud, no fraud, or nothing yet.

import type { OutcomeRow } from '../../../db/risk/outcomes.ts';

/** How a label is known; those of the second kind carry none. */
export type Known = 'reversed' | 'rejected' | 'approved' | 'matured';
export type Unknown = 'young' | 'unjudged' | 'unscored';

export type Outcome =
  | { readonly label: 0 | 1; readonly by: Known }
  | { readonly label: null; readonly by: Unknown };

/**
 * The label of a payment. Money that went back as fraud says more than who looked at it before. A
 * payment that was booked is good once it is old enough, unless an alert stands against it: the one
 * about an account covers all its payments that were flagged meanwhile. What never went through and
 * was not judged says nothing, however old it is.
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
