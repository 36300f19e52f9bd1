// Brings a database to the schema of this version. The first migration is the declared schema
// (declare.ts), which `npm run docs` writes; each release adds migrations from then on.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import {
  addSubjects,
  isPresent,
  removeSubjects,
  type SubjectSchema,
  tableNamesIn,
} from './subject-schema.ts';

let root = fileURLToPath(new URL('../migrations/sqlite', import.meta.url));

/** Returns the folder of a schema's migrations. */
export const migrationsOf = (schema: 'ledger' | 'platform') => join(root, schema);

/**
 * Reads the migrations of all schemas from another folder; for tests of upgrades.
 * @returns the folder until then
 */
export function readMigrationsFrom(folder: string): string {
  const previous = root;
  root = folder;
  return previous;
}

/** The file of the declared schema in the folder of a schema's migrations. */
export const BASELINE = '0000_baseline.sql';

/** The SQL that generates the name of a new ledger. */
const NEW_NAME = 'lower(hex(randomblob(6)))';

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

/** Thrown for a database with migrations that this version does not know. */
export class OtherVersion extends Error {}

/**
 * Brings a database up to date: runs the migrations that it lacks. Call it without foreign keys.
 * @param folder the migrations of one schema
 * @throws OtherVersion when the database has a migration that the folder does not have
 */
export function migrateDatabase(
  raw: BetterSqlite3.Database,
  folder: string,
  subjects = NO_SUBJECTS,
): void {
  if (isEmpty(raw)) {
    // Another process may be opening the same new file; the second one waits.
    raw
      .transaction(() => {
        if (!isEmpty(raw)) return;
        applyMigrations(raw, folder);
        removeSubjects(raw, subjects.absent ?? []);
      })
      .immediate();
  }
  requireKnown(raw, folder);
  const names = tableNamesIn(raw);
  const missing = subjects.all.filter((subject) => !isPresent(names, subject));
  if (missing.length > 0) migrateWithout(raw, folder, { ...subjects, missing });
  else if (!isCurrent(raw, folder)) {
    raw.transaction(() => applyMigrations(raw, folder)).immediate();
  }
}

/** @throws OtherVersion when the database has a migration that the folder does not have */
export function requireKnown(raw: BetterSqlite3.Database, folder: string): void {
  const hashes = tableNamesIn(raw).has(APPLIED)
    ? raw.prepare<[], string>(`SELECT hash FROM ${APPLIED} ORDER BY created_at`).pluck().all()
    : [];
  requireKnownHashes(hashes, folder, raw.name);
}

/**
 * @param hashes those of the migrations of a database, in their order
 * @throws OtherVersion when the folder has not all of these migrations
 */
export function requireKnownHashes(
  hashes: readonly string[],
  folder: string,
  database: string,
): void {
  const known = journalIn(folder).map(({ tag }) => hashOf(join(folder, `${tag}.sql`)));
  const unknown = hashes.findIndex((hash, index) => hash !== known[index]);
  if (unknown === -1) return;
  throw new OtherVersion(
    unknown === 0
      ? `${database} was made by an unreleased version of the bank, whose data is not upgraded: ` +
          'start with an empty data directory, and on PostgreSQL with an empty database'
      : `${database} has migrations that this bank does not know: it belongs to a newer version`,
  );
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
  const selected = missing.filter((subject) => absent !== undefined && !absent.includes(subject));
  const hasAll = isCurrent(raw, folder);
  if (hasAll && selected.length === 0) return;
  const wholeSchema = new BetterSqlite3(':memory:');
  try {
    migrateTo(wholeSchema, folder, countMigrations(raw));
    // A database of an earlier release has no tables of a subject that is newer.
    const names = tableNamesIn(wholeSchema);
    const removable = missing.filter(
      (subject) => isPresent(names, subject) && !selected.includes(subject),
    );
    raw
      .transaction(() => {
        addSubjects(raw, wholeSchema, all, (table) => firstRows(wholeSchema, table));
        if (hasAll) removeSubjects(raw, removable);
      })
      .immediate();
    if (hasAll) return;
    raw
      .transaction(() => {
        applyMigrations(raw, folder);
        removeSubjects(raw, removable);
      })
      .immediate();
  } finally {
    wholeSchema.close();
  }
}

