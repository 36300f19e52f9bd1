// Generates the schema in PostgreSQL from the result of the SQLite migrations: tables, checks,
// keys, references, and the triggers that refuse. So a table is declared once. Indexes that only
// speed up reads are left out, because reads use the copy.

import type BetterSqlite3 from 'better-sqlite3';

export interface Column {
  readonly name: string;
  readonly type: 'INTEGER' | 'TEXT' | 'BLOB' | 'REAL';
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Columns of the primary key, in its order. */
  readonly key: readonly string[];
  /** True when the key is one integer that the database assigns by default. */
  readonly isNumbered: boolean;
}

/** Groups members by key. The groups are in the order of their first members. */
export function groupBy<T, K>(members: readonly T[], keyOf: (member: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const member of members) {
    const key = keyOf(member);
    const group = groups.get(key);
    if (group) group.push(member);
    else groups.set(key, [member]);
  }
  return groups;
}

interface SchemaObject {
  readonly type: 'table' | 'index' | 'trigger';
  readonly name: string;
  readonly table: string;
  readonly sql: string;
}

/** Reads the tables of an open SQLite database, by name. */
export function tablesOf(raw: BetterSqlite3.Database): Map<string, Table> {
  const tables = new Map<string, Table>();
  for (const { name, sql } of readObjects(raw).filter(({ type }) => type === 'table')) {
    const columnInfo = raw.pragma(`table_info("${name}")`) as {
      name: string;
      type: Column['type'];
      pk: number;
    }[];
    const key = columnInfo.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    const columns = columnInfo.map((column) => ({ name: column.name, type: column.type }));
    const isNumbered =
      key.length === 1 && key[0]?.type === 'INTEGER' && !/WITHOUT ROWID/i.test(sql);
    tables.set(name, { name, columns, key: key.map((column) => column.name), isNumbered });
  }
  return tables;
}

/** The statements that make one table: the table with its unique keys, and its references. */
export interface TableParts {
  readonly create: readonly string[];
  readonly references: readonly string[];
  /** Tables that it refers to. */
  readonly targets: readonly string[];
}

export interface SchemaParts {
  /** Functions that the triggers call. */
  readonly functions: readonly string[];
  readonly tables: ReadonlyMap<string, TableParts>;
  readonly triggers: readonly string[];
}

/** Generates the parts of the schema in PostgreSQL from an open SQLite database. */
export function schemaParts(raw: BetterSqlite3.Database): SchemaParts {
  const objects = readObjects(raw);
  const ofType = (type: SchemaObject['type']) => objects.filter((object) => object.type === type);
  const targeted = targetsIn(raw, tablesOf(raw));
  const tables = ofType('table').map(({ name, sql }): [string, TableParts] => {
    const unique = ofType('index').filter(({ table }) => table === name);
    const make = [
      tableSql(sql, targeted.has(name)),
      ...unique.flatMap((object) => uniqueSql(object.sql) ?? []),
    ];
    return [name, { create: make, ...referencesOf(raw, name) }];
  });
  return {
    functions: [REFUSE_FUNCTION],
    tables: new Map(tables),
    triggers: ofType('trigger').flatMap((object) => triggerSql(object) ?? []),
  };
}

/** Tables that others reference by another column than their key. */
function targetsIn(raw: BetterSqlite3.Database, tables: ReadonlyMap<string, Table>): Set<string> {
  const keys = [...tables.keys()].flatMap(
    (name) => raw.pragma(`foreign_key_list("${name}")`) as { table: string; to: string }[],
  );
  const otherKeys = keys.filter(({ table, to }) => !tables.get(table)?.key.includes(to));
  return new Set(otherKeys.map(({ table }) => table));
}

/**
 * Names of the triggers without a counterpart: they write, or read other tables or intermediate
 * steps.
 */
export function triggersLeftOut(raw: BetterSqlite3.Database): string[] {
  const triggers = readObjects(raw).filter(({ type }) => type === 'trigger');
  return triggers.filter((trigger) => triggerSql(trigger) === null).map(({ name }) => name);
}

