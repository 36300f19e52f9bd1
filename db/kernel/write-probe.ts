// Checks whether a database accepts a write: no read reveals a full disk or a read-only file.

import { act } from './act.ts';
import type { Database, WritableDatabase } from './connect.ts';

/**
 * Commits a change that nothing depends on.
 * @throws the error of the commit
 */
export function tryWrite(database: Pick<WritableDatabase, 'raw' | 'write'>): Promise<void> {
  return database.write(() => toggleUserVersion(database));
}

/** Probes a write as an act of a ledger. */
export const probeWrite = act('database.probe', (tx, _: null): void =>
  toggleUserVersion(tx.database),
);

/** `user_version` is a number in the file's header that SQLite leaves to applications. */
function toggleUserVersion({ raw }: Pick<Database, 'raw'>): void {
  const userVersion = raw.pragma('user_version', { simple: true }) as number;
  raw.pragma(`user_version = ${userVersion === 1 ? 2 : 1}`);
}
