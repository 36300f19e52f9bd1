// The rows of webhook deliveries: one delivery for every event and endpoint, only permitted changes
// of state, and attempts that never change.

import { beforeEach, describe, expect, test } from 'vitest';
import { listEvents } from '../../../db/events/reads.ts';
import { readRelayLag, relayEvents } from '../../../db/events/relay.ts';
import { checkInvariants } from '../../../db/invariants.ts';
import { openSeal } from '../../../db/kernel/seal.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { recordAttempt, recoverEndpoint } from '../../../db/webhooks/deliveries.ts';
import {
  findDelivery,
  listDeliveries,
  readStatistics,
} from '../../../db/webhooks/delivery-reads.ts';
import { findEndpoint } from '../../../db/webhooks/endpoint-reads.ts';
import { changeEndpoint } from '../../../db/webhooks/endpoints.ts';
import {
  countDeliveries,
  countOpen,
  listDue,
  listUnattendedEndpoints,
  readMailbox,
} from '../../../db/webhooks/mailboxes.ts';
import { DOWN_AFTER_FAILURES } from '../../../ledger/webhook.ts';
import { cause, openCustomer, TENANT } from '../../kit/bank/books.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { makeAttempt, openEndpoint } from '../../kit/outside/endpoints.ts';
import { stoppedClock } from '../sqlite-rig.ts';
import type { Clock } from '../store-rig.ts';

const seal = openSeal(Buffer.alloc(32, 1).toString('base64'), '/nowhere');
const MINUTE = 60_000;

let ledger: Ledger;
let clock: Clock;
beforeEach(async () => {
  clock = stoppedClock();
  ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:', now: clock.now });
});

const open = async (events: readonly string[] = ['customer.created'], tenantId = TENANT) =>
  (await openEndpoint(ledger, seal, { url: 'https://example.com/hook', events, tenantId })).id;
const emit = async (count: number) => {
  for (let n = 0; n < count; n += 1) await openCustomer(ledger);
};
const due = (endpointId: string, limit = 100) =>
  listDue(ledger, { endpointId, now: clock.now(), limit });
const all = async (endpointId: string) =>
  (await listDeliveries(ledger, { endpointId, status: null, limit: 100, startingAfter: null }))
    .data;
const record = (id: string, fields: Parameters<typeof makeAttempt>[1]) =>
  ledger.run(recordAttempt, makeAttempt(id, { at: clock.now(), ...fields }));
const fail = (id: string, retryInMs: number | null) => record(id, { delivered: false, retryInMs });
const STOP_AFTER = { delivered: false, retryInMs: 1, stopAfterMs: MINUTE };
const run = (sql: string) => ledger.database.raw.prepare(sql).run();
const ownEndpoint = (endpointId: string) => ({ tenantId: TENANT, endpointId });
const enable = (endpointId: string, status: 'enabled' | 'disabled') =>
  ledger.run(changeEndpoint, {
    ...ownEndpoint(endpointId),
    ifVersion: null,
    fields: {},
    status,
    cause,
  });

function listViolated(): string[] {
  const { checks } = checkInvariants(ledger.database.raw, clock.now());
  return checks.filter((check) => check.violations > 0).map(({ name }) => name);
}

