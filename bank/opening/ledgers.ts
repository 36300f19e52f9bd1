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
import type { KnownLedgers } from '../../db/platform/known-ledgers.ts';
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
 * @throws ConfigError when the bank has further ledgers, which this version does not open
 */
export async function openLedgers(
  config: Config,
  databases: Databases,
  deps: LedgerDeps,
): Promise<Ledgers> {
  const { ledgerBook } = deps.platform;
  const ledgers = ledgerBook.knownLedgers();
  refuseFurtherLedgers(ledgers, deps.platform);
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

/** Earlier versions allowed several ledgers in an environment, some in other databases. */
function refuseFurtherLedgers(ledgers: KnownLedgers, platform: Platform): void {
  const furtherLedger = [...ledgers.values()].find(({ name, isInOtherDatabase }) => {
    return isInOtherDatabase || (name !== 'sandbox' && name !== 'production');
  });
  const highest = platform.highestLedger();
  if (furtherLedger === undefined && highest === 1) return;
  const subject =
    furtherLedger === undefined
      ? `developers in ledger ${highest}`
      : `the ledger ${furtherLedger.name}`;
  throw new ConfigError(
    `this bank has ${subject}: this version opens one ledger of each environment, beside the platform`,
  );
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
