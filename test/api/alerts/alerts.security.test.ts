// Only the owner of an alert can see, change or delete it.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_TEMPORAL, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let account: string;
let other: string;
let alert: string;
const LOW_BALANCE = { type: 'low_balance', threshold: 5 };
beforeAll(async () => {
  bank = await openCheckedBank({ temporalAddress: NO_TEMPORAL });
  key = (await register(bank)).key;
  [account = '', other = ''] = (await openAccounts(bank, key, [0, 0])).accountIds;
  alert = (await bank.call(`/v1/accounts/${account}/alerts`, { key, body: LOW_BALANCE })).body.id;
});
afterAll(() => bank.close());

it('an alert of another developer cannot be found', async () => {
  const strangerKey = (await register(bank)).key;
  const [ownAccountId = ''] = (await openAccounts(bank, strangerKey, [0])).accountIds;
  await writesNothing(bank, async () => {
    const list = `/v1/accounts/${account}/alerts`;
    const ask = (path: string, call = {}) => bank.call(path, { key: strangerKey, ...call });
    expect((await ask(list)).body.code).toBe('account_not_found');
    expect((await ask(list, { body: LOW_BALANCE })).body.code).toBe('account_not_found');
    for (const listPath of [list, `/v1/accounts/${ownAccountId}/alerts`]) {
      for (const call of [{}, { method: 'PATCH', body: { threshold: 6 } }, { method: 'DELETE' }]) {
        expect((await ask(`${listPath}/${alert}`, call)).body.code).toBe('alert_not_found');
      }
    }
  });
});

it('an alert is found under its own account only', async () => {
  await writesNothing(bank, async () => {
    for (const call of [{}, { method: 'PATCH', body: { threshold: 6 } }, { method: 'DELETE' }]) {
      const answer = await bank.call(`/v1/accounts/${other}/alerts/${alert}`, { key, ...call });
      expect([answer.status, answer.body.code]).toEqual([404, 'alert_not_found']);
    }
  });
});

it('an alert can only be created with the scope for alerts', async () => {
  const { body } = await bank.call('/v1/developer/keys', {
    key,
    body: { name: 'Reader', environment: 'sandbox', scopes: ['accounts:read'] },
  });
  const list = `/v1/accounts/${account}/alerts`;
  const reader = body.apiKey;
  expect((await bank.call(list, { key: reader })).status).toBe(200);
  const refusedAnswer = await bank.call(list, { key: reader, body: LOW_BALANCE });
  expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([403, 'insufficient_scope']);
});
