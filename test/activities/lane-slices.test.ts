// The lane splits a group into slices when the database runs on another machine.

import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createLane } from '../../activities/lane.ts';
import type { Ledger } from '../../db/ledger.ts';
import { bookGroup } from '../../db/money/lane.ts';
import type { BookedRequest, LaneGroup, LaneOrders } from '../../db/transactions/port.ts';

const SLICE = 8;

test('the slices of a group together start at most the workflows that the group may start', async () => {
  const slices: LaneGroup[] = [];
  async function book(slice: LaneGroup) {
    slices.push(slice);
    const outcomes = slice.requests.map((_, index): BookedRequest => {
      const accepted = { id: `txn_${slices.length}_${index}`, replayed: false };
      return { accepted, settled: null, unstarted: [] };
    });
    return { outcomes, next: SLICE };
  }
  const statement = { all: () => [], get: () => 'holder', pluck: () => statement };
  const database = { followsOtherProcesses: true, raw: { prepare: () => statement } };
  const run = async (act: unknown, input: unknown) =>
    act === bookGroup ? book(input as LaneGroup) : undefined;
  const stopping = new AbortController();
  const lane = createLane({
    ledger: { run, database } as unknown as Ledger,
    usesOwnModel: () => false,
    collector: {
      add: () => {},
      reserve: (members: number) => ({ ownCount: Math.min(members, 11), shared: null, places: 0 }),
    } as never,
    log: pino({ level: 'silent' }),
    failPoint: () => {},
  });
  const running = lane.run('holder', stopping.signal, () => {});
  await expect.poll(() => lane.isOpen()).toBe(true);
  const draftOf = (tenantId: string) => ({ tenantId }) as LaneOrders['accept'];
  await lane.book('accept', draftOf('dev_0'));
  slices.length = 0;
  await Promise.all(
    Array.from({ length: 24 }, (_, index) => lane.book('accept', draftOf(`dev_${index}`))),
  );
  expect(slices.map(({ requests }) => requests.length)).toEqual([SLICE, SLICE, SLICE]);
  expect(slices.map(({ workflows }) => workflows.ownCount)).toEqual([8, 3, 0]);
  stopping.abort();
  await running;
});
