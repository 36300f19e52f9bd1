// Finds the best split of a node: for each feature and bin, with the missing values on either side,
// the gain by the second-order approximation of the loss (Chen and Guestrin 2016, equation 7).

import { FEATURE_CELLS, type Histogram, missingTotals, type Totals } from './histogram.ts';

export interface SplitRules {
  /** Penalty on the square of a leaf's value. */
  readonly lambda: number;
  readonly minRows: number;
  readonly minCurvature: number;
  /** Per feature: 1 when the margin may only rise with it, -1 only fall, 0 free. */
  readonly monotone: readonly number[];
  /** Per feature: -1 when missing values join the smallest values, 1 the largest, 0 either side. */
  readonly missing: readonly number[];
}

/** Bounds of the leaf values below a constrained split. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

export interface Split {
  readonly gain: number;
  readonly feature: number;
  /** The last bin that goes left. */
  readonly bin: number;
  readonly missingLeft: boolean;
  readonly left: Totals;
  readonly right: Totals;
}

export const NO_BOUNDS: Bounds = { low: -Infinity, high: Infinity };
const MIN_GAIN = 1e-6;

/** A leaf's contribution to the margin, before the learning rate. */
export function leafValue({ gradient, curvature }: Totals, lambda: number, bounds: Bounds): number {
  const unboundedValue = -gradient / (curvature + lambda);
  return Math.min(bounds.high, Math.max(bounds.low, unboundedValue));
}

/** Twice the reduction of the loss by a leaf; for an unconstrained value G² / (H + λ). */
function computeLeafScore(
  gradient: number,
  curvature: number,
  value: number,
  lambda: number,
): number {
  return -(2 * gradient * value + (curvature + lambda) * value * value);
}

interface Search {
  readonly histogram: Histogram;
  readonly total: Totals;
  readonly rules: SplitRules;
  readonly bounds: Bounds;
}

export function findBestSplit(
  search: Search,
  features: readonly number[],
  edges: readonly Float32Array[],
): Split | null {
  let best: Split | null = null;
  for (const feature of features) {
    const missing = missingTotals(search.histogram, feature);
    const bins = (edges[feature] as Float32Array).length;
    const missingRule = search.rules.missing[feature] ?? 0;
    const sides = listSides(missingRule, missing.rows > 0);
    for (const missingLeft of sides) {
      // The cut after the last bin separates known from missing values.
      const cuts = bins + (missing.rows > 0 && !missingLeft ? 1 : 0);
      const bestCut = findBestCut(search, { feature, cuts, missingLeft, missing }, best?.gain ?? 0);
      if (bestCut) best = bestCut;
    }
  }
  return best;
}

/** Returns the sides of missing values that have to be tried. */
function listSides(missingRule: number, isAnyMissing: boolean): readonly boolean[] {
  if (missingRule !== 0) return [missingRule < 0];
  return isAnyMissing ? [false, true] : [false];
}

interface Scan {
  readonly feature: number;
  readonly cuts: number;
  readonly missingLeft: boolean;
  readonly missing: Totals;
}

/**
 * Returns the best cut with a gain above `min`, or null. This is the inner loop, so its sums are
 * local variables.
 */
function findBestCut(search: Search, scan: Scan, minGain: number): Split | null {
  const { histogram, total, rules, bounds } = search;
  const { lambda, minRows, minCurvature } = rules;
  const constraint = rules.monotone[scan.feature] ?? 0;
  const isFree = constraint === 0 && bounds === NO_BOUNDS;
  const totalScore = computeLeafScore(
    total.gradient,
    total.curvature,
    leafValue(total, lambda, bounds),
    lambda,
  );
  let gradient = scan.missingLeft ? scan.missing.gradient : 0;
  let curvature = scan.missingLeft ? scan.missing.curvature : 0;
  let rows = scan.missingLeft ? scan.missing.rows : 0;
  let bestGain = Math.max(minGain, MIN_GAIN);
  let best = -1;
  let [bestGradient, bestCurvature, bestRows] = [0, 0, 0];
  let cell = scan.feature * FEATURE_CELLS;
  for (let bin = 0; bin < scan.cuts; bin++, cell += 3) {
    gradient += histogram[cell] as number;
    curvature += histogram[cell + 1] as number;
    rows += histogram[cell + 2] as number;
    if (rows < minRows || curvature < minCurvature) continue;
    const restGradient = total.gradient - gradient;
    const restCurvature = total.curvature - curvature;
    if (total.rows - rows < minRows || restCurvature < minCurvature) break;
    let score =
      (gradient * gradient) / (curvature + lambda) +
      (restGradient * restGradient) / (restCurvature + lambda);
    if (score - totalScore <= bestGain) continue;
    if (!isFree) {
      const left = { gradient, curvature, rows };
      const right = { gradient: restGradient, curvature: restCurvature, rows: total.rows - rows };
      const [a, b] = [leafValue(left, lambda, bounds), leafValue(right, lambda, bounds)];
      if (constraint * (b - a) < 0) continue;
      score =
        computeLeafScore(gradient, curvature, a, lambda) +
        computeLeafScore(restGradient, restCurvature, b, lambda);
      if (score - totalScore <= bestGain) continue;
    }
    bestGain = score - totalScore;
    best = bin;
    bestGradient = gradient;
    bestCurvature = curvature;
    bestRows = rows;
  }
  if (best === -1) return null;
  const left = { gradient: bestGradient, curvature: bestCurvature, rows: bestRows };
  return makeSplit(search, scan, { gain: bestGain, bin: best, left });
}

function makeSplit(
  { total, rules }: Search,
  { feature, missing, missingLeft: isLeft }: Scan,
  { gain, bin, left }: Pick<Split, 'gain' | 'bin' | 'left'>,
): Split {
  const right = {
    gradient: total.gradient - left.gradient,
    curvature: total.curvature - left.curvature,
    rows: total.rows - left.rows,
  };
  // If the training had no missing value, later ones follow the larger part.
  const isSideKnown = missing.rows > 0 || (rules.missing[feature] ?? 0) !== 0;
  const missingLeft = isSideKnown ? isLeft : left.rows >= right.rows;
  return { gain, feature, bin, missingLeft, left, right };
}
