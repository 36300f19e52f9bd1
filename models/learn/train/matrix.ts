// Rows of features as the runtime sees them: 32-bit floats, row by row, NaN for a missing value.
// Learners read the same numbers that a served model gets, so that no threshold moves on export.

export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  /** Row-major. */
  readonly values: Float32Array;
}

/** Input of a learner: features and, for each row, whether the event happened (1) or not. */
export interface Examples {
  readonly x: Matrix;
  readonly y: Uint8Array;
}

export function createMatrix(rows: readonly (readonly number[])[], columns: number): Matrix {
  const values = new Float32Array(rows.length * columns);
  rows.forEach((row, index) => {
    if (row.length !== columns)
      throw new Error(`row ${index} has ${row.length} of ${columns} values`);
    values.set(row, index * columns);
  });
  return { rows: rows.length, columns, values };
}

export function rowOf(x: Matrix, row: number): Float32Array {
  return x.values.subarray(row * x.columns, (row + 1) * x.columns);
}

/** Returns a copy of a column. */
export function columnOf(x: Matrix, column: number): Float32Array {
  const values = new Float32Array(x.rows);
  for (let row = 0; row < x.rows; row++) values[row] = valueAt(x, row, column);
  return values;
}

export function valueAt(x: Matrix, row: number, column: number): number {
  return x.values[row * x.columns + column] as number;
}

/** Returns the given examples in the given order. */
export function takeRows({ x, y }: Examples, rows: ArrayLike<number>): Examples {
  const values = new Float32Array(rows.length * x.columns);
  const labels = new Uint8Array(rows.length);
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as number;
    values.set(rowOf(x, row), index * x.columns);
    labels[index] = y[row] as number;
  }
  return { x: { rows: rows.length, columns: x.columns, values }, y: labels };
}

export function countPositives(y: ArrayLike<number>): number {
  let count = 0;
  for (let index = 0; index < y.length; index++) count += y[index] as number;
  return count;
}

export function sigmoid(margin: number): number {
  return 1 / (1 + Math.exp(-margin));
}
