import { expect, test } from 'vitest';
import { lineExplanation, openExplanation } from '../../../models/explain/explanation.ts';
import { againstBackground } from '../../../models/explain/interventional.ts';
import { readOpenLines } from '../../../models/explain/open-linear.ts';
import { openMarginOf, readOpenTrees } from '../../../models/explain/open-trees.ts';
import {
  byBruteForce,
  COLUMNS,
  readExport,
  rowsFrom,
  scoreBy,
} from '../../kit/models/explaining.ts';

const EXPORTS = ['sklearn-forest', 'sklearn-boosted', 'lightgbm', 'xgboost'];

test.each(EXPORTS)('%s: attributions equal all coalitions, and add up', async (name) => {
  const trees = readOpenTrees(readExport(name), COLUMNS, 'features')!;
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
  const trees = readOpenTrees(readExport(name), COLUMNS, 'features')!;
  const background = rowsFrom(5, 20);
  const explanation = openExplanation(
    trees,
    background,
    await scoreBy(readExport(name), background),
  );
  expect(explanation?.kind).toBe('interventional');
  const rows = rowsFrom(6, 20);
  const probabilities = await scoreBy(readExport(name), rows);
  for (const [at, row] of rows.entries()) {
    expect(await explanation?.attribute(row, probabilities[at]!)).not.toBeNull();
    // Of another score they would be the reasons of something else.
    expect(await explanation?.attribute(row, probabilities[at]! + 0.01)).toBeNull();
  }
});

test.each([
  'sklearn-calibrated-boosted',
  'sklearn-calibrated-forest',
  'sklearn-calibrated-logistic',
])('%s: the line of a calibration is read from the answers', async (name) => {
  const file = readExport(name);
  const background = rowsFrom(5, 20);
  const answers = await scoreBy(file, background);
  const trees = readOpenTrees(file, COLUMNS, 'features');
  const explanation = trees
    ? openExplanation(trees, background, answers)
    : lineExplanation(readOpenLines(file, COLUMNS, 'features'), background, answers);
  const rows = rowsFrom(6, 20);
  const logOdds = (p: number) => Math.log(p / (1 - p));
  for (const [at, p] of (await scoreBy(file, rows)).entries()) {
    const { expected, parts } = (await explanation!.attribute(rows[at]!, p))!;
    // In log-odds, so that a calibration that turns the sum round turns its parts round, too.
    const sum = parts.reduce((total, part) => total + part, expected);
    expect(sum).toBeCloseTo(logOdds(p), 3);
    expect(await explanation!.attribute(rows[at]!, p + 0.01)).toBeNull();
  }
  const mean = answers.reduce((sum, p) => sum + logOdds(p), 0) / answers.length;
  const { expected } = (await explanation!.attribute(background[0]!, answers[0]!))!;
  expect(expected).toBeCloseTo(mean, 3);
});

test('a calibration in steps is no line', async () => {
  const name = 'sklearn-calibrated-boosted';
  const trees = readOpenTrees(readExport(name), COLUMNS, 'features')!;
  const background = rowsFrom(5, 20);
  const steps = (await scoreBy(readExport(name), background)).map((p) => Math.round(p * 8) / 9);
  expect(openExplanation(trees, background, steps)).toBeNull();
});

test('trees that give other probabilities than the file are not taken for its own', async () => {
  const trees = readOpenTrees(readExport('lightgbm'), COLUMNS, 'features')!;
  const background = rowsFrom(7, 12);
  const others = await scoreBy(readExport('xgboost'), background);
  expect(openExplanation(trees, background, others)).toBeNull();
});

test.each(['sklearn-logistic', 'sklearn-mlp', 'sklearn-zipmap'])('%s has no trees', (name) => {
  expect(readOpenTrees(readExport(name), COLUMNS, 'features')).toBeNull();
});

test('trees behind a step that changes the row are not read as if there were none', () => {
  expect(readOpenTrees(readExport('xgboost'), COLUMNS, 'scaled')).toBeNull();
});
