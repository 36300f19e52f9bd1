// Keyset paging: newest first, by id, one row more than asked for to know whether more follow.

export interface Page<T> {
  readonly data: readonly T[];
  readonly hasMore: boolean;
}

export interface PageOrder {
  /** 1 to 100. */
  readonly limit: number;
  /** Id of the last row of the page before. */
  readonly startingAfter: string | null;
}

/** Cuts the extra row off that tells whether more follow. */
export function pageOf<T>(rows: readonly T[], limit: number): Page<T> {
  return { data: rows.slice(0, limit), hasMore: rows.length > limit };
}
