// Access to overdrafts: only by their developer, and with the scope for overdrafts.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_TEMPORAL, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import { CONSENT, openSpender, type Spender } from '../../kit/money/overdraft.ts';

let bank: CheckedBank;
let owner: Spender;
let stranger: Spender;
beforeAll(async () => {
  bank = await openCheckedBank({ temporalAddress: NO_TEMPORAL });
  owner = await openSpender(bank, { funds: 100, savings: 100 });
  stranger = await openSpender(bank, { funds: 100 });
});
afterAll(() => bank.close());

const TERMS = { enabled: true, mode: 'allow', limit: 100, consent: CONSENT };

it("another developer's account is answered like an account that does not exist", async () => {
  await writesNothing(bank, async () => {
    for (const path of [owner.path, '/v1/accounts/acc_nobody/overdraft']) {
      const strangerAnswer = await stranger.call(path, TERMS);
      const readAnswer = await stranger.call(path);
      expect([strangerAnswer.status, strangerAnswer.body.code]).toEqual([404, 'account_not_found']);
      expect([readAnswer.status, readAnswer.body.code]).toEqual([404, 'account_not_found']);
    }
  });
});

it("another developer's account never serves as a cover", async () => {
  await writesNothing(bank, async () => {
    for (const linkedAccountId of [
      owner.saved,
      'acc_nobody',
      `settlement/EUR/${owner.developerId}`,
    ]) {
      const terms = { ...TERMS, mode: 'transfer_from_savings', linkedAccountId };
      const { status, body } = await stranger.ask(terms);
      expect([status, body.code]).toEqual([404, 'account_not_found']);
    }
  });
});

it('reading needs accounts:read, setting needs overdraft:write', async () => {
  const narrowKey = await bank.call('/v1/developer/keys', {
    key: owner.key,
    body: { name: 'Reads', environment: 'sandbox', scopes: ['accounts:read', 'limits:write'] },
  });
  const { apiKey: key } = narrowKey.body;
  expect((await bank.call(owner.path, { key })).status).toBe(200);
  const settingAnswer = await bank.call(owner.path, { key, body: TERMS });
  expect([settingAnswer.status, settingAnswer.body.code]).toEqual([403, 'insufficient_scope']);
});

it('a sandbox key does not reach a production account', async () => {
  const { key } = await register(bank);
  expect((await bank.call(owner.path, { key })).status).toBe(404);
});
