// The lock of moves: one move at a time, and none during a backup, which copies one ledger after
// the other and could contain the developer twice or not at all.

import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';

/**
 * Takes the move lock of a data directory. The end of the process releases the lock, also after a
 * crash.
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
