// Outcomes of loans: reported by the lender, never changed, and counted per model version.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordAssessment } from '../../../db/credit/acts.ts';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openSharedCheckedBank } from '../../kit/bank/checked-bank.ts';
import { makeConstantCreditModel, uploadCreditModel } from '../../kit/models/credit-models.ts';
import { creditOrderOf } from '../../kit/people/credit.ts';

let bank: CheckedBank;
let owner: { key: string; developerId: string };
let customerId: string;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  owner = await register(bank);
  customerId = (await openAccounts(bank, owner.key, [0])).customerId;
});
afterAll(() => bank.close());

type Order = Parameters<typeof creditOrderOf>[2];

async function assess(overrides: Order = {}): Promise<string> {
  const order = creditOrderOf(owner.developerId, customerId, overrides);
  return (await bank.bank.environments.sandbox.ledger.run(recordAssessment, order)).assessment.id;
}

const pathOf = (id: string) => `/v1/ai/credit-assessments/${id}`;
const nowText = () => new Date().toISOString();

function recordOutcome(
  id: string,
  body: object,
  overrides: { key?: string; headers?: object } = {},
) {
  const { key = owner.key, headers = {} } = overrides;
  return bank.call(`${pathOf(id)}/outcome`, { key, body, headers: { ...headers } });
}

it('a loan outcome is recorded, emits an event, and is recorded once per key', async () => {
  const id = await assess();
  expect((await bank.call(pathOf(id), { key: owner.key })).body.outcome).toBeNull();
  const headers = { 'idempotency-key': 'o-1' };
  const report = { outcome: 'performing', observedAt: nowText(), daysPastDue: 12 };
  const firstAnswer = await recordOutcome(id, report, { headers });
  expect(firstAnswer.status).toBe(201);
  expect(firstAnswer.body).toMatchObject({ version: 2, outcome: { ...report, lossAmount: null } });
  const repeatedAnswer = await recordOutcome(id, report, { headers });
  expect([repeatedAnswer.headers.get('idempotency-replayed'), repeatedAnswer.body]).toEqual([
    'true',
    firstAnswer.body,
  ]);
  const otherAnswer = await recordOutcome(id, { ...report, daysPastDue: 13 }, { headers });
  expect(otherAnswer.body.code).toBe('idempotency_key_reused');
  const defaultAnswer = await recordOutcome(id, {
    outcome: 'defaulted',
    observedAt: nowText(),
    lossAmount: 400,
  });
  expect(defaultAnswer.body).toMatchObject({
    version: 3,
    outcome: { outcome: 'defaulted', lossAmount: 400 },
  });
  const path = '/v1/events?type=credit.outcome.recorded&order=desc&limit=2';
  const { data } = (await bank.call(path, { key: owner.key })).body;
  const emittedObjects = data.map((event: { data: { object: object } }) => event.data.object);
  expect(emittedObjects).toEqual([defaultAnswer.body, firstAnswer.body]);
});

it('an invalid outcome is refused with the field at fault, and nothing is written', async () => {
  const id = await assess();
  const futureTime = new Date(Date.now() + 86_400_000).toISOString();
  const CASES: readonly (readonly [object, number, string, string?])[] = [
    [{ outcome: 'gone', observedAt: nowText() }, 422, 'validation_failed', '/outcome'],
    [{ outcome: 'repaid' }, 422, 'validation_failed', '/observedAt'],
    [{ outcome: 'repaid', observedAt: 'today' }, 422, 'validation_failed', '/observedAt'],
    [{ outcome: 'repaid', observedAt: futureTime }, 422, 'validation_failed', '/observedAt'],
    [
      { outcome: 'repaid', observedAt: '2020-01-01T00:00:00Z' },
      422,
      'validation_failed',
      '/observedAt',
    ],
    [
      { outcome: 'repaid', observedAt: nowText(), lossAmount: 1 },
      422,
      'validation_failed',
      '/lossAmount',
    ],
    [
      { outcome: 'defaulted', observedAt: nowText(), lossAmount: 1_001 },
      422,
      'validation_failed',
      '/lossAmount',
    ],
    [
      { outcome: 'defaulted', observedAt: nowText(), daysPastDue: -1 },
      422,
      'validation_failed',
      '/daysPastDue',
    ],
    [{ outcome: 'repaid', observedAt: nowText(), x: 1 }, 422, 'validation_failed', '/x'],
  ];
  for (const [body, status, code, pointer] of CASES) {
    const answer = await recordOutcome(id, body);
    expect([answer.status, answer.body.code, answer.body.errors?.[0]?.pointer]).toEqual([
      ...[status, code, pointer],
    ]);
  }
  expect((await bank.call(pathOf(id), { key: owner.key })).body).toMatchObject({
    ...{ outcome: null, version: 1 },
  });
});

