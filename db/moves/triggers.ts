// Runs work without the triggers of some tables, because they refuse copies of finished rows and
// deletions. The triggers are dropped and created again in one database transaction, so no other
// connection ever sees a table without them. On a copy of PostgreSQL, the triggers are temporary
// ones of the connection (db/postgres/copy.ts).

import type BetterSqlite3 from 'better-sqlite3';

interface Trigger {
  readonly schema: 'main' | 'temp';
  readonly name: string;
  readonly sql: string;
}

/**
 * Condition for the triggers to drop. Triggers that record rows for PostgreSQL stay in place
 * (db/postgres/capture.ts).
 */
const DROPPED_TRIGGERS = "type = 'trigger' AND name NOT LIKE 'note\\_%' ESCAPE '\\'";

/**
 * Runs work without the triggers of the given act and tables. Call it only inside a transaction.
 */
export function withoutTriggers<T>(
  raw: BetterSqlite3.Database,
  on: { readonly act: 'INSERT' | 'DELETE'; readonly tables: readonly string[] },
  work: () => T,
): T {
  if (!raw.inTransaction) throw new Error('triggers can be dropped inside a transaction only');
  const triggerPattern = new RegExp(`^CREATE TRIGGER \\S+\\s+(BEFORE|AFTER) ${on.act} ON\\s`);
  const all = (['main', 'temp'] as const).flatMap((schema) =>
    raw
      .prepare<[string], Trigger>(
        `SELECT '${schema}' AS schema, name, sql FROM ${schema}.sqlite_schema
         WHERE ${DROPPED_TRIGGERS} AND tbl_name IN (SELECT value FROM json_each(?)) ORDER BY rowid`,
      )
      .all(JSON.stringify(on.tables))
      .filter(({ sql }) => triggerPattern.test(sql)),
  );
  for (const { schema, name } of all) raw.exec(`DROP TRIGGER ${schema}."${name}"`);
  const value = work();
  for (const { schema, sql } of all) {
    raw.exec(schema === 'temp' ? sql.replace(/^CREATE TRIGGER/, 'CREATE TEMP TRIGGER') : sql);
  }
  return value;
}