/** The table of the applied migrations, with drizzle's columns. */
const APPLIED = '__drizzle_migrations';

/** Returns the number of migrations that a database has. */
export function countMigrations(raw: BetterSqlite3.Database): number {
  if (!tableNamesIn(raw).has(APPLIED)) return 0;
  const count = raw.prepare<[], number>(`SELECT count(*) FROM ${APPLIED}`);
  return count.pluck().get() ?? 0;
}

/** True when a database has every migration. Reads no file of a migration. */
function isCurrent(raw: BetterSqlite3.Database, folder: string): boolean {
  return countMigrations(raw) >= journalIn(folder).length;
}

/** A migration of the journal: the name of its file, and when it was written (ms since 1970 UTC). */
interface JournalEntry {
  readonly tag: string;
  readonly when: number;
}

/** Returns the migrations of a folder in their order. */
export function journalIn(folder: string): readonly JournalEntry[] {
  const text = readFileSync(join(folder, 'meta', '_journal.json'), 'utf8');
  return (JSON.parse(text) as { readonly entries: readonly JournalEntry[] }).entries;
}

const hashByFile = new Map<string, string>();

/** Returns the hash of a migration. Released migrations never change, so each is read once. */
function hashOf(file: string): string {
  const hash =
    hashByFile.get(file) ?? createHash('sha256').update(readFileSync(file, 'utf8')).digest('hex');
  hashByFile.set(file, hash);
  return hash;
}

/** The schema of a ledger as a database in memory, by the folder of its migrations. */
const inMemory = new Map<string, Buffer>();

/**
 * Opens a ledger's database in memory: a copy of the first one of the process, with a new name.
 * Running the migrations takes five times as long.
 * @param prepare called before the schema exists
 */
export function openLedgerInMemory(
  folder: string,
  prepare: (raw: BetterSqlite3.Database) => void,
  absent: readonly SubjectSchema[] = [],
): BetterSqlite3.Database {
  const image = inMemory.get(folder);
  const raw = new BetterSqlite3(image ?? ':memory:');
  prepare(raw);
  raw.pragma('foreign_keys = OFF');
  if (image) raw.exec(`UPDATE ledger SET name = ${NEW_NAME}`);
  else {
    migrateDatabase(raw, folder);
    inMemory.set(folder, raw.serialize());
  }
  raw.transaction(() => removeSubjects(raw, absent))();
  raw.pragma('foreign_keys = ON');
  return raw;
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
  raw.pragma('foreign_keys = OFF');
  applyMigrations(raw, folder, count);
  raw.pragma('foreign_keys = ON');
}

function applyMigrations(raw: BetterSqlite3.Database, folder: string, count?: number): void {
  raw.exec(`CREATE TABLE IF NOT EXISTS ${APPLIED}
    (id SERIAL PRIMARY KEY, hash TEXT NOT NULL, created_at NUMERIC)`);
  const note = raw.prepare(`INSERT INTO ${APPLIED} (hash, created_at) VALUES (?, ?)`);
  const all = readMigrationFiles({ migrationsFolder: folder });
  for (const { sql, hash, folderMillis } of all.slice(countMigrations(raw), count)) {
    for (const statement of sql) raw.exec(statement);
    note.run(hash, folderMillis);
  }
}

/** Returns the statements that insert the rows of a table. */
function firstRows(raw: BetterSqlite3.Database, table: string): string[] {
  const names = raw
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
    .pluck()
    .all(table);
  const columns = names.map((name) => `"${name}"`);
  const values = columns.map((column) => `quote(${column})`).join(', ');
  const rows = raw.prepare<[], string[]>(`SELECT ${values} FROM "${table}"`).raw().all();
  return rows.map((row) => `INSERT INTO "${table}" VALUES (${row.join(', ')})`);
}

function isEmpty(raw: BetterSqlite3.Database): boolean {
  return raw.prepare<[], number>('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
}
