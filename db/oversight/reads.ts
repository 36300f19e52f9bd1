// Lookups of operators across all tenants: ids with their owner, newest first, by filter and by
// text. The plain reads of each noun read the objects themselves.

import type { ReadLedger } from '../kernel/ledger-reads.ts';
import type { Page, PageOrder } from '../kernel/page.ts';
import { GIVEN } from '../kernel/sets.ts';
import { keptStatements } from '../kernel/statements.ts';
import { containsSql, dialledDigits, searchOf } from '../kernel/text-search.ts';

/** Describes how objects of a noun are looked up; the names are columns of its table. */
export interface Lookup {
  readonly table: string;
  /** Left out: there is none to filter by. */
  readonly status?: string;
  /** Columns that hold the text exactly: ids, references, account numbers, e-mail addresses. */
  readonly exact: readonly string[];
  /** Columns that may contain the text anywhere, in any case. */
  readonly within: readonly string[];
  /** Column with telephone numbers, in any notation. */
  readonly phone?: string;
  /** The column that a whole number is compared with, in minor units. */
  readonly amount?: string;
  /** Rows that are no such object. */
  readonly only?: string;
  /** By how an id begins: the columns with an index that it may stand in. */
  readonly indexed?: Readonly<Record<string, readonly string[]>>;
  /** The only column that an id stands in, by how it begins; `''`: of all others. */
  readonly idIn?: Readonly<Record<string, string>> & { readonly '': string };
}

export interface Wanted extends PageOrder {
  readonly search?: string | undefined;
  readonly status?: string | undefined;
  readonly developerId?: string | undefined;
  /** Milliseconds since 1970 UTC, both ends inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export interface Owned {
  readonly id: string;
  readonly tenantId: string;
}

export interface OwnedPage extends Page<Owned> {
  /** Start of the next page; with a text it may lie beyond the last row of this one. */
  readonly cursor: string | null;
}

/** Rows that a page with a filter looks at: some milliseconds, in which nothing else happens. */
const MOST_ROWS_READ = 20_000;

/** An id, with how it begins. */
const ID = /^([a-z]+)_[0-9a-z]{26}$/;

/**
 * Returns the columns in which an index finds an id that is searched for alone, or null when rows
 * must be scanned.
 */
function indexesFor({ indexed = {} }: Lookup, wanted: Wanted): readonly string[] | null {
  const { search = '', status, developerId, from, to } = wanted;
  const isAlone = [status, developerId, from, to].every((other) => other === undefined);
  const [, prefix = ''] = ID.exec(search) ?? [];
  return isAlone ? (indexed[prefix] ?? null) : null;
}

/** Returns a page of the objects that have the id in one of the columns, however old they are. */
function byIndex(
  { database }: Pick<ReadLedger, 'database'>,
  { table, only = 'true' }: Lookup,
  columns: readonly string[],
  { limit, startingAfter, search = '' }: Wanted,
): OwnedPage {
  const parts = columns.map(
    (column) => `SELECT * FROM (SELECT id, tenant_id AS tenantId FROM ${table}
       WHERE ${column} = @search AND id < @after AND ${only} ORDER BY id DESC LIMIT @limit)`,
  );
  const rows = keptStatements(database)
    .prepare<[object], Owned>(`${parts.join(' UNION ')} ORDER BY id DESC LIMIT @limit`)
    .all({ search, after: startingAfter ?? '~', limit: limit + 1 });
  const data = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  return { data, hasMore, cursor: hasMore ? (data.at(-1)?.id ?? null) : null };
}

/**
 * A page of ids. With a filter it may be short, even empty, though more follow: it ends where it
 * has looked at enough rows.
 */
