// Upgrades a schema of an earlier release, in one transaction of PostgreSQL. The migrations are
// written once, for SQLite: they run on a copy of all rows, and the result is written back. Tables
// whose definition and rows are unchanged are left in place.

import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import type pg from 'pg';
import { subjectsMissingIn } from '../all-subject-tables.ts';
import { openDatabase } from '../kernel/connect.ts';
import {
  type Migration,
  migrateTo,
  migrationsIn,
  migrationsOf,
  requireKnownHashes,
} from '../kernel/migrations.ts';
import { removeSubjects, type SubjectSchema, tableNamesIn } from '../kernel/subject-schema.ts';
import { type Model, modelIn, type SchemaName } from './copy.ts';
import { readPages } from './link.ts';
import { type SchemaParts, schemaParts, type Table, tablesOf } from './schema.ts';
import { rowJson, upsertIntoCopy, writeSetSql } from './sets.ts';

/** The approximate characters of JSON in one statement. */
const PAGE = 1_000_000;

/** The timeout of a table lock while other locked tables already block writers. */
const LOCK_WAIT_MS = 200;
const LOCK_TIMED_OUT = '55P03';
const DEADLOCK = '40P01';

/** Creates the table of the migrations that were applied to a schema. */
const CREATE_MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS applied_migrations (hash TEXT NOT NULL,
  created_at BIGINT PRIMARY KEY, at TIMESTAMPTZ NOT NULL DEFAULT now())`;

/** Records migrations as applied; the search path is that of the schema. */
export async function recordApplied(client: pg.Client, all: readonly Migration[]): Promise<void> {
  await client.query(CREATE_MIGRATIONS_TABLE);
  const rows = JSON.stringify(all.map(({ hash, createdAt }) => ({ hash, created_at: createdAt })));
  await client.query(
    `INSERT INTO applied_migrations (hash, created_at)
     SELECT hash, created_at FROM json_populate_recordset(NULL::applied_migrations, $1::json)
     ON CONFLICT DO NOTHING`,
    [rows],
  );
}

export interface Upgrade {
  readonly name: string;
  readonly schema: SchemaName;
  /** Folder for the temporary files that hold the rows. */
  readonly folder: string;
  /** As for `openReplica`. */
  readonly absent: readonly SubjectSchema[] | undefined;
}

/**
 * Upgrades a schema. The transaction is open, its search path is that of the schema, and no other
 * process upgrades it.
 * @returns the model of the tables after the upgrade
 * @throws Error when the schema is newer than this bank, or of another kind
 */
export async function upgradeSchema(client: pg.Client, upgrade: Upgrade): Promise<Model> {
  const { name, schema, folder, absent } = upgrade;
  const migrations = migrationsIn(migrationsOf(schema));
  const count = await appliedCount(client, name, migrationsOf(schema));
  await keepWritersOut(client, name);
  const draftFolder = join(folder, `${name}-upgrade`);
  rmSync(draftFolder, { recursive: true, force: true });
  mkdirSync(draftFolder, { recursive: true });
  let model: Model;
  try {
    const before = join(draftFolder, 'before.db');
    const after = join(draftFolder, 'after.db');
    const isCurrent = count === migrations.length;
    const partsBefore = await readBefore(client, { file: before, name, schema, count, isCurrent });
    copyFileSync(before, after);
    const { raw, close } = openDatabase(after, schema, absent);
    try {
      model = modelIn(raw, schema);
      raw.prepare('ATTACH ? AS before').run(before);
      await replaceTables(client, { previousParts: partsBefore, newParts: schemaParts(raw), raw });
    } finally {
      close();
    }
  } finally {
    rmSync(draftFolder, { recursive: true, force: true });
  }
  await recordApplied(client, migrations);
  // The kept commits refer to the tables before the upgrade.
  await client.query('DELETE FROM commits');
  await client.query(
    'UPDATE commit_head SET number = number + 1, mark = gen_random_uuid()::text, version = $1',
    [model.version],
  );
  return model;
}

/**
 * Waits until no process writes, and blocks further writers; readers continue. Takes all of these
 * locks or none: the statement of a group locks its tables before it waits for the head, so holding
 * only some of the locks could deadlock with it.
 */
async function keepWritersOut(client: pg.Client, name: string): Promise<void> {
  const tables = [...(await tableNamesOn(client, name))].map((table) => `${name}."${table}"`);
  await client.query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}; SAVEPOINT unlocked`);
  for (;;) {
    try {
      await client.query(`LOCK TABLE ${tables.join(', ')} IN SHARE ROW EXCLUSIVE MODE`);
      break;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== LOCK_TIMED_OUT && code !== DEADLOCK) throw error;
      // Releases the locks.
      await client.query('ROLLBACK TO unlocked');
      await pause(Math.random() * LOCK_WAIT_MS);
    }
  }
  await client.query('SET LOCAL lock_timeout = 0');
}

