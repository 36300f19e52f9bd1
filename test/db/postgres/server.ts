// A PostgreSQL server for a test file, or the reason why there is none.

import { afterAll } from 'vitest';
import {
  type PostgresServer,
  postgresFault,
  startPostgres,
} from '../../../scripts/run/postgres-server.ts';

/**
 * Returns the server of a test file, which ends with it, or null when none can run here; the reason
 * is printed.
 */
export async function postgresForTests(): Promise<PostgresServer | null> {
  const reason = postgresFault();
  if (reason !== null) {
    console.warn(`the suites on PostgreSQL are skipped: ${reason}`);
    return null;
  }
  const server = await startPostgres();
  afterAll(() => server.stop());
  return server;
}
