// Every event reaches every endpoint, signed and in order, and is retried along the whole schedule.

import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { checkInvariants } from '../../db/invariants.ts';
import type { DeliveryView } from '../../db/webhooks/delivery-view.ts';
import { changeEndpoint, pingEndpoint, removeEndpoint } from '../../db/webhooks/endpoints.ts';
import { eventRelayWorkflowId, webhookEndpointWorkflowId } from '../../ledger/workflow-id.ts';
import { verifyWebhook } from '../../packages/verify/webhook.mjs';
import { NUDGE } from '../../workflows/messages.ts';
import { cause, TENANT } from '../kit/bank/books.ts';
import { BEHAVIOURS, openReceiver, type Receiver } from '../kit/outside/receiver.ts';
import { openWebhookRig, type WebhookRig } from '../kit/workflows/webhook-rig.ts';

// A retry schedule of two days, shortened to two seconds.
const RETRY_DELAYS_MS = [300, 500, 700];
const POLL = { timeout: 45_000, interval: 25 };

let rig: WebhookRig;
let receiver: Receiver;
beforeAll(async () => {
  rig = await openWebhookRig({
    temporalAddress: inject('temporalAddress'),
    patience: { delaysMs: RETRY_DELAYS_MS, stopAfterMs: 3_000 },
    sendTimeoutMs: 4_000,
  });
  await rig.startRelay();
});
beforeAll(async () => {
  receiver = await openReceiver();
});
afterEach(() => receiver.behave(BEHAVIOURS.ok));
afterAll(async () => {
  await rig.close();
  await receiver.close();
});

let paths = 0;
/** Creates an endpoint with its own path at the receiver. */
async function openListener(behaviour = BEHAVIOURS.ok, events?: readonly string[]) {
  const path = `/${++paths}`;
  receiver.behave((arrival, response) => {
    (arrival.path === path ? behaviour : BEHAVIOURS.ok)(arrival, response);
  });
  const endpoint = await rig.createEndpoint(receiver.url + path, events);
  const arrivals = () => receiver.arrivals.filter((arrival) => arrival.path === path);
  const deliveries = () => rig.listAllDeliveries(endpoint.id);
  const stop = () =>
    rig.ledger.run(removeEndpoint, {
      tenantId: TENANT,
      endpointId: endpoint.id,
      ifVersion: null,
      cause,
    });
  const first = async () => (await deliveries())[0] as DeliveryView;
  return { ...endpoint, arrivals, deliveries, first, stop };
}

const statuses = (all: readonly DeliveryView[]) => [...new Set(all.map((item) => item.status))];
const sortNumbers = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);

describe('a webhook event', () => {
  it('reaches every endpoint, signed, in the order of the log', async () => {
    const [first, second] = [await openListener(), await openListener()];
    const unsubscribed = await openListener(BEHAVIOURS.ok, ['transaction.*']);
    await rig.emit(100);
    // An event whose page the relay has not read has no delivery yet.
    for (const { deliveries } of [first, second]) {
      await expect.poll(async () => (await deliveries()).length, POLL).toBe(100);
      await expect.poll(async () => statuses(await deliveries()), POLL).toEqual(['delivered']);
    }
    const all = await first.deliveries();
    expect(all.map((delivery) => delivery.eventSequence)).toHaveLength(100);
    // Under load a delivery to the test's own receiver may time out; it is retried and counted.
    const attempts = all.reduce((sum, delivery) => sum + delivery.attemptCount, 0);
    expect(first.arrivals().length).toBeLessThanOrEqual(attempts);
    const starts = all.map((delivery) => Date.parse(delivery.attempts[0]?.at ?? ''));
    expect(starts).toEqual(sortNumbers(starts));
    const [arrival] = first.arrivals();
    if (!arrival) throw new Error('nothing came');
    const event = verifyWebhook({ headers: arrival.headers, body: arrival.text }, first.secret);
    expect(event).toMatchObject({ object: 'event', type: 'customer.created', objectVersion: 1 });
    expect(arrival.headers['webhook-id']).toBe(arrival.event.id);
    expect(await unsubscribed.deliveries()).toEqual([]);
    await Promise.all([first.stop(), second.stop(), unsubscribed.stop()]);
  });

  it('that happened before the endpoint existed is not sent to it', async () => {
    await rig.emit(3);
    const lateEndpoint = await openListener();
    await rig.emit(1);
    await expect
      .poll(async () => statuses(await lateEndpoint.deliveries()), POLL)
      .toEqual(['delivered']);
    expect(await lateEndpoint.deliveries()).toHaveLength(1);
    await lateEndpoint.stop();
  });

  it('of a ping goes to the pinged endpoint, and to no other', async () => {
    const [first, second] = [await openListener(), await openListener(BEHAVIOURS.ok, ['*'])];
    const requestHash = Buffer.from('ping');
    const target = { tenantId: TENANT, endpointId: first.id, ifVersion: null, cause, requestHash };
    await rig.ledger.run(pingEndpoint, target);
    await expect.poll(async () => statuses(await first.deliveries()), POLL).toEqual(['delivered']);
    expect((await first.first()).eventType).toBe('webhook.test');
    expect((await second.deliveries()).map((d) => d.eventType)).not.toContain('webhook.test');
    await Promise.all([first.stop(), second.stop()]);
  });
});

