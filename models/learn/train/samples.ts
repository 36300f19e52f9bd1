// Draws a fixed sample of rows, for checks, golden rows and importance.

import type { Score } from './learned-model.ts';
import { type Matrix, rowOf, takeRows } from './matrix.ts';
import { createRandom } from './random.ts';

/** Draws at most `count` rows with a fixed seed. */
export function drawSample(x: Matrix, count: number): Matrix {
  if (x.rows <= count) return x;
  const random = createRandom(1);
  const sample = Uint32Array.from({ length: count }, () => random.below(x.rows));
  return takeRows({ x, y: new Uint8Array(x.rows) }, sample).x;
}

export function listRows(x: Matrix): Float32Array[] {
  return Array.from({ length: x.rows }, (_, row) => rowOf(x, row));
}

/** Returns the rows, followed by some of them with one missing value, for each column in turn. */
export function addMissingValues(x: Matrix): Matrix {
  const gapValues = listRows(x)
    .slice(0, x.columns)
    .flatMap((row, column) => {
      const rowWithGap = Array.from(row);
      rowWithGap[column] = Number.NaN;
      return rowWithGap;
    });
  const values = new Float32Array(x.values.length + gapValues.length);
  values.set(x.values);
  values.set(gapValues, x.values.length);
  return { rows: values.length / x.columns, columns: x.columns, values };
}

export function scoreAll(x: Matrix, score: Score): Float64Array {
  const scores = new Float64Array(x.rows);
  for (let row = 0; row < x.rows; row++) scores[row] = score(rowOf(x, row));
  return scores;
}
