// npm run backup -- --to DIR [--data DIR]: a backup of the bank in the data directory, which may
// work meanwhile. `npm run restore` reads it.

import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { takeBackup } from '../bank/backup/take.ts';
import { BackupFault, openVault } from '../bank/backup/vault.ts';
import { failPointOf } from '../bank/fail-point.ts';
import { readConfig } from '../config/settings.ts';
import { placesInFile } from '../db/platform/ledger-places.ts';
import { schemaOf } from '../db/postgres/databases.ts';

const EX_USAGE = 64;
const IN_POSTGRES =
  'KONTOR_DATABASE_URL is set: back up the rows with pg_dump, those of each database of ' +
  'KONTOR_DATABASES too, and the data directory beside them';
const say = (line: string) => process.stdout.write(`${line}\n`);
const config = readConfig();
const { values } = parseArgs({ options: { to: { type: 'string' }, data: { type: 'string' } } });

if (values.to === undefined) {
  process.stderr.write('kontor: npm run backup -- --to DIR [--data DIR]\n');
  process.exit(EX_USAGE);
}
try {
  if (config.databaseUrl !== null) throw new BackupFault(IN_POSTGRES);
  const dataDir = resolve(values.data ?? config.dataDir);
  const made = await takeBackup({
    dataDir,
    logKeyDir: config.logKeyDir,
    to: values.to,
    vault: openVault(config.backupKey),
    failPoint: failPointOf(config.failPoint),
  });
  for (const [environment, log] of Object.entries(made.logs)) {
    say(`${environment}: the log is signed up to ${log ? `leaf ${log.treeSize}` : 'no leaf'}`);
  }
  for (const { name, database } of placesInFile(join(dataDir, 'platform.db')).values()) {
    if (database === null) continue;
    const schema = schemaOf(name);
    say(`${name} is in ${database}: not in this backup, back up schema ${schema} with pg_dump`);
  }
  const encrypted = config.backupKey === null ? 'not encrypted' : 'encrypted';
  say(`${values.to}: ${made.files} files, ${made.bytes} bytes, ${encrypted}`);
  say(`manifest SHA-256 ${made.manifestSha256}`);
} catch (error) {
  if (!(error instanceof BackupFault)) throw error;
  process.stderr.write(`kontor: ${error.message}\n`);
  process.exit(1);
}
