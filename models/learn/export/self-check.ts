// Checks every export before it is written: the runtime must give the scores of the training, for
// known and for missing values, one row at a time and all at once.

import type { Signature } from '../../gate/inspect.ts';
import { openModelFile, readProbability, runModel } from '../../run-model.ts';
import type { Matrix } from '../train/matrix.ts';
import { rowOf } from '../train/matrix.ts';
import { INPUT, OUTPUT } from './onnx-model.ts';

/** The largest rounding error of a sum of some hundred 32-bit floats. */
export const TOLERANCE = 2e-6;

const MATRIX: Signature = { input: INPUT, output: OUTPUT, column: 0, columns: 1 };

export interface CheckResult {
  readonly rows: number;
  readonly largestDifference: number;
}

/** @throws Error when the file scores a row differently or depends on the other rows of a batch */
export async function checkExport(
  file: Uint8Array,
  x: Matrix,
  score: (row: Float32Array) => number,
  signature: Signature = MATRIX,
): Promise<CheckResult> {
  const session = await openModelFile(file);
  const scores = async (values: Float32Array, rows: number) => {
    const answer = await runModel(session, signature, { values, rows });
    return Array.from({ length: rows }, (_, index) => readProbability(answer, signature, index));
  };
  try {
    const together = await scores(x.values, x.rows);
    const repeated = await scores(x.values, x.rows);
    let largestDifference = 0;
    for (let index = 0; index < x.rows; index++) {
      const row = rowOf(x, index);
      const inBatch = together[index] as number;
      const [loneScore = Number.NaN] = await scores(Float32Array.from(row), 1);
      // The operator may add the trees in another order for a batch, so the last digit may differ.
      if (Math.abs(loneScore - inBatch) > TOLERANCE || inBatch !== repeated[index]) {
        throw new Error(
          `row ${index}: alone ${loneScore}, in a batch ${inBatch}, repeated ${repeated[index]}`,
        );
      }
      const difference = Math.max(Math.abs(score(row) - inBatch), Math.abs(score(row) - loneScore));
      if (!(difference <= TOLERANCE)) {
        throw new Error(`row ${index}: the file gives ${inBatch}, training gave ${score(row)}`);
      }
      largestDifference = Math.max(largestDifference, difference);
    }
    return { rows: x.rows, largestDifference };
  } finally {
    await session.release();
  }
}
