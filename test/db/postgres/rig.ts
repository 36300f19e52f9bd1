// The store on PostgreSQL as its contract wants to hold it. Reads are not there yet: a test reads a
// copy of the whole database in SQLite, by the reads that there are, and holds every invariant
// against it.

import type BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { openDatabase } from '../../../db/kernel/connect.ts';
import { type Ledger, openLedger } from '../../../db/ledger.ts';
import { connect } from '../../../db/postgres/connect.ts';
import { openPostgresLedger, type PostgresOptions } from '../../../db/postgres/ledger.ts';
import { tablesOf } from '../../../db/postgres/schema.ts';
import type { EnvironmentName } from '../../../db/transactions/port.ts';
import type { PostgresServer } from '../../../scripts/postgres-server.ts';
import { readerOf, stoppedClock } from '../sqlite-rig.ts';
import type { OpenRig, StoreRig } from '../store-rig.ts';

let databases = 0;

/** Makes a database with the schema of a ledger; a copy of one costs less than a new one. */
export async function ledgerDatabase(server: PostgresServer): Promise<string> {
  const name = `ledger_${++databases}`;
  if (!templates.has(server)) templates.set(server, templateIn(server));
  await templates.get(server);
  return server.database(name, 'ledger_template');
}

const templates = new WeakMap<PostgresServer, Promise<void>>();

async function templateIn(server: PostgresServer): Promise<void> {
  const url = server.database('ledger_template');
  const opened = await openPostgresLedger({ url, environment: 'sandbox' });
  await opened.close();
  // A new ledger belongs to nobody.
  await asked(url, 'TRUNCATE environment');
}

/** Runs statements beside the store. */
export async function asked(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Opens rigs on a server. */
export function postgresRigs(server: PostgresServer): OpenRig {
  return async (environment = 'sandbox') => {
    const clock = stoppedClock();
    const url = await ledgerDatabase(server);
    return postgresRig({ url, environment, now: clock.now }, clock);
  };
}

/** A copy that is filled again whenever something was written. */
export async function copyOf(url: string, environment: EnvironmentName, now: () => number) {
  const database = openDatabase(':memory:', 'ledger');
  const { raw } = database;
  const tables = tablesOf(raw);
  const link = await connect(url, tables);
  const whole = [...tables.keys()].map((table) => {
    return { table, columns: [], values: [], filter: null };
  });
  unguarded(raw);
  let copied: bigint | null = null;
  let copy: Ledger | null = null;

  async function ledger(): Promise<Ledger> {
    const turn = await link.begin();
    const isNews = turn !== copied;
    const rows = isNews ? await link.load(whole) : [];
    await link.rollback();
    if (isNews) {
      raw.exec([...tables.keys()].map((table) => `DELETE FROM ${table}`).join(';'));
      for (const { table, row } of rows) {
        const places = table.columns.map(() => '?').join(', ');
        raw.prepare(`INSERT INTO ${table.name} VALUES (${places})`).run(...row);
      }
      copied = turn;
    }
    copy ??= openLedger({ environment, file: ':memory:', now, database });
    return copy;
  }

  return {
    ledger,
    async close() {
      database.close();
      await link.close();
    },
  };
}

/** It takes any row: what it shows is what PostgreSQL has let in. */
function unguarded(raw: BetterSqlite3.Database): void {
  raw.pragma('foreign_keys = OFF');
  const named = raw.prepare<[string], string>(
    "SELECT name FROM sqlite_master WHERE type = ? AND name NOT LIKE 'sqlite_%'",
  );
  for (const name of named.pluck().all('trigger')) raw.exec(`DROP TRIGGER ${name}`);
}

async function postgresRig(
  options: PostgresOptions & { readonly now: () => number },
  clock: StoreRig['clock'],
): Promise<StoreRig> {
  const { url, environment, now } = options;
  const opened = await openPostgresLedger(options);
  const copy = await copyOf(url, environment, now);
  const beside = (sql: string) =>
    asked(url, `${sql}; UPDATE ledger_turn SET turn = turn + 1 WHERE id = 1`);
  return {
    store: opened.ledger.store,
    people: opened.ledger,
    clock,
    ...readerOf(copy.ledger, clock),
    execute: beside,
    sabotage: async (transactionId) => {
      await beside(`CREATE TRIGGER sabotage BEFORE INSERT ON timeline FOR EACH ROW
        WHEN (NEW.transaction_id = '${transactionId}' AND NEW.version > 1)
        EXECUTE FUNCTION refuse('sabotaged')`);
      return () => beside('DROP TRIGGER sabotage ON timeline');
    },
    async close() {
      await opened.close();
      await copy.close();
    },
  };
}
