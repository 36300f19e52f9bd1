// Figures of recorded answers: counts, nearest ranks, and drift that chance does not make.

import { expect, test } from 'vitest';
import {
  computeDrift,
  computeLatency,
  computeLiveFigures,
} from '../../../../ai/serving/performance/live-figures.ts';
import type { CreditScore } from '../../../../db/credit/scores.ts';
import {
  classifyDrift,
  computeDistribution,
  computeFeatureDrift,
  MIN_DRIFT_ROWS,
} from '../../../../models/distribution.ts';
import { createMatrix } from '../../../../models/learn/train/matrix.ts';
import { createRandom } from '../../../../models/learn/train/random.ts';

const score = (overrides: Partial<CreditScore>): CreditScore => ({
  modelName: 'credit-scoring',
  modelVersion: '3.0.0',
  artifactSha256: 'ab'.repeat(32),
  features: [1],
  probability: 0.5,
  latencyUs: 1_000,
  degraded: false,
  decision: 'approved',
  ...overrides,
});

/** A number, and every fifth time none. */
function sample(count: number, seed: number, shift = 0): number[][] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => [
    random.next() * 100 + shift,
    index % 5 === 0 ? Number.NaN : Math.floor(random.next() * 3),
  ]);
}
const nullIfMissing = (rows: readonly (readonly number[])[]) =>
  rows.map((row) => row.map((value) => (Number.isNaN(value) ? null : value)));

const MODEL = { name: 'm', version: '1.0.0' };
const LEARNT_DISTRIBUTION = computeDistribution(MODEL, createMatrix(sample(20_000, 1), 2), [
  'amount',
  'kind',
]);

test('neither the training rows nor other rows of the same kind show drift', () => {
  for (const { psi } of computeFeatureDrift(LEARNT_DISTRIBUTION, nullIfMissing(sample(20_000, 1))))
    expect(psi).toBeLessThan(1e-6);
  for (const { psi } of computeFeatureDrift(
    LEARNT_DISTRIBUTION,
    nullIfMissing(sample(MIN_DRIFT_ROWS, 2)),
  )) {
    expect(classifyDrift(psi)).toBe('stable');
  }
});

test('the feature that drifted is named first, as is a feature that is missing more often', () => {
  const [moved, still] = computeFeatureDrift(
    LEARNT_DISTRIBUTION,
    nullIfMissing(sample(2_000, 3, 40)),
  );
  expect([moved?.feature, classifyDrift(moved?.psi ?? 0)]).toEqual(['amount', 'drift']);
  expect(still?.psi).toBeLessThan(0.1);
  const absent = nullIfMissing(sample(2_000, 4)).map(([amount]) => [amount ?? null, null]);
  expect(computeFeatureDrift(LEARNT_DISTRIBUTION, absent)[0]?.feature).toBe('kind');
});

test('the stability index follows its definition', () => {
  const halves = { schema: LEARNT_DISTRIBUTION.schema, ...MODEL, rows: 2 };
  const features = [{ name: 'x', edges: [0], shares: [0.5, 0.5], missing: 0 }];
  const live = [0, 0, 0, 1].map((value) => [value]);
  const expected = 0.25 * Math.log(1.5) - 0.25 * Math.log(0.5);
  expect(computeFeatureDrift({ ...halves, features }, live)[0]?.psi).toBeCloseTo(expected, 6);
  expect([0.1, 0.1001, 0.25, 0.2501].map(classifyDrift).join()).toBe(
    'stable,warning,warning,drift',
  );
});

test('few answers give no statement about drift, and no answers none about speed', () => {
  const first = nullIfMissing(sample(1, 5))[0] ?? [];
  const tooFew = Array.from({ length: MIN_DRIFT_ROWS - 1 }, () => score({ features: first }));
  expect(computeDrift(LEARNT_DISTRIBUTION, tooFew)).toBeNull();
  expect(computeDrift(LEARNT_DISTRIBUTION, [...tooFew, score({ features: first })])?.status).toBe(
    'drift',
  );
  expect(computeLatency([score({ latencyUs: null })])).toBeNull();
});

test('percentiles are nearest ranks, and decisions without a score are counted separately', () => {
  const hundred = Array.from({ length: 100 }, (_, index) =>
    score({ latencyUs: (index + 1) * 1_000 }),
  );
  expect(computeLatency(hundred)).toEqual({ samples: 100, p50: 50, p95: 95, p99: 99 });
  const emptyScore = { features: null, probability: null, latencyUs: null };
  const scores = [
    score({ probability: 0.2 }),
    score({ probability: 0.4, decision: 'denied' }),
    score({ ...emptyScore, degraded: true, decision: 'manual_review' }),
    score({ ...emptyScore, decision: 'manual_review' }),
  ];
  expect(computeLiveFigures(scores)).toMatchObject({
    decisions: 4,
    samples: 2,
    degraded: 1,
    byDecision: { approved: 1, denied: 1, manual_review: 2 },
  });
  expect(computeLiveFigures(scores).meanProbability).toBeCloseTo(0.3);
});
