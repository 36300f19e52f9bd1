import { describe, expect, test } from 'vitest';
import { chooseEvenEdges, computeBins, MISSING_BIN } from '../../../../models/learn/train/bins.ts';
import {
  BOOSTING_DEFAULTS,
  type BoostingOptions,
  boost,
  type Checkpoint,
  logLoss,
  trainForest,
} from '../../../../models/learn/train/boosted-trees.ts';
import {
  createMatrix,
  type Examples,
  rowOf,
  sigmoid,
  takeRows,
} from '../../../../models/learn/train/matrix.ts';
import { areaUnderRoc, rankRows } from '../../../../models/learn/train/metrics.ts';
import { computeMargin, computeMargins, findLeaf } from '../../../../models/learn/train/tree.ts';
import { makeExamples } from '../../../kit/models/model-data.ts';

const STUMP: BoostingOptions = {
  ...BOOSTING_DEFAULTS,
  rounds: 1,
  leaves: 2,
  learningRate: 1,
  minRows: 1,
  minCurvature: 1e-9,
  lambda: 0,
  rowShare: 1,
  featureShare: 1,
};

const MISSING_VALUE = Number.NaN;

function examples(rows: readonly (readonly number[])[], labels: readonly number[]): Examples {
  return { x: createMatrix(rows, rows[0]!.length), y: Uint8Array.from(labels) };
}

describe('the bins of a feature', () => {
  test('have an edge halfway between neighbours and a separate bin for missing values', () => {
    const x = createMatrix([[1], [3], [MISSING_VALUE], [3], [7]], 1);
    const bins = computeBins(x);
    expect([...bins.edges[0]!]).toEqual([2, 5]);
    expect([...bins.codes[0]!]).toEqual([0, 1, MISSING_BIN, 1, 2]);
  });

  test('number at most 254, of about the same size, for many values', () => {
    const values = Float32Array.from({ length: 10_000 }, (_, index) => (index * 7_919) % 10_000);
    const edges = chooseEvenEdges(values);
    expect(edges.length).toBe(253);
    const sizes = new Map<number, number>();
    for (const code of computeBins({ rows: 10_000, columns: 1, values }).codes[0]!) {
      sizes.set(code, (sizes.get(code) ?? 0) + 1);
    }
    expect(Math.max(...sizes.values())).toBeLessThanOrEqual(41);
    expect(Math.min(...sizes.values())).toBeGreaterThanOrEqual(38);
  });

  test('give a frequent value its own bin and leave edges for the others', () => {
    const values = Float32Array.from({ length: 4_000 }, (_, index) => (index < 3_000 ? 0 : index));
    const edges = chooseEvenEdges(values);
    expect(edges[0]).toBe(1_500);
    expect(edges.length).toBeGreaterThan(50);
    expect([...edges]).toEqual([...new Set(edges)].sort((a, b) => a - b));
  });
});

