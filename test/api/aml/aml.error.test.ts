// Invalid requests to the monitor and decisions about unknown alerts are refused with the field at
// fault and change nothing.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_TEMPORAL, OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let accountId: string;

beforeAll(async () => {
  bank = await openCheckedBank({ temporalAddress: NO_TEMPORAL });
  ({ key } = await register(bank));
  accountId = (await openAccounts(bank, key, [0])).accountIds[0] ?? '';
});
afterAll(() => bank.close());

const UNKNOWN_ID = '06ayx0rw7mf5w0h1y6k2v3c4d5';
const period = (from: string, to: string) => ({ scope: { accountId: 'x' }, period: { from, to } });

test.each([
  ['no scope', { scope: {} }, '/scope'],
  ['two scopes', { scope: { accountId: 'a', customerId: 'b' } }, '/scope'],
  ['no transactions', { scope: { transactionIds: [] } }, '/scope/transactionIds'],
  ['an unknown typology', { scope: { accountId: 'a' }, typologies: ['magic'] }, '/typologies/0'],
  [
    'a period that ends before it starts',
    period('2026-02-01T00:00:00Z', '2026-01-01T00:00:00Z'),
    '/period/to',
  ],
  [
    'a period that is too long',
    period('2020-02-01T00:00:00Z', '2026-01-01T00:00:00Z'),
    '/period/from',
  ],
])('a run with %s is refused', async (_, body, pointer) => {
  await writesNothing(bank, async () => {
    const answer = await bank.call('/v1/ai/aml-monitor', { key, body });
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer]);
  });
});

test.each([
  ['customer', { customerId: `cust_${UNKNOWN_ID}` }, '/scope/customerId'],
  ['account', { accountId: `acc_${UNKNOWN_ID}` }, '/scope/accountId'],
  ['transaction', { transactionIds: [`txn_${UNKNOWN_ID}`] }, '/scope/transactionIds/0'],
])('a run over a %s that does not exist is refused as not found', async (noun, scope, pointer) => {
  await writesNothing(bank, async () => {
    const answer = await bank.call('/v1/ai/aml-monitor', { key, body: { scope } });
    expect([answer.status, answer.body.code]).toEqual([404, `${noun}_not_found`]);
    expect(answer.body.errors[0].pointer).toBe(pointer);
  });
});

test('reading a run that does not exist is refused as not found', async () => {
  const answer = await bank.call(`/v1/ai/aml-monitor/amr_${UNKNOWN_ID}`, { key });
  expect([answer.status, answer.body.code]).toEqual([404, 'aml_run_not_found']);
});

const environment = 'sandbox';
test.each([
  [
    `aml-alerts/aml_${UNKNOWN_ID}/decision`,
    { status: 'in_review', reason: 'x' },
    'aml_alert_not_found',
  ],
  [`cases/case_${UNKNOWN_ID}/notes`, { note: 'x' }, 'aml_case_not_found'],
  [`cases/case_${UNKNOWN_ID}/close`, { sarDecision: 'file', reason: 'x' }, 'aml_case_not_found'],
])('a request to %s is refused as not found', async (path, body, code) => {
  await writesNothing(bank, async () => {
    const call = { key: OPERATOR_KEY, body: { environment, ...body } };
    const answer = await bank.call(`/v1/ops/${path}`, call);
    expect([answer.status, answer.body.code]).toEqual([404, code]);
  });
});

test.each([
  ['the status closed and no resolution', { status: 'closed', reason: 'x' }],
  [
    'a resolution and a status that is not final',
    { status: 'escalated', resolution: 'confirmed', reason: 'x' },
  ],
])('a decision on an alert with %s is refused', async (_, body) => {
  const call = { key: OPERATOR_KEY, body: { environment, ...body } };
  const answer = await bank.call(`/v1/ops/aml-alerts/aml_${UNKNOWN_ID}/decision`, call);
  expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, '/resolution']);
});

test('a run for an account without movements raises no suspicion', async () => {
  const { body } = await bank.call('/v1/ai/aml-monitor', { key, body: { scope: { accountId } } });
  expect(body).toMatchObject({ riskScore: 0, transactionsExamined: 0, alerts: [] });
});
