// From application to decision, with the shipped model: the floor holds, the model only tightens,
// each refusal has its reasons, and the statements about other amounts are true.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Application,
  buildModelInputs,
  changeRequest,
  makeRequest,
} from '../../../ai/credit/application.ts';
import {
  type AssessmentDeps,
  assessApplication,
  type CreditModel,
} from '../../../ai/credit/assess.ts';
import { createCreditModel } from '../../../ai/credit/model.ts';
import { applyFloor, atLeast, CREDIT_POLICY, convertLimits } from '../../../ai/credit/policy.ts';
import { readArtifact, SHIPPED_FOLDER } from '../../../models/artifact.ts';
import { HOME_OWNERSHIPS, LOAN_PURPOSES } from '../../../models/features/credit-features.ts';
import { createSessionPool, type SessionPool } from '../../../models/session-pool.ts';
import { loadShippedCredit } from '../../kit/people/credit.ts';

let pool: SessionPool;
let model: CreditModel;
beforeAll(() => {
  const { model: file } = readArtifact(SHIPPED_FOLDER, 'credit-scoring', '3.2.0');
  pool = createSessionPool({ put: async () => {}, get: async () => Buffer.from(file) }, 1);
  model = createCreditModel(loadShippedCredit(pool), () => {});
});
afterAll(() => pool.close());

const ASKED_LOAN: Application = {
  currency: 'USD',
  amount: 1_200_000,
  termMonths: 36,
  purpose: 'personal',
  applicant: {
    income: 500_000,
    expenses: 150_000,
    obligations: 30_000,
    employmentMonths: 62,
    homeOwnership: 'mortgage',
    creditHistoryMonths: 75,
    hasDefaulted: false,
  },
};
const limits = convertLimits('USD', null)!;
const toDollars = (cents: number) => cents / 100;
const deps = (overrides: Partial<AssessmentDeps> = {}): AssessmentDeps => ({
  model,
  limits,
  toDollars,
  onFault: (error) => {
    throw error;
  },
  ...overrides,
});
type Change = Parameters<typeof changeRequest>[1] &
  Partial<Pick<Application, 'purpose' | 'termMonths'>>;
const requestWith = ({
  purpose = ASKED_LOAN.purpose,
  termMonths = ASKED_LOAN.termMonths,
  ...rest
}: Change) => changeRequest(makeRequest({ ...ASKED_LOAN, purpose, termMonths }), rest);
const decide = (change: Change, overrides: Partial<AssessmentDeps> = {}) =>
  assessApplication(requestWith(change), [], deps(overrides));

const HOPELESS_LOAN: Change = {
  amount: 1_000_000,
  income: 300_000,
  expenses: 100_000,
  obligations: 20_000,
  homeOwnership: 'rent',
  hasDefaulted: true,
  purpose: 'medical',
};
const UNAFFORDABLE_CHANGE: Change = { amount: 2_000_000, termMonths: 60, homeOwnership: 'rent' };

test('a sound application is approved for the requested amount, with a score and no reasons', async () => {
  const result = await decide({});
  expect(result).toMatchObject({ decision: 'approved', approvedAmount: 1_200_000, reasons: [] });
  expect(result.probability).toBeLessThanOrEqual(CREDIT_POLICY.approveUpTo);
  expect(result.grade).toMatch(/^[ABC]$/);
});

test('a hopeless application is denied, with one to four reasons from the factors that raised the risk', async () => {
  const result = await decide(HOPELESS_LOAN);
  expect(result.decision).toBe('denied');
  expect(result.probability).toBeGreaterThan(CREDIT_POLICY.denyAbove);
  expect(result.reasons.map(({ code }) => code)).toContain('delinquent_obligations');
  for (const { contribution } of result.reasons) expect(contribution).toBeGreaterThan(0);
});

test('attributions add up to the margin behind the probability', async () => {
  const [safe, risky] = [await decide({}), await decide(HOPELESS_LOAN)];
  const sum = ({ contributions }: typeof safe) =>
    contributions.reduce((total, { contribution }) => total + contribution, 0);
  expect(sum(risky)).toBeGreaterThan(0);
  expect(sum(safe)).toBeLessThan(sum(risky));
});

test('a smaller loan is offered when only a smaller loan passes: the largest that passes', async () => {
  const result = await decide(UNAFFORDABLE_CHANGE);
  expect(result.decision).toBe('approved');
  const offered = result.approvedAmount ?? 0;
  expect(offered).toBeLessThan(2_000_000);
  expect(result.reasons.length).toBeGreaterThan(0);
  const isApproved = async (amount: number) =>
    ((await decide({ ...UNAFFORDABLE_CHANGE, amount })).probability ?? 1) <=
    CREDIT_POLICY.approveUpTo;
  expect(await isApproved(offered)).toBe(true);
  for (let amount = offered + 100; amount < 2_000_000; amount += 10_000) {
    expect(await isApproved(amount), `${amount}`).toBe(false);
  }
});

test('each named change would have led to an approval', async () => {
  for (const change of [
    HOPELESS_LOAN,
    UNAFFORDABLE_CHANGE,
    { amount: 3_000_000, obligations: 190_000 },
  ]) {
    const result = await decide(change);
    for (const { feature, to, probabilityAfter } of result.counterfactual) {
      const after = await decide({ ...change, [feature]: to });
      expect([after.decision, after.approvedAmount]).toEqual([
        'approved',
        feature === 'amount' ? to : change.amount,
      ]);
      expect(after.probability).toBe(probabilityAfter);
    }
  }
  expect((await decide(UNAFFORDABLE_CHANGE)).counterfactual.length).toBeGreaterThan(0);
});

