// Refused reversals: the code of each, and no money is moved.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let from: string;
let to: string;
let id: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  const { accountIds } = await openAccounts(bank, key, [10_000, 0]);
  [from = '', to = ''] = accountIds;
  id = await sendOne({});
});
afterAll(() => bank.close());

async function sendOne(overrides: object): Promise<string> {
  const body = { ...transferOf(from, to, 400), ...overrides };
  return (await bank.call('/v1/transactions?wait=10', { key, body })).body.id;
}

const reverse = (transactionId: string, body: unknown, headers: Record<string, string> = {}) =>
  bank.call(`/v1/transactions/${transactionId}/reverse?wait=10`, { key, body, headers });
const reason = 'Returned.';

describe('the body of a reversal', () => {
  it.each([
    ['no reason', {}, 422, 'validation_failed', '/reason'],
    ['an empty reason', { reason: '' }, 422, 'validation_failed', '/reason'],
    ['a fraction', { reason, amount: 1.5 }, 422, 'amount_not_integer', '/amount'],
    ['nothing', { reason, amount: 0 }, 422, 'amount_out_of_range', '/amount'],
    ['a text for a number', { reason, amount: '7' }, 422, 'validation_failed', '/amount'],
    ['a field that is not known', { reason, force: true }, 422, 'validation_failed', '/force'],
    ["an operator's field", { reason, allowNegativeBalance: true }, 422, 'validation_failed', '/a'],
  ])('with %s is refused with the field at fault', async (_, body, status, code, pointer) => {
    await writesNothing(bank, async () => {
      const answer = await reverse(id, body);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(answer.body.errors[0].pointer.startsWith(pointer)).toBe(true);
    });
  });

  it('that is not JSON is refused', async () => {
    await writesNothing(bank, async () => {
      const path = `/v1/transactions/${id}/reverse`;
      const answer = await bank.call(path, { key, raw: '{"reason":' });
      expect([answer.status, answer.body.code]).toEqual([400, 'malformed_json']);
    });
  });
});

describe('a reversal', () => {
  it('of more than the booked amount is 422, also after a partial reversal', async () => {
    const answer = await reverse(id, { reason, amount: 401 });
    expect([answer.status, answer.body.code]).toEqual([422, 'reversal_exceeds_amount']);
    const otherTransactionId = await sendOne({});
    await reverse(otherTransactionId, { reason, amount: 1 });
    const restReversal = await reverse(otherTransactionId, { reason, amount: 400 });
    expect([restReversal.status, restReversal.body.code]).toEqual([422, 'reversal_exceeds_amount']);
  });

  it('of a reversed transaction is 409, and of a reversal is a distinct 409', async () => {
    const other = await sendOne({});
    const reversal = await reverse(other, { reason });
    await writesNothing(bank, async () => {
      const repeatedAnswer = await reverse(other, { reason });
      expect([repeatedAnswer.status, repeatedAnswer.body.code]).toEqual([409, 'already_reversed']);
      const secondReversal = await reverse(reversal.body.id, { reason });
      expect([secondReversal.status, secondReversal.body.code]).toEqual([409, 'not_reversible']);
    });
  });

  it('of a transaction that is not posted is 409 and names the status', async () => {
    const heldPayment = await sendOne({ capture: 'manual' });
    const declinedAnswer = await bank.call('/v1/transactions?wait=10', {
      key,
      body: transferOf(from, to, 99_999),
    });
    await writesNothing(bank, async () => {
      for (const [reversedId, status] of [
        [heldPayment, 'pending'],
        [declinedAnswer.body.transactionId, 'declined'],
      ]) {
        const answer = await reverse(reversedId, { reason });
        expect([answer.status, answer.body.code]).toEqual([409, 'invalid_state_transition']);
        expect(answer.body.detail).toContain(status);
      }
    });
  });

  it('of an unknown or a foreign transaction is the same 404', async () => {
    const stranger = await register(bank);
    await writesNothing(bank, async () => {
      const missingAnswer = await reverse('txn_06ayx0rw7mf5w0h1y6k2v3c4d5', { reason });
      expect([missingAnswer.status, missingAnswer.body.code]).toEqual([
        404,
        'transaction_not_found',
      ]);
      const path = `/v1/transactions/${id}/reverse`;
      const foreignAnswer = await bank.call(path, { key: stranger.key, body: { reason } });
      const plain = ({ title, detail, status, code }: Record<string, unknown>) => {
        return { title, detail, status, code };
      };
      expect(plain(foreignAnswer.body)).toEqual(plain(missingAnswer.body));
    });
  });

  it('with a key or a reference in use names the transaction that has it', async () => {
    const otherTransactionId = await sendOne({ reference: 'order 7' });
    const headers = { 'idempotency-key': 'key-7' };
    const firstAnswer = await reverse(otherTransactionId, { reason, amount: 100 }, headers);
    await writesNothing(bank, async () => {
      const changeAnswer = await reverse(otherTransactionId, { reason, amount: 101 }, headers);
      expect([changeAnswer.status, changeAnswer.body.code]).toEqual([
        422,
        'idempotency_key_reused',
      ]);
      expect(changeAnswer.body.existingId).toBe(firstAnswer.body.id);
      const referencedReversal = await reverse(otherTransactionId, {
        reason,
        reference: 'order 7',
      });
      expect([referencedReversal.status, referencedReversal.body.code]).toEqual([
        409,
        'duplicate_reference',
      ]);
      expect(referencedReversal.body.existingId).toBe(otherTransactionId);
    });
  });
});

describe('the idempotency key of a capture or cancellation', () => {
  it('with another body is 422 and changes nothing; with the same body a replay', async () => {
    const heldPayment = await sendOne({ capture: 'manual' });
    const ask = (path: string, body: object) =>
      bank.call(`/v1/transactions/${heldPayment}/${path}`, {
        key,
        body,
        headers: { 'idempotency-key': 'act-1' },
      });
    expect((await ask('capture', { amount: 300 })).status).toBe(201);
    await writesNothing(bank, async () => {
      const changeAnswer = await ask('capture', { amount: 301 });
      expect([changeAnswer.status, changeAnswer.body.code]).toEqual([
        422,
        'idempotency_key_reused',
      ]);
      const repeatedAnswer = await ask('capture', { amount: 300 });
      expect([repeatedAnswer.status, repeatedAnswer.headers.get('idempotency-replayed')]).toEqual([
        200,
        'true',
      ]);
    });
    const otherTransactionId = await sendOne({ capture: 'manual' });
    const cancel = (body: object) =>
      bank.call(`/v1/transactions/${otherTransactionId}/cancel`, {
        key,
        body,
        headers: { 'idempotency-key': 'act-1' },
      });
    expect((await cancel({ reason: 'Lost.' })).body.status).toBe('canceled');
    expect((await cancel({ reason: 'Found.' })).body.code).toBe('idempotency_key_reused');
    expect((await cancel({ reason: 'Lost.' })).status).toBe(200);
  });
});

describe("an operator's reversal", () => {
  it('is refused without an environment, and in the wrong environment', async () => {
    await writesNothing(bank, async () => {
      const ask = (body: object) =>
        bank.call(`/v1/ops/transactions/${id}/reverse`, { key: OPERATOR_KEY, body });
      const bareReversal = await ask({ reason });
      expect([bareReversal.status, bareReversal.body.errors[0].pointer]).toEqual([
        422,
        '/environment',
      ]);
      const wrongEnvironment = await ask({ reason, environment: 'production' });
      expect([wrongEnvironment.status, wrongEnvironment.body.code]).toEqual([
        404,
        'transaction_not_found',
      ]);
    });
  });
});
