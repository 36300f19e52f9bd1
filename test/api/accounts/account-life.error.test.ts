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
    const [closed] = await accountsOf(0);
    await act(closed, 'close');
    const [frozen] = await accountsOf(0);
    await act(frozen, 'freeze');
    await writesNothing(bank, async () => {
      expect((await act(closed, 'reactivate')).body.code).toBe('invalid_state_transition');
      expect((await act(frozen, 'reactivate')).body.code).toBe('invalid_state_transition');
      const lateAnswer = await ops(`accounts/${closed}/unfreeze`, { reason: 'Please.' });
      expect(lateAnswer.body.code).toBe('invalid_state_transition');
      const other = { reason: 'aml', message: 'By law.' };
      expect((await ops(`accounts/${frozen}/freeze`, other)).status).toBe(409);
    });
  });

  it('is refused for an unknown account or an invalid body', async () => {
    const [id] = await accountsOf(0);
    await writesNothing(bank, async () => {
      for (const name of ['freeze', 'unfreeze', 'reactivate']) {
        const body = { reason: 'operator', ...(name === 'freeze' ? { message: 'Asked.' } : {}) };
        const missing = await ops(`accounts/acc_nothing/${name}`, body);
        expect(missing.body.code).toBe('account_not_found');
        const empty = await ops(`accounts/${id}/${name}`, {});
        expect(empty.body.errors[0].pointer).toMatch(/^\/(reason|message)$/);
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
      const [closed, paid] = await Promise.all([act(to, 'close'), pay()]);
      const { body } = await bank.call(`/v1/accounts/${to}`, { key });
      if (body.status === 'closed') {
        expect([closed.status, paid.body.code, body.balance.posted]).toEqual([
          200,
          'account_closed',
          0,
        ]);
      } else {
        expect([closed.body.code, paid.body.status]).toEqual(['account_not_empty', 'posted']);
      }
    }
  });

  it('is refused while money is held on the account, and a closed payee receives no money', async () => {
    const [from, to] = await accountsOf(100, 0);
    const body = { ...transferOf(from, to, 100), capture: 'manual' };
    const heldPayment = await bank.call('/v1/transactions?wait=10', { key, body });
    expect((await act(from, 'close')).body.code).toBe('account_not_empty');
    const closed = await act(to, 'close');
    // Either the payee stays open, or the capture finds it closed and pays nothing to it.
    const captured = await bank.call(`/v1/transactions/${heldPayment.body.id}/capture`, {
      key,
      body: {},
    });
    const expected = closed.status === 200 ? 'account_closed' : undefined;
    expect(captured.body.code).toBe(expected);
  });
});
