// A version under deployment is monitored on real decisions: it advances by its rule, or is rolled
// back automatically, and each payment names the model that decided.

import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { examineDecisions } from '../../../ai/serving/deployment/observe.ts';
import { readDeployment as readDeploymentRow } from '../../../db/deployments/reads.ts';
import { createArtifactStore } from '../../../models/artifact-store.ts';
import { createForeignScorer } from '../../../models/confined/foreign-scorer.ts';
import { openAccounts, openTestBank, register, type TestBank } from '../../kit/bank/bank.ts';
import { transferOf } from '../../kit/bank/checked-bank.ts';
import {
  deploy,
  readDeployment,
  uploadPaymentModel,
  waitForStatus,
} from '../../kit/models/deployments.ts';
import {
  makeConstantModel,
  readNewestFraudModel,
  readShippedFraudModel,
} from '../../kit/models/transfer-models.ts';

let bank: TestBank;
let key: string;
let from: string;
let to: string;
beforeAll(async () => {
  bank = await openTestBank();
}, 60_000);
afterAll(() => bank.close());
beforeEach(async () => {
  ({ key } = await register(bank));
  // Accounts of two customers: no model is consulted for payments between accounts of one customer.
  [from = ''] = (await openAccounts(bank, key, [5_000_000])).accountIds;
  [to = ''] = (await openAccounts(bank, key, [0])).accountIds;
});

interface PaymentDecision {
  readonly model: string;
  readonly serving: string;
  readonly decision: string;
  /** 1 when the deciding model flagged the payment. */
  readonly flagged: number;
  readonly degraded: string | null;
}

/** Returns the decision about a payment, from the row that was written with the payment. */
function readDecision(transactionId: string): PaymentDecision {
  return bank.bank.environments.sandbox.ledger.database.raw
    .prepare(
      `SELECT model_name || '@' || model_version AS model, serving, decision, degraded,
       probability >= review_from AS flagged
       FROM risk_decisions WHERE transaction_id = ?`,
    )
    .get(transactionId) as PaymentDecision;
}

/** Pays `times` times. Returns the decision about each payment. */
async function pay(times: number): Promise<PaymentDecision[]> {
  const payments = Array.from({ length: times }, async (_, index) => {
    const body = transferOf(from, to, 100 + index);
    const answer = await bank.call('/v1/transactions?wait=10', { key, body });
    expect([answer.status, answer.body.status], answer.body.detail).toEqual([201, 'posted']);
    return readDecision(answer.body.id);
  });
  return Promise.all(payments);
}

/** Pays until a version decides: the version is loaded first, and no payment waits for the load. */
async function payUntilDecidedBy(model: string): Promise<void> {
  await vi.waitFor(
    async () => {
      for (const decided of await pay(1)) expect(decided.model).toBe(model);
    },
    { timeout: 20_000 },
  );
}

/** Returns the observations of a deployment, grouped by its status and by the deciding model. */
function readObservations(id: string) {
  return bank.bank.environments.sandbox.ledger.database.raw
    .prepare<
      [string],
      { status: string; by: string; seen: number; errors: number; maxDifference: number }
    >(
      `SELECT status, decided_by AS "by", count(*) AS seen, count(error) AS errors,
       max(abs(champion_probability - challenger_probability)) AS "maxDifference"
       FROM deployment_observations WHERE deployment_id = ? GROUP BY status, decided_by`,
    )
    .all(id);
}

/** The card of the bank's own model. */
const SHIPPED_CARD = readNewestFraudModel().card;
const THRESHOLD = SHIPPED_CARD.measured.threshold;
const SHIPPED_VERSION = `fraud-detection@${SHIPPED_CARD.version}`;

const uploadModel = (file: Uint8Array, name: string) =>
  uploadPaymentModel(bank, key, { file, name, threshold: THRESHOLD });

