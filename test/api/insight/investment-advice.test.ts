// Investment advice over HTTP: the bank's own facts, refusals with reasons, and invalid requests.

import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openSharedCheckedBank } from '../../kit/bank/checked-bank.ts';

const PATH = '/v1/ai/investment-advice';
let bank: CheckedBank;
let key: string;
let customerId: string;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  ({ key } = await register(bank));
  ({ customerId } = await openAccounts(bank, key, [1_000_000]));
});
afterAll(() => bank.close());

const PROFILE = {
  ...{ age: 40, riskTolerance: 'moderate', horizonYears: 10, monthlyContribution: 20_000 },
  monthlyExpenses: 100_000,
};
const ask = (profile: object = {}, fields: object = {}, callerKey = key) =>
  bank.call(PATH, {
    key: callerKey,
    body: { customerId, profile: { ...PROFILE, ...profile }, ...fields },
  });

it('investment advice divides 100 percent, projects under stated assumptions, and names no security', async () => {
  const goals = [{ name: 'House', targetAmount: 3_000_000 }];
  const { status, body } = await ask({ goals, initialAmount: 100_000 }, { seed: 5 });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({
    ...{ object: 'investment_advice', livemode: false, currency: 'EUR', firstSteps: [] },
    suitability: { passed: true, emergencyFundMonths: 9, age: 40, spendingFrom: 'stated' },
    facts: { liquid: 1_000_000, monthlySpending: null, age: null },
    assumptions: { seed: 5, paths: 2_000 },
    model: { name: 'investment-advice', kind: 'rules' },
  });
  const sum = (lines: { percent: number }[]) => lines.reduce((all, line) => all + line.percent, 0);
  expect(sum(body.allocation)).toBe(100);
  for (const alternative of body.alternatives) expect(sum(alternative.allocation)).toBe(100);
  expect(body.projections).toHaveLength(10);
  expect(body.warnings).toEqual(
    expect.arrayContaining(['age_is_stated_only', 'spending_is_stated_only', 'value_may_fall']),
  );
  const repeatedAnswer = await ask({ goals, initialAmount: 100_000 }, { seed: 5 });
  expect(repeatedAnswer.body.adviceId).toBe(body.adviceId);
  expect(repeatedAnswer.body.projections).toEqual(body.projections);
});

it('investment advice derives the age from the date of birth, and refuses a minor', async () => {
  const minorCustomer = await bank.call('/v1/customers', {
    key,
    body: { type: 'individual', name: 'Young Person', dateOfBirth: '2015-01-01' },
  });
  const body = { customerId: minorCustomer.body.id };
  const refusedAnswer = await ask({ age: 30 }, body);
  expect(refusedAnswer.status, JSON.stringify(refusedAnswer.body)).toBe(200);
  const codes = refusedAnswer.body.suitability.blocks.map(({ code }: { code: string }) => code);
  expect(codes).toEqual(expect.arrayContaining(['under_18', 'age_mismatch', 'no_emergency_fund']));
  expect(refusedAnswer.body).toMatchObject({ allocation: [], projections: [], alternatives: [] });
});

it('investment advice reports unknown spending instead of guessing', async () => {
  const { body } = await ask({ monthlyExpenses: undefined });
  const blockCodes = body.suitability.blocks.map(({ code }: { code: string }) => code);
  expect([body.suitability.passed, blockCodes]).toEqual([false, ['spending_unknown']]);
  expect(body.suitability.emergencyFundMonths).toBeNull();
});

test.each([
  [{ riskTolerance: 'reckless' }, 422, '/profile/riskTolerance'],
  [{ horizonYears: 0 }, 422, '/profile/horizonYears'],
  [{ age: -1 }, 422, '/profile/age'],
  [{ monthlyContribution: 10.5 }, 422, '/profile/monthlyContribution'],
  [{ monthlyContribution: -1 }, 422, '/profile/monthlyContribution'],
  [{ debts: [{ balance: 1, annualRateBps: -1 }] }, 422, '/profile/debts/0/annualRateBps'],
  [
    { existingHoldings: [{ assetClass: 'GME', amount: 1 }] },
    422,
    '/profile/existingHoldings/0/assetClass',
  ],
  [{ goals: [{ name: 'Late', years: 11 }] }, 422, '/profile/goals/0/years'],
  [{ broker: 'x' }, 422, '/profile/broker'],
])('investment advice refuses %j with %i at %s', async (profile, status, pointer) => {
  const answer = await ask(profile);
  expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([status, pointer]);
});

it("investment advice reads no other developer's data, and needs ai:invoke", async () => {
  const stranger = await register(bank);
  const foreignAnswer = await ask({}, {}, stranger.key);
  expect([foreignAnswer.status, foreignAnswer.body.code]).toEqual([404, 'customer_not_found']);
  const narrowKeyAnswer = await bank.call('/v1/developer/keys', {
    key,
    body: { name: 'Reader', scopes: ['accounts:read'] },
  });
  const refusedAnswer = await ask(
    {},
    {},
    narrowKeyAnswer.body.apiKey ?? narrowKeyAnswer.body.secret ?? narrowKeyAnswer.body.key,
  );
  expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([403, 'insufficient_scope']);
});
