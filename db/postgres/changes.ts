// What the acts of a group have written, row by row in order, and as the sets that PostgreSQL is
// to write: first what is new, then what changed.

import { grouped, type Table } from './schema.ts';
import type { Kind } from './statement.ts';

export type Cell = string | number | bigint | Buffer | null;
export type Row = readonly Cell[];

/** One row that a statement has written: as it stands after it, or stood before it went. */
export interface Change {
  readonly table: Table;
  readonly kind: Exclude<Kind, 'select'>;
  readonly row: Row;
}

/** A query with parameters. */
export interface Query {
  readonly text: string;
  readonly values: readonly string[];
}

interface Fate {
  readonly table: Table;
  /** As it was first written, for a new row. */
  readonly first: Row | null;
  readonly last: Row;
  readonly kind: Change['kind'];
}

/** What tells a row from the others of its table. */
export function keyOf(table: Table, row: Row): string {
  return table.key
    .map((name) => textOf(row[table.columns.findIndex((column) => column.name === name)] ?? null))
    .join('\u0000');
}

/** The queries that write changes as sets; one or two, none when nothing was written. */
export function queriesOf(changes: readonly Change[]): Query[] {
  const fates = fatesOf(changes);
  const born: Part[] = [];
  const grown: Part[] = [];
  for (const [table, rows] of grouped(fates, (fate) => fate.table)) {
    const of = (kind: Change['kind']) => rows.filter((fate) => fate.kind === kind);
    const news = of('insert');
    add(
      born,
      insertSql(table),
      table,
      news.map(({ first, last }) => first ?? last),
    );
    add(
      born,
      upsertSql(table),
      table,
      of('upsert').map(({ last }) => last),
    );
    const changed = news.filter(({ first, last }) => first !== last);
    add(
      grown,
      updateSql(table),
      table,
      [...changed, ...of('update')].map(({ last }) => last),
    );
    add(
      grown,
      deleteSql(table),
      table,
      of('delete').map(({ last }) => last),
    );
  }
  return [born, grown].filter((parts) => parts.length > 0).map(queryOf);
}

/** What became of each row in the end. */
function fatesOf(changes: readonly Change[]): Fate[] {
  const fates = new Map<string, Fate>();
  for (const { table, kind, row } of changes) {
    const key = `${table.name}\u0000${keyOf(table, row)}`;
    const before = fates.get(key);
    const fate = before ? followed(before, kind, row) : { table, kind, first: row, last: row };
    if (fate) fates.set(key, fate);
    else fates.delete(key);
  }
  return [...fates.values()];
}

function followed(before: Fate, kind: Change['kind'], last: Row): Fate | null {
  if (kind === 'delete') return before.kind === 'insert' ? null : { ...before, kind, last };
  if (before.kind === 'delete') return { ...before, kind: 'upsert', first: last, last };
  return { ...before, last };
}

interface Part {
  readonly sql: (parameter: string) => string;
  readonly rows: string;
}

function add(parts: Part[], sql: Part['sql'], table: Table, rows: readonly Row[]): void {
  if (rows.length > 0) parts.push({ sql, rows: jsonOf(table, rows) });
}

/** All parts in one statement, so that they take one round trip. */
function queryOf(parts: readonly Part[]): Query {
  const steps = parts.map(({ sql }, index) => `w${index} AS (${sql(`$${index + 1}`)})`);
  return { text: `WITH ${steps.join(', ')} SELECT 1`, values: parts.map(({ rows }) => rows) };
}

const rowsIn = ({ name }: Table, parameter: string) =>
  `json_populate_recordset(NULL::${name}, ${parameter}::json)`;
const quoted = (name: string) => `"${name}"`;
const listOf = ({ columns }: Table) => columns.map(({ name }) => quoted(name)).join(', ');
const restOf = ({ columns, key }: Table) =>
  columns.filter(({ name }) => !key.includes(name)).map(({ name }) => quoted(name));
const sameRow = ({ key }: Table) =>
  key.map((name) => `t.${quoted(name)} = r.${quoted(name)}`).join(' AND ');

function insertSql(table: Table) {
  const list = listOf(table);
  return (parameter: string) =>
    `INSERT INTO ${table.name} (${list}) SELECT ${list} FROM ${rowsIn(table, parameter)}`;
}

function upsertSql(table: Table) {
  const set = restOf(table).map((name) => `${name} = excluded.${name}`);
  const act = set.length > 0 ? `UPDATE SET ${set.join(', ')}` : 'NOTHING';
  const key = table.key.map(quoted).join(', ');
  return (parameter: string) => `${insertSql(table)(parameter)} ON CONFLICT (${key}) DO ${act}`;
}

function updateSql(table: Table) {
  const set = restOf(table)
    .map((name) => `${name} = r.${name}`)
    .join(', ');
  return (parameter: string) =>
    `UPDATE ${table.name} t SET ${set} FROM ${rowsIn(table, parameter)} r WHERE ${sameRow(table)}`;
}

function deleteSql(table: Table) {
  return (parameter: string) =>
    `DELETE FROM ${table.name} t USING ${rowsIn(table, parameter)} r WHERE ${sameRow(table)}`;
}

/** Numbers go as text: JSON loses digits beyond 2^53. */
function jsonOf({ columns }: Table, rows: readonly Row[]): string {
  const names = columns.map(({ name }) => JSON.stringify(name));
  const written = rows.map((row) => {
    const fields = row.flatMap((cell, index) =>
      cell === null ? [] : [`${names[index]}:${JSON.stringify(textOf(cell))}`],
    );
    return `{${fields.join(',')}}`;
  });
  return `[${written.join(',')}]`;
}

function textOf(cell: Cell): string {
  return Buffer.isBuffer(cell) ? `\\x${cell.toString('hex')}` : String(cell);
}
