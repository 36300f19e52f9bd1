// Balance alerts end to end: created over HTTP, checked by the relay, with events.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let from: string;
let to: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
  [from = '', to = ''] = (await openAccounts(bank, key, [1_000, 0])).accountIds;
});
afterAll(() => bank.close());

/** Long, because without a webhook endpoint the relay waits between two polls. */
const POLL = { timeout: 40_000 };

const path = () => `/v1/accounts/${from}/alerts`;
const pay = async (amount: number, [source, destination] = [from, to]) => {
  const body = transferOf(source, destination, amount);
  const answer = await bank.call('/v1/transactions?wait=10', { key, body });
  expect(answer.body.status).toBe('posted');
  return answer.body.id;
};
const listEmitted = async (type: string) =>
  (await bank.call(`/v1/events?type=${type}&limit=100`, { key })).body.data;

describe('a balance alert', () => {
  it('emits an event when it triggers and when it clears', async () => {
    const body = { type: 'low_balance', threshold: 500, notifyOnClear: true };
    const answer = await bank.call(path(), { key, body });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('etag')).toMatch(/^"v1[-"]/);
    expect(answer.body).toMatchObject({ state: 'ok', direction: 'below', triggerCount: 0 });
    expect(answer.body.channels).toEqual([{ type: 'webhook', target: null, status: 'active' }]);

    const paid = await pay(600);
    await expect.poll(() => listEmitted('balance.alert.triggered'), POLL).toHaveLength(1);
    await pay(300, [to, from]);
    await expect.poll(() => listEmitted('balance.alert.cleared'), POLL).toHaveLength(1);

    const [triggeredEvent] = await listEmitted('balance.alert.triggered');
    expect(triggeredEvent.data.object).toMatchObject({
      ...{ id: answer.body.id, lastValue: 400 },
      lastTransactionId: paid,
    });
    expect(triggeredEvent.data.previous).toEqual({ state: 'ok' });
    const alertAnswer = await bank.call(`${path()}/${answer.body.id}`, { key });
    expect(alertAnswer.body).toMatchObject({ state: 'ok', triggerCount: 1, version: 3 });
    await bank.call(`${path()}/${answer.body.id}`, { key, method: 'DELETE' });
  });

  it('about debits states its last value, and which of its channels is not configured', async () => {
    const body = { type: 'large_debit', threshold: 50, channels: [{ type: 'sms', target: '+44' }] };
    const answer = await bank.call(path(), { key, body });
    expect(answer.body.channels[0].status).toBe('not_configured');
    const id = await pay(50);
    const read = async () => (await bank.call(`${path()}/${answer.body.id}`, { key })).body;
    await expect.poll(async () => (await read()).triggerCount, POLL).toBe(1);
    expect(await read()).toMatchObject({ state: 'ok', lastTransactionId: id, lastValue: 50 });
  });

  it('reports its state on creation without emitting an event', async () => {
    const countBefore = (await listEmitted('balance.alert.triggered')).length;
    const body = { type: 'high_balance', threshold: 1, balanceKind: 'posted' };
    const { body: alert } = await bank.call(path(), { key, body });
    expect(alert).toMatchObject({ state: 'triggered', lastTriggeredAt: null, triggerCount: 0 });
    expect(await listEmitted('balance.alert.triggered')).toHaveLength(countBefore);
  });

  it('can be changed, paused, resumed and deleted', async () => {
    const body = { type: 'low_balance', threshold: 10, metadata: { order: '17' } };
    const answer = await bank.call(path(), { key, body });
    const objectPath = `${path()}/${answer.body.id}`;
    const patch = (fields: object, headers = {}) =>
      bank.call(objectPath, { key, method: 'PATCH', body: fields, headers });
    expect((await patch({ threshold: 5_000 })).body).toMatchObject({
      threshold: 5_000,
      state: 'triggered',
      metadata: { order: '17' },
    });
    const pauseAnswer = await patch({ enabled: false }, { 'if-match': '"v2"' });
    expect(pauseAnswer.body).toMatchObject({ status: 'paused', state: 'unknown', enabled: false });
    expect((await patch({ enabled: true, threshold: 1 })).body.state).toBe('ok');
    expect((await bank.call(objectPath, { key, method: 'DELETE' })).body).toEqual({
      id: answer.body.id,
      object: 'alert',
      deleted: true,
    });
    expect((await bank.call(objectPath, { key })).body.code).toBe('alert_not_found');
    expect((await listEmitted('balance.alert.deleted'))[0].data.object.status).toBe('deleted');
  });

  it('is created once for an idempotency key', async () => {
    const call = {
      key,
      body: { type: 'low_balance', threshold: 77 },
      headers: { 'idempotency-key': 'alert-1' },
    };
    const firstAnswer = await bank.call(path(), call);
    const repeatedAnswer = await bank.call(path(), call);
    expect(repeatedAnswer.body.id).toBe(firstAnswer.body.id);
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
    const otherAnswer = await bank.call(path(), { ...call, body: { ...call.body, threshold: 78 } });
    expect(otherAnswer.body.code).toBe('idempotency_key_reused');
  });

  it('is listed newest first, page by page', async () => {
    const [account = ''] = (await openAccounts(bank, key, [0])).accountIds;
    const list = `/v1/accounts/${account}/alerts`;
    const ids: string[] = [];
    for (const threshold of [1, 2, 3]) {
      const answer = await bank.call(list, { key, body: { type: 'low_balance', threshold } });
      ids.unshift(answer.body.id);
    }
    const firstAnswer = await bank.call(`${list}?limit=2`, { key });
    expect(firstAnswer.body).toMatchObject({ hasMore: true, nextCursor: ids[1] });
    const secondAnswer = await bank.call(`${list}?limit=2&startingAfter=${ids[1]}`, { key });
    const shown = [...firstAnswer.body.data, ...secondAnswer.body.data].map(({ id }) => id);
    expect([shown, secondAnswer.body.hasMore]).toEqual([ids, false]);
  });
});
