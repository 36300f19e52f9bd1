// No step in the applicant's favour makes credit harder to get: more income, longer employment and
// history, no default on file, a smaller loan. On applicants that are made up, with the model that
// ships, as the model scores them and as the bank decides about them.

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Application, makeRequest } from '../../../ai/credit/application.ts';
import {
  type AssessedApplication,
  assessApplication,
  type CreditModel,
} from '../../../ai/credit/assess.ts';
import { countWrongDirections, makeApplications } from '../../../ai/credit/directions.ts';
import { createCreditModel } from '../../../ai/credit/model.ts';
import { CREDIT_POLICY, computeStressedTotal, convertLimits } from '../../../ai/credit/policy.ts';
import { readArtifact, readArtifactForest, SHIPPED_FOLDER } from '../../../models/artifact.ts';
import { splitPointsOf } from '../../../models/evaluate/wrong-way.ts';
import {
  CREDIT_DIRECTIONS,
  CREDIT_FEATURES,
  type CreditApplication,
  computeCreditFeatures,
  HOME_OWNERSHIPS,
  LOAN_PURPOSES,
  toApplication,
} from '../../../models/features/credit-features.ts';
import { createRandom, type Random } from '../../../models/learn/train/random.ts';
import { createSessionPool, type SessionPool } from '../../../models/session-pool.ts';
import { loadShippedCredit } from '../../kit/people/credit.ts';

// Hundreds of decisions, each with its offers.
vi.setConfig({ testTimeout: 180_000 });

let pool: SessionPool;
let model: CreditModel;
/** The model, asked about all rows of a question at once. */
let together: CreditModel;
beforeAll(() => {
  const { model: file } = readArtifact(SHIPPED_FOLDER, 'credit-scoring', '3.2.0');
  pool = createSessionPool({ put: async () => {}, get: async () => Buffer.from(file) }, 1);
  const served = loadShippedCredit(pool);
  model = createCreditModel(served, () => {});
  const rowOf = (application: CreditApplication) =>
    Float32Array.from(computeCreditFeatures(application));
  const ask = (applications: readonly CreditApplication[]) =>
    served.session.score(applications.map(rowOf));
  together = {
    ...model,
    probabilities: async (applications) => (applications.length === 0 ? [] : ask(applications)),
    // No decision uses the model's reasons up to this probability, and they take most of the time.
    explain: async (application, probability) =>
      probability <= CREDIT_POLICY.approveUpTo
        ? { kind: 'tree_shap', contributions: [] }
        : model.explain(application, probability),
  };
});
afterAll(() => pool.close());

const limits = convertLimits('USD', null)!;
const decide = (application: Application, asks: CreditModel = model) =>
  assessApplication(makeRequest(application), [], {
    model: asks,
    limits,
    toDollars: (cents) => cents / 100,
    onFault: (error) => {
      throw error;
    },
    withoutChanges: true,
  });

function makeApplicant(random: Random): Application {
  const pick = <One>(list: readonly One[]) => list[random.below(list.length)] as One;
  return {
    currency: 'USD',
    amount: (500 + random.below(34_500)) * 100,
    termMonths: pick([12, 24, 36, 48, 60]),
    purpose: pick(LOAN_PURPOSES),
    applicant: {
      income: (1_000 + random.below(14_000)) * 100,
      expenses: (300 + random.below(2_500)) * 100,
      obligations: random.below(800) * 100,
      employmentMonths: pick([null, 0, 6, 14, 30, 62, 140, 300]),
      homeOwnership: pick(HOME_OWNERSHIPS),
      creditHistoryMonths: pick([0, 24, 40, 75, 150, 300]),
      hasDefaulted: random.below(5) === 0,
    },
  };
}

const ORDER = ['denied', 'manual_review', 'counter', 'approved'] as const;
const rankOf = ({ decision, offer }: AssessedApplication) =>
  ORDER.indexOf(decision === 'approved' && offer !== null ? 'counter' : decision);

