// Reviews are decided by the bank: a developer can neither read nor decide them, and sees only the
// own payments.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  claimLiveKey,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';
import { waitUntilWorkflowsStarted } from '../../kit/workflows/lane.ts';

let bank: CheckedBank;
let key: string;
let heldId: string;
let reviewId: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  const { accountIds } = await openAccounts(bank, key, [10_000, 0]);
  const [from = '', to = ''] = accountIds;
  const hit = { accountId: from, decision: 'block_and_review' };
  await bank.call('/v1/sandbox/simulations/fraud-hit', { key, body: hit });
  const body = transferOf(from, to, 900);
  heldId = (await bank.call('/v1/transactions?wait=10', { key, body })).body.id;
  await waitUntilWorkflowsStarted(bank.bank.environments.sandbox.ledger);
  const listAnswer = await bank.call('/v1/ops/reviews?environment=sandbox', { key: OPERATOR_KEY });
  reviewId = listAnswer.body.data[0].id;
});
afterAll(() => bank.close());

const LIST = '/v1/ops/reviews?environment=sandbox';
const decisionBody = { environment: 'sandbox', reason: 'Mine.' };

test("reviews do not exist for a developer's key, whatever its scopes", async () => {
  const { body: newKey } = await bank.call('/v1/developer/keys', {
    key,
    body: { name: 'Narrow', environment: 'sandbox', scopes: ['risk:read', 'transactions:read'] },
  });
  const stranger = await register(bank);
  const keys = [key, newKey.apiKey, stranger.key, await claimLiveKey(bank, key)];
  await writesNothing(bank, async () => {
    for (const key of keys) {
      for (const [path, call] of [
        [LIST, {}],
        [`/v1/ops/reviews/${reviewId}/approve`, { body: decisionBody }],
        [`/v1/ops/reviews/${reviewId}/reject`, { body: decisionBody }],
      ] as const) {
        const answer = await bank.call(path, { key, ...call });
        expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'not_found']);
        expect(JSON.stringify(answer.body)).not.toContain(heldId);
      }
    }
  });
});

test('a request without a key, or with an unknown one, is refused', async () => {
  await writesNothing(bank, async () => {
    for (const call of [{}, { key: 'op_wrong_operator_key_0123456789' }, { key: 'sk_test_x' }]) {
      expect((await bank.call(LIST, call)).status).toBe(401);
      const path = `/v1/ops/reviews/${reviewId}/approve`;
      expect((await bank.call(path, { ...call, body: decisionBody })).status).toBe(401);
    }
  });
});

test('a payment in review is visible to its developer only, and cannot be bypassed', async () => {
  const stranger = await register(bank);
  for (const strangerKey of [stranger.key, await claimLiveKey(bank, key)]) {
    for (const path of [`/v1/transactions/${heldId}`, `/v1/transactions?limit=100`, '/v1/events']) {
      const { body } = await bank.call(path, { key: strangerKey });
      expect(JSON.stringify(body.data ?? body.code)).not.toContain(heldId);
    }
    for (const verb of ['capture', 'cancel']) {
      const path = `/v1/transactions/${heldId}/${verb}`;
      const answer = await bank.call(path, { key: strangerKey, body: {} });
      expect([answer.status, answer.body.code]).toEqual([404, 'transaction_not_found']);
    }
  }
  await writesNothing(bank, async () => {
    const captureAnswer = await bank.call(`/v1/transactions/${heldId}/capture`, { key, body: {} });
    expect([captureAnswer.status, captureAnswer.body.code]).toEqual([
      409,
      'invalid_state_transition',
    ]);
  });
});

test('an update of the workflow alone decides nothing, because the decision is read from its row', async () => {
  const { client } = bank.bank.environments.sandbox;
  const handle = client()!.workflow.getHandle(`transfer/${heldId}`);
  const answer = await handle.executeUpdate('review', { args: [{ decision: 'approved' }] });
  expect(answer).toMatchObject({ conflict: true, status: 'pending_review' });
});

test("the database itself refuses a decision by the payment's own actor", () => {
  const { raw } = bank.bank.environments.sandbox.ledger.database;
  const approveSql = `UPDATE risk_reviews SET status = 'approved', decided_at = 1, reason = 'x',
    decided_by = (SELECT actor FROM transactions WHERE id = '${heldId}') WHERE id = '${reviewId}'`;
  expect(() => raw.prepare(approveSql).run()).toThrow(/of their own/);
  expect(() => raw.prepare('DELETE FROM risk_reviews').run()).toThrow(/never deleted/);
});

test("an operator's reason is stored as text, and other developers see no event about the payment", async () => {
  const reason = `"><script>alert(1)</script> '; DROP TABLE risk_reviews; -- {{7*7}}`;
  const path = `/v1/ops/reviews/${reviewId}/reject`;
  const body = { environment: 'sandbox', reason };
  const answer = await bank.call(path, { key: OPERATOR_KEY, body });
  expect(answer.body).toMatchObject({ status: 'rejected', reason });
  expect((await bank.call(LIST, { key: OPERATOR_KEY })).body.data).toHaveLength(1);
  const stranger = await register(bank);
  const events = await bank.call('/v1/events?limit=100', { key: stranger.key });
  expect(JSON.stringify(events.body.data)).not.toContain(heldId);
});
