// A second connection to a ledger that can only read, for a thread of its own: WAL lets it read a
// snapshot while the bank writes.

import BetterSqlite3 from 'better-sqlite3';

export interface ReadOnlyDatabase {
  readonly raw: BetterSqlite3.Database;
  /** Runs several reads on one snapshot. */
  read<T>(work: () => T): T;
}

/** Opens a file that the bank has open already. */
export function openReadOnly(file: string): ReadOnlyDatabase {
  const raw = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  raw.pragma('busy_timeout = 10000');
  raw.pragma('query_only = ON');
  return { raw, read: (work) => raw.transaction(work)() };
}

/** The file of an open database; null: it is in memory, where no other connection finds it. */
export function fileOf({ raw }: { readonly raw: BetterSqlite3.Database }): string | null {
  return raw.memory ? null : raw.name;
}
