// References for tests of reasons: rows, scores by ONNX Runtime, and Shapley's formula.

import { readFileSync } from 'node:fs';
import { createRandom } from '../../../models/learn/train/random.ts';
import { InferenceSession, Tensor } from '../../../models/onnx-runtime.ts';

/** Number of columns of the exported models. */
export const COLUMNS = 5;

export const readExport = (name: string): Buffer =>
  readFileSync(new URL(`../../models/exports/${name}.onnx`, import.meta.url));

/** Returns seeded rows of normally distributed values, some of them missing. */
export function makeRows(seed: number, count: number, missing = 0): Float32Array[] {
  const random = createRandom(seed);
  const value = () => (random.next() < missing ? Number.NaN : random.normal());
  return Array.from({ length: count }, () => Float32Array.from({ length: COLUMNS }, value));
}

/**
 * Computes Shapley values by definition, over all coalitions: an absent feature has the value of
 * the other row.
 */
export function computeShapleyValues(
  score: (row: Float32Array) => number,
  row: Float32Array,
  other: Float32Array,
) {
  const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
  const value = (mask: number) =>
    score(row.map((value, index) => (mask & (1 << index) ? value : (other[index] as number))));
  return Array.from({ length: COLUMNS }, (_, feature) => {
    let sum = 0;
    for (let mask = 0; mask < 1 << COLUMNS; mask++) {
      if (mask & (1 << feature)) continue;
      const size = mask.toString(2).replaceAll('0', '').length;
      const weight = (factorial(size) * factorial(COLUMNS - size - 1)) / factorial(COLUMNS);
      sum += weight * (value(mask | (1 << feature)) - value(mask));
    }
    return sum;
  });
}

/** Returns the scores of rows by a model file, one row at a time. */
export async function scoreWithRuntime(
  file: Uint8Array,
  rows: readonly Float32Array[],
): Promise<number[]> {
  const session = await InferenceSession.create(file);
  const [input = ''] = session.inputNames;
  const output = session.outputNames.find((outputName) => /probabilit/.test(outputName)) ?? '';
  const answers: number[] = [];
  for (const row of rows) {
    const result = await session.run({ [input]: new Tensor('float32', row, [1, row.length]) }, [
      output,
    ]);
    const data = result[output]?.data ?? [];
    answers.push(data[data.length - 1] as number);
  }
  await session.release();
  return answers;
}
