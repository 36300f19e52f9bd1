// The lease of a bank's writer. It is a session lock, which ends with the connection of a process
// that is killed, and a row that is renewed, which ages when a process stops. The process that
// takes the lease ends the sessions of the previous writer and increments the epoch of every schema
// in one transaction. Each commit names its epoch, so a process that wakes up late writes nothing.

import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { connectTo } from './hosts.ts';

/** A lease that was not renewed for this long may be taken. */
const LEASE_MS = 3_000;
const RENEWED_EVERY_MS = 500;
const LOOK_EVERY_MS = 100;
/** Pause before the lock is requested again: a process that only tests it releases it within that time. */
const RETRY_LOCK_MS = 20;
/** A lease that was not renewed for this long ends, even if the writer's commits continue. */
const MAX_UNRENEWED_MS = 10_000;
/**
 * A lease whose lock is free may be taken when the lock has been free for the first time and the
 * writer has neither renewed the lease nor committed for the second. A writer that only lost its
 * connection reconnects within these times.
 */
const GRACE_MS = 500;
const SILENT_MS = 1_250;
/** Longest wait for an answer. */
const ANSWER_MS = 2_500;
/** Longest wait for sessions that are ended. */
const ENDED_MS = 2_000;
const ENDED_PAUSE_MS = 20;

/** The table is in the schema of the platform. */
export const LEASE_TABLE = `CREATE TABLE IF NOT EXISTS writer_lease (
  id BIGINT PRIMARY KEY CHECK (id = 1), epoch BIGINT NOT NULL, session TEXT, process TEXT NOT NULL,
  version TEXT NOT NULL, renewed_at TIMESTAMPTZ NOT NULL)`;

/** The comment in the last query of a following process, by which it is recognised. */
const FOLLOWER_COMMENT = '/* kontor follows */';

const LOCK_KEY = "hashtext('kontor writer')";

/** A description of this process for operators. */
export const processName = () => `${hostname()} (process ${process.pid})`;

export type Role = 'writer' | 'standby' | 'over';

/** The latest state that a following process has read. */
interface LeaseReading {
  /** Time of the query, by `performance.now()`. */
  readonly at: number;
  /** Number of the last commit, by schema. */
  readonly heads: ReadonlyMap<string, number>;
}

export interface LeaseOptions {
  readonly url: string;
  /** Name of the sessions of this process in PostgreSQL. */
  readonly session: string;
  /** Versions of the bank's schemas that this process writes, by their names; the platform's first. */
  readonly schemas: ReadonlyMap<string, string>;
  /** Called when this process has become the writer. */
  lead(epoch: number): void;
  /** Called when another process has become the writer; this one never writes again. */
  replaced(detail: string): void;
  /** Called with a fault that is retried. */
  fault?(error: unknown): void;
}

export interface Lease {
  role(): Role;
  epoch(): number;
  /** Name of the process that has the lease, as this one last read it. */
  writer(): string | null;
  /** Null before the first read. */
  lastReading(): LeaseReading | null;
  /** True when another process follows and could take the lease. */
  isFollowed(): Promise<boolean>;
  /** Ends the renewal and releases the lease: a following process takes it at once. */
  release(): Promise<void>;
}

interface LeaseRow {
  readonly isFree: boolean;
  readonly epoch: string | null;
  readonly session: string | null;
  readonly process: string | null;
  readonly version: string | null;
  readonly age: number | null;
  readonly heads: readonly string[];
  readonly versions: readonly string[];
}

