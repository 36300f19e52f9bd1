// npm run backup -- --to DIR [--data DIR]: a backup of the bank in the data directory, which may
// work meanwhile. `npm run restore` reads it.

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { takeBackup } from '../bank/backup/take.ts';
import { BackupFault, openVault } from '../bank/backup/vault.ts';
import { failPointOf } from '../bank/fail-point.ts';
import { readConfig } from '../config/settings.ts';

const EX_USAGE = 64;
const IN_POSTGRES =
  'KONTOR_DATABASE_URL is set: back up the rows with pg_dump, and the data directory beside them';
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
  const encrypted = config.backupKey === null ? 'not encrypted' : 'encrypted';
  say(`${values.to}: ${made.files} files, ${made.bytes} bytes, ${encrypted}`);
  say(`manifest SHA-256 ${made.manifestSha256}`);
} catch (error) {
  if (!(error instanceof BackupFault)) throw error;
  process.stderr.write(`kontor: ${error.message}\n`);
  process.exit(1);
}
