// The ledger that an address of PostgreSQL means: a developer goes to a ledger, and an address may
// have several of them, or none.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { namesOfAddress } from '../../config/database-address.ts';
import type { Config } from '../../config/settings.ts';
import { ledgerName, ledgerOfName, type Placed } from '../../db/ledgers.ts';
import type { LedgerPlaces } from '../../db/platform/ledger-places.ts';
import { type Placement, placeOf } from '../../db/platform/placement.ts';
import { databasesOf } from '../../db/postgres/databases.ts';
import type { EnvironmentName } from '../../db/transactions/port.ts';
import { openPlatform, type Platform } from '../../identity/platform.ts';
import { NotReady } from './order.ts';

/** No ledger of the bank lies at the address, or more than one environment has some there. */
export class NoSuchPlace extends Error {}

export interface AddressAsked {
  readonly developerId: string;
  /** As `plainAddress` writes it. */
  readonly address: string;
  /** Null: the one that has ledgers there. */
  readonly environment: EnvironmentName | null;
}

export interface LedgerAt extends Placed {
  readonly environment: EnvironmentName;
  /** Its name. */
  readonly to: string;
  /** Why this one, where there are several; null: it is the only one. */
  readonly reason: string | null;
}

/**
 * The ledger that the developer is in where it lies at the address; otherwise that with the fewest
 * developers of those that lie there.
 * @returns null when there is no such developer
 * @throws NoSuchPlace naming the settings that would begin a ledger at the address
 */
export async function ledgerAt(config: Config, asked: AddressAsked): Promise<LedgerAt | null> {
  const { address } = asked;
  const names = namesOfAddress(config, address);
  if (names.length === 0) throw new NoSuchPlace(refusalOf(config, address));
  const file = join(resolve(config.dataDir), 'platform.db');
  // It would be made: a bank that was never started has no developers.
  if (config.databaseUrl === null && !existsSync(file)) throw new NotReady('platform');
  const databases = databasesOf(config);
  const platform = await databases.open('platform', ({ file, database }) =>
    openPlatform(database ?? file),
  );
  try {
    const developer = await platform.findDeveloper(asked.developerId);
    if (developer === null) return null;
    const places = platform.places.ledgerPlaces();
    const { developersIn } = platform;
    return chosenLedger(config, { ...asked, names, places, developer, developersIn });
  } finally {
    platform.close();
    await databases.close();
  }
}

interface Known extends Omit<AddressAsked, 'developerId'>, Pick<Platform, 'developersIn'> {
  /** Under which the settings have the address. */
  readonly names: readonly (string | null)[];
  readonly places: LedgerPlaces;
  readonly developer: Placement;
}

/** @throws NoSuchPlace */
export function chosenLedger(
  config: Pick<Config, 'ledgers' | 'ledgerPlaces'>,
  known: Known,
): LedgerAt {
  const { names, address, developer } = known;
  const there = [...known.places.values()]
    .filter(({ database }) => names.includes(database))
    .flatMap(({ name }) => ledgerOfName(name) ?? [])
    .filter(({ ledger }) => ledger <= config.ledgers);
  const environments = new Set(there.map(({ environment }) => environment));
  if (known.environment === null && environments.size > 1) {
    const text = `sandbox and production have ledgers at ${address}`;
    throw new NoSuchPlace(`${text}: add --environment sandbox, or --environment production`);
  }
  const environment = known.environment ?? [...environments][0] ?? 'sandbox';
  const counts = known.developersIn(environment);
  const countOf = ({ ledger }: Placed) => counts.get(ledger) ?? 0;
  const own = there
    .filter((one) => one.environment === environment)
    .sort((a, b) => countOf(a) - countOf(b) || a.ledger - b.ledger);
  const [fewest] = own;
  if (fewest === undefined) throw new NoSuchPlace(without(config, known, environment));
  const home = placeOf(environment, developer).ledger;
  const isHome = own.some(({ ledger }) => ledger === home);
  const ledger = isHome ? home : fewest.ledger;
  const to = ledgerName(environment, ledger);
  const named = own.map((one) => `${ledgerName(environment, one.ledger)} (${countOf(one)})`);
  const why = isHome ? 'it is there already, in' : 'fewest developers:';
  const reason = own.length > 1 ? `${named.sort().join(', ')} lie there; ${why} ${to}` : null;
  return { environment, ledger, to, reason };
}

function refusalOf({ ledgers }: Pick<Config, 'ledgers'>, address: string): string {
  return (
    `no setting names ${address} (host, port, database and user count, as they are written): ` +
    `a ledger begins there with KONTOR_DATABASES=name=postgres://…, ` +
    `KONTOR_LEDGER_PLACES=sandbox-${ledgers + 1}=name and KONTOR_LEDGERS=${ledgers + 1} ` +
    'for every process of the bank'
  );
}

function without(
  config: Pick<Config, 'ledgers' | 'ledgerPlaces'>,
  { names, address }: Known,
  environment: EnvironmentName,
): string {
  const name = names.find((one) => one !== null);
  const begun = Object.entries(config.ledgerPlaces).find(
    ([ledger, database]) => database === name && ledgerOfName(ledger)?.environment === environment,
  );
  const text = `no ledger of ${environment} lies at ${address}`;
  if (begun) return `${text} so far: start every process of the bank, which makes ${begun[0]}`;
  const next = config.ledgers + 1;
  const place =
    name === undefined ? '' : ` and KONTOR_LEDGER_PLACES=${environment}-${next}=${name}`;
  return `${text}: KONTOR_LEDGERS=${next}${place} begin one, for every process of the bank`;
}
