// Checks whether PostgreSQL's standbys have the commits that the bank acknowledges, on the server
// that takes the writes.

import type pg from 'pg';
import { connectTo } from './hosts.ts';

/**
 * `synchronous`: each acknowledged commit is on a standby. `waiting`: the server wants a synchronous
 * standby and has none, so commits wait. `asynchronous`: a failover can lose the newest commits.
 * `none`: no standby. `unknown`: the bank's user may not read `pg_stat_replication` (pg_monitor).
 * `unreachable`: no server that takes writes answers.
 */
export type ReplicationState =
  | 'synchronous'
  | 'waiting'
  | 'asynchronous'
  | 'none'
  | 'unknown'
  | 'unreachable';

export interface Replication {
  readonly state: ReplicationState;
  /** True when acknowledged commits can be lost with their server; null when unknown. */
  readonly canLose: boolean | null;
  /** Number of standbys that receive writes; null when it cannot be read. */
  readonly standbys: number | null;
}

const CAN_LOSE: Readonly<Record<ReplicationState, boolean | null>> = {
  synchronous: false,
  waiting: false,
  asynchronous: true,
  none: true,
  unknown: null,
  unreachable: null,
};

function replicationIn(state: ReplicationState, standbys: number | null = null): Replication {
  return { state, canLose: CAN_LOSE[state], standbys };
}

/** The state while no server answers. */
export const UNREACHABLE_REPLICATION = replicationIn('unreachable');

interface Row {
  readonly wanted: string;
  readonly commits: string;
  readonly standbys: string;
  readonly hidden: string;
  readonly synchronous: string;
}

const REPLICATION_SQL = `SELECT current_setting('synchronous_standby_names') AS wanted,
  current_setting('synchronous_commit') AS commits,
  count(*) FILTER (WHERE state = 'streaming') AS standbys,
  count(*) FILTER (WHERE pid IS NOT NULL AND state IS NULL) AS hidden,
  count(*) FILTER (WHERE state = 'streaming' AND sync_state IN ('sync', 'quorum')) AS synchronous
  FROM pg_stat_replication`;

/** Reads the state of replication on a separate connection, which is opened again after a fault. */
export interface ReplicationReader {
  /** @throws when the server does not answer */
  read(): Promise<Replication>;
  close(): Promise<void>;
}

/** @param url may name several servers */
export function openReplicationReader(url: string): ReplicationReader {
  let client: pg.Client | null = null;
  let isClosed = false;
  const forget = (lostClient: pg.Client) => {
    if (client === lostClient) client = null;
  };
  const onCreate = (connection: pg.Client) => {
    connection.on('error', () => forget(connection));
    connection.on('end', () => forget(connection));
  };
  async function drop(): Promise<void> {
    const lostClient = client;
    client = null;
    await lostClient?.end().catch(() => {});
  }
  return {
    async close() {
      isClosed = true;
      await drop();
    },
    async read() {
      client ??= await connectTo(url, { onCreate });
      try {
        // The connection was closed while it was being opened.
        if (isClosed) throw new Error('the connection to PostgreSQL is closed');
        return await readReplication(client);
      } catch (error) {
        await drop();
        throw error;
      }
    },
  };
}

/** Backups that stream the log look like standbys, but are never synchronous. */
async function readReplication(client: pg.Client): Promise<Replication> {
  const { rows } = await client.query<Row>(REPLICATION_SQL);
  const [row] = rows;
  if (row === undefined) return replicationIn('unknown');
  const isWanted = row.wanted !== '' && !['off', 'local'].includes(row.commits);
  if (Number(row.hidden) > 0) return replicationIn('unknown');
  const standbys = Number(row.standbys);
  if (isWanted)
    return replicationIn(Number(row.synchronous) > 0 ? 'synchronous' : 'waiting', standbys);
  return replicationIn(standbys > 0 ? 'asynchronous' : 'none', standbys);
}