/** Takes the lease when no other process has it; otherwise follows until it can be taken. */
export async function openLease(options: LeaseOptions): Promise<Lease> {
  const { url, session } = options;
  const schemas = [...options.schemas.keys()];
  const version = [...options.schemas.values()].join(' ');
  const [platform = ''] = schemas;
  const table = `${platform}.writer_lease`;
  const name = processName();
  let client: pg.Client | null = null;
  let role = 'standby' as Role;
  let epoch = 0;
  let writer: string | null = null;
  let lastReading: LeaseReading | null = null;
  /** When a new commit was last seen, which shows that the writer is alive. */
  let lastCommitSeenAt = Number.NEGATIVE_INFINITY;
  /** True while the connection has the lock. */
  let isLocked = false;
  /** Since when the lock has been free, or null when it is not. */
  let freeSince: number | null = null;
  let timer: NodeJS.Timeout | null = null;
  let underWay: Promise<void> = Promise.resolve();
  let isStopped = false;

  function forget(lostClient: pg.Client): void {
    if (client !== lostClient) return;
    client = null;
    // The lock ended with the session, so it is requested again at once.
    if (role === 'writer') scheduleNext(0);
  }

  async function connectOnce(): Promise<pg.Client> {
    if (client) return client;
    const connection = await connectTo(url, {
      answerMs: ANSWER_MS,
      onCreate(client) {
        client.on('error', () => forget(client));
        client.on('end', () => forget(client));
      },
    });
    // A renewal does not wait for standbys of PostgreSQL; taking the lease does.
    await connection.query(`SET synchronous_commit = off; SET lock_timeout = '1s';
      SET idle_in_transaction_session_timeout = '2s';
      SET tcp_keepalives_idle = 1; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 2;
      SET tcp_user_timeout = '3s'`);
    client = connection;
    isLocked = false;
    return connection;
  }

  async function readLease(on: pg.Client): Promise<LeaseRow> {
    const columnOfSchemas = (column: string) =>
      `ARRAY[${schemas.map((schema) => `(SELECT ${column} FROM ${schema}.commit_head)`).join(', ')}]::text[]`;
    const { rows } = await on.query<LeaseRow>(
      `SELECT ${FOLLOWER_COMMENT} pg_try_advisory_lock(${LOCK_KEY}) AS "isFree", l.epoch, l.session, l.process, l.version,
         (extract(epoch FROM clock_timestamp() - l.renewed_at) * 1000)::float8 AS age,
         ${columnOfSchemas('number')} AS heads, ${columnOfSchemas('version')} AS versions
       FROM (SELECT 1) one LEFT JOIN ${table} l ON true`,
    );
    return rows[0] as LeaseRow;
  }

  /** Terminates the current sessions of a process, and waits for their end. */
  async function endSessions(on: pg.Client, session: string): Promise<void> {
    const until = performance.now() + ENDED_MS;
    const { rows } = await on.query<{ pid: number }>(
      `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = $1 AND usename = current_user AND datname = current_database()`,
      [session],
    );
    const endedPids = rows.map(({ pid }) => pid);
    const text = 'SELECT 1 FROM pg_stat_activity WHERE pid = ANY ($1)';
    while ((await on.query(text, [endedPids])).rows.length > 0) {
      if (performance.now() > until) throw new Error(`sessions of ${session} do not end`);
      await pause(ENDED_PAUSE_MS);
    }
  }

  /** Increments the epoch of every schema. Call it with the lock. */
  async function takeLease(on: pg.Client, before: string | null): Promise<void> {
    if (before !== null && before !== session) await endSessions(on, before);
    await on.query('BEGIN; SET LOCAL synchronous_commit = on');
    try {
      let highest = epoch;
      for (const schema of schemas) {
        const { rows } = await on.query(`SELECT epoch FROM ${schema}.commit_head FOR UPDATE`);
        highest = Math.max(highest, Number(rows[0]?.epoch ?? 0));
      }
      const next = highest + 1;
      for (const schema of schemas) {
        await on.query(`UPDATE ${schema}.commit_head SET epoch = ${next}`);
      }
      await on.query(
        `INSERT INTO ${table} VALUES (1, ${next}, $1, $2, $3, clock_timestamp())
         ON CONFLICT (id) DO UPDATE SET epoch = excluded.epoch, session = excluded.session,
           process = excluded.process, version = excluded.version, renewed_at = excluded.renewed_at`,
        [session, name, version],
      );
      await on.query('COMMIT');
      epoch = next;
    } catch (error) {
      await on.query('ROLLBACK').catch(() => {});
      throw error;
    }
    role = 'writer';
    isLocked = true;
    writer = name;
    options.lead(epoch);
  }

  /** Returns whether the lease may be taken now, from the latest read. */
  function mayTake(row: LeaseRow): boolean {
    // A later version has upgraded the schema: this process writes nothing any more.
    if (row.versions.join(' ') !== version) return false;
    if (row.epoch === null || row.session === null) return true;
    // The schemas were upgraded to this version: the previous writer writes nothing any more.
    if (row.version !== version) return true;
    const [age, now] = [row.age ?? 0, performance.now()];
    const silentMs = Math.min(age, now - lastCommitSeenAt);
    if (silentMs > LEASE_MS || age > MAX_UNRENEWED_MS) return true;
    if (!row.isFree) freeSince = null;
    else freeSince ??= now;
    return freeSince !== null && now - freeSince >= GRACE_MS && silentMs >= SILENT_MS;
  }

  const hasMoved = (schema: string, head: string | undefined) =>
    lastReading?.heads.get(schema) !== Number(head);

  async function follow(on: pg.Client): Promise<void> {
    const now = performance.now();
    const row = await readLease(on);
    writer = row.process;
    if (lastReading !== null && schemas.some((schema, index) => hasMoved(schema, row.heads[index])))
      lastCommitSeenAt = now;
    lastReading = {
      at: now,
      heads: new Map(schemas.map((schema, index) => [schema, Number(row.heads[index])])),
    };
    if (!mayTake(row)) {
      if (row.isFree) await on.query(`SELECT pg_advisory_unlock(${LOCK_KEY})`);
      return;
    }
    if (row.isFree) return takeLease(on, row.session);
    // The writer is stopped, or of another version: its lock ends with its sessions, and is taken
    // next.
    if (row.session !== null) await endSessions(on, row.session);
    scheduleNext(0);
  }

  async function renew(on: pg.Client): Promise<void> {
    const { rows } = await on.query<{ kept: boolean; locked: boolean; epoch: string }>(
      `WITH kept AS (UPDATE ${table} SET renewed_at = clock_timestamp()
         WHERE epoch = ${epoch} AND session = $1 RETURNING 1)
       SELECT ${isLocked ? 'true' : `pg_try_advisory_lock(${LOCK_KEY})`} AS locked,
         EXISTS (SELECT 1 FROM kept) AS kept, (SELECT epoch FROM ${table}) AS epoch`,
      [session],
    );
    const [row] = rows;
    isLocked = row?.locked === true;
    if (row?.kept) {
      if (!isLocked) scheduleNext(RETRY_LOCK_MS);
      return;
    }
    if (Number(row?.epoch ?? 0) < epoch) {
      // PostgreSQL has lost the commit in which this process took the lease, so it is taken again.
      role = 'standby';
      scheduleNext(0);
      return;
    }
    role = 'over';
    options.replaced(`another process has taken over from epoch ${epoch}`);
  }

  async function renewOrFollow(): Promise<void> {
    try {
      const on = await connectOnce();
      if (role === 'standby') await follow(on);
      else if (role === 'writer') await renew(on);
    } catch (error) {
      options.fault?.(error);
      await disconnect();
    }
  }

  async function disconnect(): Promise<void> {
    const lostClient = client;
    client = null;
    freeSince = null;
    await lostClient?.end().catch(() => {});
  }

  function scheduleNext(ms: number): void {
    if (timer) clearTimeout(timer);
    if (isStopped || role === 'over') return;
    timer = setTimeout(() => {
      timer = null;
      underWay = underWay.then(renewOrFollow).finally(() => {
        if (timer === null) scheduleNext(role === 'writer' ? RENEWED_EVERY_MS : LOOK_EVERY_MS);
      });
    }, ms);
    timer.unref();
  }

  await follow(await connectOnce());
  // A start after a kill does not wait: the process becomes the writer unless the previous one
  // returns.
  while (role === 'standby' && freeSince !== null) {
    await pause(LOOK_EVERY_MS);
    await follow(await connectOnce());
  }
  scheduleNext(role === 'writer' ? RENEWED_EVERY_MS : 0);

  return {
    role: () => role,
    epoch: () => epoch,
    writer: () => writer,
    lastReading: () => lastReading,
    async isFollowed() {
      if (role !== 'writer') return false;
      const { rows } = await (await connectOnce()).query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
           AND application_name <> $1 AND query LIKE $2 LIMIT 1`,
        [session, `SELECT ${FOLLOWER_COMMENT}%`],
      );
      return rows.length > 0;
    },
    async release() {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await underWay;
      try {
        if (role === 'writer') {
          const on = await connectOnce();
          await on.query(`UPDATE ${table} SET session = NULL WHERE epoch = ${epoch}`);
        }
      } catch (error) {
        options.fault?.(error);
      }
      role = 'over';
      await disconnect();
    },
  };
}