describe('the webhook relay', () => {
  test('gives each event to every endpoint, once, page by page', async () => {
    const [first, second] = [await open(), await open(['customer.*'])];
    await emit(5);
    const pages = [];
    for (
      let page = await ledger.run(relayEvents, 3);
      page.events > 0;
      page = await ledger.run(relayEvents, 3)
    ) {
      pages.push(page.events);
    }
    expect(pages.every((events) => events <= 3)).toBe(true);
    expect(await all(first)).toHaveLength(5);
    const sequences = due(second).map(({ event }) => event.sequence);
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    expect(readRelayLag(ledger)).toMatchObject({ behind: 0, awaited: true });
    expect(listViolated()).toEqual([]);
  });

  test('writes a few hundred deliveries in a step, however many endpoints listen', async () => {
    const endpoints = await Promise.all(Array.from({ length: 20 }, () => open()));
    await emit(30);
    const steps: number[] = [];
    for (let before = 0; readRelayLag(ledger).behind > 0; ) {
      await ledger.run(relayEvents, 256);
      const rows = ledger.database.raw
        .prepare<[], number>('SELECT count(*) FROM deliveries')
        .pluck()
        .get();
      steps.push((rows ?? 0) - before);
      before = rows ?? 0;
    }
    expect(Math.max(...steps)).toBeLessThan(256 + 20);
    expect(steps.length).toBeGreaterThan(1);
    for (const endpointId of endpoints) expect(await all(endpointId)).toHaveLength(30);
    expect(listViolated()).toEqual([]);
  });

  test('advances without a delivery when no endpoint exists', async () => {
    await emit(3);
    expect(readRelayLag(ledger)).toMatchObject({ behind: 3, awaited: false });
    expect(await ledger.run(relayEvents, 1)).toEqual({ events: 3, endpoints: [] });
    expect(readRelayLag(ledger).behind).toBe(0);
    const lateEndpoint = await open();
    await ledger.run(relayEvents, 100);
    expect(await all(lateEndpoint)).toEqual([]);
  });

  test("creates no delivery for another tenant's endpoint or a disabled endpoint", async () => {
    const [stranger, disabled] = [await open(['*'], 'dev_other'), await open(['*'])];
    await enable(disabled, 'disabled');
    await ledger.run(relayEvents, 100);
    const before = (await all(stranger)).length;
    await emit(2);
    await ledger.run(relayEvents, 100);
    expect((await all(stranger)).length).toBe(before);
    expect(await all(disabled)).toEqual([]);
    expect(listViolated()).toEqual([]);
  });

  test('keeps the order of the events when the clock is set back', async () => {
    const id = await open();
    await emit(2);
    await ledger.run(relayEvents, 100);
    clock.move(-MINUTE);
    await emit(2);
    await ledger.run(relayEvents, 100);
    clock.move(MINUTE);
    const sequences = due(id).map(({ event }) => event.sequence);
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
  });

  test('never moves its cursor back or past the log, and the cursor is never removed', async () => {
    await emit(2);
    await ledger.run(relayEvents, 100);
    for (const sql of [
      'UPDATE relay_cursor SET event_row = event_row - 1',
      'UPDATE relay_cursor SET event_row = event_row + 1',
      'DELETE FROM relay_cursor',
    ]) {
      expect(() => run(sql), sql).toThrow('the relay reads the log once');
    }
  });
});

describe('a delivery attempt', () => {
  test('that fails is followed by another until the retry schedule ends', async () => {
    const id = await open();
    await emit(1);
    await ledger.run(relayEvents, 100);
    const [{ id: deliveryId } = { id: '' }] = due(id);
    expect(await fail(deliveryId, MINUTE)).toMatchObject({ status: 'retrying' });
    expect(due(id)).toEqual([]);
    clock.move(MINUTE + 7);
    expect(due(id)).toHaveLength(1);
    expect(await fail(deliveryId, null)).toMatchObject({ status: 'failed' });
    expect(countOpen(ledger, id)).toBe(0);
    const delivery = await findDelivery(ledger, id, deliveryId);
    expect(delivery?.attempts.map(({ number, httpStatus }) => [number, httpStatus])).toEqual([
      [1, 500],
      [2, 500],
    ]);
    expect(countDeliveries(ledger)).toEqual({ pending: 0, retrying: 0, failed: 1 });
    expect(listViolated()).toEqual([]);
  });

  test('that comes too late changes no final state, and is still recorded', async () => {
    const id = await open();
    await emit(1);
    await ledger.run(relayEvents, 100);
    const [{ id: deliveryId } = { id: '' }] = due(id);
    await record(deliveryId, {});
    expect(await fail(deliveryId, MINUTE)).toMatchObject({ status: 'delivered' });
    expect((await findDelivery(ledger, id, deliveryId))?.attemptCount).toBe(2);
    expect(await record('dlv_unknown', {})).toBeNull();
    expect(listViolated()).toEqual([]);
  });

  test('answered with 410 disables the endpoint with an event, in one transaction', async () => {
    const id = await open();
    await emit(2);
    await ledger.run(relayEvents, 100);
    const [{ id: deliveryId } = { id: '' }] = due(id);
    const outcome = await record(deliveryId, { delivered: false, httpStatus: 410, retryInMs: 5 });
    expect(outcome).toMatchObject({ status: 'failed', stopped: true });
    expect(await findEndpoint(ledger, TENANT, id)).toMatchObject({
      status: 'auto_disabled',
      statusReason: { code: 'gone' },
    });
    const log = await listEvents(ledger, { tenantId: TENANT, afterSequence: 0, limit: 100 });
    expect(log.data.at(-1)?.type).toBe('webhook.endpoint.disabled');
  });

  test('that fails after days of failing disables the endpoint; one success restarts the count', async () => {
    const id = await open();
    await emit(3);
    await ledger.run(relayEvents, 100);
    const [first, second, three] = due(id).map((delivery) => delivery.id);
    await record(first ?? '', STOP_AFTER);
    clock.move(59_999);
    expect(await record(second ?? '', STOP_AFTER)).toMatchObject({ stopped: false });
    await record(three ?? '', {});
    clock.move(1);
    expect(await record(second ?? '', STOP_AFTER)).toMatchObject({ stopped: false });
    clock.move(60_000);
    expect(await record(second ?? '', STOP_AFTER)).toMatchObject({ stopped: true });
    await enable(id, 'enabled');
    expect(readMailbox(ledger, id).failuresInRow).toBe(0);
    expect(await record(second ?? '', STOP_AFTER)).toMatchObject({ stopped: false });
  });

  test('is never changed or removed, nor is a delivery; states change only as permitted', async () => {
    const id = await open();
    await emit(2);
    await ledger.run(relayEvents, 100);
    const [{ id: deliveryId } = { id: '' }] = due(id);
    await record(deliveryId, {});
    const path = `WHERE id = '${deliveryId}'`;
    for (const [sql, trigger] of [
      ['UPDATE delivery_attempts SET at = 0', 'append-only'],
      ['DELETE FROM delivery_attempts', 'append-only'],
      ['DELETE FROM deliveries', 'never deleted'],
      [`UPDATE deliveries SET event_row = 1 ${path}`, 'never changes'],
      [
        `UPDATE deliveries SET status = 'pending', delivered_at = NULL, next_attempt_at = 1 ${path}`,
        'edge is not allowed',
      ],
    ] as const) {
      expect(() => run(sql), sql).toThrow(trigger);
    }
  });
});

