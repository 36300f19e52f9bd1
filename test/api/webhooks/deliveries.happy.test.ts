// Deliveries, their results and redeliveries through the API, with real receivers.

import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../../packages/verify/webhook.mjs';
import { openAccounts } from '../../kit/bank/bank.ts';
import { transferOf } from '../../kit/bank/checked-bank.ts';
import {
  type HookedBank,
  type HookedEndpoint,
  openHookedBank,
} from '../../kit/outside/hooked-bank.ts';
import { BEHAVIOURS } from '../../kit/outside/receiver.ts';

let hooked: HookedBank;
beforeAll(async () => {
  hooked = await openHookedBank();
});
afterAll(() => hooked.close());

const get = (path: string) => hooked.bank.call(path, { key: hooked.key });
const sequencesOf = (all: readonly { eventSequence?: number }[]) =>
  all.map((delivery) => delivery.eventSequence);
// The bank retries after an hour, so every earlier second attempt was requested by the test.
const RETRY_AFTER_AN_HOUR = BEHAVIOURS.asksForTime(3_600);

/**
 * Creates an endpoint with one failed delivery: it answered 410, was disabled for that, and is
 * enabled again.
 */
async function createEndpointWithDeadLetter(): Promise<HookedEndpoint> {
  const endpoint = await hooked.createEndpoint(BEHAVIOURS.gone);
  await hooked.causeEvent();
  await endpoint.waitForDeliveries('failed', 1);
  endpoint.behave(BEHAVIOURS.ok);
  await endpoint.setStatus('enabled');
  return endpoint;
}

it('a balance alert is delivered when it triggers and when it clears', async () => {
  const { bank, key } = hooked;
  const [from = '', to = ''] = (await openAccounts(bank, key, [1_000, 0])).accountIds;
  const events = ['balance.alert.triggered', 'balance.alert.cleared'];
  const endpoint = await hooked.createEndpoint(BEHAVIOURS.ok, { events });
  const body = { type: 'low_balance', threshold: 500, notifyOnClear: true };
  await bank.call(`/v1/accounts/${from}/alerts`, { key, body });
  const pay = (body: object) => bank.call('/v1/transactions?wait=10', { key, body });
  await pay(transferOf(from, to, 600));
  await endpoint.waitForDeliveries('delivered', 1);
  await pay(transferOf(to, from, 300));
  await endpoint.waitForDeliveries('delivered', 2);
  expect(endpoint.arrivals().map(({ event }) => event.type)).toEqual(events);
  await endpoint.setStatus('disabled');
});

describe('the deliveries of an endpoint', () => {
  it('are listed newest first, in pages and by status, and can be read singly', async () => {
    const endpoint = await hooked.createEndpoint();
    for (let count = 0; count < 3; count += 1) await hooked.causeEvent();
    const deliveries = await endpoint.waitForDeliveries('delivered', 3);
    expect(sequencesOf(deliveries)).toEqual(
      [...sequencesOf(deliveries)].sort((a, b) => Number(b) - Number(a)),
    );
    const firstPage = await get(`${endpoint.path}/deliveries?limit=2`);
    expect([firstPage.body.data.length, firstPage.body.hasMore]).toEqual([2, true]);
    const secondPage = await endpoint.deliveries(
      `?limit=2&startingAfter=${firstPage.body.nextCursor}`,
    );
    expect([...firstPage.body.data, ...secondPage]).toEqual(deliveries);
    expect(await endpoint.deliveries('?status=failed')).toEqual([]);
    const readAnswer = await get(`${endpoint.path}/deliveries/${deliveries[0]?.id}`);
    expect(readAnswer.body).toEqual(deliveries[0]);
    expect(readAnswer.body).toMatchObject({ cause: 'event', attemptCount: 1, nextAttemptAt: null });
    await endpoint.setStatus('disabled');
  });

  it('show every attempt with its status, its fault, the start of the answer and the duration', async () => {
    const failingEndpoint = await hooked.createEndpoint(BEHAVIOURS.fails);
    const event = await hooked.causeEvent();
    const [delivery] = await failingEndpoint.waitForDeliveries('retrying', 1);
    expect(delivery).toMatchObject({
      webhookEndpointId: failingEndpoint.id,
      eventId: event.id,
      eventType: 'customer.created',
      eventSequence: event.sequence,
      deliveredAt: null,
    });
    expect(delivery?.attempts[0]).toMatchObject({
      number: 1,
      httpStatus: 500,
      fault: 'http_status',
      message: 'The endpoint answered 500; expected 2xx.',
      responseExcerpt: 'out of order',
    });
    expect(delivery?.attempts[0].durationMs).toBeGreaterThanOrEqual(0);
    expect(Date.parse(delivery?.nextAttemptAt)).toBeGreaterThan(Date.parse(delivery?.createdAt));
    await failingEndpoint.setStatus('disabled');
  });

  it('are counted in the statistics of the endpoint', async () => {
    const endpoint = await hooked.createEndpoint();
    await hooked.causeEvent();
    await endpoint.waitForDeliveries('delivered', 1);
    endpoint.behave(RETRY_AFTER_AN_HOUR);
    await hooked.causeEvent();
    await endpoint.waitForDeliveries('retrying', 1);
    const { body } = await get(`${endpoint.path}/statistics`);
    expect(body).toMatchObject({
      object: 'webhook_statistics',
      webhookEndpointId: endpoint.id,
      deliveries: { pending: 0, retrying: 1, delivered: 1, failed: 0 },
      sampledAttempts: 2,
      successRate: 0.5,
    });
    expect(body.durationMs.p95).toBeGreaterThanOrEqual(body.durationMs.p50);
    expect(Date.parse(body.lastFailureAt)).toBeGreaterThanOrEqual(Date.parse(body.lastSuccessAt));
    await endpoint.setStatus('disabled');
  });
});

