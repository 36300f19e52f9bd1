// The operators' stream about one object announces each change once, to the operators who may read
// the object, and without an entry in the audit log.

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
  transactionId = await makeTransfer();
}, 60_000);
afterAll(() => bank?.close());

async function makeTransfer(fields: object = {}): Promise<string> {
  const [from = '', to = ''] = accountIds;
  const body = { ...transferOf(from, to, 100), ...fields };
  return (await bank.call('/v1/transactions?wait=10', { key, body })).body.id;
}

const asOperator = (path: string, body?: object) =>
  bank.call(`/v1/ops/${path}`, { key: OPERATOR_KEY, ...(body ? { body } : {}) });

/**
 * Opens the stream about the subject and runs the act. Returns the number of changes announced
 * until 2.5 seconds after the act.
 */
async function countChangesDuring(
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

describe("the operators' stream reports a change of", () => {
  it('a transaction that is reversed', async () => {
    const act = () =>
      bank.call(`/v1/transactions/${transactionId}/reverse?wait=10`, {
        key,
        body: { reason: 'Back' },
      });
    expect(await countChangesDuring(transactionId, act)).toBeGreaterThan(0);
  });

  it('an account with a declined payment and a customer with a changed balance, once each', async () => {
    const [accountId = ''] = accountIds;
    expect(await countChangesDuring(accountId, () => makeTransfer({ amount: 9_000_000 }))).toBe(1);
    expect(await countChangesDuring(customerId, () => makeTransfer())).toBe(1);
  });

  it('a suspended developer, the audit log after an act, and the applications, once each', async () => {
    const body = { reason: 'Looked at' };
    const suspend = () => asOperator(`developers/${developerId}/suspend`, body);
    expect(await countChangesDuring(developerId, suspend)).toBe(1);
    const reinstate = () => asOperator(`developers/${developerId}/reinstate`, body);
    expect(await countChangesDuring('audit', reinstate)).toBe(1);
    expect(await countChangesDuring('applications', () => register(bank, APPLICATION))).toBe(1);
  });
});

it("the operators' stream reports neither changes of other objects nor reads of the audit log", async () => {
  const otherCustomer = await openAccounts(bank, key, [100]);
  expect(await countChangesDuring(otherCustomer.customerId, () => makeTransfer())).toBe(0);
  expect(await countChangesDuring('audit', () => asOperator('audit?limit=1'))).toBe(0);
  expect(await countChangesDuring('txn_01kb2v5q3m8x7c9d4e6f8g0h2j', () => makeTransfer())).toBe(0);
});

it("following the operators' stream records no read in the audit log", async () => {
  const entryIdBefore = (await asOperator('audit?action=read.&limit=1')).body.data[0]?.id;
  await countChangesDuring(accountIds[0] ?? '', () => makeTransfer());
  const { data } = (await asOperator('audit?action=read.&limit=2')).body;
  // The only new entry is the first read of the audit log in this test.
  expect(data.map(({ action }: { action: string }) => action)[0]).toBe('read.listAudit');
  expect(data[1]?.id).toBe(entryIdBefore);
});

it("the operators' stream refuses objects that the operator may not read, and invalid subjects", async () => {
  const { key: viewerKey } = await createOperator(bank, ['viewer']);
  const follow = (subject: string, callerKey: string) =>
    bank.call(`/v1/ops/stream?environment=sandbox&about=${subject}`, { key: callerKey });
  for (const subject of [transactionId, accountIds[0] ?? '', customerId, developerId, 'audit']) {
    const refusedAnswer = await follow(subject, viewerKey);
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

it("the operators' stream ends when the operator loses the role to read the object", async () => {
  const { id, key: ownKey } = await createOperator(bank, ['support']);
  const removeRole = () =>
    bank.call(`/v1/ops/operators/${id}`, {
      method: 'PATCH',
      key: OPERATOR_KEY,
      body: { roles: ['viewer'], reason: 'Moves on' },
    });
  const stream = await fetch(
    `${bank.url}/v1/ops/stream?environment=sandbox&about=${transactionId}`,
    { headers: { authorization: `Bearer ${ownKey}` } },
  );
  await removeRole();
  expect(await stream.text()).not.toContain('changed');
});
