// Opens a ledger that is stored in PostgreSQL (replica.ts).

import { absentTables, type LedgerOptions, type OpenedLedger, openLedger } from '../ledger.ts';
import { ledgerName } from '../ledgers.ts';
import { EVERY_SUBJECT } from '../subjects.ts';
import { schemaOf } from './databases.ts';
import { openReplica, type Replica, type ReplicaOptions } from './replica.ts';

export interface PostgresLedger extends Pick<Replica, 'roundTrips' | 'catchUp' | 'close'> {
  readonly ledger: OpenedLedger;
}

export type PostgresOptions = Omit<LedgerOptions, 'file' | 'database'> & {
  /** `postgres://user@host:port/database`. */
  readonly url: string;
  /** Folder of the ledger's copy. */
  readonly folder: string;
} & Pick<ReplicaOptions, 'notices'>;

/** Opens the ledger of an environment, which is created if it does not exist. */
export async function openPostgresLedger(options: PostgresOptions): Promise<PostgresLedger> {
  const { url, folder, environment, number = 1, bank = null, notices } = options;
  const name = schemaOf(ledgerName(environment, number));
  const { database, roundTrips, catchUp, close } = await openReplica({
    url,
    folder,
    name,
    schema: 'ledger',
    absent: absentTables(options.subjects ?? EVERY_SUBJECT),
    bank,
    ...(notices ? { notices } : {}),
  });
  try {
    // Opening a ledger reads and writes rows, so it runs like an act.
    const ledger = await database.write(() =>
      openLedger({ ...options, file: database.raw.name, database }),
    );
    return { ledger, roundTrips, catchUp, close };
  } catch (error) {
    await close();
    throw error;
  }
}
