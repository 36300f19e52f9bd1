// What a statement of an act needs in memory before it runs, read from its text: which rows of
// which table, by the columns that it compares with parameters. A statement whose text does not
// tell is refused when it runs, by name: nothing is ever decided on rows that are not there.

import type { Table } from './schema.ts';

type Value = string | number | bigint | Buffer | null;

/** Rows that have to be in memory: those of a table with these values, and all of them. */
export interface Need {
  readonly table: string;
  /** Compared with the values; none: the whole table, or its last row. */
  readonly columns: readonly string[];
  readonly values: readonly Value[];
  /** What else the rows have to satisfy, without parameters; null: nothing. */
  readonly filter: string | null;
  /**
   * `last`: the row with the highest number, after which the next one is numbered; `next`: the
   * first one beyond the value.
   */
  readonly one?: 'last' | 'next';
}

export type Kind = 'select' | 'insert' | 'upsert' | 'update' | 'delete';

export interface Statement {
  readonly kind: Kind;
  /** The table that it writes; null: it reads. */
  readonly table: Table | null;
  needs(args: readonly unknown[]): Need[];
}

/** An act asks for something that cannot be done on PostgreSQL yet. */
export class NotOnPostgres extends Error {}

/** Small tables that are needed as a whole. */
const WHOLE = new Set([
  'chains',
  'environment',
  'lane',
  'ledger',
  'log_head',
  'log_keys',
  'relay_cursor',
  'simulated_failures',
]);

type Given = (args: Arguments) => Value;

interface Arguments {
  readonly listed: readonly unknown[];
  readonly named: Readonly<Record<string, unknown>>;
}

type Source = (args: Arguments) => Need[];

/** Reads a statement. @throws NotOnPostgres when its text does not tell what it needs */
export function readStatement(sql: string, tables: ReadonlyMap<string, Table>): Statement {
  const text = numbered(
    sql
      .replace(/--[^\n]*/g, ' ')
      .replace(/\s+/g, ' ')
      .replace(/\( (?=SELECT )/gi, '(')
      .trim(),
  );
  const inner: string[] = [];
  const outer = withoutSelects(text, inner);
  const reading = (one: string) => selectOf(one, tables, sql);
  const { kind, table, source } = outerOf(outer, tables, sql);
  const sources = [...inner.map(reading), source];
  return {
    kind,
    table,
    needs: (args) => {
      const given = argumentsOf(args);
      return sources.flatMap((one) => one(given));
    },
  };
}

function outerOf(text: string, tables: ReadonlyMap<string, Table>, sql: string) {
  const table = (name: string) => tables.get(unquoted(name)) ?? unknown(sql);
  const writes = !/^SELECT /i.test(text);
  if (writes && /\bSELECT\b/i.test(text)) return unknown(sql);
  const insert = /^INSERT (OR (?:REPLACE|IGNORE) )?INTO ("?\w+"?) ?(?:\(([^)]*)\) )?VALUES /i.exec(
    text,
  );
  if (insert) {
    const into = table(insert[2] ?? '');
    return { ...insertOf(text, insert, into, sql), table: into };
  }
  const update = /^UPDATE ("?\w+"?)(?: INDEXED BY \w+)? SET /i.exec(text);
  if (update) {
    const changed = table(update[1] ?? '');
    const source = rowsOf(changed, whereOf(text), sql);
    return { kind: 'update' as const, table: changed, source };
  }
  const remove = /^DELETE FROM ("?\w+"?)/i.exec(text);
  if (remove) {
    const from = table(remove[1] ?? '');
    return { kind: 'delete' as const, table: from, source: rowsOf(from, whereOf(text), sql) };
  }
  return { kind: 'select' as const, table: null, source: selectOf(text, tables, sql) };
}

/** What a SELECT needs, and each part of a UNION. */
function selectOf(text: string, tables: ReadonlyMap<string, Table>, sql: string): Source {
  const parts = text.split(/ UNION(?: ALL)? /i);
  // One that is hidden in another one would go unread.
  if (parts.some((part) => part.match(/\bSELECT\b/gi)?.length !== 1)) return unknown(sql);
  if (parts.some((part) => !/^SELECT /i.test(part))) return unknown(sql);
  const reading = parts.filter((part) => / FROM /i.test(part));
  const sources = reading.map((part) => sourceOf(part, tables, sql));
  return (args) => sources.flatMap((one) => one(args));
}

