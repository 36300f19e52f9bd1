// Declares the tables of a schema. A table is stated once: drizzle's columns, which queries use, and
// beside them its rules. Both together make the SQL of a new database (`schemaSql`), from which the
// schema in PostgreSQL is generated, too.

import { getTableColumns, getTableName } from 'drizzle-orm';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';

/** A trigger, without the name of its table. */
interface Trigger {
  readonly name: string;
  /** For example `BEFORE UPDATE OF status`. */
  readonly event: string;
  /** A condition on NEW and OLD; omitted for every row. */
  readonly when?: string | undefined;
  /** The statements, each with its semicolon. */
  readonly body: string;
}

type TriggerOf = (table: string) => Trigger | readonly Trigger[];

/** The rules of a table. Expressions and conditions are SQL of SQLite. */
export interface TableRules<Column extends string = string> {
  /** True for a table that is stored in the order of its primary key. */
  readonly withoutRowid?: true;
  /** Values of omitted columns. */
  readonly defaults?: { readonly [name in Column]?: string };
  /** Referenced columns, as `accounts (id)`. */
  readonly references?: { readonly [name in Column]?: string };
  /** Lists of columns, as `(tenant_id, number)`. */
  readonly unique?: readonly string[];
  /** Conditions that each row must meet. */
  readonly checks?: readonly string[];
  /** The columns of each index by its name, as `(tenant_id, id)` or `UNIQUE (hash) WHERE hash > 0`. */
  readonly indexes?: Readonly<Record<string, string>>;
  /** In the order in which they are created. */
  readonly triggers?: readonly TriggerOf[];
  /** The values of the rows that a new database has. */
  readonly rows?: readonly string[];
}

const declaredRules = new WeakMap<SQLiteTable, TableRules>();

/** Declares the rules of a table. */
export function declare<Table extends SQLiteTable>(
  table: Table,
  rules: TableRules<keyof Table['_']['columns'] & string>,
): void {
  declaredRules.set(table, rules as TableRules);
}

/** The additions of a subject to a table of the core. */
export type Extension<Column extends string = string> = Pick<
  TableRules<Column>,
  'references' | 'triggers'
>;

const declaredExtensions = new Map<SQLiteTable, Extension[]>();

/**
 * Declares the additions of a subject to a table of the core. A trigger with the name of one of the
 * core takes its place. `coreWithout` of the subject (subject-schema.ts) removes the additions.
 */
export function extend<Table extends SQLiteTable>(
  table: Table,
  extension: Extension<keyof Table['_']['columns'] & string>,
): void {
  const extensions = declaredExtensions.get(table) ?? [];
  declaredExtensions.set(table, [...extensions, extension as Extension]);
}

const raise = (message: string) => `SELECT RAISE(ABORT, '${message.replaceAll("'", "''")}');`;

/** Refuses a change. `event` is `INSERT`, `DELETE`, `UPDATE` or `UPDATE OF` some columns. */
export function refuse(
  name: string,
  event: string,
  message: string,
  when?: string,
): (table: string) => Trigger {
  return () => ({ name, event: `BEFORE ${event}`, when, body: raise(message) });
}

/** Refuses each deletion. */
export const neverDeleted = (message: string) => (table: string) =>
  refuse(`${table}_no_delete`, 'DELETE', message)(table);

/** Refuses each update. */
export const neverUpdated = (message: string) => (table: string) =>
  refuse(`${table}_no_update`, 'UPDATE', message)(table);

/** Refuses each update and each deletion. */
export const appendOnly = (message: string) => (table: string) => [
  neverUpdated(message)(table),
  neverDeleted(message)(table),
];

/** Refuses updates of some columns. */
export const fixedColumns = (columns: string, message: string) => (table: string) =>
  refuse(`${table}_identity`, `UPDATE OF ${columns}`, message)(table);

/** Refuses new rows of a developer who is being moved to another ledger. */
export const notWhileMoving = (table: string) =>
  refuse(
    `${table}_stay`,
    'INSERT',
    'the developer is being moved',
    'EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)',
  )(table);

/** Refuses new rows with another status. */
export const bornAs = (status: string, message: string) => (table: string) =>
  refuse(`${table}_born_${status}`, 'INSERT', message, `NEW.status <> '${status}'`)(table);

/** Like `bornAs`, for versions that count from 1. */
export const bornFirst = (status: string, message: string) => (table: string) => ({
  ...bornAs(status, message)(table),
  when: `NEW.status <> '${status}' OR NEW.version <> 1`,
});

/** Refuses changes of the status except the given ones. */
export const statusEdges =
  (edges: Readonly<Record<string, readonly string[]>>, message: string) => (table: string) => {
    const allowed = Object.entries(edges).map(([from, to]) => {
      const [only = ''] = to;
      const list = to.map((status) => `'${status}'`).join(', ');
      const target = to.length === 1 ? `= '${only}'` : `IN (${list})`;
      return `(OLD.status = '${from}' AND NEW.status ${target})`;
    });
    return refuse(
      `${table}_status_edges`,
      'UPDATE OF status',
      message,
      `NEW.status <> OLD.status AND NOT (${allowed.join(' OR ')})`,
    )(table);
  };

