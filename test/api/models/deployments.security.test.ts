// Authorisation of deployments: a developer's own models, in the environment of its key.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestBank, register, type TestBank } from '../../kit/bank/bank.ts';
import {
  commandDeployment,
  deploy,
  readDeployment,
  uploadPaymentModel,
  waitForStatus,
} from '../../kit/models/deployments.ts';
import { makeConstantModel } from '../../kit/models/transfer-models.ts';

let bank: TestBank;
let ownerKey: string;
let strangerKey: string;
let version: { modelId: string; modelVersion: string };
beforeAll(async () => {
  bank = await openTestBank();
  ownerKey = (await register(bank)).key;
  strangerKey = (await register(bank)).key;
  version = await uploadPaymentModel(bank, ownerKey, { file: makeConstantModel(-4) });
}, 60_000);
afterAll(() => bank.close());

it("another developer's version and deployment are answered like unknown ones", async () => {
  const foreignAnswer = await deploy(bank, strangerKey, version);
  expect([foreignAnswer.status, foreignAnswer.body.code]).toEqual([404, 'model_not_found']);
  const { body } = await deploy(bank, ownerKey, version);
  for (const act of ['promote', 'rollback', 'abort']) {
    const { status, body: answer } = await commandDeployment(bank, strangerKey, body.id, act);
    expect([status, answer.code]).toEqual([404, 'deployment_not_found']);
  }
  expect((await readDeployment(bank, strangerKey, body.id)).code).toBe('deployment_not_found');
  const path = '/v1/ai/custom-models/deployments';
  expect((await bank.call(path, { key: strangerKey })).body.data).toEqual([]);
  await waitForStatus(bank, ownerKey, body.id, 'active');
}, 60_000);

it('a key without models:deploy can neither deploy nor roll back', async () => {
  const scopes = ['models:read', 'models:train'];
  const answer = await bank.call('/v1/developer/keys', {
    key: ownerKey,
    body: { name: 'Reader', environment: 'sandbox', scopes },
  });
  const key = answer.body.apiKey;
  const { body } = await bank.call('/v1/ai/custom-models/deployments', { key });
  const answers = [
    await deploy(bank, key, version),
    await commandDeployment(bank, key, body.data[0].id, 'rollback'),
  ];
  for (const { status, body: answer } of answers) {
    expect([status, answer.code]).toEqual([403, 'insufficient_scope']);
  }
});

it('a developer cannot decide about a deployment in place of the bank', async () => {
  const { body } = await bank.call('/v1/ai/custom-models/deployments', { key: ownerKey });
  const decision = { environment: 'sandbox', decision: 'granted', reason: 'Mine.' };
  const path = `/v1/ops/deployments/${body.data[0].id}`;
  for (const act of ['decision', 'rollback']) {
    const { status } = await bank.call(`${path}/${act}`, { key: ownerKey, body: decision });
    expect(status).toBe(404);
  }
});
