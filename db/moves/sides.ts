// A ledger as a move writes it: a file of SQLite.

import BetterSqlite3 from 'better-sqlite3';

export interface MoveSide {
  /** Name of the ledger. */
  readonly name: string;
  /** Its rows: read at any time, written inside `write` and `hold` only. */
  readonly raw: BetterSqlite3.Database;
  readonly file: string;
  readonly pace: Pace;
  /** Lets `raw` read the rows of another ledger, as `source`. */
  attach(other: MoveSide): void;
  /** Ends that, if it is so. */
  detach(): void;
  /** Applies the commits of other processes, as far as the ledger's database answers. */
  catchUp(): Promise<void>;
  /** Runs work in one commit; an error undoes all of it. */
  write<T>(work: () => T): Promise<T>;
  /** The same of work that waits: no other process writes in the ledger meanwhile. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Speed at which rows come and go. */
interface Pace {
  /** More are not carried unasked: it would take more than two seconds. */
  readonly mostRows: number;
  /** For 1,000 rows, about. */
  readonly waitMs: number;
}

const OF_FILES: Pace = { mostRows: 70_000, waitMs: 30 };

/** A ledger by its name and the file that it lies in. */
interface LedgerFile {
  readonly name: string;
  readonly file: string;
}

export function fileSide({ name, file }: LedgerFile): MoveSide {
  const raw = connect(file);
  const { isAttached, attach, detach } = attachment(raw);
  async function hold<T>(work: () => Promise<T>): Promise<T> {
    // An immediate transaction would lock the attached database, too.
    raw.exec(isAttached() ? 'BEGIN' : 'BEGIN IMMEDIATE');
    try {
      const value = await work();
      raw.exec('COMMIT');
      return value;
    } catch (error) {
      if (raw.inTransaction) raw.exec('ROLLBACK');
      throw error;
    }
  }
  return {
    name,
    raw,
    file,
    pace: OF_FILES,
    attach,
    detach,
    catchUp: async () => {},
    write: (work) => hold(async () => work()),
    hold,
    close: async () => void raw.close(),
  };
}

/** A connection as the bank's own, but for references: rows leave and arrive with all of theirs. */
function connect(file: string): BetterSqlite3.Database {
  const raw = new BetterSqlite3(file, { fileMustExist: true, timeout: 10_000 });
  raw.pragma('synchronous = FULL');
  raw.pragma('recursive_triggers = ON');
  raw.pragma('foreign_keys = OFF');
  // Departed rows must not stay in the file: no erasure would find them.
  raw.pragma('secure_delete = ON');
  raw.pragma('cache_size = -65536');
  return raw;
}

/** The rows of another ledger beside those of a connection, as `source`. */
function attachment(raw: BetterSqlite3.Database) {
  let isAttached = false;
  return {
    isAttached: () => isAttached,
    attach({ file }: Pick<MoveSide, 'file'>): void {
      raw.prepare('ATTACH DATABASE ? AS source').run(file);
      isAttached = true;
    },
    detach(): void {
      if (isAttached) raw.exec('DETACH DATABASE source');
      isAttached = false;
    },
  };
}
