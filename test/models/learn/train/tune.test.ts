import { expect, test } from 'vitest';
import { chooseEdgesByCount, chooseEvenEdges } from '../../../../models/learn/train/bins.ts';
import { BOOSTING_DEFAULTS, trainForest } from '../../../../models/learn/train/boosted-trees.ts';
import { LOGISTIC, trainLogistic } from '../../../../models/learn/train/logistic.ts';
import { type Examples, rowOf } from '../../../../models/learn/train/matrix.ts';
import { createRandom } from '../../../../models/learn/train/random.ts';
import { listSettings, tuneModel } from '../../../../models/learn/train/tune.ts';
import { makeExamples } from '../../../kit/models/model-data.ts';

const training = makeExamples({ rows: 600, columns: 4, seed: 3, missingShare: 0 });
const validation = makeExamples({ rows: 400, columns: 4, seed: 4, missingShare: 0 });
const usual = { ...BOOSTING_DEFAULTS, rounds: 20 };

/** A clock that advances by a tenth of a second at each read. */
function clock() {
  let now = 0;
  return () => (now += 100);
}

const watching = (tries: number[]) => ({
  now: clock(),
  canContinue: async () => true,
  onTried: async (tried: number) => {
    tries.push(tried);
  },
});

test('tuning ends with its budget, and takes the setting with the lowest loss', async () => {
  const tries: number[] = [];
  const fewRows = await tuneModel(
    { seconds: 3, pinned: [] },
    usual,
    { training, validation },
    watching(tries),
  );
  expect(fewRows!.result.tried).toBe(tries.length);
  expect(fewRows!.result.tried).toBeLessThan(fewRows!.result.of);
  const all = await tuneModel(
    { seconds: 600, pinned: [] },
    usual,
    { training, validation },
    watching([]),
  );
  expect(all!.result.tried).toBe(all!.result.of);
  expect(all!.result.loss).toBeLessThanOrEqual(all!.result.usualLoss);
  expect(all!.options).toMatchObject(all!.result.chosen);
});

test('tuning keeps the requested settings, and tries no setting twice', () => {
  const settings = listSettings(['leaves', 'minRows']);
  expect(settings.some((setting) => 'leaves' in setting || 'minRows' in setting)).toBe(false);
  expect(new Set(settings.map((setting) => JSON.stringify(setting))).size).toBe(settings.length);
});

test('tuning stopped between two rounds leaves no result', async () => {
  const watch = { ...watching([]), canContinue: async () => false };
  expect(
    await tuneModel({ seconds: 9, pinned: [] }, usual, { training, validation }, watch),
  ).toBeNull();
});

/** The label falls with the first column and rises with the second. */
function slopes(rows: number): Examples {
  const random = createRandom(2);
  const values = Float32Array.from({ length: rows * 2 }, () => random.normal());
  const y = Uint8Array.from({ length: rows }, (_, row) => {
    const margin = -(values[2 * row] as number) + (values[2 * row + 1] as number);
    return random.next() < 1 / (1 + Math.exp(-margin)) ? 1 : 0;
  });
  return { x: { rows, columns: 2, values }, y };
}

test('a linear model keeps its constraints: a weight against a constraint becomes zero', () => {
  const data = slopes(400);
  const unconstrainedModel = trainLogistic(data, LOGISTIC);
  expect(unconstrainedModel.weight[0]!).toBeLessThan(0);
  const boundModel = trainLogistic(data, { ...LOGISTIC, monotone: [1, 1] });
  expect(boundModel.weight[0]!).toBeCloseTo(0, 12);
  expect(boundModel.weight[1]!).toBeGreaterThan(0.3);
  expect(trainLogistic(data, { ...LOGISTIC, monotone: [-1, 1] })).toEqual(unconstrainedModel);
});

test('a frequent value has its own bin, and the other values keep their bins', () => {
  const random = createRandom(6);
  const values = Float32Array.from({ length: 20_000 }, (_, index) =>
    index % 2 === 0 ? 1_000 * (1 + random.below(5)) : 6_000 * random.next(),
  );
  const [even, chosenEdges] = [chooseEvenEdges(values), chooseEdgesByCount(values)];
  expect(chosenEdges.length).toBeLessThanOrEqual(253);
  expect(chosenEdges.length).toBeGreaterThan(even.length * 1.5);
  expect(
    [...chosenEdges].every((edge, index) => index === 0 || edge > chosenEdges[index - 1]!),
  ).toBe(true);
  const small = Float32Array.from([1, 2, 2, 3, Number.NaN]);
  expect(chooseEdgesByCount(small)).toEqual(chooseEvenEdges(small));
  const forest = trainForest(training, { ...usual, bins: 'frequent' });
  expect(forest.trees.length).toBe(20);
  expect(rowOf(training.x, 0)).toHaveLength(4);
});
