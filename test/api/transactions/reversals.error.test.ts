// Reversals that are refused: each has its code, and no money is moved.

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
let transactionId: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  const { accountIds } = await openAccounts(bank, key, [10_000, 0]);
  [from = '', to = ''] = accountIds;
  transactionId = await sendTransfer({});
});
afterAll(() => bank.close());

async function sendTransfer(overrides: object): Promise<string> {
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
    [
      'an amount that is not an integer',
      { reason, amount: 1.5 },
      422,
      'amount_not_integer',
      '/amount',
    ],
    ['an amount of 0', { reason, amount: 0 }, 422, 'amount_out_of_range', '/amount'],
    ['a text as the amount', { reason, amount: '7' }, 422, 'validation_failed', '/amount'],
    ['an unknown field', { reason, force: true }, 422, 'validation_failed', '/force'],
    [
      'a field that only operators may send',
      { reason, allowNegativeBalance: true },
      422,
      'validation_failed',
      '/a',
    ],
  ])('with %s is refused with the field at fault', async (_, body, status, code, pointer) => {
    await writesNothing(bank, async () => {
      const answer = await reverse(transactionId, body);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(answer.body.errors[0].pointer.startsWith(pointer)).toBe(true);
    });
  });

  it('that is not JSON is refused', async () => {
    await writesNothing(bank, async () => {
      const path = `/v1/transactions/${transactionId}/reverse`;
      const answer = await bank.call(path, { key, raw: '{"reason":' });
      expect([answer.status, answer.body.code]).toEqual([400, 'malformed_json']);
    });
  });
});

describe('a reversal', () => {
  it('of more than the booked amount is 422, also after a partial reversal', async () => {
    const answer = await reverse(transactionId, { reason, amount: 401 });
    expect([answer.status, answer.body.code]).toEqual([422, 'reversal_exceeds_amount']);
    const otherTransactionId = await sendTransfer({});
    await reverse(otherTransactionId, { reason, amount: 1 });
    const excessiveReversal = await reverse(otherTransactionId, { reason, amount: 400 });
    expect([excessiveReversal.status, excessiveReversal.body.code]).toEqual([
      422,
      'reversal_exceeds_amount',
    ]);
  });

  it('of a reversed transaction is 409, and of a reversal is a distinct 409', async () => {
    const otherTransactionId = await sendTransfer({});
    const reversal = await reverse(otherTransactionId, { reason });
    await writesNothing(bank, async () => {
      const repeatedAnswer = await reverse(otherTransactionId, { reason });
      expect([repeatedAnswer.status, repeatedAnswer.body.code]).toEqual([409, 'already_reversed']);
      const secondReversal = await reverse(reversal.body.id, { reason });
      expect([secondReversal.status, secondReversal.body.code]).toEqual([409, 'not_reversible']);
    });
  });

  it('of a transaction that is not posted is a 409 that names the status', async () => {
    const heldId = await sendTransfer({ capture: 'manual' });
    const declinedAnswer = await bank.call('/v1/transactions?wait=10', {
      key,
      body: transferOf(from, to, 99_999),
    });
    await writesNothing(bank, async () => {
      for (const [reversedId, status] of [
        [heldId, 'pending'],
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
      const unknownIdAnswer = await reverse('txn_06ayx0rw7mf5w0h1y6k2v3c4d5', { reason });
      expect([unknownIdAnswer.status, unknownIdAnswer.body.code]).toEqual([
        404,
        'transaction_not_found',
      ]);
      const path = `/v1/transactions/${transactionId}/reverse`;
      const foreignAnswer = await bank.call(path, { key: stranger.key, body: { reason } });
      const withoutIds = ({ title, detail, status, code }: Record<string, unknown>) => {
        return { title, detail, status, code };
      };
      expect(withoutIds(foreignAnswer.body)).toEqual(withoutIds(unknownIdAnswer.body));
    });
  });

  it('with a key or a reference in use names the transaction that has it', async () => {
    const otherTransactionId = await sendTransfer({ reference: 'order 7' });
    const headers = { 'idempotency-key': 'key-7' };
    const firstAnswer = await reverse(otherTransactionId, { reason, amount: 100 }, headers);
    await writesNothing(bank, async () => {
      const otherAmountAnswer = await reverse(otherTransactionId, { reason, amount: 101 }, headers);
      expect([otherAmountAnswer.status, otherAmountAnswer.body.code]).toEqual([
        422,
        'idempotency_key_reused',
      ]);
      expect(otherAmountAnswer.body.existingId).toBe(firstAnswer.body.id);
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
    const heldId = await sendTransfer({ capture: 'manual' });
    const requestAct = (path: string, body: object) =>
      bank.call(`/v1/transactions/${heldId}/${path}`, {
        key,
        body,
        headers: { 'idempotency-key': 'act-1' },
      });
    expect((await requestAct('capture', { amount: 300 })).status).toBe(201);
    await writesNothing(bank, async () => {
      const otherAmountAnswer = await requestAct('capture', { amount: 301 });
      expect([otherAmountAnswer.status, otherAmountAnswer.body.code]).toEqual([
        422,
        'idempotency_key_reused',
      ]);
      const repeatedAnswer = await requestAct('capture', { amount: 300 });
      expect([repeatedAnswer.status, repeatedAnswer.headers.get('idempotency-replayed')]).toEqual([
        200,
        'true',
      ]);
    });
    const otherTransactionId = await sendTransfer({ capture: 'manual' });
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
      const reverseAsOperator = (body: object) =>
        bank.call(`/v1/ops/transactions/${transactionId}/reverse`, { key: OPERATOR_KEY, body });
      const missingEnvironmentAnswer = await reverseAsOperator({ reason });
      expect([
        missingEnvironmentAnswer.status,
        missingEnvironmentAnswer.body.errors[0].pointer,
      ]).toEqual([422, '/environment']);
      const otherEnvironmentAnswer = await reverseAsOperator({ reason, environment: 'production' });
      expect([otherEnvironmentAnswer.status, otherEnvironmentAnswer.body.code]).toEqual([
        404,
        'transaction_not_found',
      ]);
    });
  });
});