/** What a SELECT of one level needs: of each table, the rows that its own conditions can meet. */
function sourceOf(text: string, tables: ReadonlyMap<string, Table>, sql: string): Source {
  const where = whereOf(text);
  const from = / FROM (.*?)(?= WHERE | GROUP BY | ORDER BY | LIMIT |$)/i.exec(text)?.[1] ?? '';
  const members = from.split(/ (?:LEFT |INNER |CROSS )*JOIN /i);
  const sources = members.map((member) => {
    const [, name = '', alias] =
      /^("?\w+"?)(?: (?:AS )?(?!ON\b|INDEXED\b)("?\w+"?))?(?= ON | INDEXED |$)/i.exec(member) ?? [];
    const table = tables.get(unquoted(name)) ?? unknown(sql);
    if (members.length === 1) return rowsOf(table, where, sql);
    const own = new RegExp(`^"?${unquoted(alias ?? name)}"?\\.`);
    const conditions = where === null ? [] : conjunctsOf(where).filter((one) => own.test(one));
    return rowsOf(table, conditions.length > 0 ? conditions.join(' AND ') : null, sql);
  });
  return (args) => sources.flatMap((one) => one(args));
}

function insertOf(text: string, found: RegExpExecArray, table: Table, sql: string) {
  const named = found[3]?.split(',').map((one) => unquoted(one.trim()));
  const columns = named ?? table.columns.map(({ name }) => name);
  const values = listAt(text, found[0].length);
  const valueIn = (column: string): Given => {
    const index = columns.indexOf(column);
    return index < 0 ? () => null : givenBy(values[index] ?? '', sql);
  };
  const conflict = / ON CONFLICT ?(?:\(([^)]*)\))?/i.exec(text);
  const isUpsert = conflict !== null || found[1] !== undefined;
  const by = conflict?.[1]?.split(',').map((one) => unquoted(one.trim())) ?? table.key;
  const given = isUpsert ? by.map(valueIn) : [];
  const number = table.isNumbered ? valueIn(table.key[0] ?? '') : null;
  const source: Source = (args) => [
    ...(isUpsert
      ? [{ table: table.name, columns: by, values: given.map((of) => of(args)), filter: null }]
      : []),
    ...(number?.(args) === null ? [lastOf(table)] : []),
  ];
  return { kind: isUpsert ? ('upsert' as const) : ('insert' as const), source };
}

function lastOf({ name }: Table): Need {
  return { table: name, columns: [], values: [], filter: null, one: 'last' };
}

/** The rows of a table that a condition can meet. */
function rowsOf(table: Table, where: string | null, sql: string): Source {
  const [, beyond, place = ''] = /^"?(\w+)"? > (\?\d+|@\w+)$/.exec(where ?? '') ?? [];
  if (beyond && new RegExp(`ORDER BY "?${beyond}"? LIMIT 1$`, 'i').test(sql)) {
    const given = givenBy(place, sql);
    const need = { table: table.name, columns: [beyond], filter: null, one: 'next' } as const;
    return (args) => [{ ...need, values: [given(args)] }];
  }
  const equal = new Map<string, Given[]>();
  const filters: string[] = [];
  for (const part of where === null ? [] : conjunctsOf(where)) {
    if (hasChoice(part)) return unknown(sql);
    const bare = part.replace(/"?\b\w+"?\.("?\w+"?)/g, '$1');
    const [, column = '', operator, right = ''] =
      /^"?(\w+)"? (=|IS|IN) (\(.*\)|\S+)$/i.exec(bare) ?? [];
    const list = operator?.toUpperCase() === 'IN' ? listAt(right, 0) : [right];
    const isEqual = operator !== undefined && list.every(isParameter);
    const isOfTable = table.columns.some(({ name }) => name === column);
    if (isEqual && isOfTable)
      equal.set(
        column,
        list.map((one) => givenBy(one, sql)),
      );
    else if (!PARAMETER.test(bare) && isPortable(bare)) filters.push(bare);
  }
  return needsOf(table, equal, filters, sql);
}

function needsOf(
  table: Table,
  equal: ReadonlyMap<string, Given[]>,
  filters: readonly string[],
  sql: string,
): Source {
  const { name, key } = table;
  const isByKey = key.every((column) => equal.has(column));
  const columns = isByKey ? key : [...equal.keys()].sort();
  const filter = isByKey || filters.length === 0 ? null : filters.join(' AND ');
  if (columns.length === 0 && !WHOLE.has(name)) return unknown(sql);
  if (columns.length === 0) return () => [{ table: name, columns, values: [], filter: null }];
  const lists = columns.map((column) => equal.get(column) ?? []);
  return (args) =>
    combined(lists.map((list) => list.map((given) => given(args))))
      // Nothing equals NULL.
      .filter((values) => values.every((value) => value !== null))
      .map((values) => ({ table: name, columns, values, filter }));
}

