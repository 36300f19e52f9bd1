// Keeps the trace of a request in the commit that the request wrote: webhooks are sent by another
// process, perhaps days later, and name the commit that caused them.

import type { Database, WritableDatabase } from './connect.ts';

/** The trace of a request, in the format of W3C Trace Context. */
export interface CommitTrace {
  readonly requestId: string;
  readonly traceparent: string;
}

/** A commit that is traced. */
export interface OpenCommit {
  /** Traces of the requests that write; kept when the commit has changed something. */
  readonly traces: readonly CommitTrace[];
  end(error?: unknown): void;
}

/**
 * Milliseconds for which a trace is kept: deliveries are given up after three days, and a replay of
 * older events names no trace.
 */
const KEPT_MS = 4 * 86_400_000;
/** Old rows are deleted after this many inserts. */
const PRUNED_EVERY = 1_000;

/**
 * Returns the database with traced writes.
 * @param begin called for each write; returns null when the write is not traced
 */
export function traceWrites(
  database: WritableDatabase,
  begin: () => OpenCommit | null,
): WritableDatabase {
  const { raw } = database;
  const changes = raw.prepare<[], number>('SELECT total_changes()').pluck();
  const insert = raw.prepare<[string, string, number]>(
    'INSERT OR IGNORE INTO traces (request_id, traceparent, at) VALUES (?, ?, ?)',
  );
  const prune = raw.prepare<[number]>('DELETE FROM traces WHERE at < ?');
  let insertedCount = 0;

  function storeTraces(traces: readonly CommitTrace[]): void {
    const now = Date.now();
    for (const { requestId, traceparent } of traces) insert.run(requestId, traceparent, now);
    insertedCount += traces.length;
    if (insertedCount < PRUNED_EVERY) return;
    insertedCount = 0;
    prune.run(now - KEPT_MS);
  }

  async function write<T>(work: () => T): Promise<T> {
    const commit = begin();
    if (commit === null) return database.write(work);
    try {
      const value = await database.write(() => {
        const before = changes.get();
        const answer = work();
        if (changes.get() !== before) storeTraces(commit.traces);
        return answer;
      });
      commit.end();
      return value;
    } catch (error) {
      commit.end(error);
      throw error;
    }
  }
  return { ...database, write };
}

/** Returns the trace of the request that wrote an event, or null when none was kept. */
export function traceOf({ raw }: Pick<Database, 'raw'>, requestId: string | null): string | null {
  if (requestId === null) return null;
  const find = raw
    .prepare<[string], string>('SELECT traceparent FROM traces WHERE request_id = ?')
    .pluck();
  return find.get(requestId) ?? null;
}
