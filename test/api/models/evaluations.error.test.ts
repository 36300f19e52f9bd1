// Refusals of evaluations and of batches of scores, which only their developer sees.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestBank, register, type TestBank } from '../../kit/bank/bank.ts';
import { uploadPaymentModel } from '../../kit/models/deployments.ts';
import { makeRowsWithRule } from '../../kit/models/model-data.ts';
import {
  evaluate,
  makePaymentRows,
  scoringsPath,
  uploadPaymentRows,
  waitForScores,
} from '../../kit/models/scorings.ts';
import { makeTraining, TRAIN_PATH, uploadRows, waitForEnd } from '../../kit/models/training.ts';
import { makeConstantModel } from '../../kit/models/transfer-models.ts';

let bank: TestBank;
let key: string;
let version: { modelId: string; modelVersion: string };
let datasetId: string;
beforeAll(async () => {
  bank = await openTestBank();
  key = (await register(bank)).key;
  version = await uploadPaymentModel(bank, key, { file: makeConstantModel(-2) });
  datasetId = await uploadPaymentRows(bank, key, makePaymentRows(60));
}, 60_000);
afterAll(() => bank.close());

const openRows = () =>
  bank.bank.environments.sandbox.ledger.database.raw
    .prepare<[], number>('SELECT count(*) FROM model_scorings')
    .pluck()
    .get() ?? 0;

describe('an evaluation request', () => {
  const wrongOrders: readonly [string, () => object, number, string, string?][] = [
    ['neither rows nor ledger', () => ({}), 422, 'validation_failed', '/datasetId'],
    [
      'both',
      () => ({ datasetId, ledger: {}, labelField: 'fraud' }),
      422,
      'validation_failed',
      '/ledger',
    ],
    ['no label', () => ({ datasetId }), 422, 'validation_failed', '/labelField'],
    [
      'a label of the ledger',
      () => ({ ledger: {}, labelField: 'x' }),
      422,
      'validation_failed',
      '/labelField',
    ],
    [
      'a threshold above 1',
      () => ({ datasetId, labelField: 'fraud', thresholds: [1.2] }),
      422,
      'validation_failed',
      '/thresholds/0',
    ],
    [
      'a data set that is not there',
      () => ({ datasetId: 'upl_06ayx0rw7mf5w0h1y6k2v3c4d5', labelField: 'fraud' }),
      404,
      'dataset_not_found',
    ],
  ];
  it.each(wrongOrders)(
    'with %s is refused, and nothing is stored',
    async (_, body, status, code, pointer) => {
      const before = openRows();
      const answer = await evaluate(bank, key, version, body());
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      if (pointer) expect(answer.body.errors[0].pointer).toBe(pointer);
      expect(openRows()).toBe(before);
    },
  );

  it('with an idempotency key is answered again; another body with the key is refused', async () => {
    const body = { datasetId, labelField: 'fraud' };
    const path = scoringsPath(version, 'evaluations');
    const headers = { 'idempotency-key': 'evaluate-once' };
    const firstAnswer = await bank.call(path, { key, body, headers });
    const repeatedAnswer = await bank.call(path, { key, body, headers });
    expect([repeatedAnswer.status, repeatedAnswer.body.id]).toEqual([202, firstAnswer.body.id]);
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
    const otherAnswer = await bank.call(path, {
      key,
      body: { ...body, thresholds: [0.1] },
      headers,
    });
    expect(otherAnswer.body.code).toBe('idempotency_key_reused');
  });
});

