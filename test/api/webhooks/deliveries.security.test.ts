// Deliveries belong to the developer of their endpoint: no other developer can read them, request
// them again, or learn that they exist. A receiver gets nothing except its events.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from '../../kit/bank/bank.ts';
import { claimLiveKey, writesNothing } from '../../kit/bank/checked-bank.ts';
import {
  type HookedBank,
  type HookedEndpoint,
  openHookedBank,
} from '../../kit/outside/hooked-bank.ts';
import { BEHAVIOURS, openReceiver } from '../../kit/outside/receiver.ts';

let hooked: HookedBank;
let endpoint: HookedEndpoint;
let event: Record<string, string>;
let delivery: Record<string, string>;
beforeAll(async () => {
  hooked = await openHookedBank();
  endpoint = await hooked.createEndpoint();
  event = await hooked.causeEvent();
  delivery = (await endpoint.waitForDeliveries('delivered', 1))[0] ?? {};
});
afterAll(() => hooked.close());

/**
 * Lists every route to the deliveries and statistics of an endpoint, and the resend of an event.
 */
function listDeliveryRoutes(endpointPath: string, deliveryId = '', eventId = '') {
  return [
    ['GET', `${endpointPath}/deliveries`, undefined],
    ['GET', `${endpointPath}/deliveries/${deliveryId}`, undefined],
    ['GET', `${endpointPath}/statistics`, undefined],
    ['POST', `${endpointPath}/deliveries/${deliveryId}/retry`, undefined],
    ['POST', `${endpointPath}/replay`, { fromSequence: 1 }],
    ['POST', `${endpointPath}/replay`, { status: 'failed' }],
    ['POST', `/v1/events/${eventId}/resend`, undefined],
  ] as const;
}

const callRoute = (
  key: string,
  [method, path, body]: ReturnType<typeof listDeliveryRoutes>[number],
) => hooked.bank.call(path, { key, method, ...(body ? { body } : {}) });

describe('a caller who does not own the endpoint', () => {
  it('gets the answer for an unknown object, on every path', async () => {
    const strangerKey = (await register(hooked.bank)).key;
    const unknownId = '06ayx0rw7mf5w0h1y6k2v3c4d5';
    const unknownRoutes = listDeliveryRoutes(
      `/v1/webhook-endpoints/wh_${unknownId}`,
      `dlv_${unknownId}`,
      `evt_${unknownId}`,
    );
    await writesNothing(hooked.bank, async () => {
      for (const [index, route] of listDeliveryRoutes(
        endpoint.path,
        delivery.id,
        event.id,
      ).entries()) {
        const foreignAnswer = await callRoute(strangerKey, route);
        const missingAnswer = await callRoute(strangerKey, unknownRoutes[index] ?? route);
        expect(foreignAnswer.status, route[1]).toBe(404);
        const wordsOf = ({ body }: typeof foreignAnswer) => [body.code, body.detail, body.title];
        expect(wordsOf(foreignAnswer)).toEqual(wordsOf(missingAnswer));
      }
    });
  });

  it("cannot have its own event sent to another developer's endpoint", async () => {
    const strangerKey = (await register(hooked.bank)).key;
    const strangerEvent = await hooked.causeEvent(strangerKey);
    const arrivalsBefore = endpoint.arrivals().length;
    const body = { webhookEndpointId: endpoint.id };
    const path = `/v1/events/${strangerEvent.id}/resend`;
    const answer = await hooked.bank.call(path, { key: strangerKey, body });
    expect([answer.status, answer.body.code]).toEqual([404, 'webhook_endpoint_not_found']);
    const resendAnswer = await hooked.bank.call(path, { key: strangerKey, method: 'POST' });
    expect(resendAnswer.body.deliveryIds).toEqual([]);
    expect(endpoint.arrivals()).toHaveLength(arrivalsBefore);
  });

  it('with a key of the other environment gets 404 on every path', async () => {
    const liveKey = await claimLiveKey(hooked.bank, hooked.key);
    for (const route of listDeliveryRoutes(endpoint.path, delivery.id, event.id)) {
      expect((await callRoute(liveKey, route)).status, route[1]).toBe(404);
    }
  });
});

describe('a key without the scope', () => {
  it('reads only with webhooks:read, and cannot send without webhooks:write', async () => {
    const createKey = async (scopes: readonly string[]): Promise<string> => {
      const body = { name: 'Narrow', environment: 'sandbox', scopes };
      return (await hooked.bank.call('/v1/developer/keys', { key: hooked.key, body })).body.apiKey;
    };
    const [readingKey, otherKey] = [
      await createKey(['webhooks:read']),
      await createKey(['events:read']),
    ];
    await writesNothing(hooked.bank, async () => {
      for (const route of listDeliveryRoutes(endpoint.path, delivery.id, event.id)) {
        const readAnswer = await callRoute(readingKey, route);
        expect(readAnswer.status, route.join(' ')).toBe(route[0] === 'GET' ? 200 : 403);
        const { status, body } = await callRoute(otherKey, route);
        expect([status, body.code]).toEqual([403, 'insufficient_scope']);
      }
    });
  });
});

describe('a receiver', () => {
  it('gets only the documented headers, and no API key', async () => {
    const [arrival] = endpoint.arrivals();
    const names = Object.keys(arrival?.headers ?? {}).sort();
    expect(names).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ]);
    expect(`${JSON.stringify(arrival?.headers)}${arrival?.text}`).not.toContain(hooked.key);
  });

  it('that redirects to an internal address is not followed, and its answer is stored as harmless text', async () => {
    const internalReceiver = await openReceiver();
    const redirectingEndpoint = await hooked.createEndpoint(
      BEHAVIOURS.redirects(`${internalReceiver.url}/admin`),
    );
    await hooked.causeEvent();
    const [delivery] = await redirectingEndpoint.waitForDeliveries('retrying', 1);
    expect(delivery?.attempts[0]).toMatchObject({ fault: 'redirect_refused', httpStatus: 302 });
    expect(internalReceiver.arrivals).toEqual([]);
    redirectingEndpoint.behave((_, response) => {
      response
        .writeHead(500)
        .end(`\u001b[31mred\u0000\r\n<script>alert(1)</script>${'x'.repeat(9000)}`);
    });
    await redirectingEndpoint.post(`deliveries/${delivery?.id}/retry`);
    await expect
      .poll(async () => (await redirectingEndpoint.deliveries())[0]?.attempts.length, {
        timeout: 45_000,
      })
      .toBeGreaterThan(1);
    const attempts = (await redirectingEndpoint.deliveries())[0]?.attempts as {
      responseExcerpt: string;
    }[];
    const excerpt = attempts[1]?.responseExcerpt ?? '';
    expect(excerpt.length).toBeLessThanOrEqual(500);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test asserts their absence
    expect(excerpt).not.toMatch(/[\u0000-\u001f\u007f]/);
    await redirectingEndpoint.setStatus('disabled');
    await internalReceiver.close();
  });
});
