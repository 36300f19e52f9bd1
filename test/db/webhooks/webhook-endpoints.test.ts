// Webhook endpoints in the database: every act adds one version and one event; an endpoint has at
// most two secrets, and a removed secret signs nothing.

import { beforeEach, describe, expect, test } from 'vitest';
import { type EventView, listEvents } from '../../../db/events/reads.ts';
import { mint } from '../../../db/kernel/mint.ts';
import { openSeal } from '../../../db/kernel/seal.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { sealingKeys } from '../../../db/sealing-keys.ts';
import {
  findEndpoint,
  findRecipient,
  findSecret,
  listEndpoints,
  secretContext,
} from '../../../db/webhooks/endpoint-reads.ts';
import type { EndpointOrder } from '../../../db/webhooks/endpoints.ts';
import {
  changeEndpoint,
  createEndpoint,
  pingEndpoint,
  removeEndpoint,
  rotateSecret,
  stopEndpoint,
} from '../../../db/webhooks/endpoints.ts';
import { isEventPattern, matchesPattern } from '../../../ledger/event.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { stoppedClock } from '../sqlite-rig.ts';
import type { Clock } from '../store-rig.ts';

const TENANT = 'dev_1';
const seal = openSeal(Buffer.alloc(32, 1).toString('base64'), '/nowhere');
let count = 0;
const sealSecret = (id: string) => seal.seal(`whsec_${++count}`, secretContext(id));
const cause = (idempotencyKey: string | null = null) => {
  return { actor: 'key_1', requestId: 'req_1', idempotencyKey };
};

let ledger: Ledger;
let clock: Clock;
beforeEach(async () => {
  count = 0;
  clock = stoppedClock();
  ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:', now: clock.now });
});

function orderOf(changes: Partial<EndpointOrder> = {}): EndpointOrder {
  const endpointId = mint('webhookEndpoint');
  return {
    tenantId: TENANT,
    url: { shownUrl: 'https://example.com/hook', sealed: null },
    description: null,
    events: ['*'],
    payload: 'full',
    metadata: {},
    endpointId,
    sealedSecret: sealSecret(endpointId),
    maxEndpoints: 3,
    requestHash: Buffer.from('body'),
    cause: cause(),
    ...changes,
  };
}

async function create(changes: Partial<EndpointOrder> = {}): Promise<string> {
  const outcome = await ledger.run(createEndpoint, orderOf(changes));
  return outcome.id;
}

const ownEndpoint = (endpointId: string) => ({ tenantId: TENANT, endpointId, ifVersion: null });
const change = (endpointId: string, changes: object) =>
  ledger.run(changeEndpoint, {
    ...ownEndpoint(endpointId),
    fields: {},
    cause: cause(),
    ...changes,
  });
const rotate = (endpointId: string, overlapMs: number, key: string | null = null) =>
  ledger.run(rotateSecret, {
    ...ownEndpoint(endpointId),
    sealedSecret: sealSecret(endpointId),
    overlapMs,
    requestHash: Buffer.from(String(overlapMs)),
    cause: cause(key),
  });
const secretsOf = (id: string) =>
  findRecipient(ledger, id)?.sealedSecrets.map((secret) => seal.open(secret, secretContext(id)));

async function events(): Promise<readonly EventView[]> {
  const page = await listEvents(ledger, { tenantId: TENANT, afterSequence: 0, limit: 100 });
  return page.data;
}
const typesOf = async () => (await events()).map(({ type }) => type.replace(/.*endpoint\./, ''));

