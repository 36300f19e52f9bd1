// Watches whether the standbys of PostgreSQL have the commits that the bank acknowledges. The state
// is the first line of the log of each start, is logged at every change, and is shown by /readyz.

import type { Logger } from 'pino';
import {
  openReplicationReader,
  type Replication,
  type ReplicationState,
  UNREACHABLE_REPLICATION,
} from '../db/postgres/replication.ts';

const CHECK_EVERY_MS = 10_000;

/** The log message of each state. */
const MEANINGS: Readonly<Record<ReplicationState, string>> = {
  synchronous: 'each acknowledged commit is on a synchronous standby of PostgreSQL',
  waiting: 'PostgreSQL wants a synchronous standby and has none: commits wait',
  asynchronous: 'PostgreSQL has no synchronous standby: a failover can lose acknowledged commits',
  none: 'PostgreSQL has no standby: acknowledged commits are lost with its disk',
  unknown:
    'whether acknowledged commits can be lost is unknown, because the standbys of PostgreSQL cannot be ' +
    'read: grant pg_monitor to the user of the bank',
  unreachable:
    'whether acknowledged commits can be lost is unknown: no server of PostgreSQL that takes writes answers',
};

export interface ReplicationWatch {
  /** The state as last read. */
  readonly state: () => Replication;
  stop(): void;
}

function logState({ state, canLose, standbys }: Replication, log: Logger): void {
  const level = state === 'synchronous' ? 'info' : 'warn';
  log[level]({ replication: state, canLose, standbys }, MEANINGS[state]);
}

/** Reads the state and logs it, before anything else of a start. */
export async function logReplication(url: string, log: Logger): Promise<Replication> {
  const standbys = openReplicationReader(url);
  const replication = await standbys.read().catch(() => UNREACHABLE_REPLICATION);
  await standbys.close();
  logState(replication, log);
  return replication;
}

/**
 * Reads the state at once, and then every ten seconds.
 * @param loggedState the state that was logged last
 * @param everyMs interval, for tests
 */
export function watchReplication(
  url: string,
  log: Logger,
  loggedState: Replication,
  everyMs = CHECK_EVERY_MS,
): ReplicationWatch {
  const standbys = openReplicationReader(url);
  let last = loggedState;
  let isOver = false;

  async function check(): Promise<void> {
    const { state } = last;
    last = await standbys.read().catch(() => UNREACHABLE_REPLICATION);
    if (last.state !== state && !isOver) logState(last, log);
  }

  void check();
  const timer = setInterval(() => void check(), everyMs);
  timer.unref();
  return {
    state: () => last,
    stop() {
      isOver = true;
      clearInterval(timer);
      void standbys.close();
    },
  };
}