export function lookUp(
  { database }: Pick<ReadLedger, 'database'>,
  lookup: Lookup,
  wanted: Wanted,
): OwnedPage {
  const columns = indexesFor(lookup, wanted);
  if (columns !== null) return byIndex({ database }, lookup, columns, wanted);
  const kept = keptStatements(database);
  const { table, only = 'true' } = lookup;
  const { limit, startingAfter } = wanted;
  const conditions = conditionsOf(lookup, wanted);
  const bound = { ...valuesOf(wanted), after: startingAfter ?? '~', limit: limit + 1, edge: '' };
  return database.read(() => {
    const isFiltered = conditions.length > 0;
    const edge = isFiltered
      ? kept
          .prepare<[string, number], { id: string }>(
            `SELECT id FROM ${table} WHERE id < ? ORDER BY id DESC LIMIT 1 OFFSET ?`,
          )
          .get(bound.after, MOST_ROWS_READ - 1)?.id
      : undefined;
    const where = ['id < @after', 'id >= @edge', only, ...conditions].join(' AND ');
    const rows = kept
      .prepare<[object], Owned>(
        `SELECT id, tenant_id AS tenantId FROM ${table} WHERE ${where}
         ORDER BY id DESC LIMIT @limit`,
      )
      .all({ ...bound, edge: edge ?? '' });
    const data = rows.slice(0, limit);
    if (rows.length > limit) return { data, hasMore: true, cursor: data.at(-1)?.id ?? null };
    return { data, hasMore: edge !== undefined, cursor: edge ?? null };
  });
}

/** The tenant of one object; null when there is none of that id. */
export function ownerIn(
  { database }: ReadLedger,
  lookup: Pick<Lookup, 'table' | 'only'>,
  id: string,
): string | null {
  const { table, only = 'true' } = lookup;
  const found = keptStatements(database)
    .prepare<[string], Pick<Owned, 'tenantId'>>(
      `SELECT tenant_id AS tenantId FROM ${table} WHERE id = ? AND ${only}`,
    )
    .get(id);
  return found?.tenantId ?? null;
}

/** Returns the tenants of many objects by their ids, read at once; unknown ids are left out. */
export function ownersIn(
  { database }: Pick<ReadLedger, 'database'>,
  { table }: Pick<Lookup, 'table'>,
  ids: readonly string[],
): ReadonlyMap<string, string> {
  const rows = database.raw
    .prepare<[string], Owned>(`SELECT id, tenant_id AS tenantId FROM ${table} WHERE id IN ${GIVEN}`)
    .all(JSON.stringify(ids));
  return new Map(rows.map(({ id, tenantId }) => [id, tenantId]));
}

function conditionsOf(lookup: Lookup, wanted: Wanted): string[] {
  const { search, status, developerId, from, to } = wanted;
  const found: string[] = [];
  if (status !== undefined && lookup.status !== undefined) found.push(`${lookup.status} = @status`);
  // A tenant of the sandbox is the developer, and the developer again after each reset.
  if (developerId !== undefined) {
    found.push("(tenant_id = @developerId OR tenant_id LIKE @developerId || '.%')");
  }
  if (from !== undefined) found.push('created_at >= @from');
  if (to !== undefined) found.push('created_at <= @to');
  if (search !== undefined) {
    const [, prefix = null] = ID.exec(search) ?? [];
    const only = prefix === null ? undefined : (lookup.idIn?.[prefix] ?? lookup.idIn?.['']);
    // One comparison of bytes instead of several without case: a row costs three fifths of it.
    if (only !== undefined) return [...found, `${only} = @search`];
    const any = [
      // Compares as lower() on both sides would, without a copy of each value.
      ...lookup.exact.map((column) => `${column} = @search COLLATE NOCASE`),
      ...lookup.within.map(containsSql),
      ...(lookup.phone && PHONE.test(search) ? [`same_number(${lookup.phone}, @phone)`] : []),
      ...(lookup.amount && /^\d{1,15}$/.test(search) ? [`${lookup.amount} = @number`] : []),
    ];
    found.push(`(${any.join(' OR ')})`);
  }
  return found;
}

/** So many signs that no amount is taken for one; a link of a page may stand before it. */
const PHONE = /^(tel:)?\+?[\p{Nd}\s\p{Zs}()./\p{Pd}]{7,}$/iu;

function valuesOf({ search = '', status = '', developerId = '', from = 0, to = 0 }: Wanted) {
  const phone = dialledDigits(search);
  const number = Number(search) || 0;
  return { search, ...searchOf(search), phone, status, developerId, from, to, number };
}
