// Opens a ledger whose truth is in PostgreSQL (replica.ts).

import { type Ledger, type LedgerOptions, openLedger } from '../ledger.ts';
import { openReplica, type Replica } from './replica.ts';

export interface PostgresLedger extends Pick<Replica, 'roundTrips' | 'catchUp' | 'close'> {
  readonly ledger: Ledger;
}

export type PostgresOptions = Omit<LedgerOptions, 'file' | 'database'> & {
  /** `postgres://user@host:port/database`. */
  readonly url: string;
  /** Where the copy of it lies. */
  readonly folder: string;
};

/** Opens the ledger of an environment; where there is none it is made. */
export async function openPostgresLedger(options: PostgresOptions): Promise<PostgresLedger> {
  const { url, folder, environment } = options;
  const name = `ledger_${environment}`;
  const { database, roundTrips, catchUp, close } = await openReplica({
    url,
    folder,
    name,
    schema: 'ledger',
  });
  try {
    // Opening reads and writes a little itself, as an act does.
    const ledger = await database.write(() =>
      openLedger({ ...options, file: database.raw.name, database }),
    );
    return { ledger, roundTrips, catchUp, close };
  } catch (error) {
    await close();
    throw error;
  }
}
