// Models over HTTP: an exported file of a common library is uploaded, registered, read and
// approved.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerVersion } from '../../../db/models/acts.ts';
import {
  NO_TEMPORAL,
  OPERATOR_KEY,
  openTestBank,
  register,
  type TestBank,
} from '../../kit/bank/bank.ts';
import { makeCard, readExport, upload } from '../../kit/models/custom-models.ts';

let bank: TestBank;
let key: string;
beforeAll(async () => {
  bank = await openTestBank({ temporalAddress: NO_TEMPORAL });
  key = (await register(bank)).key;
}, 60_000);
afterAll(() => bank.close());

describe('a model that passes the gates', () => {
  it('is registered as a candidate with the findings of the gates, and its file is stored', async () => {
    const uploadFields = { file: readExport('xgboost'), card: makeCard('xgboost') };
    const { status, body, headers } = await upload(bank, key, uploadFields);
    expect([status, body.stage, body.approvalStatus]).toEqual([201, 'candidate', 'approved']);
    expect(body).toMatchObject({
      object: 'model_version',
      modelVersion: '1.0.0',
      source: 'upload',
      artifact: { format: 'onnx', bytes: uploadFields.file.length },
      checks: { signature: { output: 'probabilities', column: 1 }, probe: { goldenRows: 5 } },
    });
    const storedFile = readFileSync(join(bank.dataDir, 'models', `${body.artifact.sha256}.onnx`));
    expect(storedFile.equals(uploadFields.file)).toBe(true);
    const readAnswer = await bank.call(headers.get('location') ?? '', { key });
    expect(readAnswer.body).toEqual(body);
  }, 60_000);

  it('may be uploaded with its card as a file', async () => {
    const text = JSON.stringify(makeCard('sklearn-forest', { name: 'two-files' }));
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(readExport('sklearn-forest'))]), 'model.onnx');
    form.set('card', new Blob([text]), 'card.json');
    const headers = { authorization: `Bearer ${key}` };
    const address = `${bank.url}/v1/ai/custom-models/upload`;
    const response = await fetch(address, { method: 'POST', headers, body: form });
    expect(response.status).toBe(201);
  }, 60_000);

  it('gets another version beside the first, and `latest` moves to the new version', async () => {
    const card = makeCard('lightgbm', { version: '1.1.0' });
    const { body } = await upload(bank, key, { file: readExport('lightgbm'), card });
    const path = `/v1/ai/custom-models/${body.modelId}`;
    const versions = await bank.call(`${path}/versions`, { key });
    expect(versions.body.data.map((item: { modelVersion: string }) => item.modelVersion)).toEqual([
      '1.1.0',
      '1.0.0',
    ]);
    expect((await bank.call(path, { key })).body).toMatchObject({
      latest: '1.1.0',
      production: null,
      owner: 'developer',
    });
    const latestVersion = await bank.call(`${path}/versions/latest`, { key });
    expect(latestVersion.body.id).toBe(body.id);
  }, 60_000);

  it('emits one event about its version', async () => {
    const card = makeCard('sklearn-mlp', { name: 'emitted' });
    const { body: version } = await upload(bank, key, { file: readExport('sklearn-mlp'), card });
    const { body } = await bank.call(`/v1/events?objectId=${version.id}`, { key });
    expect(body.data).toMatchObject([
      { type: 'model.version.registered', data: { object: { object: 'model_version' } } },
    ]);
  }, 60_000);

  it('is registered once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const card = makeCard('sklearn-mlp', { name: 'once' });
    const uploadFields = { file: readExport('sklearn-mlp'), card, headers };
    const firstAnswer = await upload(bank, key, uploadFields);
    const secondAnswer = await upload(bank, key, uploadFields);
    expect([firstAnswer.status, secondAnswer.status, secondAnswer.body.id]).toEqual([
      201,
      201,
      firstAnswer.body.id,
    ]);
    expect(secondAnswer.headers.get('idempotency-replayed')).toBe('true');
  }, 60_000);
});

it('the models of the bank are visible to every developer', async () => {
  const { body } = await bank.call('/v1/ai/custom-models?limit=100', { key });
  const shippedModels = body.data.filter((item: { owner: string }) => item.owner === 'platform');
  expect(shippedModels.map((item: { name: string }) => item.name)).toContain('credit-scoring');
  const [{ id }] = shippedModels;
  const { body: version } = await bank.call(`/v1/ai/custom-models/${id}/versions/latest`, { key });
  expect(version).toMatchObject({ source: 'platform', approvalStatus: 'approved' });
});

it('in production an operator decides about a version, once', async () => {
  const { ledger } = bank.bank.environments.production;
  const registration = await ledger.run(registerVersion, {
    tenantId: 'dev_production',
    name: 'waiting',
    task: 'churn',
    label: '1.0.0',
    source: 'upload',
    approved: false,
    artifact: { sha256: 'cd'.repeat(32), bytes: 1 },
    card: {},
    checks: {},
    requestHash: Buffer.alloc(32),
    cause: { actor: 'key_x', requestId: 'req_x', idempotencyKey: null },
  });
  const operator = { key: OPERATOR_KEY };
  const listAnswer = await bank.call('/v1/ops/models?environment=production', operator);
  expect(listAnswer.body.data.map((item: { id: string }) => item.id)).toEqual([
    registration.version.id,
  ]);
  const path = `/v1/ops/models/${registration.version.id}/decision`;
  const decide = (decision: string) =>
    bank.call(path, {
      ...operator,
      body: { environment: 'production', decision, reason: 'Seen.' },
    });
  const agreementAnswer = await decide('approved');
  expect(agreementAnswer.body).toMatchObject({
    approvalStatus: 'approved',
    approval: { reason: 'Seen.' },
  });
  expect((await decide('approved')).body.revision).toBe(agreementAnswer.body.revision);
  expect((await decide('rejected')).body.code).toBe('invalid_state_transition');
});
