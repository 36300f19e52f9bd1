// Opens a SQLite database durably: WAL, every commit flushed (synchronous=FULL, because the library
// is compiled with NORMAL), migrations applied.

import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { SUBJECT_TABLES } from '../all-subject-tables.ts';
import { createActMarker, currentActId, type MarkAct, outsideActs } from './current-act.ts';
import { asDamaged, isDamage, requireWhole } from './damage.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import { migrateDatabase, migrationsOf, OtherVersion, openLedgerInMemory } from './migrations.ts';
import { withStatementCache } from './statements.ts';
import { keepPlans } from './steady-plans.ts';
import type { SubjectSchema } from './subject-schema.ts';
import { registerTextFunctions } from './text-search.ts';
import { FALLBACK_BYTES, FALLBACK_PAGES, startWalKeeper } from './wal-keeper.ts';

const SYNCHRONOUS_FULL = 2;

/** An open database for reads, with notifications of its commits. */
export interface Database extends Pick<GroupCommit, 'onCommit' | 'currentWrite'> {
  readonly raw: BetterSqlite3.Database;
  readonly orm: BetterSQLite3Database;
  /** Runs several reads on one snapshot, which commits of other processes do not change. */
  read<T>(work: () => T): T;
  /** True when the commits of other processes are followed, as on PostgreSQL. */
  readonly followsOtherProcesses: boolean;
  /**
   * Resolves when reads see every commit that other processes made before the call.
   * @throws DatabaseUnreachable when the server does not answer
   */
  catchUp(): Promise<void>;
  /** How anchors on a development chain are shown; omitted for other chains. */
  readonly developmentChain?: DevelopmentChain;
  close(): void;
}

/** A writable database. Only acts have one, through their transaction. */
export interface WritableDatabase extends Database, GroupCommit {
  /** Writes synchronously if possible; only for the end of a process. */
  writeAtOnce(work: () => void): void;
  /** Records the operator's act that a part of a write belongs to. Only inside `write`. */
  readonly runMarked: MarkAct;
}

/** A development chain, which proves nothing outside of the bank, and how a ledger shows it. */
export interface DevelopmentChain {
  readonly id: number;
  /**
   * False: anchors on this chain are hidden. True: they are shown, and the name of the network
   * marks it as a development chain.
   */
  readonly isShown: boolean;
  /** True when it is the only chain. */
  readonly isOnly: boolean;
}

/**
 * Opens (and creates or migrates) a database file.
 * @param file path, or `:memory:` for a database without a file
 * @param schema which folder of migrations/sqlite belongs to it
 * @param absent subjects of a ledger whose tables a new file lacks; an existing file gets the tables
 *   of the other subjects. Omitted: a new file has all tables, and an existing file keeps its tables
 * @throws DatabaseDamaged when the file is not a database, or is damaged
 * @throws OtherVersion when another version of the bank made the file
 */
export function openDatabase(
  file: string,
  schema: 'ledger' | 'platform',
  absent?: readonly SubjectSchema[],
): WritableDatabase {
  const raw =
    file === ':memory:' && schema === 'ledger'
      ? openInMemory(absent)
      : openFile(file, schema, absent);
  keepJournalInMemory(raw);
  const commits = createGroupCommit(raw);
  const wal = startWalKeeper(raw);
  commits.onCommit(wal.onCommit);
  const marked = createActMarker(raw);
  const snapshot = raw.transaction((work: () => unknown) => work());
  return {
    raw,
    orm: drizzle(withStatementCache(raw)),
    read: <T>(work: () => T) => snapshot(work) as T,
    ...commits,
    write(work) {
      const actId = currentActId();
      if (actId === null) return commits.write(work);
      return outsideActs(() => commits.write(() => marked(actId, work)));
    },
    writeAtOnce: (work) => raw.transaction(work)(),
    runMarked: marked,
    followsOtherProcesses: false,
    catchUp: async () => {},
    close() {
      if (!raw.open) return;
      wal.close();
      raw.close();
    },
  };
}