describe('an endpoint that was down and answers again', () => {
  test('gets all missed events at once, in their order', async () => {
    const id = await open();
    await emit(8);
    await ledger.run(relayEvents, 100);
    const missed = due(id).map((delivery) => delivery.id);
    for (const item of missed.slice(0, DOWN_AFTER_FAILURES).reverse())
      await fail(item, 60 * MINUTE);
    expect(readMailbox(ledger, id).failuresInRow).toBe(DOWN_AFTER_FAILURES);
    const last = missed.at(-1) ?? '';
    expect(await record(last, {})).toMatchObject({ failuresBefore: DOWN_AFTER_FAILURES });
    expect(readMailbox(ledger, id).failuresInRow).toBe(DOWN_AFTER_FAILURES);
    expect(await ledger.run(recoverEndpoint, { endpointId: id, after: '' })).toBeNull();
    expect(readMailbox(ledger, id).failuresInRow).toBe(0);
    expect(due(id).map((delivery) => delivery.id)).toEqual(missed.slice(0, -1));
    expect(listViolated()).toEqual([]);
  });

  test('is found by the sweeper when it was forgotten, and not during attempts', async () => {
    const id = await open();
    await emit(1);
    await ledger.run(relayEvents, 100);
    const listUnattended = () =>
      listUnattendedEndpoints(ledger, { quietSince: clock.now() - 10_000, limit: 10 });
    expect(listUnattended()).toEqual([]);
    clock.move(10_001);
    expect(listUnattended()).toEqual([{ endpointId: id, tenantId: TENANT }]);
    const [{ id: deliveryId } = { id: '' }] = due(id);
    await fail(deliveryId, 0);
    expect(listUnattended()).toEqual([]);
    clock.move(10_009);
    expect(listUnattended()).toHaveLength(1);
    await enable(id, 'disabled');
    expect(listUnattended()).toEqual([]);
  });
});

describe('the figures of an endpoint', () => {
  test('count all deliveries, and are made from the latest attempts', async () => {
    const id = await open();
    expect(await readStatistics(ledger, id)).toMatchObject({
      deliveries: { pending: 0, retrying: 0, delivered: 0, failed: 0 },
      successRate: null,
      durationMs: { p50: null, p95: null },
      lastSuccessAt: null,
    });
    await emit(4);
    await ledger.run(relayEvents, 100);
    const [first, second, three] = due(id).map((delivery) => delivery.id);
    await record(first ?? '', { durationMs: 10 });
    await record(second ?? '', { durationMs: 30 });
    await fail(three ?? '', MINUTE);
    expect(await readStatistics(ledger, id)).toMatchObject({
      deliveries: { pending: 1, retrying: 1, delivered: 2, failed: 0 },
      sampledAttempts: 3,
      successRate: 2 / 3,
      durationMs: { p50: 10, p95: 30 },
    });
  });
});
