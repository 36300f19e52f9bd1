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
const sequences = (all: readonly { eventSequence?: number }[]) => all.map((d) => d.eventSequence);
// The bank retries after an hour, so an earlier attempt was requested.
const IN_AN_HOUR = BEHAVIOURS.asksForTime(3_600);

/** Makes two dead letters of an endpoint that answered 410 and was enabled again. */
async function withDeadLetter(): Promise<HookedEndpoint> {
  const goneAnswer = await hooked.endpoint(BEHAVIOURS.gone);
  await hooked.causeEvent();
  await goneAnswer.waitForDeliveries('failed', 1);
  goneAnswer.behave(BEHAVIOURS.ok);
  await goneAnswer.set('enabled');
  return goneAnswer;
}

it('a balance alert is delivered when it triggers and when it clears', async () => {
  const { bank, key } = hooked;
  const [from = '', to = ''] = (await openAccounts(bank, key, [1_000, 0])).accountIds;
  const events = ['balance.alert.triggered', 'balance.alert.cleared'];
  const endpoint = await hooked.endpoint(BEHAVIOURS.ok, { events });
  const body = { type: 'low_balance', threshold: 500, notifyOnClear: true };
  await bank.call(`/v1/accounts/${from}/alerts`, { key, body });
  const pay = (order: object) => bank.call('/v1/transactions?wait=10', { key, body: order });
  await pay(transferOf(from, to, 600));
  await endpoint.waitForDeliveries('delivered', 1);
  await pay(transferOf(to, from, 300));
  await endpoint.waitForDeliveries('delivered', 2);
  expect(endpoint.arrivals().map(({ event }) => event.type)).toEqual(events);
  await endpoint.set('disabled');
});

