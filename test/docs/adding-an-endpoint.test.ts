// Follows docs/contribute/adding-an-endpoint.md literally: its file, and one line in the array of
// its noun.

import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Operation } from '../../api/kit/operation.ts';
import { MODULES } from '../../modules/contents.ts';
import {
  NO_TEMPORAL,
  openAccounts,
  openTestBank,
  register,
  type TestBank,
} from '../kit/bank/bank.ts';
import { blocksOf, guideFolder, writeBlock } from './guides.ts';

const folder = guideFolder();
let bank: TestBank;

beforeAll(async () => {
  const [block = ''] = blocksOf('docs/contribute/adding-an-endpoint.md');
  const file = writeBlock(folder, 'api/accounts/number.ts', { block });
  const { getAccountNumber } = (await import(file)) as { getAccountNumber: Operation };
  const modules = MODULES.map((module) =>
    module.name === 'core'
      ? { ...module, operations: [...(module.operations ?? []), getAccountNumber] }
      : module,
  );
  bank = await openTestBank({ temporalAddress: NO_TEMPORAL }, undefined, modules);
}, 120_000);

afterAll(async () => {
  await bank?.close();
  rmSync(folder, { recursive: true, force: true });
});

it("the guide's operation is served to its owner alone and within its scope", async () => {
  const { key } = await register(bank);
  const { accountIds } = await openAccounts(bank, key, [0]);
  const path = `/v1/accounts/${accountIds[0]}/number`;
  const { body: account } = await bank.call(`/v1/accounts/${accountIds[0]}`, { key });
  const ownAnswer = await bank.call(path, { key });
  expect([ownAnswer.status, ownAnswer.body]).toEqual([
    200,
    { accountNumber: account.accountNumber },
  ]);
  const { key: other } = await register(bank);
  expect((await bank.call(path, { key: other })).body).toMatchObject({ code: 'account_not_found' });
  expect((await bank.call(path)).status).toBe(401);
  const { body: narrowKey } = await bank.call('/v1/developer/keys', {
    key,
    body: { name: 'Narrow', scopes: ['customers:read'] },
  });
  const refused = await bank.call(path, { key: narrowKey.apiKey });
  expect(refused.body).toMatchObject({ code: 'insufficient_scope' });
});
