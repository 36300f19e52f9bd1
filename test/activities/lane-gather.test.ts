// After a commit, the waiting clients send their next requests one after the other. The lane waits
// for all of them and books them in one commit again.

import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createLane } from '../../activities/lane.ts';
import type { Ledger } from '../../db/ledger.ts';
import { bookGroup } from '../../db/money/lane.ts';
import type { Booked, BookedGroup, LaneGroup, LaneOrders } from '../../db/transactions/port.ts';

const CLIENTS = 4;
const ROUNDS = 5;

/** A ledger that records the size of each group. */
function recordingLedger() {
  const sizes: number[] = [];
  async function book({ requests }: LaneGroup): Promise<BookedGroup> {
    sizes.push(requests.length);
    const outcomes = requests.map((): Booked => {
      return { accepted: { id: 'txn_1', replayed: false }, settled: null, unstarted: [] };
    });
    return { outcomes, next: 32 };
  }
  const run = async (act: unknown, input: unknown) =>
    act === bookGroup ? book(input as LaneGroup) : undefined;
  const statement = { all: () => [], get: () => 'holder', pluck: () => statement };
  const database = { hearsOthers: false, raw: { prepare: () => statement } };
  return { ledger: { run, database } as unknown as Ledger, sizes };
}

test('requests that arrive one after the other behind the answers of a group share a commit', async () => {
  const { ledger, sizes } = recordingLedger();
  const stopping = new AbortController();
  const lane = createLane({
    ledger,
    asksApart: () => false,
    collector: {
      add: () => {},
      reserve: () => ({ ownCount: 32, shared: null, places: 0 }),
    } as never,
    log: pino({ level: 'silent' }),
    failPoint: () => {},
  });
  const running = lane.run('holder', stopping.signal, () => {});
  await sleep(5);
  const order = { tenantId: 'dev' } as LaneOrders['accept'];
  for (let round = 0; round < ROUNDS; round += 1) {
    const booked: Promise<unknown>[] = [];
    for (let client = 0; client < CLIENTS; client += 1) {
      booked.push(lane.book('accept', order));
      // All requests of the first round arrive together.
      if (round > 0) await turn();
    }
    await Promise.all(booked);
  }
  // A lone request behind a group is booked although no other follows it.
  await lane.book('accept', order);
  stopping.abort();
  await running;
  expect(sizes).toEqual([...Array.from({ length: ROUNDS }, () => CLIENTS), 1]);
});