test('no favourable step raises the probability of default of 3,000 made-up applicants', async () => {
  const applications = makeApplications(3_000, 11);
  const splits = (name: string) => (name.endsWith('Years') ? [2, 15] : []);
  const score = (rows: readonly Float32Array[]) => model.probabilities(rows.map(toApplication));
  const { steps, wrong, share, byStep } = await countWrongDirections(applications, splits, score);
  expect(steps).toBeGreaterThan(30_000);
  expect({ wrong, share, byStep }).toEqual({ wrong: 0, share: 0, byStep: {} });
});

test("no favourable step raises the probability of default at the model's split points, beside them, or beyond their range", async () => {
  const forest = readArtifactForest(readArtifact(SHIPPED_FOLDER, 'credit-scoring', '3.2.0'));
  const places = new Map(CREDIT_FEATURES.map(({ name }, index) => [name, index]));
  const splits = (name: string) => splitPointsOf(forest, places.get(name) ?? -1);
  const score = (rows: readonly Float32Array[]) => together.probabilities(rows.map(toApplication));
  const { steps, wrong, byStep } = await countWrongDirections(
    makeApplications(60, 16),
    splits,
    score,
  );
  expect(steps).toBeGreaterThan(30_000);
  expect({ wrong, byStep }).toEqual({ wrong: 0, byStep: {} });
  expect(Object.keys(CREDIT_DIRECTIONS).every((name) => splits(name).length > 0)).toBe(true);
});

/** Changes that help an applicant, by name, each with the changed application. */
function stepsFrom(application: Application, random: Random): [string, Application][] {
  const { applicant, amount } = application;
  const [own, history] = [applicant.income as number, applicant.creditHistoryMonths as number];
  const income = Math.round(own * (1.02 + random.below(100) / 50));
  const less = Math.max(50_000, Math.round(amount * (0.26 + random.below(73) / 100)));
  const change = (overrides: Partial<Application['applicant']>) => {
    return { ...application, applicant: { ...applicant, ...overrides } };
  };
  const steps: [string, Application][] = [
    ['income', change({ income })],
    ['income', change({ income: own + 100 * random.below(1_500) })],
    ['history', change({ creditHistoryMonths: history + 12 * (1 + random.below(30)) })],
    ['default', change({ hasDefaulted: false })],
    ['obligations', change({ obligations: random.below((applicant.obligations as number) + 1) })],
  ];
  if (applicant.employmentMonths !== null) {
    const employmentMonths = applicant.employmentMonths + 6 * (1 + random.below(60));
    steps.push(['employment', change({ employmentMonths })]);
  }
  if (less < amount) {
    steps.push(['amount', { ...application, amount: less }]);
    steps.push(['pair', { ...change({ income }), amount: less }]);
  }
  return steps;
}

/**
 * Returns how a step worsened the decision, the score, the amount or the cost; empty when it did
 * not.
 */
function faultsOf(
  before: AssessedApplication,
  after: AssessedApplication,
  step: Application,
): string[] {
  const faults: string[] = [];
  if (rankOf(after) < rankOf(before)) faults.push(`${before.decision} to ${after.decision}`);
  const [approvedBefore, approvedAfter] = [before.approvedAmount ?? 0, after.approvedAmount ?? 0];
  if (approvedAfter < Math.min(approvedBefore, step.amount))
    faults.push(`${approvedBefore} granted, then ${approvedAfter}`);
  if (before.score !== null && after.score !== null && after.score < before.score) {
    faults.push(`score ${before.score} to ${after.score}`);
  }
  const cost = (amount: number) => computeStressedTotal({ amount, termMonths: step.termMonths });
  if (
    approvedAfter > 0 &&
    approvedAfter <= approvedBefore &&
    cost(approvedAfter) > cost(approvedBefore)
  )
    faults.push('a smaller loan costs more');
  return faults;
}

