// Holds as objects: active holds in pages, and each hold by its id, also after its end.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let from: string;
let to: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  const { accountIds } = await openAccounts(bank, key, [1_000, 1_000]);
  [from = '', to = ''] = accountIds;
});
afterAll(() => bank.close());

const get = (path: string) => bank.call(path, { key });
const post = (path: string, body: object = {}) => bank.call(path, { key, body });
const hold = async (body: object) => {
  const created = await post('/v1/transactions?wait=10', { ...body, capture: 'manual' });
  return { id: created.body.hold.id as string, transactionId: created.body.id as string };
};
const list = async (query = '') =>
  (await get(`/v1/holds?${query}`)).body.data.map(({ id }: { id: string }) => id);

describe('holds', () => {
  it('are listed while active, newest first, in pages and by account', async () => {
    const first = await hold(transferOf(from, to, 1));
    const second = await hold(transferOf(to, from, 2));
    const third = await hold(transferOf(from, to, 3));
    expect(await list()).toEqual([third.id, second.id, first.id]);
    expect(await list(`accountId=${from}`)).toEqual([third.id, first.id]);
    const page = await get('/v1/holds?limit=2');
    expect(page.body).toMatchObject({ hasMore: true, nextCursor: second.id });
    expect(await list(`limit=2&startingAfter=${second.id}`)).toEqual([first.id]);
    await post(`/v1/transactions/${third.transactionId}/capture`, { amount: 1 });
    await post(`/v1/transactions/${first.transactionId}/cancel`);
    expect(await list()).toEqual([second.id]);
    await post(`/v1/transactions/${second.transactionId}/cancel`);
  });

  it('show their amount and their outcome', async () => {
    const { id, transactionId } = await hold(transferOf(from, to, 5));
    const active = await get(`/v1/holds/${id}`);
    expect(active.body).toMatchObject({
      ...{ id, object: 'hold', livemode: false, transactionId, accountId: from },
      ...{ amount: 5, capturedAmount: 0, currency: 'EUR', status: 'active', version: 1 },
    });
    await post(`/v1/transactions/${transactionId}/capture`, { amount: 2 });
    const ended = await get(`/v1/holds/${id}`);
    expect(ended.body).toMatchObject({
      ...{ capturedAmount: 2, status: 'partially_captured', version: 2 },
    });
    expect(ended.headers.get('etag')).toMatch(/^"v2[-"]/);
  });

  it("that expired by the developer's clock hold nothing, and are not listed", async () => {
    const { id } = await hold(transferOf(from, to, 5));
    await post('/v1/sandbox/clock', { advanceBy: 'P8D' });
    expect(await list()).toEqual([]);
    expect((await get(`/v1/holds/${id}`)).body.status).toBe('expired');
  });

  it("of a deposit belong to the bank's side, which shows no account id", async () => {
    const deposit = { type: 'deposit', amount: 5, currency: 'EUR', destinationAccountId: to };
    const { id } = await hold(deposit);
    expect((await get(`/v1/holds/${id}`)).body.accountId).toBeNull();
    const { body } = await get(`/v1/events?objectId=${id}`);
    expect(body.data.map((event: { data: { object: object } }) => event.data.object)).toMatchObject(
      [{ id, accountId: null }],
    );
  });

  it('of other developers do not exist, and a cursor that is not a hold is refused', async () => {
    const { id } = await hold(transferOf(from, to, 5));
    const stranger = (await register(bank)).key;
    const foreignAnswer = await bank.call('/v1/holds', { key: stranger });
    expect(foreignAnswer.body.data).toEqual([]);
    const answer = await bank.call(`/v1/holds/${id}`, { key: stranger });
    expect([answer.status, answer.body.code]).toEqual([404, 'hold_not_found']);
    const cursor = await get(`/v1/holds?startingAfter=${from}`);
    expect([cursor.status, cursor.body.code]).toEqual([400, 'invalid_cursor']);
  });
});
