// Rows that acts need, read from PostgreSQL as sets: one query for all of them, whatever their
// tables.

import type { Cell } from './changes.ts';
import type { Column, Table } from './schema.ts';
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
export function nameOfNeed({ table, columns, values, filter, isLast }: Need): string {
  const texts = values.map((value) => (Buffer.isBuffer(value) ? value.toString('hex') : value));
  return [table, columns.join(), filter, isLast, ...texts].join('\u0000');
}

/** One query for many needs. */
export function loadOf(needs: readonly Need[], tables: ReadonlyMap<string, Table>): Load {
  const parts: string[] = [];
  const values: string[][] = [];
  const read: Table[] = [];
  for (const same of Map.groupBy(needs, shapeOf).values()) {
    const [{ table: name, columns, filter, isLast }] = same as [Need, ...Need[]];
    const table = tables.get(name) as Table;
    const conditions = filter === null ? [] : [filter];
    if (columns.length > 0) {
      const arrays = columns.map((column) => {
        const type = SQL_TYPES[typeOf(table, column)];
        return `$${values.length + columns.indexOf(column) + 1}::${type}[]`;
      });
      const list = columns.map((column) => `"${column}"`).join(', ');
      conditions.unshift(
        columns.length === 1
          ? `${list} = ANY(${arrays[0]})`
          : `(${list}) IN (SELECT * FROM unnest(${arrays.join(', ')}))`,
      );
      for (const index of columns.keys()) {
        values.push(same.map((need) => textOf(need.values[index] ?? null)));
      }
    }
    const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
    const last = isLast ? ` ORDER BY "${table.key[0]}" DESC LIMIT 1` : '';
    const cells = table.columns.map(cellSql).join(', ');
    parts.push(
      `(SELECT ${read.length} AS part, json_build_array(${cells})::text AS cells
        FROM ${name}${where}${last})`,
    );
    read.push(table);
  }
  return { text: parts.join(' UNION ALL '), values, tables: read };
}

function shapeOf({ table, columns, filter, isLast }: Need): string {
  return [table, columns.join(), filter, isLast].join('\u0000');
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
