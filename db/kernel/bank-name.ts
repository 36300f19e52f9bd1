// The random name of a bank, permanent: it is stored in the platform, in each ledger and in the
// data directory. A file with another name belongs to another bank.

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import { writeWhole } from './whole-file.ts';

/** A ledger, a platform or a data directory belongs to another bank than expected. */
export class WrongBank extends Error {}

/** Name of the file in the data directory. */
export const BANK_NAME_FILE = 'bank.name';

/** Returns the bank's name from a platform or a ledger, or null when none is set yet. */
export function bankNameIn(raw: BetterSqlite3.Database): string | null {
  return raw.prepare<[], string>('SELECT name FROM bank').pluck().get() ?? null;
}

/**
 * Assigns a ledger to a bank, inside a write.
 * @throws WrongBank when the ledger belongs to another bank
 */
export function claimForBank(raw: BetterSqlite3.Database, ledger: string, name: string): void {
  raw.prepare('INSERT INTO bank VALUES (1, ?) ON CONFLICT DO NOTHING').run(name);
  const owner = bankNameIn(raw);
  if (owner === name) return;
  throw new WrongBank(`ledger ${ledger} belongs to bank ${owner}, and this is bank ${name}`);
}

const fileIn = (dataDir: string) => join(resolve(dataDir), BANK_NAME_FILE);

/** Returns the bank's name from a data directory, or null when it belongs to no bank yet. */
export function bankNameOf(dataDir: string): string | null {
  const file = fileIn(dataDir);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/**
 * Writes the name into a data directory.
 * @throws WrongBank when the data directory belongs to another bank
 */
export function ensureBankName(dataDir: string, name: string): void {
  const storedName = bankNameOf(dataDir);
  if (storedName === null) {
    mkdirSync(resolve(dataDir), { recursive: true });
    writeWhole(fileIn(dataDir), `${name}\n`);
  } else requireBank(storedName, name, dataDir);
}

/**
 * @param expected the bank's name in the data directory
 * @param storedName the bank's name in the database
 * @throws WrongBank when the two differ
 */
export function requireBank(expected: string, storedName: string | null, dataDir: string): void {
  if (storedName === expected) return;
  const ownership = storedName === null ? 'has no bank' : `has bank ${storedName}`;
  throw new WrongBank(
    `${resolve(dataDir)} belongs to bank ${expected} (${BANK_NAME_FILE}), and the database ${ownership}: ` +
      'bring back the database of that bank, or name another KONTOR_DATA_DIR; see "Another bank ' +
      'in the place of this one" in docs/operate/runbook.md',
  );
}
