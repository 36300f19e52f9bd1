// No step in the applicant's favour makes credit harder to get: more income, longer employment and
// history, no default on file, a smaller loan. On applicants that are made up, with the model that
// ships, as the model scores them and as the bank decides about them.

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Asked, requestOf } from '../../../ai/credit/application.ts';
import { type Assessed, assess, type CreditModel } from '../../../ai/credit/assess.ts';
import { gateDirections } from '../../../ai/credit/directions.ts';
import { creditModel } from '../../../ai/credit/model.ts';
import { CREDIT_POLICY, limitsIn } from '../../../ai/credit/policy.ts';
import { readArtifact, SHIPPED } from '../../../models/artifact.ts';
import {
  applicationOf,
  CREDIT_FEATURES,
  type CreditApplication,
  HOME_OWNERSHIPS,
  LOAN_PURPOSES,
} from '../../../models/features/credit-features.ts';
import { randomFrom } from '../../../models/learn/train/random.ts';
import { type SessionPool, sessionPool } from '../../../models/session-pool.ts';
import { shippedCredit } from '../../kit/people/credit.ts';

// Hundreds of decisions, each with its offers.
vi.setConfig({ testTimeout: 180_000 });

let pool: SessionPool;
let model: CreditModel;
beforeAll(() => {
  const { model: file } = readArtifact(SHIPPED, 'credit-scoring', '3.2.0');
  pool = sessionPool({ put: async () => {}, get: async () => Buffer.from(file) }, 1);
  model = creditModel(shippedCredit(pool), () => {});
});
afterAll(() => pool.close());

const limits = limitsIn('USD', null)!;
const decide = (asked: Asked, asks: CreditModel = model) =>
  assess(requestOf(asked), [], {
    model: asks,
    limits,
    toDollars: (cents) => cents / 100,
    onFault: (error) => {
      throw error;
    },
    withoutChanges: true,
  });

