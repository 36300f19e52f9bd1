// Where each ledger lies. The platform says it once the ledger is made; for a new one the settings
// do. A ledger of a further database is opened only if it is the one that the bank knows.

import type { Config } from '../../config/settings.ts';
import { ConfigError } from '../../config/values.ts';
import { hasCustomers } from '../../db/customers/reads.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { LedgerPlace, LedgerPlaces } from '../../db/platform/ledger-places.ts';
import { DatabaseUnnamed, type Elsewhere, urlOf } from '../../db/postgres/databases.ts';
import { SchemaGone } from '../../db/postgres/identity.ts';
import type { Late } from '../../db/postgres/late.ts';
import type { LateLedgers } from './late.ts';

interface Places {
  /**
   * Opens a ledger where it lies.
   * @throws ConfigError where the settings, the platform and what is there contradict each other
   */
  opening(name: string, open: (elsewhere?: Elsewhere) => Promise<Ledger>): Promise<Ledger>;
  /** Of the ledgers that were opened. */
  listFound(): readonly LedgerPlace[];
}

/**
 * @param readKnown what the platform says by now
 * @param late hears of ledgers that open without their server; left out: each is waited for
 */
export function placesOf(
  config: Config,
  readKnown: () => LedgerPlaces,
  late: Pick<LateLedgers, 'hearing'> | null = null,
): Places {
  const found: LedgerPlace[] = [];
  return {
    listFound: () => found,
    async opening(name, open) {
      const before = readKnown().get(name) ?? null;
      const database = databaseOf(config, name, before);
      const place = { name, database };
      // One that this process may have to make is waited for.
      const hearing = before && database !== null ? late?.hearing(before) : undefined;
      const ledger = await openAt({ ...place, isThere: before !== null, hearing }, open);
      // Asked again: another process of the bank may have made it a moment ago.
      if (database !== null) requireOwn(ledger, readKnown().get(name) ?? null, database);
      found.push({ ...place, taskQueue: ledger.taskQueue });
      return ledger;
    },
  };
}

/** Name of the database that a ledger lies in; null: where the platform does. */
function databaseOf(config: Config, name: string, before: LedgerPlace | null): string | null {
  const wanted = config.ledgerPlaces[name];
  const database = before === null ? (wanted ?? null) : before.database;
  if (before !== null && wanted !== undefined && wanted !== database) {
    const at = database ?? 'where the platform is';
    const text = `KONTOR_LEDGER_PLACES says that ${name} is in ${wanted}, and it is ${at}`;
    throw new ConfigError(`${text}: a ledger stays where it was made`);
  }
  try {
    urlOf(config, database);
  } catch (error) {
    if (!(error instanceof DatabaseUnnamed)) throw error;
    throw new ConfigError(`${name}: ${error.message}`, { cause: error });
  }
  return database;
}

type Open = Parameters<Places['opening']>[1];

interface Opening extends Pick<LedgerPlace, 'name' | 'database'> {
  readonly isThere: boolean;
  readonly hearing: Late | undefined;
}

async function openAt({ name, database, isThere, hearing }: Opening, open: Open): Promise<Ledger> {
  try {
    return await open({ database, isThere, ...(hearing ? { late: hearing } : {}) });
  } catch (error) {
    if (!(error instanceof SchemaGone)) throw error;
    if (database === null) {
      const text = `${name} is not where the bank has it: ${error.message}`;
      throw new ConfigError(`${text}; bring it back from a backup`, { cause: error });
    }
    const text = `${name} is not in ${database} (KONTOR_DATABASES), where the bank has it`;
    throw new ConfigError(`${text}: ${error.message}`, { cause: error });
  }
}

/** Another ledger in its place is another bank's, or another copy of the rows. */
function requireOwn(ledger: Ledger, before: LedgerPlace | null, database: string): void {
  const { name, taskQueue } = ledger;
  if (before === null) {
    if (!hasCustomers(ledger)) return;
    const text = `${database} (KONTOR_DATABASES) has a ledger ${name} with customers already`;
    throw new ConfigError(`${text}, which this bank does not know: give it a database of its own`);
  }
  if (before.taskQueue === taskQueue) return;
  const text = `${name} in ${database} (KONTOR_DATABASES) is another ledger than the bank's`;
  throw new ConfigError(
    `${text}: its name is ${taskQueue}, and the bank's was ${before.taskQueue}`,
  );
}
