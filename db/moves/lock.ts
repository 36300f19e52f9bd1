// One move at a time, and none while a backup copies one ledger after the other: it would have the
// developer in both of them, or in none.

import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';

/**
 * Takes the move lock of a data directory; the lock ends with the process, however that ends.
 * @returns the function that releases the lock, or null when another process holds it
 */
export function lockMoves(dataDir: string): (() => void) | null {
  mkdirSync(resolve(dataDir), { recursive: true });
  const lock = new BetterSqlite3(join(resolve(dataDir), 'move.lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return () => void lock.close();
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    return null;
  }
}
