// Transactions: invalid requests write nothing; a refusal by the money rules leaves one declined
// transaction.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, hasModule, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  countRows,
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
  const { accountIds } = await openAccounts(bank, key, [10_000, 0]);
  [from = '', to = ''] = accountIds;
});
afterAll(() => bank.close());

const get = (path: string) => bank.call(path, { key });
const post = (path: string, body: object = {}) => bank.call(path, { key, body });
const sendTransaction = (body: object) => post('/v1/transactions?wait=10', body);
const outcomeOf = ({ status, body }: Answer) => [status, body.code];
const pointersOf = ({ body }: Answer) =>
  body.errors.map(({ pointer }: { pointer: string }) => pointer);

describe('an amount', () => {
  const sendAmount = (amount: string) =>
    bank.call('/v1/transactions', {
      key,
      raw: JSON.stringify(transferOf(from, to, 0)).replace('"amount":0', `"amount":${amount}`),
    });

  it('that is a fraction is refused: amount_not_integer', async () => {
    await writesNothing(bank, async () => {
      for (const amount of ['0.5', '1.5', '-1.5', '99.99', '1e-7', '12345678901.1', '2.5e0']) {
        expect(outcomeOf(await sendAmount(amount)), amount).toEqual([422, 'amount_not_integer']);
      }
    });
  });

  it('that is zero, negative or no exact integer of JSON is refused: amount_out_of_range', async () => {
    const smallAmounts = ['0', '-0', '-1', '0.0', '-1e3', '0e5', '-9007199254740993'];
    const largeAmounts = ['9007199254740992', '9007199254740993', '1e16', '1e400', '-1e400'];
    await writesNothing(bank, async () => {
      for (const amount of [...smallAmounts, ...largeAmounts, '9'.repeat(400)]) {
        expect(outcomeOf(await sendAmount(amount)), amount).toEqual([422, 'amount_out_of_range']);
      }
    });
  });

  it('that is not a number is refused, also a numeric string', async () => {
    await writesNothing(bank, async () => {
      for (const amount of ['"5"', '"NaN"', 'null', 'true', '[5]', '{"value":5}', '"1e3"', '""']) {
        const answer = await sendAmount(amount);
        expect(outcomeOf(answer), amount).toEqual([422, 'validation_failed']);
        expect(pointersOf(answer)).toEqual(['/amount']);
      }
      for (const amount of ['NaN', 'Infinity', '-Infinity', '0x10', '1_000', '01', '.5', '5.']) {
        expect(outcomeOf(await sendAmount(amount)), amount).toEqual([400, 'malformed_json']);
      }
    });
  });

  it('may be written as any JSON number with an integer value', async () => {
    for (const amount of ['1e2', '100.0', '1.0E2']) {
      expect((await sendAmount(amount)).body.amount, amount).toBe(100);
    }
  });
});

