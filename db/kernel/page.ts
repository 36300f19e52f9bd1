// Keyset paging by id, newest first by default. A query reads one extra row to know whether more
// follow.

import { asc, type Column, desc, gt, gte, lt, lte, type SQL } from 'drizzle-orm';
import type { MetadataTerm } from './metadata.ts';

export interface Page<T> {
  readonly data: readonly T[];
  readonly hasMore: boolean;
  /** Start of the next page; omitted: the id of the last row. */
  readonly cursor?: string | null;
}

export interface PageOrder {
  /** 1 to 100. */
  readonly limit: number;
  /** Id of the last row of the previous page. */
  readonly startingAfter: string | null;
  /** Terms that the metadata of each row must contain; omitted: no condition. */
  readonly metadata?: readonly MetadataTerm[] | undefined;
  /** Left out: newest first. */
  readonly oldestFirst?: boolean | undefined;
}

/** Cuts off the extra row that shows whether more follow. */
export function pageOf<T>(rows: readonly T[], limit: number): Page<T> {
  return { data: rows.slice(0, limit), hasMore: rows.length > limit };
}

type Direction = Pick<PageOrder, 'oldestFirst'>;

/** Returns the order of a page's rows. */
export function inOrder(id: Column, { oldestFirst = false }: Direction): SQL {
  return oldestFirst ? asc(id) : desc(id);
}

/** Returns the condition for rows after the previous page, or undefined on the first page. */
export function afterCursor(
  id: Column,
  { startingAfter, oldestFirst = false }: Pick<PageOrder, 'startingAfter' | 'oldestFirst'>,
): SQL | undefined {
  if (startingAfter === null) return undefined;
  return oldestFirst ? gt(id, startingAfter) : lt(id, startingAfter);
}

/**
 * Returns the condition for rows up to the last row that a narrowed page examines.
 * @param lastReadId id of that row; undefined: the page examines all rows
 */
export function upToId(
  id: Column,
  lastReadId: string | undefined,
  { oldestFirst = false }: Direction,
): SQL | undefined {
  if (lastReadId === undefined) return undefined;
  return oldestFirst ? lte(id, lastReadId) : gte(id, lastReadId);
}
