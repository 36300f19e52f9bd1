// A developer trains models on its own rows and requests scores of the result.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRandom } from '../../../models/learn/train/random.ts';
import { register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { makeRowsWithRule } from '../../kit/models/model-data.ts';
import {
  JOBS_PATH,
  listOwnModels,
  makeTraining,
  TRAIN_PATH,
  uploadRows,
  waitForEnd,
} from '../../kit/models/training.ts';

let bank: CheckedBank;
let key: string;
const rows = makeRowsWithRule(1_500);
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
}, 60_000);
afterAll(() => bank.close());

it('rows in the body train a candidate with figures, a card and scores', async () => {
  const metadata = { ticket: '17' };
  const acceptedAnswer = await bank.call(TRAIN_PATH, {
    key,
    body: makeTraining(rows, { metadata }),
  });
  expect(acceptedAnswer.status).toBe(202);
  const { id, modelId } = acceptedAnswer.body;
  expect(acceptedAnswer.headers.get('location')).toBe(`${JOBS_PATH}/${id}`);
  expect(acceptedAnswer.body).toMatchObject({
    modelVersion: '1.0.0',
    workflow: { id: `model-training/${id}` },
    metadata,
  });
  expect(acceptedAnswer.body.estimatedSeconds).toBeGreaterThan(0);

  const job = await waitForEnd(bank, key, id);
  expect(job).toMatchObject({ status: 'succeeded', error: null, modelId });
  const { train, test, baseline, champion } = job.metrics;
  // The rule is not monotone: a linear model cannot learn it, trees can.
  expect(test.areaUnderRoc.value).toBeGreaterThan(baseline.areaUnderRoc.high);
  expect(test.areaUnderRoc.low).toBeLessThan(test.areaUnderRoc.value);
  expect(train.areaUnderRoc).toBeGreaterThan(test.areaUnderRoc.value);
  expect(champion).toBeNull();
  expect(job.featureImportance.map(({ feature }: { feature: string }) => feature).sort()).toEqual([
    'a',
    'b',
    'c',
    'd',
  ]);
  expect(job.card.data.split).toContain('by seenAt, oldest first');

  const path = `/v1/ai/custom-models/${modelId}/versions/1.0.0`;
  const { body: version } = await bank.call(path, { key });
  expect(version).toMatchObject({ id: job.versionId, source: 'training', stage: 'candidate' });
  expect(version.artifact.sha256).toBe(job.artifact.sha256);
  const [golden] = version.card.golden;
  const [a, b, c, d] = golden.features;
  const scoreAnswer = await bank.call(`${path}/score`, { key, body: { rows: [{ a, b, c, d }] } });
  expect(scoreAnswer.body.scores[0].probability).toBeCloseTo(golden.probability, 5);

  const events = await bank.call('/v1/events?limit=100', { key });
  const types = events.body.data.map(({ type }: { type: string }) => type);
  expect(types).toEqual(
    expect.arrayContaining([
      'model.training.started',
      'model.version.registered',
      'model.training.succeeded',
    ]),
  );
}, 120_000);

it('the next training under a name makes its next version, and one seed the same figures', async () => {
  const firstAnswer = await bank.call(TRAIN_PATH, {
    key,
    body: makeTraining(rows, { name: 'again' }),
  });
  const secondAnswer = await bank.call(TRAIN_PATH, {
    key,
    body: makeTraining(rows, { name: 'again' }),
  });
  expect(secondAnswer.body).toMatchObject({
    modelId: firstAnswer.body.modelId,
    modelVersion: '1.1.0',
  });
  const [firstTraining, secondTraining] = await Promise.all(
    [firstAnswer, secondAnswer].map(({ body }) => waitForEnd(bank, key, body.id)),
  );
  expect([firstTraining.status, secondTraining.status]).toEqual(['succeeded', 'succeeded']);
  const figures = (job: typeof firstTraining) => [
    job.metrics.test,
    job.featureImportance,
    job.card.golden,
  ];
  expect(figures(secondTraining)).toEqual(figures(firstTraining));
}, 120_000);

it('the same key and body return the first training, and another body is refused', async () => {
  const headers = { 'idempotency-key': 'train-once' };
  const body = makeTraining(rows, { name: 'once', algorithm: 'logistic' });
  const firstAnswer = await bank.call(TRAIN_PATH, { key, body, headers });
  const repeatedAnswer = await bank.call(TRAIN_PATH, { key, body, headers });
  expect([repeatedAnswer.status, repeatedAnswer.body.id]).toEqual([202, firstAnswer.body.id]);
  expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
  const otherAnswer = await bank.call(TRAIN_PATH, { key, body: { ...body, seed: 8 }, headers });
  expect([otherAnswer.status, otherAnswer.body.code]).toEqual([422, 'idempotency_key_reused']);
  await waitForEnd(bank, key, firstAnswer.body.id);
  const listAnswer = await bank.call(`${JOBS_PATH}?limit=100`, { key });
  const sameNamed = listAnswer.body.data.filter(({ name }: { name: string }) => name === 'once');
  expect(sameNamed).toHaveLength(1);
}, 60_000);

