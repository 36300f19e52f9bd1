// The statistics of an evaluation against values that scikit-learn 1.9.1, SciPy 1.18 and a plain
// numpy transcription of DeLong's structural components (every pair compared, no ranks) give for
// the same 240 rows. `rows()` is written so that both languages make the same rows.

import { describe, expect, it } from 'vitest';
import { compareAreas, computeArea } from '../../../models/evaluate/delong.ts';
import { measureFigures } from '../../../models/evaluate/figures.ts';
import { twoSidedP, wilson } from '../../../models/evaluate/normal.ts';
import { assignSegments } from '../../../models/evaluate/segments.ts';

function rows() {
  const [first, second] = [new Float64Array(240), new Float64Array(240)];
  const events = new Uint8Array(240);
  for (let index = 0; index < 240; index++) {
    const [a, b, c] = [(index * 37) % 101, (index * 53) % 89, (index * 71) % 97];
    first[index] = (a * 3 + b) / (101 * 3 + 89);
    // Two digits: the second model has ties.
    second[index] = Math.round((100 * (a + 2 * c)) / (101 + 2 * 97)) / 100;
    events[index] = a * 2 + b + c > 230 || index % 17 === 0 ? 1 : 0;
  }
  return { first, second, events };
}

const { first, second, events } = rows();
const request = {
  threshold: 0.5,
  thresholds: [0.65],
  costs: { falsePositive: 1, falseNegative: 5 },
};

describe("DeLong's test", () => {
  it('gives the area and its deviation as a comparison of every pair does', () => {
    const [a, b] = [computeArea(first, events), computeArea(second, events)];
    expect([a.value, b.value]).toEqual([
      expect.closeTo(0.8971277624823275, 12),
      expect.closeTo(0.856462534414763, 12),
    ]);
    expect((a.high - a.low) / 2 / 1.959963984540054).toBeCloseTo(0.024292786301500526, 10);
    expect((b.high - b.low) / 2 / 1.959963984540054).toBeCloseTo(0.025819893988131278, 10);
  });

  it('distinguishes two models on the same rows with the known z and p', () => {
    const { difference, z, pValue } = compareAreas(first, second, events);
    expect(difference.value).toBeCloseTo(0.04066522806756445, 12);
    expect(z).toBeCloseTo(1.4667561631452855, 9);
    expect(pValue).toBeCloseTo(0.14244239862060068, 6);
    expect(difference.low).toBeLessThan(0);
  });

  it('finds no difference between a model and itself', () => {
    const { difference, z, pValue } = compareAreas(first, first, events);
    expect([difference.value, z, pValue]).toEqual([0, 0, 1]);
  });
});

it('the normal distribution and the interval of a share equal those of SciPy', () => {
  const known = [
    [0.1, 0.920344325445942],
    [1, 0.31731050786291415],
    [1.96, 0.04999579029644087],
    [3.5, 0.00046525815807105003],
    [5, 5.733031437583866e-7],
  ] as const;
  for (const [z, p] of known) expect(twoSidedP(z) / p).toBeCloseTo(1, 6);
  const { low, high } = wilson(79, 89) ?? { low: 0, high: 0 };
  expect([low, high]).toEqual([
    expect.closeTo(0.8053898870597024, 10),
    expect.closeTo(0.93781256663344, 10),
  ]);
  expect(wilson(0, 0)).toBeNull();
});

