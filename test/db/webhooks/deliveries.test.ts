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

const createEndpoint = async (
  events: readonly string[] = ['customer.created'],
  tenantId = TENANT,
) => (await openEndpoint(ledger, seal, { url: 'https://example.com/hook', events, tenantId })).id;
const emitEvents = async (count: number) => {
  for (let n = 0; n < count; n += 1) await openCustomer(ledger);
};
const listDueDeliveries = (endpointId: string, limit = 100) =>
  listDue(ledger, { endpointId, now: clock.now(), limit });
const listAllDeliveries = async (endpointId: string) =>
  (await listDeliveries(ledger, { endpointId, status: null, limit: 100, startingAfter: null }))
    .data;
const recordOutcome = (id: string, fields: Parameters<typeof makeAttempt>[1]) =>
  ledger.run(recordAttempt, makeAttempt(id, { at: clock.now(), ...fields }));
const recordFailure = (id: string, retryInMs: number | null) =>
  recordOutcome(id, { delivered: false, retryInMs });
const STOP_AFTER = { delivered: false, retryInMs: 1, stopAfterMs: MINUTE };
const run = (sql: string) => ledger.database.raw.prepare(sql).run();
const ownEndpoint = (endpointId: string) => ({ tenantId: TENANT, endpointId });
const setEndpointStatus = (endpointId: string, status: 'enabled' | 'disabled') =>
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
    const [first, second] = [await createEndpoint(), await createEndpoint(['customer.*'])];
    await emitEvents(5);
    const pages = [];
    for (
      let page = await ledger.run(relayEvents, 3);
      page.events > 0;
      page = await ledger.run(relayEvents, 3)
    ) {
      pages.push(page.events);
    }
    expect(pages.every((events) => events <= 3)).toBe(true);
    expect(await listAllDeliveries(first)).toHaveLength(5);
    const sequences = listDueDeliveries(second).map(({ event }) => event.sequence);
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    expect(readRelayLag(ledger)).toMatchObject({ behind: 0, awaited: true });
    expect(listViolated()).toEqual([]);
  });

  test('writes a few hundred deliveries in a step, however many endpoints listen', async () => {
    const endpoints = await Promise.all(Array.from({ length: 20 }, () => createEndpoint()));
    await emitEvents(30);
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
    for (const endpointId of endpoints)
      expect(await listAllDeliveries(endpointId)).toHaveLength(30);
    expect(listViolated()).toEqual([]);
  });

  test('advances without a delivery when no endpoint exists', async () => {
    await emitEvents(3);
    expect(readRelayLag(ledger)).toMatchObject({ behind: 3, awaited: false });
    expect(await ledger.run(relayEvents, 1)).toEqual({ events: 3, endpoints: [] });
    expect(readRelayLag(ledger).behind).toBe(0);
    const lateEndpointId = await createEndpoint();
    await ledger.run(relayEvents, 100);
    expect(await listAllDeliveries(lateEndpointId)).toEqual([]);
  });

  test("creates no delivery for another tenant's endpoint or a disabled endpoint", async () => {
    const [stranger, disabled] = [
      await createEndpoint(['*'], 'dev_other'),
      await createEndpoint(['*']),
    ];
    await setEndpointStatus(disabled, 'disabled');
    await ledger.run(relayEvents, 100);
    const before = (await listAllDeliveries(stranger)).length;
    await emitEvents(2);
    await ledger.run(relayEvents, 100);
    expect((await listAllDeliveries(stranger)).length).toBe(before);
    expect(await listAllDeliveries(disabled)).toEqual([]);
    expect(listViolated()).toEqual([]);
  });

  test('keeps the order of the events when the clock is set back', async () => {
    const id = await createEndpoint();
    await emitEvents(2);
    await ledger.run(relayEvents, 100);
    clock.move(-MINUTE);
    await emitEvents(2);
    await ledger.run(relayEvents, 100);
    clock.move(MINUTE);
    const sequences = listDueDeliveries(id).map(({ event }) => event.sequence);
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
  });

  test('never moves its cursor back or past the log, and the cursor is never removed', async () => {
    await emitEvents(2);
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
    const id = await createEndpoint();
    await emitEvents(1);
    await ledger.run(relayEvents, 100);
    const [{ id: deliveryId } = { id: '' }] = listDueDeliveries(id);
    expect(await recordFailure(deliveryId, MINUTE)).toMatchObject({ status: 'retrying' });
    expect(listDueDeliveries(id)).toEqual([]);
    clock.move(MINUTE + 7);
    expect(listDueDeliveries(id)).toHaveLength(1);
    expect(await recordFailure(deliveryId, null)).toMatchObject({ status: 'failed' });
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
    const id = await createEndpoint();
    await emitEvents(1);
    await ledger.run(relayEvents, 100);
    const [{ id: deliveryId } = { id: '' }] = listDueDeliveries(id);
    await recordOutcome(deliveryId, {});
    expect(await recordFailure(deliveryId, MINUTE)).toMatchObject({ status: 'delivered' });
    expect((await findDelivery(ledger, id, deliveryId))?.attemptCount).toBe(2);
    expect(await recordOutcome('dlv_unknown', {})).toBeNull();
    expect(listViolated()).toEqual([]);
  });

  test('answered with 410 disables the endpoint with an event, in one transaction', async () => {
    const id = await createEndpoint();
    await emitEvents(2);
    await ledger.run(relayEvents, 100);
    const [{ id: deliveryId } = { id: '' }] = listDueDeliveries(id);
    const outcome = await recordOutcome(deliveryId, {
      delivered: false,
      httpStatus: 410,
      retryInMs: 5,
    });
    expect(outcome).toMatchObject({ status: 'failed', stopped: true });
    expect(await findEndpoint(ledger, TENANT, id)).toMatchObject({
      status: 'auto_disabled',
      statusReason: { code: 'gone' },
    });
    const log = await listEvents(ledger, { tenantId: TENANT, afterSequence: 0, limit: 100 });
    expect(log.data.at(-1)?.type).toBe('webhook.endpoint.disabled');
  });

  test('that fails after days of failing disables the endpoint; one success restarts the count', async () => {
    const id = await createEndpoint();
    await emitEvents(3);
    await ledger.run(relayEvents, 100);
    const [first, second, third] = listDueDeliveries(id).map((delivery) => delivery.id);
    await recordOutcome(first ?? '', STOP_AFTER);
    clock.move(59_999);
    expect(await recordOutcome(second ?? '', STOP_AFTER)).toMatchObject({ stopped: false });
    await recordOutcome(third ?? '', {});
    clock.move(1);
    expect(await recordOutcome(second ?? '', STOP_AFTER)).toMatchObject({ stopped: false });
    clock.move(60_000);
    expect(await recordOutcome(second ?? '', STOP_AFTER)).toMatchObject({ stopped: true });
    await setEndpointStatus(id, 'enabled');
    expect(readMailbox(ledger, id).failuresInRow).toBe(0);
    expect(await recordOutcome(second ?? '', STOP_AFTER)).toMatchObject({ stopped: false });
  });

  test('is never changed or removed, nor is a delivery; states change only as permitted', async () => {
    const id = await createEndpoint();
    await emitEvents(2);
    await ledger.run(relayEvents, 100);
    const [{ id: deliveryId } = { id: '' }] = listDueDeliveries(id);
    await recordOutcome(deliveryId, {});
    const path = `WHERE id = '${deliveryId}'`;
    for (const [sql, trigger] of [
      ['UPDATE delivery_attempts SET at = 0', 'append-only'],
      ['DELETE FROM delivery_attempts', 'append-only'],
      ['DELETE FROM deliveries', 'never deleted'],
      [`UPDATE deliveries SET event_row = 1 ${path}`, 'never changes'],
      [
        `UPDATE deliveries SET status = 'pending', delivered_at = NULL, next_attempt_at = 1 ${path}`,
        'change is not allowed',
      ],
    ] as const) {
      expect(() => run(sql), sql).toThrow(trigger);
    }
  });
});