describe('a webhook receiver', () => {
  const FAILING_BEHAVIOURS = [
    ['answers 500', BEHAVIOURS.fails, 'http_status', 500],
    ['redirects', BEHAVIOURS.redirects('http://127.0.0.1:1/'), 'redirect_refused', 302],
    ['resets before it answers', BEHAVIOURS.resetsAtOnce, 'connection_reset', null],
    ['answers garbage', BEHAVIOURS.talksGarbage, 'invalid_response', null],
  ] as const;

  it.each(FAILING_BEHAVIOURS)(
    'that %s is retried along the whole retry schedule',
    async (_, behaviour, fault, status) => {
      const failing = await openListener(behaviour);
      await rig.emit(1);
      await expect.poll(async () => (await failing.first())?.status, POLL).toBe('failed');
      const { attempts, nextAttemptAt } = await failing.first();
      expect(attempts).toHaveLength(RETRY_DELAYS_MS.length + 1);
      expect(nextAttemptAt).toBeNull();
      expect(attempts[0]).toMatchObject({ number: 1, fault, httpStatus: status });
      for (const [index, step] of RETRY_DELAYS_MS.entries()) {
        const [before, after] = [attempts[index], attempts[index + 1]];
        if (!before || !after) throw new Error('the delivery has too few attempts');
        const waited = Date.parse(after.at) - Date.parse(before.at) - before.durationMs;
        expect(waited).toBeGreaterThanOrEqual(step * 0.8 - 1);
      }
      await failing.stop();
    },
  );

  it('that hangs is given up after the time limit, and retried', async () => {
    const hanging = await openListener(BEHAVIOURS.hangs);
    await rig.emit(1);
    await expect.poll(async () => (await hanging.first())?.attemptCount, POLL).toBeGreaterThan(1);
    expect((await hanging.first()).attempts[0]).toMatchObject({ fault: 'timeout' });
    await hanging.stop();
  });

  const DELIVERED_BEHAVIOURS = [
    ['resets in the middle of the body', BEHAVIOURS.resets],
    ['answers with ten megabytes', BEHAVIOURS.talksForEver],
  ] as const;

  it.each(DELIVERED_BEHAVIOURS)(
    'that answers 200 and %s counts as delivered',
    async (_, behaviour) => {
      const faulty = await openListener(behaviour);
      await rig.emit(1);
      await expect.poll(async () => (await faulty.first())?.status, POLL).toBe('delivered');
      const [attempt] = (await faulty.first()).attempts;
      expect(attempt?.httpStatus).toBe(200);
      expect((attempt?.responseExcerpt ?? '').length).toBeLessThanOrEqual(500);
      await faulty.stop();
    },
  );

  it('that asks for more time gets it', async () => {
    const busy = await openListener(BEHAVIOURS.asksForTime(3));
    await rig.emit(1);
    await expect.poll(async () => (await busy.first())?.attemptCount, POLL).toBe(2);
    const [attempt, second] = (await busy.first()).attempts;
    const waited =
      Date.parse(second?.at ?? '') - Date.parse(attempt?.at ?? '') - (attempt?.durationMs ?? 0);
    expect(waited).toBeGreaterThanOrEqual(3_000);
    await busy.stop();
  });

  it('that answers 410 is disabled with an event, and its workflow completes', async () => {
    const witness = await openListener(BEHAVIOURS.ok, ['webhook.endpoint.disabled']);
    const goneEndpoint = await openListener(BEHAVIOURS.gone);
    await rig.emit(2);
    await expect.poll(() => rig.readStatus(goneEndpoint.id), POLL).toBe('auto_disabled');
    await expect.poll(() => witness.arrivals().length, POLL).toBe(1);
    expect(witness.arrivals()[0]?.event.data.object).toMatchObject({
      id: goneEndpoint.id,
      statusReason: { code: 'gone' },
    });
    const workflow = rig.client.workflow.getHandle(webhookEndpointWorkflowId(goneEndpoint.id));
    await expect.poll(async () => (await workflow.describe()).status.name, POLL).toBe('COMPLETED');
    await Promise.all([witness.stop(), goneEndpoint.stop()]);
  });

  it('that fails for too long is disabled; enabled again, it gets the missed events', async () => {
    const failingEndpoint = await openListener(BEHAVIOURS.fails);
    for (let round = 0; (await rig.readStatus(failingEndpoint.id)) === 'enabled'; round += 1) {
      if (round > 100) throw new Error('it is still enabled');
      await rig.emit(1);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    expect(await rig.readStatus(failingEndpoint.id)).toBe('auto_disabled');
    receiver.behave(BEHAVIOURS.ok);
    const target = { tenantId: TENANT, endpointId: failingEndpoint.id, ifVersion: null, cause };
    await rig.ledger.run(changeEndpoint, { ...target, fields: {}, status: 'enabled' });
    await rig.emit(1);
    const isOpen = (delivery: DeliveryView) => delivery.nextAttemptAt !== null;
    await expect
      .poll(async () => (await failingEndpoint.deliveries()).filter(isOpen).length, POLL)
      .toBe(0);
    expect((await failingEndpoint.deliveries()).at(-1)?.status).toBe('delivered');
    await failingEndpoint.stop();
  });

  it('that hangs does not delay other receivers', async () => {
    const hanging = await openListener(BEHAVIOURS.hangs);
    const path = new URL(receiver.url).href;
    const other = await openReceiver();
    const quickEndpoint = await rig.createEndpoint(`${other.url}/quick`);
    await rig.emit(40);
    await expect.poll(() => other.arrivals.length, POLL).toBeGreaterThanOrEqual(40);
    const slow = await hanging.deliveries();
    expect(
      slow.filter((item) => item.status === 'delivered'),
      path,
    ).toEqual([]);
    expect(statuses(await rig.listAllDeliveries(quickEndpoint.id))).toContain('delivered');
    await hanging.stop();
    await other.close();
  });
});

it('the relay and an endpoint continue in new runs, and each event still arrives', async () => {
  const single = await openListener();
  await rig.emit(1);
  await expect.poll(async () => statuses(await single.deliveries()), POLL).toEqual(['delivered']);
  const names = [eventRelayWorkflowId(rig.ledger.taskQueue), webhookEndpointWorkflowId(single.id)];
  const workflows = names.map((name) => rig.client.workflow.getHandle(name));
  const runs = () => Promise.all(workflows.map((workflow) => workflow.describe()));
  const first = await runs();
  for (let nth = 0; nth < 80; nth++) {
    await Promise.all(workflows.map((workflow) => workflow.signal(NUDGE)));
    if (nth % 20 === 0) await rig.emit(1);
  }
  const areNew = async () =>
    (await runs()).every(({ runId }, index) => runId !== first[index]?.runId);
  await expect.poll(areNew, POLL).toBe(true);
  await rig.emit(1);
  await expect.poll(async () => (await single.deliveries()).length, POLL).toBe(6);
  await expect.poll(async () => statuses(await single.deliveries()), POLL).toEqual(['delivered']);
}, 120_000);

it('the invariants hold after all deliveries', () => {
  const { checks } = checkInvariants(rig.ledger.database.raw, Date.now());
  expect(checks.filter((check) => check.violations > 0)).toEqual([]);
});
