// The typed tables of the code are the tables of the migrated database, column by column.

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../db/kernel/connect.ts';
import { namesOf } from '../ledger-file.ts';

interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

/** The tables of every folder of the ledger. */
const DB = new URL('../../../db/', import.meta.url);
const MIGRATIONS = new URL('migrations/sqlite/', DB);
const files = readdirSync(DB, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('tables.ts'),
);
const schemas: Record<'ledger' | 'platform', unknown[]> = { ledger: [], platform: [] };
for (const file of files) {
  const tableSchema = file.startsWith('platform/') ? schemas.platform : schemas.ledger;
  tableSchema.push(...Object.values(await import(new URL(file, DB).href)));
}

const SCHEMAS = [
  ['ledger', schemas.ledger],
  ['platform', schemas.platform],
] as const;

describe.each(SCHEMAS)('the schema of %s', (name, exported) => {
  const tables = exported.flatMap((value: unknown) => (is(value, SQLiteTable) ? [value] : []));
  let database: Database;
  beforeAll(() => {
    database = openDatabase(':memory:', name);
  });
  afterAll(() => database.close());

  test('declares the tables of the database and no others', () => {
    expect(tables.map(getTableName).sort()).toEqual(namesOf(database.raw, 'table'));
  });

  test.each(tables.map((table) => [getTableName(table), table] as const))(
    'declares the columns of %s with their types, in their order',
    (tableName, table) => {
      const inDatabase = database.raw
        .prepare<[string], ColumnInfo>('SELECT name, type, "notnull", pk FROM pragma_table_info(?)')
        .all(tableName)
        .map(({ name, type, notnull, pk }) => {
          return { name, type: type.toLowerCase(), required: notnull === 1 || pk > 0 };
        });
      const inCode = Object.values(getTableColumns(table)).map((column) => {
        return { name: column.name, type: column.getSQLType(), required: column.notNull };
      });
      expect(inCode).toEqual(inDatabase);
    },
  );

  test('starts from a baseline that equals the result of the migrations one by one', () => {
    const raw = new BetterSqlite3(':memory:');
    migrate(drizzle(raw), { migrationsFolder: fileURLToPath(new URL(name, MIGRATIONS)) });
    for (const read of [
      'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name',
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid",
      'SELECT hash, created_at FROM __drizzle_migrations ORDER BY created_at',
    ]) {
      expect(database.raw.prepare(read).all()).toEqual(raw.prepare(read).all());
    }
    for (const table of namesOf(raw, 'table')) {
      const count = `SELECT count(*) FROM "${table}"`;
      const rows = [database.raw, raw].map((item) => item.prepare(count).pluck().get());
      expect(rows[0], table).toBe(rows[1]);
    }
    raw.close();
  });

  test('is strict: no table takes a text in a number column', () => {
    const lax = database.raw
      .prepare<[], string>(
        `SELECT name FROM pragma_table_list WHERE type = 'table' AND strict = 0
         AND name NOT LIKE 'sqlite_%' AND name <> '__drizzle_migrations'`,
      )
      .pluck()
      .all();
    expect(lax).toEqual([]);
    expect(tables.length).toBeGreaterThan(3);
  });
});
