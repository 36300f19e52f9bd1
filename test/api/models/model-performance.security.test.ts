// Access to performance of models: each developer only sees figures of its own decisions.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { findShippedModel } from '../../../ai/credit/model.ts';
import { recordAssessment } from '../../../db/credit/acts.ts';
import { hasModule, NO_TEMPORAL, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { registerModel } from '../../kit/bank/objects-of-each-kind.ts';
import { creditOrderOf } from '../../kit/people/credit.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank({ temporalAddress: NO_TEMPORAL });
});
afterAll(() => bank.close());

const PATH = '/v1/ai/model-performance';

it.runIf(hasModule('credit'))(
  "another developer's decisions and models are in no figure",
  async () => {
    const [owner, stranger] = [await register(bank), await register(bank)];
    const { customerId } = await openAccounts(bank, owner.key, [0]);
    const { ledger } = bank.bank.environments.sandbox;
    const model = findShippedModel();
    await ledger.run(recordAssessment, creditOrderOf(owner.developerId, customerId, { model }));
    const { modelId } = await registerModel(bank, owner.developerId);
    const readModels = async (key: string) => (await bank.call(PATH, { key })).body.models;
    const liveOf = (models: { name: string; live: unknown }[]) =>
      models.find(({ name }) => name === 'credit-scoring')?.live;
    const ownModels = await readModels(owner.key);
    const foreignModels = await readModels(stranger.key);
    expect([liveOf(ownModels), liveOf(foreignModels)]).toEqual([
      expect.objectContaining({ decisions: 1 }),
      null,
    ]);
    const ids = foreignModels.map((item: { modelId: string }) => item.modelId);
    expect(ids).not.toContain(modelId);
    expect(JSON.stringify(ownModels)).toContain(modelId);
  },
);

it('a key without models:read is refused', async () => {
  const { key } = await register(bank);
  const body = { name: 'Narrow', environment: 'sandbox', scopes: ['credit:read', 'ai:invoke'] };
  const narrowKey = (await bank.call('/v1/developer/keys', { key, body })).body.apiKey;
  const answer = await bank.call(PATH, { key: narrowKey });
  expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_scope']);
});
