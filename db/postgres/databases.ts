// Opens the bank's databases: SQLite files, or PostgreSQL with a copy of each schema in the data
// directory.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bankNameIn, bankNameOf, keepBankName, requireBank } from '../kernel/bank-name.ts';
import { type Database, openDatabase, type WritableDatabase } from '../kernel/connect.ts';
import { inOrder } from '../kernel/ledger-files.ts';
import type { DatabaseHearing } from './hearing.ts';
import { requireHome } from './home.ts';
import { connectTo } from './hosts.ts';
import { SchemaGone } from './identity.ts';
import { openReplica, type Replica } from './replica.ts';

/** A path of a database, and the database itself where it is open already. */
export interface Place {
  readonly file: string;
  readonly database?: WritableDatabase;
  /** The bank that a ledger belongs to; omitted for the platform, which stores the name itself. */
  readonly bank?: string;
}

export interface Databases {
  /**
   * Opens the rows of a schema; `opening` may itself read and write a little.
   * @param name `platform`, which comes first, or the name of a ledger
   * @param isThere true when the bank has had the schema before: creating it anew would hide a loss
   * @throws SchemaGone when the schema should exist and does not
   * @throws BankElsewhere when the settings would create a second bank
   * @throws AnotherBank when the database belongs to another bank than the data directory
   */
  open<T>(name: string, opening: (place: Place) => T, isThere?: boolean): Promise<T>;
  /** Ends when everything that was written is where it belongs. */
  close(): Promise<void>;
}

/** The location of the rows, from the settings. */
export interface Where {
  /** Database of the platform, or null for files. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** Folder of the copies, or null for the data directory. */
  readonly copyDir: string | null;
}

/** The folder of the copies. */
export const copiesIn = ({ copyDir, dataDir }: Where) => resolve(copyDir ?? dataDir);

/**
 * Returns the databases at the configured location.
 * @param hearing receives the notices that a person needs to see; optional
 */
export function databasesOf(where: Where, hearing?: DatabaseHearing): Databases {
  /** Bank named by the data directory, or by the platform database opened for it. */
  let bank = bankNameOf(where.dataDir);
  const heard = hearing ? { hearing } : {};
  const opened: Pick<Replica, 'close'>[] = [];
  /** Those beside the platform. */
  const ledgers: Replica[] = [];
  // A process that learns of a changed developer must already have the developer's rows of all
  // ledgers.
  const precedence = {
    of: 'developers changed',
    first: async () => void (await Promise.all(ledgers.map(({ catchUp }) => catchUp()))),
  };
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
    async open(name, opening, isThere = false) {
      if (name === 'platform') return openPlatform(opening);
      const { databaseUrl: url, dataDir } = where;
      if (url === null) {
        const file = join(resolve(dataDir), `${name}.db`);
        if (isThere && !existsSync(file)) throw new SchemaGone(`${file} is missing`);
        return opening({ file, ...ofBank() });
      }
      const place = { url, folder: copiesIn(where), name: schemaOf(name) };
      const replica = await openReplica({ ...place, isThere, bank, ...heard, schema: 'ledger' });
      ledgers.push(replica);
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
  const client = await connectTo(url);
  try {
    const { rows } = await client.query<{ name: string }>(
      "SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'ledger\\_%'",
    );
    return inOrder(rows.map(({ name }) => name.slice('ledger_'.length).replaceAll('_', '-')));
  } finally {
    await client.end();
  }
}