it('a deployment that scores everything high is rolled back automatically, and the former model decides', async () => {
  const goodDeployment = (
    await deploy(bank, key, await uploadModel(readShippedFraudModel(), 'good'))
  ).body;
  await waitForStatus(bank, key, goodDeployment.id, 'active');
  await payUntilDecidedBy('good@1.0.0');
  // No model judges incoming payments, which must not count as a fault of the monitored version.
  for (const name of ['Grace Hopper', 'Ada Lovelace']) {
    const body = {
      ...{ type: 'deposit', amount: 50, currency: 'EUR', destinationAccountId: to },
      externalParty: { name },
    };
    const { status } = await bank.call('/v1/transactions?wait=10', { key, body });
    expect(status).toBe(201);
  }
  expect(new Set((await pay(5)).map(({ model }) => model))).toEqual(new Set(['good@1.0.0']));
  await vi.waitFor(() => {
    const seenDecisions = readObservations(goodDeployment.id);
    expect(seenDecisions.reduce((sum, item) => sum + item.seen, 0)).toBeGreaterThanOrEqual(6);
    for (const { errors } of seenDecisions) expect(errors).toBe(0);
  }, 30_000);
  const badDeployment = (await deploy(bank, key, await uploadModel(makeConstantModel(4), 'bad')))
    .body;
  await waitForStatus(bank, key, badDeployment.id, 'active');
  await payUntilDecidedBy('bad@1.0.0');
  const decided = await pay(40);
  expect(decided.some(({ model }) => model === 'bad@1.0.0')).toBe(true);
  const rolledBack = await waitForStatus(bank, key, badDeployment.id, 'rolled_back');
  expect(rolledBack).toMatchObject({
    trafficPercent: 0,
    statusReason: { message: expect.any(String) },
  });
  expect(['alert_rate', 'score_drift']).toContain(rolledBack.statusReason.code);
  expect((await readDeployment(bank, key, goodDeployment.id)).status).toBe('active');
  await payUntilDecidedBy('good@1.0.0');
  for (const { model, degraded } of await pay(5)) {
    expect([model, degraded]).toEqual(['good@1.0.0', null]);
  }
}, 120_000);

it('a deployment proceeds by its rule from shadow through canary to all payments', async () => {
  const stepTerms = { minMinutes: 0, minSamples: 12 };
  const promoteIf = { maxDisagreement: 0.01, maxErrorRate: 0 };
  const steps = [{ percent: 100, ...stepTerms }];
  const strategy = { type: 'shadow', shadow: stepTerms, steps, promoteIf };
  // Decisions made before the deployment are not counted.
  await pay(15);
  const orderAnswer = await deploy(bank, key, await uploadModel(readShippedFraudModel(), 'twin'), {
    strategy,
  });
  const { id } = orderAnswer.body;
  await waitForStatus(bank, key, id, 'shadow');
  const shadowDecisions = await pay(11);
  for (const { model, serving } of shadowDecisions) {
    expect([model, serving]).toEqual([SHIPPED_VERSION, 'production']);
  }
  await expect
    .poll(() => readObservations(id), { timeout: 20_000 })
    .toMatchObject([{ status: 'shadow', by: 'champion', seen: 11, errors: 0, maxDifference: 0 }]);
  expect(await readDeployment(bank, key, id)).toMatchObject({
    status: 'shadow',
    observed: { samples: 11, decided: 0, errors: 0, disagreement: 0 },
    waitingFor: '1 more decisions',
  });
  await pay(1);
  expect((await waitForStatus(bank, key, id, 'canary')).trafficPercent).toBe(100);
  await payUntilDecidedBy('twin@1.0.0');
  // The payments made while the test waited may already be the twelve samples of the canary.
  for (const { model } of await pay(12)) expect(model).toBe('twin@1.0.0');
  await waitForStatus(bank, key, id, 'active');
  const isCanary = (item: { status: string }) => item.status === 'canary';
  const canaryObservations = readObservations(id).filter(isCanary);
  expect(canaryObservations.reduce((sum, item) => sum + item.seen, 0)).toBeGreaterThanOrEqual(12);
  // While the version takes over from its canary, no payment is decided by the former model.
  const takeoverDecisions: PaymentDecision[] = [];
  await vi.waitFor(
    async () => {
      takeoverDecisions.push(...(await pay(1)));
      expect(takeoverDecisions.at(-1)?.serving).toBe('production');
    },
    { timeout: 20_000 },
  );
  takeoverDecisions.push(...(await pay(3)));
  for (const { model } of takeoverDecisions) expect(model).toBe('twin@1.0.0');
  expect(takeoverDecisions.slice(-3).map(({ serving }) => serving)).toEqual(
    Array(3).fill('production'),
  );
  // The total of samples over all steps equals the number of observations.
  await vi.waitFor(async () => {
    const { observed } = await readDeployment(bank, key, id);
    const seen = readObservations(id).reduce((sum, item) => sum + item.seen, 0);
    expect(observed.total.samples).toBe(seen);
    expect(seen).toBeGreaterThanOrEqual(24 + observed.samples);
    expect(observed.samples).toBeGreaterThan(0);
  }, 30_000);
}, 120_000);

