// Credit assessments over HTTP: assess, read, list, and decide by a person when the engine refers
// the case.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { CREDIT_FEATURES } from '../../../models/features/credit-features.ts';
import { NO_TEMPORAL, OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { exchangeConfig } from '../../kit/money/rates.ts';
import {
  type ApplicationFields,
  applicationOf,
  BORDERLINE,
  HOPELESS_LOAN,
} from '../../kit/people/credit.ts';

let bank: CheckedBank;
let key: string;
let customerId: string;
beforeAll(async () => {
  bank = await openCheckedBank({ temporalAddress: NO_TEMPORAL, exchange: exchangeConfig() });
  key = (await register(bank)).key;
  customerId = (await openAccounts(bank, key, [0])).customerId;
});
afterAll(() => bank.close());

const PATH = '/v1/ai/credit-assessment';
const ask = async (application: ApplicationFields = {}, headers = {}) => {
  const answer = await bank.call(PATH, {
    key,
    body: applicationOf(customerId, application),
    headers,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer;
};
const eventsOf = async (id: string) => {
  const { body } = await bank.call('/v1/events?limit=100', { key });
  return body.data
    .filter((event: { data: { object: { id: string } } }) => event.data.object.id === id)
    .map(({ type, objectVersion }: { type: string; objectVersion: number }) => [
      type,
      objectVersion,
    ]);
};
const decide = (id: string, body: object) =>
  bank.call(`/v1/ops/credit-reviews/${id}/decision`, {
    key: OPERATOR_KEY,
    body: { environment: 'sandbox', reason: 'Seen.', ...body },
  });

it('a sound application is approved, with score, factors, policy and model', async () => {
  const { body, headers } = await ask();
  expect(body).toMatchObject({
    object: 'credit_assessment',
    decision: 'approved',
    approvedAmount: 1_200_000,
    termMonths: 36,
    aprBps: null,
    counterfactualStatus: 'not_needed',
    policy: { version: '1.1.0', floorPassed: true, rate: null },
    adverseActionReasons: [],
    notice: { required: false, text: null },
    humanReview: { required: false, reason: null },
    model: { name: 'credit-scoring', version: '3.2.0', asked: true },
    degraded: false,
    version: 1,
  });
  expect(body.score).toBeGreaterThanOrEqual(660);
  expect(body.keyFactors).toHaveLength(8);
  expect(body.excludedAttributes).toEqual(expect.arrayContaining(['sex_and_gender', 'age']));
  const days = (Date.parse(body.notice.deadlineAt) - Date.parse(body.createdAt)) / 86_400_000;
  expect(days).toBe(30);
  expect(headers.get('location')).toBe(`/v1/ai/credit-assessments/${body.id}`);
  expect(await eventsOf(body.id)).toEqual([['credit.decision.approved', 1]]);
  const readAnswer = await bank.call(`/v1/ai/credit-assessments/${body.id}`, { key });
  // The model's inputs are shown beside the findings.
  const { features, ...assessment } = readAnswer.body;
  expect(assessment).toEqual(body);
  expect(Object.keys(features)).toEqual(CREDIT_FEATURES.map(({ name }) => name));
  expect(features.income).toBeGreaterThan(0);
});

it('a denial states its reasons in the words of Regulation B, with a notice', async () => {
  const { body } = await ask(HOPELESS_LOAN);
  expect(body).toMatchObject({ decision: 'denied', approvedAmount: null, validUntil: null });
  const texts = body.adverseActionReasons.map(({ regBText }: { regBText: string }) => regBText);
  expect(texts).toContain('Delinquent past or present credit obligations with others');
  expect(texts.length).toBeLessThanOrEqual(4);
  expect(body.notice.required).toBe(true);
  for (const reasonText of texts) expect(body.notice.text).toContain(reasonText);
  expect(await eventsOf(body.id)).toEqual([['credit.decision.denied', 1]]);
});

it('a smaller amount is offered when the bank would approve it, with adverse action reasons as for a denial', async () => {
  const { body } = await ask({
    product: { amount: 2_000_000, termMonths: 60 },
    applicant: { homeOwnership: 'rent' },
  });
  expect(body.decision).toBe('counter_offer');
  expect(body.approvedAmount).toBeLessThan(2_000_000);
  const { counterOffer } = body;
  expect(counterOffer).toMatchObject({ amount: body.approvedAmount, asked: { amount: 2_000_000 } });
  expect(counterOffer.score).toBeGreaterThan(body.score);
  expect(counterOffer.stressedTotal).toBeLessThan(counterOffer.asked.stressedTotal);
  expect(await eventsOf(body.id)).toEqual([['credit.decision.counter_offer', 1]]);
  expect(body.notice).toMatchObject({ required: true });
  expect(body.adverseActionReasons.length).toBeGreaterThan(0);
  expect(body.counterfactual).toContainEqual(
    expect.objectContaining({ feature: 'amount', to: body.approvedAmount }),
  );
});

it('another currency is converted at the reference rate, and the answer names the rate', async () => {
  const dollarAssessment = await ask();
  // 1 EUR is 1.25 USD, so four fifths of each amount in EUR are the same application.
  const euroAssessment = await ask({
    product: { amount: 960_000, currency: 'EUR' },
    applicant: { income: 400_000, expenses: 120_000, obligations: 24_000 },
  });
  expect(euroAssessment.body.probabilityOfDefault).toBe(dollarAssessment.body.probabilityOfDefault);
  expect(euroAssessment.body.policy.rate).toMatchObject({
    currency: 'EUR',
    dollars: 12_500,
    stale: false,
  });
});

it("a person decides an assessment that the engine refers, and the engine's findings stay visible", async () => {
  const { body: referredAssessment } = await ask(BORDERLINE);
  expect(referredAssessment).toMatchObject({
    decision: 'manual_review',
    humanReview: { required: true, reason: 'between_thresholds' },
    adverseActionReasons: [],
  });
  const queue = await bank.call('/v1/ops/credit-reviews?environment=sandbox&limit=100', {
    key: OPERATOR_KEY,
  });
  expect(queue.body.data.map(({ id }: { id: string }) => id)).toContain(referredAssessment.id);
  const { status, body } = await decide(referredAssessment.id, {
    decision: 'approved',
    approvedAmount: 60_000,
  });
  expect([status, body.decision, body.approvedAmount, body.version]).toEqual([
    200,
    'approved',
    60_000,
    2,
  ]);
  expect(body.score).toBe(referredAssessment.score);
  expect(body.decisions.map((decision: { decision: string }) => decision.decision)).toEqual([
    'manual_review',
    'approved',
  ]);
  expect(body.decisions[1].decidedBy).toMatch(/^opr_/);
  expect(await eventsOf(referredAssessment.id)).toEqual([
    ['credit.decision.manual_review', 1],
    ['credit.decision.approved', 2],
  ]);
  const decidedReviews = await bank.call(
    '/v1/ops/credit-reviews?environment=sandbox&status=decided',
    {
      key: OPERATOR_KEY,
    },
  );
  expect(decidedReviews.body.data[0].id).toBe(referredAssessment.id);
});

it('a person who denies an application states the reasons', async () => {
  const { body: referredAssessment } = await ask(BORDERLINE);
  const { body } = await decide(referredAssessment.id, {
    decision: 'denied',
    reasonCodes: ['unable_to_verify_income', 'unable_to_verify_income'],
  });
  expect(body.adverseActionReasons).toEqual([
    {
      code: 'unable_to_verify_income',
      regBText: 'Unable to verify income',
      feature: 'reviewer',
      contribution: null,
      rank: 1,
    },
  ]);
  expect(body.notice).toMatchObject({ required: true });
});

it('an application with missing data is sent to a person', async () => {
  const { body } = await bank.call(PATH, {
    key,
    body: { customerId, product: applicationOf(customerId).product },
  });
  expect(body).toMatchObject({
    decision: 'manual_review',
    score: null,
    humanReview: { reason: 'application_incomplete' },
    model: { asked: false },
    degraded: false,
  });
});

it('the same key returns the same assessment, and assessments are listed by customer', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const firstAnswer = await ask({}, headers);
  const repeatedAnswer = await ask({}, headers);
  expect(repeatedAnswer.body.id).toBe(firstAnswer.body.id);
  expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
  const otherCustomerId = (await openAccounts(bank, key, [0])).customerId;
  const { body } = await bank.call(PATH, { key, body: applicationOf(otherCustomerId) });
  const listAnswer = await bank.call(`/v1/ai/credit-assessments?customerId=${otherCustomerId}`, {
    key,
  });
  expect(listAnswer.body.data.map(({ id }: { id: string }) => id)).toEqual([body.id]);
  const page = await bank.call('/v1/ai/credit-assessments?limit=1', { key });
  expect(page.body).toMatchObject({ hasMore: true, nextCursor: body.id });
});
