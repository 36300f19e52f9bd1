// The content of the request log, its retention and its size.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPlatformRows } from '../../db/platform/rows.ts';
import type { Platform } from '../../identity/platform.ts';
import { KEPT_DAYS, type RequestEntry, requestLogOf } from '../../identity/request-log.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import { openTestPlatform } from '../kit/bank/opened-ledger.ts';

const OWNER = { developerId: 'dev_1', environment: 'sandbox' } as const;
const PAGE = { limit: 100, startingAfter: null };
let platform: Platform;
let now: number;
beforeEach(async () => {
  now = Date.parse('2026-11-21T12:00:00Z');
  platform = await openTestPlatform(':memory:', () => now);
});
afterEach(() => platform.close());

const requestWith = (fields: Partial<RequestEntry> = {}): RequestEntry => ({
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
const listRequests = async () => (await platform.requests.list(OWNER, PAGE)).data;

it('request log rows are deleted after 30 days, counts stay', async () => {
  platform.requests.add(requestWith({ requestId: 'old' }));
  expect(await listRequests()).toHaveLength(1);
  now += KEPT_DAYS * DAY_MS + 1;
  platform.requests.add(requestWith({ requestId: 'new' }));
  expect((await listRequests()).map(({ requestId }) => requestId)).toEqual(['new']);
  const counts = await platform.requests.counts(OWNER, 60);
  expect(counts.reduce((all, count) => all + count.requests, 0)).toBe(2);
});

it('request counts are deleted after 90 days', async () => {
  platform.requests.add(requestWith());
  await listRequests();
  now += 91 * DAY_MS;
  platform.requests.add(requestWith());
  await listRequests();
  expect(await platform.requests.counts(OWNER, 365)).toHaveLength(1);
});

it('a flood of requests is counted in full, stored in part, and leaves room for others', async () => {
  for (let index = 0; index < 5_000; index += 1)
    platform.requests.add(requestWith({ requestId: `req_${index}` }));
  const other = { developerId: 'dev_2', environment: 'sandbox' } as const;
  platform.requests.add(requestWith(other));
  const counts = await platform.requests.counts(OWNER, 1);
  expect(counts[0]?.requests).toBe(5_000);
  expect((await platform.requests.list(other, PAGE)).data).toHaveLength(1);
  const find = async (requestId: string) =>
    (await platform.requests.list(OWNER, { ...PAGE, requestId })).data.length;
  expect([await find('req_499'), await find('req_500')]).toEqual([1, 0]);
});

it('pending log rows are written when the bank closes', async () => {
  platform.requests.add(requestWith());
  expect(() => platform.close()).not.toThrow();
  platform = await openTestPlatform(':memory:', () => now);
});

it('a full second and a day of old rows are written in slices between answers', async () => {
  const owners = Array.from({ length: 8 }, (_, nth) => `dev_${nth}`);
  const fill = () => {
    for (const developerId of owners) {
      for (let nth = 0; nth < 500; nth += 1) {
        platform.requests.add(requestWith({ developerId, route: `/v1/${nth}` }));
      }
    }
  };
  fill();
  await listRequests();
  now += (KEPT_DAYS + 1) * DAY_MS;
  fill();
  let turns = 0;
  let isDone = false;
  const all = listRequests().then((rows) => {
    isDone = true;
    return rows;
  });
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  expect((await all).every(({ at }) => at === now)).toBe(true);
  // 2,000 rows and 4,000 counts are written, 2,000 rows removed; a slice has 200 of each.
  expect(turns).toBeGreaterThan(29);
  const counts = await platform.requests.counts(OWNER, 1);
  expect(counts).toHaveLength(500);
});

it('the log still lists stored rows when it cannot be written', async () => {
  const rows = openPlatformRows(':memory:');
  let isFull = false;
  const write: typeof rows.write = (work) =>
    isFull ? Promise.reject(new Error('database or disk is full')) : rows.write(work);
  const log = requestLogOf({ ...rows, write }, () => now);
  log.add(requestWith({ requestId: 'kept' }));
  await log.list(OWNER, PAGE);
  isFull = true;
  log.add(requestWith({ requestId: 'lost' }));
  const ids = async () => (await log.list(OWNER, PAGE)).data.map(({ requestId }) => requestId);
  expect(await ids()).toEqual(['kept']);
  isFull = false;
  log.add(requestWith({ requestId: 'later' }));
  expect(await ids()).toEqual(['later', 'kept']);
  log.stop();
  rows.close();
});
