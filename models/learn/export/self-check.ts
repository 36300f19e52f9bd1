// What every export has to survive before anything is written: the runtime gives the score that
// training gave, for known and for missing values, one row at a time and all at once.

import { openSession } from '../../session.ts';
import type { Matrix } from '../train/matrix.ts';
import { rowOf } from '../train/matrix.ts';

/** A sum of some hundred 32-bit floats may be off by so much. */
export const TOLERANCE = 2e-6;

export interface CheckResult {
  readonly rows: number;
  readonly largestDifference: number;
}

/** @throws Error when the file scores a row differently or depends on the other rows of a batch */
export async function checkExport(
  file: Uint8Array,
  x: Matrix,
  score: (row: Float32Array) => number,
): Promise<CheckResult> {
  const session = await openSession(file, x.columns);
  try {
    const together = await session.scoreRows(x.values);
    const again = await session.scoreRows(x.values);
    let largestDifference = 0;
    for (let at = 0; at < x.rows; at++) {
      const row = rowOf(x, at);
      const given = together[at] as number;
      const alone = await session.score(row);
      // The operator may add the trees in another order for a batch: the last digit is its own.
      if (Math.abs(alone - given) > TOLERANCE || given !== again[at]) {
        throw new Error(`row ${at}: alone ${alone}, in a batch ${given}, again ${again[at]}`);
      }
      const difference = Math.max(Math.abs(score(row) - given), Math.abs(score(row) - alone));
      if (!(difference <= TOLERANCE)) {
        throw new Error(`row ${at}: the file gives ${given}, training gave ${score(row)}`);
      }
      largestDifference = Math.max(largestDifference, difference);
    }
    return { rows: x.rows, largestDifference };
  } finally {
    await session.close();
  }
}
