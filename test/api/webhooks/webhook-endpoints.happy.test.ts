// Webhook endpoints can be created, read, changed, pinged and deleted, and their secret can be
// rotated. Each act happens once for its idempotency key.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  claimLiveKey,
  openCheckedBank,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
});
afterAll(() => bank.close());

const PATH = '/v1/webhook-endpoints';
const URL = 'https://example.com/hook';
const createEndpoint = (body: object = {}, headers: Record<string, string> = {}, callerKey = key) =>
  bank.call(PATH, { key: callerKey, body: { url: URL, ...body }, headers });
const changeEndpoint = (id: string, body: object, headers: Record<string, string> = {}) =>
  bank.call(`${PATH}/${id}`, { key, method: 'PATCH', body, headers });
const actOn = (id: string, verb: string, body?: object, headers: Record<string, string> = {}) =>
  bank.call(`${PATH}/${id}/${verb}`, { key, method: 'POST', ...(body ? { body } : {}), headers });
const readEventTypes = async (id: string) => {
  const { body } = await bank.call('/v1/events?limit=100', { key });
  const endpointEvents = body.data.filter((event: { data: { object: { id: string } } }) => {
    return event.data.object.id === id;
  });
  return endpointEvents.map(({ type }: { type: string }) => type);
};
const removeSecret = ({ secret, ...endpoint }: Record<string, unknown>) => {
  expect(secret).toMatch(/^whsec_/);
  return endpoint;
};

