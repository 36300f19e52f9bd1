// A developer's credit model: trained, deployed, used for applications, replaced step by step by
// another one, and restored.

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { recordDriftCheck } from '../../../ai/serving/performance/drift.ts';
import { createSpreads } from '../../../ai/serving/performance/spread.ts';
import { trainedFilesIn } from '../../../bank/opening/models.ts';
import { recordAssessment } from '../../../db/credit/acts.ts';
import { computeCreditFeatures } from '../../../models/features/credit-features.ts';
import { computePercentile } from '../../../models/serving.ts';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import {
  assessCredit,
  exportUncalibratedCreditModel,
  makeConstantCreditModel,
  makeCreditBackground,
  makeCreditTraining,
  makeLoans,
  readShippedCreditModel,
  uploadCreditModel,
} from '../../kit/models/credit-models.ts';
import { commandDeployment, deploy, waitForStatus } from '../../kit/models/deployments.ts';
import { TRAIN_PATH, waitForEnd } from '../../kit/models/training.ts';
import { type ApplicationFields, creditOrderOf, HOPELESS_LOAN } from '../../kit/people/credit.ts';

let bank: CheckedBank;
let key: string;
let tenantId: string;
let ownDeploymentId: string;
/** A customer of the canary, and another customer. */
let canaryCustomerId = '';
let productionCustomerId = '';
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key, developerId: tenantId } = await register(bank));
  while (canaryCustomerId === '' || productionCustomerId === '') {
    const { customerId } = await openAccounts(bank, key, [0]);
    if (computePercentile(customerId) < 50) canaryCustomerId = customerId;
    else productionCustomerId = customerId;
  }
}, 60_000);
afterAll(() => bank.close());

const ask = (application: ApplicationFields = {}, customerId = productionCustomerId) =>
  assessCredit(bank, key, { customerId, ...application });

/** Applies until a model answers: it is loaded first, and no request waits for that. */
const applyUntilModel = (model: object, customerId = productionCustomerId) =>
  vi.waitFor(
    async () => {
      const assessment = await ask({}, customerId);
      expect(assessment.model).toMatchObject(model);
      return assessment;
    },
    { timeout: 20_000, interval: 200 },
  );

function readShadowDecisions(deploymentId: string) {
  return bank.bank.environments.sandbox.ledger.database.raw
    .prepare<[string], { decidedBy: string; champion: number; challenger: number; error: null }>(
      `SELECT decided_by AS decidedBy, champion_probability AS champion,
       challenger_probability AS challenger, error
       FROM deployment_observations WHERE deployment_id = ? AND status = 'shadow'
       ORDER BY decision_id`,
    )
    .all(deploymentId);
}

it("a credit model is trained on the developer's loans and decides the next application", async () => {
  const assessmentBefore = await ask();
  expect(assessmentBefore.model).toMatchObject({ name: 'credit-scoring', serving: 'production' });
  const sendAnswer = await bank.call(TRAIN_PATH, { key, body: makeCreditTraining(makeLoans(500)) });
  expect(sendAnswer.status, JSON.stringify(sendAnswer.body)).toBe(202);
  const job = await waitForEnd(bank, key, sendAnswer.body.id);
  expect([job.status, job.error]).toEqual(['succeeded', null]);
  // The rows have the columns of the task, so the model has the order, categories and bounds of the
  // task.
  expect(job.card.features[0]).toMatchObject({ name: 'income', min: 1, max: 10_000_000 });
  const { modelId, modelVersion } = job;
  // Its scores differ from those of earlier versions, which must not cause a rollback here.
  const strategy = { type: 'immediate', autoRollback: false };
  const orderAnswer = await deploy(bank, key, { modelId, modelVersion }, { strategy });
  const { champion } = await waitForStatus(bank, key, orderAnswer.body.id, 'active');
  expect(champion).toMatchObject({ version: '3.2.0' });
  ownDeploymentId = orderAnswer.body.id;

  const assessment = await applyUntilModel({ name: 'own-credit', version: '1.0.0' });
  expect(assessment.model).toMatchObject({ asked: true, reasonsKind: 'tree_shap' });
  expect(assessment.model.artifactSha256).toBe(job.artifact.sha256);
  expect(assessment.probabilityOfDefault).not.toBe(assessmentBefore.probabilityOfDefault);
  const values = computeCreditFeatures({
    income: 60_000,
    employmentYears: 5,
    loanAmount: 12_000,
    purpose: 'personal',
    homeOwnership: 'mortgage',
    hasDefaulted: false,
    creditHistoryYears: 6,
  });
  const named = job.card.features.map(({ name }: { name: string }, index: number) => {
    return [name, values[index]];
  });
  const { body } = await bank.call(`/v1/ai/custom-models/${modelId}/versions/1.0.0/score`, {
    key,
    body: { rows: [Object.fromEntries(named)] },
  });
  expect(body.scores[0].probability).toBe(assessment.probabilityOfDefault);
}, 90_000);