describe('the deliveries of an endpoint', () => {
  it('are listed newest first, in pages and by status, and can be read singly', async () => {
    const singleEndpoint = await hooked.endpoint();
    for (let n = 0; n < 3; n += 1) await hooked.causeEvent();
    const all = await singleEndpoint.waitForDeliveries('delivered', 3);
    expect(sequences(all)).toEqual([...sequences(all)].sort((a, b) => Number(b) - Number(a)));
    const firstAnswer = await get(`${singleEndpoint.path}/deliveries?limit=2`);
    expect([firstAnswer.body.data.length, firstAnswer.body.hasMore]).toEqual([2, true]);
    const nextPage = await singleEndpoint.deliveries(
      `?limit=2&startingAfter=${firstAnswer.body.nextCursor}`,
    );
    expect([...firstAnswer.body.data, ...nextPage]).toEqual(all);
    expect(await singleEndpoint.deliveries('?status=failed')).toEqual([]);
    const readAnswer = await get(`${singleEndpoint.path}/deliveries/${all[0]?.id}`);
    expect(readAnswer.body).toEqual(all[0]);
    expect(readAnswer.body).toMatchObject({ cause: 'event', attemptCount: 1, nextAttemptAt: null });
    await singleEndpoint.set('disabled');
  });

  it('show every attempt: time, status, fault, start of the answer, latency', async () => {
    const badEndpoint = await hooked.endpoint(BEHAVIOURS.fails);
    const event = await hooked.causeEvent();
    const [delivery] = await badEndpoint.waitForDeliveries('retrying', 1);
    expect(delivery).toMatchObject({
      webhookEndpointId: badEndpoint.id,
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
    await badEndpoint.set('disabled');
  });

  it('add up to the statistics of the endpoint', async () => {
    const firstEndpoint = await hooked.endpoint();
    await hooked.causeEvent();
    await firstEndpoint.waitForDeliveries('delivered', 1);
    firstEndpoint.behave(IN_AN_HOUR);
    await hooked.causeEvent();
    await firstEndpoint.waitForDeliveries('retrying', 1);
    const { body } = await get(`${firstEndpoint.path}/statistics`);
    expect(body).toMatchObject({
      object: 'webhook_statistics',
      webhookEndpointId: firstEndpoint.id,
      deliveries: { pending: 0, retrying: 1, delivered: 1, failed: 0 },
      sampledAttempts: 2,
      successRate: 0.5,
    });
    expect(body.durationMs.p95).toBeGreaterThanOrEqual(body.durationMs.p50);
    expect(Date.parse(body.lastFailureAt)).toBeGreaterThanOrEqual(Date.parse(body.lastSuccessAt));
    await firstEndpoint.set('disabled');
  });
});

describe('a manual retry', () => {
  it('sends a waiting delivery at once, with the same webhook-id', async () => {
    const busy = await hooked.endpoint(IN_AN_HOUR);
    await hooked.causeEvent();
    const [waiting] = await busy.waitForDeliveries('retrying', 1);
    const inMs = Date.parse(waiting?.nextAttemptAt) - Date.parse(waiting?.attempts[0].at);
    expect(inMs).toBeGreaterThanOrEqual(3_600_000);
    busy.behave(BEHAVIOURS.ok);
    const answer = await busy.post(`deliveries/${waiting?.id}/retry`);
    expect([answer.status, answer.body.id]).toEqual([202, waiting?.id]);
    const [done] = await busy.waitForDeliveries('delivered', 1);
    expect(done).toMatchObject({ id: waiting?.id, attemptCount: 2 });
    const ids = busy.arrivals().map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([waiting?.eventId, waiting?.eventId]);
    await busy.set('disabled');
  });

  it('sends a failed delivery again under the same id', async () => {
    const endpoint = await withDeadLetter();
    const [dead] = await endpoint.deliveries('?status=failed');
    expect((await endpoint.post(`deliveries/${dead?.id}/retry`)).status).toBe(202);
    expect((await endpoint.waitForDeliveries('delivered', 1))[0]?.id).toBe(dead?.id);
    await endpoint.set('disabled');
  });
});

describe('a replay of deliveries', () => {
  it('of all failed ones sends the dead letters, once for a key', async () => {
    const endpoint = await withDeadLetter();
    const key = { 'idempotency-key': 'replay-failed' };
    const firstAnswer = await endpoint.post('replay', { status: 'failed' }, key);
    expect(firstAnswer.status).toBe(202);
    expect(firstAnswer.body).toMatchObject({ deliveries: 1, hasMore: false, nextSequence: null });
    await endpoint.waitForDeliveries('delivered', 1);
    const repeatedAnswer = await endpoint.post('replay', { status: 'failed' }, key);
    expect(repeatedAnswer.body).toEqual(firstAnswer.body);
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
    expect((await endpoint.post('replay', { status: 'failed' })).body.deliveries).toBe(0);
    await endpoint.set('disabled');
  });

  it("of a range sends the endpoint's events, also those from before its creation", async () => {
    const events = [
      await hooked.causeEvent(),
      await hooked.causeEvent(),
      await hooked.causeEvent(),
    ];
    const [from, to] = [events[0]?.sequence, events[1]?.sequence];
    const lateEndpoint = await hooked.endpoint();
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
    await lateEndpoint.set('disabled');
  });

  it('skips deliveries that are still open', async () => {
    const busy = await hooked.endpoint(IN_AN_HOUR);
    const { sequence } = await hooked.causeEvent();
    await busy.waitForDeliveries('retrying', 1);
    const range = { fromSequence: sequence, toSequence: sequence };
    expect((await busy.post('replay', range)).body).toMatchObject({
      deliveries: 0,
      alreadyOpen: 1,
    });
    await busy.set('disabled');
  });
});

describe('an event that is sent again', () => {
  it('goes to the named endpoint, as another delivery of the same event', async () => {
    const [firstEndpoint, otherEndpoint] = [await hooked.endpoint(), await hooked.endpoint()];
    const event = await hooked.causeEvent();
    await Promise.all([
      firstEndpoint.waitForDeliveries('delivered', 1),
      otherEndpoint.waitForDeliveries('delivered', 1),
    ]);
    const resend = () =>
      hooked.bank.call(`/v1/events/${event.id}/resend`, {
        key: hooked.key,
        body: { webhookEndpointId: firstEndpoint.id },
        headers: { 'idempotency-key': 'resend-1' },
      });
    const answer = await resend();
    expect([answer.status, answer.body.deliveryIds.length]).toEqual([202, 1]);
    const [latest] = await firstEndpoint.waitForDeliveries('delivered', 2);
    expect(latest).toMatchObject({ id: answer.body.deliveryIds[0], cause: 'resend' });
    expect((await resend()).body).toEqual(answer.body);
    expect(await otherEndpoint.deliveries()).toHaveLength(1);
    expect(firstEndpoint.arrivals().map(({ event: { id } }) => id)).toEqual([event.id, event.id]);
    await Promise.all([firstEndpoint.set('disabled'), otherEndpoint.set('disabled')]);
  });

  it('goes to all subscribed endpoints when none is named', async () => {
    const [firstEndpoint, deafEndpoint] = [
      await hooked.endpoint(),
      await hooked.endpoint(undefined, {
        events: ['account.closed'],
      }),
    ];
    const event = await hooked.causeEvent();
    await firstEndpoint.waitForDeliveries('delivered', 1);
    const path = `/v1/events/${event.id}/resend`;
    const { body } = await hooked.bank.call(path, { key: hooked.key, method: 'POST' });
    expect(body.deliveryIds).toHaveLength(1);
    await firstEndpoint.waitForDeliveries('delivered', 2);
    expect(await deafEndpoint.deliveries()).toEqual([]);
    await Promise.all([firstEndpoint.set('disabled'), deafEndpoint.set('disabled')]);
  });
});

describe('a webhook message', () => {
  it('verifies with either secret during a rotation, and later with the new one', async () => {
    const first = await hooked.endpoint();
    const rotationAnswer = await first.post('rotate-secret', { overlapHours: 1 });
    await hooked.causeEvent();
    await first.waitForDeliveries('delivered', 1);
    const endingAnswer = await first.post('rotate-secret', { overlapHours: 0 });
    await hooked.causeEvent();
    await first.waitForDeliveries('delivered', 2);
    const [during, after] = first.arrivals();
    if (!during || !after) throw new Error('a message is missing');
    const isSignedBy = (arrival: typeof during, secret: string) => {
      const headers = arrival.headers as Record<string, string>;
      try {
        new Webhook(secret).verify(arrival.text, headers);
        return verifyWebhook({ headers, body: arrival.text }, secret) !== null;
      } catch {
        return false;
      }
    };
    const secrets = [
      first.secret,
      rotationAnswer.body.secret,
      endingAnswer.body.secret,
    ] as string[];
    expect(secrets.map((secret) => isSignedBy(during, secret))).toEqual([true, true, false]);
    expect(secrets.map((secret) => isSignedBy(after, secret))).toEqual([false, false, true]);
    await first.set('disabled');
  });

  it("of a ping arrives despite the endpoint's event filter, thin if so configured", async () => {
    const thin = await hooked.endpoint(BEHAVIOURS.ok, {
      events: ['account.closed'],
      payload: 'thin',
    });
    const ping = await thin.post('ping');
    await thin.waitForDeliveries('delivered', 1);
    const [arrival] = thin.arrivals();
    expect(arrival?.event).toMatchObject({ id: ping.body.id, type: 'webhook.test' });
    expect(arrival?.event.data).toEqual({ object: { id: thin.id, object: 'webhook_endpoint' } });
    expect(arrival?.headers['content-type']).toBe('application/json');
    await thin.set('disabled');
  });
});
