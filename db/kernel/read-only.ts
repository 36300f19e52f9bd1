// A second connection to a ledger that can only read, for a thread of its own: WAL lets it read a
// snapshot while the bank writes.

import BetterSqlite3 from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { businessClock } from './clock.ts';
import type { Database } from './connect.ts';
import type { EnvironmentName } from './environment.ts';
import type { ReadLedger } from './ledger-reads.ts';
import { withStatementCache } from './statements.ts';
import { keepPlans } from './steady-plans.ts';
import { registerTextFunctions } from './text-search.ts';

export interface ReadOnlyDatabase extends Pick<Database, 'raw' | 'orm' | 'read'> {
  /** Runs dependent reads on one snapshot; one such call at a time. */
  readAsync<T>(work: () => Promise<T>): Promise<T>;
  /**
   * A number that changes when a process has written to the file; within a snapshot, the number of
   * the snapshot.
   */
  version(): number;
}

/** Opens a file that the bank has open already. */
function openReadOnly(file: string): ReadOnlyDatabase {
  const raw = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  raw.pragma('busy_timeout = 10000');
  raw.pragma('query_only = ON');
  keepPlans(raw);
  registerTextFunctions(raw);
  const snapshot = raw.transaction((work: () => unknown) => work());
  const [begin, end] = [raw.prepare('BEGIN'), raw.prepare('COMMIT')];
  // SQLite changes `data_version` for commits of other connections; this connection commits
  // nothing.
  const version = raw.prepare<[], number>('PRAGMA data_version').pluck();
  return {
    raw,
    orm: drizzle(withStatementCache(raw)),
    read: <T>(work: () => T) => snapshot(work) as T,
    async readAsync(work) {
      begin.run();
      try {
        return await work();
      } finally {
        end.run();
      }
    },
    version: () => version.get() ?? 0,
  };
}

/**
 * Opens a ledger's file for reads, for a process without a running bank. Commits of other processes
 * are not announced.
 * @param now milliseconds since 1970 UTC: the moment as of which it is read
 */
export function readLedgerFile(
  file: string,
  environment: EnvironmentName,
  now: number,
): ReadLedger {
  const { raw, orm, read } = openReadOnly(file);
  const database: Database = {
    ...{ raw, orm, read, followsOtherProcesses: false },
    onCommit: () => undefined,
    currentWrite: () => null,
    catchUp: async () => undefined,
    close: () => raw.close(),
  };
  return {
    ...{ database, name: environment, livemode: environment === 'production', now: () => now },
    clock: businessClock(database, environment, () => now),
  };
}

const openedDatabases = new Map<string, ReadOnlyDatabase>();

/** Returns the read-only database of this thread, opened once, for as long as the thread runs. */
export function readOnlyDatabase(file: string): ReadOnlyDatabase {
  const connection = openedDatabases.get(file) ?? openReadOnly(file);
  openedDatabases.set(file, connection);
  return connection;
}

/**
 * Returns the file of an open database, or null for one in memory, which no other connection can
 * open.
 */
export function fileOf({ raw }: { readonly raw: BetterSqlite3.Database }): string | null {
  return raw.memory ? null : raw.name;
}
