// Metadata accepts any JSON of the client, returns it unchanged, and limits its depth and size.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
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
let customerId: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
  const opened = await openAccounts(bank, key, [100_000, 0]);
  ({ customerId } = opened);
  [from = '', to = ''] = opened.accountIds;
});
afterAll(() => bank.close());

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  bank.call(path, { key, body, headers });
const pay = (metadata: unknown, headers = {}) =>
  post('/v1/transactions?wait=10', { ...transferOf(from, to, 1), metadata }, headers);

const RICH_METADATA = {
  text: 'ß → 漢',
  number: -1.5,
  none: null,
  yes: true,
  list: [1, 'two', [3, { four: 4 }]],
  deep: { b: { c: { d: 1 } } },
};

describe('metadata', () => {
  it('of a transaction is returned unchanged in the answer, in reads and in events', async () => {
    const { body } = await pay(RICH_METADATA);
    expect(body.metadata).toEqual(RICH_METADATA);
    const readAnswer = await bank.call(`/v1/transactions/${body.id}`, { key });
    expect(readAnswer.body.metadata).toEqual(RICH_METADATA);
    const events = await bank.call(`/v1/events?objectId=${body.id}`, { key });
    for (const item of events.body.data) expect(item.data.object.metadata).toEqual(RICH_METADATA);
  });

  it('of a customer and of an account can be any JSON too', async () => {
    const customer = { type: 'individual', name: 'Ada', metadata: RICH_METADATA };
    expect((await post('/v1/customers', customer)).body.metadata).toEqual(RICH_METADATA);
    const path = `/v1/accounts/${from}`;
    const change = { key, method: 'PATCH', body: { metadata: RICH_METADATA } };
    const { none: _, ...metadataWithoutNull } = RICH_METADATA;
    expect((await bank.call(path, change)).body.metadata).toEqual(metadataWithoutNull);
    const account = {
      customerId,
      type: 'checking',
      currency: 'EUR',
      name: 'A',
      metadata: RICH_METADATA,
    };
    expect((await post('/v1/accounts', account)).body.metadata).toEqual(RICH_METADATA);
  });

  it('with its keys in another order makes the same request', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const firstAnswer = await pay({ a: { x: 1, y: [1, 2] }, b: 2 }, headers);
    const repeatedAnswer = await pay({ b: 2, a: { y: [1, 2], x: 1 } }, headers);
    expect(repeatedAnswer.body.id).toBe(firstAnswer.body.id);
    const otherAnswer = await pay({ b: 2, a: { y: [2, 1], x: 1 } }, headers);
    expect([otherAnswer.status, otherAnswer.body.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('is accepted up to its exact bounds, and refused beyond them with the position', async () => {
    const metadataOf = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });
    expect((await pay(metadataOf(16_384))).status).toBe(201);
    expect((await pay({ a: { b: { c: { d: { e: 1 } } } } })).status).toBe(201);
    const refusedCases: [unknown, string][] = [
      [metadataOf(16_385), '/metadata'],
      [{ a: { b: { c: { d: { e: [] } } } } }, '/metadata/a/b/c/d/e'],
      [{ a: [{ ['k'.repeat(65)]: 1 }] }, `/metadata/a/0/${'k'.repeat(65)}`],
      [{ a: ['\u0000'] }, '/metadata/a/0'],
      [['a'], '/metadata'],
      ['a', '/metadata'],
      [null, '/metadata'],
    ];
    await writesNothing(bank, async () => {
      for (const [metadata, pointer] of refusedCases) {
        const { status, body } = await pay(metadata);
        expect([status, body.errors[0].pointer]).toEqual([422, pointer]);
      }
    });
  });
});
