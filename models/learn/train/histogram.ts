// Sums gradients, curvatures and rows by bin, for each feature of a node. Only the smaller child is
// counted: the histogram of its sibling is the parent's minus its own.

import { type Bins, MISSING_BIN } from './bins.ts';

const BINS = 256;
/** Gradient, curvature, rows. */
const CELL = 3;
export const FEATURE_CELLS = BINS * CELL;

export type Histogram = Float64Array;

export interface Totals {
  readonly gradient: number;
  readonly curvature: number;
  readonly rows: number;
}

/** Per row: the first and second derivative of the loss by the margin. */
export interface Derivatives {
  readonly gradient: Float64Array;
  readonly curvature: Float64Array;
}

export function createHistogram(columns: number): Histogram {
  return new Float64Array(columns * FEATURE_CELLS);
}

/** Fills a histogram for the given rows; other features stay unchanged. */
export type HistogramFiller = (
  into: Histogram,
  derivatives: Derivatives,
  rows: Uint32Array,
  features: readonly number[],
) => void;

/** Creates a filler whose buffers are reused for all histograms over these bins. */
export function createHistogramFiller(bins: Bins): HistogramFiller {
  const gradients = new Float64Array(bins.rows);
  const curvatures = new Float64Array(bins.rows);
  return (into, { gradient, curvature }, rows, features) => {
    // One pass in the order of the rows, so that each feature reads them one after another.
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index] as number;
      gradients[index] = gradient[row] as number;
      curvatures[index] = curvature[row] as number;
    }
    for (const feature of features) {
      const start = feature * FEATURE_CELLS;
      const cells = into.subarray(start, start + FEATURE_CELLS);
      countFeature(cells, bins.codes[feature] as Uint8Array, rows, gradients, curvatures);
    }
  };
}

/** The innermost loop of a training: adds the rows to their bins in order. */
function countFeature(
  cells: Float64Array,
  codes: Uint8Array,
  rows: Uint32Array,
  gradients: Float64Array,
  curvatures: Float64Array,
): void {
  cells.fill(0);
  for (let index = 0; index < rows.length; index++) {
    const cell = (codes[rows[index] as number] as number) * CELL;
    (cells[cell] as number) += gradients[index] as number;
    (cells[cell + 1] as number) += curvatures[index] as number;
    (cells[cell + 2] as number) += 1;
  }
}

/** Turns a parent's histogram into that of the child that was not counted. */
export function subtractHistogram(
  parent: Histogram,
  child: Histogram,
  features: readonly number[],
): void {
  for (const feature of features) {
    const start = feature * FEATURE_CELLS;
    for (let cell = start; cell < start + FEATURE_CELLS; cell++) {
      (parent[cell] as number) -= child[cell] as number;
    }
  }
}

/** Totals of one bin; `MISSING_BIN` for the rows without a value. */
export function binTotals(histogram: Histogram, feature: number, bin: number): Totals {
  const cell = feature * FEATURE_CELLS + bin * CELL;
  return {
    gradient: histogram[cell] as number,
    curvature: histogram[cell + 1] as number,
    rows: histogram[cell + 2] as number,
  };
}

export function missingTotals(histogram: Histogram, feature: number): Totals {
  return binTotals(histogram, feature, MISSING_BIN);
}

export function sumDerivatives(derivatives: Derivatives, rows: Uint32Array): Totals {
  let gradient = 0;
  let curvature = 0;
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as number;
    gradient += derivatives.gradient[row] as number;
    curvature += derivatives.curvature[row] as number;
  }
  return { gradient, curvature, rows: rows.length };
}
