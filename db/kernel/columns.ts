// Writes `"column" AS "property"` lists, so that prepared statements return the row types that
// schema.ts declares.

import type BetterSqlite3 from 'better-sqlite3';
import { getTableColumns, getTableName, type InferSelectModel } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

/**
 * The select list of a table with its properties as names.
 * @param alias of the table in a query that joins it
 */
export function columnsOf(table: SQLiteTable, alias?: string): string {
  const prefix = alias === undefined ? '' : `${alias}.`;
  return Object.entries(getTableColumns(table))
    .map(([property, column]) => `${prefix}"${column.name}" AS "${property}"`)
    .join(', ');
}

/** `(column, …) VALUES (@property, …)` of a table, without the named properties. */
export function insertOf(table: SQLiteTable, leftOut: readonly string[] = []): string {
  const columns = Object.entries(getTableColumns(table)).filter(
    ([property]) => !leftOut.includes(property),
  );
  const names = columns.map(([, column]) => `"${column.name}"`).join(', ');
  const values = columns.map(([property]) => `@${property}`).join(', ');
  return `(${names}) VALUES (${values})`;
}

/** `column = @property, …` of a table, without the named properties. */
export function updateOf(table: SQLiteTable, leftOut: readonly string[]): string {
  return Object.entries(getTableColumns(table))
    .filter(([property]) => !leftOut.includes(property))
    .map(([property, column]) => `"${column.name}" = @${property}`)
    .join(', ');
}

/**
 * Prepares the insert of whole rows for a hot path. Values are bound by position: binding twenty
 * values by name takes a quarter of the insert.
 */
export function inserter<Table extends SQLiteTable>(
  raw: BetterSqlite3.Database,
  table: Table,
): (row: Readonly<InferSelectModel<Table>>) => void {
  const columns = Object.entries(getTableColumns(table));
  const names = columns.map(([, column]) => `"${column.name}"`).join(', ');
  const placeholders = columns.map(() => '?').join(', ');
  const insert = raw.prepare(
    `INSERT INTO "${getTableName(table)}" (${names}) VALUES (${placeholders})`,
  );
  const properties = columns.map(([property]) => property as keyof InferSelectModel<Table>);
  return (row) => {
    insert.run(properties.map((property) => row[property]));
  };
}