function readObjects(raw: BetterSqlite3.Database): SchemaObject[] {
  return raw
    .prepare<[], SchemaObject>(
      `SELECT type, name, tbl_name AS "table", sql FROM sqlite_master
       WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND name <> '__drizzle_migrations'
       ORDER BY rowid`,
    )
    .all();
}

/** Removes comments and line breaks. */
function withoutComments(sql: string): string {
  return sql
    .replace(/--[^\n]*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * References are added when all tables exist. Text compares by its bytes, as it does in SQLite.
 * Unique constraints hold at the end of a commit: rows of a group come in sets, not in the order in
 * which they were written.
 */
function tableSql(sql: string, isTarget: boolean): string {
  const unique = isTarget ? '$1' : `$1 ${DEFERRED_CHECK}`;
  return comparisons(withoutComments(sql))
    .replace(/\)\s*(STRICT|WITHOUT ROWID)(,\s*(STRICT|WITHOUT ROWID))?$/i, ')')
    .replace(/\s+REFERENCES "?\w+"? \(\w+\)( ON DELETE [A-Z ]+?(?=[,)]))?/g, '')
    .replace(/,\s*FOREIGN KEY \([^)]*\)(?=[,)])/g, '')
    .replace(/\b(UNIQUE(?: \([^)]*\))?)/g, unique)
    .replace(/\bINTEGER\b/g, 'BIGINT')
    .replace(/\bTEXT\b/g, 'TEXT COLLATE "C"')
    .replace(/\bBLOB\b/g, 'BYTEA')
    .replace(/\bREAL\b/g, 'DOUBLE PRECISION')
    .replace(/json_valid\((\w+)\)/g, '($1 IS NULL OR $1::json IS NOT NULL)')
    .replace(/json_type\((\w+)\)/g, 'json_typeof($1::json)')
    .replace(/json_array_length\((\w+)\)/g, 'json_array_length($1::json)')
    .replace(/(\w+) NOT GLOB '\*\[\^([^\]]+)\]\*'/g, "$1 !~ '[^$2]'")
    .replace(/(\w+) GLOB '(\w+)\*'/g, "starts_with($1, '$2')");
}

const DEFERRED_CHECK = 'DEFERRABLE INITIALLY DEFERRED';
const UNIQUE_INDEX = /^CREATE UNIQUE INDEX (\w+) ON (\w+) \((.+?)\)(?: WHERE (.+))?$/;

/**
 * Returns a unique index as a constraint, because only a constraint can be deferred to the end;
 * null for an index that is not unique.
 */
function uniqueSql(sql: string): string | null {
  const [, name, table, list = '', condition] = UNIQUE_INDEX.exec(withoutComments(sql)) ?? [];
  if (name === undefined) return null;
  const alter = `ALTER TABLE ${table} ADD CONSTRAINT ${name}`;
  const parts = list.split(/,\s*(?![^(]*\))/);
  const isPlain = condition === undefined && parts.every((part) => /^\w+$/.test(part));
  if (isPlain) return `${alter} UNIQUE (${list}) ${DEFERRED_CHECK}`;
  const sameKeySql = parts.map((part) => `${/^\w+$/.test(part) ? part : `(${part})`} WITH =`);
  const conditionSql = condition === undefined ? '' : `WHERE (${comparisons(condition)})`;
  return `${alter} EXCLUDE USING btree (${sameKeySql.join(', ')}) ${conditionSql} ${DEFERRED_CHECK}`;
}

/** Translates `IS` between two values, and booleans for 1 and 0. */
function comparisons(sql: string): string {
  return sql
    .replace(/ IS NOT (?!NULL\b)/g, ' IS DISTINCT FROM ')
    .replace(/ IS (?!NULL\b|NOT\b|DISTINCT\b)/g, ' IS NOT DISTINCT FROM ')
    .replace(/coalesce\((\w+ (?:IN \([^)]*\)|= '\w+')), 0\)/g, 'coalesce($1, false)');
}

