// The written risk rules, row by row: the result of each just below and just at its threshold,
// beside a model and without one, and the decision from the findings and the model's probability.

import { describe, expect, test } from 'vitest';
import { messageFor, REASONS } from '../../../ledger/decisions/reasons.ts';
import {
  applyRules,
  decisionOf,
  findGravest,
  levelOf,
  NO_HABITS,
  NO_ORIGIN,
  NOT_SCREENED,
  RISK_DECISIONS,
  type RiskFacts,
  relieveDecision,
  scoreOf,
  withFinalLoss,
} from '../../../ledger/decisions/risk.ts';

const QUIET_FACTS: RiskFacts = {
  amountReference: 20,
  outCount1h: 0,
  outCount24h: 0,
  paidBefore: 1,
  nearThreshold24h: 0,
  outReference24h: 1_000,
  habits: NO_HABITS,
  origin: NO_ORIGIN,
  isOwn: false,
  screening: null,
  unscreened: 'alert',
  simulated: null,
};

type Row = readonly [rule: string, facts: Partial<RiskFacts>, beside: string, alone: string];
const NO_HIT = 'no_hit';
const FINAL_LOSS = 'final_loss';

const from = (origin: Partial<RiskFacts['origin']>) => ({ origin: { ...NO_ORIGIN, ...origin } });
const NEW_PAYEE = { paidBefore: 0, amountReference: 100 };

const HELD_FOR_REVIEW = 'block_and_review';
const stored = (habits: Partial<RiskFacts['habits']>) => ({ habits: { ...NO_HABITS, ...habits } });
const withNewPayees = (count: number) => ({ newPayees15m: count, newPayeesSmall15m: count });
const BURST_HABITS = stored(withNewPayees(2));
const LARGE_OUTSIDE = { isOutside: true, isAboveUsual: true };
const RISEN_PAYEE = { paidBefore: 2, amountReference: 150 };
const RISING_PAYEE = {
  ...{ isOutside: true, isAbroad: true, timesRisen: 2, ratioToPayeeMean: 1.1 },
  payeeKnownDays: 120,
};
const PASSING_FACTS = {
  ...{ accountAgeDays: 180, fromNewPayers24h: 300, passedThroughShare: 0.7, paymentShare: 0.25 },
};
/** The money of three new payers leaves on the first day of the account. */
const STRANGERS = {
  ...{ ...PASSING_FACTS, isNewcomer: true, newPayers7d: 3 },
  ...{ fromNewPayers24h: 1_000, passedThroughShare: 0.85 },
};

