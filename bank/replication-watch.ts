// Watches whether PostgreSQL's standbys have what the bank acknowledges: the first lines of a start
// say it, /readyz?verbose says it, and a change is logged.

import type { Logger } from 'pino';
import {
  type Replication,
  type ReplicationState,
  replicationOf,
} from '../db/postgres/replication.ts';

const EVERY_MS = 10_000;

/** The meaning of each state for a person. */
const MEANINGS: Readonly<Record<ReplicationState, string>> = {
  synchronous: 'each acknowledged commit is on a synchronous standby of PostgreSQL',
  waiting: 'PostgreSQL wants a synchronous standby and has none: commits wait',
  asynchronous: 'PostgreSQL has no synchronous standby: a failover can lose acknowledged commits',
  none: 'PostgreSQL has no standby: what is acknowledged is lost with its disk',
  unknown: 'the standbys of PostgreSQL cannot be read: grant pg_monitor to the user of the bank',
};

export interface ReplicationWatch {
  /** The newest state; null while the server does not answer. */
  readonly state: () => Replication | null;
  stop(): void;
}

/**
 * Asks at once, and then every ten seconds.
 * @param everyMs pause between two questions, for tests
 */
export function watchReplication(url: string, log: Logger, everyMs = EVERY_MS): ReplicationWatch {
  const standbys = replicationOf(url);
  let state: Replication | null = null;
  let told: ReplicationState | null = null;

  async function ask(): Promise<void> {
    // Everything else reports a server that is away.
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
