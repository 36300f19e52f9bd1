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

export interface Link {
  /** Begins a transaction under the lock of the schema. */
  begin(from: number): Promise<Found>;
  /** The same without a lock and without a transaction: to catch up. */
  look(from: number): Promise<Found>;
  /** Writes sets as the commit after the position; before `commit` nobody sees it. */
  write(sets: readonly RowSet[], at: Position, mark: string): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  /** After a commit without an answer: whether it is there. Waits until the server knows. */
  has(commit: Position): Promise<boolean>;
  /** Reads every row, as pages of JSON arrays, and returns where the schema stood then. */
  readAll(tables: Iterable<Table>, page: (table: Table, rows: string) => void): Promise<Position>;
  /** Gives the connection up at once; the next question dials anew. */
  drop(): void;
  /** Questions asked so far, each of which waited for its answer. */
  readonly roundTrips: number;
  close(): Promise<void>;
}

/** Commits that are kept for copies which are behind; one that is further behind is loaded anew. */
const KEPT = 10_000;

/** Commits that are asked for at once. */
const NEWS = 100;

/** After so long without an answer a question is lost. */
const ANSWER_MS = 30_000;

const HEAD = 'SELECT number, mark, version FROM commit_head WHERE id = 1';
const newsAfter = (from: number) =>
  `SELECT number, mark, before, names, sets FROM commits
   WHERE number > ${from} ORDER BY number LIMIT ${NEWS}`;

/** Whoever holds the lock and is silent for so long loses its connection, and with it the lock. */
const SESSION = `SET synchronous_commit = on; SET idle_in_transaction_session_timeout = '30s';
  SET lock_timeout = '20s'; SET client_min_messages = warning`;

/** A row of the head or of a commit as it arrives: its number is a text. */
type Told = Omit<Commit, 'number'> & { readonly number: string; readonly version: string };
type Answer = pg.QueryResult<Told>;

/**
 * @param schema in which the tables are
 * @param version of the schema; one that was migrated meanwhile takes no commit of this process
 */
export function linkTo(url: string, schema: string, version: string): Link {
  const dialing = dialer(url, schema);
  let roundTrips = 0;

  async function ask(text: string, values?: readonly string[]): Promise<Answer[]> {
    const client = await dialing.client();
    roundTrips += 1;
    const asked = values
      ? client.query({ name: nameOf(text), text, values: [...values] })
      : client.query(text);
    const answer = (await asked) as Answer | Answer[];
    return Array.isArray(answer) ? answer : [answer];
  }

  function foundIn(answers: readonly Answer[]): Found {
    const [heads, news] = answers.filter(({ command }) => command === 'SELECT');
    const head = heads?.rows[0];
    if (!head) throw new Error(`schema ${schema} has no head`);
    if (head.version !== version) throw new Error(`schema ${schema} is of another version now`);
    return { head: positionOf(head), news: (news?.rows ?? []).map(commitOf) };
  }

  return {
    async begin(from) {
      return foundIn(await ask(`BEGIN; ${HEAD} FOR UPDATE; ${newsAfter(from)}`));
    },
    async look(from) {
      return foundIn(await ask(`${HEAD}; ${newsAfter(from)}`));
    },
    async write(sets, at, mark) {
      const { text, values } = writingOf(sets);
      const own = [String(at.number + 1), mark, at.mark, `${schema} ${at.number + 1}`];
      await ask(text, [...own, ...values]);
    },
    commit: async () => void (await ask('COMMIT')),
    rollback: async () => void (await ask('ROLLBACK')),
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
        const { rows } = await client.query<Told>(HEAD);
        for (const table of tables) await readPages(client, table, page);
        return positionOf(rows[0] as Told);
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
    // While a question waits it destroys the socket, and whoever waits hears that nothing comes.
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
    await made.query(`SET search_path TO ${schema}; ${SESSION}`);
    client = made;
    return made;
  }

  return {
    client: dialed,
    drop,
    async close() {
      isClosed = true;
      await client?.end().catch(() => {});
      client = null;
    },
  };
}

/** A client that gives up on a server which does not answer. */
export function clientOf(url: string): pg.Client {
  return new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    application_name: 'kontor',
  });
}

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
    count = Math.max(1, Math.min(5_000, Math.floor((count * 1_000_000) / text.length)));
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

function positionOf({ number, mark }: Told): Position {
  return { number: Number(number), mark };
}

function commitOf(row: Told): Commit {
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
