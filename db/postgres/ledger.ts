// Opens a ledger that lives in PostgreSQL. Its acts are those of db/, unchanged: they decide in
// memory (memory.ts) on rows that were loaded as sets, and their writes go to PostgreSQL as sets
// (group.ts). What is not there yet: db/postgres/README.md.

import { drizzle } from 'drizzle-orm/better-sqlite3';
import { type Database, openDatabase } from '../kernel/connect.ts';
import { type Ledger, type LedgerOptions, openLedger } from '../ledger.ts';
import { type Connection, connect, createSchema, hasSchema } from './connect.ts';
import { type PostgresGroups, postgresGroups } from './group.ts';
import { emptyImage, memoryOf } from './memory.ts';
import { tablesOf } from './schema.ts';

export interface PostgresLedger {
  /** Acts only: whoever reads outside of an act is told that it is not there. */
  readonly ledger: Pick<Ledger, 'store' | 'customers' | 'accounts' | 'now' | 'clock'>;
  /** Questions asked of PostgreSQL so far. */
  roundTrips(): number;
  close(): Promise<void>;
}

export type PostgresOptions = Omit<LedgerOptions, 'file' | 'database'> & {
  /** `postgres://user@host:port/database`. */
  readonly url: string;
};

/** Opens a ledger; an empty database gets its schema first. */
export async function openPostgresLedger(options: PostgresOptions): Promise<PostgresLedger> {
  const { url } = options;
  const model = openDatabase(':memory:', 'ledger');
  const tables = tablesOf(model.raw);
  if (!(await hasSchema(url))) await createSchema(url, model.raw, tables);
  const memory = memoryOf(emptyImage(model.raw), tables);
  model.close();
  const link = await connect(url, tables);
  const groups = postgresGroups(link, memory);
  const database = databaseOf(memory.raw, groups);
  try {
    // Opening reads and writes a little itself, as an act does.
    const ledger = await groups.write(() => openLedger({ ...options, file: ':memory:', database }));
    return { ledger, roundTrips: () => link.roundTrips, close: () => closed(groups, link) };
  } catch (error) {
    await link.close();
    throw error;
  }
}

function databaseOf(raw: Database['raw'], groups: PostgresGroups): Database {
  return {
    raw,
    orm: drizzle(raw),
    ...groups,
    // No operator acts on a ledger of this kind.
    marked: (_, work) => work(),
    read() {
      throw new Error('a ledger on PostgreSQL is read inside its acts only');
    },
    close() {},
  };
}

async function closed(groups: PostgresGroups, link: Connection): Promise<void> {
  await groups.idle();
  await link.close();
}
