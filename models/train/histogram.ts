// Sums of gradients, of curvatures and of rows per bin, for every feature of one node. A sibling's
// histogram is its parent's less the other child's, so only the smaller child is ever counted.

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

export function newHistogram(columns: number): Histogram {
  return new Float64Array(columns * FEATURE_CELLS);
}

/** Fills the histogram for the rows named; features not in `features` are left as they are. */
export function fillHistogram(
  into: Histogram,
  bins: Bins,
  { gradient, curvature }: Derivatives,
  rows: Uint32Array,
  features: readonly number[],
): void {
  // One pass in the order of the rows, so that each feature reads them one after another.
  const gradients = Float64Array.from(rows, (row) => gradient[row] as number);
  const curvatures = Float64Array.from(rows, (row) => curvature[row] as number);
  for (const feature of features) {
    const codes = bins.codes[feature] as Uint8Array;
    const start = feature * FEATURE_CELLS;
    into.fill(0, start, start + FEATURE_CELLS);
    for (let at = 0; at < rows.length; at++) {
      const cell = start + (codes[rows[at] as number] as number) * CELL;
      (into[cell] as number) += gradients[at] as number;
      (into[cell + 1] as number) += curvatures[at] as number;
      (into[cell + 2] as number) += 1;
    }
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

/** What lies in one bin; `MISSING_BIN` for the rows without a value. */
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

export function sumOver(derivatives: Derivatives, rows: Uint32Array): Totals {
  let gradient = 0;
  let curvature = 0;
  for (const row of rows) {
    gradient += derivatives.gradient[row] as number;
    curvature += derivatives.curvature[row] as number;
  }
  return { gradient, curvature, rows: rows.length };
}
