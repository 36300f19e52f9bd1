import { expect, test } from 'vitest';
import { createExplainer, explainForest } from '../../../models/explain/tree-shap.ts';
import { BOOSTING_DEFAULTS, trainForest } from '../../../models/learn/train/boosted-trees.ts';
import { rowOf } from '../../../models/learn/train/matrix.ts';
import { createRandom, type Random } from '../../../models/learn/train/random.ts';
import { computeMargin, type Forest, LEAF, type Tree } from '../../../models/learn/train/tree.ts';
import { makeExamples } from '../../kit/models/model-data.ts';

/** The expected value of a tree when only the features of a coalition are known. */
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

const data = makeExamples({ rows: 600, columns: 5, seed: 9, missingShare: 0.15 });
const options = { ...BOOSTING_DEFAULTS, rounds: 8, leaves: 12, minRows: 5, learningRate: 0.3 };
const forest = trainForest(data, options);

test('attributions equal the Shapley values of all coalitions', () => {
  // Deep enough that a feature splits twice on one path.
  for (let index = 0; index < 40; index++) {
    const row = rowOf(data.x, index);
    const { parts } = explainForest(forest, row);
    byBruteForce(forest, row).forEach((exact, feature) => {
      expect(parts[feature], `row ${index} feature ${feature}`).toBeCloseTo(exact, 10);
    });
  }
});

test('attributions and the expected margin add up to the score', () => {
  for (let index = 0; index < data.x.rows; index++) {
    const row = rowOf(data.x, index);
    const { expected, parts } = explainForest(forest, row);
    const sum = parts.reduce((total, part) => total + part, expected);
    expect(sum).toBeCloseTo(computeMargin(forest, row), 10);
  }
});

test('a feature that no tree splits on has no attribution', () => {
  const blind = { ...forest, columns: 7 };
  const { parts } = explainForest(blind, [0, 0, 0, 0, 0, 5, 5]);
  expect(parts.slice(5)).toEqual([0, 0]);
});

/** A tree with random splits: unlike a trained tree, one feature often splits several times on a path. */
function randomTree(random: Random, columns: number, depth: number): Tree {
  const nodes: Record<keyof Tree, number>[] = [];
  const grow = (left: number, cover: number): number => {
    const node = nodes.length;
    const value = random.normal();
    nodes.push({ feature: LEAF, threshold: 0, left: 0, right: 0, missingLeft: 0, value, cover });
    if (left === 0 || cover < 2 || random.next() < 0.1) return node;
    const share = 1 + Math.floor(random.next() * (cover - 1));
    nodes[node] = {
      ...nodes[node]!,
      feature: Math.floor(random.next() * columns),
      threshold: random.normal(),
      missingLeft: random.next() < 0.5 ? 1 : 0,
      left: grow(left - 1, share),
      right: grow(left - 1, cover - share),
    };
    return node;
  };
  grow(depth, 5_000);
  const all = (key: keyof Tree) => nodes.map((node) => node[key]);
  return {
    feature: all('feature'),
    threshold: all('threshold'),
    left: all('left'),
    right: all('right'),
    missingLeft: all('missingLeft'),
    value: all('value'),
    cover: all('cover'),
  };
}

function randomForest(seed: number, columns: number, depth: number): [Forest, number[][]] {
  const random = createRandom(seed);
  const trees = Array.from({ length: 4 }, () => randomTree(random, columns, depth));
  const value = () => (random.next() < 0.2 ? Number.NaN : random.normal());
  const rows = Array.from({ length: 10 }, () => Array.from({ length: columns }, value));
  return [{ columns, base: random.normal(), trees }, rows];
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'random trees of %i features equal all coalitions',
  (columns) => {
    const [created, rows] = randomForest(columns, columns, 7);
    for (const row of rows.slice(0, 4)) {
      const { parts } = explainForest(created, row);
      byBruteForce(created, row).forEach((exact, index) => {
        expect(parts[index], `feature ${index}`).toBeCloseTo(exact, 11);
      });
    }
  },
);

test.each([3, 12, 40])('paths of up to 14 splits over %i features add up', (columns) => {
  const [created, rows] = randomForest(100 + columns, columns, 14);
  for (const row of rows) {
    const { expected, parts } = explainForest(created, row);
    const sum = parts.reduce((total, part) => total + part, expected);
    expect(sum).toBeCloseTo(computeMargin(created, row), 10);
  }
});

test('tables are built once, and a result is not changed by the next one', () => {
  const [created, rows] = randomForest(77, 6, 8);
  const explain = createExplainer(created);
  expect(createExplainer(created)).toBe(explain);
  const first = explain(rows[0]!);
  const stored = [...first.parts];
  for (const row of rows.slice(1)) explain(row);
  expect(first.parts).toEqual(stored);
  expect(explain(rows[0]!).parts).toEqual(stored);
});

test('a branch that no training row took explains a row that takes it', () => {
  const cut: Tree = {
    feature: [0, LEAF, 1, LEAF, LEAF],
    threshold: [0, 0, 0, 0, 0],
    left: [1, 0, 3, 0, 0],
    right: [2, 0, 4, 0, 0],
    missingLeft: [0, 0, 0, 0, 0],
    value: [0, 1, 0, 5, 9],
    cover: [10, 10, 0, 0, 0],
  };
  const { expected, parts } = explainForest({ columns: 2, base: 0, trees: [cut] }, [1, 1]);
  expect(expected).toBe(1);
  // Feature 1 alone changes nothing; after feature 0 it lifts 7, the middle, to 9.
  expect(parts[0]).toBeCloseTo(7, 12);
  expect(parts[1]).toBeCloseTo(1, 12);
});

test('a tree of one leaf has no attributions', () => {
  const first = [0];
  const leaf = { feature: [LEAF], threshold: first, left: first, right: first, missingLeft: first };
  const created = { columns: 2, base: 1, trees: [{ ...leaf, value: [0.5], cover: [3] }] };
  expect(explainForest(created, [1, Number.NaN])).toEqual({ expected: 1.5, parts: [0, 0] });
});
