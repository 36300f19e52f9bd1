// Deliveries that cannot be sent again, and invalid requests about deliveries: each is refused with
// its code and changes nothing.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writesNothing } from '../../kit/bank/checked-bank.ts';
import {
  type HookedBank,
  type HookedEndpoint,
  openHookedBank,
} from '../../kit/outside/hooked-bank.ts';

let hooked: HookedBank;
let hookedEndpoint: HookedEndpoint;
let event: Record<string, string>;
let delivery: Record<string, string>;
beforeAll(async () => {
  hooked = await openHookedBank();
  hookedEndpoint = await hooked.createEndpoint();
  event = await hooked.causeEvent();
  delivery = (await hookedEndpoint.waitForDeliveries('delivered', 1))[0] ?? {};
});
afterAll(() => hooked.close());

const call = (path: string, call: object = {}) =>
  hooked.bank.call(path, { key: hooked.key, ...call });
const faultsOf = (body: { errors?: { pointer: string; code: string }[] }) =>
  body.errors?.map(({ pointer, code }) => [pointer, code]);
const UNKNOWN_ID = '06ayx0rw7mf5w0h1y6k2v3c4d5';

describe('a delivery', () => {
  it('that was delivered cannot be retried: its event can be sent again instead', async () => {
    const retry = () => hookedEndpoint.post(`deliveries/${delivery.id}/retry`);
    const { status, body } = await writesNothing(hooked.bank, retry);
    expect([status, body.code]).toEqual([409, 'invalid_state_transition']);
    expect(body.detail).toContain('send its event again');
  });

  it('that is unknown answers 404, also under another endpoint', async () => {
    const otherEndpoint = await hooked.createEndpoint(undefined, { events: ['account.closed'] });
    await writesNothing(hooked.bank, async () => {
      for (const path of [
        `${hookedEndpoint.path}/deliveries/dlv_${UNKNOWN_ID}`,
        `${otherEndpoint.path}/deliveries/${delivery.id}`,
      ]) {
        const answers = [await call(path), await call(`${path}/retry`, { method: 'POST' })];
        for (const { status, body } of answers) {
          expect([status, body.code], path).toEqual([404, 'webhook_delivery_not_found']);
        }
      }
    });
  });

  it.each([
    ['?status=dead', 'invalid_parameter'],
    ['?status=', 'invalid_parameter'],
    ['?limit=0', 'invalid_parameter'],
    ['?limit=101', 'invalid_parameter'],
    ['?startingAfter=x', 'invalid_cursor'],
    [`?startingAfter=evt_${UNKNOWN_ID}`, 'invalid_cursor'],
    ['?since=yesterday', 'invalid_parameter'],
  ])('cannot be listed with the invalid query %s', async (query, code) => {
    const { status, body } = await call(`${hookedEndpoint.path}/deliveries${query}`);
    expect([status, body.code]).toEqual([400, code]);
  });
});

describe('a disabled endpoint', () => {
  it('is sent nothing by a retry, a replay, a ping or a resend', async () => {
    const disabledEndpoint = await hooked.createEndpoint();
    const event = await hooked.causeEvent();
    const [delivery] = await disabledEndpoint.waitForDeliveries('delivered', 1);
    await hookedEndpoint.waitForDeliveries('delivered', 2);
    await disabledEndpoint.setStatus('disabled');
    const arrivalsBefore = disabledEndpoint.arrivals().length;
    await writesNothing(hooked.bank, async () => {
      for (const request of [
        () => disabledEndpoint.post(`deliveries/${delivery?.id}/retry`),
        () => disabledEndpoint.post('replay', { status: 'failed' }),
        () => disabledEndpoint.post('replay', { fromSequence: 1 }),
        () => disabledEndpoint.post('ping'),
        () =>
          call(`/v1/events/${event.id}/resend`, {
            body: { webhookEndpointId: disabledEndpoint.id },
          }),
      ]) {
        const { status, body } = await request();
        expect([status, body.code]).toEqual([409, 'invalid_state_transition']);
        expect(body.detail).toContain('disabled');
      }
    });
    expect(disabledEndpoint.arrivals()).toHaveLength(arrivalsBefore);
  });
});

