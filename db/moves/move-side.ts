// Access of a move to a ledger, which is an SQLite file.

import BetterSqlite3 from 'better-sqlite3';

export interface MoveSide {
  /** Name of the ledger. */
  readonly name: string;
  /** Connection to the ledger: read at any time, write only inside `write` and `hold`. */
  readonly raw: BetterSqlite3.Database;
  readonly file: string;
  readonly pace: Pace;
  /** Attaches another ledger to `raw` as the schema `source`. */
  attach(other: MoveSide): void;
  /** Detaches the other ledger, if one is attached. */
  detach(): void;
  /** Reads the commits of other processes, as far as the ledger's database answers. */
  catchUp(): Promise<void>;
  /** Runs work in one commit; an error undoes all of it. */
  write<T>(work: () => T): Promise<T>;
  /** Runs asynchronous work in one commit. No other process can write in the ledger meanwhile. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Speed at which a ledger copies rows. */
interface Pace {
  /** Rows that take about two seconds: the maximum unless an operator asks for more. */
  readonly maxRows: number;
  /** Approximate milliseconds for 1,000 rows. */
  readonly waitMs: number;
}

const FILE_PACE: Pace = { maxRows: 70_000, waitMs: 30 };

/** The name and the file of a ledger. */
interface LedgerFile {
  readonly name: string;
  readonly file: string;
}

/** Opens a ledger file for a move. */
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
    pace: FILE_PACE,
    attach,
    detach,
    catchUp: async () => {},
    write: (work) => hold(async () => work()),
    hold,
    close: async () => void raw.close(),
  };
}

/**
 * Opens a connection like the bank's, but without foreign keys: a move carries all related rows.
 */
function connect(file: string): BetterSqlite3.Database {
  const raw = new BetterSqlite3(file, { fileMustExist: true, timeout: 10_000 });
  raw.pragma('synchronous = FULL');
  raw.pragma('recursive_triggers = ON');
  raw.pragma('foreign_keys = OFF');
  // Deleted rows must not stay in the file, because a later erasure would not find them.
  raw.pragma('secure_delete = ON');
  raw.pragma('cache_size = -65536');
  return raw;
}

/** Attaches and detaches another ledger as the schema `source`. */
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
