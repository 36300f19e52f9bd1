// Where the bank's rows are: in files of SQLite, or in PostgreSQL with a copy of each schema in the
// data directory. A ledger may lie in another database of PostgreSQL than the platform.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bankNameIn, bankNameOf, keepBankName, requireBank } from '../kernel/bank-name.ts';
import { type Database, openDatabase } from '../kernel/connect.ts';
import { inOrder } from '../kernel/ledger-files.ts';
import type { DatabaseHearing } from './hearing.ts';
import { requireHome } from './home.ts';
import { SchemaGone, ServerAway } from './identity.ts';
import { type Late, openLateReplica } from './late.ts';
import { clientOf } from './link.ts';
import { openReplica, type Replica, type ReplicaOptions } from './replica.ts';

/** A path of a database, and the database itself where it is open already. */
export interface Place {
  readonly file: string;
  readonly database?: Database;
  /** Random name of a ledger of which no row is known yet; left out: its rows are. */
  readonly unread?: string;
  /** The bank that a ledger belongs to; left out: the platform says it. */
  readonly bank?: string;
}

/** What the bank knows of a ledger. */
export interface Elsewhere {
  /** Name of a further database; null: it lies where the platform does. */
  readonly database: string | null;
  /** It has rows by now: a new one in its place would be a loss. */
  readonly isThere: boolean;
  /** Of a ledger that opens without its server; left out: it is waited for. */
  readonly late?: Late;
}

export interface Databases {
  /**
   * Opens what lives in a schema: opening reads and writes a little itself.
   * @param name `platform`, which comes first, or the name of a ledger
   * @param elsewhere left out: where the platform lies
   * @throws SchemaGone where it should be there and is not
   * @throws BankElsewhere where the settings would make a second bank
   * @throws AnotherBank where what is there is not the bank of the data directory
   */
  open<T>(name: string, opening: (place: Place) => T, elsewhere?: Elsewhere): Promise<T>;
  /** Ends when everything that was written is where it belongs. */
  close(): Promise<void>;
}

/** The settings lack a database that has ledgers of the bank. */
export class DatabaseUnnamed extends Error {}

/** Where rows are, as the settings say it. */
export interface Where {
  /** Of the platform; null: files. */
  readonly databaseUrl: string | null;
  /** Addresses of further databases by their names. */
  readonly databases: Readonly<Record<string, string>>;
  readonly dataDir: string;
  /** Where the copies are kept; null: in the data directory. */
  readonly copyDir: string | null;
}

/**
 * The address of the database that a ledger lies in; null: it is a file.
 * @throws DatabaseUnnamed when the settings do not name the database
 */
export function urlOf({ databaseUrl, databases }: Where, database: string | null): string | null {
  if (database === null) return databaseUrl;
  const url = databases[database];
  if (url !== undefined) return url;
  throw new DatabaseUnnamed(
    `KONTOR_DATABASES does not name ${database}, where ledgers of the bank are`,
  );
}

/** The folder of the copies. */
export const copiesIn = ({ copyDir, dataDir }: Where) => resolve(copyDir ?? dataDir);

/**
 * Says where the rows are.
 * @param hearing hears what a person has to know; left out: nobody
 */
export function databasesOf(where: Where, hearing?: DatabaseHearing): Databases {
  /** Of the data directory, or of the platform that was opened on it. */
  let bank = bankNameOf(where.dataDir);
  const heard = hearing ? { hearing } : {};
  const opened: Pick<Replica, 'close'>[] = [];
  /** Those beside the platform. */
  const ledgers: Replica[] = [];
  // A developer comes with all rows, in one commit: who hears where to has the rows, too. Ledgers
  // of further databases are asked by requests (api/kit/move.ts): the platform awaits none.
  const precedence = {
    of: 'developers changed',
    first: async () => void (await Promise.all(ledgers.map(({ catchUp }) => catchUp()))),
  };
  /** A further server that does not answer is not waited for. */
  async function openFar<T>(
    place: Omit<ReplicaOptions, 'schema'>,
    late: Late,
    opening: (place: Place) => T,
  ): Promise<T> {
    const options = { ...place, schema: 'ledger' } as const;
    try {
      return await openLedgerOn(await openReplica({ ...options, patienceMs: 0 }), opening);
    } catch (error) {
      if (!(error instanceof ServerAway)) throw error;
      const replica = openLateReplica(options, late, error);
      opened.push(replica);
      const { database, file } = replica;
      if (!database.isReadable()) return opening({ file, database, unread: late.ownName });
      return replica.opening(() => opening({ file, database, ...ofBank() }));
    }
  }

  const ofBank = () => (bank === null ? {} : { bank });

  /** Opening reads and writes a little itself, as an act does. */
  function openLedgerOn<T>(replica: Replica, opening: (place: Place) => T): Promise<T> {
    opened.push(replica);
    const { database, file } = replica;
    return database.write(() => opening({ file, database, ...ofBank() }));
  }

  /** @throws AnotherBank where the data directory is of another bank, or the bank is not there */
  async function openPlatform<T>(opening: (place: Place) => T): Promise<T> {
    requireHome(where);
    const { dataDir, databaseUrl: url } = where;
    const file = join(resolve(dataDir), 'platform.db');
    if (url === null) {
      if (bank !== null && !existsSync(file)) requireBank(bank, null, dataDir);
      const database = openDatabase(file, 'platform');
      try {
        bank = nameIn(database);
        return opening({ file, database });
      } catch (error) {
        database.close();
        throw error;
      }
    }
    const replica = await openReplica({
      ...{ url, folder: copiesIn(where), name: 'platform', schema: 'platform', precedence },
      ...{ bank, isThere: bank !== null, ...heard },
    }).catch((error: unknown) => {
      if (bank !== null && error instanceof SchemaGone) requireBank(bank, null, dataDir);
      throw error;
    });
    opened.push(replica);
    const { database } = replica;
    bank = nameIn(database);
    return database.write(() => opening({ file: replica.file, database }));
  }

  function nameIn(database: Database): string {
    const name = bankNameIn(database.raw) ?? '';
    keepBankName(where.dataDir, name);
    return name;
  }

  return {
    async open(name, opening, elsewhere) {
      if (name === 'platform') return openPlatform(opening);
      const { isThere = false, late } = elsewhere ?? {};
      const isApart = (elsewhere?.database ?? null) !== null;
      const url = urlOf(where, elsewhere?.database ?? null);
      if (url === null) {
        const file = join(resolve(where.dataDir), `${name}.db`);
        if (isThere && !existsSync(file)) throw new SchemaGone(`${file} is missing`);
        return opening({ file, ...ofBank() });
      }
      const common = { isThere, bank, ...heard };
      const place = { url, folder: copiesIn(where), name: schemaOf(name), ...common };
      if (isThere && late) return openFar(place, late, opening);
      const replica = await openReplica({ ...place, schema: 'ledger' });
      if (!isApart) ledgers.push(replica);
      return openLedgerOn(replica, opening);
    },
    async close() {
      await Promise.all(opened.map((replica) => replica.close()));
    },
  };
}

/** The schema of `platform` or of a ledger, by its name. */
export function schemaOf(name: string): string {
  return name === 'platform' ? name : `ledger_${name.replaceAll('-', '_')}`;
}

/** Names of the ledgers that have a schema in a database. */
export async function ledgerSchemas(url: string): Promise<string[]> {
  const client = clientOf(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'ledger\\_%'",
    );
    return inOrder(rows.map(({ name }) => name.slice('ledger_'.length).replaceAll('_', '-')));
  } finally {
    await client.end();
  }
}
