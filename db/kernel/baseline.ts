// The schema that all migrations produce, as one file. A new database starts from it; an existing
// one runs its missing migrations. `npm run docs` writes the file.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import {
  addSubjects,
  isPresent,
  namesIn,
  removeSubjects,
  type SubjectSchema,
} from './subject-schema.ts';

const BASELINE_FILE = 'baseline.sql';
const HEADER = '-- Written by `npm run docs` from the migrations of this folder: change those.\n';

/** Columns of the initial rows that differ between databases, with the SQL that generates them. */
const GENERATED_VALUES: Readonly<Record<string, string>> = {
  'ledger.name': 'lower(hex(randomblob(6)))',
  'bank.name': 'lower(hex(randomblob(8)))',
};

/** The subjects of a schema. */
interface SchemaSubjects {
  readonly all: readonly SubjectSchema[];
  /**
   * Subjects whose tables a new database lacks. An existing database keeps its tables and gets
   * those of the other subjects; when omitted, it keeps its tables and gets no others.
   */
  readonly absent?: readonly SubjectSchema[] | undefined;
}

const NO_SUBJECTS: SchemaSubjects = { all: [] };

/**
 * Brings a database up to date: an empty one starts from the baseline, then the migrations that
 * are not applied yet follow. Call it without foreign keys.
 * @param folder the migrations of one schema
 */
export function migrateDatabase(
  raw: BetterSqlite3.Database,
  folder: string,
  subjects = NO_SUBJECTS,
): void {
  if (isEmpty(raw)) {
    const baseline = readFileSync(join(folder, BASELINE_FILE), 'utf8');
    // Another process may be opening the same new file; the second one waits.
    raw
      .transaction(() => {
        if (!isEmpty(raw)) return;
        raw.exec(baseline);
        removeSubjects(raw, subjects.absent ?? []);
      })
      .immediate();
  }
  const names = namesIn(raw);
  const missing = subjects.all.filter((subject) => !isPresent(names, subject));
  if (missing.length > 0) migrateWithout(raw, folder, { ...subjects, missing });
  else if (!isCurrent(raw, folder)) migrate(drizzle(raw), { migrationsFolder: folder });
}

interface MissingSubjects extends SchemaSubjects {
  /** The subjects whose tables the database lacks. */
  readonly missing: readonly SubjectSchema[];
}

/**
 * Brings a database without the tables of some subjects up to date. Migrations are written for the
 * tables of all subjects, so missing ones are there, and empty, while migrations run. After a crash
 * in between, the empty tables stay.
 */
function migrateWithout(
  raw: BetterSqlite3.Database,
  folder: string,
  { all, absent, missing }: MissingSubjects,
): void {
  const added = missing.filter((subject) => absent !== undefined && !absent.includes(subject));
  const hasAll = isCurrent(raw, folder);
  if (hasAll && added.length === 0) return;
  const wholeSchema = new BetterSqlite3(':memory:');
  try {
    if (hasAll) wholeSchema.exec(readFileSync(join(folder, BASELINE_FILE), 'utf8'));
    else migrateTo(wholeSchema, folder, countMigrations(raw));
    // A database of an earlier version has no tables of a subject that is newer.
    const names = namesIn(wholeSchema);
    const removable = missing.filter(
      (subject) => isPresent(names, subject) && !added.includes(subject),
    );
    raw
      .transaction(() => {
        addSubjects(raw, wholeSchema, all, (table) => firstRows(wholeSchema, table));
        if (hasAll) removeSubjects(raw, removable);
      })
      .immediate();
    if (hasAll) return;
    migrate(drizzle(raw), { migrationsFolder: folder });
    raw.transaction(() => removeSubjects(raw, removable)).immediate();
  } finally {
    wholeSchema.close();
  }
}

function countMigrations(raw: BetterSqlite3.Database): number {
  if (!namesIn(raw).has('__drizzle_migrations')) return 0;
  const count = raw.prepare<[], number>('SELECT count(*) FROM __drizzle_migrations');
  return count.pluck().get() ?? 0;
}

/** True when a database has every migration, of which drizzle would read and hash each file. */
function isCurrent(raw: BetterSqlite3.Database, folder: string): boolean {
  const isMigrated = raw
    .prepare<[], number>("SELECT count(*) FROM sqlite_schema WHERE name = '__drizzle_migrations'")
    .pluck()
    .get();
  if (isMigrated === 0) return false;
  const text = readFileSync(join(folder, 'meta', '_journal.json'), 'utf8');
  const { entries } = JSON.parse(text) as { readonly entries: readonly { when: number }[] };
  const newestApplied = raw
    .prepare<[], number>('SELECT max(created_at) FROM __drizzle_migrations')
    .pluck();
  return Math.max(...entries.map(({ when }) => when)) <= Number(newestApplied.get());
}

