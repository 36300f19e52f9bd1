// Searches of operators across all tenants: returns ids with their owner, newest first, by filter
// and by text. The reads of each noun then return the objects.

import { setImmediate } from 'node:timers/promises';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import type { Page, PageOrder } from '../kernel/page.ts';
import { IN_GIVEN_LIST } from '../kernel/sets.ts';
import { keptStatements } from '../kernel/statements.ts';
import { containsSql, dialledDigits, textSearchOf } from '../kernel/text-search.ts';

/** Describes how objects of a noun are looked up; the names are columns of its table. */
export interface Lookup {
  readonly table: string;
  /** Column of the status; omitted: the objects have none. */
  readonly status?: string;
  /** Columns that must equal the text: ids, references, account numbers, e-mail addresses. */
  readonly exact: readonly string[];
  /** Columns that may contain the text anywhere, in any spelling. */
  readonly within: readonly string[];
  /** The SQL expression of the name within such a column; omitted for the whole column. */
  readonly nameIn?: Readonly<Record<string, string>>;
  /** Column with telephone numbers, in any notation. */
  readonly phone?: string;
  /** The column that a whole number is compared with, in minor units. */
  readonly amount?: string;
  /** SQL condition for the rows that are such objects; omitted: all rows. */
  readonly only?: string;
  /** By the prefix of an id: the indexed columns that may contain it. */
  readonly indexed?: Readonly<Record<string, readonly string[]>>;
  /** By the prefix of an id: the only column that may contain it; `''` for all other prefixes. */
  readonly idIn?: Readonly<Record<string, string>> & { readonly '': string };
}

export interface LookupQuery extends PageOrder {
  readonly search?: string | undefined;
  readonly status?: string | undefined;
  readonly developerId?: string | undefined;
  /** Milliseconds since 1970 UTC, both ends inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export interface OwnedId {
  readonly id: string;
  readonly tenantId: string;
}

export interface OwnedPage extends Page<OwnedId> {
  /** Start of the next page, which with a text may be after the last row of this page. */
  readonly cursor: string | null;
}

/** The most rows that a filtered page reads. */
const MAX_ROWS_READ = 20_000;
/** Number of rows compared before other work on the thread continues. */
const ROWS_PER_TURN = 500;

/** Matches an id and captures its prefix. */
const ID = /^([a-z]+)_[0-9a-z]{26}$/;

/**
 * Returns the indexed columns for a search by an id without other filters; null when rows must be
 * scanned.
 */
function indexesFor({ indexed = {} }: Lookup, query: LookupQuery): readonly string[] | null {
  const { search = '', status, developerId, from, to } = query;
  const isAlone = [status, developerId, from, to].every((other) => other === undefined);
  const [, prefix = ''] = ID.exec(search) ?? [];
  return isAlone ? (indexed[prefix] ?? null) : null;
}

/** Returns a page of the objects that have the id in one of the columns, however old they are. */
function byIndex(
  { database }: Pick<ReadLedger, 'database'>,
  { table, only = 'true' }: Lookup,
  columns: readonly string[],
  { limit, startingAfter, search = '' }: LookupQuery,
): OwnedPage {
  const parts = columns.map(
    (column) => `SELECT * FROM (SELECT id, tenant_id AS tenantId FROM ${table}
       WHERE ${column} = @search AND id < @after AND ${only} ORDER BY id DESC LIMIT @limit)`,
  );
  const rows = keptStatements(database)
    .prepare<[object], OwnedId>(`${parts.join(' UNION ')} ORDER BY id DESC LIMIT @limit`)
    .all({ search, after: startingAfter ?? '~', limit: limit + 1 });
  const data = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  return { data, hasMore, cursor: hasMore ? (data.at(-1)?.id ?? null) : null };
}

/**
 * Returns a page of ids. With a filter, a page may be short or empty although more follow, because
 * it reads a limited number of rows.
 */
export async function lookUp(
  { database }: Pick<ReadLedger, 'database'>,
  lookup: Lookup,
  query: LookupQuery,
): Promise<OwnedPage> {
  const columns = indexesFor(lookup, query);
  if (columns !== null) return byIndex({ database }, lookup, columns, query);
  const { limit, startingAfter } = query;
  const isFiltered = conditionsOf(lookup, query).length > 0;
  const ownedIds: OwnedId[] = [];
  let after = startingAfter ?? '~';
  for (let read = 0; read < MAX_ROWS_READ; read += ROWS_PER_TURN) {
    if (read > 0) await setImmediate();
    const readOrder = {
      after,
      limit: limit + 1 - ownedIds.length,
      maxRows: isFiltered ? ROWS_PER_TURN : 0,
    };
    const { rows, lastReadId } = compareRows({ database }, lookup, query, readOrder);
    ownedIds.push(...rows);
    const data = ownedIds.slice(0, limit);
    if (ownedIds.length > limit) return { data, hasMore: true, cursor: data.at(-1)?.id ?? null };
    if (lastReadId === null) return { data, hasMore: false, cursor: null };
    after = lastReadId;
  }
  return { data: ownedIds, hasMore: true, cursor: after };
}

