// A connection to PostgreSQL on which groups are written one after another. It also takes the lock
// of the schema, reads the commits of others, and finds out whether a commit without an answer exists.

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import {
  type Answer,
  awaitAnswers,
  type CountedSet,
  HEAD_SQL,
  lockedHeadSql,
  type NewCommits,
  newCommitsSql,
  type Position,
  readAnswers,
  readHead,
  writeStatement,
} from './commits.ts';
import type { ReplacedRows } from './copy.ts';
import { connectTo } from './hosts.ts';
import { isForeign, requireWriter } from './identity.ts';
import type { DatabaseNotices } from './notices.ts';
import type { Table } from './schema.ts';
import type { RowSet } from './sets.ts';

/** The answers to a commit in flight. */
export interface CommitAnswers {
  /** Resolves when the rows are accepted. */
  readonly sent: Promise<void>;
  /** Resolves when the accepted rows are committed. */
  readonly committed: Promise<void>;
  /** The head and commits that the following transaction found; null when none was requested. */
  readonly next: Promise<NewCommits> | null;
}

export interface Link {
  /** Begins a transaction under the lock of the schema. */
  begin(from: number): Promise<NewCommits>;
  /** Reads the head and the new commits without a lock and without a transaction. */
  readNewCommits(from: number): Promise<NewCommits>;
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
  hasCommitted(commit: Position, position: Position): Promise<boolean>;
  /**
   * Returns whether the schema's history contains a commit, or null when it is too long ago to be
   * known.
   */
  hasInHistory(commit: Position): Promise<boolean | null>;
  /** The commits that are kept, without their rows. */
  keptMarks(): Promise<readonly Position[]>;
  /** Reads every row, as pages of JSON arrays, and returns the position of the schema at that time. */
  readAll(tables: Iterable<Table>, page: (table: Table, rows: string) => void): Promise<Position>;
  /**
   * Reads the rows that a copy has to replace when PostgreSQL has continued from an earlier commit
   * than the copy's.
   * @param knownPositions earlier positions of the copy, newest first
   * @param listLostRows returns the rows that the copy has written after a position
   * @returns the rows and their head; null when no common commit is known, or too many commits
   *   followed
   */
  rowsSince(
    knownPositions: readonly Position[],
    listLostRows: (after: Position) => readonly Pick<RowSet, 'table' | 'rows'>[],
    tables: ReadonlyMap<string, Table>,
  ): Promise<{ readonly head: Position; readonly rows: readonly ReplacedRows[] } | null>;
  /** Drops the connection at once; the next query reconnects. */
  drop(): void;
  /** Number of round trips so far. Statements that are sent together count once. */
  readonly roundTrips: number;
  close(): Promise<void>;
}

/**
 * The most prepared statements of a connection, one for each combination of tables in a group. A
 * process that exceeds it reconnects.
 */
const MAX_PREPARED = 200;

/**
 * Pause before a server that is not the bank's is tried again: its commits do not concern this
 * bank.
 */
const FOREIGN_PAUSE_MS = 1_000;

/**
 * A read-only transaction holds no lock, and a process that loads a copy may be idle for longer on
 * a busy disk: with a timeout of two seconds a large copy would never complete.
 */
