// Encodes categories as numbers: the log-odds of the label among the rows of the category, drawn
// towards the overall odds when those rows are few (target statistics, Micci-Barreca 2001). A
// training row gets an estimate from other rows only, which excludes its own label.

import type { Feature } from '../../card.ts';
import { countPositives, type Examples, type Matrix } from './matrix.ts';
import { assignFolds } from './split.ts';

/** Per column; null when the value is a number already. */
export type Encoding = readonly (CategoryValues | null)[];

/** Values by the number of the category; the last one is for unknown categories. */
export type CategoryValues = readonly number[];

/** With this number of rows, the category and the overall odds have equal weight. */
const PRIOR_WEIGHT = 10;
const FOLDS = 5;

export const hasCategories = (features: readonly Feature[]): boolean =>
  features.some(({ kind }) => kind === 'category');

/** Returns null when no feature is a category. */
export function fitEncoding({ x, y }: Examples, features: readonly Feature[]): Encoding | null {
  if (!hasCategories(features)) return null;
  const allRows = Uint8Array.from(y, () => 1);
  return features.map((feature, column) =>
    feature.kind === 'category'
      ? computeCategoryValues({ x, y }, { column, feature }, allRows)
      : null,
  );
}

interface Column {
  readonly column: number;
  readonly feature: Feature;
}

/** @param countedMask 1 for the rows that are counted */
function computeCategoryValues(
  { x, y }: Examples,
  { column, feature }: Column,
  countedMask: Uint8Array,
) {
  const size = (feature.categories?.length ?? 0) + 1;
  const [rows, events] = [new Float64Array(size), new Float64Array(size)];
  let [count, positives] = [0, 0];
  for (let row = 0; row < x.rows; row++) {
    if (countedMask[row] === 0) continue;
    count += 1;
    positives += y[row] as number;
    const code = x.values[row * x.columns + column] as number;
    if (Number.isNaN(code)) continue;
    (rows[code] as number) += 1;
    (events[code] as number) += y[row] as number;
  }
  const prior = (positives + 1) / (count + 2);
  return Array.from(rows, (seen, code) => {
    const share = ((events[code] as number) + PRIOR_WEIGHT * prior) / (seen + PRIOR_WEIGHT);
    return Math.fround(Math.log(share / (1 - share)));
  });
}

/**
 * Returns a row with its categories as numbers. NaN stays missing; an unknown category gets the
 * last value.
 */
export function encodeRow(encoding: Encoding, row: ArrayLike<number>): Float32Array {
  const values = Float32Array.from(row);
  encoding.forEach((categoryValues, column) => {
    if (categoryValues) values[column] = valueOfCode(categoryValues, values[column] as number);
  });
  return values;
}

function valueOfCode(values: CategoryValues, code: number): number {
  if (Number.isNaN(code)) return Number.NaN;
  return values[code] ?? (values[values.length - 1] as number);
}

/** Encodes rows outside the training, as the served model does. */
export function encodeMatrix(encoding: Encoding | null, x: Matrix): Matrix {
  if (!encoding) return x;
  const values = Float32Array.from(x.values);
  encoding.forEach((categoryValues, column) => {
    if (!categoryValues) return;
    for (let index = column; index < values.length; index += x.columns) {
      values[index] = valueOfCode(categoryValues, values[index] as number);
    }
  });
  return { ...x, values };
}

/** Encodes training rows, each one from the rows of the other folds. */
export function encodeTrainingRows(examples: Examples, features: readonly Feature[]): Examples {
  if (!hasCategories(features)) return examples;
  const { x, y } = examples;
  const foldOf = assignFolds(y, Math.min(FOLDS, Math.max(2, countPositives(y))), 1);
  const values = Float32Array.from(x.values);
  features.forEach((feature, column) => {
    if (feature.kind !== 'category') return;
    for (let fold = 0; fold < FOLDS; fold++) {
      const countedMask = foldOf.map((rowFold) => (rowFold === fold ? 0 : 1));
      const foldValues = computeCategoryValues(examples, { column, feature }, countedMask);
      for (let row = 0; row < x.rows; row++) {
        const cell = row * x.columns + column;
        if (foldOf[row] === fold) values[cell] = valueOfCode(foldValues, values[cell] as number);
      }
    }
  });
  return { x: { ...x, values }, y };
}