function referencesOf(
  raw: BetterSqlite3.Database,
  table: string,
): Pick<TableParts, 'references' | 'targets'> {
  const keys = raw.pragma(`foreign_key_list("${table}")`) as {
    id: number;
    table: string;
    from: string;
    to: string;
  }[];
  const byId = [...groupBy(keys, ({ id }) => id).values()];
  const references = byId.map((columns) => {
    const from = columns.map((column) => column.from).join(', ');
    const to = columns.map((column) => column.to).join(', ');
    return `ALTER TABLE ${table} ADD FOREIGN KEY (${from}) REFERENCES ${columns[0]?.table} (${to})`;
  });
  return { references, targets: byId.map((columns) => columns[0]?.table ?? '') };
}

const REFUSE_FUNCTION = `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'KT001'; END $$`;

const TRIGGER = new RegExp(
  [
    /^CREATE TRIGGER (\w+) (BEFORE|AFTER) (INSERT|DELETE|UPDATE(?: OF ([\w, ]+?))?) ON (\w+)/,
    /(?: WHEN (.+?))? BEGIN SELECT RAISE ?\(ABORT, ('(?:[^']|'')*')\); END$/,
  ]
    .map(({ source }) => source)
    .join(''),
);

/**
 * Conditions of triggers that allow one step: PostgreSQL sees all steps of a group as one, so these
 * allow several. The invariants check the number of leaves.
 */
const OTHER_CONDITIONS: Readonly<Record<string, string>> = {
  log_head_grows: 'NEW.size <= OLD.size OR NEW.posted_at < OLD.posted_at',
  webhook_endpoints_versions: 'NEW.version <= OLD.version OR NEW.secret_number < OLD.secret_number',
};

/**
 * Triggers on the initial state of a row or on each step: a group may take several steps, and
 * PostgreSQL sees only the last. The copy has these triggers, and every step is made there.
 */
const isStepTrigger = (name: string) => /_edges$|_born_|_begin_open$/.test(name);

/**
 * Triggers that look at another table of the same commit. Its sets are written in any order, so
 * these triggers are checked at its end.
 */
const CHECKED_AT_COMMIT = new Set([
  'events_no_delete',
  'timeline_no_delete',
  'risk_decisions_no_delete',
]);

function commitTriggerSql(
  name: string,
  { table = '', act = '', found = '', message = '' },
): string {
  return `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF ${comparisons(found)} THEN
        RAISE EXCEPTION USING MESSAGE = ${message}, ERRCODE = 'KT001';
      END IF;
      RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER ${name} AFTER ${act} ON ${table} ${DEFERRED_CHECK} FOR EACH ROW
    EXECUTE FUNCTION ${name}()`;
}

function triggerSql({ name, sql }: SchemaObject): string | null {
  if (isStepTrigger(name)) return null;
  const [, , time, act, columns, table, conditionSql, message] =
    TRIGGER.exec(withoutComments(sql)) ?? [];
  // Before there were archives the trigger refused every row.
  if (CHECKED_AT_COMMIT.has(name) && conditionSql !== undefined)
    return commitTriggerSql(name, { table, act, found: conditionSql, message });
  if (table === undefined || /\bSELECT\b/.test(conditionSql ?? '')) return null;
  const triggerCondition = OTHER_CONDITIONS[name] ?? (conditionSql && comparisons(conditionSql));
  // A set writes all columns of its rows, so the trigger depends on the columns that change.
  const changed = columns
    ?.split(',')
    .map((column) => `OLD.${column.trim()} IS DISTINCT FROM NEW.${column.trim()}`)
    .join(' OR ');
  const conditions = [changed, triggerCondition].flatMap((condition) =>
    condition === undefined ? [] : [`(${condition})`],
  );
  const condition = conditions.length === 0 ? '' : `WHEN (${conditions.join(' AND ')})`;
  const event = (act ?? '').split(' ')[0];
  return `CREATE TRIGGER ${name} ${time} ${event} ON ${table} FOR EACH ROW ${condition}
    EXECUTE FUNCTION refuse(${message})`;
}
