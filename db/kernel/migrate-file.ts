// Migrates a SQLite file to this release, and names the applied migrations.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { migrationsOf, openDatabase } from './connect.ts';

interface Journal {
  readonly entries: readonly { readonly tag: string; readonly when: number }[];
}

/** The migrations of a schema in their order. */
export function journalOf(schema: 'ledger' | 'platform'): Journal {
  return JSON.parse(readFileSync(join(migrationsOf(schema), 'meta', '_journal.json'), 'utf8'));
}

/**
 * Opens and closes a file, which creates it or applies the missing migrations.
 * @returns names of the migrations that an existing file lacked
 * @throws DatabaseDamaged when the file is not a database, or is damaged
 */
export function migrateFile(file: string, schema: 'ledger' | 'platform'): string[] {
  const newestBefore = existsSync(file) ? newestMigrationTime(file) : Number.POSITIVE_INFINITY;
  openDatabase(file, schema).close();
  const missing = journalOf(schema).entries.filter(({ when }) => when > newestBefore);
  return missing.map(({ tag }) => tag);
}

/**
 * Returns when the newest migration of a file was written, or infinity when the file is not a
 * database.
 */
function newestMigrationTime(file: string): number {
  let raw: BetterSqlite3.Database | null = null;
  try {
    raw = new BetterSqlite3(file, { fileMustExist: true });
    return Number(raw.prepare('SELECT max(created_at) FROM __drizzle_migrations').pluck().get());
  } catch {
    return Number.POSITIVE_INFINITY;
  } finally {
    raw?.close();
  }
}
