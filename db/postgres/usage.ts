// The bank's use of PostgreSQL's limits.

import { connectTo } from './hosts.ts';

export interface DatabaseUsage {
  /** Size of the database. */
  readonly bytes: number;
  /** Client connections to the server, of all databases. */
  readonly connections: number;
  /** The limit of client connections. */
  readonly maxConnections: number;
}

/**
 * Reads the use from the server that accepts writes.
 * @throws Error when the server does not answer, or leaves a figure out
 */
export async function readUsage(url: string): Promise<DatabaseUsage> {
  const client = await connectTo(url, {
    onCreate: (connection) => connection.on('error', () => {}),
  });
  try {
    const { rows } = await client.query<Record<keyof DatabaseUsage, string>>(
      `SELECT pg_database_size(current_database()) AS bytes,
         (SELECT count(*) FROM pg_stat_activity WHERE datid IS NOT NULL) AS connections,
         current_setting('max_connections')::int
           - current_setting('superuser_reserved_connections')::int AS "maxConnections"`,
    );
    const [row] = rows;
    const figure = (name: keyof DatabaseUsage) => {
      const value = Number(row?.[name] ?? Number.NaN);
      if (!Number.isFinite(value)) throw new Error(`PostgreSQL does not state ${name}`);
      return value;
    };
    return {
      bytes: figure('bytes'),
      connections: figure('connections'),
      maxConnections: figure('maxConnections'),
    };
  } finally {
    await client.end().catch(() => {});
  }
}