function makeApplicant(random: ReturnType<typeof randomFrom>): Asked {
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
const rankOf = ({ decision, offer }: Assessed) =>
  ORDER.indexOf(decision === 'approved' && offer !== null ? 'counter' : decision);

test('no favourable step raises the probability of default of 3,000 made-up applicants', async () => {
  const random = randomFrom(11);
  const applications: CreditApplication[] = Array.from({ length: 3_000 }, () => ({
    income: 4_000 + random.below(400_000),
    employmentYears: random.below(6) === 0 ? null : random.below(45),
    loanAmount: 500 + random.below(34_500),
    purpose: LOAN_PURPOSES[random.below(LOAN_PURPOSES.length)] as CreditApplication['purpose'],
    homeOwnership: HOME_OWNERSHIPS[random.below(4)] as CreditApplication['homeOwnership'],
    hasDefaulted: random.below(5) === 0,
    creditHistoryYears: random.below(40),
  }));
  const splits = (name: string) => (name.endsWith('Years') ? [2, 15] : []);
  const score = (rows: readonly Float32Array[]) => model.probabilities(rows.map(applicationOf));
  const { steps, wrong, byStep } = await gateDirections(applications, splits, score);
  expect(steps).toBeGreaterThan(30_000);
  expect({ wrong, byStep }).toEqual({ wrong: 0, byStep: {} });
});

test('no favourable step worsens what the bank decides or the amount that it grants', async () => {
  const random = randomFrom(12);
  for (let at = 0; at < 80; at++) {
    const asked = makeApplicant(random);
    const before = await decide(asked);
    const { applicant } = asked;
    const income = Math.round((applicant.income as number) * (1.02 + random.below(100) / 50));
    const steps: [string, Asked][] = [
      ['income', { ...asked, applicant: { ...applicant, income } }],
      ['history', { ...asked, applicant: { ...applicant, creditHistoryMonths: 400 } }],
      ['default', { ...asked, applicant: { ...applicant, hasDefaulted: false } }],
    ];
    if (applicant.employmentMonths !== null) {
      const employmentMonths = applicant.employmentMonths + 12 * (1 + random.below(30));
      steps.push(['employment', { ...asked, applicant: { ...applicant, employmentMonths } }]);
    }
    const less = Math.max(50_000, Math.round(asked.amount * (0.4 + random.below(59) / 100)));
    if (less < asked.amount) steps.push(['amount', { ...asked, amount: less }]);
    for (const [name, step] of steps) {
      const after = await decide(step);
      const words = JSON.stringify({ name, asked, step });
      expect(rankOf(after), words).toBeGreaterThanOrEqual(rankOf(before));
      if (name === 'amount') continue;
      expect(after.approvedAmount ?? 0, words).toBeGreaterThanOrEqual(before.approvedAmount ?? 0);
      if (after.score !== null && before.score !== null) {
        expect(after.score, words).toBeGreaterThanOrEqual(before.score);
      }
    }
  }
});

test('a model without directions is found by the gate', async () => {
  const { model: file, card } = readArtifact(SHIPPED, 'credit-scoring', '3.1.0');
  const other = sessionPool({ put: async () => {}, get: async () => Buffer.from(file) }, 1);
  const session = { ...shippedCredit(other), artifactSha256: card.artifact.sha256 };
  const free = creditModel(session, () => {});
  const random = randomFrom(13);
  const applications = Array.from({ length: 200 }, () => ({
    income: 20_000 + random.below(80_000),
    employmentYears: random.below(30),
    loanAmount: 2_000 + random.below(25_000),
    purpose: 'personal' as const,
    homeOwnership: 'rent' as const,
    hasDefaulted: false,
    creditHistoryYears: random.below(20),
  }));
  const score = (rows: readonly Float32Array[]) => free.probabilities(rows.map(applicationOf));
  const found = await gateDirections(applications, () => [], score);
  expect(found.wrong).toBeGreaterThan(20);
  await other.close();
});

const SOUND: Asked = {
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

test.each([0, null])(
  'an applicant of whom neither work (%s months) nor history is known waits for a person',
  async (employmentMonths) => {
    const { applicant } = SOUND;
    const found = await decide({ ...SOUND, applicant: { ...applicant, employmentMonths } });
    expect(found).toMatchObject({
      decision: 'manual_review',
      reviewReason: 'application_incomplete',
      grade: null,
    });
  },
);

test('an income beyond what the card allows counts as the most that it allows', async () => {
  const known = { ...SOUND.applicant, employmentMonths: 120, creditHistoryMonths: 120 };
  const large = await decide({ ...SOUND, applicant: { ...known, income: 80_000_000 } });
  const beyond = await decide({ ...SOUND, applicant: { ...known, income: 100_000_000_000 } });
  expect(large.decision).toBe('approved');
  expect([beyond.decision, beyond.score]).toEqual([large.decision, large.score]);
});

test('a reason that a better value cannot cure is not given', async () => {
  const random = randomFrom(14);
  let denied = 0;
  for (let at = 0; at < 300 && denied < 40; at++) {
    const asked = makeApplicant(random);
    const found = await decide(asked);
    if (found.decision !== 'denied' || found.inputs === null) continue;
    denied += 1;
    for (const { feature } of found.reasons) {
      if (!CREDIT_FEATURES.some(({ name }) => name === feature)) continue;
      if (feature === 'hasDefaulted') expect(asked.applicant.hasDefaulted).toBe(true);
      if (feature !== 'income') continue;
      const [now, tripled] = await model.probabilities([
        found.inputs,
        { ...found.inputs, income: found.inputs.income * 3 },
      ]);
      expect(tripled).toBeLessThan(now as number);
    }
  }
  expect(denied).toBeGreaterThan(10);
});

test('an offer says what the model thinks of it', async () => {
  const applicant = { ...SOUND.applicant, employmentMonths: 60, creditHistoryMonths: 60 };
  const found = await decide({
    ...SOUND,
    amount: 3_000_000,
    applicant: { ...applicant, income: 600_000, homeOwnership: 'rent' },
  });
  expect(found).toMatchObject({ decision: 'approved' });
  expect(found.offer?.amount).toBe(found.approvedAmount);
  expect(found.offer?.probability).toBeLessThanOrEqual(CREDIT_POLICY.approveUpTo);
  expect(found.offer?.score).toBeGreaterThan(found.score as number);
});
