// `npm run migrate`: brings the databases of a bank to the version of this release, on either
// engine, and says what it did. What is up to date stays, so it may run before every start.
// Exit code 1 when a database cannot be brought up to date, 78 when the configuration or a file is
// broken: then a second try would not help.

import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Config, readConfig } from '../config/settings.ts';
import { ConfigError } from '../config/values.ts';
import { AnotherBank, bankNameOf, requireBank } from '../db/kernel/bank-name.ts';
import { DatabaseDamaged } from '../db/kernel/damage.ts';
import { migrateFile } from '../db/kernel/migrate-file.ts';
import { type LedgerPlaces, placeBook, placesInFile } from '../db/platform/ledger-places.ts';
import { copiesIn, DatabaseUnnamed, schemaOf, urlOf } from '../db/postgres/databases.ts';
import { BankElsewhere, requireHome } from '../db/postgres/home.ts';
import { SchemaGone } from '../db/postgres/identity.ts';
import { isAway, openReplica } from '../db/postgres/replica.ts';
import { schemaVersions } from '../db/postgres/versions.ts';

const EX_CONFIG = 78;
const BROKEN = [
  ...[ConfigError, DatabaseDamaged, DatabaseUnnamed, SchemaGone, BankElsewhere, AnotherBank],
];
/** What every bank has; further ledgers are migrated where they are found. */
const ALWAYS = ['platform', 'sandbox', 'production'];
const FILE = /^(platform|(sandbox|production)(-\d+)?)\.db$/;

const say = (line: string) => process.stdout.write(`${line}\n`);
const kindOf = (name: string) => (name === 'platform' ? 'platform' : 'ledger');

async function migrateSchemas(url: string, config: Config): Promise<LedgerPlaces> {
  const { dataDir } = config;
  const [before, bank, folder] = [await schemaVersions(url), bankNameOf(dataDir), copiesIn(config)];
  const always = ALWAYS.map(schemaOf);
  let places: LedgerPlaces = new Map();
  if (bank !== null && !before.has('platform')) requireBank(bank, null, dataDir);
  for (const name of new Set([...always, ...before.keys()])) {
    const read = await migrateSchema({ url, name, folder, shown: name, bank }, before);
    if (name === 'platform') places = read ?? places;
  }
  return places;
}

interface Which {
  readonly url: string;
  /** Of the schema. */
  readonly name: string;
  readonly folder: string;
  /** What it is called in what is said. */
  readonly shown: string;
  /** Null: of any. */
  readonly bank?: string | null;
  /** It was made before. */
  readonly isThere?: boolean;
}

/** Returns what a platform says of ledgers. */
async function migrateSchema(
  { shown, ...which }: Which,
  before: ReadonlyMap<string, string>,
): Promise<LedgerPlaces | null> {
  const { url, name } = which;
  const schema = kindOf(name);
  // Opening makes a schema, or brings it up to date in one transaction.
  const { database, close } = await openReplica({ ...which, schema });
  const places = schema === 'platform' ? placeBook(database).ledgerPlaces() : null;
  await close();
  const after = (await schemaVersions(url)).get(name);
  if (!before.has(name)) say(`${shown}: made`);
  else say(`${shown}: ${after === before.get(name) ? 'up to date' : 'brought up to date'}`);
  return places;
}

/** Ledgers of further databases: those that the bank has, and those that it is to have. */
async function migrateElsewhere(config: Config, places: LedgerPlaces): Promise<void> {
  const wanted = new Map(Object.entries(config.ledgerPlaces));
  for (const { name, database } of places.values()) {
    if (database === null) wanted.delete(name);
    else wanted.set(name, database);
  }
  for (const [ledger, database] of wanted) {
    const url = urlOf(config, database);
    if (url === null) continue;
    const [name, folder] = [schemaOf(ledger), copiesIn(config)];
    const [isThere, shown] = [places.has(ledger), `${ledger} in ${database}`];
    const before = await schemaVersions(url).catch((cause: unknown) => {
      // The bank opens without a ledger that is away; one that is to be made is waited for.
      if (isThere && isAway(cause)) return null;
      throw cause;
    });
    if (before === null) say(`${shown}: NOT MIGRATED, its database is away: run this again`);
    else await migrateSchema({ url, name, folder, shown, isThere }, before);
  }
}

function migrateFiles(dataDir: string): LedgerPlaces {
  mkdirSync(dataDir, { recursive: true });
  const found = readdirSync(dataDir).filter((name) => FILE.test(name));
  for (const name of new Set([...ALWAYS.map((one) => `${one}.db`), ...found])) {
    const file = join(dataDir, name);
    const isNew = !existsSync(file);
    const migrations = migrateFile(file, kindOf(name.replace('.db', '')));
    if (isNew) say(`${name}: made`);
    else if (migrations.length === 0) say(`${name}: up to date`);
    else sayMigrations(name, migrations);
  }
  return placesInFile(join(dataDir, 'platform.db'));
}

function sayMigrations(what: string, migrations: readonly string[]): void {
  say(`${what}: ${migrations.length} migrations`);
  for (const tag of migrations) say(`  ${tag}`);
}

try {
  const config = readConfig();
  const { databaseUrl, dataDir } = config;
  requireHome(config);
  const places =
    databaseUrl === null
      ? migrateFiles(resolve(dataDir))
      : await migrateSchemas(databaseUrl, config);
  await migrateElsewhere(config, places);
} catch (error) {
  process.stderr.write(`kontor: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = BROKEN.some((kind) => error instanceof kind) ? EX_CONFIG : 1;
}
