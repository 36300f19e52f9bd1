import { expect, test } from 'vitest';
import { explainForest } from '../../../models/explain/tree-shap.ts';
import { BOOSTING, trainForest } from '../../../models/train/boosted-trees.ts';
import { rowOf } from '../../../models/train/matrix.ts';
import { type Forest, LEAF, marginOf, type Tree } from '../../../models/train/tree.ts';
import { manyExamples } from '../../kit/model-data.ts';

/** What a tree gives when only the features of a coalition are known. */
function expectationOf(tree: Tree, row: ArrayLike<number>, known: number, node = 0): number {
  const feature = tree.feature[node]!;
  if (feature === LEAF) return tree.value[node]!;
  const [left, right] = [tree.left[node]!, tree.right[node]!];
  if (known & (1 << feature)) {
    const value = row[feature]!;
    const isLeft = Number.isNaN(value)
      ? tree.missingLeft[node] === 1
      : value <= tree.threshold[node]!;
    return expectationOf(tree, row, known, isLeft ? left : right);
  }
  const share = tree.cover[left]! / (tree.cover[left]! + tree.cover[right]!);
  const [a, b] = [expectationOf(tree, row, known, left), expectationOf(tree, row, known, right)];
  return share * a + (1 - share) * b;
}

/** Shapley's formula over all coalitions, from its definition. */
function byBruteForce(forest: Forest, row: ArrayLike<number>): number[] {
  const { columns, trees } = forest;
  const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
  const value = (known: number) =>
    trees.reduce((sum, tree) => sum + expectationOf(tree, row, known), 0);
  return Array.from({ length: columns }, (_, feature) => {
    let sum = 0;
    for (let known = 0; known < 1 << columns; known++) {
      if (known & (1 << feature)) continue;
      const size = known.toString(2).replaceAll('0', '').length;
      const weight = (factorial(size) * factorial(columns - size - 1)) / factorial(columns);
      sum += weight * (value(known | (1 << feature)) - value(known));
    }
    return sum;
  });
}

const data = manyExamples({ rows: 600, columns: 5, seed: 9, missingShare: 0.15 });
const options = { ...BOOSTING, rounds: 8, leaves: 12, minRows: 5, learningRate: 0.3 };
const forest = trainForest(data, options);

test('attributions equal the Shapley values of all coalitions', () => {
  // Deep enough that a feature cuts twice on one path.
  for (let at = 0; at < 40; at++) {
    const row = rowOf(data.x, at);
    const { parts } = explainForest(forest, row);
    byBruteForce(forest, row).forEach((exact, feature) => {
      expect(parts[feature], `row ${at} feature ${feature}`).toBeCloseTo(exact, 10);
    });
  }
});

test('with the expected margin they add up to the score', () => {
  for (let at = 0; at < data.x.rows; at++) {
    const row = rowOf(data.x, at);
    const { expected, parts } = explainForest(forest, row);
    const sum = parts.reduce((total, part) => total + part, expected);
    expect(sum).toBeCloseTo(marginOf(forest, row), 10);
  }
});

test('a feature that no tree cuts has no part', () => {
  const blind = { ...forest, columns: 7 };
  const { parts } = explainForest(blind, [0, 0, 0, 0, 0, 5, 5]);
  expect(parts.slice(5)).toEqual([0, 0]);
});