const RULES: readonly Row[] = [
  ['new_device', { ...NEW_PAYEE, ...from({ isNewDevice: true }) }, 'review', 'review'],
  ['new_device', { ...NEW_PAYEE, ...from({ isNewDevice: false }) }, NO_HIT, NO_HIT],
  ['new_device', { ...NEW_PAYEE, paidBefore: 1, ...from({ isNewDevice: true }) }, NO_HIT, NO_HIT],
  [
    'new_device',
    { ...NEW_PAYEE, amountReference: 99, ...from({ isNewDevice: true }) },
    NO_HIT,
    NO_HIT,
  ],
  ['new_country', { ...NEW_PAYEE, ...from({ isNewCountry: true }) }, 'review', 'review'],
  ['new_country', { ...NEW_PAYEE, isOwn: true, ...from({ isNewCountry: true }) }, NO_HIT, NO_HIT],
  ['impossible_travel', from({ speedKmh: 1_000 }), NO_HIT, NO_HIT],
  ['impossible_travel', from({ speedKmh: 1_001 }), 'review', 'review'],
  ['hidden_network', { ...NEW_PAYEE, ...from({ network: 'tor' }) }, 'review', 'review'],
  ['hidden_network', { ...NEW_PAYEE, ...from({ network: 'hosting' }) }, 'review', 'review'],
  ['hidden_network', { ...NEW_PAYEE, ...from({ network: 'none' }) }, NO_HIT, NO_HIT],
  ['hidden_network', { ...NEW_PAYEE, paidBefore: 1, ...from({ network: 'tor' }) }, NO_HIT, NO_HIT],
  [
    'hidden_network',
    { ...NEW_PAYEE, amountReference: 99, ...from({ network: 'tor' }) },
    NO_HIT,
    NO_HIT,
  ],
  ['new_payee_large', { paidBefore: 0, amountReference: 20_000, isOwn: true }, NO_HIT, NO_HIT],
  ['velocity_hour', { outCount1h: 49 }, NO_HIT, NO_HIT],
  ['velocity_hour', { outCount1h: 50 }, NO_HIT, 'review'],
  ['velocity_hour', { outCount1h: 199 }, NO_HIT, 'review'],
  ['velocity_hour', { outCount1h: 200 }, 'review', 'review'],
  ['velocity_day', { outCount24h: 249 }, NO_HIT, NO_HIT],
  ['velocity_day', { outCount24h: 250 }, NO_HIT, 'review'],
  ['velocity_day', { outCount24h: 999 }, NO_HIT, 'review'],
  ['velocity_day', { outCount24h: 1_000 }, 'review', 'review'],
  ['new_payee_large', { paidBefore: 0, amountReference: 999.99 }, NO_HIT, NO_HIT],
  ['new_payee_large', { paidBefore: 0, amountReference: 1_000 }, NO_HIT, 'review'],
  ['new_payee_large', { paidBefore: 0, amountReference: 9_999.99 }, NO_HIT, 'review'],
  ['new_payee_large', { paidBefore: 0, amountReference: 10_000 }, NO_HIT, 'block_and_review'],
  ['new_payee_large', { paidBefore: 0, amountReference: 15_000 }, 'review', 'block_and_review'],
  ['new_payee_large', { paidBefore: 1, amountReference: 1_000_000 }, NO_HIT, NO_HIT],
  ['new_payee_large', { paidBefore: 0, amountReference: null }, 'error', 'error'],
  ['structuring', { amountReference: 7_999.99, nearThreshold24h: 9 }, NO_HIT, NO_HIT],
  ['structuring', { amountReference: 8_000, nearThreshold24h: 1 }, NO_HIT, NO_HIT],
  ['structuring', { amountReference: 8_000, nearThreshold24h: 2 }, 'review', 'review'],
  ['structuring', { amountReference: 9_999.99, nearThreshold24h: 2 }, 'review', 'review'],
  ['structuring', { amountReference: 10_000, nearThreshold24h: 9 }, 'review', 'review'],
  ['structuring', { amountReference: null, nearThreshold24h: 9 }, 'error', 'error'],
  [
    'new_payees_burst',
    { ...NEW_PAYEE, ...stored({ newPayees15m: 1, newPayeesSmall15m: 1 }) },
    NO_HIT,
    NO_HIT,
  ],
  [
    'new_payees_burst',
    { ...NEW_PAYEE, ...stored({ newPayees15m: 9, newPayeesSmall15m: 1 }) },
    NO_HIT,
    NO_HIT,
  ],
  ['new_payees_burst', { ...NEW_PAYEE, ...BURST_HABITS }, HELD_FOR_REVIEW, HELD_FOR_REVIEW],
  [
    'new_payees_burst',
    { ...NEW_PAYEE, ...BURST_HABITS, amountReference: 0.5 },
    HELD_FOR_REVIEW,
    HELD_FOR_REVIEW,
  ],
  ['new_payees_burst', { ...BURST_HABITS, paidBefore: 1 }, NO_HIT, NO_HIT],
  ['new_payees_burst', { ...NEW_PAYEE, ...BURST_HABITS, isOwn: true }, NO_HIT, NO_HIT],
  [
    'new_payees_burst',
    { ...NEW_PAYEE, ...stored({ ...withNewPayees(11), isNewcomer: true }) },
    NO_HIT,
    NO_HIT,
  ],
  [
    'new_payees_burst',
    { ...NEW_PAYEE, ...stored({ ...withNewPayees(12), isNewcomer: true }) },
    HELD_FOR_REVIEW,
    HELD_FOR_REVIEW,
  ],
  [
    'new_payees_burst',
    {
      ...NEW_PAYEE,
      ...stored({ ...withNewPayees(2), isNewcomer: true }),
      ...from({ isNewDevice: true }),
    },
    HELD_FOR_REVIEW,
    HELD_FOR_REVIEW,
  ],
  [
    'unproven_large',
    { ...NEW_PAYEE, ...stored(LARGE_OUTSIDE), amountReference: 2_499 },
    NO_HIT,
    NO_HIT,
  ],
  [
    'unproven_large',
    { ...NEW_PAYEE, ...stored(LARGE_OUTSIDE), amountReference: 2_500 },
    'review',
    'review',
  ],
  [
    'unproven_large',
    { ...NEW_PAYEE, ...stored({ ...LARGE_OUTSIDE, isNewcomer: true }), amountReference: 4_999 },
    NO_HIT,
    NO_HIT,
  ],
  [
    'unproven_large',
    { ...NEW_PAYEE, ...stored({ ...LARGE_OUTSIDE, isNewcomer: true }), amountReference: 5_000 },
    'review',
    'review',
  ],
  [
    'redirected_payee',
    { ...NEW_PAYEE, ...stored({ isNameKnown: true }) },
    HELD_FOR_REVIEW,
    HELD_FOR_REVIEW,
  ],
  [
    'redirected_payee',
    { ...NEW_PAYEE, ...stored({ isNameKnown: true }), amountReference: 99 },
    NO_HIT,
    NO_HIT,
  ],
  ['rising_payments', { ...RISEN_PAYEE, ...stored(RISING_PAYEE) }, 'review', 'review'],
  [
    'rising_payments',
    { ...RISEN_PAYEE, ...stored({ ...RISING_PAYEE, isAbroad: false }) },
    NO_HIT,
    NO_HIT,
  ],
  [
    'rising_payments',
    { ...RISEN_PAYEE, ...stored({ ...RISING_PAYEE, hasPayeePaid: true }) },
    NO_HIT,
    NO_HIT,
  ],
  [
    'rising_payments',
    { ...RISEN_PAYEE, ...stored({ ...RISING_PAYEE, payeeKnownDays: 121 }) },
    NO_HIT,
    NO_HIT,
  ],
  [
    'rising_payments',
    { ...RISEN_PAYEE, ...stored({ ...RISING_PAYEE, timesRisen: 1 }) },
    NO_HIT,
    NO_HIT,
  ],
  ['passes_through', stored(PASSING_FACTS), HELD_FOR_REVIEW, HELD_FOR_REVIEW],
  ['passes_through', stored({ ...PASSING_FACTS, accountAgeDays: 181 }), NO_HIT, NO_HIT],
  ['passes_through', stored({ ...PASSING_FACTS, passedThroughShare: 0.69 }), NO_HIT, NO_HIT],
  ['passes_through', stored({ ...PASSING_FACTS, fromNewPayers24h: 299 }), NO_HIT, NO_HIT],
  [
    'passes_through',
    stored({ ...PASSING_FACTS, isNewcomer: true, newPayers7d: 2 }),
    NO_HIT,
    NO_HIT,
  ],
  ['passes_through', stored({ ...STRANGERS, newPayers7d: 2 }), NO_HIT, NO_HIT],
  ['passes_through', stored(STRANGERS), HELD_FOR_REVIEW, HELD_FOR_REVIEW],
  ['passes_through', stored({ ...STRANGERS, passedThroughShare: 0.84 }), NO_HIT, NO_HIT],
  ['passes_through', stored({ ...STRANGERS, fromNewPayers24h: 999 }), NO_HIT, NO_HIT],
  [
    'open_doubt',
    { ...NEW_PAYEE, ...stored({ isDoubted: true }) },
    HELD_FOR_REVIEW,
    HELD_FOR_REVIEW,
  ],
  ['open_doubt', { paidBefore: 1, ...stored({ isDoubted: true }) }, NO_HIT, NO_HIT],
  ['aml_alert_open', { ...NEW_PAYEE, ...stored({ hasAmlAlert: true }) }, 'review', 'review'],
  ['sanctions_hit', { screening: 'no_hit' }, NO_HIT, NO_HIT],
  ['sanctions_hit', { screening: 'hit' }, 'block_and_review', 'block_and_review'],
  ['sanctions_hit', { screening: 'error' }, 'error', 'error'],
  ['sanctions_hit', { screening: 'not_run' }, 'not_run', 'not_run'],
  ['sanctions_hit', { screening: 'confirmed' }, 'decline', 'decline'],
  ['sandbox_simulated_hit', { simulated: 'review' }, 'review', 'review'],
  ['sandbox_simulated_hit', { simulated: 'decline' }, 'decline', 'decline'],
];

