// `npm run migrate`: migrates the databases of a bank to this release, on either engine, and prints
// the steps. It may run before every start: a current database is not changed. Exit code 1 when a
// database cannot be migrated; 78 when the configuration or a file is broken, so that a retry would
// not help.

import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bankNameOf, requireBank, WrongBank } from '../db/kernel/bank-name.ts';
import { DatabaseDamaged } from '../db/kernel/damage.ts';
import { migrateFile } from '../db/kernel/migrate-file.ts';
import { OtherVersion } from '../db/kernel/migrations.ts';
import { copyFolder, schemaOf } from '../db/postgres/databases.ts';
import { SchemaGone } from '../db/postgres/identity.ts';
import { ensureSchema } from '../db/postgres/replica.ts';
import { requireConfiguredLocation, WrongBankLocation } from '../db/postgres/storage-place.ts';
import { schemaVersions } from '../db/postgres/versions.ts';
import { type Config, readConfig } from './config/settings.ts';
import { ConfigError } from './config/values.ts';

const EX_CONFIG = 78;
const BROKEN_STATE_ERRORS = [
  ...[ConfigError, DatabaseDamaged, OtherVersion, SchemaGone, WrongBankLocation, WrongBank],
];
/** Databases of every bank. */
const DATABASES = ['platform', 'sandbox', 'production'];
const FILE = /^(platform|(sandbox|production)(-\d+)?)\.db$/;

const print = (line: string) => process.stdout.write(`${line}\n`);
const kindOf = (name: string) => (name === 'platform' ? 'platform' : 'ledger');

async function migrateSchemas(url: string, config: Config): Promise<void> {
  const { dataDir } = config;
  const [before, bank, folder] = [
    await schemaVersions(url),
    bankNameOf(dataDir),
    copyFolder(config),
  ];
  const requiredSchemas = DATABASES.map(schemaOf);
  if (bank !== null && !before.has('platform')) requireBank(bank, null, dataDir);
  for (const name of new Set([...requiredSchemas, ...before.keys()])) {
    await migrateSchema({ url, name, folder, bank }, before);
  }
}

interface MigrationTarget {
  readonly url: string;
  /** Name of the schema. */
  readonly name: string;
  readonly folder: string;
  /** Name of the bank to which the schema must belong; null for any. */
  readonly bank: string | null;
}

async function migrateSchema(
  target: MigrationTarget,
  before: ReadonlyMap<string, string>,
): Promise<void> {
  const { url, name } = target;
  const schema = kindOf(name);
  // Creates a schema, or migrates it in one transaction. A copy of its rows is not needed for that.
  await ensureSchema({ ...target, schema });
  const after = (await schemaVersions(url)).get(name);
  if (!before.has(name)) print(`${name}: made`);
  else print(`${name}: ${after === before.get(name) ? 'up to date' : 'brought up to date'}`);
}

function migrateFiles(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  const files = readdirSync(dataDir).filter((name) => FILE.test(name));
  for (const name of new Set([...DATABASES.map((name) => `${name}.db`), ...files])) {
    const file = join(dataDir, name);
    const isNew = !existsSync(file);
    const migrations = migrateFile(file, kindOf(name.replace('.db', '')));
    if (isNew) print(`${name}: made`);
    else if (migrations.length === 0) print(`${name}: up to date`);
    else printMigrations(name, migrations);
  }
}

function printMigrations(label: string, migrations: readonly string[]): void {
  print(`${label}: ${migrations.length} migrations`);
  for (const tag of migrations) print(`  ${tag}`);
}

try {
  const config = readConfig();
  const { databaseUrl, dataDir } = config;
  requireConfiguredLocation(config);
  if (databaseUrl === null) migrateFiles(resolve(dataDir));
  else await migrateSchemas(databaseUrl, config);
} catch (error) {
  process.stderr.write(`kontor: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = BROKEN_STATE_ERRORS.some((kind) => error instanceof kind) ? EX_CONFIG : 1;
}
