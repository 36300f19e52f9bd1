// Rows arrive as they are and leave for good, which the triggers of a ledger forbid. In one
// database transaction those of the tables in question are put away and put back as they were:
// schemas change with a commit or not at all, so no other connection ever sees a table without.

import type BetterSqlite3 from 'better-sqlite3';

interface Trigger {
  readonly name: string;
  readonly sql: string;
}

/** Runs the work without the triggers that hear of it. Inside a transaction only. */
export function withoutTriggers<T>(
  raw: BetterSqlite3.Database,
  on: { readonly act: 'INSERT' | 'DELETE'; readonly tables: readonly string[] },
  work: () => T,
): T {
  if (!raw.inTransaction) throw new Error('triggers are put away inside a transaction only');
  const hears = new RegExp(`^CREATE TRIGGER \\S+\\s+(BEFORE|AFTER) ${on.act} ON\\s`);
  const all = raw
    .prepare<[string], Trigger>(
      `SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'
       AND tbl_name IN (SELECT value FROM json_each(?)) ORDER BY rowid`,
    )
    .all(JSON.stringify(on.tables))
    .filter(({ sql }) => hears.test(sql));
  for (const { name } of all) raw.exec(`DROP TRIGGER main."${name}"`);
  const value = work();
  for (const { sql } of all) raw.exec(sql);
  return value;
}
