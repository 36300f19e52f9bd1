// Authorisation of reads and acts on models.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { register, type TestBank } from '../../kit/bank/bank.ts';
import { registerModel } from '../../kit/bank/objects-of-each-kind.ts';
import { openSharedBank } from '../../kit/bank/shared-bank.ts';
import { makeCard, readExport, upload } from '../../kit/models/custom-models.ts';

let bank: TestBank;
beforeAll(async () => {
  bank = await openSharedBank();
}, 60_000);
afterAll(() => bank.close());

it('a developer sees only its own models and those of the bank', async () => {
  const owner = await register(bank);
  const stranger = await register(bank);
  const { modelId } = await registerModel(bank, owner.developerId);
  const path = `/v1/ai/custom-models/${modelId}`;
  expect((await bank.call(path, { key: owner.key })).status).toBe(200);
  for (const foreignPath of [path, `${path}/versions`, `${path}/versions/latest`]) {
    expect((await bank.call(foreignPath, { key: stranger.key })).body.code).toBe('model_not_found');
  }
  const listAnswer = await bank.call('/v1/ai/custom-models?limit=100', { key: stranger.key });
  expect(listAnswer.body.data.map((item: { id: string }) => item.id)).not.toContain(modelId);
});

it('two developers may use the same model name, and neither can take a name of the bank', async () => {
  const firstDeveloper = await register(bank);
  const otherDeveloper = await register(bank);
  const uploadFields = {
    file: readExport('xgboost'),
    card: makeCard('xgboost', { name: 'credit-scoring' }),
  };
  const firstAnswer = await upload(bank, firstDeveloper.key, uploadFields);
  const secondAnswer = await upload(bank, otherDeveloper.key, uploadFields);
  expect([firstAnswer.status, secondAnswer.status]).toEqual([201, 201]);
  expect(firstAnswer.body.modelId).not.toBe(secondAnswer.body.modelId);
}, 60_000);

it('the upload form is not read before the caller is authenticated', async () => {
  const file = Buffer.alloc(1024);
  const answer = await upload(bank, 'sk_test_nobody', { file, card: {} });
  expect(answer.status).toBe(401);
});

it('a key without models:train cannot upload a model', async () => {
  const { key } = await register(bank);
  const body = { name: 'Reader', environment: 'sandbox', scopes: ['models:read'] };
  const narrowKey = (await bank.call('/v1/developer/keys', { key, body })).body.apiKey;
  const answer = await upload(bank, narrowKey, { file: Buffer.alloc(1), card: {} });
  expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_scope']);
});
