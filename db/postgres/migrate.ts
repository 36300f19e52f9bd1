// Brings a schema of PostgreSQL to the version of this release. Migrations are written once, for
// SQLite: the rows go into a file of the version that they are of, the missing migrations run
// there, and the schema is made anew from it in one transaction. The cost grows with the rows.

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import type pg from 'pg';
import { migrationsOf } from '../kernel/connect.ts';
import { journalOf } from '../kernel/migrate-file.ts';
import { modelOf, type SchemaName, versionOf } from './copy.ts';
import { clientOf, readPages } from './link.ts';
import { fillSchema, makeSchema } from './replica.ts';
import { type Table, tablesOf } from './schema.ts';
import { intoCopy } from './sets.ts';

export interface SchemaOrder {
  /** `postgres://user@host:port/database`. */
  readonly url: string;
  /** Name of the schema there. */
  readonly name: string;
  readonly schema: SchemaName;
}

/** What became of a schema: made, brought up to date by so many migrations, or left as it was. */
export type Migrated =
  | { readonly did: 'made' }
  | { readonly did: 'nothing' }
  | { readonly did: 'migrated'; readonly migrations: readonly string[]; readonly rows: number };

/** The schema was written by a release that this one does not know. */
export class UnknownVersion extends Error {}

/** Names of the schemas that banks have in a database. */
export async function listSchemas(url: string): Promise<string[]> {
  const client = clientOf(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT n.nspname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relname = 'commit_head' AND n.nspname ~ '^(platform|ledger_[a-z0-9_]+)$'
       ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/**
 * Makes a schema, or applies the migrations that it lacks, in one transaction. Processes of the
 * release before get no commit from then on.
 * @throws UnknownVersion when no version of this release is the one of the schema
 */
export async function migrateSchema(order: SchemaOrder): Promise<Migrated> {
  const { url, name, schema } = order;
  const model = modelOf(schema);
  const client = clientOf(url);
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('kontor ${name}'))`);
    const { rows } = await client.query(`SELECT to_regclass('${name}.commit_head') AS found`);
    const done =
      rows[0]?.found === null
        ? await made(client, order)
        : await brought(client, order, model.version);
    await client.query('COMMIT');
    return done;
  } finally {
    await client.end();
  }
}

async function made(client: pg.Client, { name, schema }: SchemaOrder): Promise<Migrated> {
  await makeSchema(client, name, schema, modelOf(schema).version);
  return { did: 'made' };
}

async function brought(
  client: pg.Client,
  { name, schema }: SchemaOrder,
  version: string,
): Promise<Migrated> {
  await client.query(`SET LOCAL search_path TO ${name}`);
  // No group commits from here on: it would be in the old schema alone.
  const head = await client.query<{ version: string; number: string }>(
    'SELECT version, number FROM commit_head WHERE id = 1 FOR UPDATE',
  );
  const { version: found = '', number = '0' } = head.rows[0] ?? {};
  if (found === version) return { did: 'nothing' };
  const folder = mkdtempSync(join(tmpdir(), 'kontor-migrate-'));
  try {
    const { steps, applied } = stepsFrom(schema, found, folder);
    const raw = new BetterSqlite3(join(folder, 'rows.db'));
    raw.pragma('journal_mode = OFF');
    raw.pragma('synchronous = OFF');
    migrate(drizzle(raw), { migrationsFolder: steps });
    const rows = await fill(raw, client);
    raw.pragma('foreign_keys = OFF');
    migrate(drizzle(raw), { migrationsFolder: migrationsOf(schema) });
    const broken = raw.pragma('foreign_key_check') as unknown[];
    if (broken.length > 0) throw new Error(`a migration broke ${broken.length} references`);
    await client.query(`ALTER SCHEMA ${name} RENAME TO ${name}_before`);
    await fillSchema(client, raw, { name, version, number: Number(number) + 1 });
    await client.query(`DROP SCHEMA ${name}_before CASCADE`);
    raw.close();
    return { did: 'migrated', migrations: applied, rows };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** All rows of the schema that the client looks at, into a file of the same version. */
async function fill(raw: BetterSqlite3.Database, client: pg.Client): Promise<number> {
  const triggers = raw
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY rowid",
    )
    .all();
  for (const { name } of triggers) raw.exec(`DROP TRIGGER "${name}"`);
  raw.pragma('foreign_keys = OFF');
  let rows = 0;
  for (const table of tablesOf(raw).values()) {
    raw.exec(`DELETE FROM "${table.name}"`);
    const into = raw.prepare<[string]>(intoCopy(table));
    const page = (_table: Table, text: string) => {
      rows += into.run(text).changes;
    };
    await readPages(client, table, page);
  }
  for (const { sql } of triggers) raw.exec(sql);
  return rows;
}

/**
 * The migrations that lead to a version, as a folder of their own, and the names of the others.
 * @throws UnknownVersion when none of them lead there
 */
function stepsFrom(schema: SchemaName, version: string, folder: string) {
  const { entries } = journalOf(schema);
  const steps = firstSteps(schema, folder);
  const raw = new BetterSqlite3(':memory:');
  try {
    for (let count = 1; count < entries.length; count += 1) {
      steps.keep(count);
      migrate(drizzle(raw), { migrationsFolder: steps.folder });
      if (versionOf(raw) !== version) continue;
      return { steps: steps.folder, applied: entries.slice(count).map(({ tag }) => tag) };
    }
  } finally {
    raw.close();
  }
  throw new UnknownVersion('the schema is of a version that this release does not know');
}

/** A folder with the first migrations of a schema, as a release before has had it. */
export function firstSteps(schema: SchemaName, place: string) {
  const [all, folder] = [migrationsOf(schema), join(place, 'steps')];
  const journal = journalOf(schema);
  mkdirSync(join(folder, 'meta'), { recursive: true });
  for (const { tag } of journal.entries)
    cpSync(join(all, `${tag}.sql`), join(folder, `${tag}.sql`));
  return {
    folder,
    keep(count: number): void {
      const entries = journal.entries.slice(0, count);
      writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }));
    },
  };
}
