// An account frozen by the bank is released only by the bank, and one frozen by law only by two
// operators.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { moveAccount } from '../../../db/accounts/acts.ts';
import { NO_TEMPORAL, OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let frozenAccountId: string;
beforeAll(async () => {
  bank = await openCheckedBank({ temporalAddress: NO_TEMPORAL });
  key = (await register(bank)).key;
  [frozenAccountId = ''] = (await openAccounts(bank, key, [0])).accountIds;
  await ops(`accounts/${frozenAccountId}/freeze`, { reason: 'court_order', message: 'By law.' });
});
afterAll(() => bank.close());

const ops = (path: string, body: object, callerKey = OPERATOR_KEY) =>
  bank.call(`/v1/ops/${path}`, { key: callerKey, body: { environment: 'sandbox', ...body } });

it('a developer cannot end a freeze by the bank by unfreezing, closing or reactivating the account', async () => {
  await writesNothing(bank, async () => {
    for (const act of ['unfreeze', 'close', 'reactivate']) {
      const answer = await bank.call(`/v1/accounts/${frozenAccountId}/${act}`, {
        key,
        method: 'POST',
      });
      expect(answer.body.code).toBe('invalid_state_transition');
    }
    for (const act of ['freeze', 'unfreeze', 'reactivate']) {
      const answer = await ops(`accounts/${frozenAccountId}/${act}`, { reason: 'Mine.' }, key);
      expect(answer.body.code).toBe('not_found');
    }
  });
});

it('a developer cannot bypass a freeze that the bank places concurrently', async () => {
  const { ledger } = bank.bank.environments.sandbox;
  const answer = ledger.run(moveAccount, {
    tenantId: null,
    accountId: frozenAccountId,
    to: 'active',
    freezeReason: null,
    creditsBlocked: false,
    message: null,
    permitted: { from: [], freezeReasons: ['customer_request', 'fraud'] },
    ifVersion: null,
    cause: { actor: 'key_x', requestId: 'req_x', idempotencyKey: null },
  });
  await expect(answer).rejects.toThrow('The account is frozen, and');
});

it('the operator who requests the end of a freeze cannot approve the request, nor can a forged database row', async () => {
  await ops(`accounts/${frozenAccountId}/unfreeze`, { reason: 'Cleared.' });
  const ownAnswer = await ops(`approvals/${frozenAccountId}/decision`, {
    decision: 'granted',
    reason: 'Mine.',
  });
  expect([ownAnswer.status, ownAnswer.body.code]).toEqual([409, 'invalid_state_transition']);
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  const forge = `UPDATE account_approvals SET status = 'granted', decided_at = 1, reason = 'x',
    decided_by = requested_by WHERE account_id = '${frozenAccountId}'`;
  expect(() => raw.prepare(forge).run()).toThrow(/CHECK/);
  expect(() => raw.prepare('DELETE FROM account_approvals').run()).toThrow(/never deleted/);
  expect((await bank.call(`/v1/accounts/${frozenAccountId}`, { key })).body.status).toBe('frozen');
});
