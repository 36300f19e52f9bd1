// The rows of the probe: ordinary values, missing values, the limits of a float.

import { LARGEST_INTEGER } from '../card.ts';
import type { Declaration, DeclaredFeature } from './declaration.ts';

/** The largest ordinary value of a feature without bounds. */
const DEFAULT_RANGE = 1_000_000;
const USUAL_ROWS = 48;
const EXTREMES = [0, -0, 1, -1, 1e-40, 1e9, -1e9, 3.4e38, -3.4e38, Infinity, -Infinity, Number.NaN];

export interface ProbeRows {
  /** Rows that the card allows: each must have a probability. */
  readonly usual: readonly Float32Array[];
  /** Rows outside the card: any answer will do, in time. */
  readonly extreme: readonly Float32Array[];
}

/** Makes the rows of a probe; the same declaration always gives the same rows. */
export function probeRows({ features }: Declaration): ProbeRows {
  const random = seedRandom(20_261_121);
  const usualRows: Float32Array[] = [];
  for (let row = 0; row < USUAL_ROWS; row++) {
    // Small values first: most features are amounts, shares and counts.
    const range = row % 3 === 0 ? DEFAULT_RANGE : row % 3 === 1 ? 100 : 1;
    usualRows.push(Float32Array.from(features, (feature) => usualValue(feature, range, random)));
  }
  const missing = features.map(({ mayBeMissing }, index) => ({ column: index, mayBeMissing }));
  for (const { column: featureIndex } of missing.filter(({ mayBeMissing }) => mayBeMissing)) {
    const row = Float32Array.from(usualRows[featureIndex % USUAL_ROWS] as Float32Array);
    row[featureIndex] = Number.NaN;
    usualRows.push(row);
  }
  usualRows.push(
    Float32Array.from(features, (feature) =>
      feature.mayBeMissing ? Number.NaN : minValue(feature),
    ),
  );
  const extreme = EXTREMES.map((value) =>
    Float32Array.from(features, (feature) => toExtreme(feature, value)),
  );
  for (const value of EXTREMES) {
    const row = Float32Array.from(usualRows[0] as Float32Array);
    const column = Math.floor(random() * features.length);
    row[column] = toExtreme(features[column] as DeclaredFeature, value);
    extreme.push(row);
  }
  return { usual: usualRows, extreme };
}

function minValue({ min, max }: DeclaredFeature): number {
  return min ?? Math.min(0, max ?? 0);
}

/** Returns an extreme value that the feature's kind allows: an unknown category, a whole number. */
function toExtreme({ kind, categories }: DeclaredFeature, value: number): number {
  if (categories) return categories.length;
  if (kind !== 'integer' || value === 0) return value;
  const wholeValue = Number.isNaN(value) ? 0 : Math.trunc(value);
  return Math.min(Math.max(wholeValue, -LARGEST_INTEGER), LARGEST_INTEGER);
}

function usualValue(
  { min, max, kind, categories }: DeclaredFeature,
  range: number,
  random: () => number,
): number {
  if (categories) return Math.floor(random() * (categories.length + 1));
  const low = min ?? Math.min(-range, max ?? 0);
  const high = max ?? Math.max(range, min ?? 0);
  const between = low + (high - low) * random();
  const value = kind === 'integer' ? Math.round(between) : between;
  // Rounding to a float may exceed the bound.
  return Math.min(Math.max(Math.fround(value), low), high);
}

/** A small generator of numbers in [0, 1) (mulberry32): the probe is the same each time. */
function seedRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), 1 | state);
    mixedBits = (mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), 61 | mixedBits)) ^ mixedBits;
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 2 ** 32;
  };
}
