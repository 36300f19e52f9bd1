// What the log of requests keeps, for how long, and how much.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPlatform, type Platform } from '../../identity/platform.ts';
import { type Asked, KEPT_DAYS } from '../../identity/request-log.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const OWNER = { developerId: 'dev_1', environment: 'sandbox' } as const;
const PAGE = { limit: 100, startingAfter: null };
let platform: Platform;
let now: number;
beforeEach(() => {
  now = Date.parse('2026-11-21T12:00:00Z');
  platform = openPlatform(':memory:', () => now);
});
afterEach(() => platform.close());

const asked = (fields: Partial<Asked> = {}): Asked => ({
  ...OWNER,
  requestId: 'req_1',
  keyId: 'key_1',
  method: 'GET',
  route: '/v1/accounts',
  path: '/v1/accounts',
  status: 200,
  code: null,
  durationUs: 1_500,
  address: null,
  detail: null,
  at: now,
  ...fields,
});
const listed = async () => (await platform.requests.list(OWNER, PAGE)).data;

it('rows go after 30 days, counts stay', async () => {
  platform.requests.add(asked({ requestId: 'old' }));
  expect(await listed()).toHaveLength(1);
  now += KEPT_DAYS * DAY_MS + 1;
  platform.requests.add(asked({ requestId: 'new' }));
  expect((await listed()).map(({ requestId }) => requestId)).toEqual(['new']);
  const counts = await platform.requests.counts(OWNER, 60);
  expect(counts.reduce((all, one) => all + one.requests, 0)).toBe(2);
});

it('counts go after 90 days', async () => {
  platform.requests.add(asked());
  await listed();
  now += 91 * DAY_MS;
  platform.requests.add(asked());
  await listed();
  expect(await platform.requests.counts(OWNER, 365)).toHaveLength(1);
});

it('a flood is counted in full, kept in part, and leaves room for others', async () => {
  for (let at = 0; at < 5_000; at += 1) platform.requests.add(asked({ requestId: `req_${at}` }));
  const other = { developerId: 'dev_2', environment: 'sandbox' } as const;
  platform.requests.add(asked(other));
  const counts = await platform.requests.counts(OWNER, 1);
  expect(counts[0]?.requests).toBe(5_000);
  expect((await platform.requests.list(other, PAGE)).data).toHaveLength(1);
  const find = async (requestId: string) =>
    (await platform.requests.list(OWNER, { ...PAGE, requestId })).data.length;
  expect([await find('req_499'), await find('req_500')]).toEqual([1, 0]);
});

it('what was not written yet is written when the bank closes', async () => {
  platform.requests.add(asked());
  expect(() => platform.close()).not.toThrow();
  platform = openPlatform(':memory:', () => now);
});
