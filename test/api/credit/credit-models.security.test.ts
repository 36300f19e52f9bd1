// A developer's credit model decides for that developer alone, and no other can see,
// deploy or stop it.

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openSharedCheckedBank } from '../../kit/bank/checked-bank.ts';
import {
  assessCredit,
  makeConstantCreditModel,
  uploadCreditModel,
} from '../../kit/models/credit-models.ts';
import { commandDeployment, deploy, waitForStatus } from '../../kit/models/deployments.ts';

let bank: CheckedBank;
let owner: { key: string; customerId: string };
let stranger: { key: string; customerId: string };
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  const openCustomer = async () => {
    const { key } = await register(bank);
    return { key, customerId: (await openAccounts(bank, key, [0])).customerId };
  };
  owner = await openCustomer();
  stranger = await openCustomer();
}, 60_000);
afterAll(() => bank.close());

const assessLoan = ({ key, customerId }: typeof owner, callerKey = key) =>
  assessCredit(bank, callerKey, { customerId });

it("a credit model decides for its owner only, even under the platform model's name", async () => {
  const file = makeConstantCreditModel(-4);
  const version = await uploadCreditModel(bank, owner.key, { file, name: 'credit-scoring' });
  expect((await deploy(bank, stranger.key, version)).body.code).toBe('model_not_found');
  const { body } = await deploy(bank, owner.key, version);
  await waitForStatus(bank, owner.key, body.id, 'active');
  await vi.waitFor(
    async () => {
      const { model } = await assessLoan(owner);
      expect(model).toMatchObject({ name: 'credit-scoring', version: '1.0.0' });
    },
    { timeout: 20_000 },
  );
  const { model } = await assessLoan(stranger);
  expect(model).toMatchObject({
    name: 'credit-scoring',
    version: '3.2.0',
    reasonsKind: 'tree_shap',
  });
  for (const act of ['promote', 'rollback', 'abort']) {
    const { status, body: problem } = await commandDeployment(bank, stranger.key, body.id, act);
    expect([status, problem.code]).toEqual([404, 'deployment_not_found']);
  }
  expect((await assessLoan(owner)).model.version).toBe('1.0.0');
});

it('a key that may request credit may not deploy a credit model', async () => {
  const answer = await bank.call('/v1/developer/keys', {
    key: owner.key,
    body: { name: 'Asks', environment: 'sandbox', scopes: ['credit:write', 'models:read'] },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const creditKey = answer.body.apiKey;
  expect((await assessLoan(owner, creditKey)).model.asked).toBe(true);
  const version = await uploadCreditModel(bank, owner.key, {
    file: makeConstantCreditModel(-5),
    name: 'next',
  });
  const { status, body } = await deploy(bank, creditKey, version);
  expect([status, body.code]).toEqual([403, 'insufficient_scope']);
});
