// The PostgreSQL server of this process for its test files, or the reason why there is none.

import pg from 'pg';
import { afterAll } from 'vitest';
import {
  type PostgresServer,
  postgresFault,
  startPostgres,
} from '../../../scripts/run/postgres-server.ts';

interface RunningServer {
  readonly server: PostgresServer;
  /** Drops the databases that a test file made; those from which others are copied stay. */
  dropCreatedDatabases(): Promise<void>;
}

let running: Promise<RunningServer> | null = null;

/**
 * Returns the server, which is empty for each test file except for templates, or null when none can
 * run here; the reason is printed. A file that stops its server starts another one.
 */
export async function postgresForTests(): Promise<PostgresServer | null> {
  const reason = postgresFault();
  if (reason !== null) {
    console.warn(`the suites on PostgreSQL are skipped: ${reason}`);
    return null;
  }
  running ??= startForProcess();
  const { server, dropCreatedDatabases: dropMade } = await running;
  afterAll(dropMade);
  return server;
}

async function startForProcess(): Promise<RunningServer> {
  const started = await startPostgres();
  process.once('exit', () => started.stop());
  const made = new Set<string>();
  const server: PostgresServer = {
    ...started,
    database(name, template) {
      if (!name.startsWith('template_')) made.add(name);
      return started.database(name, template);
    },
  };
  async function dropMade(): Promise<void> {
    const client = new pg.Client({ connectionString: started.urlOf('postgres') });
    await client.connect();
    for (const name of made) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    made.clear();
    await client.end();
  }
  return { server, dropCreatedDatabases: dropMade };
}