/** The schema of a ledger as a database in memory, created once in a process. */
let inMemory: Buffer | null = null;

/**
 * Opens a ledger's database in memory: a copy of the first one of the process, with a new name.
 * Running the baseline takes five times as long.
 * @param prepare called before the schema exists
 */
export function openLedgerInMemory(
  folder: string,
  prepare: (raw: BetterSqlite3.Database) => void,
  absent: readonly SubjectSchema[] = [],
): BetterSqlite3.Database {
  const raw = new BetterSqlite3(inMemory ?? ':memory:');
  prepare(raw);
  raw.pragma('foreign_keys = OFF');
  if (inMemory) raw.exec(`UPDATE ledger SET name = ${GENERATED_VALUES['ledger.name']}`);
  else {
    migrateDatabase(raw, folder);
    inMemory = raw.serialize();
  }
  raw.transaction(() => removeSubjects(raw, absent))();
  raw.pragma('foreign_keys = ON');
  return raw;
}

/**
 * Returns the contents of `baseline.sql`, made by applying every migration to an empty database.
 * @throws Error when the initial rows of two new databases differ and `GENERATED_VALUES` has no SQL for them
 */
export function baselineOf(folder: string): string {
  const [generated, repeated] = [writeSchema(folder), writeSchema(folder)];
  if (generated !== repeated)
    throw new Error(`${folder}: an initial row differs between two new databases`);
  return generated;
}

/** A migration, identified by its hash and the time when it was written (ms since 1970 UTC). */
export interface Migration {
  readonly hash: string;
  readonly createdAt: number;
}

/** The migrations of a folder, in order. */
export function migrationsIn(folder: string): Migration[] {
  return readMigrationFiles({ migrationsFolder: folder }).map(({ hash, folderMillis }) => {
    return { hash, createdAt: folderMillis };
  });
}

/**
 * Applies the first migrations of a folder to a database that is empty or has fewer of them.
 * @param count number of migrations that the database has afterwards
 */
export function migrateTo(raw: BetterSqlite3.Database, folder: string, count: number): void {
  raw.exec(`CREATE TABLE IF NOT EXISTS __drizzle_migrations
    (id SERIAL PRIMARY KEY, hash TEXT NOT NULL, created_at NUMERIC)`);
  const migrationCount = raw
    .prepare<[], number>('SELECT count(*) FROM __drizzle_migrations')
    .pluck()
    .get();
  const insertMigration = raw.prepare(
    'INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)',
  );
  raw.pragma('foreign_keys = OFF');
  for (const file of readMigrationFiles({ migrationsFolder: folder }).slice(
    migrationCount,
    count,
  )) {
    for (const sql of file.sql) raw.exec(sql);
    insertMigration.run(file.hash, file.folderMillis);
  }
  raw.pragma('foreign_keys = ON');
}

interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

function writeSchema(folder: string): string {
  const raw = new BetterSqlite3(':memory:');
  migrate(drizzle(raw), { migrationsFolder: folder });
  const parts = raw
    .prepare<[], SchemaObject>(
      `SELECT type, name, sql FROM sqlite_schema
       WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY rowid`,
    )
    .all();
  const tables = parts.filter(({ type }) => type === 'table');
  // Inserts the initial rows before the triggers exist: some triggers refuse rows that only a
  // migration may write.
  const rows = tables.flatMap(({ name }) => firstRows(raw, name));
  const otherParts = parts.filter(({ type }) => type !== 'table');
  raw.close();
  const sqls = [...tables.map(({ sql }) => sql), ...rows, ...otherParts.map(({ sql }) => sql)];
  return `${HEADER}${sqls.map((sql) => `${sql};\n`).join('')}`;
}

function firstRows(raw: BetterSqlite3.Database, table: string): string[] {
  const names = raw
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
    .pluck()
    .all(table);
  const columns = names.map((name) => `"${name}"`);
  const values = columns.map((column) => `quote(${column})`).join(', ');
  const rows = raw.prepare<[], string[]>(`SELECT ${values} FROM "${table}"`).raw().all();
  return rows.map((row) => {
    const cells = row.map((cell, index) => GENERATED_VALUES[`${table}.${names[index]}`] ?? cell);
    return `INSERT INTO "${table}" (${columns.join(', ')}) VALUES (${cells.join(', ')})`;
  });
}

function isEmpty(raw: BetterSqlite3.Database): boolean {
  return raw.prepare<[], number>('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
}
