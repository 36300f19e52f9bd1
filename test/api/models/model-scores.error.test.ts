// Refusals of rows and of versions that cannot score.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerVersion } from '../../../db/models/acts.ts';
import { NO_TEMPORAL, openTestBank, register, type TestBank } from '../../kit/bank/bank.ts';
import { registerModel } from '../../kit/bank/objects-of-each-kind.ts';
import { makeCard, readExport, upload } from '../../kit/models/custom-models.ts';

let bank: TestBank;
let developer: { key: string; developerId: string };
let path: string;
let sha256: string;
const goodRow = { a: 1, b: 2, c: 3, d: 4, e: 5 };

beforeAll(async () => {
  bank = await openTestBank({ temporalAddress: NO_TEMPORAL });
  developer = await register(bank);
  const features = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, min: -10, max: 10 }));
  const card = makeCard('xgboost', { features });
  const { body } = await upload(bank, developer.key, { file: readExport('xgboost'), card });
  path = `/v1/ai/custom-models/${body.modelId}/versions`;
  sha256 = body.artifact.sha256;
}, 90_000);
afterAll(() => bank.close());

const score = (label: string, rows: unknown) =>
  bank.call(`${path}/${label}/score`, { key: developer.key, body: { rows } });

it.each([
  ['a feature too few', { a: 1, b: 2, c: 3, d: 4 }, '/rows/0/e'],
  ['a feature too many', { ...goodRow, f: 1 }, '/rows/0/f'],
  ['a missing value that may not be missing', { ...goodRow, b: null }, '/rows/0/b'],
  ['a value below its bound', { ...goodRow, c: -10.5 }, '/rows/0/c'],
  ['a value above its bound', { ...goodRow, d: 11 }, '/rows/0/d'],
] as const)('%s is refused with the field', async (_, row, pointer) => {
  const { status, body } = await score('1.0.0', [row]);
  expect([status, body.code]).toEqual([422, 'model_input_invalid']);
  expect(body.errors.map((error: { pointer: string }) => error.pointer)).toEqual([pointer]);
});

it('a value of the wrong type, no rows and too many rows are refused', async () => {
  for (const rows of [
    [{ ...goodRow, a: [1] }],
    [],
    Array(101).fill(goodRow),
    [[1, 2, 3, 4, 5]],
    goodRow,
  ]) {
    const { status, body } = await score('1.0.0', rows);
    expect([status, body.code]).toEqual([422, 'validation_failed']);
  }
});

it('a text in place of a number is refused by its feature', async () => {
  const { status, body } = await score('1.0.0', [goodRow, { ...goodRow, a: '1' }]);
  expect([status, body.code]).toEqual([422, 'model_input_invalid']);
  expect(body.errors).toMatchObject([{ pointer: '/rows/1/a', code: 'invalid_feature' }]);
});

it('the request for reasons must be true or false, and covers few rows', async () => {
  const call = (rows: unknown, includeReasons: unknown) =>
    bank.call(`${path}/1.0.0/score`, { key: developer.key, body: { rows, includeReasons } });
  for (const [rows, includeReasons, pointer] of [
    [[goodRow], 'yes', '/includeReasons'],
    [[goodRow], 1, '/includeReasons'],
    [Array(11).fill(goodRow), true, '/rows'],
  ]) {
    const { status, body } = await call(rows, includeReasons);
    expect([status, body.errors[0].pointer]).toEqual([422, pointer]);
  }
  expect((await call(Array(11).fill(goodRow), false)).status).toBe(200);
});

it('an unknown version is answered with 404, also under an alias that refers to no version', async () => {
  for (const label of ['9.9.9', 'production', 'constructor']) {
    expect((await score(label, [goodRow])).body.code).toBe('model_not_found');
  }
});

it('a version that the bank has not approved cannot score', async () => {
  const { ledger } = bank.bank.environments.sandbox;
  const registration = await ledger.run(registerVersion, {
    tenantId: developer.developerId,
    name: 'unseen',
    task: 'churn',
    label: '1.0.0',
    source: 'upload',
    approved: false,
    artifact: { sha256, bytes: 1 },
    card: { features: [] },
    checks: {},
    requestHash: Buffer.alloc(32),
    cause: { actor: 'key_x', requestId: 'req_x', idempotencyKey: null },
  });
  const address = `/v1/ai/custom-models/${registration.version.modelId}/versions/1.0.0/score`;
  const answer = await bank.call(address, { key: developer.key, body: { rows: [{}] } });
  expect([answer.status, answer.body.code]).toEqual([422, 'model_not_approved']);
});

it('a model file tampered with on disk is reported, and nothing is scored', async () => {
  const { key } = developer;
  const file = readExport('lightgbm');
  const uploadedModel = (
    await upload(bank, key, { file, card: makeCard('lightgbm', { name: 'other' }) })
  ).body;
  // The version has not been loaded, because a loaded model is not read from the disk again.
  writeFileSync(join(bank.dataDir, 'models', `${uploadedModel.artifact.sha256}.onnx`), 'changed');
  const address = `/v1/ai/custom-models/${uploadedModel.modelId}/versions/1.0.0/score`;
  const { status, body } = await bank.call(address, { key, body: { rows: [goodRow] } });
  expect([status, body.code]).toEqual([503, 'artifact_hash_mismatch']);
});

it('another developer finds no model', async () => {
  const { modelId } = await registerModel(bank, developer.developerId);
  const stranger = await register(bank);
  const address = `/v1/ai/custom-models/${modelId}/versions/1.0.0/score`;
  const answer = await bank.call(address, { key: stranger.key, body: { rows: [goodRow] } });
  expect(answer.body.code).toBe('model_not_found');
});