it('an observation pass that runs out of time keeps its results, and the next pass continues', async () => {
  const terms = { minMinutes: 0, minSamples: 1_000 };
  const strategy = { type: 'shadow', shadow: terms, steps: [{ percent: 10, ...terms }] };
  const { id } = (
    await deploy(bank, key, await uploadModel(readShippedFraudModel(), 'slow'), { strategy })
  ).body;
  await waitForStatus(bank, key, id, 'shadow');
  const { ledger } = bank.bank.environments.sandbox;
  const storedDeployment = readDeploymentRow(ledger, id);
  if (!storedDeployment) throw new Error('there is no such deployment');
  await pay(3);
  const examinations = [];
  const artifacts = createArtifactStore(join(bank.dataDir, 'models'));
  const foreignScorer = createForeignScorer({ artifacts, onKill: () => {} });
  const signal = new AbortController().signal;
  const deps = { artifacts, foreign: foreignScorer, stopped: signal, longestMs: -1 };
  for (let { seenThrough } = storedDeployment; ; ) {
    const examination = await examineDecisions(
      ledger,
      { ...storedDeployment, task: 'fraud', seenThrough },
      deps,
    );
    if (!examination) break;
    examinations.push(examination);
    seenThrough = examination.through;
  }
  foreignScorer.close();
  const observationCounts = examinations.map(({ observations, isFull }) => [
    observations.length,
    isFull,
  ]);
  expect(observationCounts).toEqual([true, true, false].map((isFull) => [1, isFull]));
  const seenDecisionIds = examinations.flatMap(({ observations }) =>
    observations.map((observation) => observation.decisionId),
  );
  expect(new Set(seenDecisionIds).size).toBe(3);
}, 60_000);