test('no favourable step worsens decision, score, amount or cost of 3,000 made-up applicants', async () => {
  const random = createRandom(12);
  const faults: string[] = [];
  const seen: Record<string, number> = {};
  for (let index = 0; index < 3_000; index++) {
    const applicant = makeApplicant(random);
    const before = await decide(applicant, together);
    const all = stepsFrom(applicant, random);
    // Two steps for each applicant; the pair occurs more often than the others.
    for (const [name, step] of [all[random.below(all.length)]!, all.at(-1)!]) {
      // A person decides while history or employment is unknown; once they are stated, the model
      // may use them.
      const isMoreKnown = name === 'history' || name === 'employment';
      if (before.reviewReason === 'application_incomplete' && isMoreKnown) continue;
      seen[name] = (seen[name] ?? 0) + 1;
      const stepFaults = faultsOf(before, await decide(step, together), step);
      if (stepFaults.length > 0)
        faults.push(JSON.stringify({ name, found: stepFaults, asked: applicant, step }));
    }
  }
  expect(faults).toEqual([]);
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(200);
  expect(Object.keys(seen)).toHaveLength(7);
});

test('an application for a smaller loan is not offered less', async () => {
  const random = createRandom(15);
  let offers = 0;
  for (let index = 0; index < 400 && offers < 60; index++) {
    const applicant = makeApplicant(random);
    const { offer } = await decide(applicant, together);
    if (offer === null) continue;
    offers += 1;
    const { approvedAmount } = await decide(
      { ...applicant, amount: offer.amount + 12_345 },
      together,
    );
    expect(approvedAmount, JSON.stringify(applicant)).toBe(offer.amount);
    const exact = await decide({ ...applicant, amount: offer.amount }, together);
    expect([exact.decision, exact.offer]).toEqual(['approved', null]);
  }
  expect(offers).toBe(60);
});

test('the release gate finds a model without monotonic directions', async () => {
  const { model: file, card } = readArtifact(SHIPPED_FOLDER, 'credit-scoring', '3.0.0');
  const other = createSessionPool({ put: async () => {}, get: async () => Buffer.from(file) }, 1);
  const session = { ...loadShippedCredit(other), artifactSha256: card.artifact.sha256 };
  const unrestrictedModel = createCreditModel(session, () => {});
  const random = createRandom(13);
  const applications = Array.from({ length: 200 }, () => ({
    income: 20_000 + random.below(80_000),
    employmentYears: random.below(30),
    loanAmount: 2_000 + random.below(25_000),
    purpose: 'personal' as const,
    homeOwnership: 'rent' as const,
    hasDefaulted: false,
    creditHistoryYears: random.below(20),
  }));
  const score = (rows: readonly Float32Array[]) =>
    unrestrictedModel.probabilities(rows.map(toApplication));
  const steps = await countWrongDirections(applications, () => [], score);
  expect(steps.wrong).toBeGreaterThan(20);
  await other.close();
});

const SOUND_LOAN: Application = {
  currency: 'USD',
  amount: 800_000,
  termMonths: 36,
  purpose: 'personal',
  applicant: {
    income: 900_000,
    expenses: 150_000,
    obligations: 0,
    employmentMonths: 0,
    homeOwnership: 'own',
    creditHistoryMonths: 0,
    hasDefaulted: false,
  },
};

test.each([0, null, 11])(
  'an applicant with neither work history (%s months) nor credit history waits for a person',
  async (employmentMonths) => {
    const { applicant } = SOUND_LOAN;
    const result = await decide({ ...SOUND_LOAN, applicant: { ...applicant, employmentMonths } });
    expect(result).toMatchObject({
      decision: 'manual_review',
      reviewReason: 'application_incomplete',
      grade: null,
    });
  },
);

test("an income above the card's maximum counts as the maximum", async () => {
  const known = { ...SOUND_LOAN.applicant, employmentMonths: 120, creditHistoryMonths: 120 };
  const largeIncome = await decide({ ...SOUND_LOAN, applicant: { ...known, income: 80_000_000 } });
  const beyond = await decide({ ...SOUND_LOAN, applicant: { ...known, income: 100_000_000_000 } });
  expect(largeIncome.decision).toBe('approved');
  expect([beyond.decision, beyond.score]).toEqual([largeIncome.decision, largeIncome.score]);
});

/** For each feature that can be a reason, the values an applicant could state instead. */
const CURED_VALUES: Readonly<
  Record<string, (application: CreditApplication) => readonly Partial<CreditApplication>[]>
