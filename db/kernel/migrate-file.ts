// Migrates a SQLite file to this release, and names the applied migrations.

import { existsSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { openDatabase } from './connect.ts';
import { countMigrations, journalIn, migrationsOf } from './migrations.ts';

/**
 * Opens and closes a file, which creates it or applies the missing migrations.
 * @returns names of the migrations that an existing file lacked
 * @throws DatabaseDamaged when the file is not a database, or is damaged
 * @throws OtherVersion when another version of the bank made the file
 */
export function migrateFile(file: string, schema: 'ledger' | 'platform'): string[] {
  const tags = journalIn(migrationsOf(schema)).map(({ tag }) => tag);
  const count = existsSync(file) ? countIn(file) : tags.length;
  openDatabase(file, schema).close();
  return tags.slice(count);
}

/** Returns the number of applied migrations, or infinity when the file is not a database. */
function countIn(file: string): number {
  let raw: BetterSqlite3.Database | null = null;
  try {
    raw = new BetterSqlite3(file, { fileMustExist: true });
    return countMigrations(raw);
  } catch {
    return Number.POSITIVE_INFINITY;
  } finally {
    raw?.close();
  }
}
