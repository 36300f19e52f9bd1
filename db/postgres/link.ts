// A connection to PostgreSQL on which one group after another is written, and what is asked of it:
// the lock of the schema, what others have committed, and the fate of a commit without an answer.

import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Table } from './schema.ts';
import { intoPostgres, type Kind, type RowSet } from './sets.ts';

/** Which commit a copy stands at: its number, and a mark that no other commit has. */
export interface Position {
  readonly number: number;
  readonly mark: string;
}

/** A commit that another process has written. */
export interface Commit extends Position {
  /** Mark of the commit before. */
  readonly before: string;
  /** Table and kind of each set, as `entries born`. */
  readonly names: readonly string[];
  readonly sets: readonly string[];
}

export interface Found {
  readonly head: Position;
  /** What follows the position that was asked for, as far as it is kept; not always all of it. */
  readonly news: readonly Commit[];
}

/** Answers to a commit that is on its way. */
export interface Written {
  /** The rows are taken. */
  readonly taken: Promise<void>;
  /** They are committed, if they were taken. */
  readonly committed: Promise<void>;
  /** What the transaction behind it has found; null: none was asked for. */
  readonly next: Promise<Found> | null;
}

export interface Link {
  /** Begins a transaction under the lock of the schema. */
  begin(from: number): Promise<Found>;
  /** The same without a lock and without a transaction: to catch up. */
  look(from: number): Promise<Found>;
  /**
   * Writes sets as the commit after the position, and commits them: what is asked goes out at once,
   * and its answers come one after the other.
   * @param hasNext another transaction begins right behind, as `begin` does it
   */
  write(sets: readonly RowSet[], at: Position, mark: string, hasNext: boolean): Written;
  rollback(): Promise<void>;
  /** After a commit without an answer: whether it is there. Waits until the server knows. */
  has(commit: Position): Promise<boolean>;
  /** Reads every row, as pages of JSON arrays, and returns where the schema stood then. */
  readAll(tables: Iterable<Table>, page: (table: Table, rows: string) => void): Promise<Position>;
  /** Gives the connection up at once; the next question dials anew. */
  drop(): void;
  /** How often something was asked so far and waited for; what goes out at once counts once. */
  readonly roundTrips: number;
  close(): Promise<void>;
}

/** Commits that are kept for copies which are behind; one that is further behind is loaded anew. */
const KEPT = 10_000;

/** Commits that are asked for at once. */
const NEWS = 100;

/**
 * Statements that the server keeps plans of for a connection, at most: there is one for each
 * mixture of tables in a group. After these a connection is dialed anew.
 */
const PLANNED = 200;

/** After so long without an answer a question is lost. */
const ANSWER_MS = 30_000;

const HEAD = 'SELECT number, mark, version FROM commit_head WHERE id = 1';
const beginning = (from: number) => `BEGIN; ${HEAD} FOR UPDATE; ${newsAfter(from)}`;
const newsAfter = (from: number) =>
  `SELECT number, mark, before, names, sets FROM commits
   WHERE number > ${from} ORDER BY number LIMIT ${NEWS}`;

/** A holder of the lock that is silent for so long loses its connection, and with it the lock. */
const SESSION = `SET synchronous_commit = on; SET idle_in_transaction_session_timeout = '30s';
  SET lock_timeout = '20s'; SET client_min_messages = warning`;

/**
 * Plans that hold for a table of any size: a set finds its rows by their key. A plan that was made
 * while a table was small would read all of it once it is large.
 */
const PLANS = `SET plan_cache_mode = force_generic_plan; SET enable_hashjoin = off;
  SET enable_mergejoin = off; SET jit = off`;

/** A row of the head or of a commit as it arrives: its number is a text. */
type HeadRow = Omit<Commit, 'number'> & { readonly number: string; readonly version: string };
type Answer = pg.QueryResult<HeadRow>;

/**
 * @param schema in which the tables are
 * @param version of the tables that this process knows
 */