describe('a transaction request', () => {
  it('names every missing field at once', async () => {
    await writesNothing(bank, async () => {
      const answer = await post('/v1/transactions');
      expect(pointersOf(answer).sort()).toEqual(['/amount', '/currency', '/type']);
      const incompleteAnswer = await post('/v1/transactions', {
        type: 'transfer',
        amount: 1,
        currency: 'EUR',
      });
      expect(pointersOf(incompleteAnswer).sort()).toEqual([
        '/destinationAccountId',
        '/sourceAccountId',
      ]);
    });
  });

  it('needs exactly the sides of its type', async () => {
    const sides = { sourceAccountId: from, destinationAccountId: to };
    await writesNothing(bank, async () => {
      for (const [type, field] of [
        ['deposit', '/sourceAccountId'],
        ['withdrawal', '/destinationAccountId'],
      ]) {
        const answer = await post('/v1/transactions', {
          type,
          amount: 1,
          currency: 'EUR',
          ...sides,
        });
        expect(outcomeOf(answer)).toEqual([422, 'validation_failed']);
        expect(pointersOf(answer)).toEqual([field]);
      }
    });
  });

  it('from an account to itself is refused: same_account', async () => {
    await writesNothing(bank, async () => {
      expect(outcomeOf(await sendTransaction(transferOf(from, from, 1)))).toEqual([
        422,
        'same_account',
      ]);
    });
  });

  it('in an unknown currency, with an unknown field or type is refused', async () => {
    const goodTransfer = transferOf(from, to, 1);
    await writesNothing(bank, async () => {
      const unknownCurrency = await sendTransaction({ ...goodTransfer, currency: 'ABC' });
      expect(outcomeOf(unknownCurrency)).toEqual([422, 'currency_not_supported']);
      for (const badValue of [
        { type: 'refund' },
        { dryRun: 'yes' },
        { dryRun: null },
        { colour: 'red' },
        { capture: 'later' },
        { holdExpiresAt: '2030-01-01T00:00:00Z' },
        { context: { ipAddress: '300.1.1.1' } },
        { context: { location: { lat: 91 } } },
        { externalParty: { method: 'swift', name: 'x' } },
        { externalParty: { name: '' } },
        { reference: '' },
        { reference: 'x'.repeat(141) },
        { description: 'x'.repeat(501) },
      ]) {
        const answer = await sendTransaction({ ...goodTransfer, ...badValue });
        expect(outcomeOf(answer), JSON.stringify(badValue)).toEqual([422, 'validation_failed']);
      }
    });
  });

  it('refuses a hold that expires in the past or after more than 30 days', async () => {
    const dayMs = 86_400_000;
    const timeIn = (ms: number) => new Date(Date.now() + ms).toISOString();
    const invalidTimes = [
      timeIn(-1),
      timeIn(-400 * dayMs),
      timeIn(31 * dayMs),
      '9999-12-31T23:59:59Z',
    ];
    const malformedTimes = [
      'tomorrow',
      '2026-13-01T00:00:00Z',
      '2026-11-22',
      '2026-11-22T00:00:00+99:99',
    ];
    await writesNothing(bank, async () => {
      for (const holdExpiresAt of [...invalidTimes, ...malformedTimes, '0000-01-01T00:00:00Z']) {
        const answer = await sendTransaction({
          ...transferOf(from, to, 1),
          capture: 'manual',
          holdExpiresAt,
        });
        expect(outcomeOf(answer), holdExpiresAt).toEqual([422, 'validation_failed']);
        expect(pointersOf(answer)).toEqual(['/holdExpiresAt']);
      }
    });
  });

  it('refuses a wait that is not 0 to 10 whole seconds', async () => {
    await writesNothing(bank, async () => {
      for (const wait of ['-1', '11', 'abc', '', '1.5', '1e1', '3&wait=4']) {
        const answer = await post(`/v1/transactions?wait=${wait}`, transferOf(from, to, 1));
        expect(outcomeOf(answer), wait).toEqual([400, 'invalid_parameter']);
      }
    });
  });
});

describe('a decline', () => {
  it('leaves one declined record without entries or a hold, and its answer names the record', async () => {
    const { accountIds } = await openAccounts(bank, key, [0, 0, 0, 10]);
    const [closedAccountId = '', frozenAccountId = '', emptyAccountId = '', payer = ''] =
      accountIds;
    await post(`/v1/accounts/${closedAccountId}/close`);
    await post(`/v1/accounts/${frozenAccountId}/freeze`);
    const makeTransfer = (source: string, destination: string, overrides: object = {}) => ({
      ...transferOf(source, destination, 1),
      ...overrides,
    });
    const declinedBodies: [string, object][] = [
      ['insufficient_funds', makeTransfer(emptyAccountId, from)],
      ['insufficient_funds', makeTransfer(payer, to, { amount: 11 })],
      ['insufficient_funds', makeTransfer(payer, to, { amount: 11, capture: 'manual' })],
      ['account_closed', makeTransfer(closedAccountId, to)],
      ['account_closed', makeTransfer(from, closedAccountId)],
      ['account_frozen', makeTransfer(frozenAccountId, to)],
      ['currency_mismatch', makeTransfer(from, to, { currency: 'USD' })],
      [
        'currency_mismatch',
        { type: 'deposit', amount: 1, currency: 'JPY', destinationAccountId: to },
      ],
    ];
    for (const [code, body] of declinedBodies) {
      const before = countRows(bank, 'sandbox');
      const answer = await sendTransaction(body);
      const after = countRows(bank, 'sandbox');
      expect(outcomeOf(answer), JSON.stringify(body)).toEqual([422, code]);
      const countNewRows = (table: string) => (after[table] ?? 0) - (before[table] ?? 0);
      const tables = ['transactions', 'entries', 'holds', 'leaves', 'timeline', 'events'];
      // Nothing was booked; where risk decides about payments, its decision has a leaf.
      const leaves = hasModule('risk') ? 1 : 0;
      expect(tables.map(countNewRows), code).toEqual([1, 0, 0, leaves, 2, 2]);
      const record = (await get(`/v1/transactions/${answer.body.transactionId}`)).body;
      expect(record).toMatchObject({ status: 'declined', statusReason: { code }, entries: [] });
      expect([record.ledgerSequence, record.postedAt, record.cancelable]).toEqual([
        null,
        null,
        false,
      ]);
    }
  });
});

