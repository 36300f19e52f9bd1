// The event stream: callers without access, invalid starting points, and readers that do not read.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEventFeed } from '../../../api/events/event-feed.ts';
import { createEventWatcher } from '../../../api/events/event-watcher.ts';
import { lastEventRow, lastSequence } from '../../../db/events/reads.ts';
import { NO_TEMPORAL, openTestBank, register, type TestBank } from '../../kit/bank/bank.ts';
import { type EventReader, readEventStream } from '../../kit/bank/event-stream.ts';

let bank: TestBank;
let key: string;
let developerId: string;
beforeAll(async () => {
  bank = await openTestBank({ temporalAddress: NO_TEMPORAL });
  ({ key, developerId } = await register(bank));
  await bank.call('/v1/customers', { key, body: { type: 'individual', name: 'Ada' } });
});
afterAll(() => bank.close());

const PATH = '/v1/events/stream';
const stream = (callerKey = key) =>
  readEventStream(bank.url + PATH, { authorization: `Bearer ${callerKey}` });

describe('an event stream', () => {
  it.each([
    ['?afterSequence=-1', {}, 400, 'invalid_parameter'],
    ['?afterSequence=x', {}, 400, 'invalid_parameter'],
    ['?afterSequence=2', {}, 400, 'invalid_cursor'],
    ['?afterSequence=9007199254740991', {}, 400, 'invalid_cursor'],
    ['?type=customer.creatd', {}, 400, 'invalid_parameter'],
    ['?kind=x', {}, 400, 'invalid_parameter'],
    ['', { 'last-event-id': '-1' }, 400, 'invalid_cursor'],
    ['', { 'last-event-id': '2' }, 400, 'invalid_cursor'],
    ['', { 'last-event-id': 'evt_06ayx0rw7mf5w0h1y6k2v3c4d5' }, 400, 'invalid_cursor'],
    ['', { 'last-event-id': 'x'.repeat(65) }, 400, 'invalid_parameter'],
    ['', { authorization: '' }, 401, 'missing_credentials'],
    ['', { authorization: 'Bearer sk_test_x' }, 401, 'invalid_api_key'],
  ])('with %s and %j is refused before it starts', async (query, headers, status, code) => {
    const answer = await bank.call(PATH + query, { key, headers });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('does not start at an event of another developer', async () => {
    const otherDeveloper = await register(bank);
    const ownAnswer = await bank.call('/v1/events', { key });
    const headers = { 'last-event-id': ownAnswer.body.data[0].id };
    const { body } = await bank.call(PATH, { key: otherDeveloper.key, headers });
    expect(body.code).toBe('invalid_cursor');
  });

  it('needs the scope of the event log', async () => {
    const scopes = ['customers:read'];
    const body = { name: 'K', environment: 'sandbox', scopes };
    const narrowKey = (await bank.call('/v1/developer/keys', { key, body })).body.apiKey;
    const { status } = await bank.call(PATH, { key: narrowKey });
    expect(status).toBe(403);
  });

  it('is one of at most five for a key; neither a closed stream nor a HEAD request counts', async () => {
    const ownKey = (await register(bank)).key;
    const openStreams: EventReader[] = [];
    for (let n = 0; n < 5; n++) openStreams.push(await stream(ownKey));
    expect(openStreams.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200]);
    const sixthAnswer = await bank.call(PATH, { key: ownKey });
    expect([sixthAnswer.status, sixthAnswer.body.code]).toEqual([429, 'concurrency_limited']);
    expect(sixthAnswer.headers.get('retry-after')).toBe('5');
    const [firstStream, ...otherStreams] = openStreams;
    firstStream?.close();
    let status = 429;
    while (status === 429) {
      const nextStream = await stream(ownKey);
      status = nextStream.response.status;
      nextStream.close();
    }
    expect(status).toBe(200);
    for (const reader of otherStreams) reader.close();
    const otherKey = (await register(bank)).key;
    for (let n = 0; n < 7; n++) {
      expect((await bank.call(PATH, { key: otherKey, method: 'HEAD' })).status).toBe(200);
    }
  });
});

describe('the feed behind a stream', () => {
  function openFeed(changes: Partial<Parameters<typeof createEventFeed>[0]> = {}) {
    const { ledger } = bank.bank.environments.sandbox;
    const controller = new AbortController();
    let stalls = 0;
    const feed = createEventFeed({
      ledger,
      watcher: createEventWatcher(ledger),
      tenantId: developerId,
      type: undefined,
      afterSequence: 0,
      mayContinue: () => true,
      signal: controller.signal,
      onStall: () => {
        stalls += 1;
      },
      ...changes,
    });
    const reader = feed.getReader();
    const read = async () => {
      const { value, done } = await reader.read();
      return done ? null : new TextDecoder().decode(value);
    };
    return { reader, read, controller, stalls: () => stalls };
  }

  it('reads no event before the reader asks, and closes a stream that is not read', async () => {
    const { read, reader, stalls } = openFeed({ stallMs: 20 });
    expect(stalls()).toBe(0);
    expect(await read()).toContain('retry: ');
    await expect.poll(stalls, { timeout: 10_000 }).toBe(1);
    await reader.cancel();
  });

  it('wakes up only for events of its own developer', async () => {
    const { ledger } = bank.bank.environments.sandbox;
    const watcher = createEventWatcher(ledger);
    const controller = new AbortController();
    const row = lastEventRow(ledger);
    const wokenTenants: string[] = [];
    const waits = [developerId, 'dev_somebody_else'].map(async (tenantId) => {
      await watcher.wait({ tenantId, row, ms: 60_000 }, controller.signal);
      wokenTenants.push(tenantId);
    });
    await bank.call('/v1/customers', { key, body: { type: 'individual', name: 'Ada Lovelace' } });
    await waits[0];
    // Two polls of the watcher.
    await sleep(120);
    expect(wokenTenants).toEqual([developerId]);
    controller.abort();
    await Promise.all(waits);
  });

  it('sends heartbeats while nothing happens, with the last sequence it has checked', async () => {
    const { read, controller } = openFeed({ heartbeatMs: 20, type: 'account.*' });
    await read();
    const checkedSequence = lastSequence(bank.bank.environments.sandbox.ledger, developerId);
    expect(await read()).toMatch(new RegExp(`^: .+\nid: ${checkedSequence}\n\n$`));
    controller.abort();
    expect(await read()).toBeNull();
  });

  it('ends for a key that was revoked meanwhile', async () => {
    let isAllowed = true;
    const { read } = openFeed({ heartbeatMs: 20, afterSequence: 1, mayContinue: () => isAllowed });
    await read();
    expect(await read()).toContain(': ');
    isAllowed = false;
    for (let piece: string | null = ''; piece !== null; ) piece = await read();
  });
});
