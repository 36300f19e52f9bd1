// Opens the ledgers of both environments, each with its database, the parts of the modules and the
// key that signs its log.

import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { connectedRails } from '../../activities/rails/open.ts';
import { openDatabase, type WritableDatabase } from '../../db/kernel/connect.ts';
import type { EnvironmentName } from '../../db/kernel/environment.ts';
import { traceWrites } from '../../db/kernel/traces.ts';
import { absentTables, type Ledger, type LedgerOptions, openLedger } from '../../db/ledger.ts';
import type { PerEnvironment } from '../../db/ledgers.ts';
import type { Databases, SchemaFiles } from '../../db/postgres/databases.ts';
import { SchemaGone } from '../../db/postgres/identity.ts';
import type { Platform } from '../../identity/platform.ts';
import type { LedgerHost } from '../../modules/host.ts';
import { type Module, openLedgerParts } from '../../modules/module.ts';
import type { Config } from '../config/settings.ts';
import { ConfigError } from '../config/values.ts';
import type { openRates } from '../rates/open.ts';
import { signingKeys } from '../signing-keys.ts';
import type { Tracing } from '../tracing/port.ts';

export type Ledgers = PerEnvironment<Ledger>;

interface LedgerDeps extends Omit<LedgerHost, 'environment' | 'config'> {
  readonly platform: Platform;
  readonly rates: ReturnType<typeof openRates>;
  readonly failPoint: (name: string) => void;
  readonly log: Logger;
  readonly tracing: Tracing | null;
  /** The subjects that the ledgers serve. */
  readonly modules: readonly Module[];
}

/**
 * Opens the ledger of each environment.
 * @throws ConfigError when a ledger that the bank has is gone
 */
export async function openLedgers(
  config: Config,
  databases: Databases,
  deps: LedgerDeps,
): Promise<Ledgers> {
  const { ledgerBook } = deps.platform;
  const ledgers = ledgerBook.knownLedgers();
  const open = async (environment: EnvironmentName) => {
    const { keyOf, finishRotation } = signingKeysOf(config, deps, environment);
    const { optionsOf, absent } = ledgerOptionsOf(config, deps, environment);
    const opening = (place: SchemaFiles) => {
      // Only the bank signs, so only it needs the key.
      const logKey = config.role === 'training' ? {} : { logKey: keyOf(environment) };
      return openLedger({ ...optionsOf(place), ...logKey });
    };
    const ledger = await openAt(environment, () =>
      databases.open(environment, opening, { mustExist: ledgers.has(environment), absent }),
    );
    // An approved rotation is complete when the ledger is open with the new key.
    finishRotation();
    return ledger;
  };
  const [sandbox, production] = [await open('sandbox'), await open('production')];
  const openedLedgers = [sandbox, production].map(({ name, taskQueue }) => ({ name, taskQueue }));
  await ledgerBook.storeLedgers(openedLedgers, Date.now());
  return { sandbox, production };
}

async function openAt(name: string, open: () => Promise<Ledger>): Promise<Ledger> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof SchemaGone)) throw error;
    const text = `${name} is not where the bank has it: ${error.message}`;
    throw new ConfigError(`${text}; bring it back from a backup`, { cause: error });
  }
}

function signingKeysOf(
  config: Config,
  { platform, log }: LedgerDeps,
  environment: EnvironmentName,
) {
  const folder = resolve(config.logKeyDir ?? config.dataDir);
  return signingKeys({ platform, folder, environment, log });
}

/** The options of the ledgers of an environment, and the tables that new ledgers lack. */
function ledgerOptionsOf(config: Config, deps: LedgerDeps, environment: EnvironmentName) {
  const { rates, failPoint, tracing } = deps;
  const { dormancyDays, operatorLimit, valueDaysBack, retentionDays, storageQuotaBytes } = config;
  const { workflowAbove } = config;
  const terms = {
    environment,
    market: rates.termsOf(environment),
    dormancyDays,
    operatorLimit,
    workflowAbove,
    valueDaysBack,
    retentionDays,
    storageQuotaBytes,
    hasMail: config.mail !== null,
    connectedRails: connectedRails(environment),
    failPoint,
    ...openLedgerParts(deps.modules, { ...deps, environment, config }),
  };
  const absent = absentTables(terms.subjects);
  const openFile = (file: string): WritableDatabase => openDatabase(file, 'ledger', absent);
  const optionsOf = (place: SchemaFiles): LedgerOptions => {
    if (!tracing) return { ...terms, ...place };
    const database = traceWrites(place.database ?? openFile(place.file), tracing.commit);
    return { ...terms, ...place, database };
  };
  return { optionsOf, absent };
}
