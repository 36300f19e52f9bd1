import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BOOTSTRAP, computeIntervals } from '../../../../models/learn/train/bootstrap.ts';
import * as metrics from '../../../../models/learn/train/metrics.ts';
import { createRandom } from '../../../../models/learn/train/random.ts';

function ranking(scores: readonly number[], events: readonly number[]) {
  return metrics.rankRows(Float64Array.from(scores), Uint8Array.from(events));
}

const SMALL_RANKING = ranking([0.9, 0.8, 0.8, 0.4, 0.2], [1, 1, 0, 0, 1]);

describe('metrics computed by hand', () => {
  test('area under ROC: of 6 pairs 3 are right and 1 is a tie', () => {
    expect(metrics.areaUnderRoc(SMALL_RANKING)).toBeCloseTo(3.5 / 6, 12);
  });
  test('average precision: a tie is a single step', () => {
    const expected = (1 / 3) * 1 + (1 / 3) * (2 / 3) + (1 / 3) * (3 / 5);
    expect(metrics.averagePrecision(SMALL_RANKING)).toBeCloseTo(expected, 12);
  });
  test('Kolmogorov and Smirnov', () => {
    expect(metrics.kolmogorovSmirnov(SMALL_RANKING)).toBeCloseTo(1 / 3, 12);
  });
  test('recall at a given false-positive rate', () => {
    expect(metrics.recallAtFalsePositives(SMALL_RANKING, 0)).toBeCloseTo(1 / 3, 12);
    expect(metrics.recallAtFalsePositives(SMALL_RANKING, 0.5)).toBeCloseTo(2 / 3, 12);
    expect(metrics.recallAtFalsePositives(SMALL_RANKING, 1)).toBe(1);
    expect(metrics.thresholdAtFalsePositives(SMALL_RANKING, 0.5)).toBe(0.8);
  });
  test('confusion and accuracy', () => {
    expect(metrics.countConfusion(SMALL_RANKING, 0.5)).toEqual({
      truePositives: 2,
      falsePositives: 1,
      trueNegatives: 1,
      falseNegatives: 1,
    });
    expect(metrics.accuracyAt(SMALL_RANKING, 0.5)).toBeCloseTo(3 / 5, 12);
    expect(metrics.majorityAccuracy(SMALL_RANKING.events)).toBeCloseTo(3 / 5, 12);
  });
  test('Brier score and calibration error', () => {
    const expected = (0.01 + 0.04 + 0.64 + 0.16 + 0.64) / 5;
    expect(metrics.brierScore(SMALL_RANKING)).toBeCloseTo(expected, 12);
    // Ten rows at 0.3 of which 5 happened, ten at 0.9 of which 9 did.
    const scores = [...Array(10).fill(0.3), ...Array(10).fill(0.9)];
    const events = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0];
    expect(metrics.calibrationError(ranking(scores, events))).toBeCloseTo(0.1, 12);
  });
});

test('area under ROC is the share of pairs in the right order, by brute force', () => {
  const row = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.constantFrom(0, 1));
  fc.assert(
    fc.property(fc.array(row, { minLength: 2, maxLength: 40 }), (rows) => {
      const ups = rows.filter(([, event]) => event === 1).map(([score]) => score);
      const downs = rows.filter(([, event]) => event === 0).map(([score]) => score);
      fc.pre(ups.length > 0 && downs.length > 0);
      let right = 0;
      for (const up of ups)
        for (const down of downs) right += up > down ? 1 : up === down ? 0.5 : 0;
      const input = ranking(
        rows.map(([score]) => score),
        rows.map(([, event]) => event),
      );
      expect(metrics.areaUnderRoc(input)).toBeCloseTo(right / (ups.length * downs.length), 10);
    }),
  );
});

test('a row with weight two counts the same as two rows', () => {
  const scores = [0.1, 0.5, 0.5, 0.7, 0.9, 0.3];
  const events = [0, 1, 0, 1, 0, 1];
  const ownRanking = ranking(scores, events);
  // Place by place of the ranking: 0.9, 0.7, 0.5, 0.5, 0.3, 0.1.
  const counts = [1, 2, 0, 1, 3, 1];
  const copies = [...ownRanking.scores].flatMap((score, index) => {
    return Array.from(
      { length: counts[index]! },
      () => [score, ownRanking.events[index]!] as const,
    );
  });
  const copied = ranking(
    copies.map(([score]) => score),
    copies.map(([, event]) => event),
  );
  for (const metric of [
    metrics.areaUnderRoc,
    metrics.averagePrecision,
    metrics.kolmogorovSmirnov,
    metrics.brierScore,
    (ranking: metrics.Ranking, times?: metrics.Counts) => metrics.calibrationError(ranking, times),
    (ranking: metrics.Ranking, times?: metrics.Counts) => metrics.accuracyAt(ranking, 0.5, times),
    (ranking: metrics.Ranking, times?: metrics.Counts) =>
      metrics.recallAtFalsePositives(ranking, 0.3, times),
  ]) {
    expect(metric(ownRanking, counts)).toBeCloseTo(metric(copied), 12);
  }
});

test('a score that is not a number is refused', () => {
  expect(() => ranking([Number.NaN, 1], [0, 1])).toThrow('not a number');
});

test('a bootstrap interval of 95 % holds the true value about 95 times of 100', () => {
  // Scores of events are one deviation higher: the true area is Φ(1 / √2).
  const truth = 0.7602499;
  const random = createRandom(3);
  let heldScore = 0;
  for (let trial = 0; trial < 100; trial++) {
    const events = Array.from({ length: 200 }, (_, index) => index % 2);
    const scores = events.map((event) => random.normal() + event);
    const ownRanking = ranking(scores, events);
    const options = { ...BOOTSTRAP, resamples: 200 };
    const { area } = computeIntervals(ownRanking, { area: metrics.areaUnderRoc }, options);
    expect(area.low).toBeLessThan(area.value);
    if (area.low <= truth && truth <= area.high) heldScore += 1;
  }
  expect(heldScore).toBeGreaterThanOrEqual(88);
  expect(heldScore).toBeLessThanOrEqual(99);
});
