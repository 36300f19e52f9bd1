import { expect, test } from 'vitest';
import { explainBySampling } from '../../../models/explain/explanation.ts';
import { estimateBySampling, type SampledModel } from '../../../models/explain/sampling.ts';
import { NoProbability } from '../../../models/session-pool.ts';
import { COLUMNS, computeShapleyValues, makeRows } from '../../kit/models/explaining.ts';

const logit = (probability: number) => Math.log(probability / (1 - probability));
const sigmoid = (margin: number) => 1 / (1 + Math.exp(-margin));

/** A non-linear score with two features that only matter together, and one that does not matter. */
const scoreNonLinear = (row: Float32Array) =>
  sigmoid(Math.max(0, row[0]!) + 0.8 * row[1]! * row[2]! - 0.5 * row[3]!);

function countingScore(score: (row: Float32Array) => number, background: readonly Float32Array[]) {
  let rows = 0;
  const model: SampledModel = {
    background,
    probabilities: background.map(score),
    score: async (some) => {
      rows += some.length;
      return some.map(score);
    },
  };
  return { asked: model, rows: () => rows };
}

test('sampled attributions are near those of all coalitions, and add up exactly', async () => {
  const background = makeRows(3, 20);
  const { asked, rows } = countingScore(scoreNonLinear, background);
  for (const row of makeRows(4, 5)) {
    const before = rows();
    const { expected, parts } = await estimateBySampling(asked, row, scoreNonLinear(row));
    expect(rows() - before).toBeLessThanOrEqual(1_000);
    const exact = background.map((other) =>
      computeShapleyValues((value) => logit(scoreNonLinear(Float32Array.from(value))), row, other),
    );
    parts.forEach((part, index) => {
      const mean = exact.reduce((sum, value) => sum + value[index]!, 0) / background.length;
      expect(Math.abs(part - mean), `feature ${index}`).toBeLessThan(0.1);
    });
    // This feature changes nothing, whatever comes before it.
    expect(parts[4]).toBe(0);
    expect(parts.reduce((sum, part) => sum + part, expected)).toBeCloseTo(
      logit(scoreNonLinear(row)),
      10,
    );
    expect(await estimateBySampling(asked, row, scoreNonLinear(row))).toEqual({ expected, parts });
  }
});

test('a row equal to the background has no reasons', async () => {
  const [row = new Float32Array(COLUMNS)] = makeRows(9, 1, 0.5);
  const { asked, rows } = countingScore(() => 0.3, [row, row]);
  expect((await estimateBySampling(asked, row, 0.3)).parts).toEqual([0, 0, 0, 0, 0]);
  expect(rows()).toBe(0);
});

test('with one feature no sampling is needed, and a certain score has a finite attribution', async () => {
  const background = [Float32Array.of(0)];
  const { asked } = countingScore(() => 0.5, background);
  const { expected, parts } = await estimateBySampling(asked, Float32Array.of(1), 1);
  expect([expected, parts.length]).toEqual([0, 1]);
  expect(parts[0]).toBeCloseTo(Math.log(999_999), 6);
});

test("sampling does not explain a score other than the row's, or a row without a score", async () => {
  const background = makeRows(5, 4);
  const [row = new Float32Array(COLUMNS)] = makeRows(6, 1);
  const { asked } = countingScore(scoreNonLinear, background);
  const explanation = explainBySampling(asked);
  expect([explanation.kind, explanation.attributeNow(row)]).toEqual(['approximate', null]);
  expect(await explanation.attribute(row, scoreNonLinear(row))).not.toBeNull();
  expect(await explanation.attribute(row, scoreNonLinear(row) + 0.01)).toBeNull();
  const broken = explainBySampling({
    ...asked,
    score: async (some) => {
      if (some.length > 1) throw new NoProbability('nothing');
      return some.map(scoreNonLinear);
    },
  });
  expect(await broken.attribute(row, scoreNonLinear(row))).toBeNull();
});
