// The verdict on a version during its deployment, just within and just beyond each limit.

import { describe, expect, it, test } from 'vitest';
import type { DeploymentPlan } from '../../../ledger/models/deployment.ts';
import {
  computeStabilityIndex,
  type ObservedDecisions,
  ROLLBACK_LIMITS,
  verdictOf,
  type WatchedDeployment,
} from '../../../ledger/models/deployment-verdict.ts';

const TERMS = { minMinutes: 10, minSamples: 50 };
const PLAN: DeploymentPlan = {
  shadow: TERMS,
  steps: [
    { percent: 10, ...TERMS },
    { percent: 100, ...TERMS },
  ],
  promoteIf: {},
  autoRollback: true,
  watchMinutes: 60,
  replay: null,
  approvedBy: null,
};
const SOUND_READINGS: ObservedDecisions = {
  samples: 100,
  decided: 100,
  errors: 0,
  disagreement: 0.01,
  p50Ms: 1,
  p99Ms: 1,
  psi: 0.02,
  championAlertRate: 0.1,
  challengerAlertRate: 0.1,
};

function verdict(
  observed: Partial<ObservedDecisions> = {},
  overrides: Partial<WatchedDeployment> = {},
) {
  const place = { status: 'shadow', step: 0, plan: PLAN, approved: true, minutes: 10 } as const;
  return verdictOf({
    ...place,
    findings: [],
    observed: { ...SOUND_READINGS, ...observed },
    ...overrides,
  });
}

describe('a deployment is held', () => {
  test('by its findings, as a shadow and in every canary step, until they are waived', () => {
    for (const status of ['shadow', 'canary'] as const) {
      const result = verdict({}, { status, findings: ['no_signal'] });
      expect(result).toEqual({ kind: 'stay', waitingFor: 'a waiver of the bank (no_signal)' });
    }
  });
  test('as a shadow until a person promotes it, when it would change many decisions', () => {
    const result = verdict({}, { findings: ['replay_changes'] });
    expect(result).toMatchObject({ waitingFor: expect.stringMatching(/^a person to promote it/) });
    expect(verdict({}, { status: 'canary', findings: ['replay_changes'] }).kind).toBe('promote');
  });
});

describe("a deployment beyond the bank's computing cost limit", () => {
  test('is rolled back before it decides for all, even when its order excludes automatic rollback', () => {
    const dear = { samples: 10, p50Ms: 20.1 };
    const stored = { ...PLAN, autoRollback: false };
    for (const status of ['shadow', 'canary'] as const) {
      const result = verdict(dear, { plan: stored, status });
      expect(result).toMatchObject({ kind: 'rollback', code: 'cost' });
    }
    expect(verdict({ samples: 9, p50Ms: 1_000 }, { plan: stored }).kind).toBe('stay');
    expect(verdict(dear, { plan: stored, status: 'active' }).kind).toBe('stay');
  });
});

describe('a deployment is rolled back', () => {
  test.each([
    ['error_rate', { errors: 3 }, { errors: 2 }],
    ['latency_p99', { p99Ms: 20.001 }, { p99Ms: 20 }],
    ['score_drift', { psi: 0.251 }, { psi: 0.25 }],
    ['alert_rate', { challengerAlertRate: 0.201 }, { challengerAlertRate: 0.2 }],
    [
      'alert_rate',
      { championAlertRate: 0, challengerAlertRate: 0.061 },
      { championAlertRate: 0, challengerAlertRate: 0.06 },
    ],
  ])('for its %s', (code, beyond, within) => {
    expect(verdict(beyond)).toMatchObject({ kind: 'rollback', code });
    expect(verdict(within)).toEqual({ kind: 'promote' });
    expect(verdict(beyond, { status: 'active' })).toMatchObject({ kind: 'rollback', code });
    const stored = { ...PLAN, autoRollback: false };
    expect(verdict(beyond, { plan: stored, status: 'active' }).kind).toBe('stay');
  });

  it.each([
    [{ maxErrorRate: 0.5 }, { errors: 50 }, { errors: 51 }],
    [{ maxP99Ms: 40 }, { p99Ms: 40 }, { p99Ms: 41 }],
    [{ maxScoreDrift: 3 }, { psi: 3 }, { psi: 3.1 }],
    [{ maxAlertRatio: 4 }, { challengerAlertRate: 0.4 }, { challengerAlertRate: 0.41 }],
  ])('by the limit of its order, %o', (rollbackIf, within, beyond) => {
    const plan = { ...PLAN, rollbackIf };
    expect(verdict(within, { plan })).toEqual({ kind: 'promote' });
    expect(verdict(beyond, { plan }).kind).toBe('rollback');
    // The other limits keep their defaults.
    const [code] = Object.keys(rollbackIf);
    const other = code === 'maxErrorRate' ? { psi: 0.3 } : { errors: 3 };
    expect(verdict({ ...within, ...other }, { plan }).kind).toBe('rollback');
  });

  it('by a bounded alert ratio when the champion flags nobody', () => {
    const loud = { championAlertRate: 0, challengerAlertRate: 0.132 };
    expect(verdict(loud)).toMatchObject({ kind: 'rollback', code: 'alert_rate' });
    const plan = { ...PLAN, rollbackIf: { maxAlertRatio: 1_000 } };
    expect(verdict(loud, { plan })).toEqual({ kind: 'promote' });
  });

  it('only after enough samples', () => {
    const wild = { errors: 29, psi: 3, challengerAlertRate: 1 };
    const tooFew = ROLLBACK_LIMITS.minSamples - 1;
    expect(verdict({ ...wild, samples: tooFew }).kind).toBe('stay');
    expect(verdict({ ...wild, samples: tooFew + 1 }).kind).toBe('rollback');
    const slow = { p99Ms: 500 };
    expect(verdict({ ...slow, samples: ROLLBACK_LIMITS.tailSamples - 1 }).kind).toBe('promote');
  });
});

