// Logistic regression, the baseline: standardised features, the mean for missing values, an L2
// penalty, solved by Newton's method in a few steps.

import { countPositives, type Examples, type Matrix, sigmoid, valueAt } from './matrix.ts';

export interface LinearModel {
  readonly columns: number;
  /** Substitute for a missing value, and the offset before scaling; 32-bit floats. */
  readonly mean: readonly number[];
  /** One over the standard deviation; 0 for a constant column. */
  readonly scale: readonly number[];
  /** Per standard deviation. */
  readonly weight: readonly number[];
  readonly intercept: number;
}

export interface LogisticOptions {
  /** Penalty on the square of a standardised weight, as a share of a row. */
  readonly l2: number;
  readonly positiveWeight: number;
  /** Per feature: 1 when the score may only rise with it, -1 only fall; left out, all are free. */
  readonly monotone?: readonly number[];
}

export const LOGISTIC: LogisticOptions = { l2: 1, positiveWeight: 1 };
const MAX_STEPS = 50;
const CONVERGED_STEP = 1e-8;

/**
 * Fits the regression. A feature whose weight would violate its constraint gets weight 0, and the
 * others are fitted again.
 * @throws RangeError when the labels are all the same
 */
export function trainLogistic(examples: Examples, options: LogisticOptions): LinearModel {
  const { monotone = [] } = options;
  const excluded = new Set<number>();
  for (;;) {
    const model = fitWeights(examples, options, excluded);
    const sizeBefore = excluded.size;
    for (const [index, weight] of model.weight.entries()) {
      if ((monotone[index] ?? 0) * weight < 0) excluded.add(index);
    }
    if (excluded.size === sizeBefore) return model;
  }
}

/** @param excluded columns that get weight 0 */
function fitWeights(
  { x, y }: Examples,
  options: LogisticOptions,
  excluded: ReadonlySet<number>,
): LinearModel {
  const positives = countPositives(y);
  if (positives === 0 || positives === y.length) {
    throw new RangeError('all labels are the same: a model needs both labels');
  }
  const { mean, scale: fullScale } = computeStandards(x);
  const scale = fullScale.map((value, index) => (excluded.has(index) ? 0 : value));
  const z = standardise(x, mean, scale);
  const width = x.columns + 1;
  let weights = new Float64Array(width);
  for (let step = 0; step < MAX_STEPS; step++) {
    const { gradient, curvature } = computeDerivatives(z, y, weights, options);
    const move = solve(curvature, gradient, width);
    weights = weights.map((weight, index) => weight - (move[index] as number));
    if (move.every((part) => Math.abs(part) < CONVERGED_STEP)) break;
  }
  const rounded = Array.from(weights, Math.fround);
  const intercept = rounded.pop() as number;
  return { columns: x.columns, mean, scale, weight: rounded, intercept };
}

/** Log-odds, in the steps and the precision of the exported model. */
export function computeLinearMargin(model: LinearModel, row: ArrayLike<number>): number {
  let margin = model.intercept;
  for (let index = 0; index < model.columns; index++)
    margin += computeLinearPart(model, row, index);
  return margin;
}

/** Contribution of one feature to the margin: its exact attribution against the mean row. */
export function computeLinearPart(
  model: LinearModel,
  row: ArrayLike<number>,
  column: number,
): number {
  const mean = model.mean[column] as number;
  const cell = row[column] as number;
  const value = Number.isNaN(cell) ? mean : Math.fround(cell);
  const standard = Math.fround(Math.fround(value - mean) * (model.scale[column] as number));
  return standard * (model.weight[column] as number);
}

function computeStandards(x: Matrix): Pick<LinearModel, 'mean' | 'scale'> {
  const mean: number[] = [];
  const scale: number[] = [];
  for (let column = 0; column < x.columns; column++) {
    let [count, sum, squares] = [0, 0, 0];
    for (let row = 0; row < x.rows; row++) {
      const value = valueAt(x, row, column);
      if (Number.isNaN(value)) continue;
      count += 1;
      sum += value;
    }
    const average = Math.fround(count > 0 ? sum / count : 0);
    for (let row = 0; row < x.rows; row++) {
      const value = valueAt(x, row, column);
      if (!Number.isNaN(value)) squares += (value - average) ** 2;
    }
    const deviation = Math.sqrt(squares / Math.max(1, count));
    mean.push(average);
    scale.push(deviation > 0 ? Math.fround(1 / deviation) : 0);
  }
  return { mean, scale };
}

function standardise(x: Matrix, mean: readonly number[], scale: readonly number[]): Matrix {
  const values = x.values.map((value, index) => {
    const column = index % x.columns;
    const filled = Number.isNaN(value) ? (mean[column] as number) : value;
    return (filled - (mean[column] as number)) * (scale[column] as number);
  });
  return { ...x, values };
}

/** Gradient and matrix of second derivatives of the penalised log loss; the intercept is last. */
function computeDerivatives(
  z: Matrix,
  y: Uint8Array,
  weights: Float64Array,
  options: LogisticOptions,
) {
  const width = z.columns + 1;
  const gradient = new Float64Array(width);
  const curvature = new Float64Array(width * width);
  const row = new Float64Array(width).fill(1);
  for (let index = 0; index < z.rows; index++) {
    row.set(z.values.subarray(index * z.columns, (index + 1) * z.columns));
    let margin = 0;
    for (let i = 0; i < width; i++) margin += (row[i] as number) * (weights[i] as number);
    const probability = sigmoid(margin);
    const rowWeight = y[index] === 1 ? options.positiveWeight : 1;
    const residual = rowWeight * (probability - (y[index] as number));
    const bend = rowWeight * probability * (1 - probability);
    for (let i = 0; i < width; i++) {
      (gradient[i] as number) += residual * (row[i] as number);
      const part = bend * (row[i] as number);
      for (let j = 0; j <= i; j++) {
        (curvature[i * width + j] as number) += part * (row[j] as number);
      }
    }
  }
  for (let i = 0; i < width; i++) {
    // The intercept is not penalised; the small constant keeps the matrix invertible when columns
    // are equal.
    const penalty = i < z.columns ? options.l2 : 0;
    (gradient[i] as number) += penalty * (weights[i] as number);
    (curvature[i * width + i] as number) += penalty + 1e-9;
  }
  return { gradient, curvature };
}

/** Solves A x = b for a symmetric positive A of which the lower half is given (Cholesky). */
function solve(a: Float64Array, b: Float64Array, width: number): Float64Array {
  const element = (i: number, j: number) => a[i * width + j] as number;
  for (let i = 0; i < width; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = element(i, j);
      for (let k = 0; k < j; k++) sum -= element(i, k) * element(j, k);
      a[i * width + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / element(j, j);
    }
  }
  const x = Float64Array.from(b);
  for (let i = 0; i < width; i++) {
    for (let k = 0; k < i; k++) (x[i] as number) -= element(i, k) * (x[k] as number);
    (x[i] as number) /= element(i, i);
  }
  for (let i = width - 1; i >= 0; i--) {
    for (let k = i + 1; k < width; k++) (x[i] as number) -= element(k, i) * (x[k] as number);
    (x[i] as number) /= element(i, i);
  }
  return x;
}
