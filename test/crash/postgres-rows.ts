// The rows of PostgreSQL for the judges of a run, read by psql instead of the code under test, and
// copied into a SQLite database in memory, so that the judges use the same SQL for both engines.
// Judges read several times a second in the process that also receives the webhooks, so only the
// named tables are copied.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';

/** Returns the file in a data directory that names its database. */
export const databaseUrlFile = (dataDir: string) => join(dataDir, 'database-url');

const CONNECTED_WITHIN_MS = 90_000;

/**
 * Waits for a server process with a connection of the bank and returns its pid: the server and the
 * bank may still recover from the fault before.
 */
export async function waitForBackendPid({
  dataDir,
}: {
  readonly dataDir: string;
}): Promise<number> {
  const until = performance.now() + CONNECTED_WITHIN_MS;
  for (;;) {
    const pids = listBackends(readFileSync(databaseUrlFile(dataDir), 'utf8'));
    const pid = pids[Math.floor(Math.random() * pids.length)];
    if (pid !== undefined) return pid;
    if (performance.now() > until) {
      throw new Error('the bank has no connection to its database server');
    }
    await pause(100);
  }
}

function listBackends(url: string): number[] {
  try {
    return runPsql(url, BACKENDS).map(Number);
  } catch {
    // The server is starting or recovers.
    return [];
  }
}

const BACKENDS = `SELECT pid FROM pg_stat_activity
  WHERE application_name LIKE 'kontor%' AND query NOT LIKE 'LISTEN%'`;

function runPsql(url: string, sql: string): string[] {
  const args = [url, '--no-psqlrc', '-At', '-v', 'ON_ERROR_STOP=1', '-c', sql];
  const output = execFileSync('psql', args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return output.split('\n').filter((line) => line !== '');
}

const columnsQuery = (schema: string) => `SELECT table_name || ' ' || string_agg(column_name, ' '
    ORDER BY ordinal_position) FROM information_schema.columns
  WHERE table_schema = '${schema}' GROUP BY table_name`;

/** Copies the current rows of some tables; returns null when the bank keeps its rows in files. */
export function copyPostgresRows(
  dataDir: string,
  schema: string,
  tables: readonly string[],
): BetterSqlite3.Database | null {
  const urlFile = databaseUrlFile(dataDir);
  if (!existsSync(urlFile)) return null;
  const url = readFileSync(urlFile, 'utf8');
  const db = new BetterSqlite3(':memory:');
  const inserts = new Map<string, (row: Record<string, unknown>) => void>();
  for (const line of runPsql(url, columnsQuery(schema))) {
    const [table = '', ...names] = line.split(' ');
    if (!tables.includes(table)) continue;
    db.exec(`CREATE TABLE "${table}" (${names.map((name) => `"${name}"`).join(', ')})`);
    const places = names.map(() => '?').join(', ');
    const insert = db.prepare(`INSERT INTO "${table}" VALUES (${places})`);
    inserts.set(table, (row) => insert.run(names.map((name) => formatCell(row[name]))));
  }
  // One statement reads one snapshot.
  const all = tables.map(
    (table) => `SELECT '${table} ' || row_to_json(t)::text FROM ${schema}."${table}" t`,
  );
  db.transaction(() => {
    for (const line of runPsql(url, all.join(' UNION ALL '))) {
      const [table = ''] = line.split(' ', 1);
      inserts.get(table)?.(JSON.parse(line.slice(table.length + 1)));
    }
  })();
  return db;
}

const formatCell = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
