// Holds: the list has the active ones in pages, and each hold can be read by its id, also after it
// has ended.

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
const placeHold = async (body: object) => {
  const creationAnswer = await post('/v1/transactions?wait=10', { ...body, capture: 'manual' });
  return {
    id: creationAnswer.body.hold.id as string,
    transactionId: creationAnswer.body.id as string,
  };
};
const listIds = async (query = '') =>
  (await get(`/v1/holds?${query}`)).body.data.map(({ id }: { id: string }) => id);

describe('holds', () => {
  it('are listed while active, newest first, in pages and by account', async () => {
    const firstHold = await placeHold(transferOf(from, to, 1));
    const secondHold = await placeHold(transferOf(to, from, 2));
    const thirdHold = await placeHold(transferOf(from, to, 3));
    expect(await listIds()).toEqual([thirdHold.id, secondHold.id, firstHold.id]);
    expect(await listIds(`accountId=${from}`)).toEqual([thirdHold.id, firstHold.id]);
    const page = await get('/v1/holds?limit=2');
    expect(page.body).toMatchObject({ hasMore: true, nextCursor: secondHold.id });
    expect(await listIds(`limit=2&startingAfter=${secondHold.id}`)).toEqual([firstHold.id]);
    await post(`/v1/transactions/${thirdHold.transactionId}/capture`, { amount: 1 });
    await post(`/v1/transactions/${firstHold.transactionId}/cancel`);
    expect(await listIds()).toEqual([secondHold.id]);
    await post(`/v1/transactions/${secondHold.transactionId}/cancel`);
  });

  it('show their amount and their outcome', async () => {
    const { id, transactionId } = await placeHold(transferOf(from, to, 5));
    const activeHold = await get(`/v1/holds/${id}`);
    expect(activeHold.body).toMatchObject({
      ...{ id, object: 'hold', livemode: false, transactionId, accountId: from },
      ...{ amount: 5, capturedAmount: 0, currency: 'EUR', status: 'active', version: 1 },
    });
    await post(`/v1/transactions/${transactionId}/capture`, { amount: 2 });
    const capturedHold = await get(`/v1/holds/${id}`);
    expect(capturedHold.body).toMatchObject({
      ...{ capturedAmount: 2, status: 'partially_captured', version: 2 },
    });
    expect(capturedHold.headers.get('etag')).toMatch(/^"v2[-"]/);
  });

  it("that expired by the developer's clock are not listed", async () => {
    const { id } = await placeHold(transferOf(from, to, 5));
    await post('/v1/sandbox/clock', { advanceBy: 'P8D' });
    expect(await listIds()).toEqual([]);
    expect((await get(`/v1/holds/${id}`)).body.status).toBe('expired');
  });

  it("of a deposit belong to the bank's side, which shows no account id", async () => {
    const deposit = { type: 'deposit', amount: 5, currency: 'EUR', destinationAccountId: to };
    const { id } = await placeHold(deposit);
    expect((await get(`/v1/holds/${id}`)).body.accountId).toBeNull();
    const { body } = await get(`/v1/events?objectId=${id}`);
    expect(body.data.map((event: { data: { object: object } }) => event.data.object)).toMatchObject(
      [{ id, accountId: null }],
    );
  });

  it('of other developers do not exist, and a cursor that is not a hold is refused', async () => {
    const { id } = await placeHold(transferOf(from, to, 5));
    const strangerKey = (await register(bank)).key;
    const foreignAnswer = await bank.call('/v1/holds', { key: strangerKey });
    expect(foreignAnswer.body.data).toEqual([]);
    const answer = await bank.call(`/v1/holds/${id}`, { key: strangerKey });
    expect([answer.status, answer.body.code]).toEqual([404, 'hold_not_found']);
    const wrongCursorAnswer = await get(`/v1/holds?startingAfter=${from}`);
    expect([wrongCursorAnswer.status, wrongCursorAnswer.body.code]).toEqual([
      400,
      'invalid_cursor',
    ]);
  });
});
