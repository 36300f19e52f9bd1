// One quota limits all stored data of a developer: a refusal at the quota states the usage by kind,
// no part of the refused file is kept, and operators see the usage of each developer.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { OPERATOR_KEY, openTestBank, register, type TestBank } from '../../kit/bank/bank.ts';
import { readExport, upload } from '../../kit/models/custom-models.ts';

const QUOTA = 3_000_000;
let bank: TestBank;
let key: string;
let developerId: string;
beforeAll(async () => {
  bank = await openTestBank({ storageQuotaBytes: QUOTA });
}, 60_000);
afterAll(() => bank.close());
beforeEach(async () => {
  ({ key, developerId } = await register(bank));
});

async function uploadBytes(bytes: number, callerKey = key) {
  const form = new FormData();
  const line = `${'1,'.repeat(49)}1\n`;
  const head = `${Array.from({ length: 50 }, (_, index) => `c${index}`).join(',')}\n`;
  const text = head + line.repeat(Math.floor(bytes / line.length));
  form.set('file', new Blob([text]), 'rows.csv');
  form.set('format', 'csv');
  const response = await fetch(`${bank.url}/v1/ai/custom-models/datasets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${callerKey}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

const readStorage = async () =>
  (await bank.call('/v1/ops/storage?environment=sandbox', { key: OPERATOR_KEY })).body;

it('a data set beyond the quota is refused with the amount stored, and leaves no file', async () => {
  expect((await uploadBytes(1_800_000)).status).toBe(201);
  const countBefore = readdirSync(join(bank.dataDir, 'datasets', 'sandbox')).length;
  const { status, body } = await uploadBytes(1_700_000);
  expect([status, body.code]).toEqual([409, 'storage_quota_exceeded']);
  expect(body.detail).toMatch(/You keep 2 MB .*data sets 2 MB.*at most 3 MB.*2 MB more/);
  expect(readdirSync(join(bank.dataDir, 'datasets', 'sandbox'))).toHaveLength(countBefore);
  // Another developer still has its whole quota.
  const otherDeveloper = await register(bank);
  expect((await uploadBytes(1_700_000, otherDeveloper.key)).status).toBe(201);
}, 60_000);

it('models and their cards count towards the quota like data sets', async () => {
  expect((await uploadBytes(2_200_000)).status).toBe(201);
  const features = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name }));
  const makeNotedCard = (version: string, note: string) => {
    const commonFields = { name: 'own', version, task: 'binary_classification', features };
    return { ...commonFields, limits: [note] };
  };
  const file = readExport('sklearn-logistic');
  const firstAnswer = await upload(bank, key, {
    file,
    card: makeNotedCard('1.0.0', 'x'.repeat(300)),
  });
  expect(firstAnswer.status, JSON.stringify(firstAnswer.body)).toBe(201);
  const { developers, quotaBytes } = await readStorage();
  expect(quotaBytes).toBe(QUOTA);
  const ownDeveloper = developers.find(
    (developer: { developerId: string }) => developer.developerId === developerId,
  );
  expect(ownDeveloper.models).toBeGreaterThan(file.length);
  expect(ownDeveloper.total).toBe(
    ownDeveloper.models + ownDeveloper.datasets + ownDeveloper.results + ownDeveloper.documents,
  );
  expect(ownDeveloper.share).toBeCloseTo(ownDeveloper.total / QUOTA, 6);
  expect((await uploadBytes(900_000)).body.code).toBe('storage_quota_exceeded');
}, 60_000);

it('rows in a training body count until the training ends, and a refused one leaves nothing', async () => {
  expect((await uploadBytes(2_500_000)).status).toBe(201);
  const folder = join(bank.dataDir, 'datasets', 'sandbox');
  const countBefore = readdirSync(folder).length;
  const makeRows = (count: number, seed: number) =>
    Array.from({ length: count }, (_, index) => {
      return {
        a: (index * 7919 + seed) % 1_000,
        b: index % 13,
        note: 'x'.repeat(100),
        left: index % 2,
      };
    });
  const train = (rows: readonly object[]) =>
    bank.call('/v1/ai/custom-models/train', {
      key,
      body: {
        ...{ name: 'own', task: 'churn', algorithm: 'gbdt', hyperparameters: { rounds: 500 } },
        dataset: { source: 'inline', rows, labelField: 'left' },
        features: ['a', 'b'],
      },
    });
  const largeTraining = await train(makeRows(4_500, 1));
  expect([largeTraining.status, largeTraining.body.code]).toEqual([409, 'storage_quota_exceeded']);
  expect(readdirSync(folder)).toHaveLength(countBefore);
  const answer = await train(makeRows(2_000, 2));
  expect(answer.status).toBe(202);
  const { developers } = await readStorage();
  const ownDeveloper = developers.find(
    (developer: { developerId: string }) => developer.developerId === developerId,
  );
  expect(ownDeveloper.datasets).toBeGreaterThan(2_700_000);
  await bank.call(`/v1/ai/custom-models/jobs/${answer.body.id}/cancel`, { key, method: 'POST' });
  const storageAfter = await readStorage();
  const developerAfter = storageAfter.developers.find(
    (developer: { developerId: string }) => developer.developerId === developerId,
  );
  expect(developerAfter.datasets).toBeLessThan(2_600_000);
}, 60_000);

it('deleting frees the quota', async () => {
  const { body } = await uploadBytes(2_500_000);
  expect((await uploadBytes(1_000_000)).status).toBe(409);
  const path = `/v1/ai/custom-models/datasets/${body.id}`;
  expect((await bank.call(path, { key, method: 'DELETE' })).status).toBeLessThan(300);
  expect((await uploadBytes(1_000_000)).status).toBe(201);
}, 60_000);
