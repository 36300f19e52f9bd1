// Outcomes of decisions: the label of a payment, the reliability of a share, and drift of scores.

import { expect, test } from 'vitest';
import { computeRiskDrift, countOutcomes } from '../../../../ai/serving/performance/risk-live.ts';
import { labelPayment } from '../../../../ai/serving/training/label.ts';
import type { OutcomeRow } from '../../../../db/risk/outcomes.ts';
import { packFeatures } from '../../../../db/risk/view.ts';
import { addScores, computeDistribution, MIN_DRIFT_ROWS } from '../../../../models/distribution.ts';
import { wilson } from '../../../../models/evaluate/normal.ts';
import { createLatencyStore } from '../../../../models/latency-store.ts';
import { createMatrix } from '../../../../models/learn/train/matrix.ts';
import { createRandom } from '../../../../models/learn/train/random.ts';

const MATURE_AFTER = 1_000;
const row = (overrides: Partial<OutcomeRow>): OutcomeRow => ({
  id: 'dec_1',
  transactionId: 'txn_1',
  createdAt: 0,
  modelName: 'm',
  modelVersion: '1.0.0',
  artifactSha256: 'a',
  degraded: null,
  decision: 'approve',
  probability: 0.01,
  reviewFrom: 0.5,
  features: packFeatures([1]),
  isPosted: 1,
  verdict: null,
  isTakenBack: 0,
  isDoubted: 0,
  ...overrides,
});

test.each<[string, Partial<OutcomeRow>, 0 | 1 | null, string]>([
  [
    'taken back as fraud, though a person had approved it',
    { isTakenBack: 1, verdict: 'approved' },
    1,
    'reversed',
  ],
  [
    'recent and never booked, rejected by a person',
    { verdict: 'rejected', createdAt: MATURE_AFTER, isPosted: 0 },
    1,
    'rejected',
  ],
  ['recent, approved by a person', { verdict: 'approved', createdAt: MATURE_AFTER }, 0, 'approved'],
  ['booked and old enough', { createdAt: MATURE_AFTER - 1 }, 0, 'matured'],
  ['booked and a millisecond too recent', { createdAt: MATURE_AFTER }, null, 'young'],
  ['old, and never booked', { isPosted: 0 }, null, 'unjudged'],
  ['old, with an open alert', { isDoubted: 1 }, null, 'unjudged'],
  ['without features, whatever is known', { features: null, isTakenBack: 1 }, null, 'unscored'],
])('the outcome of a payment: %s', (_, overrides, label, labelSource) => {
  expect(labelPayment(row(overrides), MATURE_AFTER)).toEqual({ label, by: labelSource });
});

test('a payment is flagged when its score reaches the threshold of its day', () => {
  const rows = [
    row({ probability: 0.5, isTakenBack: 1 }),
    row({ probability: 0.4, reviewFrom: 0.3 }),
    row({ probability: 0.4 }),
    row({ probability: 0.4, isTakenBack: 1 }),
    row({ probability: 0.9, createdAt: MATURE_AFTER }),
  ];
  expect(countOutcomes(rows, MATURE_AFTER)).toMatchObject({
    labelled: 4,
    events: 2,
    truePositives: 1,
    falsePositives: 1,
    trueNegatives: 1,
    falseNegatives: 1,
    precision: { value: 0.5 },
    recall: { value: 0.5 },
  });
  expect(countOutcomes([row({ createdAt: MATURE_AFTER })], MATURE_AFTER)).toBeNull();
  expect(countOutcomes([row({})], MATURE_AFTER)).toMatchObject({ precision: null, recall: null });
});

test("a share has Wilson's interval, also where all or none were found", () => {
  // Wilson (1927), as tabulated: 8 of 10.
  expect(wilson(8, 10)?.low).toBeCloseTo(0.4902, 4);
  expect(wilson(8, 10)?.high).toBeCloseTo(0.9433, 4);
  expect(wilson(0, 10)).toMatchObject({ value: 0, low: 0 });
  expect(wilson(10, 10)?.high).toBeCloseTo(1, 12);
  expect(wilson(0, 0)).toBeNull();
});

test('rising scores are drift, even where no feature drifted', () => {
  const random = createRandom(4);
  const learnt = Array.from({ length: 5_000 }, () => [random.next()]);
  const scores = Float32Array.from({ length: 5_000 }, () => random.next() / 10);
  const model = { name: 'm', version: '1.0.0' };
  const spread = addScores(computeDistribution(model, createMatrix(learnt, 1), ['x']), scores);
  const live = (raised: number) =>
    Array.from({ length: 2_000 }, () => {
      return row({
        features: packFeatures([random.next()]),
        probability: random.next() / 10 + raised,
      });
    });
  expect(computeRiskDrift(spread, live(0))).toMatchObject({ status: 'stable' });
  const drift = computeRiskDrift(spread, live(0.05));
  expect(drift?.status).toBe('drift');
  expect(drift?.psi).toBeLessThan(0.1);
  expect(drift?.score).toBeGreaterThan(0.25);
  expect(computeRiskDrift(spread, live(0).slice(0, MIN_DRIFT_ROWS - 1))).toBeNull();
});

test('the newest thousand scores are kept for each developer', () => {
  const book = createLatencyStore();
  for (let ask = 1; ask <= 1_005; ask++) book.note('one', 'a', ask);
  book.note('two', 'a', 7);
  const stored = [...book.listMicros('one', 'a')].sort((a, b) => a - b);
  expect([stored.length, stored[0], stored.at(-1)]).toEqual([1_000, 6, 1_005]);
  expect(book.listMicros('two', 'a')).toEqual([7]);
  expect(book.listMicros('one', 'b')).toEqual([]);
});
