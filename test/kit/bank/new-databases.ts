// The files of a bank that was never used, with all migrations applied: made once in a process and
// copied for each bank that a test opens.

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { openDatabase } from '../../../db/kernel/connect.ts';

const FILES = { platform: ['platform.db'], ledger: ['sandbox.db', 'production.db'] } as const;

let made: string | null = null;

/** Puts new databases into the data folder of a bank. */
export function putNewDatabases(dataDir: string): void {
  made ??= make();
  for (const [schema, files] of Object.entries(FILES)) {
    for (const file of files) {
      copyFileSync(join(made, schema), join(dataDir, file));
      if (schema === 'ledger') rename(join(dataDir, file));
    }
  }
}

/** Two ledgers of one name would share their workflows. */
function rename(file: string): void {
  const db = new BetterSqlite3(file);
  db.exec('UPDATE ledger SET name = lower(hex(randomblob(6)))');
  db.close();
}

function make(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-new-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const schema of ['platform', 'ledger'] as const) {
    openDatabase(join(folder, schema), schema).close();
  }
  return folder;
}