describe('a single tree', () => {
  test('has the first split and leaves that were computed by hand', () => {
    // Half of the labels are 1, so the margin starts at 0, each gradient is ±½, each curvature ¼.
    const data = examples([[1], [2], [3], [4]], [0, 0, 1, 1]);
    const forest = trainForest(data, STUMP);
    const [tree] = forest.trees;
    expect(forest.base).toBe(0);
    expect(tree).toMatchObject({ feature: [0, -1, -1], threshold: [2.5, 0, 0] });
    // -G / H = -(2 × ½) / (2 × ¼) on the left.
    expect(tree!.value).toEqual([0, -2, 2]);
    expect(tree!.cover).toEqual([4, 2, 2]);
  });

  test('sends a missing value to the side with less loss', () => {
    const data = examples(
      [[1], [2], [3], [4], [MISSING_VALUE], [MISSING_VALUE]],
      [0, 0, 1, 1, 0, 0],
    );
    const [tree] = trainForest(data, STUMP).trees;
    expect(tree!.missingLeft[0]).toBe(1);
    const turned = examples(
      [[1], [2], [3], [4], [MISSING_VALUE], [MISSING_VALUE]],
      [0, 0, 1, 1, 1, 1],
    );
    expect(trainForest(turned, STUMP).trees[0]!.missingLeft[0]).toBe(0);
  });

  test('can split on whether a value is missing', () => {
    const data = examples([[1], [1], [MISSING_VALUE], [MISSING_VALUE]], [0, 0, 1, 1]);
    const forest = trainForest(data, STUMP);
    expect(computeMargin(forest, [5])).toBeLessThan(0);
    expect(computeMargin(forest, [MISSING_VALUE])).toBeGreaterThan(0);
  });

  test('has the best split that brute force over all splits finds', () => {
    for (let seed = 1; seed <= 25; seed++) {
      const { x, y } = makeExamples({ rows: 60, columns: 3, seed, missingShare: 0.2 });
      const [tree] = trainForest({ x, y }, { ...STUMP, lambda: 1, minRows: 5 }).trees;
      const [feature, threshold] = [tree!.feature[0]!, tree!.threshold[0]!];
      const gain = gainOf({ x, y }, feature, threshold, tree!.missingLeft[0] === 1);
      expect(gain, `seed ${seed}`).toBeCloseTo(bestGain({ x, y }), 9);
    }
  });

  // Gain of equation 7 with λ = 1, straight from its definition.
  function gainOf({ x, y }: Examples, feature: number, threshold: number, missingLeft: boolean) {
    const share = y.reduce((sum, label) => sum + label, 0) / y.length;
    const p = sigmoid(Math.fround(Math.log(share / (1 - share))));
    const sides = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    for (let row = 0; row < x.rows; row++) {
      const value = rowOf(x, row)[feature]!;
      const isLeft = Number.isNaN(value) ? missingLeft : value <= threshold;
      const side = sides[isLeft ? 0 : 1]!;
      side[0]! += p - y[row]!;
      side[1]! += p * (1 - p);
      side[2]! += 1;
    }
    if (sides.some(([, , rows]) => rows! < 5)) return -1;
    const score = (g: number, h: number) => (g * g) / (h + 1);
    const [a, b] = sides as [[number, number, number], [number, number, number]];
    return score(a[0], a[1]) + score(b[0], b[1]) - score(a[0] + b[0], a[1] + b[1]);
  }

  function bestGain(data: Examples): number {
    let best = 0;
    for (let feature = 0; feature < data.x.columns; feature++) {
      for (let row = 0; row < data.x.rows; row++) {
        for (const missingLeft of [false, true]) {
          const threshold = rowOf(data.x, row)[feature]!;
          best = Math.max(best, gainOf(data, feature, threshold, missingLeft));
        }
      }
    }
    return best;
  }
});