/** All ways to take one value of each list. */
function combined(lists: readonly (readonly Value[])[]): Value[][] {
  return lists.reduce<Value[][]>(
    (ways, list) => ways.flatMap((way) => list.map((value) => [...way, value])),
    [[]],
  );
}

/** Conditions that mean the same in both databases. */
function isPortable(condition: string): boolean {
  return /^"?\w+"? (=|<>|NOT IN|IN|IS NULL|IS NOT NULL)( |$)[^?@]*$/i.test(condition);
}

/** Takes every SELECT in parentheses out of a text, the inner ones first; `?inner` stays. */
function withoutSelects(text: string, taken: string[]): string {
  let rest = text;
  for (;;) {
    const start = rest.toUpperCase().lastIndexOf('(SELECT ');
    if (start < 0) return rest;
    const end = closing(rest, start);
    taken.push(rest.slice(start + 1, end));
    rest = `${rest.slice(0, start)}?inner${rest.slice(end + 1)}`;
  }
}

/** The condition of a statement of one level; null: it has none. */
function whereOf(text: string): string | null {
  const start = / WHERE /i.exec(text);
  if (!start) return null;
  const rest = text.slice(start.index + start[0].length);
  const end = / (GROUP BY|ORDER BY|LIMIT|RETURNING) /i.exec(rest);
  const where = (end ? rest.slice(0, end.index) : rest).trim();
  return where.startsWith('(') && closing(where, 0) === where.length - 1
    ? where.slice(1, -1)
    : where;
}

/** The parts of a condition that all have to hold. */
function conjunctsOf(where: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const found of where.matchAll(/[()]| AND /gi)) {
    if (found[0] === '(') depth += 1;
    else if (found[0] === ')') depth -= 1;
    else if (depth === 0) {
      parts.push(where.slice(start, found.index));
      start = found.index + found[0].length;
    }
  }
  return [...parts, where.slice(start)].flatMap((part) => {
    const one = part.trim();
    const isGroup = one.startsWith('(') && closing(one, 0) === one.length - 1;
    return isGroup && !/ OR /i.test(one) ? conjunctsOf(one.slice(1, -1)) : [one];
  });
}

/** True for an OR outside of parentheses: it is weaker than the AND beside it. */
function hasChoice(condition: string): boolean {
  let depth = 0;
  for (const [found] of condition.matchAll(/[()]| OR /gi)) {
    if (found === '(') depth += 1;
    else if (found === ')') depth -= 1;
    else if (depth === 0) return true;
  }
  return false;
}

/** The members of the list in parentheses that begins at or after a place. */
function listAt(text: string, from: number): string[] {
  const start = text.indexOf('(', from);
  const inside = text.slice(start + 1, closing(text, start));
  const members: string[] = [];
  let depth = 0;
  let member = '';
  for (const letter of inside) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) {
      members.push(member.trim());
      member = '';
    } else member += letter;
  }
  return [...members, member.trim()];
}

function closing(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

const PARAMETER = /\?\d+|@\w+/;
const isParameter = (text: string) => /^(\?\d+|@\w+)$/.test(text);

/** Gives the parameters without a name their numbers. */
function numbered(sql: string): string {
  let count = 0;
  return sql.replace(/'(?:[^']|'')*'|\?(?!\d)/g, (found) =>
    found === '?' ? `?${++count}` : found,
  );
}

/** The value of a parameter or of something written out. */
function givenBy(text: string, sql: string): Given {
  if (/^\?\d+$/.test(text)) {
    const index = Number(text.slice(1)) - 1;
    return ({ listed }) => (listed[index] ?? null) as Value;
  }
  if (text.startsWith('@')) return ({ named }) => (named[text.slice(1)] ?? null) as Value;
  if (/^null$/i.test(text)) return () => null;
  if (/^-?\d+$/.test(text)) return () => Number(text);
  const [, word] = /^'((?:[^']|'')*)'$/.exec(text) ?? [];
  return word === undefined ? unknown(sql) : () => word.replaceAll("''", "'");
}

function argumentsOf(args: readonly unknown[]): Arguments {
  const listed: unknown[] = [];
  let named: Record<string, unknown> = {};
  for (const one of args) {
    if (Array.isArray(one)) listed.push(...one);
    else if (typeof one === 'object' && one !== null && !Buffer.isBuffer(one)) named = { ...one };
    else listed.push(one);
  }
  return { listed, named };
}

function unquoted(name: string): string {
  return name.replaceAll('"', '');
}

function unknown(sql: string): never {
  throw new NotOnPostgres(`not on PostgreSQL yet: ${sql.replace(/\s+/g, ' ').trim()}`);
}
