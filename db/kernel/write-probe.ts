// Whether a database takes a write: a full disk or a read-only file shows in no read.

import type { Database } from './connect.ts';

/**
 * Commits a change that nothing depends on: `user_version`, a number in the file's header that
 * SQLite leaves to applications.
 * @throws the error of the commit
 */
export function tryWrite({ raw, write }: Pick<Database, 'raw' | 'write'>): Promise<void> {
  return write(() => {
    const is = raw.pragma('user_version', { simple: true }) as number;
    raw.pragma(`user_version = ${is === 1 ? 2 : 1}`);
  });
}
