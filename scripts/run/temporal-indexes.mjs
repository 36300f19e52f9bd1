// The indexes of the embedded Temporal's list of workflows. It has 58, most of them for attributes
// that no workflow of this bank has, and writes each of them with each start, change and end of a
// workflow. The list is a fifth to a quarter of its processor time.
import BetterSqlite3 from 'better-sqlite3';

/**
 * Columns of search attributes that the bank writes, and of parents, which the Temporal UI reads.
 */
const SEARCHED_COLUMNS = /^(Keyword|Int01$|Datetime01$|parent_)/i;
/** Other columns, by which nobody searches. */
const UNSEARCHED_COLUMNS =
  /^(history_\w+|execution_duration|execution_time|state_transition_count|task_queue|root_run_id)$/i;
const COLUMN = /\(\s*namespace_id,\s*(\w+)/;
const BUSY_MS = 1_000;

/**
 * Replaces the index of each attribute that the bank writes with a partial index of the workflows
 * that have the attribute, and drops the other indexes. Temporal then finds the same workflows by
 * reading its list. Changes nothing the second time, in a list of an unknown form, or in a file
 * that cannot be read: the server reports the reason.
 * @param {string} databaseFile of a server that may be running
 */
export function shrinkIndexes(databaseFile) {
  try {
    replaceIndexes(databaseFile);
  } catch (error) {
    if (!(error instanceof BetterSqlite3.SqliteError)) throw error;
  }
}

/** @param {string} databaseFile */
function replaceIndexes(databaseFile) {
  const db = new BetterSqlite3(databaseFile, { timeout: BUSY_MS, fileMustExist: true });
  try {
    const fullIndexes = /** @type {{ name: string, sql: string }[]} */ (
      db
        .prepare(
          `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL
           AND tbl_name = 'executions_visibility' AND sql NOT LIKE '% WHERE %'`,
        )
        .all()
    );
    const nullableColumns = new Set(
      db
        .prepare(`SELECT name FROM pragma_table_xinfo('executions_visibility') WHERE "notnull" = 0`)
        .pluck()
        .all(),
    );
    const changes = fullIndexes.flatMap(({ name, sql }) => {
      const column = COLUMN.exec(sql)?.[1] ?? '';
      if (UNSEARCHED_COLUMNS.test(column)) return [`DROP INDEX ${name}`];
      if (!nullableColumns.has(column)) return [];
      const partialIndex = SEARCHED_COLUMNS.test(column)
        ? [`${sql} WHERE ${column} IS NOT NULL`]
        : [];
      return [`DROP INDEX ${name}`, ...partialIndex];
    });
    if (changes.length === 0) return;
    db.transaction(() => {
      for (const change of changes) db.exec(change);
    }).immediate();
  } finally {
    db.close();
  }
}