> = {
  income: ({ income }) => [{ income: 3 * income }],
  loanAmount: ({ loanAmount }) => [{ loanAmount: loanAmount / 4 }],
  loanToIncome: ({ income, loanAmount }) => [
    { loanAmount: loanAmount / 4 },
    { income: 3 * income },
  ],
  employmentYears: ({ employmentYears }) => [{ employmentYears: (employmentYears ?? 0) + 10 }],
  hasDefaulted: () => [{ hasDefaulted: false }],
  creditHistoryYears: ({ creditHistoryYears: years }) => [{ creditHistoryYears: years + 10 }],
  homeOwnership: () => HOME_OWNERSHIPS.map((homeOwnership) => ({ homeOwnership })),
  purpose: () => LOAN_PURPOSES.map((purpose) => ({ purpose })),
};

/** Returns true when some set of changes leads to an approval only together with a change of the feature. */
async function canCure(feature: string, from: CreditApplication): Promise<boolean> {
  const otherFeatures = Object.keys(CURED_VALUES).filter((name) => name !== feature);
  let withouts: CreditApplication[] = [from];
  // Every other feature keeps its value or takes the better value that helps most.
  for (const name of otherFeatures) {
    const all = CURED_VALUES[name]!(from);
    const result = await together.probabilities(all.map((change) => ({ ...from, ...change })));
    const best = all[result.indexOf(Math.min(...result))]!;
    withouts = withouts.flatMap((item) => [item, { ...item, ...best }]);
  }
  const curedValue = CURED_VALUES[feature]!(from);
  const all = withouts.flatMap((item) => [
    item,
    ...curedValue.map((change) => ({ ...item, ...change })),
  ]);
  const answer = (await together.probabilities(all)).map(
    (value) => value <= CREDIT_POLICY.approveUpTo,
  );
  const curedCount = curedValue.length + 1;
  return withouts.some((_, index) => {
    const [isYes = true, ...after] = answer.slice(index * curedCount, (index + 1) * curedCount);
    return !isYes && after.includes(true);
  });
}

test('each reason belongs to a remedy, alone or with others, and denials have reasons: 3,000 applicants', async () => {
  const random = createRandom(14);
  const seen = { reasons: 0, without: 0, adverse: 0 };
  const idle: string[] = [];
  for (let index = 0; index < 3_000; index++) {
    const applicant = makeApplicant(random);
    const { inputs, reasons, offer, decision, reviewReason } = await decide(applicant, together);
    if (reviewReason === 'explanation_unavailable') seen.without += 1;
    if (inputs === null || (decision !== 'denied' && offer === null)) continue;
    seen.adverse += 1;
    expect(reasons.length).toBeGreaterThan(0);
    // Each twentieth is tried with every set of changes.
    if (index % 20 !== 0) continue;
    for (const { feature } of reasons.filter(({ feature }) => feature in CURED_VALUES)) {
      seen.reasons += 1;
      if (!(await canCure(feature, inputs)))
        idle.push(JSON.stringify({ feature, asked: applicant }));
    }
  }
  expect(idle).toEqual([]);
  expect(seen.adverse).toBeGreaterThan(1_000);
  expect(seen.reasons).toBeGreaterThan(80);
  // Where no reachable change leads to an approval, a person decides.
  expect(seen.without).toBeLessThan(15);
});

test("an offer has the model's score for the offered loan", async () => {
  const applicant = { ...SOUND_LOAN.applicant, employmentMonths: 60, creditHistoryMonths: 60 };
  const result = await decide({
    ...SOUND_LOAN,
    amount: 3_000_000,
    applicant: { ...applicant, income: 600_000, homeOwnership: 'rent' },
  });
  expect(result).toMatchObject({ decision: 'approved' });
  expect(result.offer?.amount).toBe(result.approvedAmount);
  expect(result.offer?.probability).toBeLessThanOrEqual(CREDIT_POLICY.approveUpTo);
  expect(result.offer?.score).toBeGreaterThan(result.score as number);
});
