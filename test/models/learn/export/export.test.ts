import { describe, expect, test } from 'vitest';
import { makeCalibrationSteps } from '../../../../models/learn/export/calibration.ts';
import { makeLinearSteps } from '../../../../models/learn/export/linear.ts';
import { encodeOnnxFile, type OnnxSteps } from '../../../../models/learn/export/onnx-model.ts';
import { checkExport, TOLERANCE } from '../../../../models/learn/export/self-check.ts';
import { makeForestSteps, readForest } from '../../../../models/learn/export/tree-ensemble.ts';
import { BOOSTING_DEFAULTS, trainForest } from '../../../../models/learn/train/boosted-trees.ts';
import {
  type Calibration,
  calibrate,
  fitIsotonic,
  fitPlatt,
} from '../../../../models/learn/train/calibration.ts';
import {
  computeLinearMargin,
  LOGISTIC,
  trainLogistic,
} from '../../../../models/learn/train/logistic.ts';
import { rowOf } from '../../../../models/learn/train/matrix.ts';
import { computeMargin, computeMargins } from '../../../../models/learn/train/tree.ts';
import { openSession } from '../../../../models/session.ts';
import { makeExamples } from '../../../kit/models/model-data.ts';

const data = makeExamples({ rows: 2_000, columns: 6, seed: 2, missingShare: 0.2 });
const options = { ...BOOSTING_DEFAULTS, rounds: 200, leaves: 16 };
const forest = trainForest(data, options);
const linear = trainLogistic(data, LOGISTIC);
const margins = computeMargins(forest, data.x);
const platt = fitPlatt(margins, data.y);
const isotonic = fitIsotonic(margins, data.y);

function fileOf(...steps: OnnxSteps[]): Uint8Array {
  return encodeOnnxFile({ name: 'trial', columns: 6, steps, metadata: { b: '2', a: '1' } });
}

describe('an exported model has the same score in the runtime as in training', () => {
  test.each([
    ['Platt', platt],
    ['isotonic', isotonic],
  ] as [string, Calibration][])('for trees with %s, missing values included', async (_, curve) => {
    const file = fileOf(makeForestSteps(forest), makeCalibrationSteps(curve));
    const score = (row: Float32Array) => calibrate(curve, computeMargin(forest, row));
    const { rows, largestDifference } = await checkExport(file, data.x, score);
    expect(rows).toBe(2_000);
    expect(largestDifference).toBeLessThan(TOLERANCE);
  });

  test('for the linear baseline', async () => {
    const file = fileOf(makeLinearSteps(linear), makeCalibrationSteps(platt));
    const score = (row: Float32Array) => calibrate(platt, computeLinearMargin(linear, row));
    const { largestDifference } = await checkExport(file, data.x, score);
    expect(largestDifference).toBeLessThan(TOLERANCE);
  });

  test('for values on a threshold, huge, infinite and negative zero', async () => {
    const { trees } = forest;
    const thresholds = trees.flatMap(({ threshold }) => threshold).slice(0, 600);
    const values = Float32Array.from([...thresholds, 3.4e38, -3.4e38, Infinity, -Infinity, -0, 0]);
    const rows = Math.floor(values.length / 6);
    const x = { rows, columns: 6, values: values.slice(0, rows * 6) };
    const file = fileOf(makeForestSteps(forest), makeCalibrationSteps(platt));
    const score = (row: Float32Array) => calibrate(platt, computeMargin(forest, row));
    expect((await checkExport(file, x, score)).rows).toBe(rows);
  });
});

test('an exported file that scores differently is refused', async () => {
  const file = fileOf(makeForestSteps(forest), makeCalibrationSteps(platt));
  const wrongScore = (row: Float32Array) => calibrate(platt, computeMargin(forest, row)) + 1e-5;
  await expect(checkExport(file, data.x, wrongScore)).rejects.toThrow('training gave');
});

test('the same model gives the same bytes', () => {
  const bytes = () => Buffer.from(fileOf(makeForestSteps(forest), makeCalibrationSteps(platt)));
  const secondForest = trainForest(data, options);
  const other = fileOf(makeForestSteps(secondForest), makeCalibrationSteps(platt));
  expect(bytes().equals(bytes())).toBe(true);
  expect(bytes().equals(Buffer.from(other))).toBe(true);
});

test('the forest is read back unchanged from its file', () => {
  const file = fileOf(makeForestSteps(forest), makeCalibrationSteps(platt));
  const covers = forest.trees.map(({ cover }) => cover);
  expect(readForest(file, 6, covers)).toEqual(forest);
  expect(() => readForest(file, 6, covers.slice(1))).toThrow('covers');
});

test('rows scored at the same time do not affect each other', async () => {
  const session = await openSession(
    fileOf(makeForestSteps(forest), makeCalibrationSteps(platt)),
    6,
  );
  const rows = Array.from({ length: 200 }, (_, index) => rowOf(data.x, index));
  const loneScores: number[] = [];
  for (const row of rows) loneScores.push(await session.score(row));
  expect(await Promise.all(rows.map((row) => session.score(row)))).toEqual(loneScores);
  await session.close();
});

test('a session refuses a row of another width, and a file without the signature', async () => {
  const file = fileOf(makeForestSteps(forest), makeCalibrationSteps(platt));
  const session = await openSession(file, 6);
  await expect(session.score([1, 2])).rejects.toThrow('6 features');
  await session.close();
  await expect(openSession(file.subarray(0, 500), 6)).rejects.toThrow();
  await expect(openSession(file, 7)).rejects.toThrow();
});
