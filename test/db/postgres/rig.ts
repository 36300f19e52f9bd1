// The store on PostgreSQL for the contract tests: acts and reads are those of a ledger opened on
// it.

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { EnvironmentName } from '../../../db/kernel/environment.ts';
import { migrationsOf } from '../../../db/kernel/migrations.ts';
import { openPostgresLedger, type PostgresOptions } from '../../../db/postgres/ledger.ts';
import type { PostgresServer } from '../../../scripts/run/postgres-server.ts';
import { readerOf, stoppedClock } from '../sqlite-rig.ts';
import type { OpenRig, StoreRig } from '../store-rig.ts';

let databases = 0;

/** Creates a folder for copies, which is deleted after the test. */
export function makeCopyFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'kontor-copy-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * Creates a database with the schema of a ledger; copying one costs less than creating a new one.
 */
export async function createLedgerDatabase(
  server: PostgresServer,
  environment: EnvironmentName = 'sandbox',
): Promise<string> {
  // A test may use the migrations of a later release, which make another schema.
  const release = createHash('sha256').update(migrationsOf('ledger')).digest('hex').slice(0, 8);
  const template = `template_${environment}_${release}`;
  const created = templates.get(server) ?? new Map<string, Promise<void>>();
  templates.set(server, created);
  if (!created.has(template)) created.set(template, createTemplate(server, template, environment));
  await created.get(template);
  return server.database(`ledger_${++databases}`, template);
}

const templates = new WeakMap<PostgresServer, Map<string, Promise<void>>>();

async function createTemplate(server: PostgresServer, name: string, environment: EnvironmentName) {
  const folder = makeCopyFolder();
  const opened = await openPostgresLedger({
    url: server.database(name),
    environment,
    folder: folder.path,
  });
  await opened.close();
  folder.remove();
}

/** Opens a ledger on PostgreSQL for the test, with its own copy. */
export async function openForTest(options: Omit<PostgresOptions, 'folder'>) {
  const folder = makeCopyFolder();
  const opened = await openPostgresLedger({ ...options, folder: folder.path });
  onTestFinished(async () => {
    await opened.close();
    folder.remove();
  });
  return opened;
}

/** Runs statements outside the store. */
export async function queryServer(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SET search_path TO ledger_sandbox');
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

/** PostgreSQL's catalogue of a schema, without the names that it generates. */
export async function readCatalog(url: string, name: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`SET search_path TO ${name}`);
  const { rows } = await client.query<{ line: string }>(`
    SELECT format('column %s.%s %s %s null:%s default:%s %s', table_name, column_name,
      ordinal_position, data_type, is_nullable, column_default, collation_name) AS line
      FROM information_schema.columns WHERE table_schema = '${name}'
    UNION ALL SELECT format('constraint %s %s %s %s', conrelid::regclass, contype,
      pg_get_constraintdef(oid), convalidated)
      FROM pg_constraint WHERE connamespace = '${name}'::regnamespace
    UNION ALL SELECT 'trigger ' || pg_get_triggerdef(t.oid) FROM pg_trigger t
      JOIN pg_class c ON c.oid = t.tgrelid
      WHERE NOT tgisinternal AND c.relnamespace = '${name}'::regnamespace
    UNION ALL SELECT 'function ' || pg_get_functiondef(oid) FROM pg_proc
      WHERE pronamespace = '${name}'::regnamespace
    ORDER BY 1`);
  await client.end();
  return rows.map(({ line }) => line);
}

/** Opens rigs on a server. */
export function postgresRigs(server: PostgresServer): OpenRig {
  return async (environment = 'sandbox') => {
    const clock = stoppedClock();
    const url = await createLedgerDatabase(server, environment);
    return postgresRig({ url, environment, now: clock.now }, clock);
  };
}

async function postgresRig(
  options: Omit<PostgresOptions, 'folder'>,
  clock: StoreRig['clock'],
): Promise<StoreRig> {
  const folder = makeCopyFolder();
  const { ledger, close } = await openPostgresLedger({ ...options, folder: folder.path });
  const { database } = ledger;
  const execute = (sql: string) => database.write(() => void database.raw.exec(sql));
  return {
    store: ledger,
    people: ledger,
    clock,
    ...readerOf(async () => ledger, clock),
    execute,
    failNextStep: async (transactionId) => {
      await execute(`CREATE TEMP TRIGGER inject_fault BEFORE INSERT ON timeline
        WHEN NEW.transaction_id = '${transactionId}' AND NEW.version > 1
        BEGIN SELECT RAISE(ABORT, 'injected fault'); END`);
      return () => execute('DROP TRIGGER inject_fault');
    },
    async close() {
      await close();
      folder.remove();
    },
  };
}
