import { expect, test } from 'vitest';
import {
  computeLinearMargin,
  computeLinearPart,
  LOGISTIC,
  trainLogistic,
} from '../../../../models/learn/train/logistic.ts';
import {
  createMatrix,
  type Examples,
  rowOf,
  sigmoid,
} from '../../../../models/learn/train/matrix.ts';
import { makeExamples } from '../../../kit/models/model-data.ts';

function examples(rows: readonly (readonly number[])[], labels: readonly number[]): Examples {
  return { x: createMatrix(rows, rows[0]!.length), y: Uint8Array.from(labels) };
}

/** The penalised loss, which training has to minimise. */
function lossOf(data: Examples, model: ReturnType<typeof trainLogistic>, l2: number): number {
  let loss = 0;
  for (let row = 0; row < data.x.rows; row++) {
    const p = sigmoid(computeLinearMargin(model, rowOf(data.x, row)));
    loss -= Math.log(data.y[row] === 1 ? p : 1 - p);
  }
  return loss + (l2 / 2) * model.weight.reduce((sum, weight) => sum + weight ** 2, 0);
}

test('with one 0-1 feature the logistic probabilities are the shares of the two groups', () => {
  const rows = [[0], [0], [0], [0], [1], [1], [1], [1]];
  const model = trainLogistic(examples(rows, [0, 0, 0, 1, 1, 1, 1, 0]), { ...LOGISTIC, l2: 0 });
  expect(sigmoid(computeLinearMargin(model, [0]))).toBeCloseTo(0.25, 5);
  expect(sigmoid(computeLinearMargin(model, [1]))).toBeCloseTo(0.75, 5);
});

test('no step in any direction reduces the penalised loss', () => {
  const data = makeExamples({ rows: 400, columns: 3, seed: 4, missingShare: 0.1 });
  const model = trainLogistic(data, { ...LOGISTIC, l2: 2 });
  const min = lossOf(data, model, 2);
  for (let index = 0; index < 3; index++) {
    for (const step of [-0.01, 0.01]) {
      const weight = model.weight.map((weight, place) =>
        place === index ? weight + step : weight,
      );
      expect(lossOf(data, { ...model, weight }, 2)).toBeGreaterThan(min);
    }
  }
  for (const step of [-0.01, 0.01]) {
    const moved = { ...model, intercept: model.intercept + step };
    expect(lossOf(data, moved, 2)).toBeGreaterThan(min);
  }
});

test('a missing value counts as the mean and has no contribution', () => {
  const rows = [
    [1, 5],
    [2, 5],
    [3, Number.NaN],
    [6, 5],
  ];
  const model = trainLogistic(examples(rows, [0, 1, 0, 1]), LOGISTIC);
  expect(model.mean[0]).toBe(3);
  expect(computeLinearPart(model, [Number.NaN, 5], 0)).toBe(0);
  expect(computeLinearMargin(model, [Number.NaN, 5])).toBe(computeLinearMargin(model, [3, 5]));
});

test('a constant column has no weight and does no harm', () => {
  const rows = [
    [1, 5],
    [2, 5],
    [3, 5],
    [6, 5],
  ];
  const model = trainLogistic(examples(rows, [0, 1, 0, 1]), LOGISTIC);
  expect(model.scale[1]).toBe(0);
  expect(computeLinearMargin(model, [1, 1e9])).toBe(computeLinearMargin(model, [1, 5]));
});

test('separable and duplicate columns still give finite weights', () => {
  const rows = Array.from({ length: 50 }, (_, index) => [index, index, -index]);
  const labels = rows.map(([value]) => (value! < 25 ? 0 : 1));
  const model = trainLogistic(examples(rows, labels), LOGISTIC);
  expect([...model.weight, model.intercept].every(Number.isFinite)).toBe(true);
  expect(computeLinearMargin(model, [0, 0, -0])).toBeLessThan(0);
  expect(computeLinearMargin(model, [49, 49, -49])).toBeGreaterThan(0);
});

test('labels that are all the same are refused', () => {
  expect(() => trainLogistic(examples([[1], [2]], [0, 0]), LOGISTIC)).toThrow(
    'labels are the same',
  );
});
