// Rows of one table as one JSON text, which SQLite generates and PostgreSQL and other copies apply.
// No single value is processed in JavaScript.

import type { Column, Table } from './schema.ts';

/** The change of rows: new, changed, or gone (only the key is present). */
export type ChangeKind = 'born' | 'changed' | 'gone';

/** Rows of one table with the same kind of change in a commit. */
export interface RowSet {
  readonly table: Table;
  readonly kind: ChangeKind;
  /** An array of objects, in the order in which the rows were first touched. */
  readonly rows: string;
  /**
   * The previous rows, in the same order: PostgreSQL writes only over these. Omitted when there
   * were none, or when they are not compared.
   */
  readonly previousRows?: string;
}

/** Returns true for a set that is written only if the stored rows equal its previous rows. */
export const isConditional = ({ previousRows }: RowSet) => previousRows !== undefined;

const quote = (name: string) => `"${name}"`;
const columnOf = (table: Table, name: string) =>
  table.columns.find((column) => column.name === name) as Column;
const keyColumns = (table: Table) => table.key.map((name) => columnOf(table, name));

/** JSON has neither bytes, which are written in PostgreSQL's form, nor all digits of numbers. */
function cellToJson({ type }: Column, cell: string): string {
  if (type === 'BLOB') return `iif(${cell} IS NULL, NULL, '\\x' || hex(${cell}))`;
  if (type === 'REAL') return `iif(${cell} IS NULL, NULL, printf('%!.17g', ${cell}))`;
  return cell;
}

function cellFromJson({ name, type }: Column): string {
  const cell = `value ->> '$.${name}'`;
  if (type === 'BLOB') return `unhex(substr(${cell}, 3))`;
  return type === 'REAL' ? `CAST(${cell} AS REAL)` : cell;
}

/** SQLite: a whole row as an object. */
export function rowJson({ columns }: Table, alias: string): string {
  const cells = columns.map(
    (column) => `'${column.name}', ${cellToJson(column, `${alias}.${quote(column.name)}`)}`,
  );
  return `json_object(${cells.join(', ')})`;
}

/** SQLite: a key as an object, from columns `k0`, `k1` and so on. */
export function keyJson(table: Table, alias: string): string {
  const cells = keyColumns(table).map(
    (column, index) => `'${column.name}', ${cellToJson(column, `${alias}.k${index}`)}`,
  );
  return `json_object(${cells.join(', ')})`;
}

/**
 * SQLite: inserts or replaces rows. `jsonb_each` parses each row once; with `json_each` every
 * column parses it again, four times the processor time for a row of 45 columns.
 */
export function upsertIntoCopy({ name, columns }: Table): string {
  const list = columns.map((column) => quote(column.name)).join(', ');
  return `INSERT OR REPLACE INTO main.${quote(name)} (${list})
    SELECT ${columns.map(cellFromJson).join(', ')} FROM jsonb_each(?)`;
}

/** SQLite: deletes rows by their keys. */
export function deleteFromCopy(table: Table): string {
  const key = table.key.map(quote).join(', ');
  return `DELETE FROM main.${quote(table.name)} WHERE (${key}) IN
    (SELECT ${keyColumns(table).map(cellFromJson).join(', ')} FROM jsonb_each(?))`;
}

/** PostgreSQL: the rows of a set, from a parameter. */
const rowsIn = ({ name }: Table, parameter: string) =>
  `json_populate_recordset(NULL::${quote(name)}, ${parameter}::text::json)`;

/**
 * PostgreSQL: the new rows of a set beside its previous rows. A row is compared as a whole, byte by
 * byte, which takes a third of the time of comparing each column.
 */
function besidePrevious(table: Table, parameter: string, wereParameter: string) {
  const names = (prefix: string) => table.columns.map((_, index) => `${prefix}${index}`).join(', ');
  const bothSources = `${rowsIn(table, parameter)}, ${rowsIn(table, wereParameter)}`;
  return {
    from: `ROWS FROM (${bothSources}) AS r(${names('n')}, ${names('w')})`,
    isSame: `t.* *= ROW(${names('w').replace(/w/g, 'r.w')})`,
    now: (name: string) => `r.n${table.columns.findIndex((column) => column.name === name)}`,
  };
}

/**
 * PostgreSQL: writes the rows of a set that equal their previous rows, and leaves the others
 * unchanged.
 */
function conditionalSql(
  table: Table,
  kind: ChangeKind,
  parameter: string,
  wereParameter: string,
): string {
  const name = quote(table.name);
  if (kind === 'gone') {
    const sameKeySql = sameKey(table);
    const columns = table.columns.map((column) => `r.${quote(column.name)}`).join(', ');
    return `DELETE FROM ${name} t USING ${rowsIn(table, wereParameter)} r
      WHERE ${sameKeySql} AND t.* *= ROW(${columns})`;
  }
  const { from, isSame, now } = besidePrevious(table, parameter, wereParameter);
  const same = table.key.map((key) => `t.${quote(key)} = ${now(key)}`).join(' AND ');
  const otherColumns = table.columns.filter((column) => !table.key.includes(column.name));
  const set = otherColumns
    .map((column) => `${quote(column.name)} = ${now(column.name)}`)
    .join(', ');
  return `UPDATE ${name} t SET ${set} FROM ${from} WHERE ${same} AND ${isSame}`;
}

const sameKey = ({ key }: Table) =>
  key.map((name) => `t.${quote(name)} = r.${quote(name)}`).join(' AND ');

/**
 * PostgreSQL: writes a set.
 * @param wereParameter the parameter with the previous rows, or null to write without a comparison
 */
export function writeSetSql(
  { table, kind }: Pick<RowSet, 'table' | 'kind'>,
  parameter: string,
  wereParameter: string | null = null,
): string {
  if (wereParameter !== null) return conditionalSql(table, kind, parameter, wereParameter);
  const name = quote(table.name);
  const from = rowsIn(table, parameter);
  const sameKeySql = sameKey(table);
  if (kind === 'gone') return `DELETE FROM ${name} t USING ${from} r WHERE ${sameKeySql}`;
  const list = table.columns.map((column) => quote(column.name));
  if (kind === 'born') return `INSERT INTO ${name} (${list}) SELECT ${list} FROM ${from}`;
  const otherColumns = table.columns.filter((column) => !table.key.includes(column.name));
  const set = otherColumns.map((column) => `${quote(column.name)} = r.${quote(column.name)}`);
  return `UPDATE ${name} t SET ${set.join(', ')} FROM ${from} r WHERE ${sameKeySql}`;
}
