// Databases of PostgreSQL for the banks of tests: one server for a process, with templates; each
// new database is a copy of a template.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openReplica } from '../../../db/postgres/replica.ts';
import { type PostgresServer, startPostgres } from '../../../scripts/run/postgres-server.ts';

/** The platform alone, for banks that create their ledgers without the tables of some subjects. */
const PLATFORM = 'platform_template';
const WHOLE_TEMPLATE = 'bank_template';
const LEDGERS = ['ledger_sandbox', 'ledger_production'];

let running: Promise<RunningServer> | null = null;
let databases = 0;

/** True when the run opens banks and ledgers on PostgreSQL (`npm test -- --database postgres`). */
export const isOnPostgres = process.env.TEST_DATABASE === 'postgres';

/**
 * Returns true in a run on PostgreSQL, for a test whose subject is the files of SQLite; prints that
 * the test does not run, and why.
 */
export function skipsOnPostgres(subject: string): boolean {
  if (isOnPostgres) process.stdout.write(`NOT RUN on PostgreSQL: ${subject}\n`);
  return isOnPostgres;
}

/**
 * Names of databases by the file that records the name; without its file a database is not opened
 * again.
 */
const urlsByFile = new Map<string, string>();

/**
 * Makes a database for an unused bank.
 * @param hasLedgers false when the bank is to create its ledgers
 */
export async function newBankDatabase(hasLedgers = true): Promise<string> {
  running ??= serverWithTemplates();
  const { server, admin } = await running;
  await dropUnusedDatabases();
  const url = server.urlOf(`bank_${++databases}`);
  const template = hasLedgers ? WHOLE_TEMPLATE : PLATFORM;
  await admin.query(`CREATE DATABASE bank_${databases} TEMPLATE ${template}`);
  if (!hasLedgers) return url;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Two ledgers with one name would share their workflows.
  for (const schema of LEDGERS) {
    await client.query(`UPDATE ${schema}.ledger SET name = left(md5(random()::text), 12)`);
  }
  await client.end();
  return url;
}

/**
 * Drops databases whose file is gone: the server may keep its files in memory, which hundreds of
 * banks would fill.
 */
async function dropUnusedDatabases(): Promise<void> {
  for (const [note, url] of urlsByFile) {
    if (!existsSync(note)) await dropBankDatabase(url);
    if (!existsSync(note)) urlsByFile.delete(note);
  }
}

/** Drops a database that was made here. */
export async function dropBankDatabase(url: string): Promise<void> {
  const { admin } = await (running as NonNullable<typeof running>);
  await admin.query(`DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
}

/** Returns the database that a file names, the same as long as that file exists. */
export async function findOrCreateDatabase(note: string, hasLedgers = true): Promise<string> {
  if (existsSync(note)) return readFileSync(note, 'utf8');
  const url = await newBankDatabase(hasLedgers);
  writeFileSync(note, url);
  urlsByFile.set(note, url);
  return url;
}

/** Returns the file that names the database of the bank in a folder. */
export const databaseFileOf = (dataDir: string) => join(dataDir, 'test-database');

/**
 * Returns the database of a bank in a folder, the same at each of its starts, or null for files of
 * SQLite.
 */
export async function findFolderDatabase(
  dataDir: string,
  hasLedgers = true,
): Promise<string | null> {
  return isOnPostgres ? findOrCreateDatabase(databaseFileOf(dataDir), hasLedgers) : null;
}

interface RunningServer {
  readonly server: PostgresServer;
  /** A connection that creates and drops databases; it does not keep the process running. */
  readonly admin: pg.Client;
}

async function serverWithTemplates(): Promise<RunningServer> {
  const server = await startPostgres();
  process.once('exit', () => server.stop());
  const folder = mkdtempSync(join(tmpdir(), 'kontor-copy-'));
  const platform = { url: server.database(PLATFORM), folder, name: 'platform' };
  await (await openReplica({ ...platform, schema: 'platform' })).close();
  const url = server.database(WHOLE_TEMPLATE, PLATFORM);
  for (const name of LEDGERS)
    await (await openReplica({ url, folder, name, schema: 'ledger' })).close();
  rmSync(folder, { recursive: true, force: true });
  const admin = new pg.Client({ connectionString: server.urlOf('postgres') });
  admin.on('error', () => {});
  await admin.connect();
  // The types of the package lack this option.
  (admin as unknown as { unref(): void }).unref();
  return { server, admin };
}
