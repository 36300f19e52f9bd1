// Watches whether the standbys of PostgreSQL have the commits that the bank acknowledges. The state
// is logged at the start and at every change, and shown by /readyz?verbose.

import type { Logger } from 'pino';
import {
  type Replication,
  type ReplicationState,
  replicationOf,
} from '../db/postgres/replication.ts';

const EVERY_MS = 10_000;

/** The log message of each state. */
const MEANINGS: Readonly<Record<ReplicationState, string>> = {
  synchronous: 'each acknowledged commit is on a synchronous standby of PostgreSQL',
  waiting: 'PostgreSQL wants a synchronous standby and has none: commits wait',
  asynchronous: 'PostgreSQL has no synchronous standby: a failover can lose acknowledged commits',
  none: 'PostgreSQL has no standby: what is acknowledged is lost with its disk',
  unknown: 'the standbys of PostgreSQL cannot be read: grant pg_monitor to the user of the bank',
};

export interface ReplicationWatch {
  /** The current state; null while the server does not answer. */
  readonly state: () => Replication | null;
  stop(): void;
}

/**
 * Reads the state at once, and then every ten seconds.
 * @param everyMs interval, for tests
 */
export function watchReplication(url: string, log: Logger, everyMs = EVERY_MS): ReplicationWatch {
  const standbys = replicationOf(url);
  let state: Replication | null = null;
  let told: ReplicationState | null = null;

  async function ask(): Promise<void> {
    // Other parts report an unreachable server.
    state = await standbys.read().catch(() => null);
    if (state === null || state.state === told) return;
    told = state.state;
    const level = told === 'synchronous' ? 'info' : 'warn';
    log[level]({ replication: told, standbys: state.standbys }, MEANINGS[told]);
  }

  void ask();
  const timer = setInterval(() => void ask(), everyMs);
  timer.unref();
  return {
    state: () => state,
    stop() {
      clearInterval(timer);
      void standbys.close();
    },
  };
}
