// Reads the related rows of many rows at once: one statement, whatever the number of rows.

import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** A list of ids or numbers, as the one parameter of a statement. */
export const IN_GIVEN_LIST = '(SELECT value FROM json_each(?))';

/** The condition for rows with one of these ids: one statement for any number. */
export function isAmong(column: SQLiteColumn, ids: readonly string[]): SQL {
  return sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
}

/**
 * Groups the rows that a statement finds for ids or numbers by their owner, each group in the order
 * of the statement.
 */
export function groupRows<Row>(
  statement: { all(parameter: string): Row[] },
  parameters: readonly (string | number)[],
  ownerOf: (row: Row) => string | null,
): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  if (parameters.length === 0) return groups;
  for (const row of statement.all(JSON.stringify(parameters))) {
    const owner = ownerOf(row);
    if (owner === null) continue;
    const group = groups.get(owner);
    if (group) group.push(row);
    else groups.set(owner, [row]);
  }
  return groups;
}
