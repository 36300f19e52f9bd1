// The event stream delivers new events in order and resumes exactly after an interruption.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_TEMPORAL, openTestBank, register, type TestBank } from '../../kit/bank/bank.ts';
import { type EventReader, readEventStream } from '../../kit/bank/event-stream.ts';

let bank: TestBank;
let key: string;
const readers: EventReader[] = [];
beforeAll(async () => {
  bank = await openTestBank({ temporalAddress: NO_TEMPORAL });
  key = (await register(bank)).key;
});
afterAll(async () => {
  for (const reader of readers) reader.close();
  await bank.close();
});

async function stream(query = '', headers: Record<string, string> = {}, callerKey = key) {
  const reader = await readEventStream(`${bank.url}/v1/events/stream${query}`, {
    authorization: `Bearer ${callerKey}`,
    ...headers,
  });
  readers.push(reader);
  return reader;
}

const createCustomer = async (callerKey = key) =>
  (await bank.call('/v1/customers', { key: callerKey, body: { type: 'individual', name: 'Ada' } }))
    .body;
const sequencesOf = (reader: EventReader) => reader.events.map(({ data }) => data.sequence);
const close = (reader: EventReader) => {
  reader.close();
  return reader.ended;
};

describe('an event stream', () => {
  it('starts with the next event, equal to the one in the log', async () => {
    await createCustomer();
    const reader = await stream();
    expect(reader.response.headers.get('content-type')).toBe('text/event-stream');
    expect(reader.response.headers.get('cache-control')).toBe('no-store');
    const customer = await createCustomer();
    const [event] = await reader.waitForEvents(1);
    expect(event?.type).toBe('customer.created');
    expect(event?.data.data.object).toEqual(customer);
    expect(event?.id).toBe(String(event?.data.sequence));
    const storedEvent = await bank.call(`/v1/events/${event?.data.id}`, { key });
    expect(storedEvent.body).toEqual(event?.data);
    await close(reader);
  });

  it('sends the whole log from the start, even beyond one page', async () => {
    const ownKey = (await register(bank)).key;
    for (let n = 0; n < 60; n++) await createCustomer(ownKey);
    const reader = await stream('?afterSequence=0', {}, ownKey);
    await reader.waitForEvents(60);
    expect(sequencesOf(reader)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    await close(reader);
  });

  it('resumes where it broke off, by sequence and by id, without a gap or a repetition', async () => {
    const ownKey = (await register(bank)).key;
    const seenSequences: number[] = [];
    let lastHeaders: Record<string, string> = { 'last-event-id': '0' };
    let isWriting = true;
    const writer = (async () => {
      for (let n = 0; n < 40; n++) await createCustomer(ownKey);
      isWriting = false;
    })();
    for (let turn = 0; seenSequences.length < 40; turn++) {
      const reader = await stream('?afterSequence=0', lastHeaders, ownKey);
      await reader.waitForEvents(Math.min(1 + (turn % 3), 40 - seenSequences.length));
      await close(reader);
      seenSequences.push(...sequencesOf(reader));
      const id = turn % 2 ? reader.events.at(-1)?.data.id : reader.lastEventId();
      lastHeaders = { 'last-event-id': id };
    }
    await writer;
    expect([isWriting, seenSequences]).toEqual([
      false,
      Array.from({ length: 40 }, (_, index) => index + 1),
    ]);
  });

  it('contains only the requested types', async () => {
    const reader = await stream('?type=customer.*&afterSequence=0');
    const otherStream = await stream('?type=account.*&afterSequence=0');
    const { id } = await createCustomer();
    const body = { customerId: id, type: 'checking', currency: 'EUR', name: 'Main' };
    const account = await bank.call('/v1/accounts', { key, body });
    const [event] = await otherStream.waitForEvents(1);
    expect(event?.data.data.object.id).toBe(account.body.id);
    expect(reader.events.every(({ type }) => type.startsWith('customer.'))).toBe(true);
    await Promise.all([close(reader), close(otherStream)]);
  });

  it('reaches every reader of its developer, and no other developer', async () => {
    const otherKey = (await register(bank)).key;
    const readers = [await stream(), await stream(), await stream('', {}, otherKey)];
    const customer = await createCustomer();
    for (const reader of readers.slice(0, 2)) {
      const [event] = await reader.waitForEvents(1);
      expect(event?.data.data.object.id).toBe(customer.id);
    }
    const otherCustomer = await createCustomer(otherKey);
    const [event] = (await readers[2]?.waitForEvents(1)) ?? [];
    expect([event?.data.data.object.id, event?.data.sequence]).toEqual([otherCustomer.id, 1]);
    await Promise.all(readers.map(close));
  });

  it('ends cleanly when the bank closes', async () => {
    const secondBank = await openTestBank({ temporalAddress: NO_TEMPORAL });
    const { key: ownKey } = await register(secondBank);
    const reader = await readEventStream(`${secondBank.url}/v1/events/stream`, {
      authorization: `Bearer ${ownKey}`,
    });
    const closing = secondBank.close();
    // A connection that is cut off after some seconds would end with an error instead.
    await reader.ended;
    await closing;
  });
});
