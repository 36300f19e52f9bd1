// Access to the rows of an open bank from outside, on the engine of the run: their stored bytes, a
// trigger that refuses rows, and the result of `npm run verify`.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import type { EnvironmentName } from '../../../db/kernel/environment.ts';
import { rowsFileIn } from './opened-ledger.ts';
import { databaseFileOf, isOnPostgres } from './postgres.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

type Rows = 'platform' | EnvironmentName;

const readUrl = (dataDir: string) => readFileSync(databaseFileOf(dataDir), 'utf8');
const schemaOf = (name: Rows) => (name === 'platform' ? name : `ledger_${name}`);

/**
 * Returns all stored bytes of a schema: its file and its WAL; on PostgreSQL the local copy, each
 * row of the server, and the records of the commits.
 */
export async function readStoredBytes(dataDir: string, name: Rows): Promise<Buffer> {
  const file = rowsFileIn(dataDir, name);
  const files = [file, `${file}-wal`].filter((path) => existsSync(path));
  const contents = files.map((file) => readFileSync(file));
  if (isOnPostgres) contents.push(Buffer.from(await readRows(readUrl(dataDir), schemaOf(name))));
  return Buffer.concat(contents);
}

async function readRows(url: string, schema: string): Promise<string> {
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1',
      [schema],
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(
        `SELECT t::text AS text FROM ${schema}."${name}" t`,
      );
      texts.push(...rows.map(({ text }) => text));
    }
    return texts.join('\n');
  });
}

interface Refusal {
  readonly into: string;
  /** An SQL condition about the row `NEW`, valid on both engines. */
  readonly when: string;
}

/**
 * Makes the database refuse new rows, which has the effect of a bank that ends before it writes
 * them.
 */
export async function refuseRows(dataDir: string, name: Rows, { into, when }: Refusal) {
  if (!isOnPostgres) {
    runOnFile(dataDir, name, [
      `CREATE TRIGGER cut_${into} BEFORE INSERT ON ${into} WHEN ${when}
       BEGIN SELECT RAISE(ABORT, 'the bank ends'); END`,
    ]);
    return;
  }
  const schema = schemaOf(name);
  await withClient(readUrl(dataDir), (client) =>
    client.query(`
      CREATE OR REPLACE FUNCTION ${schema}.cut() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the bank ends' USING ERRCODE = 'KT001'; END $$;
      CREATE TRIGGER cut_${into} BEFORE INSERT ON ${schema}.${into} FOR EACH ROW WHEN (${when})
        EXECUTE FUNCTION ${schema}.cut()`),
  );
}

/** Removes the trigger of `refuseRows`, if there is one. */
export async function allowRows(dataDir: string, name: Rows, into: string): Promise<void> {
  if (!isOnPostgres) return runOnFile(dataDir, name, [`DROP TRIGGER IF EXISTS cut_${into}`]);
  const sql = `DROP TRIGGER IF EXISTS cut_${into} ON ${schemaOf(name)}.${into}`;
  await withClient(readUrl(dataDir), (client) => client.query(sql));
}

function runOnFile(dataDir: string, name: Rows, statements: readonly string[]): void {
  const db = new BetterSqlite3(rowsFileIn(dataDir, name), { timeout: 5_000 });
  for (const sql of statements) db.exec(sql);
  db.close();
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the exit code and output of `npm run verify` for a data directory. */
export function verifyRows(dataDir: string): { code: number | null; output: string } {
  const onServer = existsSync(databaseFileOf(dataDir))
    ? { KONTOR_DATABASE_URL: readUrl(dataDir) }
    : {};
  const ended = spawnSync(process.execPath, ['scripts/verify.ts', dataDir], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...onServer },
  });
  return { code: ended.status, output: ended.stdout + ended.stderr };
}
