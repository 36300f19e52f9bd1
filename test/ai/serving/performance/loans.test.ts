// Loans whose outcome is known, compared with the predictions of a model.

import { expect, test } from 'vitest';
import { computeLoanFigures } from '../../../../ai/serving/performance/loans.ts';

const model = { modelName: 'm', modelVersion: '1.0.0', artifactSha256: 'ab'.repeat(32) };

/** Makes loans with a probability, some of which defaulted. */
function loans(probability: number, count: number, defaulted: number) {
  return Array.from({ length: count }, (_, index) => {
    return { ...model, probability, defaulted: index < defaulted ? 1 : 0 };
  });
}

test('no loans give no figures, and few loans no verdict', () => {
  expect(computeLoanFigures([], 0.8)).toBeNull();
  const fewFigures = computeLoanFigures(loans(0.1, 100, 19), 0.8);
  expect(fewFigures).toMatchObject({ labelled: 100, defaulted: 19, status: 'too_few' });
});

test('as many defaults as expected, ranked as on the hold-out, count as stable', () => {
  const goodLoans = [...loans(0.05, 400, 20), ...loans(0.4, 200, 80)];
  const loanFigures = computeLoanFigures(goodLoans, 0.7);
  expect(loanFigures?.expectedRate).toBeCloseTo(100 / 600, 9);
  expect(loanFigures?.observedRate?.value).toBeCloseTo(100 / 600, 9);
  expect(loanFigures?.status).toBe('as_measured');
});

test('more defaults than chance explains, or a worse ranking, count as decay', () => {
  expect(computeLoanFigures(loans(0.05, 400, 60), null)?.status).toBe('decayed');
  const unranked = [...loans(0.1, 500, 75), ...loans(0.2, 500, 75)];
  expect(computeLoanFigures(unranked, 0.8)?.status).toBe('decayed');
  expect(computeLoanFigures(unranked, null)?.status).toBe('as_measured');
});