describe('a capture or a cancellation', () => {
  const placeHold = async (amount: number) =>
    (await sendTransaction({ ...transferOf(from, to, amount), capture: 'manual' })).body
      .id as string;

  it('of more than the hold, or of an invalid amount, is refused and the hold stays', async () => {
    const path = `/v1/transactions/${await placeHold(50)}`;
    const answerBefore = await get(path);
    await writesNothing(bank, async () => {
      const excessCapture = await post(`${path}/capture`, { amount: 51 });
      expect(outcomeOf(excessCapture)).toEqual([422, 'capture_exceeds_hold']);
      expect(excessCapture.body.transactionId).toBe(answerBefore.body.id);
      for (const amount of [0, -1, 0.5, '50', null, Number.MAX_SAFE_INTEGER + 1]) {
        expect((await post(`${path}/capture`, { amount })).status, String(amount)).toBe(422);
      }
    });
    expect((await get(path)).body).toEqual(answerBefore.body);
  });

  it('without a content type is refused, and not read as a capture of the whole hold', async () => {
    const path = `/v1/transactions/${await placeHold(50)}/capture`;
    await writesNothing(bank, async () => {
      const bytes = new TextEncoder().encode('{"amount":1}');
      const answerToBuffer = await fetch(bank.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: bytes,
      });
      const answerToStream = await fetch(bank.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: new Blob([bytes]).stream(),
        duplex: 'half',
      });
      expect([answerToBuffer.status, answerToStream.status]).toEqual([415, 415]);
    });
  });

  it('of a finished transaction is a 409 that changes nothing', async () => {
    const canceledId = await placeHold(10);
    await post(`/v1/transactions/${canceledId}/cancel`);
    const capturedId = await placeHold(10);
    await post(`/v1/transactions/${capturedId}/capture`);
    const postedId = (await sendTransaction(transferOf(from, to, 1))).body.id;
    const declinedId = (await sendTransaction(transferOf(to, from, 99_999))).body.transactionId;
    await writesNothing(bank, async () => {
      for (const [id, act] of [
        [canceledId, 'capture'],
        [capturedId, 'cancel'],
        [postedId, 'capture'],
        [postedId, 'cancel'],
        [declinedId, 'capture'],
        [declinedId, 'cancel'],
      ]) {
        const answer = await post(`/v1/transactions/${id}/${act}`);
        expect(outcomeOf(answer), act).toEqual([409, 'invalid_state_transition']);
      }
    });
  });

  it('from an account frozen meanwhile is refused, and accepted after the unfreeze', async () => {
    const { accountIds } = await openAccounts(bank, key, [20, 0]);
    const [frozenAccountId = '', payee = ''] = accountIds;
    const { body } = await sendTransaction({
      ...transferOf(frozenAccountId, payee, 20),
      capture: 'manual',
    });
    await post(`/v1/accounts/${frozenAccountId}/freeze`);
    const refusedAnswer = await post(`/v1/transactions/${body.id}/capture`);
    expect(outcomeOf(refusedAnswer)).toEqual([422, 'account_frozen']);
    expect((await get(`/v1/transactions/${body.id}`)).body.status).toBe('pending');
    await post(`/v1/accounts/${frozenAccountId}/unfreeze`);
    expect((await post(`/v1/transactions/${body.id}/capture`)).status).toBe(201);
  });
});
