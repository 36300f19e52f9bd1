// Groups related rows: copies, near copies, and rows of one customer. A group must not be in both
// training and hold-out, because memorising would look like learning.

import { columnOf, type Matrix } from './matrix.ts';

/** For each row the number of its group, from 0; a row without relatives has its own group. */
export interface RowGroups {
  readonly groupOf: Uint32Array;
  readonly groups: number;
  /** Rows that share a group with an earlier row. */
  readonly copies: number;
}

/** Values of a column closer than this share of its deviation count as the same. */
const NEAR_SHARE = 0.01;
/** Shifts of the grid: rows that one grid separates are in the same cell of another. */
const SHIFTS = [0, 1 / 3, 2 / 3];
/** A column with fewer values is not a measurement, so only equal values match. */
const MANY_VALUES = 50;
/**
 * Equal rows count as copies only when the columns allow this many times more different rows than
 * there are rows: with three yes-or-no columns each row has equals by chance.
 */
const MIN_POSSIBLE_RATIO = 1_024;

/** @param keys the group of each row by the caller's field; null for no group */
export function findRelatedRows(x: Matrix, keys: readonly (string | null)[] | null): RowGroups {
  const sets = createDisjointSets(x.rows);
  const columns = Array.from({ length: x.columns }, (_, index) => columnOf(x, index));
  const shapes = columns.map(measureColumn);
  if (countPossibleRows(shapes, (shape) => shape.distinct) > x.rows * MIN_POSSIBLE_RATIO) {
    const possibleValues = shapes.map(({ distinct }) => distinct);
    joinEqualRows(sets, columns, { rows: x.rows, room: possibleValues }, (value) => value);
  }
  const isContinuous = (shape: ColumnSpread) => shape.distinct > MANY_VALUES && shape.deviation > 0;
  const countSteps = (shape: ColumnSpread) =>
    isContinuous(shape) ? Math.min(shape.distinct, 6 / NEAR_SHARE) : shape.distinct;
  if (
    shapes.some(isContinuous) &&
    countPossibleRows(shapes, countSteps) > x.rows * MIN_POSSIBLE_RATIO
  ) {
    for (const shift of SHIFTS) {
      joinEqualRows(
        sets,
        columns,
        { rows: x.rows, room: shapes.map(countSteps) },
        (value, column) => {
          const shape = shapes[column] as ColumnSpread;
          if (!isContinuous(shape) || Number.isNaN(value)) return value;
          return Math.floor(value / (shape.deviation * NEAR_SHARE) + shift);
        },
      );
    }
  }
  if (keys) joinKeys(sets, keys);
  return sets.toGroups();
}

/** Returns groups in which every row stands alone. */
export function createSingleGroups(rows: number): RowGroups {
  return createDisjointSets(rows).toGroups();
}

interface ColumnSpread {
  readonly distinct: number;
  readonly deviation: number;
}

function measureColumn(values: Float32Array): ColumnSpread {
  const knownValues = values.filter((value) => !Number.isNaN(value));
  let sum = 0;
  for (const value of knownValues) sum += value;
  const mean = sum / Math.max(1, knownValues.length);
  let squares = 0;
  for (const value of knownValues) squares += (value - mean) ** 2;
  const deviation = Math.sqrt(squares / Math.max(1, knownValues.length));
  return { distinct: new Set(knownValues).size, deviation };
}

/** Returns the number of different rows that are possible. */
function countPossibleRows(
  shapes: readonly ColumnSpread[],
  countValues: (shape: ColumnSpread) => number,
): number {
  return shapes.reduce((room, shape) => room * Math.max(1, countValues(shape)), 1);
}

type Sets = ReturnType<typeof createDisjointSets>;

function joinEqualRows(
  sets: Sets,
  columns: readonly Float32Array[],
  { rows, room }: { readonly rows: number; readonly room: readonly number[] },
  toCell: (value: number, column: number) => number,
): void {
  const first = new Map<string, number>();
  const key = new Float64Array(columns.length);
  const bytes = Buffer.from(key.buffer);
  for (let row = 0; row < rows; row++) {
    let possible = 1;
    for (let index = 0; index < columns.length; index++) {
      const value = (columns[index] as Float32Array)[row] as number;
      if (!Number.isNaN(value)) possible *= Math.max(1, room[index] as number);
      key[index] = toCell(value, index);
    }
    // Rows with too few known values are equal by chance.
    if (possible <= rows * MIN_POSSIBLE_RATIO) continue;
    const text = bytes.toString('latin1');
    const other = first.get(text);
    if (other === undefined) first.set(text, row);
    else sets.join(other, row);
  }
}

function joinKeys(sets: Sets, keys: readonly (string | null)[]): void {
  const first = new Map<string, number>();
  keys.forEach((key, row) => {
    if (key === null) return;
    const other = first.get(key);
    if (other === undefined) first.set(key, row);
    else sets.join(other, row);
  });
}

function createDisjointSets(rows: number) {
  const parent = Uint32Array.from({ length: rows }, (_, row) => row);
  function findRoot(row: number): number {
    let root = row;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root] as number] as number;
      root = parent[root] as number;
    }
    return root;
  }
  return {
    join(a: number, b: number): void {
      const [rootA, other] = [findRoot(a), findRoot(b)];
      // The earliest row identifies the group, in any order of joins.
      if (rootA < other) parent[other] = rootA;
      else parent[rootA] = other;
    },
    toGroups(): RowGroups {
      const groupOf = new Uint32Array(rows);
      let groups = 0;
      for (let row = 0; row < rows; row++) {
        const root = findRoot(row);
        groupOf[row] = root === row ? groups++ : (groupOf[root] as number);
      }
      return { groupOf, groups, copies: rows - groups };
    },
  };
}
