// The event stream shows a developer only the log of the key's environment, and only while the key
// may read it.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_TEMPORAL, openTestBank, register, type TestBank } from '../../kit/bank/bank.ts';
import { claimLiveKey } from '../../kit/bank/checked-bank.ts';
import { readEventStream } from '../../kit/bank/event-stream.ts';

let bank: TestBank;
let key: string;
beforeAll(async () => {
  bank = await openTestBank({ temporalAddress: NO_TEMPORAL });
  key = (await register(bank)).key;
});
afterAll(() => bank.close());

const PATH = '/v1/events/stream';
const createCustomer = async (callerKey: string) =>
  (await bank.call('/v1/customers', { key: callerKey, body: { type: 'individual', name: 'Ada' } }))
    .body;
const stream = (
  callerKey: string,
  query = '?afterSequence=0',
  headers: Record<string, string> = {},
) => readEventStream(bank.url + PATH + query, { authorization: `Bearer ${callerKey}`, ...headers });

describe('an event stream', () => {
  it('contains only events of its own environment', async () => {
    const liveKey = await claimLiveKey(bank, key);
    await createCustomer(key);
    const liveStream = await stream(liveKey);
    const customer = await createCustomer(liveKey);
    const receivedEvents = await liveStream.waitForEvents(2);
    expect(
      receivedEvents.map(({ data }) => [data.livemode, data.type, data.data.object.id]),
    ).toEqual([
      [true, 'api_key.created', expect.stringMatching(/^key_/)],
      [true, 'customer.created', customer.id],
    ]);
    liveStream.close();
    const sandboxStream = await stream(key);
    await sandboxStream.waitForEvents(1);
    expect(sandboxStream.events.every(({ data }) => data.livemode === false)).toBe(true);
    sandboxStream.close();
  });

  it('answers a foreign Last-Event-ID like an unknown id', async () => {
    const otherKey = (await register(bank)).key;
    await createCustomer(key);
    const [foreignEvent] = (await bank.call('/v1/events', { key })).body.data;
    const refusal = async (id: string) => {
      const { status, body } = await bank.call(PATH, {
        key: otherKey,
        headers: { 'last-event-id': id },
      });
      return [status, body.code, body.detail];
    };
    expect(await refusal(foreignEvent.id)).toEqual(await refusal('evt_06ayx0rw7mf5w0h1y6k2v3c4d5'));
    // A sequence that only the other log has reached is refused too.
    expect(await refusal('1')).toEqual(await refusal('999'));
  });

  it('accepts its key from the header only, because addresses are logged', async () => {
    for (const name of ['key', 'access_token', 'authorization', 'apiKey']) {
      const { status } = await bank.call(`${PATH}?${name}=${key}`);
      expect(status, name).toBe(401);
    }
  });

  it('is stored by no cache and readable by no other website', async () => {
    const reader = await stream(key, '', { origin: 'https://evil.example' });
    const { headers } = reader.response;
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    reader.close();
  });

  it('ends when its key is revoked or its sandbox is reset, and sends nothing afterwards', async () => {
    const otherKey = (await register(bank)).key;
    const otherStream = await stream(otherKey, '');
    const resetAnswer = await bank.call('/v1/sandbox/reset', {
      key: otherKey,
      body: { confirm: 'reset' },
    });
    expect(resetAnswer.status).toBe(200);
    await createCustomer(otherKey);
    const body = { name: 'Short', environment: 'sandbox', scopes: ['events:read'] };
    const createdKey = (await bank.call('/v1/developer/keys', { key, body })).body;
    const reader = await stream(createdKey.apiKey, '');
    await createCustomer(key);
    await reader.waitForEvents(1);
    const revocationAnswer = await bank.call(`/v1/developer/keys/${createdKey.id}`, {
      key,
      method: 'DELETE',
    });
    expect(revocationAnswer.status).toBeLessThan(300);
    await reader.ended;
    const seenCount = reader.events.length;
    await createCustomer(key);
    expect(reader.events).toHaveLength(seenCount);
    expect((await bank.call(PATH, { key: createdKey.apiKey })).status).toBe(401);
    // New events go to another log, whose name a reconnecting client receives.
    await otherStream.ended;
    expect((await (await stream(otherKey)).waitForEvents(1))[0]?.data.sequence).toBe(1);
  }, 60_000);
});