describe('a replay of deliveries', () => {
  it.each([
    [{}, [['', 'invalid']]],
    [{ status: 'failed', fromSequence: 1 }, [['', 'invalid']]],
    [{ fromSequence: 1, from: '2026-01-01T00:00:00Z' }, [['', 'invalid']]],
    [{ status: 'delivered' }, [['/status', 'invalid']]],
    [{ fromSequence: 0 }, [['/fromSequence', 'invalid']]],
    [{ fromSequence: 1.5 }, [['/fromSequence', 'invalid']]],
    [{ toSequence: '7' }, [['/toSequence', 'invalid']]],
    [{ toSequence: -1 }, [['/toSequence', 'invalid']]],
    [{ from: 'yesterday' }, [['/from', 'invalid']]],
    [{ to: '2026-02-30T00:00:00Z' }, [['/to', 'invalid']]],
    [{ fromSequence: 1, all: true }, [['/all', 'unknown_field']]],
  ])('with %j is refused, and the field is named', async (body, errors) => {
    await writesNothing(hooked.bank, async () => {
      const answer = await hookedEndpoint.post('replay', body);
      expect([answer.status, faultsOf(answer.body)]).toEqual([422, errors]);
    });
  });

  it('of a range that ends before it begins is refused', async () => {
    await writesNothing(hooked.bank, async () => {
      for (const body of [
        { fromSequence: 5, toSequence: 4 },
        { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' },
      ]) {
        const answer = await hookedEndpoint.post('replay', body);
        expect([answer.status, answer.body.code]).toEqual([400, 'invalid_date_range']);
      }
    });
  });

  it('of a range beyond the log makes no delivery', async () => {
    const { status, body } = await hookedEndpoint.post('replay', { fromSequence: 10 ** 9 });
    expect([status, body.deliveries, body.hasMore]).toEqual([202, 0, false]);
  });

  it('under a key used for another replay is refused', async () => {
    const key = { 'idempotency-key': 'one-replay' };
    await hookedEndpoint.post('replay', { status: 'failed' }, key);
    const reuse = () => hookedEndpoint.post('replay', { fromSequence: 1 }, key);
    const { status, body } = await writesNothing(hooked.bank, reuse);
    expect([status, body.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('without a body, or with a malformed one, is refused', async () => {
    await writesNothing(hooked.bank, async () => {
      for (const raw of ['', '{', '[]', 'null', '"failed"']) {
        const { status } = await call(`${hookedEndpoint.path}/replay`, { method: 'POST', raw });
        expect([400, 415, 422], raw).toContain(status);
      }
    });
  });
});

describe('an event', () => {
  it('is not sent again when the event or the endpoint is unknown', async () => {
    await writesNothing(hooked.bank, async () => {
      const unknownEvent = await call(`/v1/events/evt_${UNKNOWN_ID}/resend`, { method: 'POST' });
      expect([unknownEvent.status, unknownEvent.body.code]).toEqual([404, 'event_not_found']);
      for (const webhookEndpointId of [`wh_${UNKNOWN_ID}`, 'acc_1']) {
        const unknownEndpointAnswer = await call(`/v1/events/${event.id}/resend`, {
          body: { webhookEndpointId },
        });
        expect([unknownEndpointAnswer.status, unknownEndpointAnswer.body.code]).toEqual([
          404,
          'webhook_endpoint_not_found',
        ]);
      }
    });
  });

  it.each([
    [{ webhookEndpointId: 7 }, [['/webhookEndpointId', 'invalid']]],
    [{ endpoint: 'wh_1' }, [['/endpoint', 'unknown_field']]],
  ])('is not sent again with %j', async (body, errors) => {
    await writesNothing(hooked.bank, async () => {
      const answer = await call(`/v1/events/${event.id}/resend`, { body });
      expect([answer.status, faultsOf(answer.body)]).toEqual([422, errors]);
    });
  });
});
