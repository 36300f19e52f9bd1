// A request repeated with its idempotency key and body has one effect and gets the first answer.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, openAccounts, register } from '../../kit/bank/bank.ts';
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
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
  const { accountIds } = await openAccounts(bank, key, [100_000, 0]);
  [from = '', to = ''] = accountIds;
});
afterAll(() => bank.close());

const get = (path: string) => bank.call(path, { key });
const send = (path: string, idempotencyKey: string, body: object) =>
  bank.call(path, { key, body, headers: { 'idempotency-key': idempotencyKey } });
const sendTransaction = (idempotencyKey: string, body: object) =>
  send('/v1/transactions?wait=10', idempotencyKey, body);
const isReplay = ({ headers }: Answer) => headers.get('idempotency-replayed') === 'true';

describe('an idempotent replay', () => {
  it('has the first answer, is marked as a replay, and moves nothing', async () => {
    const body = transferOf(from, to, 10);
    const firstAnswer = await sendTransaction('replay', body);
    expect([firstAnswer.status, isReplay(firstAnswer)]).toEqual([201, false]);
    await writesNothing(bank, async () => {
      for (let repeatCount = 0; repeatCount < 3; repeatCount++) {
        const answer = await sendTransaction('replay', body);
        expect([answer.status, isReplay(answer)]).toEqual([201, true]);
        expect(answer.body).toEqual(firstAnswer.body);
        expect(answer.headers.get('etag')).toBe(firstAnswer.headers.get('etag'));
      }
    });
  });

  it('is recognised in any order of fields and spacing of the JSON', async () => {
    const body = { ...transferOf(from, to, 10), metadata: { a: '1', b: '2' } };
    const firstAnswer = await sendTransaction('order', body);
    const reorderedFields = Object.entries({ ...body, metadata: { b: '2', a: '1' } }).reverse();
    const formattedBody = JSON.stringify(Object.fromEntries(reorderedFields), null, 4);
    const spacedBody = formattedBody.replace('"amount": 10', '"amount" : 1e1');
    expect(spacedBody).not.toBe(formattedBody);
    const answer = await bank.call('/v1/transactions', {
      key,
      raw: ` \n${spacedBody}\n`,
      headers: { 'idempotency-key': 'order' },
    });
    expect([answer.status, isReplay(answer), answer.body.id]).toEqual([
      201,
      true,
      firstAnswer.body.id,
    ]);
  });

  it('shows the transaction in its present state', async () => {
    const body = { ...transferOf(from, to, 10), capture: 'manual' };
    const firstAnswer = await sendTransaction('now', body);
    expect(firstAnswer.body.status).toBe('pending');
    await bank.call(`/v1/transactions/${firstAnswer.body.id}/cancel`, { key, body: {} });
    const laterAnswer = await sendTransaction('now', body);
    expect([
      laterAnswer.status,
      laterAnswer.body.id,
      laterAnswer.body.status,
      isReplay(laterAnswer),
    ]).toEqual([200, firstAnswer.body.id, 'canceled', true]);
  });

  it('of a decline is the same 422 with the same record, even once the money suffices', async () => {
    const { accountIds } = await openAccounts(bank, key, [0]);
    const body = transferOf(accountIds[0] ?? '', to, 10);
    const firstAnswer = await sendTransaction('declined', body);
    expect([firstAnswer.status, firstAnswer.body.code]).toEqual([422, 'insufficient_funds']);
    await sendTransaction('fill', {
      type: 'deposit',
      amount: 10,
      currency: 'EUR',
      destinationAccountId: accountIds[0],
    });
    await writesNothing(bank, async () => {
      const repeatedAnswer = await sendTransaction('declined', body);
      expect([repeatedAnswer.status, repeatedAnswer.body.code, isReplay(repeatedAnswer)]).toEqual([
        422,
        'insufficient_funds',
        true,
      ]);
      expect(repeatedAnswer.body.transactionId).toBe(firstAnswer.body.transactionId);
    });
    expect((await sendTransaction('declined-2', body)).status).toBe(201);
  });

  it('works through any key of the same developer', async () => {
    const body = transferOf(from, to, 10);
    const firstAnswer = await sendTransaction('other-key', body);
    const answer = await bank.call('/v1/developer/keys', {
      key,
      body: { name: 'Second', environment: 'sandbox' },
    });
    const repeatedAnswer = await bank.call('/v1/transactions', {
      key: answer.body.apiKey,
      body,
      headers: { 'idempotency-key': 'other-key' },
    });
    expect([repeatedAnswer.body.id, isReplay(repeatedAnswer)]).toEqual([firstAnswer.body.id, true]);
  });

  it('works for customers and accounts too', async () => {
    const person = { type: 'individual', name: 'Ada' };
    const firstAnswer = await send('/v1/customers', 'customer', person);
    const repeatedAnswer = await send('/v1/customers', 'customer', person);
    expect([repeatedAnswer.status, repeatedAnswer.body, isReplay(repeatedAnswer)]).toEqual([
      201,
      firstAnswer.body,
      true,
    ]);
    const account = {
      customerId: firstAnswer.body.id,
      type: 'checking',
      currency: 'EUR',
      name: 'A',
    };
    const openingAnswer = await send('/v1/accounts', 'account', account);
    const repeatedOpening = await send('/v1/accounts', 'account', account);
    expect([repeatedOpening.body, isReplay(repeatedOpening)]).toEqual([openingAnswer.body, true]);
  });
});

