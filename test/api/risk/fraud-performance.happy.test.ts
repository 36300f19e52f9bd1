// Performance of the model that judges payments, over HTTP: live figures, drift of features and
// score, and the outcomes of the payments it flagged.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { upload } from '../../kit/models/custom-models.ts';
import { uploadPaymentModel } from '../../kit/models/deployments.ts';
import {
  advanceDays,
  decideReviews,
  makePayments,
  reverseAsFraud,
} from '../../kit/models/ledger-training.ts';
import { makeConstantModel } from '../../kit/models/transfer-models.ts';

const PAYMENT_COUNT = 510;
/** Payments that the sandbox is asked to flag, because the model approves small payments. */
const SUSPECTED_COUNT = 60;
let bank: CheckedBank;
let ownPayments: Awaited<ReturnType<typeof makePayments>>;
beforeAll(async () => {
  bank = await openCheckedBank();
  ownPayments = await makePayments(bank, PAYMENT_COUNT, SUSPECTED_COUNT);
}, 60_000);
afterAll(() => bank.close());

async function readFraudModel(key = ownPayments.key) {
  const { body } = await bank.call('/v1/ai/model-performance', { key });
  return body.models.find(({ name }: { name: string }) => name === 'fraud-detection');
}

it('a payment names the model that judged the payment', async () => {
  const { body } = await bank.call(`/v1/transactions/${ownPayments.ids[0]}`, {
    key: ownPayments.key,
  });
  expect(body.risk.model).toEqual({ name: 'fraud-detection', version: '2.4.0' });
});

it("the model's answers are counted, timed, and compared with its training data", async () => {
  const { live, latency, drift } = await readFraudModel();
  expect(live).toMatchObject({ decisions: PAYMENT_COUNT, samples: PAYMENT_COUNT, degraded: 0 });
  const { approve, review, block_and_review, decline } = live.byDecision;
  expect(approve + review + block_and_review + decline).toBe(PAYMENT_COUNT);
  expect(live.meanProbability).toBeGreaterThan(0);
  expect(latency.samples).toBeGreaterThan(0);
  expect(latency.p50).toBeGreaterThan(0);
  expect(latency.p99).toBeGreaterThanOrEqual(latency.p50);
  // Hundreds of payments within a second do not occur in the training data.
  expect(drift).toMatchObject({ rows: PAYMENT_COUNT, status: 'drift' });
  expect(drift.features).toHaveLength(23);
  expect(drift.score).toBeGreaterThan(0.25);
});

const readRiskFigures = async () => {
  const { body } = await bank.call('/v1/ops/risk?environment=sandbox', { key: OPERATOR_KEY });
  return body;
};

it('payments that wait for a review are counted as open for the developer, the operators and Prometheus', async () => {
  const { live } = await readFraudModel();
  const reviewedCount = PAYMENT_COUNT - live.byDecision.approve;
  expect(reviewedCount).toBeGreaterThanOrEqual(SUSPECTED_COUNT);
  const figures = await readRiskFigures();
  for (const { reviews } of [live, figures]) {
    const { lookedAt: seenCount, open, confirmed, lifted, alarm } = reviews;
    expect([seenCount, open, confirmed, lifted, alarm]).toEqual([
      reviewedCount,
      reviewedCount,
      0,
      0,
      'raised',
    ]);
    expect(reviews.falsePositiveRate).toMatchObject({ value: null, low: 0 });
    expect(reviews.falsePositiveRate.high).toBeGreaterThan(reviewedCount / PAYMENT_COUNT);
  }
  expect(figures.waiting.alerts).toBeGreaterThan(0);
  const metrics = await fetch(`http://127.0.0.1:${bank.bank.adminPort}/metrics`);
  const text = await metrics.text();
  expect(text).toContain('kontor_risk_review_alarm{environment="sandbox"} 1');
  expect(text).toContain('kontor_risk_review_alarm{environment="production"} 0');
  expect(text).toMatch(/kontor_risk_review_rate\{environment="sandbox",bound="low"\} 0\.\d/);
  expect(text).toContain(
    `kontor_risk_open_reviews{environment="sandbox",kind="alert"} ${figures.waiting.alerts}`,
  );
});

it('the card and the report of the model state the share of payments that people review', async () => {
  const { live, modelId, versionId, version } = await readFraudModel();
  const path = `/v1/ai/custom-models/${modelId}/versions/${version}`;
  const card = await bank.call(`${path}/card`, { key: ownPayments.key });
  expect(card.body.live.reviews).toEqual(live.reviews);
  expect(card.body.measured.areaUnderRoc.value).toBeGreaterThan(0.9);
  const stranger = await register(bank);
  const strangerCard = await bank.call(`${path}/card`, { key: stranger.key });
  expect(strangerCard.body.live.reviews).toBeNull();
  const reviewedText = `${live.reviews.lookedAt}: ${live.reviews.reviewRate.value.toLocaleString(
    'en',
    {
      minimumFractionDigits: 4,
      maximumFractionDigits: 4,
    },
  )}`;
  const operatorReportPath = `/v1/ops/models/${versionId}/validation-report?environment=sandbox`;
  for (const reportAnswer of [
    await bank.call(`${path}/validation-report`, { key: ownPayments.key }),
    await bank.call(operatorReportPath, { key: OPERATOR_KEY }),
  ]) {
    expect(reportAnswer.status).toBe(200);
    expect(reportAnswer.body).toContain(reviewedText);
  }
});

