// Starts one PostgreSQL server for the test files of this process, or prints why none can run.

import pg from 'pg';
import { afterAll } from 'vitest';
import {
  type PostgresServer,
  postgresFault,
  startPostgres,
} from '../../../scripts/run/postgres-server.ts';

interface RunningServer {
  readonly server: PostgresServer;
  /** Drops the databases that a test file created, except templates. */
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
  const { server, dropCreatedDatabases } = await running;
  afterAll(dropCreatedDatabases);
  return server;
}

async function startForProcess(): Promise<RunningServer> {
  const started = await startPostgres();
  process.once('exit', () => started.stop());
  const createdNames = new Set<string>();
  const server: PostgresServer = {
    ...started,
    database(name, template) {
      if (!name.startsWith('template_')) createdNames.add(name);
      return started.database(name, template);
    },
  };
  async function dropCreatedDatabases(): Promise<void> {
    const client = new pg.Client({ connectionString: started.urlOf('postgres') });
    await client.connect();
    for (const name of createdNames)
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    createdNames.clear();
    await client.end();
  }
  return { server, dropCreatedDatabases };
}
