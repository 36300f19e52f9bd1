import { expect, test } from 'vitest';
import { openExplanation } from '../../../models/explain/explanation.ts';
import { againstBackground } from '../../../models/explain/interventional.ts';
import { openMarginOf, readOpenTrees } from '../../../models/explain/open-trees.ts';
import { byBruteForce, COLUMNS, exported, rowsFrom, scoredBy } from '../../kit/explaining.ts';

const EXPORTS = ['sklearn-forest', 'sklearn-boosted', 'lightgbm', 'xgboost'];

test.each(EXPORTS)('%s: attributions equal all coalitions, and add up', async (name) => {
  const trees = readOpenTrees(exported(name), COLUMNS, 'features')!;
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
  const trees = readOpenTrees(exported(name), COLUMNS, 'features')!;
  const background = rowsFrom(5, 20);
  const explanation = openExplanation(
    trees,
    background,
    await scoredBy(exported(name), background),
  );
  expect(explanation?.kind).toBe('interventional');
  const rows = rowsFrom(6, 20);
  const probabilities = await scoredBy(exported(name), rows);
  for (const [at, row] of rows.entries()) {
    expect(await explanation?.attribute(row, probabilities[at]!)).not.toBeNull();
    // Of another score they would be the reasons of something else.
    expect(await explanation?.attribute(row, probabilities[at]! + 0.01)).toBeNull();
  }
});

test('trees that give other probabilities than the file are not taken for its own', async () => {
  const trees = readOpenTrees(exported('lightgbm'), COLUMNS, 'features')!;
  const background = rowsFrom(7, 12);
  const others = await scoredBy(exported('xgboost'), background);
  expect(openExplanation(trees, background, others)).toBeNull();
});

test.each(['sklearn-logistic', 'sklearn-mlp', 'sklearn-zipmap'])('%s has no trees', (name) => {
  expect(readOpenTrees(exported(name), COLUMNS, 'features')).toBeNull();
});

test('trees behind a step that changes the row are not read as if there were none', () => {
  expect(readOpenTrees(exported('xgboost'), COLUMNS, 'scaled')).toBeNull();
});
