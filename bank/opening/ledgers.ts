// Opens the ledgers of both environments, each on its database, with what judges its payments and
// the key that its log signs with.

import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { connectedRails } from '../../activities/rails/open.ts';
import { riskDesk } from '../../ai/risk/desk.ts';
import type { Networks } from '../../ai/risk/networks.ts';
import { servingDesk } from '../../ai/serving/finder.ts';
import type { Config } from '../../config/settings.ts';
import { ConfigError } from '../../config/values.ts';
import { openDatabase } from '../../db/kernel/connect.ts';
import { withTraces } from '../../db/kernel/traces.ts';
import { type Ledger, type LedgerOptions, openLedger } from '../../db/ledger.ts';
import { ledgerName, type PerEnvironment, type PerLedger, perLedger } from '../../db/ledgers.ts';
import type { Databases, Place } from '../../db/postgres/databases.ts';
import type { EnvironmentName } from '../../db/transactions/port.ts';
import type { Platform } from '../../identity/platform.ts';
import type { Explainers } from '../../models/explain/explainers.ts';
import type { LatencyBook } from '../../models/latency-book.ts';
import type { SessionPool } from '../../models/session-pool.ts';
import type { openRates } from '../../rates/open.ts';
import type { BankScreening } from '../screening.ts';
import { signingKeys } from '../signing-keys.ts';
import type { Tracing } from '../tracing/port.ts';
import { developmentChainOf } from './chain.ts';
import type { LateLedgers } from './late.ts';
import { placesOf } from './places.ts';

export type Ledgers = PerEnvironment<PerLedger<Ledger>>;

interface LedgerDeps {
  readonly platform: Platform;
  /** Ledgers that open without their server. */
  readonly late: LateLedgers;
  readonly rates: ReturnType<typeof openRates>;
  readonly failPoint: (name: string) => void;
  readonly log: Logger;
  readonly sessions: PerEnvironment<SessionPool>;
  readonly reasons: Explainers;
  readonly parties: BankScreening['parties'];
  readonly unscreened: BankScreening['unscreened'];
  readonly latency: PerEnvironment<LatencyBook>;
  readonly networks: Networks | null;
  readonly tracing: Tracing | null;
}

const openPlace = ({ file, database }: Place) => database ?? openDatabase(file, 'ledger');

/**
 * Opens as many ledgers of each environment as the settings say.
 * @throws ConfigError when there are developers in one that would not be there
 */
export async function openLedgers(
  config: Config,
  databases: Databases,
  deps: LedgerDeps,
): Promise<Ledgers> {
  refuseFewer(config, deps.platform);
  const { late } = deps;
  const places = placesOf(config, deps.platform.places.ledgerPlaces, late);
  const inOrder = async (environment: EnvironmentName) => {
    const { keyOf, finishRotation } = signingKeysOf(config, deps, environment);
    const optionsOf = optionsIn(config, deps, environment);
    const all: Ledger[] = [];
    for (let number = 1; number <= config.ledgers; number += 1) {
      const name = ledgerName(environment, number);
      const opening = (place: Place) => {
        const options = { ...optionsOf(place), number };
        // Only the worker signs, so only it needs the key.
        const logKey = config.roles.includes('worker') ? { logKey: keyOf(name) } : {};
        return openLedger({ ...options, ...logKey });
      };
      const ledger = await places.opening(name, (at) => databases.open(name, opening, at));
      all.push(ledger);
    }
    // An agreement about keys is over once each ledger has its own.
    await late.begin(all, (some) => {
      for (const ledger of some) ledger.chooseLogKey();
    });
    // Some of another process may have the old key still.
    await late.beginWithAll(finishRotation);
    return perLedger(all);
  };
  const all = { sandbox: await inOrder('sandbox'), production: await inOrder('production') };
  await deps.platform.places.keepLedgerPlaces(places.listFound(), Date.now());
  return all;
}

function refuseFewer({ ledgers }: Config, platform: Platform): void {
  const highest = platform.highestLedger();
  if (highest.ledger <= ledgers) return;
  const name = ledgerName(highest.environment, highest.ledger);
  throw new ConfigError(
    `KONTOR_LEDGERS is ${ledgers}, and there are developers in ${name}: ` +
      `expected at least ${highest.ledger}`,
  );
}

function signingKeysOf(
  config: Config,
  { platform, log }: LedgerDeps,
  environment: EnvironmentName,
) {
  const folder = resolve(config.logKeyDir ?? config.dataDir);
  return signingKeys({ platform, folder, environment, log });
}

/** What the ledgers of an environment have in common. */
function optionsIn(config: Config, deps: LedgerDeps, environment: EnvironmentName) {
  const { rates, failPoint, tracing, sessions, reasons, parties, unscreened, networks } = deps;
  const { dormancyDays, operatorLimit, valueDaysBack, retentionDays, storageQuotaBytes } = config;
  const risk: LedgerOptions['risk'] = (parts) =>
    riskDesk({
      ...parts,
      parties: parties[environment],
      unscreened: unscreened[environment],
      serving: servingDesk(parts, sessions[environment], reasons),
      latency: deps.latency[environment],
      networks,
    });
  const terms = {
    environment,
    market: rates.termsOf(environment),
    dormancyDays,
    operatorLimit,
    valueDaysBack,
    retentionDays,
    storageQuotaBytes,
    risk,
    hasMail: config.mail !== null,
    connectedRails: connectedRails(environment),
    ...developmentChainOf(config.chain, environment),
    failPoint,
  };
  return (place: Place): LedgerOptions => {
    const watched = tracing ? { database: withTraces(openPlace(place), tracing.commit) } : {};
    return { ...terms, ...place, ...watched };
  };
}