describe('a deployment advances', () => {
  it.each([
    ['decisions', { samples: 49 }, {}, '1 more decisions'],
    ['minutes', {}, { minutes: 8.5 }, '2 more minutes'],
    ['the bank', {}, { approved: false }, 'the approval of the bank'],
    ['its own decisions in a canary', { decided: 40 }, { status: 'canary' }, '10 more decisions'],
  ] as const)('not without %s', (_label, observed, missingDecisions, waitingFor) => {
    expect(verdict(observed, missingDecisions)).toEqual({ kind: 'stay', waitingFor });
  });

  it.each([
    [{ maxDisagreement: 0.005 }, 'disagreement'],
    [{ maxP99Ms: 0.5 }, 'latency'],
  ])('not against its rule %j', (promoteIf, word) => {
    const text = verdict({}, { plan: { ...PLAN, promoteIf } });
    expect(text).toMatchObject({ kind: 'stay', waitingFor: expect.stringContaining(word) });
  });

  it('only on figures that were measured', () => {
    const plan = { ...PLAN, promoteIf: { maxDisagreement: 0.5 } };
    expect(verdict({ disagreement: null }, { plan }).kind).toBe('stay');
  });

  it('only by a person when its order has no promotion rule', () => {
    const plan = { ...PLAN, promoteIf: null };
    const person = { kind: 'stay', waitingFor: 'a person to promote it' };
    expect(verdict({}, { plan })).toEqual(person);
    // Between canary steps it advances automatically; the last step waits.
    expect(verdict({}, { plan, status: 'canary' })).toEqual({ kind: 'promote' });
    expect(verdict({}, { plan, status: 'canary', step: 1 })).toEqual(person);
  });
});

describe('the stability index', () => {
  const repeatScore = (score: number, times = 1_000) => Array.from({ length: times }, () => score);

  // By hand: the sum of (q - p) ln(q / p) over the nine bins, each count half a sample larger.
  test.each([
    ['the same scores', repeatScore(0.02), repeatScore(0.02), 0],
    ['within one bin', repeatScore(0.011), repeatScore(0.029), 0],
    ['all of them elsewhere', repeatScore(0.02), repeatScore(0.9), 15.1347],
    [
      'a tenth elsewhere',
      repeatScore(0.02),
      [...repeatScore(0.02, 900), ...repeatScore(0.9, 100)],
      0.5384,
    ],
    [
      'a hundredth elsewhere',
      repeatScore(0.02),
      [...repeatScore(0.02, 990), ...repeatScore(0.9, 10)],
      0.0304,
    ],
  ])('%s', (_label, reference, scores, index) => {
    expect(computeStabilityIndex(reference, scores)).toBeCloseTo(index, 3);
  });

  it('is symmetric, and finite when a bin is empty', () => {
    const spread = Array.from({ length: 200 }, (_, index) => index / 200);
    expect(computeStabilityIndex(spread, repeatScore(0.5))).toBeCloseTo(
      computeStabilityIndex(repeatScore(0.5), spread),
      10,
    );
    expect(computeStabilityIndex([], repeatScore(0.5))).toBeGreaterThan(ROLLBACK_LIMITS.psi);
  });
});