const BEGIN_SNAPSHOT = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL idle_in_transaction_session_timeout = '5min'`;

const beginSql = (from: number) => `BEGIN; ${lockedHeadSql(from)}`;

/**
 * A holder of the lock that is idle for two seconds loses its connection and the lock; the timeout
 * of the lock is longer. An unreachable process loses its sessions within seconds. Each commit
 * stores its rows for other copies: compressing those of a transfer takes the server 0.1 ms with
 * its default, and 0.03 ms with lz4.
 */
export const SESSION_SETTINGS = `SET synchronous_commit = on;
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
export const PLAN_SETTINGS = `SET plan_cache_mode = force_generic_plan; SET enable_hashjoin = off;
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
  readonly notices?: Pick<DatabaseNotices, 'onForeignServer' | 'onOwnServer'> | undefined;
}

/** Opens the link. Each connection is to a server that accepts writes and has the bank. */
export function openLink(options: LinkOptions): Link {
  const { schema, version, epoch = () => null } = options;
  const schemaFacts = { schema, version, epoch };
  const connection = createConnection(options);
  let roundTrips = 0;

  /** The client whose transaction is open. */
  let startedClient: pg.Client | null = null;
  /** The client whose statements are counted. */
  let preparedClient: pg.Client | null = null;
  /** Names of the statements prepared on it. */
  const preparedNames = new Set<string>();
  const isFull = () => preparedNames.size > MAX_PREPARED;

  async function clientToWrite(): Promise<pg.Client> {
    if (isFull()) connection.drop();
    const client = await connection.client();
    if (preparedClient !== client) preparedNames.clear();
    preparedClient = client;
    return client;
  }

  function query(client: pg.Client, text: string): Promise<Answer[]> {
    roundTrips += 1;
    return awaitAnswers(client.query(text));
  }

  function writeOn(
    client: pg.Client,
    sets: readonly CountedSet[],
    position: Position,
    mark: string,
  ) {
    const { text, name, values } = writeStatement(sets, {
      schema,
      previous: position,
      mark,
      epoch: epoch(),
    });
    preparedNames.add(name);
    roundTrips += 1;
    return ignoreAnswer(client.query({ name, text, values: [...values] }));
  }

  /**
   * A statement of a transaction is never sent on another connection, which does not have the
   * transaction.
   */
  function requireTransactionClient(): pg.Client {
    if (startedClient && connection.current() === startedClient) return startedClient;
    throw new Error('the connection to PostgreSQL was lost in a transaction');
  }

  const ignoreAnswer = async (query: Promise<unknown>) => void (await query);

  return {
    async begin(from) {
      startedClient = await clientToWrite();
      return readAnswers(await query(startedClient, beginSql(from)), schemaFacts);
    },
    async readNewCommits(from) {
      const client = await connection.client();
      return readAnswers(await query(client, `${HEAD_SQL}; ${newCommitsSql(from)}`), schemaFacts);
    },
    prepare: async () => void (await clientToWrite()),
    writeAlone(sets, position, mark) {
      const client = connection.current();
      if (!client) throw new Error('the connection to PostgreSQL was lost before the commit');
      return writeOn(client, sets, position, mark);
    },
    write(sets, position, mark, hasNext) {
      const client = requireTransactionClient();
      const writing = writeOn(client, sets, position, mark);
      const committed = client.query('COMMIT');
      const next =
        hasNext && !isFull()
          ? awaitAnswers(client.query(beginSql(position.number + 1))).then((answers) =>
              readAnswers(answers, schemaFacts),
            )
          : null;
      return { sent: writing, committed: ignoreAnswer(committed), next };
    },
    async rollback() {
      // A lost connection has no transaction to roll back.
      if (!startedClient || connection.current() !== startedClient) return;
      roundTrips += 1;
      await startedClient.query('ROLLBACK');
    },
    async hasCommitted({ number, mark }, position) {
      const client = await connection.client();
      // The lock may wait for a transaction that the server has not ended yet.
      const text = `BEGIN; ${HEAD_SQL} FOR UPDATE; SELECT mark FROM commits WHERE number = ${number}`;
      const [heads, answer] = (await query(client, text)).filter(
        ({ command }) => command === 'SELECT',
      );
      const isCommitted = answer?.rows[0]?.mark === mark;
      const head = heads?.rows[0];
      const ownEpoch = epoch();
      const isOtherEpoch = ownEpoch !== null && Number(head?.epoch) !== ownEpoch;
      if (
        isCommitted ||
        isOtherEpoch ||
        Number(head?.number) !== position.number ||
        head?.mark !== position.mark
      ) {
        await client.query('ROLLBACK');
        return isCommitted;
      }
      // An empty commit takes its number: a statement that arrives late then fails.
      await writeOn(client, [], position, randomUUID());
      await client.query('COMMIT');
      return false;
    },
    async hasInHistory({ number, mark }) {
      const client = await connection.client();
      const text = `${HEAD_SQL}; SELECT mark FROM commits WHERE number = ${number}`;
      const [heads, answer] = await query(client, text);
      const head = readHead(heads, schemaFacts);
      const [row] = answer?.rows ?? [];
      if (row !== undefined) return row.mark === mark;
      return head.number <= number ? false : null;
    },
    async keptMarks() {
      const client = await connection.client();
      const [commits] = await query(client, 'SELECT number, mark FROM commits ORDER BY number');
      return (commits?.rows ?? []).map(({ number, mark }) => ({ number: Number(number), mark }));
    },
    async readAll(tables, page) {
      const client = await connection.client();
      await client.query(BEGIN_SNAPSHOT);
      try {
        const [head] = await awaitAnswers(client.query(HEAD_SQL));
        const position = readHead(head, schemaFacts);
        await connection.requireOwn(client);
        for (const table of tables) await readPages(client, table, page);
        return position;
      } finally {
        await client.query('ROLLBACK').catch(connection.drop);
      }
    },
    async rowsSince(knownPositions, listLostRows, tables) {
      const client = await connection.client();
      const queryOne = async (text: string) => (await query(client, text))[0];
      await client.query(BEGIN_SNAPSHOT);
      try {
        const head = readHead(await queryOne(HEAD_SQL), schemaFacts);
        await connection.requireOwn(client);
        const oldest = knownPositions.at(-1)?.number ?? 0;
        const keptCommits = await queryOne(
          `SELECT number, mark FROM commits WHERE number >= ${oldest}`,
        );
        const marks = new Set([head, ...(keptCommits?.rows ?? [])].map(({ mark }) => mark));
        const commonPosition = knownPositions.find(({ mark }) => marks.has(mark));
        if (commonPosition === undefined || head.number - commonPosition.number > MAX_SINCE)
          return null;
        const since = await queryOne(
          `SELECT s.name, s.rows FROM commits c, LATERAL unnest(c.names, c.sets) s (name, rows)
           WHERE c.number > ${commonPosition.number}`,
        );
        const changes = (since?.rows ?? []).map(({ name, rows }) => ({
          table: tables.get(String(name).split(' ')[0] ?? '') as Table,
          rows: rows ?? '[]',
        }));
        return {
          head,
          rows: await rowsOfKeys(client, [...listLostRows(commonPosition), ...changes]),
        };
      } finally {
        await client.query('ROLLBACK').catch(connection.drop);
      }
    },
    drop: connection.drop,
    get roundTrips() {
      return roundTrips;
    },
    close: connection.close,
  };
}

/** One client, connected on demand and dropped when it is lost. */
function createConnection({ url, schema, bank, notices }: LinkOptions) {
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
        foreignServer = { error, until: performance.now() + FOREIGN_PAUSE_MS };
        notices?.onForeignServer(schema, error as Error);
      }
      throw error;
    }
    foreignServer = null;
    notices?.onOwnServer(schema);
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
    const connection = await connectTo(url, { onCreate: forgetLost });
    try {
      await connection.query(`SET search_path TO ${schema}; ${SESSION_SETTINGS}; ${PLAN_SETTINGS}`);
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
const PAGE_CHARACTERS = 200_000;

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
    count = Math.max(1, Math.min(5_000, Math.floor((count * PAGE_CHARACTERS) / text.length)));
  }
  await client.query('CLOSE rows_of');
}
