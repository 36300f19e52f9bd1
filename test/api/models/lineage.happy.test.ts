// Lineage of a version: its training rows are kept as long as a version trained on them exists,
// otherwise the lineage reports their deletion. A version is not deployed after its expiry.

import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createKeyStore } from '../../../db/kernel/keys.ts';
import { USUAL_TERMS } from '../../../db/kernel/terms.ts';
import { openTx } from '../../../db/kernel/tx.ts';
import { recordExpiry } from '../../../db/models/expiry.ts';
import { referencedFiles } from '../../../db/storage/referenced-files.ts';
import { pruneDatasets } from '../../../db/trainings/datasets.ts';
import { openTestBank, register, type TestBank } from '../../kit/bank/bank.ts';
import { writerOf } from '../../kit/bank/opened-ledger.ts';
import { deploy, uploadPaymentModel, waitForStatus } from '../../kit/models/deployments.ts';
import { advanceDays } from '../../kit/models/ledger-training.ts';
import { makeRowsWithRule } from '../../kit/models/model-data.ts';
import { uploadPaymentRows } from '../../kit/models/scorings.ts';
import { makeTraining, TRAIN_PATH, waitForEnd } from '../../kit/models/training.ts';
import { makeConstantModel } from '../../kit/models/transfer-models.ts';

let bank: TestBank;
let key: string;
beforeAll(async () => {
  bank = await openTestBank();
  key = (await register(bank)).key;
}, 60_000);
afterAll(() => bank.close());

const ledgerOf = () => bank.bank.environments.sandbox.ledger;
const DATASETS = '/v1/ai/custom-models/datasets';
const pathOf = (version: { modelId: string; modelVersion: string }) =>
  `/v1/ai/custom-models/${version.modelId}/versions/${version.modelVersion}`;
const lineageOf = async (version: { modelId: string; modelVersion: string }) =>
  (await bank.call(`${pathOf(version)}/lineage`, { key })).body;

/** Trains on uploaded rows, or on `count` inline rows; returns the job. */
async function train(name: string, uploadId: string | null, count = 400) {
  const quickTraining = { name, hyperparameters: { rounds: 5, leaves: 4 } };
  const body = makeTraining(makeRowsWithRule(count), quickTraining);
  const { labelField } = body.dataset as { labelField: string };
  const dataset = uploadId ? { source: 'upload', uploadId, labelField } : body.dataset;
  const { body: job } = await bank.call(TRAIN_PATH, { key, body: { ...body, dataset } });
  const end = await waitForEnd(bank, key, job.id);
  expect([end.status, end.error]).toEqual(['succeeded', null]);
  return end;
}

/** Prunes as of eight days later, when only versions keep rows. */
async function prune() {
  const database = writerOf(ledgerOf());
  const now = () => Date.now() + 8 * 86_400_000;
  const keys = createKeyStore(database);
  const txWords = { terms: USUAL_TERMS, clock: now, emit: () => '', failPoint: () => {} };
  const tx = openTx({ database, keys, livemode: false, now, ...txWords });
  const removedIds: string[] = [];
  const removeDataset = (sha256: string) => void removedIds.push(sha256);
  referencedFiles.set(tx, { removeDataset, removeResult: () => {} });
  await database.write(() => pruneDatasets(tx, { limit: 100 }));
  return removedIds;
}

it('training rows are kept as long as a version trained on them, and deleted when the version is retired', async () => {
  const storedDatasetId = await uploadPaymentRows(bank, key, makeRowsWithRule(400));
  const unusedDatasetId = await uploadPaymentRows(bank, key, makeRowsWithRule(300));
  const job = await train('to-trace', storedDatasetId);
  const { dataset, jobId } = (await lineageOf(job)).training;
  expect(jobId).toBe(job.id);
  expect(dataset).toMatchObject({ source: 'upload', status: 'kept', datasetId: storedDatasetId });
  expect([dataset.sha256, dataset.expiresAt]).toEqual([job.dataset.sha256, null]);
  const removedModels = await prune();
  expect(removedModels).toHaveLength(1);
  expect((await bank.call(`${DATASETS}/${storedDatasetId}`, { key })).status).toBe(200);
  expect((await bank.call(`${DATASETS}/${unusedDatasetId}`, { key })).status).toBe(404);
  const { body: report } = await bank.call(`${pathOf(job)}/validation-report`, { key });
  expect(report).toContain(`kept as ${storedDatasetId}`);

  await bank.call(`${pathOf(job)}/archive`, { key, body: {} });
  expect(await prune()).toEqual([job.dataset.sha256]);
  expect((await lineageOf(job)).training.dataset).toMatchObject({
    status: 'gone',
    datasetId: null,
    sha256: job.dataset.sha256,
  });
}, 60_000);

it('the lineage reports inline and deleted training rows as gone', async () => {
  const inline = await train('to-lose', null, 410);
  const { training } = await lineageOf(inline);
  expect(training.dataset).toMatchObject({ source: 'inline', status: 'gone' });
  const id = await uploadPaymentRows(bank, key, makeRowsWithRule(420));
  const job = await train('to-forget', id);
  expect((await lineageOf(job)).training.dataset.status).toBe('kept');
  await bank.call(`${DATASETS}/${id}`, { key, method: 'DELETE' });
  expect((await lineageOf(job)).training.dataset.status).toBe('gone');
  const { body: card } = await bank.call(`${pathOf(job)}/card`, { key });
  expect(card.lineage).toMatchObject({ jobId: job.id, dataset: { status: 'gone' } });
  const other = (await register(bank)).key;
  expect((await bank.call(`${pathOf(job)}/lineage`, { key: other })).status).toBe(404);
  // An uploaded model was not trained here.
  const uploadedModel = await uploadPaymentModel(bank, key, {
    file: makeConstantModel(-4),
    name: 'brought',
  });
  expect((await lineageOf(uploadedModel)).training).toBeNull();
  expect((await bank.call(`${pathOf(uploadedModel)}/card`, { key })).body.lineage).toBeUndefined();
}, 60_000);

