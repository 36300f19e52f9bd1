import { readFileSync } from 'node:fs';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { openExplanation } from '../../../models/explain/explanation.ts';
import { againstBackground } from '../../../models/explain/interventional.ts';
import { openMarginOf, readOpenTrees } from '../../../models/explain/open-trees.ts';
import { randomFrom } from '../../../models/train/random.ts';

const fileOf = (name: string) => readFileSync(new URL(`../exports/${name}.onnx`, import.meta.url));
const COLUMNS = 5;
const EXPORTS = ['sklearn-forest', 'sklearn-boosted', 'lightgbm', 'xgboost'];

function rowsFrom(seed: number, count: number, missing = 0): Float32Array[] {
  const random = randomFrom(seed);
  const value = () => (random.next() < missing ? Number.NaN : random.normal());
  return Array.from({ length: count }, () => Float32Array.from({ length: COLUMNS }, value));
}

/** Shapley's formula over all coalitions, from its definition: what is absent is the other's. */
function byBruteForce(
  score: (row: Float32Array) => number,
  row: Float32Array,
  other: Float32Array,
) {
  const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
  const value = (known: number) =>
    score(row.map((own, at) => (known & (1 << at) ? own : (other[at] as number))));
  return Array.from({ length: COLUMNS }, (_, feature) => {
    let sum = 0;
    for (let known = 0; known < 1 << COLUMNS; known++) {
      if (known & (1 << feature)) continue;
      const size = known.toString(2).replaceAll('0', '').length;
      const weight = (factorial(size) * factorial(COLUMNS - size - 1)) / factorial(COLUMNS);
      sum += weight * (value(known | (1 << feature)) - value(known));
    }
    return sum;
  });
}

async function scored(name: string, rows: readonly Float32Array[]): Promise<number[]> {
  const session = await InferenceSession.create(fileOf(name));
  const [input = ''] = session.inputNames;
  const output = session.outputNames.find((one) => /probabilit/.test(one)) ?? '';
  const answers: number[] = [];
  for (const row of rows) {
    const given = await session.run({ [input]: new Tensor('float32', row, [1, COLUMNS]) }, [
      output,
    ]);
    answers.push(given[output]?.data[1] as number);
  }
  await session.release();
  return answers;
}

test.each(EXPORTS)('%s: attributions equal all coalitions, and add up', async (name) => {
  const trees = readOpenTrees(fileOf(name), COLUMNS, 'features')!;
  const missing = name === 'lightgbm' || name === 'xgboost' ? 0.2 : 0;
  const background = rowsFrom(3, 4, missing);
  for (const row of rowsFrom(4, 6, missing)) {
    const { expected, parts } = await againstBackground(trees, background, row);
    const exact = background.map((other) =>
      byBruteForce((one) => openMarginOf(trees, one), row, other),
    );
    parts.forEach((part, at) => {
      const mean = exact.reduce((sum, one) => sum + one[at]!, 0) / background.length;
      expect(part, `feature ${at}`).toBeCloseTo(mean, 10);
    });
    const sum = parts.reduce((total, part) => total + part, expected);
    expect(sum).toBeCloseTo(openMarginOf(trees, row), 10);
  }
});

test.each(EXPORTS)('%s: what is explained is what the runtime says', async (name) => {
  const trees = readOpenTrees(fileOf(name), COLUMNS, 'features')!;
  const background = rowsFrom(5, 20);
  const explanation = openExplanation(trees, background, await scored(name, background));
  expect(explanation?.kind).toBe('interventional');
  const rows = rowsFrom(6, 20);
  const probabilities = await scored(name, rows);
  for (const [at, row] of rows.entries()) {
    expect(await explanation?.attribute(row, probabilities[at]!)).not.toBeNull();
    // Of another score they would be the reasons of something else.
    expect(await explanation?.attribute(row, probabilities[at]! + 0.01)).toBeNull();
  }
});

test('trees that give other probabilities than the file are not taken for its own', async () => {
  const trees = readOpenTrees(fileOf('lightgbm'), COLUMNS, 'features')!;
  const background = rowsFrom(7, 12);
  const others = await scored('xgboost', background);
  expect(openExplanation(trees, background, others)).toBeNull();
});

test.each(['sklearn-logistic', 'sklearn-mlp', 'sklearn-zipmap'])('%s has no trees', (name) => {
  expect(readOpenTrees(fileOf(name), COLUMNS, 'features')).toBeNull();
});

test('trees behind a step that changes the row are not read as if there were none', () => {
  expect(readOpenTrees(fileOf('xgboost'), COLUMNS, 'scaled')).toBeNull();
});