describe('an endpoint that was down and answers again', () => {
  test('gets all missed events at once, in their order', async () => {
    const id = await createEndpoint();
    await emitEvents(8);
    await ledger.run(relayEvents, 100);
    const missed = listDueDeliveries(id).map((delivery) => delivery.id);
    for (const item of missed.slice(0, DOWN_AFTER_FAILURES).reverse())
      await recordFailure(item, 60 * MINUTE);
    expect(readMailbox(ledger, id).failuresInRow).toBe(DOWN_AFTER_FAILURES);
    const last = missed.at(-1) ?? '';
    expect(await recordOutcome(last, {})).toMatchObject({ failuresBefore: DOWN_AFTER_FAILURES });
    expect(readMailbox(ledger, id).failuresInRow).toBe(DOWN_AFTER_FAILURES);
    expect(await ledger.run(recoverEndpoint, { endpointId: id, after: '' })).toBeNull();
    expect(readMailbox(ledger, id).failuresInRow).toBe(0);
    expect(listDueDeliveries(id).map((delivery) => delivery.id)).toEqual(missed.slice(0, -1));
    expect(listViolated()).toEqual([]);
  });

  test('is found by the sweeper when its due deliveries are not attempted, and not during attempts', async () => {
    const id = await createEndpoint();
    await emitEvents(1);
    await ledger.run(relayEvents, 100);
    const listUnattended = () =>
      listUnattendedEndpoints(ledger, { quietSince: clock.now() - 10_000, limit: 10 });
    expect(listUnattended()).toEqual([]);
    clock.move(10_001);
    expect(listUnattended()).toEqual([{ endpointId: id, tenantId: TENANT }]);
    const [{ id: deliveryId } = { id: '' }] = listDueDeliveries(id);
    await recordFailure(deliveryId, 0);
    expect(listUnattended()).toEqual([]);
    clock.move(10_009);
    expect(listUnattended()).toHaveLength(1);
    await setEndpointStatus(id, 'disabled');
    expect(listUnattended()).toEqual([]);
  });
});

describe('the figures of an endpoint', () => {
  test('count all deliveries, and are made from the latest attempts', async () => {
    const id = await createEndpoint();
    expect(await readStatistics(ledger, id)).toMatchObject({
      deliveries: { pending: 0, retrying: 0, delivered: 0, failed: 0 },
      successRate: null,
      durationMs: { p50: null, p95: null },
      lastSuccessAt: null,
    });
    await emitEvents(4);
    await ledger.run(relayEvents, 100);
    const [first, second, three] = listDueDeliveries(id).map((delivery) => delivery.id);
    await recordOutcome(first ?? '', { durationMs: 10 });
    await recordOutcome(second ?? '', { durationMs: 30 });
    await recordFailure(three ?? '', MINUTE);
    expect(await readStatistics(ledger, id)).toMatchObject({
      deliveries: { pending: 1, retrying: 1, delivered: 2, failed: 0 },
      sampledAttempts: 3,
      successRate: 2 / 3,
      durationMs: { p50: 10, p95: 30 },
    });
  });
});
