// npm run backup -- --to DIR [--data DIR] [--with-keys]: a backup of the bank in the data
// directory. The bank may run meanwhile. `npm run restore` reads it.

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { takeBackup } from '../bank/backup/take.ts';
import { BackupFault, openVault } from '../bank/backup/vault.ts';
import { readConfig } from '../bank/config/settings.ts';
import { failPointOf } from '../bank/fail-point.ts';

const EX_USAGE = 64;
const POSTGRES_HINT =
  'KONTOR_DATABASE_URL is set: back up the rows with pg_dump, and the data directory beside them';
const print = (line: string) => process.stdout.write(`${line}\n`);
const config = readConfig();
const text = { type: 'string' } as const;
const options = { to: text, data: text, 'with-keys': { type: 'boolean' } } as const;
const { values } = parseArgs({ options });

/**
 * Prints the contents of an unencrypted backup that its holder can read, and the parts that it
 * cannot restore.
 */
function printUnencryptedWarning(keysLeftOut: readonly string[]): void {
  print('NOT ENCRYPTED: whoever has it reads names, payments and documents (KONTOR_BACKUP_KEY)');
  if (values['with-keys']) {
    print('KEYS IN THE CLEAR: whoever has it opens what is sealed, and signs as this bank');
  } else if (keysLeftOut.length > 0) {
    print(`WITHOUT KEYS: keep a copy elsewhere, nothing is opened or signed without them:`);
    for (const name of keysLeftOut) print(`  ${name}`);
  }
}

if (values.to === undefined) {
  process.stderr.write('kontor: npm run backup -- --to DIR [--data DIR] [--with-keys]\n');
  process.exit(EX_USAGE);
}
try {
  if (config.databaseUrl !== null) throw new BackupFault(POSTGRES_HINT);
  const dataDir = resolve(values.data ?? config.dataDir);
  const backup = await takeBackup({
    dataDir,
    logKeyDir: config.logKeyDir,
    to: values.to,
    vault: openVault(config.backupKey),
    withKeys: values['with-keys'] ?? false,
    failPoint: failPointOf(config.failPoint),
  });
  for (const [environment, log] of Object.entries(backup.logs)) {
    print(`${environment}: the log is signed up to ${log ? `leaf ${log.treeSize}` : 'no leaf'}`);
  }
  const encrypted = config.backupKey === null ? 'not encrypted' : 'encrypted';
  print(`${values.to}: ${backup.files} files, ${backup.bytes} bytes, ${encrypted}`);
  if (config.backupKey === null) printUnencryptedWarning(backup.keysLeftOut);
  print(`manifest SHA-256 ${backup.manifestSha256}`);
} catch (error) {
  if (!(error instanceof BackupFault)) throw error;
  process.stderr.write(`kontor: ${error.message}\n`);
  process.exit(1);
}
