// Estimates the duration of a training before it starts: from figures of one core of 2026, measured
// as processor time from 1,500 × 5 to 100,000 × 20 (docs/build/models-train.md).

import { MAX_VALUES } from './select.ts';

interface PlannedTraining {
  readonly algorithm: 'auto' | 'logistic' | 'gbdt';
  /** Number of rows times number of features. */
  readonly values: number;
  /** Omitted when the boosting stops by its patience. */
  readonly rounds?: number | undefined;
  readonly tuningSeconds: number;
}

/** Seconds to start the process, run the gate and register the file. */
const START_SECONDS = 2.5;
/** Seconds for each value: reading, search for copies and leaks, and intervals of the figures. */
const SECONDS_PER_VALUE = 4e-6;
const SECONDS_PER_VALUE_AND_ROUND = 2e-8;
const USUAL_ROUNDS = 200;
/**
 * Cost of the fits, as multiples of a fit on all rows: on the split, on all rows, and with `auto`
 * on five folds of four fifths.
 */
const FIT_COSTS = { split: 0.6, all: 1, folds: 3.2 };

export function estimateSeconds({
  algorithm,
  values,
  rounds,
  tuningSeconds,
}: PlannedTraining): number {
  const isFolded = algorithm === 'auto' && values * 0.8 <= MAX_VALUES;
  const fits = FIT_COSTS.split + FIT_COSTS.all + (isFolded ? FIT_COSTS.folds : 0);
  const grownRounds = algorithm === 'logistic' ? 0 : (rounds ?? USUAL_ROUNDS) * fits;
  const workSeconds = values * (SECONDS_PER_VALUE + grownRounds * SECONDS_PER_VALUE_AND_ROUND);
  return Math.ceil(START_SECONDS + workSeconds + tuningSeconds);
}