describe('a manual retry', () => {
  it('sends a waiting delivery at once, with the same webhook-id', async () => {
    const busyEndpoint = await hooked.createEndpoint(RETRY_AFTER_AN_HOUR);
    await hooked.causeEvent();
    const [waitingDelivery] = await busyEndpoint.waitForDeliveries('retrying', 1);
    const delayMs =
      Date.parse(waitingDelivery?.nextAttemptAt) - Date.parse(waitingDelivery?.attempts[0].at);
    expect(delayMs).toBeGreaterThanOrEqual(3_600_000);
    busyEndpoint.behave(BEHAVIOURS.ok);
    const answer = await busyEndpoint.post(`deliveries/${waitingDelivery?.id}/retry`);
    expect([answer.status, answer.body.id]).toEqual([202, waitingDelivery?.id]);
    const [delivered] = await busyEndpoint.waitForDeliveries('delivered', 1);
    expect(delivered).toMatchObject({ id: waitingDelivery?.id, attemptCount: 2 });
    const ids = busyEndpoint.arrivals().map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([waitingDelivery?.eventId, waitingDelivery?.eventId]);
    await busyEndpoint.setStatus('disabled');
  });

  it('sends a failed delivery again under the same id', async () => {
    const endpoint = await createEndpointWithDeadLetter();
    const [failedDelivery] = await endpoint.deliveries('?status=failed');
    expect((await endpoint.post(`deliveries/${failedDelivery?.id}/retry`)).status).toBe(202);
    expect((await endpoint.waitForDeliveries('delivered', 1))[0]?.id).toBe(failedDelivery?.id);
    await endpoint.setStatus('disabled');
  });
});

describe('a replay of deliveries', () => {
  it('of all failed ones sends them again, once for each idempotency key', async () => {
    const endpoint = await createEndpointWithDeadLetter();
    const key = { 'idempotency-key': 'replay-failed' };
    const firstAnswer = await endpoint.post('replay', { status: 'failed' }, key);
    expect(firstAnswer.status).toBe(202);
    expect(firstAnswer.body).toMatchObject({ deliveries: 1, hasMore: false, nextSequence: null });
    await endpoint.waitForDeliveries('delivered', 1);
    const repeatedAnswer = await endpoint.post('replay', { status: 'failed' }, key);
    expect(repeatedAnswer.body).toEqual(firstAnswer.body);
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
    expect((await endpoint.post('replay', { status: 'failed' })).body.deliveries).toBe(0);
    await endpoint.setStatus('disabled');
  });

  it("of a range sends the endpoint's events, also those from before its creation", async () => {
    const events = [
      await hooked.causeEvent(),
      await hooked.causeEvent(),
      await hooked.causeEvent(),
    ];
    const [from, to] = [events[0]?.sequence, events[1]?.sequence];
    const lateEndpoint = await hooked.createEndpoint();
    const { body } = await lateEndpoint.post('replay', { fromSequence: from, toSequence: to });
    expect(body).toMatchObject({ object: 'webhook_replay', webhookEndpointId: lateEndpoint.id });
    const deliveries = await lateEndpoint.waitForDeliveries('delivered', body.deliveries);
    const ids = deliveries.map(({ eventId }) => eventId);
    expect(ids).toEqual(expect.arrayContaining([events[0]?.id, events[1]?.id]));
    expect(ids).not.toContain(events[2]?.id);
    expect(deliveries.every(({ cause }) => cause === 'resend')).toBe(true);
    const replayAnswer = await lateEndpoint.post('replay', { from: events[2]?.createdAt });
    expect(replayAnswer.body.deliveries).toBeGreaterThanOrEqual(1);
    await lateEndpoint.waitForDeliveries(
      'delivered',
      body.deliveries + replayAnswer.body.deliveries,
    );
    const receivedIds = lateEndpoint.arrivals().map(({ event }) => event.id);
    expect(receivedIds).toContain(events[2]?.id);
    await lateEndpoint.setStatus('disabled');
  });

  it('skips deliveries that are still open', async () => {
    const busyEndpoint = await hooked.createEndpoint(RETRY_AFTER_AN_HOUR);
    const { sequence } = await hooked.causeEvent();
    await busyEndpoint.waitForDeliveries('retrying', 1);
    const range = { fromSequence: sequence, toSequence: sequence };
    expect((await busyEndpoint.post('replay', range)).body).toMatchObject({
      deliveries: 0,
      alreadyOpen: 1,
    });
    await busyEndpoint.setStatus('disabled');
  });
});

