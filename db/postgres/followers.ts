// The processes that follow the writer, as registered in PostgreSQL. Each process reports once a
// second which commits its copy has, even when nothing changes. The writer keeps commits until the
// slowest copy has them, so that a copy that was absent continues from its last commit.

import type pg from 'pg';
import { connectTo } from './hosts.ts';

/** Commits that are kept in any case, for processes that are not registered. */
export const MIN_KEPT_COMMITS = 10_000;
/** Maximum bytes of rows that a schema keeps for copies that are far behind. */
const MAX_BYTES = 1024 ** 3;
/** Time after which an unopened copy is forgotten and has to be loaded again. */
const FORGOTTEN_AFTER = '24 hours';
/** Number of commits deleted at once. */
const PRUNED_AT_ONCE = 5_000;
const REPORT_EVERY_MS = 1_000;
/** How often the writer reads the followers and deletes commits that no copy needs. */
const PRUNE_EVERY_MS = 5_000;
/** Time after which a silent process no longer counts as following. */
const PRESENT_MS = 5_000;

/** The table is in the schema of the platform. Its heads are in the order of the names. */
export const FOLLOWERS_TABLE = `CREATE TABLE IF NOT EXISTS followers (
  copy TEXT PRIMARY KEY, process TEXT NOT NULL, schemas TEXT[] NOT NULL, heads BIGINT[] NOT NULL,
  seen_at TIMESTAMPTZ NOT NULL)`;

export interface FollowerOptions {
  readonly url: string;
  /** Names of the schemas with the number of the commit that this process has. */
  readonly heads: () => ReadonlyMap<string, number>;
  /** Identifies the copy of this process, also after a restart. */
  readonly copy: string;
  readonly process: string;
  readonly isWriter: () => boolean;
  /** Called in the writer with the processes that follow it, once at the start and on changes. */
  readonly onFollowers: (processes: readonly string[]) => void;
  /** Bounds, for tests. */
  readonly minKept?: number;
  readonly maxBytes?: number;
}

export interface Followers {
  stop(): Promise<void>;
}

/** Registers this process while it follows; in the writer, deletes commits that no copy needs. */
export function watchFollowers(options: FollowerOptions): Followers {
  const { url, heads, copy, process, isWriter, onFollowers } = options;
  const { minKept = MIN_KEPT_COMMITS, maxBytes = MAX_BYTES } = options;
  let client: pg.Client | null = null;
  let pendingReport: Promise<void> | null = null;
  let prunedAt = Number.NEGATIVE_INFINITY;
  let lastProcesses: string | null = null;

  async function connectOnce(): Promise<pg.Client> {
    if (client) return client;
    const connection = await connectTo(url, {
      onCreate(connection) {
        const forget = () => {
          if (client === connection) client = null;
        };
        connection.on('error', forget);
        connection.on('end', forget);
      },
    });
    await connection.query("SET synchronous_commit = off; SET lock_timeout = '1s'");
    client = connection;
    return connection;
  }

  async function register(on: pg.Client): Promise<void> {
    const headsBySchema = heads();
    await on.query(
      `INSERT INTO platform.followers VALUES ($1, $2, $3, $4, clock_timestamp())
       ON CONFLICT (copy) DO UPDATE SET process = excluded.process, schemas = excluded.schemas,
         heads = excluded.heads, seen_at = excluded.seen_at`,
      [copy, process, [...headsBySchema.keys()], [...headsBySchema.values()]],
    );
  }

  async function updateFollowers(on: pg.Client): Promise<void> {
    await on.query(
      `DELETE FROM platform.followers
       WHERE copy = $1 OR seen_at < clock_timestamp() - interval '${FORGOTTEN_AFTER}'`,
      [copy],
    );
    const { rows } = await on.query<{ process: string }>(
      `SELECT process FROM platform.followers
       WHERE seen_at > clock_timestamp() - interval '${PRESENT_MS} milliseconds' ORDER BY process`,
    );
    const processes = rows.map((row) => row.process);
    const text = processes.join(', ');
    if (text !== lastProcesses) onFollowers(processes);
    lastProcesses = text;
    for (const schema of heads().keys()) await prune(on, schema);
  }

  /** Deletes the oldest commits that no follower lacks, or that exceed the bound. */
  async function prune(on: pg.Client, schema: string): Promise<void> {
    const { rows: bounds } = await on.query<{ first: string | null; last: string | null }>(
      `SELECT min(number) AS first, max(number) AS last FROM ${schema}.commits`,
    );
    const [first, last] = [Number(bounds[0]?.first ?? 0), Number(bounds[0]?.last ?? 0)];
    if (last - first < minKept) return;
    const { rows } = await on.query<{ needed: string | null; large: string | null }>(
      `SELECT (SELECT min(f.heads[array_position(f.schemas, $1)]) FROM platform.followers f) AS needed,
         (SELECT max(number) FROM (SELECT number, sum(pg_column_size(sets)) OVER (ORDER BY number DESC)
            AS bytes FROM ${schema}.commits) c WHERE bytes > ${maxBytes}) AS large`,
      [schema],
    );
    const [row] = rows;
    const neededNumber = row?.needed === null ? last : Number(row?.needed ?? last);
    const until = Math.min(last - minKept, Math.max(neededNumber, Number(row?.large ?? 0)));
    const number = Math.min(until, first + PRUNED_AT_ONCE);
    if (number >= first) await on.query(`DELETE FROM ${schema}.commits WHERE number <= ${number}`);
  }

  async function reportPosition(): Promise<void> {
    try {
      if (!isWriter()) return await register(await connectOnce());
      if (performance.now() - prunedAt < PRUNE_EVERY_MS) return;
      prunedAt = performance.now();
      await updateFollowers(await connectOnce());
    } catch {
      // PostgreSQL is unreachable: the lease reports that, and the next attempt is a second later.
      const lostClient = client;
      client = null;
      await lostClient?.end().catch(() => {});
    }
  }

  function startReport(): void {
    pendingReport ??= reportPosition().finally(() => {
      pendingReport = null;
    });
  }
  startReport();
  const timer = setInterval(startReport, REPORT_EVERY_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await pendingReport;
      await client?.end().catch(() => {});
    },
  };
}
