// npm run restore -- --from DIR [--data DIR] [--sha256 HEX]: restores a data directory from a
// backup, after checking that its hashes are right and its books balance.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { restoreBackup } from '../bank/backup/restore.ts';
import { BackupFault, openVault } from '../bank/backup/vault.ts';
import { readConfig } from '../bank/config/settings.ts';
import { failPointOf } from '../bank/fail-point.ts';

const EX_USAGE = 64;
const POSTGRES_HINT =
  'KONTOR_DATABASE_URL is set: restore the rows with pg_restore, and put the data directory back';
const VERIFY = fileURLToPath(new URL('./verify.ts', import.meta.url));
const printLine = (line: string) => process.stdout.write(`${line}\n`);
const config = readConfig();
const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { from: text, data: text, sha256: text } });

async function verify(folder: string, madeAt: string): Promise<void> {
  const args = [VERIFY, folder, '--at', madeAt];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  process.stdout.write(stdout);
  if (status === 0) return;
  const reason = status === 1 ? 'the books do not balance' : 'the books cannot be checked';
  throw new BackupFault(`${reason}: nothing is restored ${stderr}`.trim());
}

if (values.from === undefined) {
  process.stderr.write('kontor: npm run restore -- --from DIR [--data DIR] [--sha256 HEX]\n');
  process.exit(EX_USAGE);
}
try {
  if (config.databaseUrl !== null) throw new BackupFault(POSTGRES_HINT);
  const dataDir = values.data ?? config.dataDir;
  const { madeAt, files, keysLeftOut } = await restoreBackup({
    from: values.from,
    dataDir,
    pinned: values.sha256 ?? null,
    vault: openVault(config.backupKey),
    verify,
    failPoint: failPointOf(config.failPoint),
  });
  printLine(`${dataDir}: ${files.length} files of the backup of ${madeAt}`);
  if (keysLeftOut.length > 0) {
    printLine(`MISSING: the backup has no keys. Before the bank starts, put into ${dataDir}:`);
    for (const name of keysLeftOut) printLine(`  ${name}`);
  }
} catch (error) {
  if (!(error instanceof BackupFault)) throw error;
  process.stderr.write(`kontor: ${error.message}\n`);
  process.exit(1);
}
