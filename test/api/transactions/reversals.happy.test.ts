// Partial and full reversals over HTTP, by a developer and by an operator.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openSharedCheckedBank,
  transferOf,
} from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  ({ key } = await register(bank));
});
afterAll(() => bank.close());

async function makePayment(amount: number) {
  const { accountIds } = await openAccounts(bank, key, [10_000, 0]);
  const [from = '', to = ''] = accountIds;
  const sendAnswer = await bank.call('/v1/transactions?wait=10', {
    key,
    body: transferOf(from, to, amount),
  });
  expect(sendAnswer.body).toMatchObject({ status: 'posted', reversible: true });
  return { from, to, id: sendAnswer.body.id as string };
}

const reverse = (id: string, body: object, idempotencyKey: string = crypto.randomUUID()) =>
  bank.call(`/v1/transactions/${id}/reverse?wait=10`, {
    key,
    body: { reason: 'The goods were returned.', ...body },
    headers: { 'idempotency-key': idempotencyKey },
  });

const readAvailable = async (id: string) =>
  (await bank.call(`/v1/accounts/${id}/balance`, { key })).body.available;

describe('a reversal', () => {
  it('in two parts returns the whole amount and appears in both records', async () => {
    const { from, to, id } = await makePayment(2_500);
    const partialReversal = await reverse(id, { amount: 1_000, reference: `refund ${id}` });
    expect([
      partialReversal.status,
      partialReversal.body.type,
      partialReversal.body.status,
    ]).toEqual([201, 'reversal', 'posted']);
    expect(partialReversal.body).toMatchObject({
      amount: 1_000,
      reversalOf: id,
      description: 'The goods were returned.',
      reference: `refund ${id}`,
    });
    expect(await readAvailable(to)).toBe(1_500);
    const remainingReversal = await reverse(id, {});
    expect(remainingReversal.body.amount).toBe(1_500);
    const originalTransaction = await bank.call(`/v1/transactions/${id}`, { key });
    expect(originalTransaction.body).toMatchObject({
      status: 'reversed',
      amountReversed: 2_500,
      reversedBy: [partialReversal.body.id, remainingReversal.body.id],
      reversible: false,
      statusReason: { code: 'reversed_by_request', message: 'The goods were returned.' },
    });
    expect(
      originalTransaction.body.timeline.map((step: { status: string }) => step.status),
    ).toEqual(['pending', 'posted', 'posted', 'reversed']);
    expect([await readAvailable(from), await readAvailable(to)]).toEqual([10_000, 0]);
    const listAnswer = await bank.call(`/v1/transactions?accountId=${to}&type=reversal`, { key });
    expect(listAnswer.body.data.map((item: { id: string }) => item.id)).toEqual([
      remainingReversal.body.id,
      partialReversal.body.id,
    ]);
  });

  it('has a workflow of its own', async () => {
    const { id } = await makePayment(100);
    const { body } = await reverse(id, {});
    expect(body.workflow.id).toMatch(/^transfers?\//);
    const timeline = await bank.call(`/v1/transactions/${body.id}/timeline`, { key });
    const steps = timeline.body.data.map((step: { stage: string }) => step.stage);
    expect(steps).toEqual(['accepted', 'done']);
  });

  it('with a used key is answered with the reversal made under that key', async () => {
    const { from, id } = await makePayment(500);
    const firstAnswer = await reverse(id, { amount: 200 }, 'refund-1');
    const repeatedAnswer = await reverse(id, { amount: 200 }, 'refund-1');
    expect([repeatedAnswer.status, repeatedAnswer.body.id]).toEqual([201, firstAnswer.body.id]);
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
    expect(await readAvailable(from)).toBe(9_700);
    const otherPayment = await makePayment(500);
    expect((await reverse(otherPayment.id, { amount: 200 }, 'refund-1')).body.id).not.toBe(
      firstAnswer.body.id,
    );
  });

  it('of money that was spent meanwhile succeeds when an operator permits a negative balance', async () => {
    const { from, to, id } = await makePayment(1_000);
    await bank.call('/v1/transactions?wait=10', { key, body: transferOf(to, from, 900) });
    const refusedAnswer = await reverse(id, {});
    expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([422, 'insufficient_funds']);
    const body = { environment: 'sandbox', reason: 'Paid twice by mistake.' };
    const reverseAsOperator = (overrides: object) =>
      bank.call(`/v1/ops/transactions/${id}/reverse?wait=10`, {
        key: OPERATOR_KEY,
        body: { ...body, ...overrides },
      });
    expect((await reverseAsOperator({})).body.code).toBe('insufficient_funds');
    const permittedAnswer = await reverseAsOperator({ allowNegativeBalance: true });
    expect([
      permittedAnswer.status,
      permittedAnswer.body.status,
      permittedAnswer.body.reversalOf,
    ]).toEqual([201, 'posted', id]);
    expect(permittedAnswer.body.timeline[0].actor).toMatch(/^opr_/);
    expect(await readAvailable(to)).toBe(-900);
    const books = await bank.call('/v1/ops/invariants?environment=sandbox', { key: OPERATOR_KEY });
    expect(books.body.ok).toBe(true);
  });
});
