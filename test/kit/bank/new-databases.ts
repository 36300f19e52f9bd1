// The database files of an unused bank with all migrations applied, made once in a process and
// copied for each bank that a test opens.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { openDatabase } from '../../../db/kernel/connect.ts';

const FILES = { platform: ['platform.db'], ledger: ['sandbox.db', 'production.db'] } as const;

let created: Readonly<Record<keyof typeof FILES, Buffer>> | null = null;
/** The name of the ledger in its file. */
let ledgerName = '';

/**
 * Copies new databases into the data directory of a bank.
 * @param schemas the schemas to copy; the bank creates the others, such as ledgers without some
 * subjects
 */
export function putNewDatabases(
  dataDir: string,
  schemas: readonly (keyof typeof FILES)[] = ['platform', 'ledger'],
): void {
  created ??= createDatabases();
  for (const schema of schemas) {
    const files = FILES[schema];
    for (const file of files) {
      const bytes = created[schema];
      writeFileSync(join(dataDir, file), schema === 'ledger' ? replaceLedgerName(bytes) : bytes);
    }
  }
}

/**
 * Replaces the name of the ledger: two ledgers with one name would share their workflows. Names
 * have the same length.
 */
function replaceLedgerName(ledger: Buffer): Buffer {
  const bytes = Buffer.from(ledger);
  const name = randomBytes(ledgerName.length / 2).toString('hex');
  for (
    let keyIndex = bytes.indexOf(ledgerName);
    keyIndex !== -1;
    keyIndex = bytes.indexOf(ledgerName, keyIndex)
  ) {
    keyIndex += bytes.write(name, keyIndex);
  }
  return bytes;
}

function createDatabases() {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-new-'));
  try {
    const bytesOf = (schema: keyof typeof FILES) => {
      const file = join(folder, schema);
      openDatabase(file, schema).close();
      if (schema === 'ledger') ledgerName = readLedgerName(file);
      return readFileSync(file);
    };
    return { platform: bytesOf('platform'), ledger: bytesOf('ledger') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readLedgerName(file: string): string {
  const db = new BetterSqlite3(file, { readonly: true });
  const name = db.prepare<[], string>('SELECT name FROM ledger').pluck().get() ?? '';
  db.close();
  return name;
}
