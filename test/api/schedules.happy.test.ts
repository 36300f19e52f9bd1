// Schedules through the front door, driven by the test clock of the sandbox.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, openTestBank, register, type TestBank } from '../kit/bank.ts';

let bank: TestBank;
beforeAll(async () => {
  bank = await openTestBank();
});
afterAll(() => bank.close());

const DAY_MS = 24 * 60 * 60 * 1000;

/** A developer with two accounts, the first of which holds that many minor units. */
async function developer(funds = 100_000) {
  const { key } = await register(bank);
  const { accountIds } = await openAccounts(bank, key, [funds, 0]);
  const [from = '', to = ''] = accountIds;
  const call = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    bank.call(path, { key, headers, ...(body === undefined ? {} : { body }) });
  const clock = await call('/v1/sandbox/clock');
  const day = (ahead: number) =>
    new Date(Date.parse(clock.body.now) + ahead * DAY_MS).toISOString().slice(0, 10);
  return {
    key,
    from,
    to,
    call,
    day,
    async schedule(fields: object) {
      const answer = await call('/v1/transactions/scheduled', {
        sourceAccountId: from,
        destinationAccountId: to,
        amount: 1_000,
        currency: 'EUR',
        timezone: 'UTC',
        startDate: day(1),
        ...fields,
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body;
    },
    read: async (id: string) => (await call(`/v1/scheduled/${id}`)).body,
    occurrences: async (id: string) =>
      (await call(`/v1/scheduled/${id}/occurrences?limit=100`)).body.data.reverse(),
    async advance(body: object) {
      const answer = await call('/v1/sandbox/clock?wait=30', body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body;
    },
    posted: async (account: string) => (await call(`/v1/accounts/${account}/balance`)).body.posted,
    events: async (type: string) => (await call(`/v1/events?limit=100&type=${type}`)).body.data,
  };
}

describe('a schedule', () => {
  it('runs on each of its dates, once, and completes after the last', async () => {
    const dev = await developer();
    const made = await dev.schedule({ recurrence: { frequency: 'daily', count: 5 } });
    expect(made).toMatchObject({ object: 'schedule', status: 'active', occurrencesCompleted: 0 });
    expect(made.upcoming).toHaveLength(5);
    expect(made.nextRunAt).toBe(`${dev.day(1)}T00:00:00.000Z`);
    await dev.advance({ advanceBy: 'P3D' });
    expect(await dev.read(made.id)).toMatchObject({ status: 'active', occurrencesCompleted: 3 });
    await dev.advance({ advanceBy: 'P10D' });
    expect(await dev.read(made.id)).toMatchObject({
      status: 'completed',
      occurrencesCompleted: 5,
      nextRunAt: null,
      upcoming: [],
    });
    const occurrences = await dev.occurrences(made.id);
    expect(occurrences.map((one: { date: string }) => one.date)).toEqual(
      [1, 2, 3, 4, 5].map(dev.day),
    );
    expect(await dev.posted(dev.to)).toBe(5_000);
    const listed = await dev.call(`/v1/transactions?scheduleId=${made.id}`);
    expect(listed.body.data).toHaveLength(5);
    expect(listed.body.data[0]).toMatchObject({ scheduleId: made.id, status: 'posted' });
    expect(await dev.events('schedule.occurrence.posted')).toHaveLength(5);
    expect(await dev.events('schedule.completed')).toHaveLength(1);
  });
});
