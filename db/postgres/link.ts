// A connection to PostgreSQL on which groups are written one after another. It also takes the lock
// of the schema, reads the commits of others, and finds out the fate of a commit without an answer.

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import {
  type Answer,
  answersTo,
  type CountedSet,
  HEAD,
  headIn,
  lockedHead,
  type NewCommits,
  newsAfter,
  type Position,
  readAnswers,
  writingOf,
} from './commits.ts';
import type { ReplacedRows } from './copy.ts';
import type { DatabaseHearing } from './hearing.ts';
import { connectTo } from './hosts.ts';
import { isForeign, requireWriter } from './identity.ts';
import type { Table } from './schema.ts';
import type { RowSet } from './sets.ts';

/** The answers to a commit in flight. */
export interface CommitAnswers {
  /** Resolves when the rows are accepted. */
  readonly sent: Promise<void>;
  /** Resolves when the accepted rows are committed. */
  readonly committed: Promise<void>;
  /** The head and news that the following transaction found, or null when none was requested. */
  readonly next: Promise<NewCommits> | null;
}

export interface Link {
  /** Begins a transaction under the lock of the schema. */
  begin(from: number): Promise<NewCommits>;
  /** Reads the head and the new commits without a lock and without a transaction. */
  look(from: number): Promise<NewCommits>;
  /** Connects if there is no connection, so that the next write is sent at once. */
  prepare(): Promise<void>;
  /**
   * Writes sets in a separate transaction, without `begin`. It fails when the head of the schema is
   * not the position.
   */
  writeAlone(sets: readonly CountedSet[], position: Position, mark: string): Promise<void>;
  /**
   * Writes sets as the commit after the position, and commits them. All statements are sent at
   * once; their answers arrive one after the other.
   * @param hasNext true to begin another transaction directly afterwards, like `begin`
   */
  write(
    sets: readonly CountedSet[],
    position: Position,
    mark: string,
    hasNext: boolean,
  ): CommitAnswers;
  rollback(): Promise<void>;
  /**
   * After a commit without an answer: returns whether it exists. Waits until the server knows. A
   * commit that does not exist cannot arrive later: it would find another commit at its position.
   */
  has(commit: Position, position: Position): Promise<boolean>;
  /**
   * Returns whether the schema's history contains a commit, or null when it is too long ago to be
   * known.
   */
  hasPast(commit: Position): Promise<boolean | null>;
  /** The commits that are kept, without their rows. */
  keptMarks(): Promise<readonly Position[]>;
  /** Reads every row, as pages of JSON arrays, and returns where the schema stood then. */
  readAll(tables: Iterable<Table>, page: (table: Table, rows: string) => void): Promise<Position>;
  /**
   * Reads the rows that a copy has to replace when PostgreSQL has continued from an earlier commit
   * than the copy's.
   * @param had earlier positions of the copy, newest first
   * @param lost returns the rows that the copy has written after a position
   * @returns the rows and their head; null when no common commit is known, or too many commits
   *   followed
   */
  rowsSince(
    knownPositions: readonly Position[],
    lost: (after: Position) => readonly Pick<RowSet, 'table' | 'rows'>[],
    tables: ReadonlyMap<string, Table>,
  ): Promise<{ readonly head: Position; readonly rows: readonly ReplacedRows[] } | null>;
  /** Drops the connection at once; the next query reconnects. */
  drop(): void;
  /** Number of round trips so far. Statements that are sent together count once. */
  readonly roundTrips: number;
  close(): Promise<void>;
}

/**
 * The most prepared statements of a connection, one for each combination of tables in a group. Then
 * the process reconnects.
 */
const MAX_PLANNED = 200;

/**
 * Pause before a server that is not the bank's is tried again: its commits do not concern this
 * bank.
 */
const FOREIGN_MS = 1_000;

/**
 * A read-only transaction holds no lock, and a process that loads a copy may be idle for longer on
 * a busy disk: with a timeout of two seconds a large copy would never complete.
 */
