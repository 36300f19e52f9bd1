// Authorisation: the callers that may set limits and those that may decide.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { carryOutApproval } from '../../../db/money/calls.ts';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';
import { waitUntilWorkflowsStarted } from '../../kit/workflows/lane.ts';

let bank: CheckedBank;
let key: string;
let account: string;
let pendingTransactionId: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
  const { accountIds } = await openAccounts(bank, key, [100_000, 0]);
  account = accountIds[0] ?? '';
  const path = `/v1/accounts/${account}/limits`;
  const body = { currency: 'EUR', requireApprovalAbove: 10 };
  await bank.call(path, { method: 'PUT', key, body });
  const sendAnswer = await bank.call('/v1/transactions?wait=10', {
    key,
    body: transferOf(account, accountIds[1] ?? '', 100),
  });
  expect(sendAnswer.body.status).toBe('pending_approval');
  pendingTransactionId = sendAnswer.body.id;
  await waitUntilWorkflowsStarted(bank.bank.environments.sandbox.ledger);
});
afterAll(() => bank.close());

describe('limits', () => {
  it('of another developer can neither be read nor set', async () => {
    const stranger = await register(bank);
    await writesNothing(bank, async () => {
      for (const method of ['GET', 'PUT']) {
        const call = {
          method,
          key: stranger.key,
          ...(method === 'PUT' ? { body: { currency: 'EUR' } } : {}),
        };
        const answer = await bank.call(`/v1/accounts/${account}/limits`, call);
        expect([answer.status, answer.body.code]).toEqual([404, 'account_not_found']);
      }
    });
  });

  it('can only be set with the scope for limits', async () => {
    const creationAnswer = await bank.call('/v1/developer/keys', {
      key,
      body: { name: 'Reader', environment: 'sandbox', scopes: ['accounts:read', 'accounts:write'] },
    });
    const answer = await bank.call(`/v1/accounts/${account}/limits`, {
      method: 'PUT',
      key: creationAnswer.body.apiKey,
      body: { currency: 'EUR' },
    });
    expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_scope']);
  });
});

describe('an approval', () => {
  const path = () => `/v1/ops/approvals/${pendingTransactionId}/decision`;
  const body = { environment: 'sandbox', decision: 'granted', reason: 'Mine.' };

  it('can neither be seen nor given by a developer, least of all by the requester', async () => {
    await writesNothing(bank, async () => {
      for (const [listPath, call] of [
        ['/v1/ops/approvals?environment=sandbox', { key }],
        [path(), { key, body }],
      ] as const) {
        expect((await bank.call(listPath, call)).body.code).toBe('not_found');
      }
    });
  });

  it('cannot be bypassed by a capture or in the other environment', async () => {
    const captureAnswer = await bank.call(`/v1/transactions/${pendingTransactionId}/capture`, {
      key,
      body: {},
    });
    expect(captureAnswer.body.code).toBe('invalid_state_transition');
    const otherEnvironmentAnswer = await bank.call(path(), {
      key: OPERATOR_KEY,
      body: { ...body, environment: 'production' },
    });
    expect(otherEnvironmentAnswer.body.code).toBe('transaction_not_found');
    const { body: stillWaiting } = await bank.call(`/v1/transactions/${pendingTransactionId}`, {
      key,
    });
    expect(stillWaiting.status).toBe('pending_approval');
  });

  it("of one's own transaction is refused by the database itself", () => {
    const { raw } = bank.bank.environments.sandbox.ledger.database;
    const forge = `UPDATE approvals SET status = 'granted', decided_at = 1, reason = 'x',
      decided_by = (SELECT actor FROM transactions WHERE id = '${pendingTransactionId}')
      WHERE transaction_id = '${pendingTransactionId}'`;
    expect(() => raw.prepare(forge).run()).toThrow(/of their own/);
    expect(() => raw.prepare('DELETE FROM approvals').run()).toThrow(/never deleted/);
  });

  it('is read from its row: a message to the workflow alone approves nothing', async () => {
    const { ledger, client } = bank.bank.environments.sandbox;
    const handle = client()!.workflow.getHandle(`transfer/${pendingTransactionId}`);
    const answer = await handle.executeUpdate('approval', { args: [{ decision: 'granted' }] });
    expect(answer).toMatchObject({ conflict: true, status: 'pending_approval' });
    const open = await ledger.run(carryOutApproval, { transactionId: pendingTransactionId });
    expect(open).toMatchObject({ conflict: true });
  });
});
