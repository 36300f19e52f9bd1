// Payments of a developer whose own model judges them are committed in separate groups: however
// slow that model is, no other developer's commit waits for it, and the payments of the developer
// keep their order.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Lane } from '../../activities/lane.ts';
import type {
  BookedGroup,
  BookedRequest,
  LaneGroup,
  LaneOrders,
  LaneRequest,
} from '../../db/transactions/port.ts';
import { type RunningLane, startLane } from '../kit/workflows/lane-rig.ts';

/** Books groups; the model of developer `slow` answers only when the test tells it to. */
function createModelBank() {
  const groups: string[][] = [];
  let answer: () => void = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const tenantOf = (request: LaneRequest) =>
    request.act === 'settle' ? '' : (request.order.tenantId ?? '');
  let next = 0;
  async function book({ requests }: LaneGroup): Promise<BookedGroup> {
    groups.push(requests.map(tenantOf));
    if (requests.some((request) => tenantOf(request) === 'slow')) await answered;
    await sleep(1);
    const outcomes = requests.map((): BookedRequest => {
      next += 1;
      return { accepted: { id: `txn_${next}`, replayed: false }, settled: null, unstarted: [] };
    });
    return { outcomes, next: 32 };
  }
  return { book, groups, answer };
}

const draftOf = (tenantId: string) => ({ tenantId }) as LaneOrders['accept'];

let lane: Lane;
let stop: RunningLane['stop'];
let bank: ReturnType<typeof createModelBank>;

beforeEach(async () => {
  bank = createModelBank();
  ({ lane, stop } = await startLane(bank.book, (tenantId) => tenantId === 'slow'));
});
afterEach(async () => {
  bank.answer();
  await stop();
});

test("other developers' payments are booked while one payment waits for a model", async () => {
  const ownRequests = Array.from({ length: 3 }, () => lane.book('accept', draftOf('slow')));
  const otherRequests = Array.from({ length: 40 }, () => lane.book('accept', draftOf('quick')));
  const booked = await Promise.all(otherRequests);
  expect(booked.every((value) => value !== null)).toBe(true);
  // No payment of the slow developer is booked, and no group mixes two developers.
  expect(await Promise.race([...ownRequests, sleep(20, 'waits')])).toBe('waits');
  for (const group of bank.groups) expect(new Set(group).size).toBe(1);
  bank.answer();
  const ids = (await Promise.all(ownRequests)).map((item) => item?.accepted.id);
  expect(ids.every((id) => id !== undefined)).toBe(true);
});

test('payments of one developer are booked in order, one group after the other', async () => {
  const bookedOrder: number[] = [];
  const ownRequests = Array.from({ length: 30 }, async (_, index) => {
    await lane.book('accept', draftOf('slow'));
    bookedOrder.push(index);
  });
  await sleep(10);
  // One group waits for the model; the other payments wait for that group.
  expect(bank.groups).toHaveLength(1);
  bank.answer();
  await Promise.all(ownRequests);
  expect(bookedOrder).toEqual(Array.from({ length: 30 }, (_, index) => index));
  expect(Math.max(...bank.groups.map(({ length }) => length))).toBeLessThanOrEqual(8);
});

test('payments still waiting for a model are left to workflows when the lane ends', async () => {
  const ownRequests = Array.from({ length: 20 }, () => lane.book('accept', draftOf('slow')));
  await sleep(10);
  const stopped = stop();
  bank.answer();
  const booked = await Promise.all(ownRequests);
  await stopped;
  // The running group is booked; the other requests get no result, because workflows book them.
  expect(booked.filter((value) => value !== null).length).toBeLessThanOrEqual(8);
  expect(booked.filter((value) => value === null).length).toBeGreaterThanOrEqual(12);
});