describe('the figures of an evaluation', () => {
  const figures = measureFigures(first, events, request, null);

  it('equal those of scikit-learn', () => {
    expect(figures.areaUnderRoc.value).toBeCloseTo(0.8971277624823275, 12);
    expect(figures.averagePrecision.value).toBeCloseTo(0.8944209290305588, 12);
    expect(figures.kolmogorovSmirnov.value).toBeCloseTo(0.69261105737034, 12);
    expect(figures.brierScore.value).toBeCloseTo(0.15503197452450365, 12);
    expect(figures.calibrationError.value).toBeCloseTo(0.2319515306122449, 12);
    expect(figures.recallAt1PercentFalsePositives.value).toBeCloseTo(0.6629213483146067, 12);
    const tied = measureFigures(second, events, request, null);
    expect(tied.averagePrecision.value).toBeCloseTo(0.8141054028282404, 12);
    expect(tied.brierScore.value).toBeCloseTo(0.17094083333333335, 12);
    expect(tied.kolmogorovSmirnov.value).toBeCloseTo(0.5561425701317062, 12);
    expect(tied.calibrationError.value).toBeCloseTo(0.16333333333333336, 12);
    expect(tied.recallAt1PercentFalsePositives.value).toBeCloseTo(0.2696629213483146, 12);
  });

  it('are counted at the threshold in use and at the chosen threshold', () => {
    const [inUse, other] = figures.thresholds;
    expect(inUse).toMatchObject({
      threshold: 0.5,
      inUse: true,
      confusion: {
        trueNegatives: 112,
        falsePositives: 39,
        falseNegatives: 10,
        truePositives: 79,
      },
      costPerRow: 0.37083333333333335,
    });
    expect(inUse?.precision?.value).toBeCloseTo(0.6694915254237288, 12);
    expect(inUse?.recall?.value).toBeCloseTo(0.8876404494382022, 12);
    expect(other?.inUse).toBe(false);
    expect(other?.confusion).toEqual({
      trueNegatives: 145,
      falsePositives: 6,
      falseNegatives: 25,
      truePositives: 64,
    });
    expect(other?.accuracy?.value).toBeCloseTo(0.8708333333333333, 12);
  });

  it("state the accuracy at the threshold in use, beside the majority's", () => {
    expect(figures.accuracy.value).toBeCloseTo(0.7958333333333333, 12);
    const strict = measureFigures(first, events, { ...request, threshold: 0.65 }, null);
    expect(strict.accuracy.value).toBeCloseTo(0.8708333333333333, 12);
    expect(strict.majorityAccuracy).toBeCloseTo(151 / 240, 12);
  });

  it('have intervals that contain their point', () => {
    const { areaUnderRoc, averagePrecision, kolmogorovSmirnov, brierScore } = figures;
    const { calibrationError, recallAt1PercentFalsePositives, accuracy } = figures;
    const all = [areaUnderRoc, averagePrecision, kolmogorovSmirnov, brierScore, accuracy];
    for (const { value, low, high } of [...all, calibrationError, recallAt1PercentFalsePositives]) {
      expect(low).toBeLessThanOrEqual(value);
      expect(high).toBeGreaterThanOrEqual(value);
    }
  });

  it('state the calibration in ten groups that contain each row once, with equal scores together', () => {
    const { calibrationCurve } = measureFigures(second, events, request, null);
    expect(calibrationCurve.reduce((sum, { rows: count }) => sum + count, 0)).toBe(240);
    for (const [index, point] of calibrationCurve.entries()) {
      expect(point.from).toBeGreaterThan(calibrationCurve[index - 1]?.to ?? -1);
    }
    const hits = calibrationCurve.reduce(
      (sum, { rows: count, observed }) => sum + count * (observed?.value ?? 0),
      0,
    );
    expect(hits).toBeCloseTo(89, 9);
  });

  it('end their curve at full recall, and name the cheapest point of the curve', () => {
    const { curve, cheapest } = figures;
    expect(curve.length).toBeLessThanOrEqual(101);
    expect(curve.at(-1)).toMatchObject({ recall: 1, falsePositiveRate: 1 });
    expect(cheapest.costPerRow).toBe(Math.min(...curve.map(({ costPerRow }) => costPerRow)));
    expect(cheapest.costPerRow).toBeLessThanOrEqual(0.37083333333333335);
  });

  it('name flagging nothing as cheapest where each flag costs more than it saves', () => {
    const [scores, label] = [Float64Array.of(0.9, 0.8, 0.2, 0.1), Uint8Array.of(0, 1, 0, 1)];
    const costs = { falsePositive: 10, falseNegative: 1 };
    const { cheapest, curve } = measureFigures(scores, label, { ...request, costs }, null);
    expect(cheapest).toEqual({ threshold: null, costPerRow: 0.5 });
    for (const { costPerRow } of curve) expect(costPerRow).toBeGreaterThan(cheapest.costPerRow);
  });
});

describe('segments', () => {
  it('are measured separately, and a small segment says that it is small', () => {
    const names = Array.from(events, (_, index) => (index < 200 ? 'north' : 'south'));
    const { segments } = measureFigures(first, events, request, names);
    expect(segments.map(({ segment, rows: count, isSmall }) => [segment, count, isSmall])).toEqual([
      ['north', 200, false],
      ['south', 40, true],
    ]);
    const firstArea = computeArea(first.subarray(0, 200), events.subarray(0, 200));
    expect(segments[0]?.areaUnderRoc).toEqual(firstArea);
  });

  it('are quarters for a number and values for a text, and absent with too many values', () => {
    const numbers = assignSegments(
      Array.from({ length: 100 }, (_, index) => ({ age: index })),
      'age',
    );
    expect(new Set(numbers)).toEqual(
      new Set(['1: up to 25', '2: above 25 up to 50', '3: above 50 up to 75', '4: above 75']),
    );
    expect(assignSegments([{ region: 'N' }, {}], 'region')).toEqual(['N', 'missing']);
    const manyFeatures = Array.from({ length: 60 }, (_, index) => ({ name: `x${index}` }));
    expect(assignSegments(manyFeatures, 'name')).toBeNull();
  });
});
