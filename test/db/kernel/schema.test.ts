// A new database has exactly the declared schema.

import BetterSqlite3 from 'better-sqlite3';
import { getTableColumns, getTableName } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/sqlite-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INVENTORY_VIEWS } from '../../../db/inventory/tables.ts';
import { type Database, openDatabase } from '../../../db/kernel/connect.ts';
import { schemaSql } from '../../../db/kernel/declare.ts';
import { declaredTables } from '../../../scripts/declared-schema.ts';
import { namesOf } from '../ledger-file.ts';

interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

const SCHEMAS = [
  ['ledger', await declaredTables('ledger')],
  ['platform', await declaredTables('platform')],
] as const;

describe.each(SCHEMAS)('the schema of %s', (name, tables) => {
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

  test('is the declared one: tables, first rows, views, indexes and triggers', () => {
    const statements = schemaSql(tables, name === 'ledger' ? INVENTORY_VIEWS : []);
    const declared = new BetterSqlite3(':memory:');
    for (const statement of statements) declared.exec(statement);
    const read = `SELECT type, name, tbl_name, sql FROM sqlite_schema
      WHERE tbl_name <> '__drizzle_migrations' ORDER BY type, name`;
    expect(database.raw.prepare(read).all()).toEqual(declared.prepare(read).all());
    for (const table of namesOf(declared, 'table')) {
      const count = `SELECT count(*) FROM "${table}"`;
      const rows = [database.raw, declared].map((item) => item.prepare(count).pluck().get());
      expect(rows[0], table).toBe(rows[1]);
    }
    declared.close();
  });

  // A column's references and default are stated in its table's rules (declare.ts).
  test('has every property that a column declares', () => {
    const ignored = tables.flatMap((table) => [
      ...getTableConfig(table).foreignKeys.map(({ getName }) => getName()),
      ...Object.values(getTableColumns(table))
        .filter((column) => {
          const { autoIncrement } = column as { readonly autoIncrement?: boolean };
          return (
            autoIncrement || column.isUnique || column.default !== undefined || column.generated
          );
        })
        .map((column) => `${getTableName(table)}.${column.name}`),
    ]);
    expect(ignored).toEqual([]);
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
