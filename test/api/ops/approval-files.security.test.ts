// The facts that a second person approves: names, and amounts before and after; and the operators
// who may see them.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';
import { createOperator } from '../../kit/people/operators.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
}, 60_000);
afterAll(() => bank.close());

const send = (path: string, body: object, callerKey = OPERATOR_KEY, method = 'POST') =>
  bank.call(`/v1/ops/${path}`, { key: callerKey, method, body });
const readFile = async (id: string, callerKey: string) =>
  (await bank.call(`/v1/ops/approvals/${id}/file?environment=sandbox`, { key: callerKey })).body;

it('the file of a payment names both sides and the balances after it', async () => {
  const { accountIds } = await openAccounts(bank, key, [50_000, 0]);
  const [from = '', to = ''] = accountIds;
  const limits = { currency: 'EUR', requireApprovalAbove: 100 };
  await bank.call(`/v1/accounts/${from}/limits`, { key, method: 'PUT', body: limits });
  const body = { ...transferOf(from, to, 20_000), description: 'A used car' };
  const { id } = (await bank.call('/v1/transactions?wait=10', { key, body })).body;
  const { key: paymentsKey } = await createOperator(bank, ['payments']);
  const file = await readFile(id, paymentsKey);
  expect(file).toMatchObject({
    object: 'approval_file',
    developer: { company: 'Example Ltd', country: 'GB' },
    initiator: { kind: 'api_key', name: 'First sandbox key' },
    description: 'A used car',
    sides: [
      { role: 'payer', accountId: from, name: 'Ada Lovelace' },
      { role: 'payee', accountId: to, name: 'Ada Lovelace' },
    ],
    changes: [
      { field: 'balance of the payer', from: 50_000, to: 30_000, currency: 'EUR' },
      { field: 'balance of the payee', from: 0, to: 20_000, currency: 'EUR' },
    ],
  });
  const { key: modelsKey } = await createOperator(bank, ['models']);
  const unnamedFile = await readFile(id, modelsKey);
  expect(JSON.stringify(unnamedFile)).not.toMatch(/Ada Lovelace|used car/);
  const { key: viewerKey } = await createOperator(bank, ['viewer']);
  expect((await readFile(id, viewerKey)).code).toBe('role_required');
  const { body: counts } = await bank.call('/v1/ops/approvals/counts', { key: viewerKey });
  expect(counts).toMatchObject({ sandbox: 1, production: 0 });
});

it(
  'the file about limits shows each new limit, and the file about an unfreeze the reason of ' +
    'the freeze',
  async () => {
    const { accountIds } = await openAccounts(bank, key, [0]);
    const [id = ''] = accountIds;
    const terms = { environment: 'sandbox', currency: 'EUR', reason: 'A larger shop' };
    await send(`accounts/${id}/limits`, { ...terms, daily: 5_000 }, OPERATOR_KEY, 'PUT');
    const wideTerms = { ...terms, daily: 90_000_000, perTransaction: 1_000 };
    const answer = await send(`accounts/${id}/limits`, wideTerms, OPERATOR_KEY, 'PUT');
    const { key: riskKey } = await createOperator(bank, ['risk']);
    const file = await readFile(answer.body.id, riskKey);
    expect(file.initiator).toMatchObject({ kind: 'operator', name: expect.stringMatching(/./) });
    expect(file.changes).toEqual(
      expect.arrayContaining([
        { field: 'daily', from: 5_000, to: 90_000_000, currency: 'EUR' },
        { field: 'perTransaction', from: null, to: 1_000, currency: 'EUR' },
      ]),
    );
    const freeze = { environment: 'sandbox', reason: 'aml', message: 'By law' };
    await send(`accounts/${id}/freeze`, freeze);
    await send(`accounts/${id}/unfreeze`, { environment: 'sandbox', reason: 'Cleared' });
    const { key: complianceKey } = await createOperator(bank, ['compliance']);
    expect((await readFile(id, complianceKey)).changes).toEqual([
      { field: 'status', from: 'frozen (aml)', to: 'active', currency: null },
    ]);
  },
);