/** Returns the names of the tables of a schema. */
export async function tableNamesOn(client: pg.Client, name: string): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ table: string }>(
    'SELECT tablename AS table FROM pg_tables WHERE schemaname = $1 ORDER BY tablename',
    [name],
  );
  return new Set(rows.map(({ table }) => table));
}

/**
 * Returns how many migrations were applied to a schema.
 * @throws OtherVersion when this version does not know one of them
 */
async function appliedCount(client: pg.Client, name: string, folder: string): Promise<number> {
  const { rows: tableRows } = await client.query(
    "SELECT to_regclass('applied_migrations') AS found",
  );
  // Each release writes the list: without it, the schema is refused like one of an unknown version.
  const list = tableRows[0]?.found === null ? "VALUES ('', 0)" : 'TABLE applied_migrations';
  const { rows } = await client.query<{ hash: string }>(
    `SELECT hash FROM (${list}) AS m (hash, created_at) ORDER BY created_at`,
  );
  const hashes = rows.map(({ hash }) => hash);
  requireKnownHashes(hashes, folder, `schema ${name} in PostgreSQL`);
  return hashes.length;
}

interface SchemaBefore {
  readonly file: string;
  readonly name: string;
  readonly schema: SchemaName;
  /** Number of its migrations, and whether these are all. */
  readonly count: number;
  readonly isCurrent: boolean;
}

/**
 * Reads all rows into a file with the tables of the schema's version, and returns the parts of that
 * schema.
 */
async function readBefore(
  client: pg.Client,
  { file, name, schema, count, isCurrent }: SchemaBefore,
): Promise<SchemaParts> {
  const raw = new BetterSqlite3(file);
  try {
    migrateTo(raw, migrationsOf(schema), count);
    dropMissing(raw, await tableNamesOn(client, name), isCurrent);
    const parts = schemaParts(raw);
    const triggers = raw
      .prepare<[], { name: string; sql: string }>(
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY rowid",
      )
      .all();
    raw.pragma('synchronous = OFF');
    raw.pragma('foreign_keys = OFF');
    raw.exec('BEGIN');
    for (const trigger of triggers) raw.exec(`DROP TRIGGER "${trigger.name}"`);
    for (const table of tablesOf(raw).values()) {
      raw.exec(`DELETE FROM "${table.name}"`);
      const insertRow = raw.prepare<[string]>(upsertIntoCopy(table));
      await readPages(client, table, (_, rows) => void insertRow.run(rows));
    }
    for (const trigger of triggers) raw.exec(trigger.sql);
    raw.exec('COMMIT');
    return parts;
  } finally {
    raw.close();
  }
}

/**
 * Drops the tables of the subjects that the schema lacks. In an earlier release other tables of the
 * core may refer to them: there only the tables are dropped, because the migrations add them again
 * before they run, and remove them with the references.
 */
function dropMissing(
  raw: BetterSqlite3.Database,
  names: ReadonlySet<string>,
  isCurrent: boolean,
): void {
  const namesBefore = tableNamesIn(raw);
  const missing = subjectsMissingIn(names).filter(({ tables }) =>
    tables.some((subject) => namesBefore.has(subject)),
  );
  raw.pragma('foreign_keys = OFF');
  if (isCurrent) raw.transaction(() => removeSubjects(raw, missing))();
  else {
    const tables = missing
      .flatMap((subject) => subject.tables)
      .filter((table) => namesBefore.has(table));
    for (const table of tables) raw.exec(`DROP TABLE "${table}"`);
  }
}