describe('boosting', () => {
  const data = makeExamples({ rows: 3_000, columns: 6, seed: 1, missingShare: 0.1 });
  const options = { ...BOOSTING_DEFAULTS, rounds: 40, leaves: 8, learningRate: 0.1 };

  test('learns a non-linear rule on unseen rows', () => {
    const training = takeRows(data, [...Array(2_000).keys()]);
    const otherRows = takeRows(
      data,
      [...Array(1_000).keys()].map((index) => index + 2_000),
    );
    const forest = trainForest(training, options);
    const area = areaUnderRoc(rankRows(computeMargins(forest, otherRows.x), otherRows.y));
    expect(area).toBeGreaterThan(0.8);
  });

  test('keeps margins equal to those of the finished forest', () => {
    const rounds = boost(data, { ...options, rounds: 5 }, data);
    let loss: number | null = null;
    let step = rounds.next();
    for (; !step.done; step = rounds.next()) loss = step.value.validationLoss;
    expect(logLoss(computeMargins(step.value, data.x), data.y)).toBeCloseTo(loss!, 12);
  });

  test('gives the same forest for the same seed, and another for another seed', () => {
    const first = JSON.stringify(trainForest(data, options));
    expect(JSON.stringify(trainForest(data, options))).toBe(first);
    expect(JSON.stringify(trainForest(data, { ...options, seed: 8 }))).not.toBe(first);
  });

  test('resumed from a checkpoint ends in the same forest', () => {
    const wholeForest = JSON.stringify(trainForest(data, options, data));
    const rounds = boost(data, options, data);
    let checkpoint: Checkpoint | undefined;
    for (let index = 0; index < 17; index++) {
      const step = rounds.next();
      if (!step.done) checkpoint = step.value.checkpoint();
    }
    // The forest as stored in a file.
    const read = JSON.parse(JSON.stringify(checkpoint)) as Checkpoint;
    expect(read.forest.trees.length).toBe(17);
    const restarted = boost(data, options, data, read);
    let step = restarted.next();
    expect(step.done ? null : step.value.round).toBe(18);
    while (!step.done) step = restarted.next();
    expect(JSON.stringify(step.value)).toBe(wholeForest);
  });

  test('stops when the validation part stops improving, and keeps the best round', () => {
    const noise = makeExamples({ rows: 400, columns: 4, seed: 5, isNoise: true });
    const other = makeExamples({ rows: 400, columns: 4, seed: 6, isNoise: true });
    const eager = { ...options, rounds: 200, patience: 5 };
    const forest = trainForest(noise, eager, other);
    expect(forest.trees.length).toBeLessThan(50);
    const loss = (trees: number) =>
      logLoss(computeMargins({ ...forest, trees: forest.trees.slice(0, trees) }, other.x), other.y);
    for (let trees = 0; trees < forest.trees.length; trees++) {
      expect(loss(forest.trees.length)).toBeLessThanOrEqual(loss(trees) + 1e-12);
    }
  });

  test.each([1, -1])('never moves the margin against a monotone feature (%i)', (sign) => {
    const boundOptions = { ...options, leaves: 16, monotone: [sign, 0, 0, 0, 0, 0] };
    const unconstrainedForest = trainForest(data, options);
    const forest = trainForest(data, boundOptions);
    const countViolations = (testedForest: typeof forest) => {
      let count = 0;
      for (let row = 0; row < 200; row++) {
        const features = Float32Array.from(rowOf(data.x, row));
        let last = -Infinity;
        for (let value = -3; value <= 3; value += 0.1) {
          features[0] = value;
          const margin = sign * computeMargin(testedForest, features);
          if (margin < last - 1e-12) count += 1;
          last = margin;
        }
      }
      return count;
    };
    expect(countViolations(forest)).toBe(0);
    expect(countViolations(unconstrainedForest)).toBeGreaterThan(0);
  });

  test('raises every probability with a weight on positives', () => {
    const plain = trainForest(data, { ...options, rounds: 5 });
    const heavy = trainForest(data, { ...options, rounds: 5, positiveWeight: 10 });
    const mean = (forest: typeof plain) =>
      computeMargins(forest, data.x).reduce((a, b) => a + b, 0);
    expect(mean(heavy)).toBeGreaterThan(mean(plain));
  });

  test.each([
    ['rounds', 0],
    ['leaves', 1],
    ['leaves', 1_025],
    ['learningRate', 0],
    ['rowShare', 1.1],
    ['lambda', -1],
    ['minRows', 0.5],
  ])('with %s = %d is refused', (name, value) => {
    expect(() => trainForest(data, { ...options, [name]: value })).toThrow(name);
  });

  test('with labels that are all the same, or an infinite feature, is refused', () => {
    const sameExamples = examples([[1], [2]], [1, 1]);
    expect(() => trainForest(sameExamples, options)).toThrow('all labels are the same');
    const infinite = examples([[1], [Infinity]], [0, 1]);
    expect(() => trainForest(infinite, options)).toThrow('infinite');
  });

  test('finds a leaf for every row, whatever its values', () => {
    const [tree] = trainForest(data, options).trees;
    for (const value of [MISSING_VALUE, Infinity, -Infinity, 0, -0, 1e38]) {
      const leaf = findLeaf(tree!, new Float32Array(6).fill(value));
      expect(tree!.feature[leaf]).toBe(-1);
    }
  });
});
