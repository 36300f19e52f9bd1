// Keyset paging: newest first, by id, one row more than asked for to know whether more follow.

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
}

/** Cuts off the extra row that shows whether more follow. */
export function pageOf<T>(rows: readonly T[], limit: number): Page<T> {
  return { data: rows.slice(0, limit), hasMore: rows.length > limit };
}
