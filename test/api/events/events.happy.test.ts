// The event log contains every business act in order, without gaps, for its own developer only.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openSharedCheckedBank,
  transferOf,
} from '../../kit/bank/checked-bank.ts';

interface Event {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
  readonly objectVersion: number;
  readonly createdAt: string;
  readonly data: {
    readonly object: Record<string, unknown>;
    readonly previous?: Record<string, unknown>;
  };
  readonly request: { readonly id: string | null; readonly idempotencyKey: string | null };
}

let bank: CheckedBank;
let key: string;
let from: string;
let to: string;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  key = (await register(bank)).key;
  const { accountIds } = await openAccounts(bank, key, [10_000, 0]);
  [from = '', to = ''] = accountIds;
});
afterAll(() => bank.close());

const get = (path: string) => bank.call(path, { key });
const post = (path: string, body: object = {}, headers: Record<string, string> = {}) =>
  bank.call(path, { key, body, headers });

/** Reads the log to its end, page by page. */
async function readLog(afterSequence: number, limit: number, type = ''): Promise<Event[]> {
  const events: Event[] = [];
  let cursor = String(afterSequence);
  for (;;) {
    const { body } = await get(`/v1/events?afterSequence=${cursor}&limit=${limit}${type}`);
    events.push(...body.data);
    cursor = body.nextCursor;
    if (!body.hasMore) return events;
  }
}

const sequencesOf = (events: readonly Event[]) => events.map(({ sequence }) => sequence);
const countTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('the event log', () => {
  it('has every event of a developer from 1 up without a gap, also under load', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        post('/v1/transactions?wait=10', transferOf(from, to, index % 5 ? 1 : 99_999)),
      ),
    );
    const events = await readLog(0, 100);
    expect(events.length).toBeGreaterThan(60);
    expect(sequencesOf(events)).toEqual(countTo(events.length));
    const times = events.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort());
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  });

  it('is the same for every page size, and empty after its end', async () => {
    const wholePages = await readLog(0, 100);
    for (const limit of [1, 7]) expect(await readLog(0, limit)).toEqual(wholePages);
    expect(await readLog(10, 100)).toEqual(wholePages.slice(10));
    const { body } = await get(`/v1/events?afterSequence=${wholePages.length}`);
    expect([body.data, body.hasMore, body.nextCursor]).toEqual([
      [],
      false,
      String(wholePages.length),
    ]);
  });

  it('continues from the id of an event as from its sequence', async () => {
    const wholePages = await readLog(0, 100);
    for (const index of [0, 10, wholePages.length - 1]) {
      const event = wholePages[index];
      const { body } = await get(`/v1/events?startingAfter=${event?.id}&limit=100`);
      expect(sequencesOf(body.data)).toEqual(sequencesOf(wholePages.slice(index + 1, index + 101)));
      expect((await get(`/v1/events/${event?.id}`)).body).toEqual(event);
    }
  });

  it('can be filtered by type, page by page', async () => {
    const wholePages = await readLog(0, 100);
    const declinedEvents = wholePages.filter(({ type }) => type === 'transaction.declined');
    expect(declinedEvents).toHaveLength(6);
    expect(await readLog(0, 2, '&type=transaction.declined')).toEqual(declinedEvents);
    expect(await readLog(0, 2, '&type=customer.kyc.denied')).toEqual([]);
  });

  it('can be filtered by a pattern, an object and a time, in either order', async () => {
    const wholePages = await readLog(0, 100);
    const readInOrder = (query: string) => readLog(0, 3, query);
    const accountEvents = wholePages.filter(({ type }) => type.startsWith('account.'));
    expect(accountEvents.length).toBeGreaterThan(1);
    expect(await readInOrder('&type=account.*')).toEqual(accountEvents);
    expect(await readInOrder('&type=*')).toEqual(wholePages);
    expect(await readInOrder(`&objectId=${to}`)).toEqual(
      wholePages.filter(({ data }) => data.object.id === to),
    );
    const [from, until] = [wholePages[5], wholePages.at(-5)].map((event) => event?.createdAt ?? '');
    expect(await readInOrder(`&from=${from}&to=${until}`)).toEqual(
      wholePages.filter(({ createdAt }) => createdAt >= from! && createdAt <= until!),
    );
    const backwards: Event[] = [];
    let cursor = '';
    for (;;) {
      const { body } = await get(`/v1/events?order=desc&limit=7&type=account.*${cursor}`);
      backwards.push(...body.data);
      cursor = `&afterSequence=${body.nextCursor}`;
      if (!body.hasMore) break;
    }
    expect(backwards).toEqual([...accountEvents].reverse());
    const newestPage = await get('/v1/events?order=desc&limit=1');
    expect(newestPage.body.data).toEqual([wholePages.at(-1)]);
  });

  it('loses no event when it is read while the bank writes', async () => {
    const start = (await readLog(0, 100)).length;
    let isWriting = true;
    const writer = (async () => {
      for (let index = 0; index < 15; index++) {
        await post('/v1/transactions?wait=10', transferOf(from, to, 1));
      }
      isWriting = false;
    })();
    const seenEvents: Event[] = [];
    let lastSeen = start;
    while (isWriting) {
      const newEvents = await readLog(lastSeen, 3);
      seenEvents.push(...newEvents);
      lastSeen = seenEvents.at(-1)?.sequence ?? lastSeen;
    }
    await writer;
    seenEvents.push(...(await readLog(lastSeen, 3)));
    expect(sequencesOf(seenEvents)).toEqual(countTo(30).map((step) => start + step));
  });
});

