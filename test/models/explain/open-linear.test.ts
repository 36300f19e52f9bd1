import { expect, test } from 'vitest';
import { explainOpenLines } from '../../../models/explain/explanation.ts';
import { readOpenLines } from '../../../models/explain/open-linear.ts';
import {
  COLUMNS,
  computeShapleyValues,
  makeRows,
  readExport,
  scoreWithRuntime,
} from '../../kit/models/explaining.ts';
import { attributeOf, model, node, tensor, value } from '../gate/onnx-builder.ts';

const logit = (probability: number) => Math.log(probability / (1 - probability));
const ML = 'ai.onnx.ml';
const WEIGHTS = [0.8, -1.2, 0.4];
const BIAS = 0.3;

/** Ways in which exporters write the same straight line of three features. */
const WAYS: Readonly<Record<string, () => Buffer>> = {
  'MatMul, Add, Sigmoid': () =>
    model({
      nodes: [
        node({ op: 'MatMul', inputs: ['features', 'w'], outputs: ['product'] }),
        node({ op: 'Add', inputs: ['b', 'product'], outputs: ['margin'] }),
        node({ op: 'Sigmoid', inputs: ['margin'], outputs: ['probability'] }),
      ],
      constants: [tensor('w', [3, 1], f32(WEIGHTS)), tensor('b', [1], f32([BIAS]))],
    }),
  'a scaling by hand, Gemm, Sigmoid': () =>
    model({
      nodes: [
        node({ op: 'Sub', inputs: ['features', 'mean'], outputs: ['centred'] }),
        node({ op: 'Div', inputs: ['centred', 'deviation'], outputs: ['standard'] }),
        node({
          op: 'Gemm',
          inputs: ['standard', 'w', 'b'],
          outputs: ['margin'],
          attributes: [attributeOf.int('transB', 1)],
        }),
        node({ op: 'Sigmoid', inputs: ['margin'], outputs: ['probability'] }),
      ],
      constants: [
        tensor('mean', [1, 3], f32([1, 2, 3])),
        tensor('deviation', [3], f32([2, 4, 0.5])),
        tensor('w', [1, 3], f32([1.6, -4.8, 0.2])),
        tensor('b', [1], f32([BIAS + 0.8 - 2.4 + 1.2])),
      ],
    }),
  'two classes and Softmax': () =>
    model({
      nodes: [
        node({ op: 'Gemm', inputs: ['features', 'w', 'b'], outputs: ['margins'] }),
        node({ op: 'Softmax', inputs: ['margins'], outputs: ['probability'] }),
      ],
      constants: [
        tensor('w', [3, 2], f32(WEIGHTS.flatMap((weight) => [0.5, weight + 0.5]))),
        tensor('b', [2], f32([1, 1 + BIAS])),
      ],
      output: value(12, 'probability', 2),
    }),
  'Scaler, LinearRegressor, Sigmoid': () =>
    model({
      nodes: [
        node({
          op: 'Scaler',
          domain: ML,
          inputs: ['features'],
          outputs: ['scaled'],
          attributes: [attributeOf.floats('offset', [0]), attributeOf.floats('scale', [2])],
        }),
        node({
          op: 'LinearRegressor',
          domain: ML,
          inputs: ['scaled'],
          outputs: ['margin'],
          attributes: [
            attributeOf.floats(
              'coefficients',
              WEIGHTS.map((weight) => weight / 2),
            ),
            attributeOf.floats('intercepts', [BIAS]),
            attributeOf.int('targets', 1),
          ],
        }),
        node({ op: 'Sigmoid', inputs: ['margin'], outputs: ['probability'] }),
      ],
    }),
};

function f32(values: readonly number[]): Float32Array {
  return Float32Array.from(values);
}

test.each(Object.keys(WAYS))(
  "%s: a feature's attribution is its weight times its distance from the background",
  async (way) => {
    const file = WAYS[way]!();
    const background = makeRows(3, 12).map((row) => row.slice(0, 3));
    const row = f32([1.5, -0.5, 2]);
    const [input, ...probabilities] = await scoreWithRuntime(file, [row, ...background]);
    expect(logit(input!)).toBeCloseTo(1.2 + 0.6 + 0.8 + BIAS, 4);
    const explanation = explainOpenLines(
      readOpenLines(file, 3, 'features'),
      background,
      probabilities,
    );
    expect(explanation?.kind).toBe('interventional');
    const { expected, parts } = (await explanation?.attribute(row, input!))!;
    parts.forEach((part, index) => {
      const mean = background.reduce((sum, other) => sum + other[index]!, 0) / background.length;
      expect(part, `feature ${index}`).toBeCloseTo(WEIGHTS[index]! * (row[index]! - mean), 5);
    });
    expect(parts.reduce((sum, part) => sum + part, expected)).toBeCloseTo(logit(input!), 4);
    // For another score the reasons would be wrong.
    expect(await explanation?.attribute(row, input! - 0.01)).toBeNull();
  },
);

test("a logistic regression of scikit-learn: attributions equal all coalitions of the runtime's scores", async () => {
  const file = readExport('sklearn-logistic');
  const background = makeRows(5, 3, 0.3);
  const explanation = explainOpenLines(
    readOpenLines(file, COLUMNS, 'features'),
    background,
    await scoreWithRuntime(file, background),
  );
  for (const [index, row] of makeRows(6, 3, 0.3).entries()) {
    const batches: Float32Array[] = [];
    for (const other of background)
      computeShapleyValues((value) => batches.push(value), row, other);
    const answers = (await scoreWithRuntime(file, batches)).map(logit);
    const exact = background.map((other) =>
      computeShapleyValues(() => answers.shift()!, row, other),
    );
    const [probability = 0] = await scoreWithRuntime(file, [row]);
    const { parts } = (await explanation?.attribute(row, probability))!;
    parts.forEach((part, feature) => {
      const mean = exact.reduce((sum, value) => sum + value[feature]!, 0) / background.length;
      expect(part, `row ${index}, feature ${feature}`).toBeCloseTo(mean, 3);
    });
  }
});

test.each(['sklearn-mlp', 'xgboost'])('%s is not explained as a linear model', async (name) => {
  const background = makeRows(7, 12);
  const lines = readOpenLines(readExport(name), COLUMNS, 'features');
  const probabilities = await scoreWithRuntime(readExport(name), background);
  expect(explainOpenLines(lines, background, probabilities)).toBeNull();
});

test('a linear model with a further non-linear step is not explained as linear', async () => {
  const file = model({
    nodes: [
      node({ op: 'MatMul', inputs: ['features', 'w'], outputs: ['product'] }),
      node({ op: 'Relu', inputs: ['product'], outputs: ['bent'] }),
      node({ op: 'Sigmoid', inputs: ['bent'], outputs: ['probability'] }),
    ],
    constants: [tensor('w', [3, 1], f32(WEIGHTS))],
  });
  const background = makeRows(8, 12).map((row) => row.slice(0, 3));
  const lines = readOpenLines(file, 3, 'features');
  expect(lines).toHaveLength(1);
  expect(explainOpenLines(lines, background, await scoreWithRuntime(file, background))).toBeNull();
});