describe('the rows of an evaluation', () => {
  const evaluateToFailure = async (rows: readonly unknown[], overrides: object = {}) => {
    const input = await uploadPaymentRows(bank, key, rows);
    const evaluationBody = { datasetId: input, labelField: 'fraud', ...overrides };
    const { headers } = await evaluate(bank, key, version, evaluationBody);
    return waitForScores(bank, key, headers.get('location') ?? '');
  };

  it('with wrong columns are refused by column, with the first row at fault and the count', async () => {
    const rows = makePaymentRows(60).map((row, index) => {
      return index % 2 === 1 ? { ...row, fraud: 'yes' } : row;
    });
    const failedEvaluation = await evaluateToFailure(rows);
    expect([failedEvaluation.status, failedEvaluation.report]).toEqual(['failed', null]);
    expect(failedEvaluation.error).toMatchObject({
      code: 'dataset_invalid',
      errors: [{ pointer: '/dataset/rows/1/fraud', code: 'wrong_label' }],
    });
    expect(failedEvaluation.error.errors[0].message).toContain('30 rows');
  }, 60_000);

  it('with a single label, or with too many segments, are refused', async () => {
    const firstEvaluation = await evaluateToFailure(
      makePaymentRows(60).map((row) => ({ ...row, fraud: 0 })),
    );
    expect(firstEvaluation.error.errors[0].code).toBe('one_class_only');
    const manySegments = await evaluateToFailure(makePaymentRows(60), { segmentField: 'ref' });
    expect(manySegments.error.errors[0]).toMatchObject({
      pointer: '/segmentField',
      code: 'too_many_segments',
    });
  }, 60_000);

  it('without a field named in the request are refused by that field', async () => {
    for (const [overrides, pointer] of [
      [{ segmentField: 'regoin' }, '/segmentField'],
      [{ fairness: { groupField: 'cohrot' } }, '/fairness/groupField'],
    ] as const) {
      const { error } = await evaluateToFailure(makePaymentRows(60), overrides);
      expect(error.errors).toMatchObject([{ pointer, code: 'missing_field' }]);
    }
    const path = scoringsPath(version, 'batches');
    const { headers } = await bank.call(path, { key, body: { datasetId, idField: 'reff' } });
    const batch = await waitForScores(bank, key, headers.get('location') ?? '');
    expect([batch.status, batch.result]).toEqual(['failed', null]);
    expect(batch.error.errors).toMatchObject([{ pointer: '/idField', code: 'missing_field' }]);
  }, 60_000);

  it('with too many groups, or an unknown reference group, are refused', async () => {
    const request = { fairness: { groupField: 'ref' } };
    expect((await evaluateToFailure(makePaymentRows(60), request)).error.errors[0]).toMatchObject({
      pointer: '/fairness/groupField',
      code: 'too_many_segments',
    });
    const otherGroups = { fairness: { groupField: 'region', referenceGroup: 'East' } };
    expect(
      (await evaluateToFailure(makePaymentRows(200), otherGroups)).error.errors[0],
    ).toMatchObject({
      pointer: '/fairness/referenceGroup',
      code: 'unknown_group',
    });
  }, 60_000);

  it('used for the training of the version are marked as proving nothing', async () => {
    const rows = makeRowsWithRule(400);
    const { body: job } = await bank.call(TRAIN_PATH, { key, body: makeTraining(rows) });
    const trained = await waitForEnd(bank, key, job.id);
    // The file of rows that the training stored.
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    const datasetId = (await uploadRows(bank, key, { text, format: 'ndjson' })).body.id;
    const evaluationBody = { datasetId: datasetId, labelField: 'left' };
    const { headers, body } = await evaluate(bank, key, trained, evaluationBody);
    expect(body.code).toBeUndefined();
    const evaluation = await waitForScores(bank, key, headers.get('location') ?? '');
    const codes = evaluation.report.findings.map(({ code }: { code: string }) => code);
    expect(codes).toContain('learnt_from_these_rows');
  }, 90_000);
});

it('an evaluation and a batch of scores are seen by their owner only', async () => {
  const other = await register(bank);
  const { body: own } = await evaluate(bank, key, version, { datasetId, labelField: 'fraud' });
  for (const kind of ['evaluations', 'batches'] as const) {
    const path = scoringsPath(version, kind);
    const jobBody = { datasetId, ...(kind === 'evaluations' ? { labelField: 'fraud' } : {}) };
    const response = await bank.call(path, { key: other.key, body: jobBody });
    expect([response.status, response.body.code]).toEqual([404, 'model_not_found']);
    expect((await bank.call(path, { key: other.key })).body.code).toBe('model_not_found');
    const answer = await bank.call(`${path}/${own.id}`, { key: other.key });
    expect(answer.status).toBe(404);
  }
  // Every developer sees a version of the bank, but not the evaluations of other developers.
  const { body: models } = await bank.call('/v1/ai/custom-models?limit=100', { key });
  const fraudModel = models.data.find(({ name }: { name: string }) => name === 'fraud-detection');
  const shipped = { modelId: fraudModel.id, modelVersion: '2.1.0' };
  const order = { datasetId, labelField: 'fraud' };
  const { body: ownEvaluation } = await evaluate(bank, key, shipped, order);
  const evaluationsPath = scoringsPath(shipped, 'evaluations');
  expect(
    (await bank.call(`${evaluationsPath}/${ownEvaluation.id}`, { key: other.key })).status,
  ).toBe(404);
  expect((await bank.call(evaluationsPath, { key: other.key })).body.data).toEqual([]);
  const foreignAnswer = await evaluate(bank, other.key, shipped, order);
  expect(foreignAnswer.body.code).toBe('dataset_not_found');
}, 60_000);
