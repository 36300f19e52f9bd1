// A linear support vector machine for each label over hashed text, one label against the rest, with
// squared hinge loss, trained by coordinate descent in the dual (Hsieh et al., 2008) with
// shrinking.

import {
  BAGS,
  TEXT_BUCKETS,
  type TextFeatures,
  type WordBag,
} from '../../models/features/text-features.ts';
import { createRandom, shuffle } from '../../models/learn/train/random.ts';

/** A message as a sparse row; the part of each bag is scaled to the length `BAGS` states. */
export interface SparseRow {
  readonly columns: Int32Array;
  readonly values: Float32Array;
}

export interface Weighing {
  /** Inverse document frequency of each column; 0 when it does not occur in training. */
  readonly idf: Float32Array;
}

const ORDER = Object.keys(BAGS) as (keyof typeof BAGS)[];

export const TEXT_COLUMNS = ORDER.length * TEXT_BUCKETS;

/** Computes the inverse document frequencies of the columns from training messages. */
export function computeWeights(messages: readonly TextFeatures[]): Weighing {
  const seen = new Float64Array(TEXT_COLUMNS);
  for (const message of messages) {
    for (const [index, name] of ORDER.entries()) {
      for (const bucket of message[name].buckets) {
        const column = index * TEXT_BUCKETS + bucket;
        seen[column] = (seen[column] ?? 0) + 1;
      }
    }
  }
  const idf = Float32Array.from(seen, (count) =>
    count === 0 ? 0 : Math.log((1 + messages.length) / (1 + count)) + 1,
  );
  return { idf };
}

/** Returns the row of a message, whose last column is always 1. */
export function sparseRow(message: TextFeatures, { idf }: Weighing): SparseRow {
  const columns: number[] = [];
  const values: number[] = [];
  const add = ({ buckets, weights }: WordBag, offset: number, share: number) => {
    const from = values.length;
    let squares = 0;
    for (const [index, bucket] of buckets.entries()) {
      const value = (weights[index] ?? 0) * (idf[offset + bucket] ?? 0);
      if (value === 0) continue;
      columns.push(offset + bucket);
      values.push(value);
      squares += value * value;
    }
    const factor = share / (Math.sqrt(squares) || 1);
    for (let index = from; index < values.length; index++)
      values[index] = (values[index] ?? 0) * factor;
  };
  for (const [index, name] of ORDER.entries()) add(message[name], index * TEXT_BUCKETS, BAGS[name]);
  columns.push(TEXT_COLUMNS);
  values.push(1);
  return { columns: Int32Array.from(columns), values: Float32Array.from(values) };
}

export interface MachineOptions {
  /** Cost of an error against the length of the weights. */
  readonly cost: number;
  readonly rounds: number;
  readonly seed: number;
  /** Columns of a row before the constant; by default those of hashed text. */
  readonly columns?: number;
}

const TOLERANCE = 0.05;

/** Trains the weights of one label: those of the columns, and last that of the constant. */
export function trainMachine(
  rows: readonly SparseRow[],
  isLabel: (row: number) => boolean,
  { cost, rounds, seed, columns: width = TEXT_COLUMNS }: MachineOptions,
): Float32Array {
  const weight = new Float32Array(width + 1);
  const diagonal = rows.map(({ values }) => sumSquares(values) + 1 / (2 * cost));
  const alpha = new Float64Array(rows.length);
  const random = createRandom(seed);
  const order = Array.from(shuffle(rows.length, random));
  let active = rows.length;
  let bound = Infinity;
  for (let round = 0; round < rounds; round++) {
    let largest = 0;
    for (let index = 0; index < active; index++) {
      swap(order, index, index + random.below(active - index));
      const row = order[index] as number;
      const sign = isLabel(row) ? 1 : -1;
      const { columns, values } = rows[row] as SparseRow;
      const before = alpha[row] as number;
      const gradient = sign * dot(weight, columns, values) - 1 + before / (2 * cost);
      if (before === 0 && gradient > 0) {
        if (gradient > bound) {
          active -= 1;
          swap(order, index, active);
          index -= 1;
        }
        continue;
      }
      largest = Math.max(largest, Math.abs(gradient));
      const after = Math.max(before - gradient / (diagonal[row] as number), 0);
      alpha[row] = after;
      if (after !== before) addTo(weight, columns, values, (after - before) * sign);
    }
    bound = largest <= 0 ? Infinity : largest;
    if (largest >= TOLERANCE) continue;
    if (active === rows.length) break;
    active = rows.length;
    bound = Infinity;
  }
  return weight;
}

function swap(order: number[], first: number, second: number): void {
  const element = order[first] as number;
  order[first] = order[second] as number;
  order[second] = element;
}

function sumSquares(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return sum;
}

/** Returns the product of dense weights and a sparse row. */
export function dot(weight: Float32Array, columns: Int32Array, values: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < columns.length; index++) {
    sum += (weight[columns[index] as number] as number) * (values[index] as number);
  }
  return sum;
}

function addTo(
  weight: Float32Array,
  columns: Int32Array,
  values: Float32Array,
  factor: number,
): void {
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index] as number;
    weight[column] = (weight[column] as number) + factor * (values[index] as number);
  }
}
