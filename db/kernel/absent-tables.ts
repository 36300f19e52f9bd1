// Queries of a subject that read the tables of another subject, which may be absent.

import type BetterSqlite3 from 'better-sqlite3';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { prepareOnce } from './statements.ts';
import { tableNamesIn } from './subject-schema.ts';

/** The tables of an open ledger, which stay the same until it is closed. */
const tablesOf = prepareOnce((raw: BetterSqlite3.Database) => tableNamesIn(raw));

/** True when a ledger has a table. */
export function hasTable(raw: BetterSqlite3.Database, table: SQLiteTable): boolean {
  return tablesOf(raw).has(getTableName(table));
}

/** Returns a query in which each of the tables that the ledger lacks is empty. */
export function readAbsentAsEmpty(
  raw: BetterSqlite3.Database,
  sql: string,
  tables: readonly SQLiteTable[],
): string {
  const absent = tables.filter((table) => !hasTable(raw, table));
  if (absent.length === 0) return sql;
  const emptyTables = absent.map((table) => {
    const names = Object.values(getTableColumns(table)).map(({ name }) => `"${name}"`);
    return `${getTableName(table)} (${names.join(', ')}) AS
      (SELECT ${names.map(() => 'NULL').join(', ')} WHERE false)`;
  });
  const indexes = new RegExp(` INDEXED BY (${absent.map(getTableName).join('|')})_\\w+`, 'g');
  return `WITH ${emptyTables.join(', ')} ${sql.replaceAll(indexes, '')}`;
}
