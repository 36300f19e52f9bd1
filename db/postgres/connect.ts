// One connection to PostgreSQL and the transactions on it: each takes the turn of its ledger first,
// so that of all processes one writes at a time, and learns whether anybody wrote since its last.

import { createHash } from 'node:crypto';
import type BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { type Change, queriesOf } from './changes.ts';
import { cellsOf, type Loaded, loadOf } from './loads.ts';
import { postgresSchema, type Table } from './schema.ts';
import type { Need } from './statement.ts';

export interface Connection {
  /** Begins a transaction, waits for the turn, and returns how many have written before. */
  begin(): Promise<bigint>;
  load(needs: readonly Need[]): Promise<{ table: Table; row: ReturnType<typeof cellsOf> }[]>;
  write(changes: readonly Change[]): Promise<void>;
  /** Counts the turn and commits; nothing written: the turn is given back as it was. */
  commit(hasWritten: boolean): Promise<void>;
  rollback(): Promise<void>;
  /** Goes back to where the turn was taken. */
  again(): Promise<void>;
  /** Questions asked so far, each of which waited for its answer. */
  readonly roundTrips: number;
  close(): Promise<void>;
}

/** Opens a connection; the database has the schema of a ledger. */
export async function connect(
  url: string,
  tables: ReadonlyMap<string, Table>,
): Promise<Connection> {
  let client: pg.Client | null = null;
  let roundTrips = 0;

  /** A connection that was lost is made again by the next one who needs it. */
  async function dialed(): Promise<pg.Client> {
    if (client) return client;
    const made = new pg.Client({ connectionString: url });
    const lost = () => {
      if (client === made) client = null;
    };
    made.on('error', lost);
    made.on('end', lost);
    await made.connect();
    client = made;
    return made;
  }

  async function ask<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) {
    roundTrips += 1;
    if (!client) throw new Error('the connection to PostgreSQL was lost');
    if (!values) return client.query<Row>(text);
    return client.query<Row>({ name: nameOf(text), text, values: [...values] });
  }

  await dialed();
  return {
    async begin() {
      await dialed();
      // As three statements in one question; the answer of the second is the last one with rows.
      const answers = (await ask(BEGIN)) as unknown as pg.QueryResult<{ turn: string }>[];
      return BigInt(answers[1]?.rows[0]?.turn ?? 0);
    },
    async load(needs) {
      const { text, values, tables: parts } = loadOf(needs, tables);
      const { rows } = await ask<Loaded & pg.QueryResultRow>(text, values);
      return rows.map((one) => {
        const table = parts[one.part] as Table;
        return { table, row: cellsOf(table, one) };
      });
    },
    async write(changes) {
      for (const { text, values } of queriesOf(changes)) await ask(text, values);
    },
    async commit(hasWritten) {
      await ask(hasWritten ? `${COUNT}; COMMIT` : 'ROLLBACK');
    },
    rollback: async () => void (await ask('ROLLBACK')),
    again: async () => void (await ask('ROLLBACK TO SAVEPOINT begun')),
    get roundTrips() {
      return roundTrips;
    },
    close: async () => void (await client?.end()),
  };
}

const BEGIN = `BEGIN; SELECT turn FROM ledger_turn WHERE id = 1 FOR UPDATE; SAVEPOINT begun`;
const COUNT = 'UPDATE ledger_turn SET turn = turn + 1 WHERE id = 1';

/** The server keeps the plan of a statement by its name. */
function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 20);
}

/** Makes the schema in an empty database, with the rows that a new SQLite ledger begins with. */
export async function createSchema(
  url: string,
  raw: BetterSqlite3.Database,
  tables: ReadonlyMap<string, Table>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`BEGIN; ${postgresSchema(raw).join(';\n')};
      CREATE TABLE ledger_turn (id BIGINT PRIMARY KEY CHECK (id = 1), turn BIGINT NOT NULL);
      INSERT INTO ledger_turn VALUES (1, 0)`);
    for (const { text, values } of queriesOf(firstRows(raw, tables))) {
      await client.query(text, [...values]);
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

/** True when the database has the schema of a ledger. */
export async function hasSchema(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query("SELECT to_regclass('ledger_turn') AS found");
    return rows[0]?.found !== null;
  } finally {
    await client.end();
  }
}

function firstRows(raw: BetterSqlite3.Database, tables: ReadonlyMap<string, Table>): Change[] {
  return [...tables.values()].flatMap((table) =>
    raw
      .prepare<[], Change['row']>(`SELECT * FROM ${table.name}`)
      .raw()
      .safeIntegers()
      .all()
      .map((row) => ({ table, kind: 'insert' as const, row })),
  );
}
