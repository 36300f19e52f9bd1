// Rows arrive as they are and leave for good, which the triggers of a ledger forbid. In one
// database transaction those of the tables in question are put away and put back as they were:
// schemas change with a commit or not at all, so no other connection ever sees a table without.
// On a copy of PostgreSQL they are temporary ones of the connection (db/postgres/copy.ts).

import type BetterSqlite3 from 'better-sqlite3';

interface Trigger {
  readonly schema: 'main' | 'temp';
  readonly name: string;
  readonly sql: string;
}

/**
 * Leaves out the triggers that note rows for PostgreSQL: they stay in place
 * (db/postgres/capture.ts).
 */
const RULES = "type = 'trigger' AND name NOT LIKE 'note\\_%' ESCAPE '\\'";

/** Runs the work without the triggers that hear of it. Inside a transaction only. */
export function withoutTriggers<T>(
  raw: BetterSqlite3.Database,
  on: { readonly act: 'INSERT' | 'DELETE'; readonly tables: readonly string[] },
  work: () => T,
): T {
  if (!raw.inTransaction) throw new Error('triggers are put away inside a transaction only');
  const hears = new RegExp(`^CREATE TRIGGER \\S+\\s+(BEFORE|AFTER) ${on.act} ON\\s`);
  const all = (['main', 'temp'] as const).flatMap((schema) =>
    raw
      .prepare<[string], Trigger>(
        `SELECT '${schema}' AS schema, name, sql FROM ${schema}.sqlite_schema
         WHERE ${RULES} AND tbl_name IN (SELECT value FROM json_each(?)) ORDER BY rowid`,
      )
      .all(JSON.stringify(on.tables))
      .filter(({ sql }) => hears.test(sql)),
  );
  for (const { schema, name } of all) raw.exec(`DROP TRIGGER ${schema}."${name}"`);
  const value = work();
  for (const { schema, sql } of all) {
    raw.exec(schema === 'temp' ? sql.replace(/^CREATE TRIGGER/, 'CREATE TEMP TRIGGER') : sql);
  }
  return value;
}
