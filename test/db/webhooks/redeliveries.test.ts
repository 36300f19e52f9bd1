// Redeliveries on request: two requests cause one delivery, and no developer can request deliveries
// of another.

import { beforeEach, describe, expect, test } from 'vitest';
import { relayEvents } from '../../../db/events/relay.ts';
import { checkInvariants } from '../../../db/invariants.ts';
import { openSeal } from '../../../db/kernel/seal.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { recordAttempt } from '../../../db/webhooks/deliveries.ts';
import { listDeliveries, sequenceAt } from '../../../db/webhooks/delivery-reads.ts';
import { changeEndpoint } from '../../../db/webhooks/endpoints.ts';
import { listDue } from '../../../db/webhooks/mailboxes.ts';
import { replayEvents, resendEvent, retryDelivery } from '../../../db/webhooks/redeliveries.ts';
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
const ownEndpoint = (endpointId: string) => ({ tenantId: TENANT, endpointId });
const setEndpointStatus = (endpointId: string, status: 'enabled' | 'disabled') =>
  ledger.run(changeEndpoint, {
    ...ownEndpoint(endpointId),
    ifVersion: null,
    fields: {},
    status,
    cause,
  });
const again = { requestHash: Buffer.from('body'), cause };

function listViolated(): string[] {
  const { checks } = checkInvariants(ledger.database.raw, clock.now());
  return checks.filter((check) => check.violations > 0).map(({ name }) => name);
}

describe('a redelivery request', () => {
  test('makes a dead letter pending, brings a retry forward, and is refused for a delivered event', async () => {
    const id = await createEndpoint();
    await emitEvents(3);
    await ledger.run(relayEvents, 100);
    const [dead, laterId, doneId] = listDueDeliveries(id).map((delivery) => delivery.id);
    await recordFailure(dead ?? '', null);
    await recordFailure(laterId ?? '', 60 * MINUTE);
    await recordOutcome(doneId ?? '', {});
    const retry = (deliveryId = '') =>
      ledger.run(retryDelivery, { ...ownEndpoint(id), deliveryId });
    await retry(dead);
    await retry(laterId);
    await expect(retry(doneId)).rejects.toThrow('The delivery succeeded');
    await expect(retry('dlv_unknown')).rejects.toThrow('webhook_endpoint_not_found');
    expect(
      listDueDeliveries(id)
        .map((delivery) => delivery.id)
        .sort(),
    ).toEqual([dead, laterId].sort());
    const other = await createEndpoint();
    const foreignOrder = { ...ownEndpoint(other), deliveryId: dead ?? '' };
    await expect(ledger.run(retryDelivery, foreignOrder)).rejects.toThrow(
      'webhook_endpoint_not_found',
    );
    await setEndpointStatus(id, 'disabled');
    await expect(retry(dead)).rejects.toThrow(
      'The endpoint is disabled: enable the endpoint first.',
    );
  });

  test('for an event makes one more delivery, and none while one is open', async () => {
    const id = await createEndpoint();
    await emitEvents(1);
    await ledger.run(relayEvents, 100);
    const [first] = listDueDeliveries(id);
    const order = { tenantId: TENANT, eventId: first?.event.id ?? '', endpointId: null, ...again };
    const resend = () => ledger.run(resendEvent, order);
    expect(await resend()).toMatchObject({ deliveryIds: [] });
    await recordOutcome(first?.id ?? '', {});
    expect(await resend()).toMatchObject({ endpointIds: [id] });
    expect(await resend()).toMatchObject({ deliveryIds: [] });
    expect((await listAllDeliveries(id)).map((item) => item.cause)).toEqual(['resend', 'event']);
    const foreignOrder = { ...order, tenantId: 'dev_other' };
    await expect(ledger.run(resendEvent, foreignOrder)).rejects.toThrow(
      'webhook_endpoint_not_found',
    );
    expect(listViolated()).toEqual([]);
  });

  test('with the same key takes effect once', async () => {
    const id = await createEndpoint();
    await emitEvents(1);
    await ledger.run(relayEvents, 100);
    const [first] = listDueDeliveries(id);
    await recordOutcome(first?.id ?? '', {});
    const keyed = { requestHash: Buffer.from('a'), cause: { ...cause, idempotencyKey: 'once' } };
    const order = { tenantId: TENANT, eventId: first?.event.id ?? '', endpointId: id, ...keyed };
    const created = await ledger.run(resendEvent, order);
    const replayed = await ledger.run(resendEvent, order);
    expect(replayed).toMatchObject({ replayed: true });
    expect((replayed as { deliveryIds: unknown }).deliveryIds).toEqual(
      (created as { deliveryIds: unknown }).deliveryIds,
    );
    const other = { ...order, requestHash: Buffer.from('b') };
    await expect(ledger.run(resendEvent, other)).rejects.toThrow('idempotency_key_reused');
  });

  test('for a range delivers the events that the endpoint subscribes to, even from before its creation', async () => {
    await emitEvents(5);
    const id = await createEndpoint();
    const replay = (fromSequence: number, toSequence: number, max: number) =>
      ledger.run(replayEvents, {
        ...ownEndpoint(id),
        selection: { kind: 'range', fromSequence, toSequence },
        maxDeliveries: max,
        ...again,
      });
    const last = sequenceAt(ledger, TENANT, Number.POSITIVE_INFINITY) - 1;
    const first = await replay(1, last, 2);
    expect(first).toMatchObject({ result: { deliveries: 2, hasMore: true } });
    const { nextSequence } = (first as { result: { nextSequence: number } }).result;
    const second = await replay(nextSequence, last, 100);
    const deliveryFields = { deliveries: 3, hasMore: false, nextSequence: null };
    expect(second).toMatchObject({ result: deliveryFields });
    const none = { deliveries: 0, alreadyOpen: 5 };
    expect(await replay(1, last, 100)).toMatchObject({ result: none });
    expect(listViolated()).toEqual([]);
  });

  test('for failed deliveries makes all dead letters pending again', async () => {
    const id = await createEndpoint();
    await emitEvents(3);
    await ledger.run(relayEvents, 100);
    for (const { id: deliveryId } of listDueDeliveries(id)) await recordFailure(deliveryId, null);
    const replay = (max: number) =>
      ledger.run(replayEvents, {
        ...ownEndpoint(id),
        selection: { kind: 'failed' },
        maxDeliveries: max,
        ...again,
      });
    expect(await replay(2)).toMatchObject({ result: { deliveries: 2, hasMore: true } });
    expect(await replay(2)).toMatchObject({ result: { deliveries: 1, hasMore: false } });
    expect(listDueDeliveries(id)).toHaveLength(3);
  });
});