function findingOf(rule: string, facts: Partial<RiskFacts>, isAlone: boolean) {
  const finding = applyRules({ ...QUIET_FACTS, ...facts }, isAlone).find(
    (finding) => finding.ruleId === rule,
  );
  if (!finding) throw new Error(`${rule} was not applied`);
  return finding;
}

describe('the written risk rules', () => {
  test.each(RULES)(
    '%s with %j gives %s beside a model, and %s without one',
    (rule, facts, beside, aloneDecision) => {
      for (const [isAlone, expected] of [
        [false, beside],
        [true, aloneDecision],
      ] as const) {
        const { outcome, decision, scoreDelta, figures } = findingOf(rule, facts, isAlone);
        expect(outcome === 'hit' ? decision : outcome).toBe(expected);
        expect(scoreDelta > 0).toBe(outcome === 'hit');
        for (const { observed, threshold } of figures ?? []) {
          if (typeof observed === 'number')
            expect(observed).toBeGreaterThanOrEqual(Number(threshold));
        }
      }
    },
  );

  test('have a wording in the vocabulary and name the compared figures when they hit', () => {
    const seenCases = new Set<string>();
    for (const [rule, facts] of RULES) {
      const { outcome, figures = [] } = findingOf(rule, facts, true);
      if (outcome !== 'hit') continue;
      expect(messageFor(rule)).not.toBe(rule);
      // For a name, the matching list entry takes the place of a figure.
      expect([rule, figures.length > 0]).toEqual([rule, rule !== 'sanctions_hit']);
      seenCases.add(rule);
    }
    // `final_loss` is added after the rules; NOT_SCREENED are codes for rules that were not run.
    const otherRules = [FINAL_LOSS, ...NOT_SCREENED];
    expect([...seenCases, ...otherRules].sort()).toEqual(
      Object.entries(REASONS)
        .filter(([, { from }]) => (from as readonly string[]).includes('payment'))
        .map(([code]) => code)
        .sort(),
    );
    const facts = { ...stored(LARGE_OUTSIDE), amountReference: 100 };
    const loss = withFinalLoss(applyRules({ ...QUIET_FACTS, ...facts }, true), 'review').at(-1);
    expect(loss).toMatchObject({
      ruleId: FINAL_LOSS,
      figures: [{ name: 'amount', observed: 100, is: 'at_least', threshold: 100 }],
    });
  });

  test('are stricter without a model, never milder', () => {
    for (const [rule, facts] of RULES) {
      const [beside, aloneFinding] = [false, true].map(
        (isAlone) => findingOf(rule, facts, isAlone).decision,
      );
      expect(findGravest([beside ?? 'decline', aloneFinding ?? 'approve'])).toBe(aloneFinding);
    }
  });

  test('let no payment pass unscreened when the sanctions lists cannot be consulted', () => {
    expect(findingOf('sanctions_hit', { screening: 'error' }, false).decision).toBe('review');
  });

  test.each([
    ['hold', 'block_and_review'],
    ['refuse', 'decline'],
  ] as const)('book no unscreened payment in production: %s', (unscreened, text) => {
    for (const screening of ['not_run', 'error'] as const) {
      const finding = findingOf('sanctions_hit', { screening, unscreened }, false);
      expect([finding.outcome, finding.decision]).toEqual([screening, text]);
    }
    expect(findingOf('sanctions_hit', { screening: 'no_hit', unscreened }, false).decision).toBe(
      'approve',
    );
  });

  test('report not_run without a screening and a simulation', () => {
    expect(applyRules(QUIET_FACTS, false).map(({ ruleId, outcome }) => [ruleId, outcome])).toEqual([
      ['velocity_hour', NO_HIT],
      ['velocity_day', NO_HIT],
      ['new_payee_large', NO_HIT],
      ['structuring', NO_HIT],
      ['new_payees_burst', NO_HIT],
      ['redirected_payee', NO_HIT],
      ['rising_payments', NO_HIT],
      ['unproven_large', NO_HIT],
      ['passes_through', NO_HIT],
      ['open_doubt', NO_HIT],
      ['aml_alert_open', NO_HIT],
    ]);
  });
});

