// The operators' stream about one object: it announces a change, once, to those who may read the
// object, and without an entry in the audit log.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_KEY, openAccounts, register } from '../../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../../kit/bank/checked-bank.ts';
import { createOperator } from '../../../kit/people/operators.ts';

const APPLICATION = { useCase: 'Payouts to sellers' };

let bank: CheckedBank;
let key: string;
let developerId: string;
let customerId: string;
let accountIds: string[];
let transactionId: string;

beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key, developerId } = await register(bank));
  ({ customerId, accountIds } = await openAccounts(bank, key, [50_000, 50_000]));
  transactionId = await transfer();
}, 60_000);
afterAll(() => bank?.close());

async function transfer(fields: object = {}): Promise<string> {
  const [from = '', to = ''] = accountIds;
  const body = { ...transferOf(from, to, 100), ...fields };
  return (await bank.call('/v1/transactions?wait=10', { key, body })).body.id;
}

const asOperator = (path: string, body?: object) =>
  bank.call(`/v1/ops/${path}`, { key: OPERATOR_KEY, ...(body ? { body } : {}) });

/** Opens the stream and runs the act. Returns the number of changes announced within the time. */
async function listenDuring(
  subject: string,
  act: () => Promise<unknown>,
  callerKey = OPERATOR_KEY,
) {
  const controller = new AbortController();
  const query = new URLSearchParams({ environment: 'sandbox', about: subject });
  const stream = await fetch(`${bank.url}/v1/ops/stream?${query}`, {
    headers: { authorization: `Bearer ${callerKey}` },
    signal: controller.signal,
  });
  expect(stream.status).toBe(200);
  await act();
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const timer = setTimeout(() => controller.abort(), 2_500);
  for (;;) {
    const { done, value = '' } = (await reader?.read().catch(() => null)) ?? { done: true };
    if (done) break;
    text += value;
  }
  clearTimeout(timer);
  return text.match(/event: changed\ndata: \{\}\n\n/g)?.length ?? 0;
}

describe("the operators' stream reports a change once, for", () => {
  it('a transaction that is reversed', async () => {
    const act = () =>
      bank.call(`/v1/transactions/${transactionId}/reverse?wait=10`, {
        key,
        body: { reason: 'Back' },
      });
    expect(await listenDuring(transactionId, act)).toBeGreaterThan(0);
  });

  it('an account with a declined payment, and a customer with a changed balance', async () => {
    const [account = ''] = accountIds;
    expect(await listenDuring(account, () => transfer({ amount: 9_000_000 }))).toBe(1);
    expect(await listenDuring(customerId, () => transfer())).toBe(1);
  });

  it('a suspended developer, a new application, and the audit log after an act', async () => {
    const body = { reason: 'Looked at' };
    const suspend = () => asOperator(`developers/${developerId}/suspend`, body);
    expect(await listenDuring(developerId, suspend)).toBe(1);
    const reinstate = () => asOperator(`developers/${developerId}/reinstate`, body);
    expect(await listenDuring('audit', reinstate)).toBe(1);
    expect(await listenDuring('applications', () => register(bank, APPLICATION))).toBe(1);
  });
});

it('the followed object only, and not for reads of the audit log', async () => {
  const otherOpened = await openAccounts(bank, key, [100]);
  expect(await listenDuring(otherOpened.customerId, () => transfer())).toBe(0);
  expect(await listenDuring('audit', () => asOperator('audit?limit=1'))).toBe(0);
  expect(await listenDuring('txn_01kb2v5q3m8x7c9d4e6f8g0h2j', () => transfer())).toBe(0);
});

it('an object without recording a read in the audit log', async () => {
  const entryIdBefore = (await asOperator('audit?action=read.&limit=1')).body.data[0]?.id;
  await listenDuring(accountIds[0] ?? '', () => transfer());
  const { data } = (await asOperator('audit?action=read.&limit=2')).body;
  // The one entry more is the look at the log above.
  expect(data.map(({ action }: { action: string }) => action)[0]).toBe('read.listAudit');
  expect(data[1]?.id).toBe(entryIdBefore);
});

it('objects that the operator may read, and refuses anything else', async () => {
  const { key: viewer } = await createOperator(bank, ['viewer']);
  const follow = (subject: string, callerKey: string) =>
    bank.call(`/v1/ops/stream?environment=sandbox&about=${subject}`, { key: callerKey });
  for (const subject of [transactionId, accountIds[0] ?? '', customerId, developerId, 'audit']) {
    const refusedAnswer = await follow(subject, viewer);
    expect([refusedAnswer.status, refusedAnswer.body.code], subject).toEqual([
      403,
      'role_required',
    ]);
  }
  for (const subject of ['txn_1', 'op_secret', '', "'; DROP TABLE audit; --"]) {
    const refusedAnswer = await follow(encodeURIComponent(subject), OPERATOR_KEY);
    expect([refusedAnswer.status, refusedAnswer.body.code], subject).toEqual([
      400,
      'invalid_parameter',
    ]);
    expect(refusedAnswer.body.errors[0].pointer).toBe('about');
  }
});

it('an object until the operator loses the role to read that object', async () => {
  const { id, key: ownKey } = await createOperator(bank, ['support']);
  const change = () =>
    bank.call(`/v1/ops/operators/${id}`, {
      method: 'PATCH',
      key: OPERATOR_KEY,
      body: { roles: ['viewer'], reason: 'Moves on' },
    });
  const stream = await fetch(
    `${bank.url}/v1/ops/stream?environment=sandbox&about=${transactionId}`,
    { headers: { authorization: `Bearer ${ownKey}` } },
  );
  await change();
  expect(await stream.text()).not.toContain('changed');
});
