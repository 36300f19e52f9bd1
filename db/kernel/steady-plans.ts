// Plans of statements that depend on no value. SQLite 3.54 compiles a statement again each time that
// values are bound, where the plan could depend on one of them: in a statement that joins or sorts,
// each parameter that a column is compared with, and each LIMIT. That takes 20 to 60 microseconds,
// longer than to find some rows by an index. A parameter behind a plus sign is no value to the
// planner, and the sign changes no value of any type.

import type BetterSqlite3 from 'better-sqlite3';
import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** Parameters that are compared with `=` or `IS`, or limit the rows. */
const SEEN_BY_PLANNER = /(=|\b(?:is|limit|offset)\b)\s*(?=[?@])/gi;

/** Makes a connection compile each of its statements once. */
export function keepPlans(raw: BetterSqlite3.Database): void {
  const prepare = raw.prepare.bind(raw) as (source: string) => BetterSqlite3.Statement<unknown[]>;
  const value = (source: string) => prepare(source.replace(SEEN_BY_PLANNER, '$1 +'));
  Object.defineProperty(raw, 'prepare', { value, configurable: true, writable: true });
}

/**
 * The condition that a column has one of the values that the code names, written into the
 * statement: SQLite finds the rows by an index that contains only those with that value.
 */
export function isLiterally(column: SQLiteColumn, value: string): SQL {
  return sql`${column} = ${sql.raw(`'${value.replaceAll("'", "''")}'`)}`;
}
