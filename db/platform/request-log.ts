// The rows of developers' API requests, and their daily counts.

import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { requestCounts, requestLog } from './request-tables.ts';
import type { KeyOwner } from './rows.ts';

export type LoggedRequest = Omit<typeof requestLog.$inferSelect, 'seq'>;
export type RequestCount = typeof requestCounts.$inferSelect;

export interface RequestFilter extends PageOrder {
  readonly outcome?: 'succeeded' | 'failed' | undefined;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly id?: string | undefined;
}

export interface Retention {
  /** Requests made before this time are removed. */
  readonly before: number;
  /** The most rows that stay. */
  readonly maxRows: number;
  /** The most rows that one call removes. */
  readonly batchSize: number;
}

const CONDITIONS = { succeeded: 'status < 400', failed: 'status >= 400' } as const;
const INDEXES = { succeeded: 'request_log_by_developer', failed: 'request_log_failed' } as const;
const BY_REQUEST = 'request_log_by_request';
/** The most rows that a filtered page reads, which blocks the thread for some milliseconds. */
const MAX_ROWS_READ = 5_000;

/** Reads and writes the request log. Call the writing functions only inside `database.write`. */
export function createRequestStore({ raw }: Pick<Database, 'raw'>) {
  const columns = columnsOf(requestLog);
  const insert = raw.prepare(`INSERT INTO request_log ${insertOf(requestLog, ['seq'])}`);
  const count = raw.prepare(
    `INSERT INTO request_counts ${insertOf(requestCounts)}
     ON CONFLICT DO UPDATE SET requests = requests + excluded.requests,
       total_us = total_us + excluded.total_us`,
  );
  const oldest = raw.prepare<[], { seq: number; at: number }>(
    'SELECT seq, at FROM request_log ORDER BY seq LIMIT 1',
  );
  const newest = raw.prepare<[], number>('SELECT max(seq) FROM request_log').pluck();
  const prune = raw.prepare(
    'DELETE FROM request_log WHERE seq < @end AND (at < @before OR seq <= @beyond)',
  );
  const pruneCounts = raw.prepare('DELETE FROM request_counts WHERE day < ?');
  const counts = raw.prepare<[string, string, number], RequestCount>(
    `SELECT ${columnsOf(requestCounts)} FROM request_counts
     WHERE developer_id = ? AND environment = ? AND day >= ? ORDER BY day`,
  );

  /**
   * Returns the id of the last row that a page filtered by status reads, or undefined when fewer
   * rows remain.
   */
  function findLastReadId(
    { developerId, environment }: KeyOwner,
    startingAfter: string | null,
    outcome: RequestFilter['outcome'],
  ) {
    return raw
      .prepare<[object], string>(
        `SELECT id FROM request_log INDEXED BY ${INDEXES[outcome ?? 'succeeded']}
         WHERE developer_id = @developerId AND environment = @environment AND id < @after
         ${outcome ? `AND ${CONDITIONS[outcome]}` : ''}
         ORDER BY id DESC LIMIT 1 OFFSET ${MAX_ROWS_READ - 1}`,
      )
      .pluck()
      .get({ developerId, environment, after: startingAfter ?? '~' });
  }

  return {
    insert: (row: LoggedRequest): void => void insert.run(row),
    addToCount: (row: RequestCount): void => void count.run(row),
    /** Returns a page of requests, newest first. */
    list(owner: KeyOwner, filter: RequestFilter): Page<LoggedRequest> {
      const { developerId, environment } = owner;
      const { limit, startingAfter, status, requestId, id } = filter;
      const outcome = filter.outcome ?? (status && status >= 400 ? 'failed' : undefined);
      const conditions = [
        ...(outcome ? [CONDITIONS[outcome]] : []),
        ...(requestId === undefined ? [] : ['request_id = @requestId']),
        ...(id === undefined ? [] : ['id = @id']),
        ...(startingAfter === null ? [] : ['id < @startingAfter']),
        ...(status === undefined ? [] : ['status = @status', 'id >= @lastReadId']),
      ];
      // The index is named, so that a search for one request does not scan all of them.
      const index = requestId === undefined ? INDEXES[outcome ?? 'succeeded'] : BY_REQUEST;
      const lastReadId =
        status === undefined ? undefined : findLastReadId(owner, startingAfter, outcome);
      const rows = raw
        .prepare<[object], LoggedRequest>(
          `SELECT ${columns} FROM request_log INDEXED BY ${index}
           WHERE developer_id = @developerId AND environment = @environment
           ${conditions.map((condition) => `AND ${condition}`).join(' ')} ORDER BY id DESC LIMIT @limit`,
        )
        .all({
          ...{ developerId, environment, requestId, id, startingAfter, status },
          lastReadId: lastReadId ?? '',
          limit: limit + 1,
        });
      const page = pageOf(rows, limit);
      return page.hasMore || lastReadId === undefined
        ? page
        : { ...page, hasMore: true, cursor: lastReadId };
    },
    counts: ({ developerId, environment }: KeyOwner, since: number): RequestCount[] =>
      counts.all(developerId, environment, since),
    /** Removes at most `step` rows that are too old or exceed the limit. Returns their number. */
    prune({ before, maxRows, batchSize }: Retention): number {
      const first = oldest.get();
      const excess = (newest.get() ?? 0) - maxRows;
      if (!first || (first.at >= before && first.seq > excess)) return 0;
      return prune.run({ end: first.seq + batchSize, before, beyond: excess }).changes;
    },
    pruneCounts: (before: number): void => void pruneCounts.run(before),
  };
}