describe('concurrent duplicates', () => {
  it('make one transaction: 50 requests, one id, one booking', async () => {
    const postedBefore = (await get(`/v1/accounts/${to}/balance`)).body.posted;
    const body = transferOf(from, to, 7);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => sendTransaction('at-once', body)),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers.filter(isReplay)).toHaveLength(49);
    expect((await get(`/v1/accounts/${to}/balance`)).body.posted).toBe(postedBefore + 7);
  });

  it('with different bodies bind the key to exactly one body', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        sendTransaction('mixed', transferOf(from, to, index + 1)),
      ),
    );
    const acceptedAnswers = answers.filter(({ status }) => status === 201);
    const refusedAnswers = answers.filter(({ body }) => body.code === 'idempotency_key_reused');
    expect([acceptedAnswers.length, refusedAnswers.length]).toEqual([1, 19]);
    for (const { body } of refusedAnswers)
      expect(body.existingId).toBe(acceptedAnswers[0]?.body.id);
  });

  it('make one customer', async () => {
    const person = { type: 'individual', name: 'Twin' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send('/v1/customers', 'twin', person)),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });
});

describe('an idempotency key', () => {
  it('is available again after a request that was refused before acceptance', async () => {
    const badTransfer = { ...transferOf(from, to, 10), amount: 0.5 };
    const transferToNobody = transferOf(from, 'acc_06ayx0rw7mf5w0h1y6k2v3c4d5', 10);
    expect((await sendTransaction('free', badTransfer)).status).toBe(422);
    expect((await sendTransaction('free', transferToNobody)).status).toBe(404);
    const goodTransfer = await sendTransaction('free', transferOf(from, to, 10));
    expect([goodTransfer.status, isReplay(goodTransfer)]).toEqual([201, false]);
  });

  it('belongs to one developer and one operation', async () => {
    const stranger = await register(bank);
    const { accountIds } = await openAccounts(bank, stranger.key, [10, 0]);
    const [foreignAccountId = '', otherAccountId = ''] = accountIds;
    const ownTransferAnswer = await sendTransaction('shared', transferOf(from, to, 10));
    const foreignTransfer = await bank.call('/v1/transactions?wait=10', {
      key: stranger.key,
      body: transferOf(foreignAccountId, otherAccountId, 10),
      headers: { 'idempotency-key': 'shared' },
    });
    expect([foreignTransfer.status, isReplay(foreignTransfer)]).toEqual([201, false]);
    expect(foreignTransfer.body.id).not.toBe(ownTransferAnswer.body.id);
    const customer = await send('/v1/customers', 'shared', { type: 'individual', name: 'A' });
    expect([customer.status, isReplay(customer)]).toEqual([201, false]);
  });

  it('of 255 printable characters is accepted, and shown in the event', async () => {
    const longKey = `~${'k '.repeat(126)}!!`;
    expect(longKey).toHaveLength(255);
    const { body } = await sendTransaction(longKey, transferOf(from, to, 10));
    const events = (await get('/v1/events?type=transaction.posted&limit=100')).body.data;
    const emittedEvent = events.find((event: { data: { object: { id: string } } }) => {
      return event.data.object.id === body.id;
    });
    expect(emittedEvent.request.idempotencyKey).toBe(longKey);
  });
});
