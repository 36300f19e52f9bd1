// After a commit, the waiting clients send their next requests one after the other. The lane waits
// for all of them and books them in one commit again.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type {
  BookedGroup,
  BookedRequest,
  LaneGroup,
  LaneOrders,
} from '../../db/transactions/port.ts';
import { startLane } from '../kit/workflows/lane-rig.ts';

const CLIENTS = 4;
const ROUNDS = 5;

/** Books groups, and records the size of each. */
function recordSizes() {
  const sizes: number[] = [];
  async function book({ requests }: LaneGroup): Promise<BookedGroup> {
    sizes.push(requests.length);
    const outcomes = requests.map((): BookedRequest => {
      return { accepted: { id: 'txn_1', replayed: false }, settled: null, unstarted: [] };
    });
    return { outcomes, next: 32 };
  }
  return { book, sizes };
}

test('requests that follow the answers of a group one after the other share a commit', async () => {
  const { book, sizes } = recordSizes();
  const { lane, stop } = await startLane(book);
  const draft = { tenantId: 'dev' } as LaneOrders['accept'];
  for (let round = 0; round < ROUNDS; round += 1) {
    const booked: Promise<unknown>[] = [];
    for (let client = 0; client < CLIENTS; client += 1) {
      booked.push(lane.book('accept', draft));
      // All requests of the first round arrive together.
      if (round > 0) await nextTurn();
    }
    await Promise.all(booked);
  }
  // A single request after a group is booked although no other follows it.
  await lane.book('accept', draft);
  await stop();
  expect(sizes).toEqual([...Array.from({ length: ROUNDS }, () => CLIENTS), 1]);
});
