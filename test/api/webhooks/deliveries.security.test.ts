// Deliveries belong to the developer of their endpoint: no other developer can read them, request
// them again, or learn that they exist. A receiver learns nothing except its events.

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
  endpoint = await hooked.endpoint();
  event = await hooked.causeEvent();
  delivery = (await endpoint.waitForDeliveries('delivered', 1))[0] ?? {};
});
afterAll(() => hooked.close());

/** Every route to a delivery, an event or their statistics. */
function deliveryRoutes(endpointPath: string, deliveryId = '', eventId = '') {
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

const ask = (key: string, [method, path, body]: ReturnType<typeof deliveryRoutes>[number]) =>
  hooked.bank.call(path, { key, method, ...(body ? { body } : {}) });

describe('another developer', () => {
  it('gets the answer for an unknown object, on every path', async () => {
    const strangerKey = (await register(hooked.bank)).key;
    const unknownId = '06ayx0rw7mf5w0h1y6k2v3c4d5';
    const absent = deliveryRoutes(
      `/v1/webhook-endpoints/wh_${unknownId}`,
      `dlv_${unknownId}`,
      `evt_${unknownId}`,
    );
    await writesNothing(hooked.bank, async () => {
      for (const [index, way] of deliveryRoutes(endpoint.path, delivery.id, event.id).entries()) {
        const foreignAnswer = await ask(strangerKey, way);
        const missingAnswer = await ask(strangerKey, absent[index] ?? way);
        expect(foreignAnswer.status, way[1]).toBe(404);
        const wordsOf = ({ body }: typeof foreignAnswer) => [body.code, body.detail, body.title];
        expect(wordsOf(foreignAnswer)).toEqual(wordsOf(missingAnswer));
      }
    });
  });

  it("cannot have its own event sent to another developer's endpoint", async () => {
    const strangerKey = (await register(hooked.bank)).key;
    const foreignAnswer = await hooked.causeEvent(strangerKey);
    const before = endpoint.arrivals().length;
    const body = { webhookEndpointId: endpoint.id };
    const path = `/v1/events/${foreignAnswer.id}/resend`;
    const answer = await hooked.bank.call(path, { key: strangerKey, body });
    expect([answer.status, answer.body.code]).toEqual([404, 'webhook_endpoint_not_found']);
    const strangerAnswer = await hooked.bank.call(path, { key: strangerKey, method: 'POST' });
    expect(strangerAnswer.body.deliveryIds).toEqual([]);
    expect(endpoint.arrivals()).toHaveLength(before);
  });

  it('includes a key of the other environment: every path answers 404', async () => {
    const liveKey = await claimLiveKey(hooked.bank, hooked.key);
    for (const way of deliveryRoutes(endpoint.path, delivery.id, event.id)) {
      expect((await ask(liveKey, way)).status, way[1]).toBe(404);
    }
  });
});

describe('a key without the scope', () => {
  it('reads with webhooks:read and sends with webhooks:write only', async () => {
    const narrowKeyWith = async (scopes: readonly string[]): Promise<string> => {
      const body = { name: 'Narrow', environment: 'sandbox', scopes };
      return (await hooked.bank.call('/v1/developer/keys', { key: hooked.key, body })).body.apiKey;
    };
    const [reader, otherKey] = [
      await narrowKeyWith(['webhooks:read']),
      await narrowKeyWith(['events:read']),
    ];
    await writesNothing(hooked.bank, async () => {
      for (const way of deliveryRoutes(endpoint.path, delivery.id, event.id)) {
        const readAnswer = await ask(reader, way);
        expect(readAnswer.status, way.join(' ')).toBe(way[0] === 'GET' ? 200 : 403);
        const { status, body } = await ask(otherKey, way);
        expect([status, body.code]).toEqual([403, 'insufficient_scope']);
      }
    });
  });
});

describe('a receiver', () => {
  it('learns nothing of the bank: no key, no host name, no cookie', async () => {
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
    const innerReceiver = await openReceiver();
    const sly = await hooked.endpoint(BEHAVIOURS.redirects(`${innerReceiver.url}/admin`));
    await hooked.causeEvent();
    const [tried] = await sly.waitForDeliveries('retrying', 1);
    expect(tried?.attempts[0]).toMatchObject({ fault: 'redirect_refused', httpStatus: 302 });
    expect(innerReceiver.arrivals).toEqual([]);
    sly.behave((_, response) => {
      response
        .writeHead(500)
        .end(`\u001b[31mred\u0000\r\n<script>alert(1)</script>${'x'.repeat(9000)}`);
    });
    await sly.post(`deliveries/${tried?.id}/retry`);
    await expect
      .poll(async () => (await sly.deliveries())[0]?.attempts.length, { timeout: 45_000 })
      .toBeGreaterThan(1);
    const attempts = (await sly.deliveries())[0]?.attempts as { responseExcerpt: string }[];
    const excerpt = attempts[1]?.responseExcerpt ?? '';
    expect(excerpt.length).toBeLessThanOrEqual(500);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test asserts their absence
    expect(excerpt).not.toMatch(/[\u0000-\u001f\u007f]/);
    await sly.set('disabled');
    await innerReceiver.close();
  });
});
