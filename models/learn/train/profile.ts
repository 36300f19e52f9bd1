// Profiles of a data set's columns, before any learning.

import { columnOf, countPositives, type Examples } from './matrix.ts';

export interface ColumnProfile {
  readonly name: string;
  readonly missing: number;
  /** Number of different values, without missing ones. */
  readonly distinct: number;
  /** Null when every value is missing. */
  readonly min: number | null;
  readonly max: number | null;
  readonly mean: number | null;
  readonly deviation: number | null;
}

export interface DataProfile {
  readonly rows: number;
  readonly positives: number;
  readonly columns: readonly ColumnProfile[];
}

export function profileOf({ x, y }: Examples, names: readonly string[]): DataProfile {
  const columns = names.map((name, index) => profileColumn(name, columnOf(x, index)));
  return { rows: x.rows, positives: countPositives(y), columns };
}

function profileColumn(name: string, values: Float32Array): ColumnProfile {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const missing = values.length - sorted.length;
  if (sorted.length === 0) {
    return { name, missing, distinct: 0, min: null, max: null, mean: null, deviation: null };
  }
  let sum = 0;
  for (const value of sorted) sum += value;
  const mean = sum / sorted.length;
  let squares = 0;
  for (const value of sorted) squares += (value - mean) ** 2;
  return {
    name,
    missing,
    distinct: sorted.reduce(
      (count, value, index) => count + (value === sorted[index - 1] ? 0 : 1),
      0,
    ),
    min: sorted[0] as number,
    max: sorted[sorted.length - 1] as number,
    mean,
    deviation: Math.sqrt(squares / sorted.length),
  };
}