it('auto selects the linear model when the data is linear', async () => {
  const random = createRandom(5);
  const straight = rows.map(({ seenAt }) => {
    const [x, z] = [random.normal(), random.normal()];
    return { x, z, left: random.next() < 1 / (1 + Math.exp(-2 * x - z)), seenAt };
  });
  const body = makeTraining(straight, { name: 'straight', algorithm: 'auto' });
  const { id } = (await bank.call(TRAIN_PATH, { key, body })).body;
  const job = await waitForEnd(bank, key, id);
  expect(job.status).toBe('succeeded');
  const { candidates } = job.metrics;
  expect(candidates.logistic).toBeGreaterThan(candidates['boosted-trees'] - 0.003);
  expect(job.card.learner.kind).toBe('logistic');
}, 60_000);

it.each(['csv', 'json', 'ndjson'])(
  'rows uploaded as %s are trained on',
  async (format) => {
    const names = Object.keys(rows[0] ?? {});
    const lines = rows.map((row) => names.map((name) => row[name] ?? '').join(','));
    const text = {
      csv: [names.join(','), ...lines].join('\r\n'),
      json: JSON.stringify(rows),
      ndjson: rows.map((row) => JSON.stringify(row)).join('\n'),
    }[format];
    const uploadAnswer = await uploadRows(bank, key, { text: text ?? '', format });
    expect([uploadAnswer.status, uploadAnswer.body.object]).toEqual([201, 'training_dataset']);
    const source = { source: 'upload', uploadId: uploadAnswer.body.id };
    const dataset = { ...source, labelField: 'left', timeField: 'seenAt' };
    const trainingFields = {
      name: `from-${format}`,
      dataset,
      features: ['a', 'b', { name: 'c', min: -100 }],
    };
    const { body } = await bank.call(TRAIN_PATH, { key, body: makeTraining([], trainingFields) });
    const job = await waitForEnd(bank, key, body.id);
    expect([job.status, job.error]).toEqual(['succeeded', null]);
    expect(job.card.features.map(({ name }: { name: string }) => name)).toEqual(['a', 'b', 'c']);
    expect(job.card.data.rows).toBe(rows.length);
    const path = `/v1/ai/custom-models/datasets/${uploadAnswer.body.id}`;
    expect((await bank.call(path, { key })).body).toEqual(uploadAnswer.body);
  },
  60_000,
);

it('a data set deleted after a training was accepted is read to its end by that training', async () => {
  const text = rows
    .slice(0, 900)
    .map((row) => JSON.stringify(row))
    .join('\n');
  const { id } = (await uploadRows(bank, key, { text, format: 'ndjson' })).body;
  const dataset = { source: 'upload', uploadId: id, labelField: 'left', timeField: 'seenAt' };
  const ask = () =>
    bank.call(TRAIN_PATH, { key, body: makeTraining([], { name: 'deleted', dataset }) });
  const { body } = await ask();
  const path = `/v1/ai/custom-models/datasets/${id}`;
  expect((await bank.call(path, { key, method: 'DELETE' })).status).toBe(200);
  expect((await ask()).body.code).toBe('dataset_not_found');
  expect(await waitForEnd(bank, key, body.id)).toMatchObject({ status: 'succeeded', error: null });
  const { sha256 } = body.dataset;
  const folder = join(bank.dataDir, 'datasets', 'sandbox');
  await expect
    .poll(() => readdirSync(folder).filter((name) => name.startsWith(sha256)))
    .toEqual([]);
}, 60_000);

it('a canceled training stops at once and leaves no model', async () => {
  const manyRows = makeRowsWithRule(6_000).map(({ a, b, c, d, left }) => ({ a, b, c, d, left }));
  const dataset = { source: 'inline', rows: manyRows, labelField: 'left' };
  const slowOptions = { rounds: 1_000, patience: 1_000, learningRate: 0.001, leaves: 127 };
  const trainingFields = { name: 'stopped', dataset, hyperparameters: slowOptions };
  const { id } = (await bank.call(TRAIN_PATH, { key, body: makeTraining([], trainingFields) }))
    .body;
  const path = `${JOBS_PATH}/${id}`;
  await expect
    .poll(async () => (await bank.call(path, { key })).body.progress.round, { timeout: 60_000 })
    .toBeGreaterThan(2);
  const cancelAnswer = await bank.call(`${path}/cancel`, { key, method: 'POST' });
  expect([cancelAnswer.status, cancelAnswer.body.status]).toEqual([200, 'canceled']);
  const repeatedAnswer = await bank.call(`${path}/cancel`, { key, method: 'POST' });
  expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
  const client = bank.bank.environments.sandbox.client();
  const request = performance.now();
  expect(await client?.workflow.getHandle(`model-training/${id}`).result()).toBe('canceled');
  // A thousand of these rounds take minutes.
  expect(performance.now() - request).toBeLessThan(15_000);
  const names = (await listOwnModels(bank, key)).map(({ name }) => name);
  expect(names).not.toContain('stopped');
}, 90_000);
