// The indexes of the embedded Temporal's list of workflows. It has 58, most of them for attributes
// that no workflow of this bank has, and writes each of them with each start, change and end of a
// workflow. The list is a fifth to a quarter of its processor time.
import BetterSqlite3 from 'better-sqlite3';

/** Columns of attributes that the bank has; the Temporal UI reads the parents. */
const SEARCHED = /^(Keyword|Int01$|Datetime01$|parent_)/i;
/** Others that nobody searches by here. */
const UNSEARCHED =
  /^(history_\w+|execution_duration|execution_time|state_transition_count|task_queue|root_run_id)$/i;
const COLUMN = /\(\s*namespace_id,\s*(\w+)/;
const BUSY_MS = 1_000;

/**
 * Leaves an index to each attribute that the bank has, of the workflows that have it, and none to
 * the others. Temporal finds the same without them, by reading its list. Does nothing the second
 * time, to a list that it does not know, or to a file that it cannot read: the server says why.
 * @param {string} databaseFile of a server that may be running
 */
export function thinIndexes(databaseFile) {
  try {
    thin(databaseFile);
  } catch (error) {
    if (!(error instanceof BetterSqlite3.SqliteError)) throw error;
  }
}

/** @param {string} databaseFile */
function thin(databaseFile) {
  const db = new BetterSqlite3(databaseFile, { timeout: BUSY_MS, fileMustExist: true });
  try {
    const thick = /** @type {{ name: string, sql: string }[]} */ (
      db
        .prepare(
          `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL
           AND tbl_name = 'executions_visibility' AND sql NOT LIKE '% WHERE %'`,
        )
        .all()
    );
    const optional = new Set(
      db
        .prepare(`SELECT name FROM pragma_table_xinfo('executions_visibility') WHERE "notnull" = 0`)
        .pluck()
        .all(),
    );
    const changes = thick.flatMap(({ name, sql }) => {
      const column = COLUMN.exec(sql)?.[1] ?? '';
      if (UNSEARCHED.test(column)) return [`DROP INDEX ${name}`];
      if (!optional.has(column)) return [];
      const thin = SEARCHED.test(column) ? [`${sql} WHERE ${column} IS NOT NULL`] : [];
      return [`DROP INDEX ${name}`, ...thin];
    });
    if (changes.length === 0) return;
    db.transaction(() => {
      for (const change of changes) db.exec(change);
    }).immediate();
  } finally {
    db.close();
  }
}
