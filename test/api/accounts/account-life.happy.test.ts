// Status changes by the bank: an account is frozen, unfrozen by two operators, made dormant and
// reactivated.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';
import { claimSecondOperatorKey } from '../../kit/people/operators.ts';

let bank: CheckedBank;
let key: string;
let secondOperatorKey: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
  secondOperatorKey = await claimSecondOperatorKey(bank);
});
afterAll(() => bank.close());

const environment = 'sandbox';
const ops = (path: string, body: object, callerKey = OPERATOR_KEY) =>
  bank.call(`/v1/ops/${path}`, { key: callerKey, body: { environment, ...body } });
const decide = (id: string, decision: string, callerKey: string) =>
  ops(`approvals/${id}/decision`, { decision, reason: 'Seen.' }, callerKey);
const accountOf = async (amount = 0) =>
  (await openAccounts(bank, key, [amount])).accountIds[0] ?? '';
const read = async (id: string) => (await bank.call(`/v1/accounts/${id}`, { key })).body;
const listEmitted = async (id: string) =>
  (await bank.call(`/v1/events?objectId=${id}&order=asc&limit=100`, { key })).body.data.map(
    ({ type }: { type: string }) => type,
  );

describe('a freeze by the bank', () => {
  it('with the reason "operator" is lifted by a single operator', async () => {
    const id = await accountOf();
    const freezeAnswer = await ops(`accounts/${id}/freeze`, {
      reason: 'operator',
      message: 'Asked.',
    });
    expect(freezeAnswer.body).toMatchObject({ status: 'frozen', freezeReason: 'operator' });
    const repeatedAnswer = await ops(`accounts/${id}/freeze`, {
      reason: 'operator',
      message: 'Asked.',
    });
    expect(repeatedAnswer.body.version).toBe(freezeAnswer.body.version);
    const unfreezeAnswer = await ops(`accounts/${id}/unfreeze`, { reason: 'Cleared.' });
    expect([unfreezeAnswer.status, unfreezeAnswer.body.status]).toEqual([200, 'active']);
    expect(await listEmitted(id)).toEqual([
      'account.created',
      'account.frozen',
      'account.unfrozen',
    ]);
  });

  it.each(['aml', 'court_order'])(
    'for %s is lifted when a second operator approves',
    async (reason) => {
      const id = await accountOf();
      await ops(`accounts/${id}/freeze`, { reason, message: 'By law.' });
      const answer = await ops(`accounts/${id}/unfreeze`, { reason: 'Cleared.' });
      expect([answer.status, answer.body.status, answer.body.accountId]).toEqual([
        202,
        'requested',
        id,
      ]);
      const repeatedAnswer = await ops(`accounts/${id}/unfreeze`, { reason: 'Cleared.' });
      expect([repeatedAnswer.status, repeatedAnswer.body.code]).toEqual([
        409,
        'invalid_state_transition',
      ]);
      expect((await read(id)).status).toBe('frozen');
      const list = `approvals?environment=${environment}&status=requested`;
      const { body } = await bank.call(`/v1/ops/${list}`, { key: secondOperatorKey });
      expect(body.data.map(({ id }: { id: string }) => id)).toContain(answer.body.id);
      const grantAnswer = await decide(id, 'granted', secondOperatorKey);
      expect(grantAnswer.body).toMatchObject({ status: 'granted', account: { status: 'active' } });
      expect((await decide(id, 'granted', secondOperatorKey)).body).toEqual(grantAnswer.body);
      expect((await read(id)).status).toBe('active');
      expect((await listEmitted(answer.body.id)).sort()).toEqual([
        'approval.granted',
        'approval.requested',
      ]);
    },
  );

  it('remains when the second operator denies the request, and a new request can be made', async () => {
    const id = await accountOf();
    await ops(`accounts/${id}/freeze`, { reason: 'aml', message: 'By law.' });
    await ops(`accounts/${id}/unfreeze`, { reason: 'Cleared.' });
    expect((await decide(id, 'denied', secondOperatorKey)).body.status).toBe('denied');
    expect((await read(id)).status).toBe('frozen');
    const answer = await ops(`accounts/${id}/unfreeze`, { reason: 'Now?' }, secondOperatorKey);
    expect(answer.status).toBe(202);
    expect((await decide(id, 'granted', OPERATOR_KEY)).body.status).toBe('granted');
  });
});

describe('a dormant account', () => {
  it('is reactivated by its customer or by the bank, and can then be used', async () => {
    const owner = await register(bank);
    const { accountIds } = await openAccounts(bank, owner.key, [500, 0]);
    const [from = '', to = ''] = accountIds;
    const body = { advanceBy: 'P366D' };
    const clock = await bank.call('/v1/sandbox/clock?wait=30', { key: owner.key, body });
    expect([clock.body.status, clock.body.driven]).toEqual(['running', 2]);
    const path = `/v1/accounts/${from}`;
    const dormantAccount = await bank.call(path, { key: owner.key });
    expect(dormantAccount.body).toMatchObject({
      status: 'dormant',
      statusReason: { code: 'dormant' },
    });

    const pay = () =>
      bank.call('/v1/transactions?wait=10', { key: owner.key, body: transferOf(from, to, 5) });
    const declinedAnswer = await pay();
    expect([declinedAnswer.status, declinedAnswer.body.code]).toEqual([422, 'account_dormant']);
    expect(declinedAnswer.body.retryable).toBe(true);

    const reactivationAnswer = await bank.call(`${path}/reactivate`, {
      key: owner.key,
      method: 'POST',
    });
    expect(reactivationAnswer.body).toMatchObject({ status: 'active', statusReason: null });
    expect((await pay()).body.status).toBe('posted');
    const otherAnswer = await ops(`accounts/${to}/reactivate`, { reason: 'At the counter.' });
    expect(otherAnswer.body.status).toBe('active');
    const events = await bank.call('/v1/events?type=account.reactivated', { key: owner.key });
    expect(events.body.data).toHaveLength(2);
  });
});
