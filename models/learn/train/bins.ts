// Each feature cut into at most 254 bins by its own distribution, and one more for "missing": a
// tree then looks at 255 candidates for a split instead of at every value.

import { columnOf, type Matrix } from './matrix.ts';

export const MISSING_BIN = 255;
const MOST_EDGES = 253;

export interface Bins {
  readonly rows: number;
  /** Per feature, ascending: a value falls into the first bin whose edge is not below it. */
  readonly edges: readonly Float32Array[];
  /** Per feature, the bin of each row. */
  readonly codes: readonly Uint8Array[];
}

export function binsOf(x: Matrix): Bins {
  const columns = Array.from({ length: x.columns }, (_, column) => columnOf(x, column));
  const edges = columns.map(edgesOf);
  const codes = columns.map((values, at) => codesOf(values, edges[at] as Float32Array));
  return { rows: x.rows, edges, codes };
}

/** The bins of other rows (a validation part) on the edges of the training rows. */
export function binsOn(edges: readonly Float32Array[], x: Matrix): Bins {
  const codes = edges.map((own, column) => codesOf(columnOf(x, column), own));
  return { rows: x.rows, edges, codes };
}

/** Halfway between neighbouring values; where there are too many, bins of about equal size. */
export function edgesOf(values: Float32Array): Float32Array {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const perBin = distinctIn(sorted) <= MOST_EDGES + 1 ? 0 : sorted.length / (MOST_EDGES + 1);
  const edges: number[] = [];
  let full = perBin;
  for (let at = 0; at + 1 < sorted.length; at++) {
    const [value, above] = [sorted[at] as number, sorted[at + 1] as number];
    if (value === above || at + 1 < full) continue;
    const edge = Math.fround((value + above) / 2);
    // Between two neighbouring floats there is none: the edge is the upper one, and both share it.
    if (edge !== edges.at(-1)) edges.push(edge);
    while (perBin > 0 && full <= at + 1) full += perBin;
  }
  return Float32Array.from(edges);
}

function distinctIn(sorted: Float32Array): number {
  let count = 0;
  for (let at = 0; at < sorted.length; at++) {
    if (at === 0 || sorted[at] !== sorted[at - 1]) count++;
  }
  return count;
}

function codesOf(values: Float32Array, edges: Float32Array): Uint8Array {
  const codes = new Uint8Array(values.length);
  for (let at = 0; at < values.length; at++) codes[at] = codeOf(values[at] as number, edges);
  return codes;
}

function codeOf(value: number, edges: Float32Array): number {
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