interface Change {
  readonly previousParts: SchemaParts;
  readonly newParts: SchemaParts;
  /** The upgraded rows, with the previous ones attached as `before`. */
  readonly raw: BetterSqlite3.Database;
}

/** Replaces changed tables, and the references to them. */
async function replaceTables(
  client: pg.Client,
  { previousParts, newParts, raw }: Change,
): Promise<void> {
  const isUnchanged = (name: string) => {
    const [previous, now] = [previousParts.tables.get(name), newParts.tables.get(name)];
    return (
      previous !== undefined &&
      now !== undefined &&
      areEqual(previous.create, now.create) &&
      hasSameRows(raw, name)
    );
  };
  const unchanged = new Set([...newParts.tables.keys()].filter(isUnchanged));
  const keepsReferences = (name: string) => {
    const [previous, now] = [previousParts.tables.get(name), newParts.tables.get(name)];
    const targets = now?.targets.every((target) => unchanged.has(target)) ?? false;
    return (
      unchanged.has(name) && targets && areEqual(previous?.references ?? [], now?.references ?? [])
    );
  };
  const unchangedReferences = new Set([...newParts.tables.keys()].filter(keepsReferences));
  for (const sql of await listDropStatements(client, unchanged, unchangedReferences))
    await client.query(sql);
  for (const name of previousParts.tables.keys()) {
    if (!unchanged.has(name)) await client.query(`DROP TABLE "${name}" CASCADE`);
  }
  for (const [name, { create }] of newParts.tables) {
    if (!unchanged.has(name)) await client.query(create.join(';\n'));
  }
  for (const table of tablesOf(raw).values()) {
    if (!unchanged.has(table.name)) await fillTable(client, raw, table);
  }
  for (const [name, { references }] of newParts.tables) {
    if (!unchangedReferences.has(name) && references.length > 0)
      await client.query(references.join(';\n'));
  }
  for (const sql of newParts.triggers) await client.query(sql);
}

const areEqual = (a: readonly string[], other: readonly string[]) =>
  JSON.stringify(a) === JSON.stringify(other);

function hasSameRows(raw: BetterSqlite3.Database, name: string): boolean {
  const rowsOnlyIn = (schema: string, other: string) =>
    raw.prepare(`SELECT 1 FROM (SELECT * FROM ${schema}."${name}" EXCEPT
      SELECT * FROM ${other}."${name}")`);
  return [rowsOnlyIn('main', 'before'), rowsOnlyIn('before', 'main')].every(
    (statement) => statement.get() === undefined,
  );
}

/** Statements that drop all triggers, and the references of tables that stay with others. */
async function listDropStatements(
  client: pg.Client,
  tables: ReadonlySet<string>,
  unchangedReferences: ReadonlySet<string>,
): Promise<string[]> {
  const { rows: triggers } = await client.query<{ name: string; table: string }>(
    `SELECT t.tgname AS name, c.relname AS table
     FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace`,
  );
  const { rows: references } = await client.query<{ name: string; table: string }>(
    `SELECT k.conname AS name, c.relname AS table
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
     WHERE k.contype = 'f' AND c.relnamespace = current_schema()::regnamespace`,
  );
  return [
    ...triggers.map(({ name, table }) => `DROP TRIGGER "${name}" ON "${table}"`),
    ...references
      .filter(({ table }) => tables.has(table) && !unchangedReferences.has(table))
      .map(({ name, table }) => `ALTER TABLE "${table}" DROP CONSTRAINT "${name}"`),
  ];
}

/** Writes all rows of a table; the search path is that of the schema. */
export async function fillTable(
  client: pg.Client,
  raw: BetterSqlite3.Database,
  table: Table,
): Promise<void> {
  const insertSql = writeSetSql({ table, kind: 'born' }, '$1');
  let page: string[] = [];
  let length = 0;
  const send = async () => {
    if (page.length === 0) return;
    await client.query(insertSql, [`[${page.join(',')}]`]);
    page = [];
    length = 0;
  };
  const rows = raw
    .prepare<[], string>(`SELECT ${rowJson(table, 't')} FROM main."${table.name}" t`)
    .pluck();
  for (const row of rows.iterate()) {
    page.push(row);
    length += row.length;
    if (length > PAGE) await send();
  }
  await send();
}