describe('the decision for a probability', () => {
  const full = { review: 0.1, block: 0.8, decline: 0.95 };
  test.each([
    [0.0999, 'approve'],
    [0.1, 'review'],
    [0.7999, 'review'],
    [0.8, 'block_and_review'],
    [0.9499, 'block_and_review'],
    [0.95, 'decline'],
    [1, 'decline'],
  ])('%d is %s, by all three thresholds', (probability, expected) => {
    expect(decisionOf(probability, full)).toBe(expected);
  });

  test('stops nothing when the model has no thresholds', () => {
    expect(decisionOf(1, { review: 0.5, block: null, decline: null })).toBe('review');
  });

  test('is the most severe of all findings, and every decision has its level', () => {
    for (const [rank, decision] of RISK_DECISIONS.entries()) {
      expect(findGravest([...RISK_DECISIONS.slice(0, rank + 1)].reverse())).toBe(decision);
    }
    expect(findGravest([])).toBe('approve');
    expect(RISK_DECISIONS.map(levelOf)).toEqual(['low', 'medium', 'high', 'critical']);
  });

  test('has a score in its band, which rises with the probability', () => {
    const thresholds = { review: 0.1, block: 0.8, decline: 0.95 };
    const scores = (decision: (typeof RISK_DECISIONS)[number]) =>
      [0, 0.05, 0.1, 0.5, 0.8, 0.9, 0.95, 1].map((value) => scoreOf(value, decision, thresholds));
    expect(scores('approve')).toEqual([0, 15, 29, 29, 29, 29, 29, 29]);
    expect(scores('review')).toEqual([30, 30, 30, 47, 59, 59, 59, 59]);
    expect(scores('block_and_review')).toEqual([60, 60, 60, 60, 60, 76, 84, 84]);
    expect(scores('decline')).toEqual([85, 85, 85, 85, 85, 85, 85, 100]);
  });
});