it('a shadow deployment decides nothing, and is rolled back for the answers it would have given', async () => {
  const terms = { minMinutes: 0, minSamples: 1_000 };
  const steps = [{ percent: 10, ...terms }];
  const strategy = { type: 'shadow', shadow: terms, steps };
  const orderAnswer = await deploy(bank, key, await uploadModel(makeConstantModel(4), 'loud'), {
    strategy,
  });
  const { id } = orderAnswer.body;
  await waitForStatus(bank, key, id, 'shadow');
  for (const { model, decision, flagged } of await pay(35)) {
    // A flag of a small first payment has no effect.
    const possibleDecisions = flagged === 1 ? ['review', 'approve'] : ['approve'];
    expect(model).toBe(SHIPPED_VERSION);
    expect(possibleDecisions).toContain(decision);
  }
  const rolledBack = await waitForStatus(bank, key, id, 'rolled_back');
  expect(['alert_rate', 'score_drift']).toContain(rolledBack.statusReason.code);
  // A check that ran during the rollback may still write its observations.
  const shadowAnswers = await vi.waitFor(
    async () => {
      const [seen] = readObservations(id);
      expect(seen).toMatchObject({ status: 'shadow', by: 'champion', errors: 0 });
      expect(seen?.maxDifference).toBeGreaterThan(0.9);
      const { body } = await bank.call('/v1/ai/model-performance', { key });
      const usualModel = body.models.find(
        (model: { name: string }) => model.name === 'fraud-detection',
      );
      const [firstReading, ...otherReadings] = usualModel.shadow;
      expect(otherReadings).toEqual([]);
      expect(firstReading).toMatchObject({
        ...{ deploymentId: id, name: 'loud', status: 'rolled_back', errors: 0 },
        ...{ samples: seen?.seen, latency: { samples: seen?.seen } },
      });
      return firstReading;
    },
    { timeout: 20_000 },
  );
  expect(shadowAnswers.meanDifference).toBe(shadowAnswers.meanAbsoluteDifference);
  expect(shadowAnswers.agreement).toEqual([
    { at: 'review', champion: THRESHOLD, challenger: THRESHOLD, agreement: expect.any(Number) },
  ]);
}, 120_000);

it('a deployment is first replayed on past decisions when its order asks for that', async () => {
  const startedAt = Date.now();
  const pastPayments = await pay(12);
  const flagged = pastPayments.filter((item) => item.flagged === 1).length;
  const range = { from: new Date(startedAt).toISOString(), to: '2100-01-01T00:00:00Z' };
  const steps = [{ percent: 10, minMinutes: 0, minSamples: 1_000 }];
  const makeOrder = (limit: number) => {
    return { strategy: { type: 'shadow', steps }, replay: { ...range, limit } };
  };
  const loudDeployment = (
    await deploy(bank, key, await uploadModel(makeConstantModel(4), 'loud'), makeOrder(100))
  ).body;
  const { replayReport, gates } = await waitForStatus(bank, key, loudDeployment.id, 'shadow');
  const changedCount = pastPayments.length - flagged;
  expect(replayReport).toMatchObject({ decisions: 12, changed: changedCount, approveToDecline: 0 });
  expect(replayReport.byAmount[0]).toEqual({
    from: 0,
    to: 1_000,
    decisions: 12,
    changed: changedCount,
  });
  // Decisions whose score changes by a tenth or more are listed.
  expect(gates.at(-1)).toMatchObject({ name: 'replay', value: 12, passed: null, warning: true });
  expect(replayReport.changedDecisions).toHaveLength(changedCount);
  expect(replayReport.changedDecisions[0]).toMatchObject({
    id: expect.stringMatching(/^dec_/),
    was: 'approve',
    is: 'review',
  });
  await bank.call(`/v1/ai/custom-models/deployments/${loudDeployment.id}/abort`, { key, body: {} });
  const immediateOrder = { ...makeOrder(100), strategy: { type: 'immediate' } };
  const version = await uploadModel(makeConstantModel(3.9), 'at-once');
  const refusedDeployment = (await deploy(bank, key, version, immediateOrder)).body;
  const failedDeployment = await waitForStatus(bank, key, refusedDeployment.id, 'failed');
  expect(failedDeployment.statusReason.message).toContain(
    `${changedCount} of 12 decisions would change`,
  );
  expect(failedDeployment.replayReport.changedDecisions).toHaveLength(changedCount);
  const twinDeployment = (
    await deploy(bank, key, await uploadModel(readShippedFraudModel(), 'twin'), makeOrder(5))
  ).body;
  const twinReport = (await waitForStatus(bank, key, twinDeployment.id, 'shadow')).replayReport;
  expect(twinReport).toMatchObject({ decisions: 5, changed: 0, declineToApprove: 0 });
}, 120_000);
