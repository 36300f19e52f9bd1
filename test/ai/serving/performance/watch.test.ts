// The curves of a model that operators see.

import { describe, expect, it } from 'vitest';
import {
  countReviewDays,
  type JudgedPayment,
} from '../../../../ai/serving/performance/judgements.ts';
import {
  compareScorePairs,
  computeLiveCalibration,
} from '../../../../ai/serving/performance/watch.ts';
import type { ScorePair } from '../../../../db/models/watch-reads.ts';
import { DAY_MS } from '../../../../ledger/durations.ts';

const NOW = 400 * DAY_MS;

const judgedPayment = (overrides: Partial<JudgedPayment>): JudgedPayment => ({
  id: 'dec_1',
  transactionId: 'txn_1',
  createdAt: NOW - 40 * DAY_MS,
  modelName: 'm',
  modelVersion: '1.0.0',
  artifactSha256: 'a',
  degraded: null,
  decision: 'approve',
  probability: 0.01,
  reviewFrom: 0.5,
  isPosted: 1,
  verdict: null,
  isTakenBack: 0,
  isDoubted: 0,
  ...overrides,
});

const sight = (overrides: Partial<ScorePair>): ScorePair => ({
  at: 0,
  decidedBy: 'champion',
  champion: 0.002,
  challenger: 0.002,
  championFlags: 0,
  challengerFlags: 0,
  ...overrides,
});

describe('reviewed payments', () => {
  it('are counted by day, oldest first; payments that passed are not counted', () => {
    const days = countReviewDays([
      judgedPayment({ createdAt: 2 * DAY_MS, decision: 'review', verdict: 'approved' }),
      judgedPayment({ createdAt: 2 * DAY_MS + 5 }),
      judgedPayment({ createdAt: DAY_MS, isTakenBack: 1 }),
    ]);
    expect(days).toEqual([
      { day: '1970-01-02', payments: 1, lookedAt: 0 },
      { day: '1970-01-03', payments: 2, lookedAt: 1 },
    ]);
  });
});

describe('the calibration of decided payments', () => {
  it('draws no curve from few outcomes or from outcomes of one kind', () => {
    const twoJudged = [judgedPayment({}), judgedPayment({ verdict: 'rejected' })];
    expect(computeLiveCalibration(twoJudged, NOW)).toEqual({ labelled: 2, events: 1, points: [] });
    const alike = Array.from({ length: 60 }, () => judgedPayment({}));
    expect(computeLiveCalibration(alike, NOW)).toEqual({ labelled: 60, events: 0, points: [] });
  });

  it('compares predicted with observed outcomes; recent and unscored payments do not count', () => {
    const rows = Array.from({ length: 100 }, (_, index) =>
      judgedPayment({ probability: index / 100, ...(index >= 90 ? { isTakenBack: 1 } : {}) }),
    );
    const otherJudged = [
      judgedPayment({ probability: null }),
      judgedPayment({ createdAt: NOW - DAY_MS }),
    ];
    const { labelled, events, points } = computeLiveCalibration([...rows, ...otherJudged], NOW);
    expect([labelled, events, points.length]).toEqual([100, 10, 10]);
    expect(points[0]?.observed?.value).toBe(0);
    expect(points.at(-1)).toMatchObject({ rows: 10, observed: { value: 1 } });
    expect(points.at(-1)?.meanProbability).toBeCloseTo(0.945, 5);
  });
});

describe('a version compared with the deciding version', () => {
  it('is compared where both have a score, by score and over time', () => {
    const sights = [
      sight({ at: 0 }),
      sight({ at: 50, challenger: 0.9, challengerFlags: 1, decidedBy: 'challenger' }),
      sight({ at: 100, challenger: null, challengerFlags: null }),
    ];
    const result = compareScorePairs(sights);
    expect(result).toMatchObject({ samples: 3, compared: 2, decided: 1, disagreement: 0.5 });
    expect(result.scores.reduce((sum, { champion }) => sum + champion, 0)).toBe(2);
    expect(result.scores.at(-1)).toEqual({ from: 0.8, to: 1, champion: 0, challenger: 1 });
    expect(result.course).toEqual([
      expect.objectContaining({ samples: 1, champion: 0.002, challenger: 0.002, disagreement: 0 }),
      expect.objectContaining({ samples: 1, champion: 0.002, challenger: 0.9, disagreement: 1 }),
    ]);
  });

  it('has no figures without samples', () => {
    expect(compareScorePairs([])).toEqual({
      ...{ samples: 0, compared: 0, decided: 0, disagreement: null },
      ...{ scores: [], course: [] },
    });
  });
});
