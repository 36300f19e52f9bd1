// A ledger without some subjects has none of their tables, and a ledger with all of them has exactly
// the declared schema.

import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { SUBJECT_TABLES, subjectsIn } from '../../../db/all-subject-tables.ts';
import { checkInvariants } from '../../../db/invariants.ts';
import { openDatabase } from '../../../db/kernel/connect.ts';
import { migrateTo, migrationsIn, migrationsOf } from '../../../db/kernel/migrations.ts';
import { removeSubjects, tableNamesIn } from '../../../db/kernel/subject-schema.ts';
import { openLedger } from '../../../db/ledger.ts';
import { EVERY_SUBJECT } from '../../../db/subjects.ts';
import { EARLIER, useLaterRelease } from '../earlier-release.ts';
import { temporaryFolder } from '../ledger-file.ts';

type RawDatabase = BetterSqlite3.Database;

/** The schema of a database, without statistics of the planner and the list of migrations. */
const schemaOf = (raw: RawDatabase) =>
  raw
    .prepare(
      `SELECT type, name, tbl_name, sql FROM sqlite_schema
       WHERE name NOT LIKE 'sqlite_stat%' AND name <> '__drizzle_migrations'
       ORDER BY type, name`,
    )
    .all();

function open(file: string, absent?: typeof SUBJECT_TABLES): RawDatabase {
  const { raw, close } = openDatabase(file, 'ledger', absent);
  onTestFinished(close);
  return raw;
}

/** Statements that write each table, as far as SQLite cannot prepare them with all triggers. */
function unpreparedWrites(raw: RawDatabase): string[] {
  return [...tableNamesIn(raw)]
    .filter((table) => !table.startsWith('sqlite_'))
    .flatMap((table) => {
      const columns = (raw.pragma(`table_info("${table}")`) as { name: string }[]).map(
        ({ name }) => `"${name}" = "${name}"`,
      );
      return [
        `INSERT INTO "${table}" DEFAULT VALUES`,
        `UPDATE "${table}" SET ${columns.join(', ')}`,
        `DELETE FROM "${table}"`,
      ];
    })
    .filter((sql) => {
      try {
        raw.prepare(sql);
        return false;
      } catch {
        return true;
      }
    });
}

const CASES = [
  ...SUBJECT_TABLES.map((subject) => ({ absent: [subject], name: `of ${subject.tables[0]}` })),
  { absent: SUBJECT_TABLES, name: 'of every subject' },
];

