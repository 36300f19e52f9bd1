// Databases of PostgreSQL for the banks of tests: one server for a process, with a template that
// has all schemas.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openReplica } from '../../../db/postgres/replica.ts';
import { type PostgresServer, startPostgres } from '../../../scripts/run/postgres-server.ts';

const TEMPLATE = 'bank_template';
const SCHEMAS = { platform: 'platform', ledger_sandbox: 'ledger', ledger_production: 'ledger' };

let running: Promise<PostgresServer> | null = null;
let databases = 0;

/** True when the run opens banks and ledgers on PostgreSQL (`npm test -- --database postgres`). */
export const isOnPostgres = process.env.TEST_DATABASE === 'postgres';

/**
 * True in a run on PostgreSQL, for a test whose subject is the files of SQLite; says that it does
 * not run, and why.
 */
export function isAboutFiles(subject: string): boolean {
  if (isOnPostgres) process.stdout.write(`NOT RUN on PostgreSQL: ${subject}\n`);
  return isOnPostgres;
}

/** A database for a bank that was never used. */
export async function newBankDatabase(): Promise<string> {
  running ??= serverWithTemplate();
  const url = (await running).database(`bank_${++databases}`, TEMPLATE);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Two ledgers of one name would share their workflows.
  for (const schema of ['ledger_sandbox', 'ledger_production']) {
    await client.query(`UPDATE ${schema}.ledger SET name = left(md5(random()::text), 12)`);
  }
  await client.end();
  return url;
}

/** The file that says which database the bank in a folder is on. */
export const noteOf = (dataDir: string) => join(dataDir, 'test-database');

/** The database of a bank in a folder, the same at each of its starts; null: files of SQLite. */
export async function databaseOfFolder(dataDir: string): Promise<string | null> {
  if (!isOnPostgres) return null;
  const note = noteOf(dataDir);
  if (!existsSync(note)) writeFileSync(note, await newBankDatabase());
  return readFileSync(note, 'utf8');
}

async function serverWithTemplate(): Promise<PostgresServer> {
  const server = await startPostgres();
  process.once('exit', () => server.stop());
  const url = server.database(TEMPLATE);
  const folder = mkdtempSync(join(tmpdir(), 'kontor-copy-'));
  for (const [name, schema] of Object.entries(SCHEMAS) as [string, 'platform' | 'ledger'][]) {
    await (await openReplica({ url, folder, name, schema })).close();
  }
  rmSync(folder, { recursive: true, force: true });
  return server;
}