describe('the credit model', () => {
  const saying = (probability: number): Partial<AssessmentDeps> => ({
    // Without a default on file it would be a third of it.
    model: {
      ...model,
      probabilities: async (rows) =>
        rows.map((row) => (row.hasDefaulted ? 1 : 1 / 3) * probability),
    },
  });

  test('only tightens: the best score approves nothing below the policy floor', async () => {
    const result = await decide({ obligations: 400_000 }, saying(0));
    expect(result.decision).toBe('denied');
    expect(result.reasons.map(({ code }) => code)).toEqual([
      'excessive_obligations',
      'income_insufficient',
    ]);
    for (const { contribution } of result.reasons) expect(contribution).toBeNull();
  });

  test.each([
    [0.1, 'approved', null],
    [0.1001, 'manual_review', 'between_thresholds'],
    [0.25, 'manual_review', 'between_thresholds'],
    [0.2501, 'denied', null],
  ])('at %f the application is %s', async (probability, decision, reviewReason) => {
    const result = await decide({ hasDefaulted: true }, saying(probability));
    expect(result).toMatchObject({ decision, reviewReason });
  });

  test('sends a denial to a person when no change would lower the risk enough', async () => {
    const result = await decide({ hasDefaulted: true }, saying(0.31));
    expect(result).toMatchObject({
      decision: 'manual_review',
      reviewReason: 'explanation_unavailable',
    });
  });

  test('sends a denial without reasons to a person', async () => {
    const mute = { ...model, ...saying(0.9).model, explain: async () => null };
    const result = await decide({}, { model: mute });
    expect(result).toMatchObject({
      decision: 'manual_review',
      reviewReason: 'explanation_unavailable',
      reasonsKind: 'none',
      contributions: [],
    });
    // An application that the rules refuse does not need the model.
    const poor = await decide({ obligations: 400_000 }, { model: mute });
    expect(poor).toMatchObject({ decision: 'denied', reasonsKind: 'none' });
  });

  test('that is unavailable approves and scores nothing; the policy floor still denies', async () => {
    const faults: unknown[] = [];
    const down = {
      model: { ...model, probabilities: () => Promise.reject(new Error('gone')) },
      onFault: (error: unknown) => void faults.push(error),
    };
    const soundLoan = await decide({}, down);
    expect(soundLoan).toMatchObject({
      decision: 'manual_review',
      reviewReason: 'model_unavailable',
    });
    const poor = await decide({ obligations: 400_000 }, down);
    expect(poor.decision).toBe('denied');
    for (const result of [soundLoan, poor]) {
      expect(result).toMatchObject({ degraded: true, score: null, probability: null, grade: null });
    }
    expect(faults).toHaveLength(2);
  });

  test.each<readonly [string, Change, string]>([
    ['home ownership', { homeOwnership: null }, 'application_incomplete'],
    ['credit history', { creditHistoryMonths: null }, 'application_incomplete'],
    ['a purpose', { purpose: null }, 'application_incomplete'],
    ['income', { income: null }, 'application_incomplete'],
  ])('is not asked without %s', async (_, change, reviewReason) => {
    const result = await decide(change);
    expect(result).toMatchObject({ decision: 'manual_review', reviewReason, score: null });
    expect(result.degraded).toBe(false);
  });
});

test("a rule about the account's books sends an approval to a person, and no denial", async () => {
  const rule = atLeast('average_balance', 1, 2, 'minor_units');
  const soundLoan = await assessApplication(requestWith({}), [rule], deps());
  expect(soundLoan).toMatchObject({ decision: 'manual_review', reviewReason: 'cash_flow_rules' });
  expect((await assessApplication(requestWith(HOPELESS_LOAN), [rule], deps())).decision).toBe(
    'denied',
  );
});

test('for any application, approvals lie within the policy floor and denials have reasons', async () => {
  let seen = 0;
  const decisions = new Set<string>();
  for (const homeOwnership of HOME_OWNERSHIPS) {
    for (const purpose of LOAN_PURPOSES) {
      for (const [income, amount, hasDefaulted] of [
        [200_000, 900_000, true],
        [300_000, 3_000_000, false],
        [300_000, 60_000, true],
        [150_000, 300_000, false],
      ] as const) {
        const change = { homeOwnership, purpose, income, amount, hasDefaulted };
        const result = await decide(change);
        decisions.add(result.decision);
        seen += 1;
        if (result.approvedAmount !== null) {
          const request = requestWith({ ...change, amount: result.approvedAmount });
          expect(applyFloor(request.facts!, limits).every(({ passed }) => passed)).toBe(true);
          const [probability = 1] = await model.probabilities([
            buildModelInputs(request, toDollars)!,
          ]);
          expect(probability).toBeLessThanOrEqual(CREDIT_POLICY.approveUpTo);
        }
        const isAdverse =
          result.decision === 'denied' || (result.approvedAmount ?? amount) < amount;
        expect(result.reasons.length > 0).toBe(isAdverse);
        expect(result.reasons.length).toBeLessThanOrEqual(4);
      }
    }
  }
  expect(seen).toBe(96);
  expect(decisions).toEqual(new Set(['approved', 'denied', 'manual_review']));
});
