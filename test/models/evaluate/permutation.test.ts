// Permutation importance names the features on which the ranking of a version depends, whatever the
// kind of file.

import { expect, it } from 'vitest';
import { measurePermutationImportance } from '../../../models/evaluate/permutation.ts';
import { type Matrix, valueAt } from '../../../models/learn/train/matrix.ts';
import { makeExamples } from '../../kit/models/model-data.ts';

/** Ranks by its first column, a little by its second, and reads no other. */
async function score(x: Matrix): Promise<Float64Array> {
  return Float64Array.from({ length: x.rows }, (_, row) => {
    const margin = 2 * valueAt(x, row, 0) + 0.2 * valueAt(x, row, 1);
    return 1 / (1 + Math.exp(-margin));
  });
}

const names = ['much', 'little', 'nothing', 'neither'];

it('a feature that the model uses has importance, and a feature that it never reads has none', async () => {
  const examples = makeExamples({ rows: 1_500, columns: 4, seed: 3 });
  const { rows, shuffles, features } = await measurePermutationImportance(score, examples, names);
  expect([rows, shuffles, features[0]?.feature]).toEqual([1_500, 3, 'much']);
  expect(features[0]?.areaLost).toBeGreaterThan(0.1);
  const ofUnread = features.filter(({ feature }) => feature.startsWith('n'));
  expect(ofUnread.map(({ areaLost }) => areaLost)).toEqual([0, 0]);
});

it('the same rows give the same importance figures', async () => {
  const examples = makeExamples({ rows: 400, columns: 4, seed: 4 });
  const importance = await measurePermutationImportance(score, examples, names);
  expect(await measurePermutationImportance(score, examples, names)).toEqual(importance);
});

it('a sample of many rows contains all events, unless they are more than half of the sample', async () => {
  const { x, y } = makeExamples({ rows: 6_000, columns: 4, seed: 5 });
  const rare = y.map((label, row) => (row % 20 === 0 ? label : 0));
  let callCount = 0;
  const countingScore = (matrix: Matrix) => {
    callCount += matrix.rows;
    return score(matrix);
  };
  const { rows } = await measurePermutationImportance(countingScore, { x, y: rare }, names);
  expect([rows, callCount]).toEqual([2_000, 2_000 * (1 + 3 * 4)]);
});
