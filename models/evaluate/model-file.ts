// The scores of a model file on many rows, in the order of its own columns.

import { answerOf, openFile, probabilityAt } from '../asking.ts';
import type { Signature } from '../gate/inspect.ts';
import type { Matrix } from '../learn/train/matrix.ts';
import { NoProbability } from '../session-pool.ts';

/** Rows that the runtime is given at once. */
const AT_ONCE = 4_096;

/**
 * The probability of each row.
 * @throws NoProbability when the model answers with something else
 */
export async function fileScores(
  file: Uint8Array,
  signature: Signature,
  x: Matrix,
  onRows: (done: number) => Promise<unknown> = async () => {},
): Promise<Float64Array> {
  const session = await openFile(file);
  const scores = new Float64Array(x.rows);
  for (let from = 0; from < x.rows; from += AT_ONCE) {
    const rows = Math.min(AT_ONCE, x.rows - from);
    const values = x.values.slice(from * x.columns, (from + rows) * x.columns);
    const answer = await answerOf(session, signature, { values, rows });
    for (let row = 0; row < rows; row++) {
      const score = probabilityAt(answer, signature, row);
      if (!(score >= 0 && score <= 1)) {
        await session.release();
        throw new NoProbability(`the model answered ${score} for row ${from + row}`);
      }
      scores[from + row] = score;
    }
    await onRows(from + rows);
  }
  await session.release();
  return scores;
}