describe('an event that is sent again', () => {
  it('goes to the named endpoint, as another delivery of the same event', async () => {
    const [namedEndpoint, otherEndpoint] = [
      await hooked.createEndpoint(),
      await hooked.createEndpoint(),
    ];
    const event = await hooked.causeEvent();
    await Promise.all([
      namedEndpoint.waitForDeliveries('delivered', 1),
      otherEndpoint.waitForDeliveries('delivered', 1),
    ]);
    const resend = () =>
      hooked.bank.call(`/v1/events/${event.id}/resend`, {
        key: hooked.key,
        body: { webhookEndpointId: namedEndpoint.id },
        headers: { 'idempotency-key': 'resend-1' },
      });
    const answer = await resend();
    expect([answer.status, answer.body.deliveryIds.length]).toEqual([202, 1]);
    const [latestDelivery] = await namedEndpoint.waitForDeliveries('delivered', 2);
    expect(latestDelivery).toMatchObject({ id: answer.body.deliveryIds[0], cause: 'resend' });
    expect((await resend()).body).toEqual(answer.body);
    expect(await otherEndpoint.deliveries()).toHaveLength(1);
    expect(namedEndpoint.arrivals().map(({ event: { id } }) => id)).toEqual([event.id, event.id]);
    await Promise.all([namedEndpoint.setStatus('disabled'), otherEndpoint.setStatus('disabled')]);
  });

  it('goes to all subscribed endpoints when none is named', async () => {
    const [subscribedEndpoint, otherEndpoint] = [
      await hooked.createEndpoint(),
      await hooked.createEndpoint(undefined, {
        events: ['account.closed'],
      }),
    ];
    const event = await hooked.causeEvent();
    await subscribedEndpoint.waitForDeliveries('delivered', 1);
    const path = `/v1/events/${event.id}/resend`;
    const { body } = await hooked.bank.call(path, { key: hooked.key, method: 'POST' });
    expect(body.deliveryIds).toHaveLength(1);
    await subscribedEndpoint.waitForDeliveries('delivered', 2);
    expect(await otherEndpoint.deliveries()).toEqual([]);
    await Promise.all([
      subscribedEndpoint.setStatus('disabled'),
      otherEndpoint.setStatus('disabled'),
    ]);
  });
});

describe('a webhook message', () => {
  it('verifies with either secret during a rotation, and later with the new one', async () => {
    const endpoint = await hooked.createEndpoint();
    const rotationAnswer = await endpoint.post('rotate-secret', { overlapHours: 1 });
    await hooked.causeEvent();
    await endpoint.waitForDeliveries('delivered', 1);
    const endingAnswer = await endpoint.post('rotate-secret', { overlapHours: 0 });
    await hooked.causeEvent();
    await endpoint.waitForDeliveries('delivered', 2);
    const [messageDuring, messageAfter] = endpoint.arrivals();
    if (!messageDuring || !messageAfter) throw new Error('a message is missing');
    const isSignedBy = (arrival: typeof messageDuring, secret: string) => {
      const headers = arrival.headers as Record<string, string>;
      try {
        new Webhook(secret).verify(arrival.text, headers);
        return verifyWebhook({ headers, body: arrival.text }, secret) !== null;
      } catch {
        return false;
      }
    };
    const secrets = [
      endpoint.secret,
      rotationAnswer.body.secret,
      endingAnswer.body.secret,
    ] as string[];
    expect(secrets.map((secret) => isSignedBy(messageDuring, secret))).toEqual([true, true, false]);
    expect(secrets.map((secret) => isSignedBy(messageAfter, secret))).toEqual([false, false, true]);
    await endpoint.setStatus('disabled');
  });

  it("of a ping arrives despite the endpoint's event filter, thin if so configured", async () => {
    const thinEndpoint = await hooked.createEndpoint(BEHAVIOURS.ok, {
      events: ['account.closed'],
      payload: 'thin',
    });
    const ping = await thinEndpoint.post('ping');
    await thinEndpoint.waitForDeliveries('delivered', 1);
    const [arrival] = thinEndpoint.arrivals();
    expect(arrival?.event).toMatchObject({ id: ping.body.id, type: 'webhook.test' });
    expect(arrival?.event.data).toEqual({
      object: { id: thinEndpoint.id, object: 'webhook_endpoint' },
    });
    expect(arrival?.headers['content-type']).toBe('application/json');
    await thinEndpoint.setStatus('disabled');
  });
});
