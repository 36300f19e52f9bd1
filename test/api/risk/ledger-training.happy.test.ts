// A developer trains a fraud model on payments of its own ledger, and deploys it.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { deploy, waitForStatus } from '../../kit/models/deployments.ts';
import {
  advanceDays,
  decideReviews,
  makeLedgerTraining,
  makePayments,
  reverseAsFraud,
} from '../../kit/models/ledger-training.ts';
import { TRAIN_PATH, waitForEnd } from '../../kit/models/training.ts';
import { isDeep } from '../../kit/suite/tier.ts';

let bank: CheckedBank;
let ownPayments: Awaited<ReturnType<typeof makePayments>>;
beforeAll(async () => {
  bank = await openCheckedBank();
  ownPayments = await makePayments(bank, 480, 6);
  // Payments of another developer, which must not become training data.
  await makePayments(bank, 30);
}, 60_000);
afterAll(() => bank.close());

const train = (overrides: object = {}) =>
  bank.call(TRAIN_PATH, { key: ownPayments.key, body: makeLedgerTraining(overrides) });

it('payments with a known outcome train a model that may decide about payments', async () => {
  await reverseAsFraud(
    bank,
    ownPayments.key,
    ownPayments.ids.slice(0, 150).filter((_, index) => index % 3 === 0),
  );
  expect(
    await decideReviews(bank, ownPayments.developerId, ownPayments.payers[0] ?? ''),
  ).toBeGreaterThan(0);
  await advanceDays(bank, ownPayments.key, 31);

  const { status, body } = await train();
  expect([status, body.dataset]).toEqual([202, { source: 'ledger_query', sha256: null }]);
  const job = await waitForEnd(bank, ownPayments.key, body.id);
  expect([job.status, job.error]).toEqual(['succeeded', null]);
  expect(job.dataset.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(job.card.data).toMatchObject({ sha256: job.dataset.sha256, label: 'fraud' });
  expect(job.card.data.split).toContain('by decidedAt, oldest first');
  const text = String(job.card.data.name);
  expect(text).toMatch(/ 5[01] frauds \(50 reversed as such, [01] by review\)/);
  expect(text).toMatch(/left out 0 too young, \d+ without a verdict, 0 without features/);
  expect(job.card.data.rows).toBeGreaterThan(300);
  // The champion is the model in force, measured on the same rows.
  expect(job.metrics.champion).toMatchObject({ name: 'fraud-detection', version: '2.4.0' });

  const modelId = body.modelId;
  const deploymentBody = { modelId, modelVersion: '1.0.0' };
  const { body: deployment } = await deploy(bank, ownPayments.key, deploymentBody);
  const activeDeployment = await waitForStatus(bank, ownPayments.key, deployment.id, 'active');
  expect(activeDeployment.champion).not.toBeNull();
}, 120_000);

// The short tier compares model files in test/workflows/unwind-training-on-ledger.test.ts.
it.runIf(isDeep)(
  'the same range of rows gives the same data set and model, whatever was paid meanwhile',
  async () => {
    const to = new Date().toISOString();
    const query = { dataset: { source: 'ledger_query', query: { to } } };
    const firstAnswer = await train({ ...query, name: 'twice' });
    const firstTraining = await waitForEnd(bank, ownPayments.key, firstAnswer.body.id);
    await bank.call('/v1/transactions?wait=10', {
      key: ownPayments.key,
      body: {
        type: 'transfer',
        amount: 100,
        currency: 'EUR',
        sourceAccountId: ownPayments.payers[1],
        destinationAccountId: ownPayments.payers[2],
      },
    });
    const secondAnswer = await train({ ...query, name: 'twice' });
    const secondTraining = await waitForEnd(bank, ownPayments.key, secondAnswer.body.id);
    expect([firstTraining.status, secondTraining.status]).toEqual(['succeeded', 'succeeded']);
    expect(secondTraining.dataset.sha256).toBe(firstTraining.dataset.sha256);
    expect(secondTraining.card.golden).toEqual(firstTraining.card.golden);
  },
  120_000,
);

it('a training can be limited to some features and to the newest rows', async () => {
  const features = ['amountReference', 'hour', 'outCount1h'];
  const dataset = { source: 'ledger_query', query: { limit: 400 } };
  const { body } = await train({ name: 'narrow', features, dataset, algorithm: 'logistic' });
  const job = await waitForEnd(bank, ownPayments.key, body.id);
  expect([job.status, job.error]).toEqual(['succeeded', null]);
  expect(job.card.features.map(({ name }: { name: string }) => name)).toEqual(features);
  expect(job.card.data.rows).toBe(400);
  expect(job.metrics.champion).toBeNull();
}, 60_000);

it('a developer without payments has no training data', async () => {
  const { key } = await register(bank);
  const { status, body } = await bank.call(TRAIN_PATH, { key, body: makeLedgerTraining() });
  expect([status, body.code]).toEqual([422, 'dataset_too_small']);
});