describe('the amount at stake', () => {
  const applyAll = (facts: Partial<RiskFacts>) => applyRules({ ...QUIET_FACTS, ...facts }, false);

  test('cancels any doubt between accounts of one customer', () => {
    for (const doubt of RISK_DECISIONS) {
      expect(relieveDecision(doubt, applyAll({ isOwn: true, amountReference: 9_000 }))).toBe(
        'approve',
      );
    }
  });

  test('makes a doubt about a first payment count from 50, or from 250 in a day', () => {
    const decisionAfter = (
      doubt: (typeof RISK_DECISIONS)[number],
      amountReference: number,
      day = 0,
    ) => relieveDecision(doubt, applyAll({ paidBefore: 0, amountReference, outReference24h: day }));
    expect(decisionAfter('review', 49.99)).toBe('approve');
    expect(decisionAfter('review', 50)).toBe('review');
    expect(relieveDecision('review', applyAll({ amountReference: 1, outReference24h: 0 }))).toBe(
      'review',
    );
    expect(decisionAfter('review', 40, 210)).toBe('review');
    expect(decisionAfter('review', 40, 209.99)).toBe('approve');
  });

  test("makes a model's doubt in the first week count from 5,000 in a day, or with a new device", () => {
    const week = stored({ isInFirstWeek: true });
    const decisionAfter = (facts: Partial<RiskFacts>) =>
      relieveDecision('block_and_review', applyAll({ paidBefore: 0, ...week, ...facts }));
    expect(decisionAfter({ amountReference: 1_500, outReference24h: 3_499 })).toBe('approve');
    expect(decisionAfter({ amountReference: 1_500, outReference24h: 3_500 })).toBe(
      'block_and_review',
    );
    const stolen = { amountReference: 1_500, outReference24h: 0, ...from({ isNewDevice: true }) };
    expect(decisionAfter(stolen)).toBe('block_and_review');
  });

  test("makes a model's doubt about first bills count from 500 in a day, or with a new device", () => {
    const month = stored({ isInFirstMonth: true });
    const decisionAfter = (facts: Partial<RiskFacts>) =>
      relieveDecision('block_and_review', applyAll({ paidBefore: 0, ...month, ...facts }));
    expect(decisionAfter({ amountReference: 180, outReference24h: 319 })).toBe('approve');
    expect(decisionAfter({ amountReference: 180, outReference24h: 320 })).toBe('block_and_review');
    const stolen = { amountReference: 180, outReference24h: 0, ...from({ isNewDevice: true }) };
    expect(decisionAfter(stolen)).toBe('block_and_review');
  });

  test('lets a small payment on a quiet day be reviewed afterwards, but never stopped by a model', () => {
    for (const stop of ['block_and_review', 'decline'] as const) {
      const decisionAfter = (facts: Partial<RiskFacts>) =>
        relieveDecision(stop, applyAll({ outReference24h: 0, ...facts }));
      for (const paidBefore of [0, 7]) {
        expect(decisionAfter({ paidBefore, amountReference: 49.99 })).toBe('review');
        expect(decisionAfter({ paidBefore, amountReference: 50 })).toBe(stop);
        expect(decisionAfter({ paidBefore, amountReference: 40, outReference24h: 210 })).toBe(stop);
        expect(decisionAfter({ paidBefore, amountReference: null })).toBe(stop);
      }
    }
  });
});