function openInMemory(absent?: readonly SubjectSchema[]): BetterSqlite3.Database {
  const prepare = (raw: BetterSqlite3.Database) => configureConnection(raw, ':memory:');
  return openLedgerInMemory(migrationsOf('ledger'), prepare, absent);
}

function openFile(
  file: string,
  schema: 'ledger' | 'platform',
  absent?: readonly SubjectSchema[],
): BetterSqlite3.Database {
  const subjects = { all: schema === 'ledger' ? SUBJECT_TABLES : [], absent };
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const raw = new BetterSqlite3(file);
  try {
    retryOpening(() => {
      configureConnection(raw, file);
      requireWhole(raw, file);
      upgrade(raw, () => migrateDatabase(raw, migrationsOf(schema), subjects));
      dropStatistics(raw);
    });
  } catch (error) {
    raw.close();
    throw asDamaged(error, file);
  }
  return raw;
}

function configureConnection(raw: BetterSqlite3.Database, file: string): void {
  keepPlans(raw);
  registerTextFunctions(raw);
  raw.pragma('busy_timeout = 10000');
  raw.pragma('journal_mode = WAL');
  raw.pragma('synchronous = FULL');
  // Without it, INSERT OR REPLACE deletes a row of the journal without running a trigger.
  raw.pragma('recursive_triggers = ON');
  raw.pragma('cache_size = -65536');
  // A thread checkpoints the WAL (wal-keeper.ts). Inside a commit SQLite does so only at this
  // length.
  raw.pragma(`wal_autocheckpoint = ${FALLBACK_PAGES}`);
  raw.pragma(`journal_size_limit = ${FALLBACK_BYTES}`);
  if (raw.pragma('synchronous', { simple: true }) !== SYNCHRONOUS_FULL) {
    throw new Error(`${file}: synchronous=FULL was not accepted`);
  }
}

/**
 * Removes the planner's statistics, which another program can gather with ANALYZE: those of a small
 * file would choose the plans of a large one.
 */
function dropStatistics(raw: BetterSqlite3.Database): void {
  raw.exec('DROP TABLE IF EXISTS sqlite_stat1; DROP TABLE IF EXISTS sqlite_stat4');
}

/**
 * Keeps the statement journal in memory: beyond 64 KB SQLite writes it to a temporary file, which
 * was two thirds of the bytes of a commit of 32 transfers. Called after the migrations, which sort
 * new indexes in files.
 */
export function keepJournalInMemory(raw: BetterSqlite3.Database): void {
  raw.pragma('temp_store = MEMORY');
}

/**
 * Applies migrations as SQLite requires for a rebuilt table: without foreign keys during the
 * migration, and with a check of all foreign keys afterwards. Source:
 * sqlite.org/lang_altertable.html, "Making Other Kinds Of Table Schema Changes".
 */
function upgrade(raw: BetterSqlite3.Database, apply: () => void): void {
  const changes = raw.prepare<[], number>('SELECT total_changes()').pluck();
  const before = changes.get();
  raw.pragma('foreign_keys = OFF');
  apply();
  raw.pragma('foreign_keys = ON');
  if (changes.get() === before) return;
  const brokenKeys = raw.pragma('foreign_key_check') as unknown[];
  if (brokenKeys.length > 0) throw new Error(`a migration broke ${brokenKeys.length} references`);
}

const OPEN_ATTEMPTS = 20;
const OPEN_PAUSE_MS = 50;

/**
 * Retries when another process opens the same new database at the same moment: SQLite does not wait
 * for the switch to WAL, and the migrator looks for applied migrations before it takes the lock.
 * The later process finds the migrations applied. A permanent failure is thrown a second later.
 */
function retryOpening(open: () => void): void {
  for (let attempt = 1; ; attempt++) {
    try {
      open();
      return;
    } catch (error) {
      if (attempt === OPEN_ATTEMPTS || isDamage(error) || error instanceof OtherVersion)
        throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, OPEN_PAUSE_MS);
    }
  }
}
