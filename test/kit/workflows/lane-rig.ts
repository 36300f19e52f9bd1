// Runs a lane without a ledger: the test books the groups.

import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { createLane, type Lane } from '../../../activities/lane.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { bookGroup } from '../../../db/money/lane.ts';
import type { BookedGroup, LaneGroup } from '../../../db/transactions/port.ts';

export interface RunningLane {
  readonly lane: Lane;
  stop(): Promise<void>;
}

/**
 * Starts a lane and waits until it takes requests.
 * @param book books a group
 * @param usesOwnModel as for `createLane`
 */
export async function startLane(
  book: (group: LaneGroup) => Promise<BookedGroup>,
  usesOwnModel: (tenantId: string) => boolean = () => false,
): Promise<RunningLane> {
  const run = async (act: unknown, input: unknown) =>
    act === bookGroup ? book(input as LaneGroup) : undefined;
  const statement = { all: () => [], get: () => 'holder', pluck: () => statement };
  const database = { followsOtherProcesses: false, raw: { prepare: () => statement } };
  const stopping = new AbortController();
  const lane = createLane({
    ledger: { run, database } as unknown as Ledger,
    usesOwnModel,
    collector: {
      add: () => {},
      reserve: () => ({ ownCount: 32, shared: null, places: 0 }),
    } as never,
    log: pino({ level: 'silent' }),
    failPoint: () => {},
  });
  const running = lane.run('holder', stopping.signal, () => {});
  await sleep(5);
  return {
    lane,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
