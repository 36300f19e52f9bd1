// Only a decision's developer can read it, with the scope for it, and only operators with the role
// for its kind can answer a contest.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';
import { createOperator, invite } from '../../kit/people/operators.ts';

let bank: CheckedBank;
let key: string;
let declinedId: string;
let customerId: string;
let accounts: readonly string[];

beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  const opened = await openAccounts(bank, key, [100, 0]);
  ({ customerId, accountIds: accounts } = opened);
  const [from = '', to = ''] = accounts;
  const { body } = await bank.call('/v1/transactions?wait=10', {
    key,
    body: transferOf(from, to, 5_000),
  });
  declinedId = body.transactionId;
}, 60_000);
afterAll(() => bank.close());

const listPath = `/v1/decisions`;
const codeOf = async (path: string, call: object) => (await bank.call(path, call)).body.code;

async function readObstacles(): Promise<{ code: string; objectId: string }[]> {
  const path = `/v1/ops/customers/${customerId}/erasure?environment=sandbox`;
  const headers = { 'x-audit-reason': 'a test' };
  return (await bank.call(path, { key: OPERATOR_KEY, headers })).body.obstacles;
}

test('a decision of another developer is answered with 404, like one that does not exist', async () => {
  const { key: otherKey } = await register(bank);
  const unknownId = 'dec_06ayx0rw7mf5w0h1y6k2v3c4d5';
  for (const id of [declinedId, unknownId, 'nonsense']) {
    expect(await codeOf(`${listPath}/${id}`, { key: otherKey })).toBe('decision_not_found');
    const call = { key: otherKey, body: { reason: 'Mine.' } };
    expect(await codeOf(`${listPath}/${id}/contest`, call)).toBe('decision_not_found');
  }
  const { body } = await bank.call(listPath, { key: otherKey });
  expect(body.data).toEqual([]);
});

test('reading a decision and contesting it require different scopes', async () => {
  const body = { name: 'Reader', scopes: ['decisions:read'] };
  const answer = await bank.call('/v1/developer/keys', { key, body });
  const reader = answer.body.apiKey;
  expect((await bank.call(`${listPath}/${declinedId}`, { key: reader })).status).toBe(200);
  const call = { key: reader, body: { reason: 'Mine.' } };
  expect(await codeOf(`${listPath}/${declinedId}/contest`, call)).toBe('insufficient_scope');
});

test('a misspelt filter, a foreign cursor and an empty reason are refused', async () => {
  expect(await codeOf(`${listPath}?kinds=credit`, { key })).toBe('invalid_parameter');
  expect(await codeOf(`${listPath}?kind=loan`, { key })).toBe('invalid_parameter');
  expect(await codeOf(`${listPath}?startingAfter=cust_06ayx0rw7mf5w0h1y6k2v3c4d5`, { key })).toBe(
    'invalid_cursor',
  );
  const call = { key, body: { reason: '' } };
  expect(await codeOf(`${listPath}/${declinedId}/contest`, call)).toBe('validation_failed');
});

test('a contest can be answered once, by an operator with the role for its kind only', async () => {
  const { body } = await bank.call(`${listPath}/${declinedId}/contest`, {
    key,
    body: { reason: 'The money was there.' },
  });
  expect(await readObstacles()).toContainEqual(
    expect.objectContaining({ code: 'contest_open', objectId: body.id }),
  );
  const path = `/v1/ops/decision-contests/${body.id}/answer`;
  const fields = { environment: 'sandbox', answer: 'upheld', reason: 'It was not.' };
  const compliance = await createOperator(bank, ['compliance']);
  expect(await codeOf(path, { key: compliance.key, body: fields })).toBe('role_required');
  const support = await createOperator(bank, ['support']);
  expect(await codeOf(path, { key: support.key, body: fields })).toBe('role_required');
  expect(await codeOf(path, { key, body: fields })).not.toBeUndefined();
  const risk = await createOperator(bank, ['risk']);
  expect((await bank.call(path, { key: risk.key, body: fields })).status).toBe(200);
  expect((await readObstacles()).map(({ code }) => code)).not.toContain('contest_open');
  const secondAnswer = await bank.call(path, {
    key: OPERATOR_KEY,
    body: { ...fields, answer: 'changed' },
  });
  expect(secondAnswer.body).toMatchObject({ code: 'invalid_state_transition' });
});

test('an operator who invited the first decider cannot answer the contest', async () => {
  const [from = '', to = ''] = accounts;
  const hit = { accountId: from, decision: 'block_and_review' };
  await bank.call('/v1/sandbox/simulations/fraud-hit', { key, body: hit });
  const { body: heldPayment } = await bank.call('/v1/transactions?wait=10', {
    key,
    body: transferOf(from, to, 50),
  });
  const openReviewsPath = '/v1/ops/reviews?environment=sandbox&status=open';
  const { body: reviews } = await bank.call(openReviewsPath, { key: OPERATOR_KEY });
  const email = 'first.reviewer@bank.example';
  const person = { name: 'First Reviewer', email, roles: ['risk'], reason: 'Joins us' };
  const { invitationCode } = await invite(bank, person);
  const claimAnswer = await bank.call('/v1/ops/operators/claim', { body: { invitationCode } });
  await bank.call(`/v1/ops/reviews/${reviews.data[0].id}/reject`, {
    key: claimAnswer.body.apiKey,
    body: { environment: 'sandbox', reason: 'Unknown payee.' },
  });
  const { body } = await bank.call(`${listPath}/${heldPayment.risk.decisionId}/contest`, {
    key,
    body: { reason: 'I know the payee.' },
  });
  const path = `/v1/ops/decision-contests/${body.id}/answer`;
  const fields = { environment: 'sandbox', answer: 'changed', reason: 'The payee is known.' };
  const inviterAnswer = await bank.call(path, { key: OPERATOR_KEY, body: fields });
  expect(inviterAnswer.body).toMatchObject({ code: 'invalid_state_transition' });
  expect(inviterAnswer.body.detail).toContain('has invited the other');
  const thirdOperator = await createOperator(bank, ['risk']);
  expect((await bank.call(path, { key: thirdOperator.key, body: fields })).status).toBe(200);
});

test('an operator states a reason to read a record, and the audit log records the access', async () => {
  const path = `/v1/ops/decisions/${declinedId}?environment=sandbox`;
  expect(await codeOf(path, { key: OPERATOR_KEY })).toBe('missing_parameter');
  const headers = { 'x-audit-reason': 'Call of the customer' };
  const { body } = await bank.call(path, { key: OPERATOR_KEY, headers });
  expect(body).toMatchObject({ id: declinedId, kind: 'payment' });
  const audit = await bank.call('/v1/ops/audit?action=read.getDecisionAsOperator', {
    key: OPERATOR_KEY,
  });
  expect(audit.body.data[0]).toMatchObject({ objectId: declinedId });
});
