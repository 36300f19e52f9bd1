// The event log: invalid cursors, and events that are in no log.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openSharedCheckedBank,
  transferOf,
} from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let ids: string[];
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  key = (await register(bank)).key;
  ids = (await openAccounts(bank, key, [100, 0])).accountIds;
});
afterAll(() => bank.close());

const get = (path: string, callerKey = key) => bank.call(path, { key: callerKey });
const outcomeOf = ({ status, body }: Answer) => [status, body.code];

describe('a position in the event log', () => {
  it('that is not a whole number from 0 up is refused', async () => {
    for (const sequence of [
      '-1',
      '1.5',
      'abc',
      '',
      '1e3',
      '9007199254740992',
      '1&afterSequence=2',
    ]) {
      const answer = await get(`/v1/events?afterSequence=${sequence}`);
      expect(outcomeOf(answer), sequence).toEqual([400, 'invalid_parameter']);
    }
  });

  it('beyond the end of the log is refused, because a reader waiting there would miss events', async () => {
    const { sequence } = (await get('/v1/events?order=desc&limit=1')).body.data[0];
    const aheadAnswer = await get(`/v1/events?afterSequence=${sequence + 1}`);
    expect(outcomeOf(aheadAnswer)).toEqual([400, 'invalid_cursor']);
    const emptyPage = await get(`/v1/events?afterSequence=${sequence}`);
    expect([emptyPage.status, emptyPage.body.data]).toEqual([200, []]);
  });

  it('given twice, by sequence and by id, is refused', async () => {
    const { id } = (await get('/v1/events')).body.data[0];
    const answer = await get(`/v1/events?startingAfter=${id}&afterSequence=1`);
    expect(outcomeOf(answer)).toEqual([400, 'invalid_cursor']);
  });

  it("named by another developer's event is refused like an unknown event", async () => {
    const otherDeveloper = await register(bank);
    await openAccounts(bank, otherDeveloper.key, [1]);
    const foreignId = (await get('/v1/events', otherDeveloper.key)).body.data[0].id;
    const answers = [foreignId, 'evt_06ayx0rw7mf5w0h1y6k2v3c4d5'].map((id) =>
      get(`/v1/events?startingAfter=${id}`),
    );
    const [foreignAnswer, unknownIdAnswer] = await Promise.all(answers);
    expect(outcomeOf(foreignAnswer as Answer)).toEqual([400, 'invalid_cursor']);
    expect(foreignAnswer?.body.detail).toBe(unknownIdAnswer?.body.detail);
    expect(outcomeOf(await get(`/v1/events/${foreignId}`))).toEqual([404, 'event_not_found']);
  });
});

describe('a refused request', () => {
  it('writes no event; a declined transaction writes one with its reason', async () => {
    const [from = '', to = ''] = ids;
    const countBefore = (await get('/v1/events?limit=100')).body.data.length;
    await bank.call('/v1/transactions', { key, body: { ...transferOf(from, to, 1), amount: 0.5 } });
    await bank.call(`/v1/accounts/${from}/close`, { key, body: {} });
    expect((await get('/v1/events?limit=100')).body.data).toHaveLength(countBefore);
    await bank.call('/v1/transactions?wait=10', { key, body: transferOf(to, from, 1) });
    const newEvents = (await get(`/v1/events?afterSequence=${countBefore}`)).body.data;
    expect(newEvents.map(({ type }: { type: string }) => type)).toEqual([
      'transaction.created',
      'transaction.declined',
    ]);
    expect(newEvents[1].data.object.statusReason.code).toBe('insufficient_funds');
  });
});
