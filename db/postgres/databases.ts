// Where the bank's rows are: in files of SQLite, or in PostgreSQL with a copy of each schema in the
// data directory. A ledger may lie in another database of PostgreSQL than the platform.

import { join, resolve } from 'node:path';
import type { Database } from '../kernel/connect.ts';
import { inOrder } from '../kernel/ledger-files.ts';
import { requireHome } from './home.ts';
import { type Late, openLateReplica } from './late.ts';
import { clientOf } from './link.ts';
import { openReplica, type Replica, type ReplicaOptions, ServerAway } from './replica.ts';

/** A path of a database, and the database itself where it is open already. */
export interface Place {
  readonly file: string;
  readonly database?: Database;
  /** Random name of a ledger of which no row is known yet; left out: its rows are. */
  readonly unread?: string;
}

/** A ledger of a further database. */
export interface Elsewhere {
  /** Name of the database. */
  readonly database: string;
  /** It has rows by now: a new one in its place would be a loss. */
  readonly isThere: boolean;
  /** Of a ledger that opens without its server; left out: it is waited for. */
  readonly late?: Late;
}

export interface Databases {
  /**
   * Opens what lives in a schema: opening reads and writes a little itself.
   * @param name `platform`, or the name of a ledger
   * @param elsewhere left out: where the platform lies
   * @throws SchemaGone where it should be there and is not
   * @throws BankElsewhere where the settings would make a second bank
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

/** Says where the rows are. */
export function databasesOf(where: Where): Databases {
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
      return await openOn(await openReplica({ ...options, patienceMs: 0 }), opening);
    } catch (error) {
      if (!(error instanceof ServerAway)) throw error;
      const replica = openLateReplica(options, late, error);
      opened.push(replica);
      const { database, file } = replica;
      if (!database.isReadable()) return opening({ file, database, unread: late.ownName });
      return replica.opening(() => opening({ file, database }));
    }
  }

  /** Opening reads and writes a little itself, as an act does. */
  function openOn<T>(replica: Replica, opening: (place: Place) => T): Promise<T> {
    opened.push(replica);
    const { database, file } = replica;
    return database.write(() => opening({ file, database }));
  }

  return {
    async open(name, opening, elsewhere) {
      if (name === 'platform') requireHome(where);
      const url = urlOf(where, elsewhere?.database ?? null);
      if (url === null) return opening({ file: join(resolve(where.dataDir), `${name}.db`) });
      const isThere = elsewhere?.isThere ?? false;
      const place = { url, folder: copiesIn(where), name: schemaOf(name), isThere };
      const isPlatform = name === 'platform';
      if (elsewhere?.isThere && elsewhere.late) {
        return openFar(place, elsewhere.late, opening);
      }
      const replica = isPlatform
        ? await openReplica({ ...place, schema: 'platform', precedence })
        : await openReplica({ ...place, schema: 'ledger' });
      if (!isPlatform && !elsewhere) ledgers.push(replica);
      return openOn(replica, opening);
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