describe('a webhook endpoint', () => {
  it('is created with every given field, and reads back without its secret', async () => {
    const fields = {
      description: 'Orders',
      events: ['transaction.*', 'account.frozen'],
      payload: 'thin',
      metadata: { team: 'orders' },
    };
    const creationAnswer = await createEndpoint(fields);
    expect(creationAnswer.status).toBe(201);
    expect(creationAnswer.body).toMatchObject({
      ...fields,
      object: 'webhook_endpoint',
      livemode: false,
      url: URL,
      status: 'enabled',
      statusReason: null,
      version: 1,
    });
    expect(creationAnswer.body.id).toMatch(/^wh_[0-9a-z]{26}$/);
    expect(creationAnswer.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const readAnswer = await bank.call(`${PATH}/${creationAnswer.body.id}`, { key });
    expect(readAnswer.body).toEqual(removeSecret(creationAnswer.body));
    expect(readAnswer.headers.get('etag')).toMatch(/^"v1[-"]/);
    const listAnswer = await bank.call(PATH, { key });
    expect(listAnswer.body.data[0]).toEqual(readAnswer.body);
    expect(await readEventTypes(creationAnswer.body.id)).toEqual(['webhook.endpoint.created']);
  });

  it('receives all events in full by default', async () => {
    const { body } = await createEndpoint();
    expect([body.events, body.payload, body.description]).toEqual([['*'], 'full', null]);
  });

  it('has its URL normalised, and each event type kept once', async () => {
    const { body } = await createEndpoint({
      url: 'https://BÜCHER.example:443/a b'.replace(' ', '%20'),
      events: ['account.*', 'account.*', '*'],
    });
    expect([body.url, body.events]).toEqual([
      'https://xn--bcher-kva.example/a%20b',
      ['account.*', '*'],
    ]);
  });

  it('is created once for an idempotency key; a repeated request shows the secret again', async () => {
    const headers = { 'idempotency-key': 'add-1' };
    const firstAnswer = await createEndpoint({}, headers);
    const [secondAnswer, thirdAnswer] = await Promise.all([
      createEndpoint({}, headers),
      createEndpoint({}, headers),
    ]);
    expect(secondAnswer?.body).toEqual(firstAnswer.body);
    expect(thirdAnswer?.body).toEqual(firstAnswer.body);
    expect(secondAnswer?.headers.get('idempotency-replayed')).toBe('true');
    expect(await readEventTypes(firstAnswer.body.id)).toHaveLength(1);
    const otherAnswer = await createEndpoint({ description: 'other' }, headers);
    expect([otherAnswer.status, otherAnswer.body.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('changes the fields that are sent, and can be disabled and enabled', async () => {
    const { body } = await createEndpoint();
    const answer = await changeEndpoint(body.id, {
      url: 'https://example.org/x',
      events: ['account.*'],
    });
    expect(answer.body).toMatchObject({
      url: 'https://example.org/x',
      version: 2,
      payload: 'full',
    });
    const disableAnswer = await changeEndpoint(
      body.id,
      { status: 'disabled' },
      { 'if-match': '"v2"' },
    );
    expect(disableAnswer.body).toMatchObject({
      status: 'disabled',
      statusReason: { code: 'owner' },
    });
    const enableAnswer = await changeEndpoint(body.id, { status: 'enabled', description: null });
    expect(enableAnswer.body).toMatchObject({ status: 'enabled', statusReason: null, version: 4 });
    expect(await readEventTypes(body.id)).toEqual(
      ['created', 'updated', 'disabled', 'enabled'].map((act) => `webhook.endpoint.${act}`),
    );
  });

  it('set to its own values does not change', async () => {
    // In a separate bank, with an endpoint that subscribes to no event, so nothing is delivered.
    const quietBank = await openCheckedBank();
    try {
      const { key: ownKey } = await register(quietBank);
      const endpointBody = { url: URL, events: ['account.closed'] };
      const { body } = await quietBank.call(PATH, { key: ownKey, body: endpointBody });
      const changeAnswer = await writesNothing(quietBank, () =>
        quietBank.call(`${PATH}/${body.id}`, {
          key: ownKey,
          method: 'PATCH',
          body: { url: URL, status: 'enabled' },
        }),
      );
      expect(changeAnswer.body).toEqual(removeSecret(body));
    } finally {
      await quietBank.close();
    }
  });

  it('has its secret rotated: the new secret is shown once, and again for the same key', async () => {
    const { body } = await createEndpoint();
    const headers = { 'idempotency-key': 'rotate-1' };
    const rotationAnswer = await actOn(body.id, 'rotate-secret', { overlapHours: 1 }, headers);
    expect(rotationAnswer.status).toBe(201);
    expect(rotationAnswer.body.secret).not.toBe(body.secret);
    const overlap = Date.parse(rotationAnswer.body.previousSecretExpiresAt) - Date.now();
    expect(overlap).toBeGreaterThan(50 * 60 * 1000);
    expect(overlap).toBeLessThanOrEqual(60 * 60 * 1000);
    const repeatedAnswer = await actOn(body.id, 'rotate-secret', { overlapHours: 1 }, headers);
    expect(repeatedAnswer.body).toEqual(rotationAnswer.body);
    const readAnswer = await bank.call(`${PATH}/${body.id}`, { key });
    expect(readAnswer.body).toEqual(removeSecret(rotationAnswer.body));
    const rotationWithoutOverlap = await actOn(body.id, 'rotate-secret', { overlapHours: 0 });
    expect(rotationWithoutOverlap.body.previousSecretExpiresAt).toBeNull();
    const lateAnswer = await actOn(body.id, 'rotate-secret', { overlapHours: 1 }, headers);
    expect([lateAnswer.status, lateAnswer.body.code]).toEqual([409, 'invalid_state_transition']);
  });

  it('receives a ping as an event for it alone, once for each key', async () => {
    const { body } = await createEndpoint({ events: ['account.created'] });
    const headers = { 'idempotency-key': 'ping-1' };
    const ping = await actOn(body.id, 'ping', undefined, headers);
    expect([ping.status, ping.body.type]).toEqual([201, 'webhook.test']);
    expect(ping.body.data.object).toEqual(removeSecret(body));
    expect((await actOn(body.id, 'ping', undefined, headers)).body).toEqual(ping.body);
    expect((await actOn(body.id, 'ping')).body.id).not.toBe(ping.body.id);
    const storedEvent = await bank.call(`/v1/events/${ping.body.id}`, { key });
    expect(storedEvent.body).toEqual(ping.body);
  });

  it('can be deleted, which causes an event', async () => {
    const { body } = await createEndpoint();
    const deletion = await bank.call(`${PATH}/${body.id}`, { key, method: 'DELETE' });
    expect(deletion.body).toEqual({ id: body.id, object: 'webhook_endpoint', deleted: true });
    const readAnswer = await bank.call(`${PATH}/${body.id}`, { key });
    expect([readAnswer.status, readAnswer.body.code]).toEqual([404, 'webhook_endpoint_not_found']);
    expect(await readEventTypes(body.id)).toContain('webhook.endpoint.deleted');
  });

  it('of production is invisible in the sandbox, and vice versa', async () => {
    const owner = await register(bank);
    const liveKey = await claimLiveKey(bank, owner.key);
    const liveEndpoint = await createEndpoint({}, {}, liveKey);
    const sandboxEndpoint = await createEndpoint({}, {}, owner.key);
    expect([liveEndpoint.body.livemode, sandboxEndpoint.body.livemode]).toEqual([true, false]);
    for (const [callerKey, id] of [
      [owner.key, liveEndpoint.body.id],
      [liveKey, sandboxEndpoint.body.id],
    ]) {
      expect((await bank.call(`${PATH}/${id}`, { key: callerKey })).status).toBe(404);
      expect((await bank.call(PATH, { key: callerKey })).body.data).toHaveLength(1);
    }
  });

  it('is listed in pages, newest first', async () => {
    const owner = await register(bank);
    const createdIds: string[] = [];
    for (let count = 0; count < 3; count++)
      createdIds.unshift((await createEndpoint({}, {}, owner.key)).body.id);
    const firstPage = await bank.call(`${PATH}?limit=2`, { key: owner.key });
    const cursor = firstPage.body.nextCursor;
    const secondPage = await bank.call(`${PATH}?limit=2&startingAfter=${cursor}`, {
      key: owner.key,
    });
    const ids = [...firstPage.body.data, ...secondPage.body.data].map(
      ({ id }: { id: string }) => id,
    );
    expect([ids, secondPage.body.hasMore]).toEqual([createdIds, false]);
  });
});