it('a denied or undecided assessment accepts no outcome, and a final outcome cannot change', async () => {
  const deniedId = await assess({ decision: 'denied' });
  const referredId = await assess({ decision: 'manual_review' });
  const repaidId = await assess();
  const defaultedId = await assess();
  await recordOutcome(repaidId, { outcome: 'repaid', observedAt: nowText() });
  await recordOutcome(defaultedId, { outcome: 'defaulted', observedAt: nowText() });
  for (const id of [deniedId, referredId, repaidId, defaultedId]) {
    const answer = await recordOutcome(id, { outcome: 'repaid', observedAt: nowText() });
    expect([answer.status, answer.body.code]).toEqual([409, 'invalid_state_transition']);
  }
});

it('operators see predictions beside the outcomes, and reads are audited', async () => {
  const version = await uploadCreditModel(bank, owner.key, { file: makeConstantCreditModel(-3) });
  const { sha256 } = version.artifact;
  const model = { name: version.name, version: version.modelVersion, sha256 };
  await assess({ model, decision: 'manual_review' });
  for (let n = 0; n < 60; n++) {
    const probability = n < 30 ? 0.1 : 0.6;
    const answer = { features: [1, null], probability, score: 700, latencyUs: 30 };
    const id = await assess({ model, answer });
    const outcome = n % 10 === 0 || (n >= 30 && n % 2 === 0) ? 'defaulted' : 'repaid';
    await recordOutcome(id, { outcome, observedAt: nowText() });
  }
  const path = `/v1/ops/models/${version.id}/performance?environment=sandbox`;
  const { body } = await bank.call(path, { key: OPERATOR_KEY });
  const sum = (readValue: (month: { payments: number; lookedAt: number }) => number) =>
    body.reviews.reduce((all: number, review: never) => all + readValue(review), 0);
  expect([sum(({ payments }) => payments), sum(({ lookedAt }) => lookedAt)]).toEqual([61, 1]);
  expect(body.calibration.live).toMatchObject({ labelled: 60, events: 18 });
  const calibrationPoints = body.calibration.live.points.map(
    (point: { meanProbability: number; observed: { value: number } }) => [
      point.meanProbability,
      point.observed.value,
    ],
  );
  expect(calibrationPoints).toEqual([
    [expect.closeTo(0.1), 0.1],
    [expect.closeTo(0.6), 0.5],
  ]);
});

it('another developer cannot report an outcome', async () => {
  const id = await assess();
  const { key } = await register(bank);
  const answer = await recordOutcome(id, { outcome: 'repaid', observedAt: nowText() }, { key });
  expect([answer.status, answer.body.code]).toEqual([404, 'credit_assessment_not_found']);
});

it('outcomes count towards the performance of the version that assessed the loan', async () => {
  const { body } = await bank.call('/v1/ai/model-performance', { key: owner.key });
  const shippedModel = body.models.find(
    (model: { name: string }) => model.name === 'credit-scoring',
  );
  expect(shippedModel.loans).toBeNull();
  const { name, version, artifactSha256: sha256 } = shippedModel;
  const endedId = await assess({ model: { name, version, sha256 } });
  await recordOutcome(endedId, { outcome: 'repaid', observedAt: nowText() });
  const answerAfter = await bank.call('/v1/ai/model-performance', { key: owner.key });
  const { loans } = answerAfter.body.models.find((model: { name: string }) => model.name === name);
  expect(loans).toMatchObject({ labelled: 1, defaulted: 0, expectedRate: 0.01, status: 'too_few' });
  expect(loans.auc).toBeNull();
});