test.each(CASES)('a new ledger without the tables $name can write all others', ({ absent }) => {
  const raw = open(':memory:', absent);
  const names = tableNamesIn(raw);
  const absentTables = absent.flatMap(({ tables }) => tables);
  expect(absentTables.filter((table) => names.has(table))).toEqual([]);
  expect(names.size).toBe(tableNamesIn(open(':memory:')).size - absentTables.length);
  const objects = schemaOf(raw) as { name: string; tbl_name: string; sql: string | null }[];
  const named = new RegExp(
    `\\b(FROM|JOIN|INTO|UPDATE|ON|REFERENCES) (${absentTables.join('|')})\\b`,
  );
  expect(objects.filter(({ sql }) => named.test(sql ?? '')).map(({ name }) => name)).toEqual([]);
  expect(unpreparedWrites(raw)).toEqual([]);
  expect(raw.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(raw.pragma('foreign_keys', { simple: true })).toBe(1);
  expect(checkInvariants(raw, Date.now()).checks.filter((one) => one.violations > 0)).toEqual([]);
});

test('each table of a subject is declared by one subject, and every subject of a ledger declares its own', () => {
  const declared = SUBJECT_TABLES.flatMap(({ tables }) => tables);
  expect(declared.filter((table, index) => declared.indexOf(table) !== index)).toEqual([]);
  const names = tableNamesIn(open(':memory:'));
  expect(declared.filter((table) => !names.has(table))).toEqual([]);
  expect(EVERY_SUBJECT.map(({ tables }) => tables)).toEqual(SUBJECT_TABLES);
});

test('without archives, no event and no step of a timeline can be deleted', () => {
  const raw = open(':memory:', SUBJECT_TABLES);
  const sqlOf = (name: string) =>
    raw.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(name);
  expect(sqlOf('events_no_delete')).not.toContain('WHEN');
  expect(sqlOf('transactions_archived_in_a_file')).toMatch(
    /WHEN NEW.archived_version IS NOT OLD.archived_version\s+BEGIN SELECT RAISE/,
  );
  expect(sqlOf('transactions')).toContain('intent_id TEXT,');
});

test('a ledger without subjects gets the tables of those that it is opened with, and keeps its rows', () => {
  const file = `${temporaryFolder()}/sandbox.db`;
  const core = openLedger({ environment: 'sandbox', file, subjects: [] });
  const { raw } = core.database;
  expect(subjectsIn(raw)).toEqual([]);
  const name = raw.prepare('SELECT name FROM ledger').pluck().get();
  core.close();
  // A command that opens the file as it is adds nothing.
  const asItIs = openDatabase(file, 'ledger');
  expect(subjectsIn(asItIs.raw)).toEqual([]);
  asItIs.close();
  const [access, screening] = EVERY_SUBJECT;
  if (!access || !screening) throw new Error('the subjects of two tables are missing');
  const someSubjects = openLedger({ environment: 'sandbox', file, subjects: [access, screening] });
  expect(subjectsIn(someSubjects.database.raw)).toEqual([access.tables, screening.tables]);
  expect(unpreparedWrites(someSubjects.database.raw)).toEqual([]);
  someSubjects.close();
  const wholeLedger = openLedger({ environment: 'sandbox', file });
  onTestFinished(() => wholeLedger.close());
  expect(schemaOf(wholeLedger.database.raw)).toEqual(schemaOf(open(':memory:')));
  const one = (sql: string) => wholeLedger.database.raw.prepare(sql).pluck().get();
  expect(one('SELECT name FROM ledger')).toBe(name);
  expect(one('SELECT kept_from FROM delivery_retention')).toBe(0);
  expect(wholeLedger.database.raw.pragma('foreign_key_check')).toEqual([]);
  expect(wholeLedger.database.raw.pragma('integrity_check', { simple: true })).toBe('ok');
});

test('a ledger that is opened without a subject keeps the tables and rows of it', () => {
  const file = `${temporaryFolder()}/sandbox.db`;
  const first = openLedger({ environment: 'sandbox', file });
  first.database.raw.exec(
    `INSERT INTO rescreenings VALUES (1, '${'a'.repeat(64)}', 'customers', '', 0, 0, 0, NULL)`,
  );
  const schema = schemaOf(first.database.raw);
  first.close();
  const core = openLedger({ environment: 'sandbox', file, subjects: [] });
  onTestFinished(() => core.close());
  expect(schemaOf(core.database.raw)).toEqual(schema);
  expect(core.database.raw.prepare('SELECT count(*) FROM rescreenings').pluck().get()).toBe(1);
});

test('a ledger of an earlier version without subjects is migrated, and gets the same schema with them', () => {
  onTestFinished(useLaterRelease());
  const file = `${temporaryFolder()}/sandbox.db`;
  const folder = migrationsOf('ledger');
  const older = new BetterSqlite3(file);
  migrateTo(older, folder, EARLIER);
  older.pragma('foreign_keys = OFF');
  older.transaction(() => removeSubjects(older, SUBJECT_TABLES))();
  older.close();
  const migrated = openDatabase(file, 'ledger');
  const count = 'SELECT count(*) FROM __drizzle_migrations';
  expect(migrated.raw.prepare(count).pluck().get()).toBe(migrationsIn(folder).length);
  expect(subjectsIn(migrated.raw)).toEqual([]);
  expect(unpreparedWrites(migrated.raw)).toEqual([]);
  migrated.close();
  expect(schemaOf(open(file, []))).toEqual(schemaOf(open(':memory:')));
});