describe('a webhook endpoint', () => {
  test('is stored with its event, which shows the endpoint as the API does', async () => {
    const id = await create();
    const [event, ...otherEvents] = await events();
    expect(otherEvents).toEqual([]);
    expect(event).toMatchObject({ type: 'webhook.endpoint.created', objectVersion: 1 });
    expect(event?.data.object).toEqual(await findEndpoint(ledger, TENANT, id));
    expect(JSON.stringify(event)).not.toMatch(/whsec|sealed|v1\./);
  });

  test('is created once for a key, and not beyond the allowed number', async () => {
    const order = orderOf({ cause: cause('k'), maxEndpoints: 1 });
    const [first, second] = await Promise.all([1, 2].map(() => ledger.run(createEndpoint, order)));
    expect(second).toEqual({ ...first, replayed: true });
    const reused = { ...order, requestHash: Buffer.from('other') };
    await expect(ledger.run(createEndpoint, reused)).rejects.toThrow('idempotency_key_reused');
    const secondEndpoint = ledger.run(createEndpoint, orderOf({ maxEndpoints: 1 }));
    await expect(secondEndpoint).rejects.toThrow('webhook_endpoint_limit');
    expect(
      await ledger.run(createEndpoint, orderOf({ maxEndpoints: 1, tenantId: 'dev_2' })),
    ).toMatchObject({
      replayed: false,
    });
    expect(await typesOf()).toEqual(['created']);
  });

  test('changes by one version per act, with its earlier values in the event', async () => {
    const id = await create();
    await change(id, { fields: { events: ['account.*'], payload: 'thin' } });
    await change(id, { status: 'disabled' });
    await change(id, { status: 'enabled', fields: { description: 'again' } });
    expect(await typesOf()).toEqual(['created', 'updated', 'disabled', 'enabled']);
    const [, updated, disabled, enabled] = await events();
    expect(updated?.data).toMatchObject({ previous: { events: ['*'], payload: 'full' } });
    expect(disabled?.data.object.statusReason).toMatchObject({ code: 'owner' });
    expect(enabled?.data).toMatchObject({
      object: { version: 4, statusReason: null },
      previous: { status: 'disabled', description: null },
    });
  });

  test('set to its own values stays as it is, without an event', async () => {
    const id = await create();
    await change(id, { status: 'enabled', fields: { events: ['*'], url: undefined } });
    await change(id, {});
    expect(await typesOf()).toEqual(['created']);
    expect((await findEndpoint(ledger, TENANT, id))?.version).toBe(1);
  });

  test('of another tenant, or with another version, is not changed', async () => {
    const id = await create();
    const foreignChange = { ...ownEndpoint(id), tenantId: 'dev_2', cause: cause(), fields: {} };
    const hash = { requestHash: Buffer.alloc(0) };
    for (const act of [
      ledger.run(changeEndpoint, foreignChange),
      ledger.run(removeEndpoint, foreignChange),
      ledger.run(pingEndpoint, { ...foreignChange, ...hash }),
      ledger.run(rotateSecret, { ...foreignChange, ...hash, sealedSecret: 'sealed', overlapMs: 0 }),
    ]) {
      await expect(act).rejects.toThrow('webhook_endpoint_not_found');
    }
    expect(await findEndpoint(ledger, 'dev_2', id)).toBeNull();
    const old = { ...ownEndpoint(id), ifVersion: 7, cause: cause(), fields: {} };
    const conflict = 'The object now has version 1';
    await expect(ledger.run(changeEndpoint, { ...old, status: 'disabled' })).rejects.toThrow(
      conflict,
    );
    await expect(ledger.run(removeEndpoint, old)).rejects.toThrow(conflict);
    expect(await typesOf()).toEqual(['created']);
  });

  test('that is removed signs nothing; its row stays for its deliveries', async () => {
    const id = await create();
    await rotate(id, 1000);
    await ledger.run(removeEndpoint, { ...ownEndpoint(id), cause: cause() });
    expect(await findEndpoint(ledger, TENANT, id)).toBeNull();
    expect((await listEndpoints(ledger, TENANT, { limit: 10, startingAfter: null })).data).toEqual(
      [],
    );
    expect(findRecipient(ledger, id)).toBeNull();
    expect(sealingKeys(ledger)).toEqual([]);
    const { raw } = ledger.database;
    const row = raw.prepare('SELECT secret, previous_secret FROM webhook_endpoints').get();
    expect(row).toEqual({ secret: null, previous_secret: null });
    await expect(change(id, { status: 'enabled' })).rejects.toThrow('endpoint_not_found');
    expect(() => raw.exec('UPDATE webhook_endpoints SET version = version + 1')).toThrow('removed');
    expect(() => raw.exec('DELETE FROM webhook_endpoints')).toThrow('for their deliveries');
    expect(await typesOf()).toEqual(['created', 'secret_rotated', 'deleted']);
  });

  test('disabled by the engine states the reason, and a disabled endpoint is not changed again', async () => {
    const id = await create();
    const stop = { endpointId: id, code: 'gone', message: 'It answered 410.', cause: cause() };
    await ledger.run(stopEndpoint, stop);
    await ledger.run(stopEndpoint, stop);
    expect(await findEndpoint(ledger, TENANT, id)).toMatchObject({
      status: 'auto_disabled',
      statusReason: { code: 'gone', message: 'It answered 410.' },
    });
    expect(await typesOf()).toEqual(['created', 'disabled']);
  });

  test('that is pinged gets one event per key, and none while disabled', async () => {
    const id = await create();
    const ping = { ...ownEndpoint(id), requestHash: Buffer.alloc(0), cause: cause('p') };
    const first = await ledger.run(pingEndpoint, ping);
    expect(await ledger.run(pingEndpoint, ping)).toEqual({ ...first, replayed: true });
    expect((await events()).at(-1)).toMatchObject({
      type: 'webhook.test',
      data: { object: { id } },
    });
    await change(id, { status: 'disabled' });
    const latePing = ledger.run(pingEndpoint, { ...ping, cause: cause() });
    await expect(latePing).rejects.toThrow('The endpoint is disabled, and');
  });
});