it('a downloaded card can be uploaded again; the fields that the bank added are ignored', async () => {
  const { key } = await register(bank);
  const file = makeConstantModel(-9);
  const { modelId } = await uploadPaymentModel(bank, key, { file, name: 'own' });
  const path = `/v1/ai/custom-models/${modelId}/versions/1.0.0/card`;
  const { body: card } = await bank.call(path, { key });
  expect(card.live.reviews).toBeNull();
  const repeatedAnswer = await upload(bank, key, { file, card: { ...card, version: '1.0.1' } });
  expect([repeatedAnswer.status, repeatedAnswer.body.card.live]).toEqual([201, undefined]);
});

it('the review figures refuse an invalid time window', async () => {
  for (const days of ['0', '181', 'x']) {
    const path = `/v1/ops/risk?environment=sandbox&days=${days}`;
    const { status, body } = await bank.call(path, { key: OPERATOR_KEY });
    expect([status, body.code]).toEqual([400, 'invalid_parameter']);
  }
});

it('the decisions of the model are compared with later outcomes, with confidence intervals', async () => {
  const modelBefore = await readFraudModel();
  expect(modelBefore.live).toMatchObject({ labelled: 0, outcomes: null });
  expect(modelBefore.unknown).toContainEqual({
    field: 'live.outcomes',
    code: 'not_run',
    reason: expect.any(String),
  });
  const raw = bank.bank.environments.sandbox.ledger.database.raw;
  const flaggedIds = raw
    .prepare<[string], string>(
      "SELECT transaction_id FROM risk_decisions WHERE tenant_id = ? AND decision = 'review'",
    )
    .pluck()
    .all(ownPayments.developerId);
  await reverseAsFraud(bank, ownPayments.key, flaggedIds.slice(0, 12));
  await decideReviews(bank, ownPayments.developerId, '');
  await advanceDays(bank, ownPayments.key, 31);
  const { live } = await readFraudModel();
  expect(live.labelled).toBe(PAYMENT_COUNT);
  expect(live.outcomes).toMatchObject({
    labelled: PAYMENT_COUNT,
    events: 12,
    // The sandbox flagged these payments and the model did not, so they count as missed by the
    // model.
    truePositives: 0,
    falseNegatives: 12,
    falsePositives: 0,
    precision: null,
    recall: { value: 0, low: 0 },
    unlabelled: 0,
    caveat: expect.stringContaining('the true recall is lower'),
  });
  const { reviews } = await readRiskFigures();
  expect(reviews).toMatchObject({ confirmed: 12, lifted: flaggedIds.length - 12, open: 0 });
  expect(reviews.falsePositiveRate.value).toBeCloseTo(
    (flaggedIds.length - 12) / (PAYMENT_COUNT - 12),
  );
  const { recall } = live.outcomes;
  expect(recall.high).toBeGreaterThan(0.2);
  expect(recall.high).toBeLessThan(0.3);
}, 60_000);

it('without a known case of fraud the recall is null and not 0, and a caveat says which decisions count', async () => {
  const goodPayments = await makePayments(bank, 30);
  const modelBefore = await readFraudModel(goodPayments.key);
  expect(modelBefore.live.outcomes).toBeNull();
  await advanceDays(bank, goodPayments.key, 31);
  const { live } = await readFraudModel(goodPayments.key);
  const { approve } = live.byDecision;
  expect(live.outcomes).toMatchObject({
    labelled: 30 - live.outcomes.unlabelled,
    events: 0,
    truePositives: 0,
    falseNegatives: 0,
    recall: null,
    caveat: expect.stringContaining('Only decisions with a known outcome count'),
  });
  // Good payments give a false-positive rate; without a flagged payment there is no precision.
  expect(live.outcomes.falsePositiveRate.value).toBe(
    live.outcomes.falsePositives / live.outcomes.labelled,
  );
  if (approve === 30) expect(live.outcomes.precision).toBeNull();
}, 60_000);

it('scores of hypothetical payments are counted separately, and in no other figure', async () => {
  const figuresBefore = (await readFraudModel()).live;
  expect(figuresBefore.questions).toBeNull();
  const transaction = { type: 'withdrawal', amount: 700, currency: 'EUR' };
  const requestScore = (amount: number) =>
    bank.call('/v1/ai/risk-score', {
      key: ownPayments.key,
      body: { transaction: { ...transaction, amount, sourceAccountId: ownPayments.payers[0] } },
    });
  const answers = [await requestScore(700), await requestScore(900)];
  for (const { status } of answers) expect(status).toBe(200);
  const { live } = await readFraudModel();
  expect(live.questions).toMatchObject({ samples: 2, degraded: 0 });
  expect(live.questions.meanProbability).toBeGreaterThan(0);
  const { window: _, questions: __, ...sameFields } = live;
  expect(figuresBefore).toMatchObject(sameFields);
});

it('another developer sees none of these figures', async () => {
  const stranger = await register(bank);
  const { live, latency, drift, unknown } = await readFraudModel(stranger.key);
  expect([live, latency, drift]).toEqual([null, null, null]);
  const unknownFields = unknown.map(({ field }: { field: string }) => field);
  expect(unknownFields).toEqual(
    expect.arrayContaining(['live', 'live.outcomes', 'latency', 'drift']),
  );
});