it('a credit model gives the reasons of a denial, and correct changes that would avert it', async () => {
  const deniedAssessment = await ask(HOPELESS_LOAN);
  expect(deniedAssessment).toMatchObject({ decision: 'denied', model: { name: 'own-credit' } });
  const [firstReason] = deniedAssessment.adverseActionReasons;
  expect(firstReason).toMatchObject({ rank: 1, contribution: expect.any(Number) });
  expect(deniedAssessment.keyFactors).toHaveLength(8);
  // A higher income alone makes the loan a smaller share of the income.
  const application = {
    product: { amount: 3_000_000, termMonths: 84 },
    applicant: { income: 700_000 },
  };
  const refusedAssessment = await ask(application);
  expect(refusedAssessment.counterfactual.length).toBeGreaterThan(0);
  for (const { feature, to, probabilityAfter } of refusedAssessment.counterfactual) {
    const change =
      feature === 'amount'
        ? { ...application, product: { ...application.product, amount: to } }
        : { ...application, applicant: { ...application.applicant, [feature]: to } };
    const assessmentAfter = await ask(change);
    expect(assessmentAfter).toMatchObject({
      decision: 'approved',
      probabilityOfDefault: probabilityAfter,
    });
  }
});

/** Returns the performance report of one of the developer's models. */
async function reportOf(name: string) {
  const { body } = await bank.call('/v1/ai/model-performance', { key });
  return body.models.find((model: { name: string }) => model.name === name);
}

async function expectShadowReport(
  deploymentId: string,
  shadowAssessments: readonly { probabilityOfDefault: number }[],
) {
  const { shadow, live, measured, calibration } = await reportOf('own-credit');
  expect(live.samples).toBeGreaterThanOrEqual(shadowAssessments.length);
  // The model was trained here, so the bank has its hold-out.
  expect(measured).toMatchObject({ on: 'hold_out', samples: 100 });
  expect(calibration.error).toBeGreaterThanOrEqual(0);
  expect(shadow).toHaveLength(1);
  const [firstShadow] = shadow;
  expect(firstShadow).toMatchObject({
    ...{ deploymentId, name: 'brought-credit', version: '1.0.0', status: 'shadow' },
    ...{ samples: 2, errors: 0, latency: { samples: 2 } },
  });
  const seenDecisions = readShadowDecisions(deploymentId);
  const difference =
    seenDecisions.reduce((sum, item) => sum + item.challenger - item.champion, 0) / 2;
  expect(firstShadow.meanDifference).toBeCloseTo(difference, 9);
  const agreementAt = (threshold: number) =>
    seenDecisions.filter(
      ({ champion, challenger }) => champion >= threshold === challenger >= threshold,
    ).length / 2;
  expect(firstShadow.agreement).toEqual([
    { at: 'review', champion: 0.1, challenger: 0.1, agreement: agreementAt(0.1) },
    { at: 'decline', champion: 0.25, challenger: 0.25, agreement: agreementAt(0.25) },
  ]);
}

it('a second credit model scores in the shadow, decides for some customers, then for all', async () => {
  const uploadedModel = await uploadCreditModel(bank, key, { file: readShippedCreditModel() });
  const terms = { minMinutes: 0, minSamples: 1 };
  const steps = [{ percent: 50, ...terms }];
  const strategy = { type: 'shadow', shadow: terms, steps, autoRollback: false };
  const orderAnswer = await deploy(bank, key, uploadedModel, { strategy });
  const { id } = orderAnswer.body;
  const { champion } = await waitForStatus(bank, key, id, 'shadow');
  expect(champion).toMatchObject({ version: '1.0.0' });
  const shadowAssessments = [await ask(), await ask(HOPELESS_LOAN)];
  for (const { model } of shadowAssessments) expect(model).toMatchObject({ name: 'own-credit' });
  await expect.poll(() => readShadowDecisions(id).length, { timeout: 20_000 }).toBe(2);
  for (const [index, seenAssessment] of readShadowDecisions(id).entries()) {
    expect(seenAssessment).toMatchObject({ decidedBy: 'champion', error: null });
    expect(seenAssessment.champion).toBeCloseTo(shadowAssessments[index]?.probabilityOfDefault, 6);
    expect(seenAssessment.challenger).not.toBe(seenAssessment.champion);
  }

  await expectShadowReport(id, shadowAssessments);
  await commandDeployment(bank, key, id, 'promote');
  await waitForStatus(bank, key, id, 'canary');
  const canaryAssessment = await applyUntilModel(
    { name: 'brought-credit', serving: 'canary' },
    canaryCustomerId,
  );
  expect(canaryAssessment.model.reasonsKind).toBe('none');
  for (let n = 0; n < 3; n++) {
    expect((await ask({}, canaryCustomerId)).model.serving).toBe('canary');
    const { model } = await ask();
    expect(model).toMatchObject({ name: 'own-credit', serving: 'production' });
  }

  await commandDeployment(bank, key, id, 'promote');
  await waitForStatus(bank, key, id, 'active');
  await applyUntilModel({ name: 'brought-credit', serving: 'production' });
  // The file cannot be explained exactly, so an operator decides when it would deny.
  expect(await ask(HOPELESS_LOAN)).toMatchObject({
    decision: 'manual_review',
    humanReview: { reason: 'explanation_unavailable' },
    keyFactors: [],
    model: { reasonsKind: 'none' },
    degraded: false,
  });
  const rollbackAnswer = await commandDeployment(bank, key, id, 'rollback');
  expect(rollbackAnswer.body.status).toBe('rolled_back');
  // The earlier version is still loaded, so no request waits for it.
  const { model } = await ask();
  expect(model).toMatchObject({ name: 'own-credit', version: '1.0.0', reasonsKind: 'tree_shap' });
  expect((await waitForStatus(bank, key, ownDeploymentId, 'active')).trafficPercent).toBe(100);
}, 120_000);

