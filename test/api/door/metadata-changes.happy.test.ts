// A change of metadata names what changes: what a client did not know of is not lost.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type Door, openSharedDoor } from '../../kit/bank/door.ts';

let bank: Door;
let key: string;
beforeAll(async () => {
  bank = await openSharedDoor();
  key = (await register(bank)).key;
});
afterAll(() => bank.close());

const post = (path: string, body: object) => bank.call(path, { key, body });

describe('metadata', () => {
  it('is merged by every change: a key gets its value whole, goes with null, and others stay', async () => {
    const opened = await openAccounts(bank, key, [0, 0]);
    const [account = '', other = ''] = opened.accountIds;
    const made = async (path: string, body: object) => (await post(path, body)).body.id;
    const alert = await made(`/v1/accounts/${account}/alerts`, {
      type: 'low_balance',
      threshold: 1,
    });
    const schedule = await made('/v1/transactions/scheduled', {
      ...{ sourceAccountId: account, destinationAccountId: other, amount: 1, currency: 'EUR' },
      ...{ timezone: 'UTC', startDate: '2099-01-01' },
    });
    const endpoint = await made('/v1/webhook-endpoints', { url: 'https://example.com/hook' });
    for (const path of [
      `/v1/customers/${opened.customerId}`,
      `/v1/accounts/${account}`,
      `/v1/accounts/${account}/alerts/${alert}`,
      `/v1/scheduled/${schedule}`,
      `/v1/webhook-endpoints/${endpoint}`,
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
      const many = Object.fromEntries(Array.from({ length: 49 }, (_, at) => [`k${at}`, at]));
      expect(await change(many)).toEqual([path, 422, '/metadata']);
      expect(await change({ y: 'x'.repeat(16_000) })).toEqual([path, 200, expect.anything()]);
      expect(await change({ z: 'x'.repeat(400) })).toEqual([path, 422, '/metadata']);
      expect(await change(null)).toEqual([path, 200, {}]);
    }
  });
});