describe('an event', () => {
  it('is written for every act on customers, accounts and transactions, in order', async () => {
    const start = (await readLog(0, 100)).length;
    const customer = await post('/v1/customers', { type: 'individual', name: 'Ada' });
    const path = `/v1/customers/${customer.body.id}`;
    await bank.call(path, { key, method: 'PATCH', body: { name: 'Ada L.' } });
    const body = { customerId: customer.body.id, type: 'checking', currency: 'EUR', name: 'A' };
    const account = await post('/v1/accounts', body);
    const accountPath = `/v1/accounts/${account.body.id}`;
    await bank.call(accountPath, { key, method: 'PATCH', body: { name: 'B' } });
    await post(`${accountPath}/freeze`);
    await post(`${accountPath}/unfreeze`);
    const hold = async () =>
      (await post('/v1/transactions?wait=10', { ...transferOf(from, to, 1), capture: 'manual' }))
        .body.id;
    await post(`/v1/transactions/${await hold()}/capture`);
    await post(`/v1/transactions/${await hold()}/cancel`);
    await post(`${accountPath}/close`);
    const events = await readLog(start, 100);
    expect(events.map(({ type }) => type)).toEqual([
      'customer.created',
      'customer.updated',
      'account.created',
      'account.updated',
      'account.frozen',
      'account.unfrozen',
      'transaction.created',
      'hold.placed',
      'transaction.pending',
      'hold.captured',
      'transaction.captured',
      'transaction.posted',
      'transaction.created',
      'hold.placed',
      'transaction.pending',
      'hold.released',
      'transaction.canceled',
      'account.closed',
    ]);
    const previousOf = (type: string) => events.find((event) => event.type === type)?.data.previous;
    expect(previousOf('customer.updated')).toEqual({ name: 'Ada' });
    expect(previousOf('account.updated')).toEqual({ name: 'A' });
    expect(previousOf('account.frozen')).toMatchObject({ status: 'active', freezeReason: null });
    expect(previousOf('account.created')).toBeUndefined();
  });

  it('of a hold names its transaction and the way the hold ended', async () => {
    const start = (await readLog(0, 100)).length;
    const paymentBody = { ...transferOf(from, to, 100), capture: 'manual' };
    const { body } = await post('/v1/transactions?wait=10', paymentBody);
    await post(`/v1/transactions/${body.id}/capture`, { amount: 40 });
    const [placedEvent, capturedEvent, ...otherEvents] = await readLog(start, 100, '&type=hold.*');
    expect(otherEvents).toEqual([]);
    expect([placedEvent?.type, capturedEvent?.type]).toEqual(['hold.placed', 'hold.captured']);
    expect(placedEvent?.data).toEqual({
      object: expect.objectContaining({
        id: body.hold.id,
        object: 'hold',
        livemode: false,
        transactionId: body.id,
        accountId: from,
        amount: 100,
        capturedAmount: 0,
        currency: 'EUR',
        currencyExponent: 2,
        status: 'active',
        version: 1,
      }),
    });
    expect(capturedEvent?.objectVersion).toBe(2);
    expect(capturedEvent?.data).toMatchObject({
      object: { id: body.hold.id, status: 'partially_captured', capturedAmount: 40 },
      previous: { status: 'active', capturedAmount: 0 },
    });
  });

  it('shows its object as it was after the change, with its version and cause', async () => {
    const headers = { 'x-request-id': 'follow-me', 'idempotency-key': 'cause-1' };
    const creationAnswer = await post('/v1/transactions?wait=10', transferOf(from, to, 3), headers);
    const events = (await readLog(0, 100)).filter(
      ({ data }) => data.object.id === creationAnswer.body.id,
    );
    expect(events.map(({ type }) => type)).toEqual(['transaction.created', 'transaction.posted']);
    const { timeline: _, timelineArchivedThrough: __, ...transaction } = creationAnswer.body;
    expect(events.at(-1)?.data.object).toEqual(transaction);
    expect(events.map(({ objectVersion }) => objectVersion)).toEqual([
      1,
      creationAnswer.body.version,
    ]);
    for (const { request, data } of events) {
      expect(request).toEqual({ id: 'follow-me', idempotencyKey: 'cause-1' });
      expect(data.object.version).toBe(
        data.object.status === 'posted' ? creationAnswer.body.version : 1,
      );
    }
  });

  it('is numbered from 1 for each developer, independent of other developers', async () => {
    const otherDeveloper = await register(bank);
    await openAccounts(bank, otherDeveloper.key, [5]);
    const { body } = await bank.call('/v1/events?limit=100', { key: otherDeveloper.key });
    expect(sequencesOf(body.data)).toEqual(countTo(body.data.length));
    expect(body.data).toHaveLength(4);
  });
});
