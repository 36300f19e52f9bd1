// Databases of PostgreSQL beside the one of the platform, by names that the operator gives, and
// the ledgers that begin there. The names are kept in the platform's database; the addresses, which
// have passwords, are only here.

import { ConfigError, databaseUrlOf } from './values.ts';

export const DATABASE_SETTINGS = [
  { name: 'KONTOR_DATABASES', fallback: '', meaning: 'more of them: east=postgres://…, commas' },
  { name: 'KONTOR_LEDGER_PLACES', fallback: '', meaning: 'new ledgers: sandbox-3=east, commas' },
] as const;

export interface DatabaseConfig {
  /** Addresses of PostgreSQL by name. */
  readonly databases: Readonly<Record<string, string>>;
  /** By the name of a ledger the name of the database that it is made in. */
  readonly ledgerPlaces: Readonly<Record<string, string>>;
}

const [{ name: DATABASES }, { name: PLACES }] = DATABASE_SETTINGS;
const NAME = /^[a-z][a-z0-9-]{0,31}$/;
const LEDGER = /^(sandbox|production)(-([2-9]|[1-9]\d))?$/;
/** The platform's own, as the platform and the commands name it. */
const OWN = 'bank';

/**
 * @param text the value of a setting
 * @param ledgers how many each environment has
 * @throws ConfigError naming the setting; no address is repeated
 */
export function databasesIn(text: (name: string) => string, ledgers: number): DatabaseConfig {
  const databases = new Map<string, string>();
  // A comma in an address is written %2C.
  for (const one of partsOf(text(DATABASES))) {
    const [name, url] = halves(one);
    const isName = NAME.test(name) && name !== OWN;
    const found = isName && !databases.has(name) ? databaseUrlOf(url, DATABASES) : null;
    if (found === null) {
      throw new ConfigError(`${DATABASES}: expected name=postgres://…, each name once, not ${OWN}`);
    }
    databases.set(name, found);
  }
  const places = new Map<string, string>();
  for (const one of partsOf(text(PLACES))) {
    const [ledger, database] = halves(one);
    const number = Number(LEDGER.exec(ledger)?.[3] ?? 1);
    if (!LEDGER.test(ledger) || places.has(ledger) || number > ledgers) {
      const expected = `expected each ledger once, up to number ${ledgers} (KONTOR_LEDGERS)`;
      throw new ConfigError(`${PLACES} names "${ledger}": ${expected}`);
    }
    if (!databases.has(database)) {
      throw new ConfigError(`${PLACES} has "${one}": ${DATABASES} does not name it`);
    }
    places.set(ledger, database);
  }
  return {
    databases: Object.fromEntries(databases),
    ledgerPlaces: Object.fromEntries(places),
  };
}

function partsOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function halves(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
