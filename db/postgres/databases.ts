// Where the bank's rows are: in files of SQLite, or in PostgreSQL with a copy of each schema in the
// data directory.

import { join, resolve } from 'node:path';
import type { Database } from '../kernel/connect.ts';
import { inOrder } from '../kernel/ledger-files.ts';
import { clientOf } from './link.ts';
import { openReplica, type Replica } from './replica.ts';

/** A path of a database, and the database itself where it is open already. */
export interface Place {
  readonly file: string;
  readonly database?: Database;
}

export interface Databases {
  /**
   * Opens what lives in a schema: opening reads and writes a little itself.
   * @param name `platform`, or the name of a ledger
   */
  open<T>(name: string, opening: (place: Place) => T): Promise<T>;
  /** Ends when everything that was written is where it belongs. */
  close(): Promise<void>;
}

interface Where {
  /** Null: files. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** Where the copies are kept; null: in the data directory. */
  readonly copyDir: string | null;
}

/** Says where the rows are. */
export function databasesOf({ databaseUrl, dataDir, copyDir }: Where): Databases {
  if (databaseUrl === null) return filesIn(resolve(dataDir));
  return schemasIn(databaseUrl, resolve(copyDir ?? dataDir));
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

function filesIn(folder: string): Databases {
  return {
    open: async (name, opening) => opening({ file: join(folder, `${name}.db`) }),
    close: async () => {},
  };
}

function schemasIn(url: string, folder: string): Databases {
  const opened: Replica[] = [];
  const ledgers: Replica[] = [];
  // A developer comes with all rows, in one commit: who hears where to has the rows, too.
  const precedence = {
    of: 'developers changed',
    first: async () => void (await Promise.all(ledgers.map(({ catchUp }) => catchUp()))),
  };
  return {
    async open(name, opening) {
      const place = { url, folder, name: schemaOf(name) };
      const isPlatform = name === 'platform';
      const replica = isPlatform
        ? await openReplica({ ...place, schema: 'platform', precedence })
        : await openReplica({ ...place, schema: 'ledger' });
      opened.push(replica);
      if (!isPlatform) ledgers.push(replica);
      const { database, file } = replica;
      return database.write(() => opening({ file, database }));
    },
    async close() {
      await Promise.all(opened.map((replica) => replica.close()));
    },
  };
}
