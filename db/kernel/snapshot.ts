// Makes a consistent copy of a database that others write to, and reads the signed state of its log
// for the manifest of a backup.

import BetterSqlite3 from 'better-sqlite3';

/** The newest signed state of a log. */
export interface SignedState {
  readonly origin: string;
  readonly treeSize: number;
  readonly rootHash: string;
  readonly signedAt: string;
}

const ALL_PAGES = 0x7fffffff;

/**
 * Copies a database with SQLite's online backup, all pages in one step: in several steps SQLite
 * restarts after each write, and under load never ends.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const database = new BetterSqlite3(from, { fileMustExist: true });
  try {
    await database.backup(to, { progress: () => ALL_PAGES });
  } finally {
    database.close();
  }
  // A single file: a copy in WAL mode would create two more files wherever it is read.
  const copy = new BetterSqlite3(to);
  copy.pragma('journal_mode = DELETE');
  copy.close();
}

/** Returns the newest checkpoint in a ledger's file, or null when nothing is signed. */
export function newestCheckpoint(file: string): SignedState | null {
  const raw = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  try {
    const row = raw
      .prepare<[], { origin: string; treeSize: number; rootHash: Buffer; signedAt: number }>(
        `SELECT origin, tree_size AS treeSize, root_hash AS rootHash, signed_at AS signedAt
         FROM checkpoints ORDER BY tree_size DESC LIMIT 1`,
      )
      .get();
    if (!row) return null;
    const { origin, treeSize, rootHash, signedAt } = row;
    const signedAtText = new Date(signedAt).toISOString();
    return { origin, treeSize, rootHash: rootHash.toString('hex'), signedAt: signedAtText };
  } finally {
    raw.close();
  }
}
