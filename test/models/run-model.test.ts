import { expect, test } from 'vitest';
import type { Signature } from '../../models/gate/inspect.ts';
import { Tensor } from '../../models/onnx-runtime.ts';
import { readProbability } from '../../models/run-model.ts';

test('a 32-bit sum just above 1 is read as 1, and a larger sum is no probability', () => {
  const signature: Signature = { input: 'x', output: 'p', column: 1, columns: 2 };
  const pairs = [0, 1.0000004, 1, -3e-7, 0, 1.1, 0, -0.1, 0, Number.NaN, 0.25, 0.75];
  const answer = new Tensor('float32', Float32Array.from(pairs), [6, 2]);
  const read = Array.from({ length: 6 }, (_, row) => readProbability(answer, signature, row));
  expect(read.slice(0, 2)).toEqual([1, 0]);
  expect(read[2]).toBeGreaterThan(1.05);
  expect(read[3]).toBeLessThan(-0.05);
  expect(read[4]).toBeNaN();
  expect(read[5]).toBe(0.75);
});
