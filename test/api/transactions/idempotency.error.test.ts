// Idempotency keys and references that are in use or invalid.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, openAccounts, register } from '../../kit/bank/bank.ts';
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
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
  const { accountIds } = await openAccounts(bank, key, [100_000, 0]);
  [from = '', to = ''] = accountIds;
});
afterAll(() => bank.close());

const send = (path: string, idempotencyKey: string, body: object) =>
  bank.call(path, { key, body, headers: { 'idempotency-key': idempotencyKey } });
const sendTransaction = (body: object) => bank.call('/v1/transactions?wait=10', { key, body });
const outcomeOf = ({ status, body }: Answer) => [status, body.code];

describe('an idempotency key with another body', () => {
  it('is refused with 422 and names the transaction of the key', async () => {
    const body = { ...transferOf(from, to, 10), metadata: { a: '1' } };
    const firstAnswer = await send('/v1/transactions?wait=10', 'reused', body);
    await writesNothing(bank, async () => {
      for (const change of [
        { amount: 11 },
        { metadata: { a: '2' } },
        { metadata: {} },
        { description: '' },
        { sourceAccountId: to, destinationAccountId: from },
        { capture: 'manual' },
      ]) {
        const answer = await send('/v1/transactions', 'reused', { ...body, ...change });
        expect(outcomeOf(answer), JSON.stringify(change)).toEqual([422, 'idempotency_key_reused']);
        expect(answer.body.existingId).toBe(firstAnswer.body.id);
      }
    });
  });

  it('is refused for customers and accounts too', async () => {
    const person = { type: 'individual', name: 'Ada' };
    const { body } = await send('/v1/customers', 'reused', person);
    const account = { customerId: body.id, type: 'checking', currency: 'EUR', name: 'A' };
    await send('/v1/accounts', 'reused', account);
    await writesNothing(bank, async () => {
      const otherNameAnswer = await send('/v1/customers', 'reused', { ...person, name: 'Eve' });
      expect(outcomeOf(otherNameAnswer)).toEqual([422, 'idempotency_key_reused']);
      const otherCurrencyAnswer = await send('/v1/accounts', 'reused', {
        ...account,
        currency: 'USD',
      });
      expect(outcomeOf(otherCurrencyAnswer)).toEqual([422, 'idempotency_key_reused']);
    });
  });
});

describe('an invalid idempotency key', () => {
  it('is refused with 400 on every path, and nothing is written', async () => {
    const longKey = 'k'.repeat(256);
    const malformedKeys = ['', ' ', 'a\tb', 'schl\u00fcssel', '\u00ff'];
    const bodies: [string, object][] = [
      ['/v1/transactions', transferOf(from, to, 10)],
      ['/v1/customers', { type: 'individual', name: 'Ada' }],
      [`/v1/accounts/${to}/freeze`, {}],
    ];
    await writesNothing(bank, async () => {
      for (const [path, body] of bodies) {
        for (const idempotencyKey of [longKey, ...malformedKeys]) {
          const answer = await send(path, idempotencyKey, body);
          expect(outcomeOf(answer), `${path} ${idempotencyKey}`).toEqual([
            400,
            'invalid_parameter',
          ]);
          expect(answer.body.errors[0].pointer).toBe('Idempotency-Key');
        }
      }
    });
  });
});

describe('production', () => {
  it('moves no money without a key', async () => {
    const owner = await register(bank);
    const liveKey = await claimLiveKey(bank, owner.key);
    await writesNothing(bank, async () => {
      const answer = await bank.call('/v1/transactions', {
        key: liveKey,
        body: transferOf('acc_06ayx0rw7mf5w0h1y6k2v3c4d5', 'acc_06ayx0rw7mf5w0h1y6k2v3c4d6', 1),
      });
      expect(outcomeOf(answer)).toEqual([400, 'missing_parameter']);
      expect(answer.body.errors[0].pointer).toBe('Idempotency-Key');
    });
  });
});

describe('a reference of a transaction', () => {
  it('used by another transaction is refused with 409 and the id of that transaction', async () => {
    const body = { ...transferOf(from, to, 10), reference: 'invoice-1' };
    const firstAnswer = await sendTransaction(body);
    await writesNothing(bank, async () => {
      const sameTransfer = await sendTransaction(body);
      expect(outcomeOf(sameTransfer)).toEqual([409, 'duplicate_reference']);
      expect(sameTransfer.body.existingId).toBe(firstAnswer.body.id);
      const otherAmountAnswer = await sendTransaction({ ...body, amount: 11 });
      expect(outcomeOf(otherAmountAnswer)).toEqual([409, 'duplicate_reference']);
    });
  });

  it('goes to exactly one of many concurrent requests', async () => {
    const body = { ...transferOf(from, to, 10), reference: 'invoice-2' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendTransaction(body)));
    const winningAnswers = answers.filter(({ status }) => status === 201);
    expect(winningAnswers).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(outcomeOf(answer)).toEqual([409, 'duplicate_reference']);
      expect(answer.body.existingId).toBe(winningAnswers[0]?.body.id);
    }
  });

  it('becomes available after a decline or a cancellation, and is then in use again', async () => {
    const excessiveTransfer = { ...transferOf(to, from, 9_999_999), reference: 'invoice-3' };
    expect(outcomeOf(await sendTransaction(excessiveTransfer))).toEqual([
      422,
      'insufficient_funds',
    ]);
    expect(outcomeOf(await sendTransaction(excessiveTransfer))).toEqual([
      422,
      'insufficient_funds',
    ]);
    const heldPayment = await sendTransaction({
      ...transferOf(from, to, 5),
      reference: 'invoice-3',
      capture: 'manual',
    });
    expect(heldPayment.status).toBe(201);
    expect(
      outcomeOf(await sendTransaction({ ...transferOf(from, to, 6), reference: 'invoice-3' })),
    ).toEqual([409, 'duplicate_reference']);
    await bank.call(`/v1/transactions/${heldPayment.body.id}/cancel`, { key, body: {} });
    const lastTransfer = await sendTransaction({
      ...transferOf(from, to, 6),
      reference: 'invoice-3',
    });
    expect(lastTransfer.status).toBe(201);
    const { body } = await bank.call('/v1/transactions?reference=invoice-3', { key });
    expect(body.data).toHaveLength(4);
  });

  it('of one developer is available to every other', async () => {
    const stranger = await register(bank);
    const { accountIds } = await openAccounts(bank, stranger.key, [10, 0]);
    const [foreignAccountId = '', otherForeignAccountId = ''] = accountIds;
    const body = {
      ...transferOf(foreignAccountId, otherForeignAccountId, 1),
      reference: 'invoice-1',
    };
    const answer = await bank.call('/v1/transactions?wait=10', { key: stranger.key, body });
    expect(answer.status).toBe(201);
  });
});