const termsOfMetadata = (kind: string) => `INSERT INTO metadata_terms
  SELECT NEW.tenant_id, '${kind}', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(NEW.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;`;

/** Keeps the values of `metadata` that can be searched, as terms of a kind of object. */
export const searchableMetadata = (kind: string) => (table: string) => [
  follow(`${table}_metadata_new`, 'INSERT', termsOfMetadata(kind), "NEW.metadata <> '{}'")(table),
  follow(
    `${table}_metadata_changed`,
    'UPDATE OF metadata',
    `DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = '${kind}';
     ${termsOfMetadata(kind)}`,
    'NEW.metadata <> OLD.metadata',
  )(table),
];

/** Writes other rows. */
export function follow(
  name: string,
  event: string,
  body: string,
  when?: string,
): (table: string) => Trigger {
  return () => ({ name, event: `AFTER ${event}`, when, body });
}

const collapse = (sql: string) => sql.replace(/\s+/g, ' ').trim();

function triggerSql(table: string, { name, event, when, body }: Trigger): string {
  const condition = when === undefined ? '' : `\nWHEN ${collapse(when)}`;
  return `CREATE TRIGGER ${name} ${event} ON ${table}${condition}\nBEGIN ${collapse(body)} END`;
}

function tableSql(table: SQLiteTable, rules: TableRules): string {
  const { primaryKeys } = getTableConfig(table);
  const [key] = primaryKeys;
  const columns = Object.entries(getTableColumns(table)).map(([property, column]) => {
    const value = rules.defaults?.[property];
    const target = rules.references?.[property];
    return [
      `${column.name} ${column.getSQLType().toUpperCase()}`,
      // A primary key of one column.
      column.primary && key === undefined ? 'PRIMARY KEY' : column.notNull ? 'NOT NULL' : '',
      value === undefined ? '' : `DEFAULT ${value}`,
      target === undefined ? '' : `REFERENCES ${target}`,
    ]
      .filter(Boolean)
      .join(' ');
  });
  const parts = [
    ...columns,
    ...(key ? [`PRIMARY KEY (${key.columns.map(({ name }) => name).join(', ')})`] : []),
    ...(rules.unique ?? []).map((list) => `UNIQUE ${list}`),
    ...(rules.checks ?? []).map((check) => `CHECK (${collapse(check)})`),
  ];
  const kind = rules.withoutRowid ? 'STRICT, WITHOUT ROWID' : 'STRICT';
  return `CREATE TABLE ${getTableName(table)} (\n  ${parts.join(',\n  ')}\n) ${kind}`;
}

/** A view of a schema. */
export interface View {
  readonly name: string;
  readonly select: string;
}

/**
 * Returns the statements that make a new database: tables, their first rows, views, indexes, and
 * triggers, because some triggers refuse the first rows.
 * @throws Error when a table has no rules
 */
export function schemaSql(tables: readonly SQLiteTable[], views: readonly View[]): string[] {
  const declared = tables.map((table) => {
    const rules = declaredRules.get(table);
    if (rules === undefined) throw new Error(`${getTableName(table)} has no declared rules`);
    const extensions = declaredExtensions.get(table) ?? [];
    const references = Object.assign({}, rules.references, ...extensions.map(referencesIn));
    return { table, name: getTableName(table), rules: { ...rules, references }, extensions };
  });
  return [
    ...declared.map(({ table, rules }) => tableSql(table, rules)),
    ...declared.flatMap(({ name, rules: { rows = [] } }) =>
      rows.map((row) => `INSERT INTO ${name} VALUES ${row}`),
    ),
    ...views.map(({ name, select }) => `CREATE VIEW ${name} AS ${collapse(select)}`),
    ...declared.flatMap(({ name, rules: { indexes = {} } }) =>
      Object.entries(indexes).map(([index, columns]) => {
        const [, unique = '', list = ''] = /^(UNIQUE )?(.*)$/s.exec(collapse(columns)) ?? [];
        return `CREATE ${unique}INDEX ${index} ON ${name} ${list}`;
      }),
    ),
    ...declared.flatMap(({ name, rules, extensions }) => {
      const triggers = [rules, ...extensions].flatMap((part) => part.triggers ?? []);
      const byName = new Map<string, Trigger>();
      for (const trigger of triggers.flatMap((make) => make(name))) {
        byName.set(trigger.name, trigger);
      }
      return [...byName.values()].map((trigger) => triggerSql(name, trigger));
    }),
  ];
}

const referencesIn = ({ references }: Extension) => references ?? {};