describe('webhook secrets', () => {
  test('are two during a rotation, the newest first, and one after the rotation', async () => {
    const id = await create();
    expect(secretsOf(id)).toEqual(['whsec_1']);
    await rotate(id, 1000);
    expect(secretsOf(id)).toEqual(['whsec_2', 'whsec_1']);
    clock.move(999);
    expect(secretsOf(id)).toEqual(['whsec_2', 'whsec_1']);
    clock.move(1);
    expect(secretsOf(id)).toEqual(['whsec_2']);
  });

  test('are never three: a second rotation ends the overlap of the first', async () => {
    const id = await create();
    await rotate(id, 1000);
    await rotate(id, 1000);
    expect(secretsOf(id)).toEqual(['whsec_3', 'whsec_2']);
    await rotate(id, 0);
    expect(secretsOf(id)).toEqual(['whsec_4']);
  });

  test('are rotated once for a key, which shows the new secret while it is valid', async () => {
    const id = await create();
    await rotate(id, 1000, 'r');
    expect(await rotate(id, 1000, 'r')).toMatchObject({ secretNumber: 2, replayed: true });
    await expect(rotate(id, 2000, 'r')).rejects.toThrow('idempotency_key_reused');
    expect(secretsOf(id)).toEqual(['whsec_2', 'whsec_1']);
    const readShown = (number: number) => {
      const sealed = findSecret(ledger, id, number);
      return sealed && seal.open(sealed, secretContext(id));
    };
    expect([0, 1, 2, 3].map(readShown)).toEqual([null, 'whsec_1', 'whsec_2', null]);
    clock.move(1000);
    expect([1, 2].map(readShown)).toEqual([null, 'whsec_2']);
  });

  test('name the key that sealed them', async () => {
    expect(sealingKeys(ledger)).toEqual([]);
    await rotate(await create(), 1000);
    expect(sealingKeys(ledger)).toEqual([seal.keyId]);
  });
});

describe('an event pattern', () => {
  test.each([
    ['*', 'account.created', true],
    ['account.*', 'account.created', true],
    ['customer.*', 'customer.kyc.verified', true],
    ['customer.kyc.*', 'customer.kyc.verified', true],
    ['customer.kyc.*', 'customer.created', false],
    ['account.created', 'account.created', true],
    ['account.created', 'account.updated', false],
    ['account.*', 'accounts.created', false],
    ['account', 'account.created', false],
    ['*.created', 'account.created', false],
    ['', 'account.created', false],
  ])('%s matches %s: %s', (pattern, type, matches) => {
    expect(matchesPattern(pattern, type)).toBe(matches);
  });

  test('is valid only when some event type can match it', () => {
    const patterns = ['*', 'account.*', 'customer.kyc.*', 'transaction.posted', 'webhook.test'];
    expect(patterns.filter((pattern) => !isEventPattern(pattern))).toEqual([]);
    const invalidPatterns = [
      '',
      '.*',
      '**',
      'account',
      'account.',
      'acount.*',
      '*.*',
      'account.*.*',
      'a*',
    ];
    expect(invalidPatterns.filter(isEventPattern)).toEqual([]);
  });
});