it('a credit model that refuses every customer is rolled back automatically', async () => {
  const refusingModel = await uploadCreditModel(bank, key, {
    file: makeConstantCreditModel(3),
    name: 'loud-credit',
  });
  const { body } = await deploy(bank, key, refusingModel);
  await waitForStatus(bank, key, body.id, 'active');
  await applyUntilModel({ name: 'loud-credit' });
  await Promise.all(Array.from({ length: 35 }, () => ask()));
  const rolledBack = await waitForStatus(bank, key, body.id, 'rolled_back');
  expect(['alert_rate', 'score_drift']).toContain(rolledBack.statusReason.code);
  expect((await ask()).model.name).toBe('own-credit');
}, 120_000);

it('an uploaded credit model with background data gives reasons, and may deny', async () => {
  const background = makeCreditBackground(10);
  const uploadFields = {
    file: exportUncalibratedCreditModel(),
    name: 'explained-credit',
    background,
  };
  const strategy = { type: 'immediate', autoRollback: false };
  const { body } = await deploy(bank, key, await uploadCreditModel(bank, key, uploadFields), {
    strategy,
  });
  await waitForStatus(bank, key, body.id, 'active');
  await applyUntilModel({ name: 'explained-credit', reasonsKind: 'interventional' });
  const deniedAssessment = await ask(HOPELESS_LOAN);
  expect(deniedAssessment).toMatchObject({
    decision: 'denied',
    model: { reasonsKind: 'interventional' },
  });
  const codes = deniedAssessment.adverseActionReasons.map(({ code }: { code: string }) => code);
  expect(codes).toContain('delinquent_obligations');
  expect(deniedAssessment.keyFactors).toHaveLength(8);
  await commandDeployment(bank, key, body.id, 'rollback');
  expect((await ask()).model.name).toBe('own-credit');
}, 60_000);

it('a trained credit model is compared with its training data; for an uploaded one drift is unknown', async () => {
  const trainedReport = await reportOf('own-credit');
  expect(trainedReport.drift).toBeNull();
  expect(trainedReport.unknown).toContainEqual({
    field: 'drift',
    code: 'not_run',
    reason: expect.stringContaining('Fewer than 500'),
  });
  const uploadedReport = await reportOf('brought-credit');
  expect(uploadedReport.drift).toBeNull();
  expect(uploadedReport.unknown).toContainEqual({
    field: 'drift',
    code: 'not_configured',
    reason: expect.stringContaining('It was brought'),
  });
  // Enough applications, like the training rows except for their purpose.
  const { ledger } = bank.bank.environments.sandbox;
  const sha256 = trainedReport.artifactSha256;
  const names = ['income', 'employmentYears', 'loanAmount', 'loanToIncome', 'hasDefaulted'];
  const columnNames = [...names, 'creditHistoryYears', 'homeOwnership'];
  const records = makeLoans(600, 9).map((loan) => {
    const features = [...columnNames.map((name) => loan[name] ?? 0), 5];
    const answer = { features, probability: 0.01, score: 800, latencyUs: 30 };
    const model = { name: 'own-credit', version: '1.0.0', sha256 };
    return ledger.run(
      recordAssessment,
      creditOrderOf(tenantId, productionCustomerId, { answer, model }),
    );
  });
  await Promise.all(records);
  const { drift } = await reportOf('own-credit');
  expect(drift.rows).toBeGreaterThanOrEqual(600);
  expect(drift).toMatchObject({ status: 'drift', features: { 0: { feature: 'purpose' } } });
  const [, ...otherFeatures] = drift.features;
  for (const { psi } of otherFeatures) expect(psi).toBeLessThan(0.25);
  expect(drift.score).toBeGreaterThan(0.25);

  const spreads = createSpreads(trainedFilesIn(bank.dataDir).distributions);
  // The bank's own sweeper may have run before.
  const checkDrift = () => recordDriftCheck({ ledger, spreads }, tenantId, 'credit');
  expect(['written', 'done_before']).toContain(await checkDrift());
  expect(await checkDrift()).toBe('done_before');
  const { driftHistory } = await reportOf('own-credit');
  expect(driftHistory).toHaveLength(1);
  expect(driftHistory[0]).toMatchObject({ drifted: true, versionId: trainedReport.versionId });
});