/**
 * Compares the rows after an id, newest first, and returns those that match.
 * @returns `lastReadId`: the id of the last row that was compared when others may follow, otherwise null
 */
function compareRows(
  { database }: Pick<ReadLedger, 'database'>,
  lookup: Lookup,
  query: LookupQuery,
  {
    after,
    limit,
    maxRows,
  }: { readonly after: string; readonly limit: number; readonly maxRows: number },
): { readonly rows: readonly OwnedId[]; readonly lastReadId: string | null } {
  const statements = keptStatements(database);
  const { table, only = 'true' } = lookup;
  return database.read(() => {
    const lastReadId =
      maxRows === 0
        ? undefined
        : statements
            .prepare<[string, number], { id: string }>(
              `SELECT id FROM ${table} WHERE id < ? ORDER BY id DESC LIMIT 1 OFFSET ?`,
            )
            .get(after, maxRows - 1)?.id;
    const conditions = ['id < @after', 'id >= @lastReadId', only, ...conditionsOf(lookup, query)];
    const rows = statements
      .prepare<[object], OwnedId>(
        `SELECT id, tenant_id AS tenantId FROM ${table} WHERE ${conditions.join(' AND ')}
         ORDER BY id DESC LIMIT @limit`,
      )
      .all({ ...valuesOf(query), after, limit, lastReadId: lastReadId ?? '' });
    return { rows, lastReadId: lastReadId ?? null };
  });
}

/** Returns the tenant of an object; null when there is no such object. */
export function ownerIn(
  { database }: ReadLedger,
  lookup: Pick<Lookup, 'table' | 'only'>,
  id: string,
): string | null {
  const { table, only = 'true' } = lookup;
  const owner = keptStatements(database)
    .prepare<[string], Pick<OwnedId, 'tenantId'>>(
      `SELECT tenant_id AS tenantId FROM ${table} WHERE id = ? AND ${only}`,
    )
    .get(id);
  return owner?.tenantId ?? null;
}

/** Returns the tenants of many objects by their ids; unknown ids are left out. */
export function ownersIn(
  { database }: Pick<ReadLedger, 'database'>,
  { table }: Pick<Lookup, 'table'>,
  ids: readonly string[],
): ReadonlyMap<string, string> {
  const rows = database.raw
    .prepare<[string], OwnedId>(
      `SELECT id, tenant_id AS tenantId FROM ${table} WHERE id IN ${IN_GIVEN_LIST}`,
    )
    .all(JSON.stringify(ids));
  return new Map(rows.map(({ id, tenantId }) => [id, tenantId]));
}

function conditionsOf(lookup: Lookup, query: LookupQuery): string[] {
  const { search, status, developerId, from, to } = query;
  const conditions: string[] = [];
  if (status !== undefined && lookup.status !== undefined)
    conditions.push(`${lookup.status} = @status`);
  // A developer has one tenant, and in the sandbox another one after each reset.
  if (developerId !== undefined) {
    conditions.push("(tenant_id = @developerId OR tenant_id LIKE @developerId || '.%')");
  }
  if (from !== undefined) conditions.push('created_at >= @from');
  if (to !== undefined) conditions.push('created_at <= @to');
  if (search !== undefined) {
    const [, prefix = null] = ID.exec(search) ?? [];
    const idCondition = prefix === null ? undefined : (lookup.idIn?.[prefix] ?? lookup.idIn?.['']);
    // One case-sensitive comparison takes three fifths of the time of several without case.
    if (idCondition !== undefined) return [...conditions, `${idCondition} = @search`];
    const any = [
      // Equivalent to lower() on both sides, without a copy of each value.
      ...lookup.exact.map((column) => `${column} = @search COLLATE NOCASE`),
      ...lookup.within.map((column) => containsSql(column, lookup.nameIn?.[column])),
      ...(lookup.phone && PHONE.test(search) ? [`same_number(${lookup.phone}, @phone)`] : []),
      ...(lookup.amount && /^\d{1,15}$/.test(search) ? [`${lookup.amount} = @number`] : []),
    ];
    conditions.push(`(${any.join(' OR ')})`);
  }
  return conditions;
}

/** Matches a telephone number, also as a link; seven characters exclude most amounts. */
const PHONE = /^(tel:)?\+?[\p{Nd}\s\p{Zs}()./\p{Pd}]{7,}$/iu;

function valuesOf({ search = '', status = '', developerId = '', from = 0, to = 0 }: LookupQuery) {
  const phone = dialledDigits(search);
  const number = Number(search) || 0;
  return { ...textSearchOf(search), phone, status, developerId, from, to, number };
}