it('a version is not deployed after its expiry, until the expiry is moved', async () => {
  const developer = await register(bank);
  const version = await uploadPaymentModel(bank, developer.key, {
    file: makeConstantModel(-6),
    name: 'to-end',
  });
  const set = (expiresAt: unknown, callerKey = developer.key) =>
    bank.call(`${pathOf(version)}/expiry`, { key: callerKey, body: { expiresAt } });
  for (const wrong of ['2020-01-01T00:00:00Z', 'tomorrow', 7]) {
    const { status, body } = await set(wrong);
    expect([status, body.errors[0].pointer]).toEqual([422, '/expiresAt']);
  }
  expect((await set(null, key)).status).toBe(404);
  const soonText = new Date(Date.now() + 86_400_000).toISOString();
  expect((await set(soonText)).body).toMatchObject({
    expiresAt: soonText,
    version: '1.0.0',
    revision: 2,
  });
  expect((await set(soonText)).body.revision).toBe(2);
  await advanceDays(bank, developer.key, 2);
  const refusedAnswer = await deploy(bank, developer.key, version);
  expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([409, 'model_not_deployable']);
  expect(refusedAnswer.body.detail).toContain('ran out');
  expect((await set(null)).body.expiresAt).toBeNull();
  expect((await deploy(bank, developer.key, version)).status).toBe(202);
  const { body } = await bank.call('/v1/events?type=model.version.expiry_set', {
    key: developer.key,
  });
  expect(body.data).toHaveLength(2);
}, 60_000);

it('a version that expires in the shadow is stopped, with an event', async () => {
  const developer = await register(bank);
  const version = await uploadPaymentModel(bank, developer.key, {
    file: makeConstantModel(-6),
    name: 'to-stop',
  });
  const shadow = { minSamples: 1_000, minMinutes: 0 };
  const strategy = { type: 'shadow', shadow, promoteIf: { maxErrorRate: 0 } };
  const { body } = await deploy(bank, developer.key, version, { strategy });
  await waitForStatus(bank, developer.key, body.id, 'shadow');
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  await bank.call(`${pathOf(version)}/expiry`, { key: developer.key, body: { expiresAt } });
  await advanceDays(bank, developer.key, 2);
  const endedDeployment = await waitForStatus(bank, developer.key, body.id, 'aborted');
  expect(endedDeployment.statusReason).toEqual({
    code: 'version_expired',
    message: `The version ran out at ${expiresAt}.`,
  });
  const { body: events } = await bank.call('/v1/events?type=model.version.expired', {
    key: developer.key,
  });
  expect(events.data).toMatchObject([{ data: { object: { id: version.id, stage: 'candidate' } } }]);
}, 60_000);

it('a version that expires while it decides continues, with one event', async () => {
  const developer = await register(bank);
  const { key: ownKey } = developer;
  const version = await uploadPaymentModel(bank, ownKey, {
    file: makeConstantModel(-6),
    name: 'to-outlive',
  });
  const { body } = await deploy(bank, ownKey, version);
  await waitForStatus(bank, ownKey, body.id, 'active');
  const setTo = (expiresAt: string | null) =>
    bank.call(`${pathOf(version)}/expiry`, { key: ownKey, body: { expiresAt } });
  const expectEmitted = async (times: number) => {
    const { body: events } = await bank.call('/v1/events?type=model.version.expired', {
      key: ownKey,
    });
    expect(events.data).toHaveLength(times);
    return events.data[0]?.data.object;
  };
  const warnings = async () =>
    (await bank.call(`/v1/ai/custom-models/${version.modelId}/inventory`, { key: ownKey })).body
      .warnings;
  await setTo(new Date(Date.now() + 86_400_000).toISOString());
  expect(await warnings()).not.toContain('version_expired');
  await advanceDays(bank, ownKey, 2);
  await vi.waitFor(() => expectEmitted(1), { timeout: 20_000, interval: 200 });
  expect(await expectEmitted(1)).toMatchObject({ id: version.id, stage: 'production' });
  // Expiry is by the developer's clock, which is ahead of real time.
  expect(await warnings()).toContain('version_expired');
  expect(await ledgerOf().run(recordExpiry, version.id)).toBe(false);
  await setTo(null);
  expect(await warnings()).not.toContain('version_expired');
  // Another expiry has another event.
  await setTo(new Date(Date.now() + 4 * 86_400_000).toISOString());
  await advanceDays(bank, ownKey, 4);
  await vi.waitFor(() => expectEmitted(2), { timeout: 20_000, interval: 200 });
}, 60_000);

it('a sandbox reset deletes all training rows of the old sandbox', async () => {
  const developer = await register(bank);
  await uploadPaymentRows(bank, developer.key, makeRowsWithRule(250));
  const { raw } = ledgerOf().database;
  const rows = () =>
    raw
      .prepare<[string], string>('SELECT sha256 FROM training_datasets WHERE tenant_id = ?')
      .pluck()
      .all(developer.developerId);
  const [sha256 = ''] = rows();
  const file = `${bank.dataDir}/datasets/sandbox/${sha256}.rows`;
  expect(existsSync(file)).toBe(true);
  const { status } = await bank.call('/v1/sandbox/reset', {
    key: developer.key,
    body: { confirm: 'reset' },
  });
  expect([status, rows()]).toEqual([200, []]);
  expect(existsSync(file)).toBe(false);
});
