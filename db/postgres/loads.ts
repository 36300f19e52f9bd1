// Rows that acts need, read from PostgreSQL as sets: one query for all of them, whatever their
// tables.

import type { Cell } from './changes.ts';
import { type Column, grouped, type Table } from './schema.ts';
import type { Need } from './statement.ts';

export interface Load {
  readonly text: string;
  readonly values: readonly (readonly string[])[];
  /** The tables of its parts, by number. */
  readonly tables: readonly Table[];
}

/** What one row of the answer is: which part it belongs to, and its cells as JSON. */
export interface Loaded {
  readonly part: number;
  readonly cells: string;
}

/** What makes two needs the same. */
export function nameOfNeed({ table, columns, values, filter, one }: Need): string {
  const texts = values.map((value) => (Buffer.isBuffer(value) ? value.toString('hex') : value));
  return [table, columns.join(), filter, one, ...texts].join('\u0000');
}

/** One query for many needs. */
export function loadOf(needs: readonly Need[], tables: ReadonlyMap<string, Table>): Load {
  const values: string[][] = [];
  const read: Table[] = [];
  const place = (texts: string[]) => `$${values.push(texts)}`;
  const parts = [...grouped(needs, shapeOf).values()].map((same) => {
    const [{ table: name, columns, filter, one }] = same as [Need, ...Need[]];
    const table = tables.get(name) as Table;
    const number = read.push(table) - 1;
    const lists = columns.map((column, index) => {
      const texts = same.map((need) => textOf(need.values[index] ?? null));
      return `${place(texts)}::${SQL_TYPES[typeOf(table, column)]}[]`;
    });
    const conditions = filter === null ? [] : [filter];
    if (lists.length > 0) conditions.unshift(conditionOf(columns, lists, one));
    const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
    const cells = table.columns.map(cellSql).join(', ');
    return `(SELECT ${number} AS part, json_build_array(${cells})::text AS cells
      FROM ${name}${where}${orderOf(table, columns, one)})`;
  });
  return { text: parts.join(' UNION ALL '), values, tables: read };
}

function conditionOf(columns: readonly string[], lists: readonly string[], one: Need['one']) {
  const names = columns.map((column) => `"${column}"`).join(', ');
  if (one === 'next') return `${names} > (${lists[0]})[1]`;
  if (columns.length === 1) return `${names} = ANY(${lists[0]})`;
  return `(${names}) IN (SELECT * FROM unnest(${lists.join(', ')}))`;
}

function orderOf(table: Table, columns: readonly string[], one: Need['one']): string {
  if (one === 'last') return ` ORDER BY "${table.key[0]}" DESC LIMIT 1`;
  return one === 'next' ? ` ORDER BY "${columns[0]}" LIMIT 1` : '';
}

/** Needs that one part of the query serves; what takes the first row only has a part of its own. */
function shapeOf(need: Need): string {
  const { table, columns, filter, one } = need;
  return one === 'next' ? nameOfNeed(need) : [table, columns.join(), filter, one].join('\u0000');
}

const SQL_TYPES = { INTEGER: 'int8', TEXT: 'text', BLOB: 'bytea', REAL: 'float8' } as const;

function typeOf({ columns }: Table, column: string): Column['type'] {
  return columns.find(({ name }) => name === column)?.type ?? 'TEXT';
}

/** As text: JSON would lose digits of a number. */
function cellSql({ name, type }: Column): string {
  return type === 'BLOB' ? `encode("${name}", 'hex')` : `"${name}"::text`;
}

/** The row that SQLite is to hold. */
export function cellsOf({ columns }: Table, { cells }: Loaded): Cell[] {
  const texts = JSON.parse(cells) as (string | null)[];
  return texts.map((text, index) => {
    if (text === null) return null;
    const type = columns[index]?.type;
    if (type === 'INTEGER') return BigInt(text);
    if (type === 'BLOB') return Buffer.from(text, 'hex');
    return type === 'REAL' ? Number(text) : text;
  });
}

function textOf(value: Need['values'][number]): string {
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value);
}
