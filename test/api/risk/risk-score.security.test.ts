// Authorisation of risk requests: another developer's payments, accounts and decisions are not
// visible, and a model of theirs cannot be pinned.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  claimLiveKey,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let from: string;
let to: string;
let payment: { id: string; risk: { decisionId: string } };
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  const { accountIds } = await openAccounts(bank, key, [10_000, 0]);
  [from = '', to = ''] = accountIds;
  const body = transferOf(from, to, 100);
  payment = (await bank.call('/v1/transactions?wait=10', { key, body })).body;
});
afterAll(() => bank.close());

const PATH = '/v1/ai/risk-score';

test("another developer's risk decisions and accounts cannot be found, in either environment", async () => {
  const stranger = await register(bank);
  for (const otherKey of [stranger.key, await claimLiveKey(bank, key)]) {
    const foreignAnswer = await bank.call(PATH, {
      key: otherKey,
      body: { transactionId: payment.id },
    });
    expect([foreignAnswer.status, foreignAnswer.body.code]).toEqual([404, 'transaction_not_found']);
    const body = { transaction: transferOf(from, to, 1) };
    const newDecisionAnswer = await bank.call(PATH, { key: otherKey, body });
    expect([newDecisionAnswer.status, newDecisionAnswer.body.code]).toEqual([
      404,
      'account_not_found',
    ]);
    const path = `/v1/ai/risk-decisions/${payment.risk.decisionId}`;
    expect((await bank.call(path, { key: otherKey })).body.code).toBe('risk_decision_not_found');
    for (const query of ['', `?transactionId=${payment.id}`]) {
      const listAnswer = await bank.call(`/v1/ai/risk-decisions${query}`, { key: otherKey });
      expect(listAnswer.body.data).toEqual([]);
    }
  }
  expect((await bank.call(PATH, { key, body: { transactionId: payment.id } })).status).toBe(200);
});

test('reading a decision needs the scope risk:read, and a new decision also ai:invoke', async () => {
  const createKey = async (scopes: readonly string[]) => {
    const body = { name: 'Narrow', environment: 'sandbox', scopes };
    return (await bank.call('/v1/developer/keys', { key, body })).body.apiKey;
  };
  const readingKey = await createKey(['risk:read']);
  const invokingKey = await createKey(['ai:invoke', 'transactions:read']);
  const storedBody = { transactionId: payment.id };
  const hypotheticalBody = { transaction: transferOf(from, to, 1) };
  await writesNothing(bank, async () => {
    expect((await bank.call(PATH, { key: readingKey, body: storedBody })).status).toBe(200);
    expect((await bank.call('/v1/ai/risk-decisions', { key: readingKey })).status).toBe(200);
    for (const [narrowKey, body] of [
      [readingKey, hypotheticalBody],
      [invokingKey, hypotheticalBody],
      [invokingKey, storedBody],
    ] as const) {
      const answer = await bank.call(PATH, { key: narrowKey, body });
      expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_scope']);
    }
  });
  const fullKey = await createKey(['risk:read', 'ai:invoke']);
  expect((await bank.call(PATH, { key: fullKey, body: hypotheticalBody })).status).toBe(200);
});

test('the name in a request is stored as text, and never executed', async () => {
  const name = "Bob'; DROP TABLE risk_decisions; -- {{7*7}} <script>";
  const { destinationAccountId: _, ...transferWithoutPayee } = transferOf(from, to, 5);
  const transaction = { ...transferWithoutPayee, type: 'withdrawal', externalParty: { name } };
  const answer = await bank.call(PATH, { key, body: { transaction } });
  expect(answer.body.question.externalParty).toEqual({ name });
  expect((await bank.call('/v1/ai/risk-decisions', { key })).body.data.length).toBeGreaterThan(1);
});
