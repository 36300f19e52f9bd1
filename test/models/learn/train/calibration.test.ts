import { expect, test } from 'vitest';
import { calibrate, fitIsotonic, fitPlatt } from '../../../../models/learn/train/calibration.ts';
import { calibrationError, rankRows } from '../../../../models/learn/train/metrics.ts';
import { createRandom } from '../../../../models/learn/train/random.ts';

/** Margins and outcomes whose true probability is known. */
function drawExamples(rows: number, truth: (margin: number) => number, seed: number) {
  const random = createRandom(seed);
  const margins = Float64Array.from({ length: rows }, () => 2 * random.normal());
  const y = Uint8Array.from(margins, (margin) => (random.next() < truth(margin) ? 1 : 0));
  return { margins, y };
}

const line = (margin: number) => 1 / (1 + Math.exp(-(0.5 * margin - 1)));
const steps = (margin: number) => (margin < -1 ? 0.1 : margin < 1 ? 0.2 : 0.8);

test("Platt's method finds the line that the outcomes were drawn from", () => {
  const { margins, y } = drawExamples(20_000, line, 1);
  const { slope, offset } = fitPlatt(margins, y);
  expect(slope).toBeGreaterThan(0.45);
  expect(slope).toBeLessThan(0.55);
  expect(offset).toBeGreaterThan(-1.1);
  expect(offset).toBeLessThan(-0.9);
});

test("Platt's method stays finite on margins that separate the outcomes completely", () => {
  const margins = Float64Array.from([-3, -2, 2, 3]);
  const fit = fitPlatt(margins, Uint8Array.from([0, 0, 1, 1]));
  // With Platt's correction, the targets of the two groups are 1/4 and 3/4.
  expect(calibrate(fit, 2.5)).toBeLessThan(0.85);
  expect(calibrate(fit, 2.5)).toBeGreaterThan(0.65);
});

test('margins that rank the events in reverse are refused, not inverted', () => {
  const { margins, y } = drawExamples(500, line, 2);
  expect(() =>
    fitPlatt(
      margins.map((margin) => -margin),
      y,
    ),
  ).toThrow('do not rank');
});

test('the isotonic curve never falls, stays within 0 and 1, and fits where no line can', () => {
  const { margins, y } = drawExamples(20_000, steps, 3);
  const curve = fitIsotonic(margins, y);
  let last = 0;
  for (let margin = -12; margin <= 12; margin += 0.05) {
    const probability = calibrate(curve, margin);
    expect(probability).toBeGreaterThanOrEqual(last - 1e-12);
    expect(probability).toBeGreaterThan(0);
    expect(probability).toBeLessThan(1);
    last = probability;
  }
  const fresh = drawExamples(20_000, steps, 4);
  const error = (calibration: Parameters<typeof calibrate>[0]) => {
    const probabilities = fresh.margins.map((margin) => calibrate(calibration, margin));
    return calibrationError(rankRows(probabilities, fresh.y));
  };
  expect(error(curve)).toBeLessThan(0.03);
  expect(error(fitPlatt(margins, y))).toBeGreaterThan(0.04);
});

test('pools equal those of pool-adjacent-violators by hand', () => {
  // Every row is its own pool, except rows 2 and 3, which are in the wrong order and are pooled.
  const curve = fitIsotonic(Float64Array.from([1, 2, 3, 4]), Uint8Array.from([0, 1, 0, 1]), 4);
  expect(curve.margins).toEqual([1, 2.5, 4]);
  expect(curve.probabilities).toEqual([1 / 3, 0.5, 2 / 3].map(Math.fround));
});
