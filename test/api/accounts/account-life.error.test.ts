// Status changes of accounts that are not permitted, and concurrent status changes.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
});
afterAll(() => bank.close());

const act = (id: string, name: string) =>
  bank.call(`/v1/accounts/${id}/${name}`, { key, method: 'POST' });
const ops = (path: string, body: object) =>
  bank.call(`/v1/ops/${path}`, { key: OPERATOR_KEY, body: { environment: 'sandbox', ...body } });
const accountsOf = async (...amounts: number[]) =>
  (await openAccounts(bank, key, amounts)).accountIds as [string, string];

describe('an account action', () => {
  it("is refused when the account's status does not allow the transition", async () => {
    const [closedAccountId] = await accountsOf(0);
    await act(closedAccountId, 'close');
    const [frozenAccountId] = await accountsOf(0);
    await act(frozenAccountId, 'freeze');
    await writesNothing(bank, async () => {
      expect((await act(closedAccountId, 'reactivate')).body.code).toBe('invalid_state_transition');
      expect((await act(frozenAccountId, 'reactivate')).body.code).toBe('invalid_state_transition');
      const lateAnswer = await ops(`accounts/${closedAccountId}/unfreeze`, { reason: 'Please.' });
      expect(lateAnswer.body.code).toBe('invalid_state_transition');
      const otherTerms = { reason: 'aml', message: 'By law.' };
      expect((await ops(`accounts/${frozenAccountId}/freeze`, otherTerms)).status).toBe(409);
    });
  });

  it('is refused for an unknown account or an invalid body', async () => {
    const [id] = await accountsOf(0);
    await writesNothing(bank, async () => {
      for (const name of ['freeze', 'unfreeze', 'reactivate']) {
        const body = { reason: 'operator', ...(name === 'freeze' ? { message: 'Asked.' } : {}) };
        const missingAnswer = await ops(`accounts/acc_nothing/${name}`, body);
        expect(missingAnswer.body.code).toBe('account_not_found');
        const emptyBodyAnswer = await ops(`accounts/${id}/${name}`, {});
        expect(emptyBodyAnswer.body.errors[0].pointer).toMatch(/^\/(reason|message)$/);
        const wrongEnvironment = { ...body, environment: 'production' };
        expect((await ops(`accounts/${id}/${name}`, wrongEnvironment)).status).toBe(404);
      }
      const emptyDecision = await ops(`approvals/${id}/decision`, {
        decision: 'granted',
        reason: 'x',
      });
      expect(emptyDecision.body.code).toBe('account_not_found');
    });
  });
});

describe('closing an account', () => {
  it('during a transfer in flight never leaves money on a closed account', async () => {
    for (let round = 0; round < 12; round++) {
      const [from, to] = await accountsOf(100, 0);
      const pay = () =>
        bank.call('/v1/transactions?wait=10', { key, body: transferOf(from, to, 100) });
      const [closeAnswer, paymentAnswer] = await Promise.all([act(to, 'close'), pay()]);
      const { body } = await bank.call(`/v1/accounts/${to}`, { key });
      if (body.status === 'closed') {
        expect([closeAnswer.status, paymentAnswer.body.code, body.balance.posted]).toEqual([
          200,
          'account_closed',
          0,
        ]);
      } else {
        expect([closeAnswer.body.code, paymentAnswer.body.status]).toEqual([
          'account_not_empty',
          'posted',
        ]);
      }
    }
  });

  it('is refused while money is held on the account, and a closed payee receives no money', async () => {
    const [from, to] = await accountsOf(100, 0);
    const body = { ...transferOf(from, to, 100), capture: 'manual' };
    const heldPayment = await bank.call('/v1/transactions?wait=10', { key, body });
    expect((await act(from, 'close')).body.code).toBe('account_not_empty');
    const closeAnswer = await act(to, 'close');
    // Either the payee stays open, or the capture finds it closed and pays nothing to it.
    const captureAnswer = await bank.call(`/v1/transactions/${heldPayment.body.id}/capture`, {
      key,
      body: {},
    });
    const expected = closeAnswer.status === 200 ? 'account_closed' : undefined;
    expect(captureAnswer.body.code).toBe(expected);
  });
});