const SNAPSHOT = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL idle_in_transaction_session_timeout = '5min'`;

const beginSql = (from: number) => `BEGIN; ${lockedHead(from)}`;

/**
 * A holder of the lock that is idle for two seconds loses its connection and the lock; the timeout
 * of the lock is longer. An unreachable process loses its sessions within seconds. Each commit
 * stores its rows for other copies: compressing those of a transfer takes the server 0.1 ms with
 * its default, and 0.03 ms with lz4.
 */
export const SESSION = `SET synchronous_commit = on;
  SET idle_in_transaction_session_timeout = '2s'; SET lock_timeout = '4s';
  SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 2;
  SET tcp_user_timeout = '5s';
  SET client_min_messages = warning;
  SELECT set_config(name, 'lz4', false) FROM pg_settings
    WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)`;

/**
 * Settings for plans that suit a table of any size, where a set finds its rows by key. A plan made
 * for a small table would read the whole table later.
 */
export const PLANS = `SET plan_cache_mode = force_generic_plan; SET enable_hashjoin = off;
  SET enable_mergejoin = off; SET jit = off`;

export interface LinkOptions {
  readonly url: string;
  /** Name of the schema. */
  readonly schema: string;
  /** Version of the tables that this process knows. */
  readonly version: string;
  /** Returns the bank that the schema must belong to, or null for any bank. */
  readonly bank: () => string | null;
  /** Returns the epoch in which this process writes, or null for any; optional. */
  readonly epoch?: (() => number | null) | undefined;
  /** Called at each connection with whether the server is the bank's; optional. */
  readonly hearing?: Pick<DatabaseHearing, 'foreign' | 'own'> | undefined;
}

/** Opens the link. Each connection is to a server that accepts writes and has the bank. */
export function linkTo(options: LinkOptions): Link {
  const { schema, version, epoch = () => null } = options;
  const schemaFacts = { schema, version, epoch };
  const dialing = dialer(options);
  let roundTrips = 0;

  /** The client whose transaction is open. */
  let startedClient: pg.Client | null = null;
  /** The client whose statements are counted. */
  let prepared: pg.Client | null = null;
  /** Names of the statements prepared on it. */
  const planned = new Set<string>();
  const isFull = () => planned.size > MAX_PLANNED;

  async function clientToWrite(): Promise<pg.Client> {
    if (isFull()) dialing.drop();
    const client = await dialing.client();
    if (prepared !== client) planned.clear();
    prepared = client;
    return client;
  }

  function ask(client: pg.Client, text: string): Promise<Answer[]> {
    roundTrips += 1;
    return answersTo(client.query(text));
  }

  function writeOn(
    client: pg.Client,
    sets: readonly CountedSet[],
    position: Position,
    mark: string,
  ) {
    const { text, name, values } = writingOf(sets, { schema, at: position, mark, epoch: epoch() });
    planned.add(name);
    roundTrips += 1;
    return ignoreAnswer(client.query({ name, text, values: [...values] }));
  }

  /**
   * A statement of a transaction is never sent on another connection, which does not have the
   * transaction.
   */
  function inTransaction(): pg.Client {
    if (startedClient && dialing.current() === startedClient) return startedClient;
    throw new Error('the connection to PostgreSQL was lost in a transaction');
  }

  const ignoreAnswer = async (query: Promise<unknown>) => void (await query);

  return {
    async begin(from) {
      startedClient = await clientToWrite();
      return readAnswers(await ask(startedClient, beginSql(from)), schemaFacts);
    },
    async look(from) {
      const client = await dialing.client();
      return readAnswers(await ask(client, `${HEAD}; ${newsAfter(from)}`), schemaFacts);
    },
    prepare: async () => void (await clientToWrite()),
    writeAlone(sets, position, mark) {
      const client = dialing.current();
      if (!client) throw new Error('the connection to PostgreSQL was lost before the commit');
      return writeOn(client, sets, position, mark);
    },
    write(sets, position, mark, hasNext) {
      const client = inTransaction();
      const writing = writeOn(client, sets, position, mark);
      const committed = client.query('COMMIT');
      const next =
        hasNext && !isFull()
          ? answersTo(client.query(beginSql(position.number + 1))).then((answers) =>
              readAnswers(answers, schemaFacts),
            )
          : null;
      return { sent: writing, committed: ignoreAnswer(committed), next };
    },
    async rollback() {
      // A lost connection has no transaction to roll back.
      if (!startedClient || dialing.current() !== startedClient) return;
      roundTrips += 1;
      await startedClient.query('ROLLBACK');
    },
    async has({ number, mark }, position) {
      const client = await dialing.client();
      // The lock may wait for a transaction that the server has not ended yet.
      const text = `BEGIN; ${HEAD} FOR UPDATE; SELECT mark FROM commits WHERE number = ${number}`;
      const [heads, answer] = (await ask(client, text)).filter(
        ({ command }) => command === 'SELECT',
      );
      const isThere = answer?.rows[0]?.mark === mark;
      const head = heads?.rows[0];
      const ownEpoch = epoch();
      const isOver = ownEpoch !== null && Number(head?.epoch) !== ownEpoch;
      if (
        isThere ||
        isOver ||
        Number(head?.number) !== position.number ||
        head?.mark !== position.mark
      ) {
        await client.query('ROLLBACK');
        return isThere;
      }
      // Requests an empty commit instead.
      await writeOn(client, [], position, randomUUID());
      await client.query('COMMIT');
      return false;
    },
    async hasPast({ number, mark }) {
      const client = await dialing.client();
      const text = `${HEAD}; SELECT mark FROM commits WHERE number = ${number}`;
      const [heads, answer] = await ask(client, text);
      const head = headIn(heads, schemaFacts);
      const [row] = answer?.rows ?? [];
      if (row !== undefined) return row.mark === mark;
      return head.number <= number ? false : null;
    },
    async keptMarks() {
      const client = await dialing.client();
      const [commits] = await ask(client, 'SELECT number, mark FROM commits ORDER BY number');
      return (commits?.rows ?? []).map(({ number, mark }) => ({ number: Number(number), mark }));
    },
    async readAll(tables, page) {
      const client = await dialing.client();
      await client.query(SNAPSHOT);
      try {
        const [head] = await answersTo(client.query(HEAD));
        const position = headIn(head, schemaFacts);
        await dialing.requireOwn(client);
        for (const table of tables) await readPages(client, table, page);
        return position;
      } finally {
        await client.query('ROLLBACK').catch(dialing.drop);
      }
    },
    async rowsSince(knownPositions, onLost, tables) {
      const client = await dialing.client();
      const askOne = async (text: string) => (await ask(client, text))[0];
      await client.query(SNAPSHOT);
      try {
        const head = headIn(await askOne(HEAD), schemaFacts);
        await dialing.requireOwn(client);
        const oldest = knownPositions.at(-1)?.number ?? 0;
        const first = await askOne(`SELECT number, mark FROM commits WHERE number >= ${oldest}`);
        const marks = new Set([head, ...(first?.rows ?? [])].map(({ mark }) => mark));
        const commonPosition = knownPositions.find(({ mark }) => marks.has(mark));
        if (commonPosition === undefined || head.number - commonPosition.number > MAX_SINCE)
          return null;
        const since = await askOne(
          `SELECT s.name, s.rows FROM commits c, LATERAL unnest(c.names, c.sets) s (name, rows)
           WHERE c.number > ${commonPosition.number}`,
        );
        const changes = (since?.rows ?? []).map(({ name, rows }) => ({
          table: tables.get(String(name).split(' ')[0] ?? '') as Table,
          rows: rows ?? '[]',
        }));
        return { head, rows: await rowsOfKeys(client, [...onLost(commonPosition), ...changes]) };
      } finally {
        await client.query('ROLLBACK').catch(dialing.drop);
      }
    },
    drop: dialing.drop,
    get roundTrips() {
      return roundTrips;
    },
    close: dialing.close,
  };
}

/** One client, connected on demand and dropped when it is lost. */
function dialer({ url, schema, bank, hearing }: LinkOptions) {
  let client: pg.Client | null = null;
  let isClosed = false;
  /**
   * The error of a server that is not the bank's, and the time until which it is not tried again.
   */
  let foreignServer: { readonly error: unknown; readonly until: number } | null = null;

  /** @throws WrongBank, SchemaGone, ServerReadOnly */
  async function requireOwn(connection: pg.Client): Promise<void> {
    try {
      await requireWriter(connection, { schema, bank: bank() });
    } catch (error) {
      if (isForeign(error)) {
        foreignServer = { error, until: performance.now() + FOREIGN_MS };
        hearing?.foreign(schema, error as Error);
      }
      throw error;
    }
    foreignServer = null;
    hearing?.own(schema);
  }

  function drop(): void {
    const lostClient = client;
    client = null;
    // During a query this destroys the socket, and the caller gets an error.
    void lostClient?.end().catch(() => {});
  }

  function forgetLost(connection: pg.Client): void {
    const forget = () => {
      if (client === connection) client = null;
    };
    connection.on('error', forget);
    connection.on('end', forget);
  }

  async function connectClient(): Promise<pg.Client> {
    if (isClosed) throw new Error('the connection to PostgreSQL is closed');
    if (client) return client;
    if (foreignServer !== null && performance.now() < foreignServer.until)
      throw foreignServer.error;
    const connection = await connectTo(url, { onMade: forgetLost });
    try {
      await connection.query(`SET search_path TO ${schema}; ${SESSION}; ${PLANS}`);
      await requireOwn(connection);
    } catch (error) {
      await connection.end().catch(() => {});
      throw error;
    }
    client = connection;
    return connection;
  }

  return {
    client: connectClient,
    current: () => client,
    requireOwn,
    drop,
    async close() {
      isClosed = true;
      await client?.end().catch(() => {});
      client = null;
    },
  };
}

/** The most commits by which PostgreSQL may have continued; a copy further away is reloaded. */
const MAX_SINCE = 1_000;

/** Reads the rows that have the keys of some sets. */
async function rowsOfKeys(
  client: pg.Client,
  sets: readonly Pick<RowSet, 'table' | 'rows'>[],
): Promise<ReplacedRows[]> {
  const keys = new Map<Table, string[]>();
  for (const { table, rows } of sets) {
    keys.set(table, [...(keys.get(table) ?? []), rows.slice(1, -1)]);
  }
  const replaced: ReplacedRows[] = [];
  for (const [table, parts] of keys) {
    const text = `[${parts.join(',')}]`;
    const key = table.key.map((name) => `"${name}"`).join(', ');
    const { rows } = await client.query<{ row: string }>(
      `SELECT row_to_json(t)::text AS row FROM "${table.name}" t WHERE (${key}) IN
         (SELECT ${key} FROM json_populate_recordset(NULL::"${table.name}", $1::text::json))`,
      [text],
    );
    replaced.push({ table, keys: text, rows: `[${rows.map(({ row }) => row).join(',')}]` });
  }
  return replaced;
}

/** The approximate characters of a page, which is applied in a few milliseconds. */
const PAGE = 200_000;

/** Reads a table in pages of about the same number of bytes, whatever the size of its rows. */
export async function readPages(
  client: pg.Client,
  table: Table,
  page: (table: Table, rows: string) => void,
): Promise<void> {
  const order = table.key.map((name) => `"${name}"`).join(', ');
  await client.query(
    `DECLARE rows_of CURSOR FOR SELECT row_to_json(t)::text AS row FROM "${table.name}" t
     ORDER BY ${order}`,
  );
  let count = 32;
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`FETCH ${count} FROM rows_of`);
    if (rows.length === 0) break;
    const text = `[${rows.map(({ row }) => row).join(',')}]`;
    page(table, text);
    if (rows.length < count) break;
    count = Math.max(1, Math.min(5_000, Math.floor((count * PAGE) / text.length)));
  }
  await client.query('CLOSE rows_of');
}
