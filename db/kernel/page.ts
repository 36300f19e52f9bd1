// Keyset paging: by id, newest first unless asked otherwise, one row more than asked for to know
// whether more follow.

import { asc, type Column, desc, gt, gte, lt, lte, type SQL } from 'drizzle-orm';
import type { MetadataTerm } from './metadata.ts';

export interface Page<T> {
  readonly data: readonly T[];
  readonly hasMore: boolean;
  /** Where the next page starts, where that is not its last row; left out: it is. */
  readonly cursor?: string | null;
}

export interface PageOrder {
  /** 1 to 100. */
  readonly limit: number;
  /** Id of the last row of the page before. */
  readonly startingAfter: string | null;
  /** What the metadata of each has to say; left out: anything. */
  readonly metadata?: readonly MetadataTerm[] | undefined;
  /** Left out: the newest comes first. */
  readonly oldestFirst?: boolean | undefined;
}

/** Cuts off the extra row that shows whether more follow. */
export function pageOf<T>(rows: readonly T[], limit: number): Page<T> {
  return { data: rows.slice(0, limit), hasMore: rows.length > limit };
}

type Direction = Pick<PageOrder, 'oldestFirst'>;

/** How the rows of a page are ordered. */
export function inOrder(id: Column, { oldestFirst = false }: Direction): SQL {
  return oldestFirst ? asc(id) : desc(id);
}

/** What comes after the page before; undefined: it is the first page. */
export function afterCursor(
  id: Column,
  { startingAfter, oldestFirst = false }: Pick<PageOrder, 'startingAfter' | 'oldestFirst'>,
): SQL | undefined {
  if (startingAfter === null) return undefined;
  return oldestFirst ? gt(id, startingAfter) : lt(id, startingAfter);
}

/**
 * What comes no later than the last row that a narrowed page looks at.
 * @param edge its id; undefined: the page looks at all rows
 */
export function upToEdge(
  id: Column,
  edge: string | undefined,
  { oldestFirst = false }: Direction,
): SQL | undefined {
  if (edge === undefined) return undefined;
  return oldestFirst ? lte(id, edge) : gte(id, edge);
}
