// The tables of subjects in a ledger's file. A new file lacks the tables of the subjects that it is
// opened without; a file that exists keeps its tables, and gets those of further subjects.

import type BetterSqlite3 from 'better-sqlite3';

export interface SubjectSchema {
  readonly tables: readonly string[];
  /** Views of its tables. */
  readonly views?: readonly string[];
  /**
   * By name, the tables and triggers of the core that refer to the subject's tables. The function
   * returns their SQL in a ledger without the subject, or null for a trigger that such a ledger lacks.
   */
  readonly coreWithout?: Readonly<Record<string, (sql: string) => string | null>>;
}

interface SchemaObject {
  readonly type: 'table' | 'view' | 'index' | 'trigger';
  readonly name: string;
  readonly sql: string;
}

/** Returns the names of the tables of a database, or of an attached database. */
export function tableNamesIn(
  raw: BetterSqlite3.Database,
  schema: 'main' | 'source' | 'before' = 'main',
): ReadonlySet<string> {
  const names = raw.prepare<[], string>(
    `SELECT name FROM ${schema}.sqlite_schema WHERE type = 'table'`,
  );
  return new Set(names.pluck().all());
}

/** True when a database has tables of a subject. */
export function isPresent(names: ReadonlySet<string>, { tables }: SubjectSchema): boolean {
  return tables.some((table) => names.has(table));
}

/**
 * Removes the tables and views of subjects, and the references to them in the core. Call it inside
 * a transaction, without foreign keys, and only for tables without rows of a developer.
 */
export function removeSubjects(
  raw: BetterSqlite3.Database,
  subjects: readonly SubjectSchema[],
): void {
  for (const { tables, views = [], coreWithout = {} } of subjects) {
    for (const [name, sqlWithout] of Object.entries(coreWithout)) {
      const foundObject = objectsIn(raw).find((object) => object.name === name);
      const sql = foundObject && sqlWithout(foundObject.sql);
      if (foundObject === undefined || sql === foundObject.sql) {
        throw new Error(`${name} names no table of ${tables.join(', ')}`);
      }
      replaceObject(raw, { ...foundObject, sql: sql ?? null });
    }
    for (const view of views) raw.exec(`DROP VIEW "${view}"`);
    for (const table of tables) raw.exec(`DROP TABLE "${table}"`);
  }
}

/**
 * Adds the tables of all subjects that a database lacks, as another database has them. Call it
 * inside a transaction, without foreign keys.
 * @param wholeSchema a database of the same version with all subjects and no rows of a developer
 * @param rowsOf returns the statements that insert the initial rows of a table
 */
export function addSubjects(
  raw: BetterSqlite3.Database,
  wholeSchema: BetterSqlite3.Database,
  subjects: readonly SubjectSchema[],
  rowsOf: (table: string) => readonly string[],
): void {
  const existingSql = new Map(objectsIn(raw).map(({ name, sql }) => [name, sql]));
  const all = objectsIn(wholeSchema);
  const missing = all.filter(({ name }) => !existingSql.has(name));
  const tables = missing.filter(({ type }) => type === 'table');
  for (const { sql } of tables) raw.exec(sql);
  for (const { name } of tables) for (const row of rowsOf(name)) raw.exec(row);
  for (const { type, sql } of missing) if (type !== 'table') raw.exec(sql);
  const changedNames = new Set(
    subjects.flatMap((subject) => Object.keys(subject.coreWithout ?? {})),
  );
  for (const object of all) {
    const sql = existingSql.get(object.name);
    if (changedNames.has(object.name) && sql !== undefined && sql !== object.sql)
      replaceObject(raw, object);
  }
}

function objectsIn(raw: BetterSqlite3.Database): SchemaObject[] {
  return raw
    .prepare<[], SchemaObject>(
      `SELECT type, name, sql FROM main.sqlite_schema
       WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY rowid`,
    )
    .all();
}

function replaceObject(
  raw: BetterSqlite3.Database,
  { type, name, sql }: Omit<SchemaObject, 'sql'> & { readonly sql: string | null },
): void {
  if (type === 'table') rewriteTable(raw, name, sql ?? '');
  else {
    raw.exec(`DROP TRIGGER "${name}"`);
    if (sql !== null) raw.exec(sql);
  }
}

/**
 * Changes the references of a table without touching its rows. Source: sqlite.org/lang_altertable.html,
 * "Making Other Kinds Of Table Schema Changes", the simpler procedure for changes that do not affect
 * the content of the file.
 */
function rewriteTable(raw: BetterSqlite3.Database, name: string, sql: string): void {
  raw.unsafeMode(true);
  try {
    raw.pragma('writable_schema = ON');
    raw
      .prepare("UPDATE main.sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?")
      .run(sql, name);
    raw.pragma('writable_schema = RESET');
  } finally {
    raw.unsafeMode(false);
  }
}