it('a second operator grants a part of the scopes that the first one asked for, and never more', async () => {
  const firstOperator = await createOperator(bank, ['compliance']);
  const secondOperator = await createOperator(bank, ['compliance']);
  const { key: ownerKey } = await register(bank, { useCase: 'Payouts to sellers' });
  const { application } = (await bank.call('/v1/developer', { key: ownerKey })).body;
  const path = `applications/${application.id}/decision`;
  const scopes = ['accounts:read', 'transactions:read', 'transactions:write'];
  const answer = await send(
    path,
    { decision: 'approved', reason: 'Known', scopes },
    firstOperator.key,
  );
  expect(answer.body.request).toMatchObject({ grantable: scopes, grantedTerms: null });
  const decisionPath = `approvals/${answer.body.id}/decision`;
  const grant = { environment: 'production', decision: 'granted', reason: 'Reading is enough' };
  const refusals = [
    { ...grant, scopes: ['accounts:read', 'customers:write'] },
    { ...grant, scopes: [] },
    { ...grant, scopes: ['everything'] },
    { ...grant, decision: 'denied', scopes: ['accounts:read'] },
  ];
  for (const body of refusals) {
    const refusedAnswer = await send(decisionPath, body, secondOperator.key);
    expect(refusedAnswer.status).toBe(422);
    expect(refusedAnswer.body.errors[0].pointer).toMatch(/^\/scopes/);
  }
  const ownDecision = await send(
    decisionPath,
    { ...grant, scopes: ['accounts:read'] },
    firstOperator.key,
  );
  expect([ownDecision.status, ownDecision.body.code]).toEqual([409, 'invalid_state_transition']);
  const widerBody = {
    decision: 'approved',
    reason: 'More',
    scopes: [...scopes, 'customers:write'],
  };
  expect((await send(path, widerBody, secondOperator.key)).status).toBe(422);
  const fewerScopes = ['transactions:read', 'accounts:read'];
  const grantAnswer = await send(
    decisionPath,
    { ...grant, scopes: fewerScopes },
    secondOperator.key,
  );
  const sortedScopes = [...fewerScopes].sort();
  expect(grantAnswer.body).toMatchObject({
    status: 'granted',
    decidedBy: secondOperator.id,
    request: {
      initiator: firstOperator.id,
      terms: { scopes },
      grantedTerms: { scopes: sortedScopes },
      carriedOutAt: expect.any(String),
    },
  });
  expect(
    (await send(decisionPath, { ...grant, scopes: fewerScopes }, secondOperator.key)).body,
  ).toEqual(grantAnswer.body);
  for (const repeatedGrant of [grant, { ...grant, scopes: ['accounts:read'] }]) {
    const replayedAnswer = await send(decisionPath, repeatedGrant, secondOperator.key);
    expect([replayedAnswer.status, replayedAnswer.body.code]).toEqual([
      409,
      'invalid_state_transition',
    ]);
  }
  const lateAnswer = await send(path, { decision: 'approved', scopes }, secondOperator.key);
  expect([lateAnswer.status, lateAnswer.body.code]).toEqual([409, 'invalid_state_transition']);
  const { application: applicationAfter } = (await bank.call('/v1/developer', { key: ownerKey }))
    .body;
  expect(applicationAfter.scopes).toEqual(sortedScopes);
  const { body: file } = await bank.call(
    `/v1/ops/approvals/${answer.body.id}/file?environment=production`,
    { key: secondOperator.key },
  );
  expect(file.changes).toEqual([
    { field: 'scopes of live keys', from: null, to: scopes, currency: null },
    { field: 'scopes granted', from: scopes, to: sortedScopes, currency: null },
  ]);
  const { body: audit } = await bank.call(`/v1/ops/audit?objectId=${application.id}`, {
    key: OPERATOR_KEY,
  });
  const grantEntry = audit.data.find(
    ({ action }: { action: string }) => action === 'approval.granted',
  );
  expect(grantEntry).toMatchObject({
    actor: secondOperator.id,
    detail: { asked: { scopes }, granted: { scopes: sortedScopes } },
  });
});

it('the same decision of a second operator with fewer scopes grants that part', async () => {
  const { id, key: secondOperatorKey } = await createOperator(bank, ['compliance']);
  const { key: ownerKey } = await register(bank, { useCase: 'Payouts to sellers' });
  const { application } = (await bank.call('/v1/developer', { key: ownerKey })).body;
  const path = `applications/${application.id}/decision`;
  expect((await send(path, { decision: 'approved', reason: 'Known' })).status).toBe(202);
  const body = { decision: 'approved', reason: 'Reading', scopes: ['accounts:read'] };
  const decisionAnswer = await send(path, body, secondOperatorKey);
  expect(decisionAnswer.body.application).toMatchObject({
    status: 'approved',
    scopes: ['accounts:read'],
  });
  const { body: approvals } = await bank.call(
    '/v1/ops/approvals?environment=production&status=granted&limit=100',
    { key: OPERATOR_KEY },
  );
  const approval = approvals.data.find(
    ({ request }: { request?: { objectId: string } }) => request?.objectId === application.id,
  );
  expect(approval).toMatchObject({
    decidedBy: id,
    request: { terms: {}, grantedTerms: { scopes: ['accounts:read'] } },
  });
});
