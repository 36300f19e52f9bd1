// A change of metadata names the keys it changes: keys unknown to the client are kept.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasModule, OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openSharedCheckedBank,
  transferOf,
} from '../../kit/bank/checked-bank.ts';

interface ShownObject {
  readonly type: string;
  readonly data: {
    readonly object: { readonly metadata: object };
    readonly previous?: { readonly metadata?: object };
  };
}

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  key = (await register(bank)).key;
});
afterAll(() => bank.close());

const post = (path: string, body: object) => bank.call(path, { key, body });

describe('metadata', () => {
  it("is merged by every change: a key's value is replaced whole, null removes a key, others are kept", async () => {
    const opened = await openAccounts(bank, key, [0, 0]);
    const [account = '', otherAccountId = ''] = opened.accountIds;
    const create = async (path: string, body: object) => (await post(path, body)).body.id;
    const alertId = await create(`/v1/accounts/${account}/alerts`, {
      type: 'low_balance',
      threshold: 1,
    });
    const scheduleId = await create('/v1/transactions/scheduled', {
      ...{
        sourceAccountId: account,
        destinationAccountId: otherAccountId,
        amount: 1,
        currency: 'EUR',
      },
      ...{ timezone: 'UTC', startDate: '2099-01-01' },
    });
    const hook = { url: 'https://example.com/hook' };
    const endpoints = hasModule('webhooks') ? [await create('/v1/webhook-endpoints', hook)] : [];
    for (const path of [
      `/v1/customers/${opened.customerId}`,
      `/v1/accounts/${account}`,
      `/v1/accounts/${account}/alerts/${alertId}`,
      `/v1/scheduled/${scheduleId}`,
      ...endpoints.map((id) => `/v1/webhook-endpoints/${id}`),
    ]) {
      const change = async (metadata: unknown) => {
        const { status, body } = await bank.call(path, {
          key,
          method: 'PATCH',
          body: { metadata },
        });
        return [path, status, status === 200 ? body.metadata : body.errors[0].pointer];
      };
      expect(await change({ x: 1, deep: { a: 1, b: null } })).toEqual([
        ...[path, 200],
        { x: 1, deep: { a: 1, b: null } },
      ]);
      expect(await change({ y: 2, deep: { b: 2 } })).toEqual([
        ...[path, 200],
        { x: 1, y: 2, deep: { b: 2 } },
      ]);
      expect(await change({ x: null, none: null })).toEqual([
        ...[path, 200],
        { y: 2, deep: { b: 2 } },
      ]);
      expect(await change({})).toEqual([path, 200, { y: 2, deep: { b: 2 } }]);
      const manyTerms = Object.fromEntries(
        Array.from({ length: 49 }, (_, index) => [`k${index}`, index]),
      );
      expect(await change(manyTerms)).toEqual([path, 422, '/metadata']);
      expect(await change({ y: 'x'.repeat(16_000) })).toEqual([path, 200, expect.anything()]);
      expect(await change({ z: 'x'.repeat(400) })).toEqual([path, 422, '/metadata']);
      expect(await change(null)).toEqual([path, 200, {}]);
    }
  });

  it('of a transaction can be changed at any time; earlier events keep the earlier metadata', async () => {
    const [from = '', to = ''] = (await openAccounts(bank, key, [1_000, 0])).accountIds;
    const creationAnswer = await post('/v1/transactions?wait=10', {
      ...transferOf(from, to, 100),
      metadata: { order: 17, note: 'first' },
    });
    const path = `/v1/transactions/${creationAnswer.body.id}`;
    const { version } = creationAnswer.body;
    const change = (body: object, headers: Record<string, string> = {}) =>
      bank.call(path, { key, method: 'PATCH', body, headers });
    const changeAnswer = await change({ metadata: { note: null, parcel: 'A-1' } });
    expect([changeAnswer.status, changeAnswer.body.metadata]).toEqual([
      200,
      { order: 17, parcel: 'A-1' },
    ]);
    expect([changeAnswer.body.version, changeAnswer.body.status]).toEqual([version + 1, 'posted']);
    expect(changeAnswer.headers.get('etag')).toMatch(new RegExp(`^"v${version + 1}[-"]`));
    const lateAnswer = await change({ metadata: {} }, { 'if-match': `"v${version}"` });
    expect([lateAnswer.status, lateAnswer.body.code]).toEqual([412, 'version_conflict']);
    const list = (query: string) => bank.call(`/v1/transactions?${query}`, { key });
    expect((await list('metadata[parcel]=A-1')).body.data).toHaveLength(1);
    expect((await list('metadata[note]=first')).body.data).toEqual([]);
    const reversal = await post(`${path}/reverse?wait=10`, {
      reason: 'The goods were returned.',
      metadata: { return: 'R-1' },
    });
    expect([reversal.status, reversal.body.metadata]).toEqual([201, { return: 'R-1' }]);
    const { body } = await bank.call(`/v1/events?objectId=${creationAnswer.body.id}`, { key });
    const eventTypes = body.data.map((item: ShownObject) => [
      item.type.replace('transaction.', ''),
      item.data.object.metadata,
      item.data.previous?.metadata ?? null,
    ]);
    const firstMetadata = { order: 17, note: 'first' };
    const currentMetadata = { order: 17, parcel: 'A-1' };
    expect(eventTypes).toEqual([
      ['created', firstMetadata, null],
      ['posted', firstMetadata, null],
      ['updated', currentMetadata, firstMetadata],
      ['reversed', currentMetadata, null],
    ]);
    expect((await bank.call(`${path}/timeline`, { key })).body.data).toHaveLength(version + 2);
    const refusedChange = await change({ metadata: {}, amount: 5 });
    expect([refusedChange.status, refusedChange.body.errors[0].pointer]).toEqual([422, '/amount']);
    const books = await bank.call('/v1/ops/invariants?environment=sandbox', { key: OPERATOR_KEY });
    expect(books.body.ok).toBe(true);
  });

  it('of a refund is separate from that of its payment', async () => {
    const [from = '', to = ''] = (await openAccounts(bank, key, [1_000, 0])).accountIds;
    const { type: _, ...body } = transferOf(from, to, 100);
    const paymentAnswer = await post('/v1/payments?wait=10', { ...body, metadata: { order: 1 } });
    const refundAnswer = await post(`/v1/payments/${paymentAnswer.body.id}/refund?wait=10`, {
      ...{ reason: 'Too much', metadata: { why: 'late' } },
    });
    expect([refundAnswer.status, refundAnswer.body.metadata]).toEqual([201, { order: 1 }]);
    const answer = await bank.call(`/v1/transactions/${refundAnswer.body.refund.transactionId}`, {
      key,
    });
    expect(answer.body.metadata).toEqual({ why: 'late' });
  });
});