export function linkTo(url: string, schema: string, version: string): Link {
  const dialing = dialer(url, schema);
  let roundTrips = 0;

  /** The client whose transaction is open. */
  let began: pg.Client | null = null;
  /** Names of the statements that the server keeps for it. */
  const planned = new Set<string>();
  const isFull = () => planned.size > PLANNED;

  async function answered(asked: Promise<unknown>): Promise<Answer[]> {
    const answer = (await asked) as Answer | Answer[];
    return Array.isArray(answer) ? answer : [answer];
  }

  async function ask(text: string): Promise<Answer[]> {
    roundTrips += 1;
    const client = await dialing.client();
    return answered(client.query(text));
  }

  /** What belongs to a transaction never goes out on another connection, which has none. */
  function inTransaction(): pg.Client {
    if (began && dialing.current() === began) return began;
    throw new Error('the connection to PostgreSQL was lost in a transaction');
  }

  /** Another version of the bank may have come meanwhile: its tables are not known here. */
  function ofVersion(head: HeadRow | undefined): HeadRow {
    if (head?.version === version) return head;
    throw new Error(`schema ${schema} in PostgreSQL was brought to another version`);
  }

  function foundIn(answers: readonly Answer[]): Found {
    const [heads, news] = answers.filter(({ command }) => command === 'SELECT');
    const head = ofVersion(heads?.rows[0]);
    return { head: positionOf(head), news: (news?.rows ?? []).map(commitOf) };
  }

  const done = async (asked: Promise<unknown>) => void (await asked);

  return {
    async begin(from) {
      roundTrips += 1;
      if (isFull()) dialing.drop();
      const client = await dialing.client();
      if (began !== client) planned.clear();
      began = client;
      return foundIn(await answered(client.query(beginning(from))));
    },
    async look(from) {
      return foundIn(await ask(`${HEAD}; ${newsAfter(from)}`));
    },
    write(sets, at, mark, hasNext) {
      const { text, values } = writingOf(sets);
      const number = at.number + 1;
      const own = [String(number), mark, at.mark, `${schema} ${number}`];
      const client = inTransaction();
      const name = nameOf(text);
      planned.add(name);
      roundTrips += 1;
      const taken = client.query({ name, text, values: [...own, ...values] });
      const committed = client.query('COMMIT');
      const next =
        hasNext && !isFull() ? answered(client.query(beginning(number))).then(foundIn) : null;
      return { taken: done(taken), committed: done(committed), next };
    },
    async rollback() {
      // A connection that is lost has nothing to be undone.
      if (!began || dialing.current() !== began) return;
      roundTrips += 1;
      await began.query('ROLLBACK');
    },
    async has({ number, mark }) {
      // The lock waits for a transaction that the server has not ended yet.
      const text = `BEGIN; ${HEAD} FOR UPDATE;
        SELECT mark FROM commits WHERE number = ${number}; ROLLBACK`;
      const [, kept] = (await ask(text)).filter(({ command }) => command === 'SELECT');
      return kept?.rows[0]?.mark === mark;
    },
    async readAll(tables, page) {
      const client = await dialing.client();
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      try {
        const { rows } = await client.query<HeadRow>(HEAD);
        const head = ofVersion(rows[0]);
        for (const table of tables) await readPages(client, table, page);
        return positionOf(head);
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

/** One client, which is dialed when it is needed and forgotten when it is lost. */
function dialer(url: string, schema: string) {
  let client: pg.Client | null = null;
  let isClosed = false;

  function drop(): void {
    const lost = client;
    client = null;
    // While a question waits it destroys the socket, and its caller gets an error.
    void lost?.end().catch(() => {});
  }

  async function dialed(): Promise<pg.Client> {
    if (isClosed) throw new Error('the connection to PostgreSQL is closed');
    if (client) return client;
    const made = clientOf(url);
    const lost = () => {
      if (client === made) client = null;
    };
    made.on('error', lost);
    made.on('end', lost);
    await made.connect();
    await made.query(`SET search_path TO ${schema}; ${SESSION}; ${PLANS}`);
    client = made;
    return made;
  }

  return {
    client: dialed,
    current: () => client,
    drop,
    async close() {
      isClosed = true;
      await client?.end().catch(() => {});
      client = null;
    },
  };
}

/**
 * A client that gives up on a server which does not answer.
 * @param answerMs how long an answer may take; 0: as long as it takes
 */
export function clientOf(url: string, answerMs = ANSWER_MS): pg.Client {
  return new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: answerMs,
    pipeline: true,
    keepAlive: true,
    application_name: 'kontor',
  });
}

/** Characters of a page, about: one is taken over in a few milliseconds. */
const PAGE = 200_000;

/** Pages of about as many bytes each, whatever the rows hold. */
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

/** All sets and the note of their commit in one statement, which is one question. */
function writingOf(sets: readonly RowSet[]): { text: string; values: string[] } {
  const first = 5;
  const places = sets.map((_, index) => `$${index + first}`);
  const names = sets.map(({ table, kind }) => `'${table.name} ${kind}'`).join(', ');
  const steps = sets.map(
    (set, index) => `w${index} AS (${intoPostgres(set, places[index] ?? '')})`,
  );
  const kept = places.map((place) => `${place}::text`).join(', ');
  const text = `WITH ${[
    ...steps,
    `head AS (UPDATE commit_head SET number = $1::text::bigint, mark = $2 WHERE id = 1)`,
    `kept AS (INSERT INTO commits (number, mark, before, names, sets)
      VALUES ($1::text::bigint, $2, $3, ARRAY[${names}]::text[], ARRAY[${kept}]::text[]))`,
    `pruned AS (DELETE FROM commits WHERE number <= $1::text::bigint - ${KEPT})`,
  ].join(', ')} SELECT pg_notify('kontor', $4)`;
  return { text, values: sets.map(({ rows }) => rows) };
}

function positionOf({ number, mark }: HeadRow): Position {
  return { number: Number(number), mark };
}

function commitOf(row: HeadRow): Commit {
  const { before, names, sets } = row;
  return { ...positionOf(row), before, names, sets };
}

/** Sets of a commit by their tables. */
export function setsIn(
  { names, sets }: Commit,
  tables: ReadonlyMap<string, Table>,
): readonly RowSet[] {
  return names.map((text, index) => {
    const [name = '', kind] = text.split(' ');
    const table = tables.get(name);
    if (!table) throw new Error(`a commit speaks of a table ${name} that is not known`);
    return { table, kind: kind as Kind, rows: sets[index] ?? '[]' };
  });
}

/** The server keeps the plan of a statement by its name. */
function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 20);
}
