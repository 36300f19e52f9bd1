// Estimates Shapley values of a file whose content is not read. The features change one after the
// other from the values of a background row to those of the row, in orders drawn with a fixed seed,
// and each feature is credited with the change of the score (Štrumbelj and Kononenko 2014). Each
// order is walked from both ends, which removes most of the effect of the order. The sum is exact;
// each value is an estimate.

import { createRandom, shuffle } from '../learn/train/random.ts';
import type { Attribution } from './tree-shap.ts';

/** Most rows asked for one attribution; a file that passed the gate takes at most 2 ms for each. */
const MAX_SCORED_ROWS = 1_000;
const MAX_PAIRS = 100;
const SEED = 17;
/** Smallest distance of a probability from 0 and 1, so that log-odds stay finite. */
const MIN_PROBABILITY = 1e-6;

export interface SampledModel {
  /** The probability of each row. */
  score(rows: readonly Float32Array[]): Promise<readonly number[]>;
  readonly background: readonly Float32Array[];
  /** The file's answer for each row of the background. */
  readonly probabilities: readonly number[];
}

/** Estimates the attributions in log-odds. */
export async function estimateBySampling(
  { score, background, probabilities }: SampledModel,
  row: Float32Array,
  probability: number,
): Promise<Attribution> {
  const random = createRandom(SEED);
  const parts = new Float64Array(row.length);
  const pairs = choosePairs(row.length);
  let expected = 0;
  for (let pair = 0; pair < pairs; pair++) {
    const backgroundIndex = Math.floor((pair * background.length) / pairs);
    const from = background[backgroundIndex] as Float32Array;
    const ends = [logOdds(probabilities[backgroundIndex] as number), logOdds(probability)] as const;
    expected += ends[0];
    const order = shuffle(row.length, random).filter(
      (column) => !isSameValue(row[column], from[column]),
    );
    for (const walkOrder of [order, order.slice().reverse()]) {
      const between = (await score(listSteps(from, row, walkOrder))).map(logOdds);
      const values = walkOrder.length === 0 ? [] : [ends[0], ...between, ends[1]];
      walkOrder.forEach((feature, step) => {
        (parts[feature] as number) += (values[step + 1] as number) - (values[step] as number);
      });
    }
  }
  return { expected: expected / pairs, parts: Array.from(parts, (part) => part / (2 * pairs)) };
}

function choosePairs(columns: number): number {
  const affordablePairs = Math.floor(MAX_SCORED_ROWS / (2 * Math.max(1, columns - 1)));
  return Math.max(1, Math.min(MAX_PAIRS, affordablePairs));
}

/** The rows between the two ends of a walk. */
function listSteps(from: Float32Array, to: Float32Array, walkOrder: Uint32Array): Float32Array[] {
  const row = Float32Array.from(from);
  return Array.from(walkOrder.subarray(0, -1), (feature) => {
    row[feature] = to[feature] as number;
    return row.slice();
  });
}

function isSameValue(a: number | undefined, b: number | undefined): boolean {
  return Object.is(a, b) || a === b;
}

function logOdds(probability: number): number {
  const clamped = Math.min(1 - MIN_PROBABILITY, Math.max(MIN_PROBABILITY, probability));
  return Math.log(clamped / (1 - clamped));
}
