// Cuts each feature into at most 254 bins by its distribution, and one more for missing values, so
// that a tree examines 255 candidates for a split instead of every value.

import { columnOf, type Matrix } from './matrix.ts';

export const MISSING_BIN = 255;
const MAX_EDGES = 253;

export interface Bins {
  readonly rows: number;
  /** Per feature, ascending: a value belongs to the first bin whose edge is not below it. */
  readonly edges: readonly Float32Array[];
  /** Per feature, the bin of each row. */
  readonly codes: readonly Uint8Array[];
}

/**
 * How to bin a column with too many values. `even`: a frequent value takes the room of several
 * bins. `frequent`: it has a bin of its own, and the others share the remaining bins.
 */
export type BinRule = 'even' | 'frequent';

export function computeBins(x: Matrix, rule: BinRule = 'even'): Bins {
  const columns = Array.from({ length: x.columns }, (_, column) => columnOf(x, column));
  const edges = columns.map(rule === 'even' ? chooseEvenEdges : chooseEdgesByCount);
  const codes = columns.map((values, index) => assignBins(values, edges[index] as Float32Array));
  return { rows: x.rows, edges, codes };
}

/** Bins other rows, such as a validation part, by the edges of the training rows. */
export function binByEdges(edges: readonly Float32Array[], x: Matrix): Bins {
  const codes = edges.map((edge, column) => assignBins(columnOf(x, column), edge));
  return { rows: x.rows, edges, codes };
}

/**
 * Returns edges halfway between neighbouring values; when there are too many, edges of bins of
 * about equal size.
 */
export function chooseEvenEdges(values: Float32Array): Float32Array {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const perBin = countDistinct(sorted) <= MAX_EDGES + 1 ? 0 : sorted.length / (MAX_EDGES + 1);
  const edges: number[] = [];
  let fullBin = perBin;
  for (let index = 0; index + 1 < sorted.length; index++) {
    const [value, above] = [sorted[index] as number, sorted[index + 1] as number];
    if (value === above || index + 1 < fullBin) continue;
    const edge = Math.fround((value + above) / 2);
    // There is no float between two neighbouring floats: the upper one is the edge, and both values
    // share the bin.
    if (edge !== edges.at(-1)) edges.push(edge);
    while (perBin > 0 && fullBin <= index + 1) fullBin += perBin;
  }
  return Float32Array.from(edges);
}

/** Gives a value that is as frequent as an average bin its own bin, as LightGBM does. */
export function chooseEdgesByCount(values: Float32Array): Float32Array {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const distinctValues: number[] = [];
  const counts: number[] = [];
  for (const value of sorted) {
    if (value === distinctValues.at(-1)) (counts[counts.length - 1] as number) += 1;
    else {
      distinctValues.push(value);
      counts.push(1);
    }
  }
  if (distinctValues.length <= MAX_EDGES + 1) return chooseEvenEdges(values);
  let bins = MAX_EDGES + 1;
  const usualCount = sorted.length / bins;
  const isFrequent = (index: number) => (counts[index] ?? 0) >= usualCount;
  const frequent = counts.filter((count) => count >= usualCount);
  let infrequentCount = sorted.length - frequent.reduce((sum, count) => sum + count, 0);
  bins -= frequent.length;
  let size = infrequentCount / Math.max(1, bins);
  const edges: number[] = [];
  let filled = 0;
  for (let index = 0; index + 1 < distinctValues.length && edges.length < MAX_EDGES; index++) {
    const isOwnBin = isFrequent(index);
    filled += counts[index] as number;
    if (!isOwnBin) infrequentCount -= counts[index] as number;
    const isFull = filled >= size || (isFrequent(index + 1) && filled >= Math.max(1, size / 2));
    if (!isOwnBin && !isFull) continue;
    const edge = Math.fround(
      ((distinctValues[index] as number) + (distinctValues[index + 1] as number)) / 2,
    );
    if (edge !== edges.at(-1)) edges.push(edge);
    filled = 0;
    if (isOwnBin) continue;
    bins -= 1;
    size = infrequentCount / Math.max(1, bins);
  }
  return Float32Array.from(edges);
}

function countDistinct(sorted: Float32Array): number {
  let count = 0;
  for (let index = 0; index < sorted.length; index++) {
    if (index === 0 || sorted[index] !== sorted[index - 1]) count++;
  }
  return count;
}

function assignBins(values: Float32Array, edges: Float32Array): Uint8Array {
  const codes = new Uint8Array(values.length);
  for (let index = 0; index < values.length; index++)
    codes[index] = findBin(values[index] as number, edges);
  return codes;
}

function findBin(value: number, edges: Float32Array): number {
  if (Number.isNaN(value)) return MISSING_BIN;
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= (edges[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}
