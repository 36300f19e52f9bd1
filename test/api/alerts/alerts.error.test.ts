// Invalid alerts are refused with the field at fault and change nothing.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_TEMPORAL, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let account: string;
let alert: string;
beforeAll(async () => {
  bank = await openCheckedBank({ temporalAddress: NO_TEMPORAL });
  key = (await register(bank)).key;
  [account = ''] = (await openAccounts(bank, key, [0])).accountIds;
  alert = (await bank.call(path(), { key, body: { type: 'low_balance', threshold: 5 } })).body.id;
});
afterAll(() => bank.close());

const path = () => `/v1/accounts/${account}/alerts`;
const LOW_BALANCE = { type: 'low_balance', threshold: 5 };

describe('a balance alert', () => {
  it.each([
    ['no type', { threshold: 5 }, '/type'],
    ['an unknown type', { ...LOW_BALANCE, type: 'no_balance' }, '/type'],
    ['no threshold', { type: 'low_balance' }, '/threshold'],
    ['a fractional threshold', { ...LOW_BALANCE, threshold: 0.5 }, '/threshold'],
    ['a negative threshold', { ...LOW_BALANCE, threshold: -1 }, '/threshold'],
    ['a threshold above the largest integer', { ...LOW_BALANCE, threshold: 2 ** 53 }, '/threshold'],
    ['a threshold as text', { ...LOW_BALANCE, threshold: '5' }, '/threshold'],
    ['a threshold of 0', { type: 'large_debit', threshold: 0 }, '/threshold'],
    ['a threshold above 100 percent', { type: 'limit_near', threshold: 101 }, '/threshold'],
    [
      'a hysteresis as large as the threshold',
      { type: 'overdraft_used', threshold: 5, hysteresis: 5 },
      '/hysteresis',
    ],
    [
      'a balance kind that its type does not have',
      { ...LOW_BALANCE, type: 'large_debit', balanceKind: 'posted' },
    ],
    ['an unknown kind', { ...LOW_BALANCE, balanceKind: 'spendable' }, '/balanceKind'],
    ['a direction that contradicts its type', { ...LOW_BALANCE, direction: 'above' }, '/direction'],
    ['an unknown trigger', { ...LOW_BALANCE, trigger: 'both' }, '/trigger'],
    ['no channel', { ...LOW_BALANCE, channels: [] }, '/channels'],
    ['an unknown channel', { ...LOW_BALANCE, channels: [{ type: 'fax' }] }, '/channels/0/type'],
    [
      'a mail without an address',
      { ...LOW_BALANCE, channels: [{ type: 'email' }] },
      '/channels/0/target',
    ],
    [
      'a webhook with a target',
      { ...LOW_BALANCE, channels: [{ type: 'webhook', target: 'https://example.com' }] },
      '/channels/0/target',
    ],
    [
      'a cooldown that is too long',
      { ...LOW_BALANCE, cooldownSeconds: 604_801 },
      '/cooldownSeconds',
    ],
    ['a field that cannot be set', { ...LOW_BALANCE, state: 'triggered' }, '/state'],
  ])('with %s is refused', async (_label, body, pointer = '/balanceKind') => {
    await writesNothing(bank, async () => {
      const answer = await bank.call(path(), { key, body });
      expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer]);
    });
  });

  it('cannot be changed into an alert that could not have been created', async () => {
    const patch = (body: object, headers = {}) =>
      bank.call(`${path()}/${alert}`, { key, method: 'PATCH', body, headers });
    await writesNothing(bank, async () => {
      expect((await patch({ type: 'high_balance' })).status).toBe(422);
      expect((await patch({ threshold: -1 })).body.errors[0].pointer).toBe('/threshold');
      const staleTag = await patch({ threshold: 6 }, { 'if-match': '"v9"' });
      expect([staleTag.status, staleTag.body.code]).toEqual([412, 'version_conflict']);
    });
  });

  it('cannot be created on a closed account', async () => {
    const [closedAccountId = ''] = (await openAccounts(bank, key, [0])).accountIds;
    await bank.call(`/v1/accounts/${closedAccountId}/close`, { key, method: 'POST' });
    await writesNothing(bank, async () => {
      const answer = await bank.call(`/v1/accounts/${closedAccountId}/alerts`, {
        key,
        body: LOW_BALANCE,
      });
      expect([answer.status, answer.body.code]).toEqual([409, 'invalid_state_transition']);
    });
  });

  it('is refused when its account already has fifty alerts', async () => {
    const [fullAccountId = ''] = (await openAccounts(bank, key, [0])).accountIds;
    const add = () => bank.call(`/v1/accounts/${fullAccountId}/alerts`, { key, body: LOW_BALANCE });
    const creationAnswers = await Promise.all(Array.from({ length: 51 }, add));
    const statuses = creationAnswers.map(({ status }) => status).sort();
    expect([statuses.indexOf(409), statuses.length]).toEqual([50, 51]);
    expect((await add()).body.code).toBe('alert_limit');
  });
});
