// The copy of a schema that a process keeps in a SQLite file for acts and reads. The copy is a
// cache, and may be deleted while no process has it open.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { SUBJECT_TABLES, subjectsMissingIn } from '../all-subject-tables.ts';
import { bankNameIn } from '../kernel/bank-name.ts';
import { keepJournalInMemory, openDatabase } from '../kernel/connect.ts';
import { requireWhole } from '../kernel/damage.ts';
import { migrationsIn, migrationsOf } from '../kernel/migrations.ts';
import { keepPlans } from '../kernel/steady-plans.ts';
import { type SubjectSchema, tableNamesIn } from '../kernel/subject-schema.ts';
import { registerTextFunctions } from '../kernel/text-search.ts';
import { FALLBACK_BYTES, FALLBACK_PAGES, startWalKeeper } from '../kernel/wal-keeper.ts';
import { type Capture, captureOn } from './capture.ts';
import type { Position } from './commits.ts';
import { type Table, tablesOf } from './schema.ts';
import { deleteFromCopy, type RowSet, upsertIntoCopy } from './sets.ts';

/** The time for which a copy works before other work on the thread runs. */
const TURN_MS = 10;

export type SchemaName = 'ledger' | 'platform';

/** The model of a copy of a schema. */
export interface Model {
  readonly tables: ReadonlyMap<string, Table>;
  /** An empty file with all tables and without triggers. */
  readonly image: Buffer;
  readonly triggers: readonly string[];
  /** A hash of the tables and migrations: distinguishes schemas and copies of this version. */
  readonly version: string;
}

export interface Copy {
  readonly file: string;
  /** The connection that runs acts, the only one with triggers. */
  readonly acts: BetterSqlite3.Database;
  /** A read-only connection, which sees committed rows only. */
  readonly reads: BetterSqlite3.Database;
  readonly capture: Capture;
  /** Called after a commit, to keep the WAL of the copy short. */
  onCommit(): void;
  position(): Position;
  /** Returns the name of the bank that the rows belong to, or null when the copy has none yet. */
  bankName(): string | null;
  /** Records the commit of the acts inside their transaction. */
  note(position: Position): void;
  /**
   * Applies commits of another process, in order; no transaction may be open. Reads see all of them
   * or none, and other work on the thread runs in between.
   */
  follow(commits: readonly (readonly RowSet[])[], position: Position): Promise<void>;
  /** Replaces the rows of some keys, and sets the commit of the copy. */
  replace(rows: readonly ReplacedRows[], position: Position): Promise<void>;
  /** Marks the file as damaged: the next start of the process replaces it. */
  markDamaged(): void;
  /** Deletes all rows of the copy and loads them again. */
  refill(fill: (page: (table: Table, rows: string) => void) => Promise<Position>): Promise<void>;
  close(): void;
}

/** Replacement rows: the current rows of some keys. */
export interface ReplacedRows {
  readonly table: Table;
  /** An array of objects with the key columns, and possibly others. */
  readonly keys: string;
  readonly rows: string;
}

const models = new Map<string, Model>();

/**
 * Returns the model of a schema, made once for all copies of a process.
 * @param absent subjects of a ledger whose tables the schema lacks
 */
export function modelOf(schema: SchemaName, absent: readonly SubjectSchema[] = []): Model {
  // In a fixed order, because the version of a model depends on it.
  const missing =
    schema === 'ledger' ? SUBJECT_TABLES.filter((subject) => absent.includes(subject)) : [];
  const key = [migrationsOf(schema), ...missing.map(({ tables }) => tables[0])].join(' ');
  const model = models.get(key) ?? createModel(schema, missing);
  models.set(key, model);
  return model;
}

/** Returns the model of the tables that a database of this version has. */
export function modelIn(raw: BetterSqlite3.Database, schema: SchemaName): Model {
  return modelOf(schema, subjectsMissingIn(tableNamesIn(raw)));
}

function createModel(schema: SchemaName, absent: readonly SubjectSchema[]): Model {
  const { raw, close } = openDatabase(':memory:', schema, absent);
  const objects = raw
    .prepare<[], { type: string; name: string; sql: string }>(
      `SELECT type, name, sql FROM sqlite_master
       WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid`,
    )
    .all();
  const tables = tablesOf(raw);
  const triggers = objects.filter(({ type }) => type === 'trigger');
  for (const { name } of triggers) raw.exec(`DROP TRIGGER "${name}"`);
  raw.pragma('foreign_keys = OFF');
  for (const name of tables.keys()) raw.exec(`DELETE FROM "${name}"`);
  raw.exec(`CREATE TABLE __copy (id INTEGER PRIMARY KEY CHECK (id = 1),
    number INTEGER NOT NULL, mark TEXT NOT NULL, version TEXT NOT NULL) STRICT`);
  // A migration that changes only rows leaves the tables as they are, and gives a new version too.
  const migrations = migrationsIn(migrationsOf(schema)).map(({ hash }) => hash);
  const text = [...objects.map(({ sql }) => sql), ...migrations].join(';');
  const version = createHash('sha256').update(text).digest('hex');
  raw.prepare("INSERT INTO __copy VALUES (1, -1, '', ?)").run(version);
  const image = raw.serialize();
  close();
  return { tables, image, triggers: triggers.map(({ sql }) => asTemporary(sql)), version };
}

/** Converts a trigger into a temporary one of one connection. */
function asTemporary(sql: string): string {
  return sql.replace(/^\s*CREATE TRIGGER/i, 'CREATE TEMP TRIGGER');
}

/** A file that this process has locked, until `unlock` or the end of the copy. */
export interface ClaimedCopy {
  readonly file: string;
  /** False when the file is not a complete copy of this version and bank. */
  isUsable(): boolean;
  unlock(): void;
}

/**
 * Locks a copy of a schema in a folder: the first file that no other process has locked.
 * @param bank the bank of the rows; null accepts any
 */
export function claimCopy(
  folder: string,
  name: string,
  { version }: Pick<Model, 'version'>,
  bank: string | null = null,
): ClaimedCopy {
  mkdirSync(folder, { recursive: true });
  const claimed = claimFile(folder, name);
  return { ...claimed, isUsable: () => isUsable(claimed.file, version, bank) };
}

/** Opens a locked copy. An unusable file is replaced by an empty copy. */
export function openCopy(claimed: ClaimedCopy, model: Model): Copy {
  const { file, unlock } = claimed;
  if (!claimed.isUsable()) {
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
    rmSync(damageMarkOf(file), { force: true });
    writeFileSync(file, model.image);
  }
  const feed = new BetterSqlite3(file);
  configureConnection(feed);
  feed.pragma('foreign_keys = OFF');
  keepJournalInMemory(feed);
  // Rows that another process has erased must not remain in this file either.
  feed.pragma('secure_delete = ON');
  const acts = new BetterSqlite3(file);
  configureConnection(acts);
  acts.pragma('foreign_keys = ON');
  acts.pragma('recursive_triggers = ON');
  // Set before temporary objects exist, because SQLite drops them when this changes.
  keepJournalInMemory(acts);
  for (const sql of model.triggers) acts.exec(sql);
  const capture = captureOn(acts, model.tables);
  const wal = startWalKeeper(acts);
  const reads = new BetterSqlite3(file, { readonly: true });
  reads.pragma('busy_timeout = 10000');
  reads.pragma('cache_size = -65536');
  for (const raw of [acts, reads]) {
    keepPlans(raw);
    registerTextFunctions(raw);
  }
  return {
    file,
    acts,
    reads,
    capture,
    onCommit: wal.onCommit,
    // Reads committed rows: while the copy is being refilled, that is still the previous name.
    bankName: () => bankNameIn(reads),
    ...createCopyWriter(feed, acts, model),
    markDamaged: () => writeFileSync(damageMarkOf(file), ''),
    close() {
      wal.close();
      for (const connection of [reads, acts, feed]) connection.close();
      unlock();
    },
  };
}

/**
 * The file is flushed at checkpoints only: commits lost in a crash of the machine are read again
 * from PostgreSQL.
 */
function configureConnection(raw: BetterSqlite3.Database): void {
  raw.pragma('busy_timeout = 10000');
  raw.pragma('journal_mode = WAL');
  raw.pragma('synchronous = NORMAL');
  raw.pragma('cache_size = -65536');
  raw.pragma(`wal_autocheckpoint = ${FALLBACK_PAGES}`);
  // All rows are read in one transaction, whose WAL is as long as the file.
  raw.pragma(`journal_size_limit = ${FALLBACK_BYTES}`);
}

/**
 * Finds the first copy in the folder that no process has locked. The lock ends with the process.
 */
function claimFile(folder: string, name: string): { file: string; unlock(): void } {
  for (let number = 1; ; number++) {
    const file = join(folder, `${name}-copy-${number}.db`);
    const lock = new BetterSqlite3(`${file}.lock`, { timeout: 0 });
    try {
      lock.pragma('journal_mode = DELETE');
      lock.exec('BEGIN EXCLUSIVE');
      return { file, unlock: () => lock.close() };
    } catch (error) {
      lock.close();
      if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    }
  }
}

/** The file beside a copy that was found damaged during use. */
const damageMarkOf = (file: string) => `${file}.damaged`;

/**
 * Returns true for a complete copy of this version and bank, or of an unknown bank. The pages of a
 * large copy are not all checked, which would take most of a start; damage found later marks the
 * file.
 */
function isUsable(file: string, version: string, bank: string | null): boolean {
  let raw: BetterSqlite3.Database | null = null;
  try {
    raw = new BetterSqlite3(file, { fileMustExist: true });
    const storedVersion = raw.prepare<[], string>('SELECT version FROM __copy').pluck().get();
    const isOurs =
      storedVersion === version && (bank === null || [bank, null].includes(bankNameIn(raw)));
    if (!isOurs || existsSync(damageMarkOf(file))) return false;
    requireWhole(raw, file);
    return true;
  } catch {
    return false;
  } finally {
    raw?.close();
  }
}

/** Yields to other work on the thread once a turn is used up. */
function createYield(): () => Promise<void> {
  let until = performance.now() + TURN_MS;
  return async () => {
    if (performance.now() <= until) return;
    await new Promise((resolve) => setImmediate(resolve));
    until = performance.now() + TURN_MS;
  };
}

/** The approximate most characters of one step, which takes a few milliseconds. */
const MAX_STEP_CHARACTERS = 200_000;

interface Step {
  readonly table: Table;
  /** True when the rows are deleted. */
  readonly isGone: boolean;
  readonly rows: string;
}

/**
 * Merges commits into few steps: consecutive changes of one table are one step. The order between
 * tables does not matter, because no check and no trigger runs on a following copy.
 */
function stepsOf(commits: readonly (readonly RowSet[])[]): Step[] {
  const steps = new Map<Table, { isGone: boolean; parts: string[]; characters: number }[]>();
  for (const sets of commits) {
    // Within one commit deletions come first, to free unique keys.
    const deletions = sets.filter(({ kind }) => kind === 'gone');
    for (const { table, kind, rows } of [
      ...deletions,
      ...sets.filter((set) => set.kind !== 'gone'),
    ]) {
      const isGone = kind === 'gone';
      const ownSteps = steps.get(table) ?? [];
      steps.set(table, ownSteps);
      const last = ownSteps.at(-1);
      const bareRows = rows.slice(1, -1);
      if (last?.isGone === isGone && last.characters < MAX_STEP_CHARACTERS) {
        last.parts.push(bareRows);
        last.characters += bareRows.length;
      } else ownSteps.push({ isGone, parts: [bareRows], characters: bareRows.length });
    }
  }
  return [...steps].flatMap(([table, ownSteps]) =>
    ownSteps.map(({ isGone, parts }) => ({ table, isGone, rows: `[${parts.join(',')}]` })),
  );
}

function createCopyWriter(
  feed: BetterSqlite3.Database,
  acts: BetterSqlite3.Database,
  model: Model,
) {
  const position = feed.prepare<[], Position>('SELECT number, mark FROM __copy');
  const preparePosition = (raw: BetterSqlite3.Database) =>
    raw.prepare<[number, string]>('UPDATE __copy SET number = ?, mark = ?');
  const [setFeedPosition, setActsPosition] = [preparePosition(feed), preparePosition(acts)];
  type CopyStatement = BetterSqlite3.Statement<[string]>;
  const upserts = new Map<Table, CopyStatement>();
  const deletions = new Map<Table, CopyStatement>();

  function prepareOnceFor(
    statements: Map<Table, CopyStatement>,
    table: Table,
    sqlOf: (table: Table) => string,
  ): CopyStatement {
    const statement = statements.get(table) ?? feed.prepare<[string]>(sqlOf(table));
    statements.set(table, statement);
    return statement;
  }
  const upsertRows = (table: Table, rows: string) =>
    void prepareOnceFor(upserts, table, upsertIntoCopy).run(rows);
  const deleteRows = (table: Table, keys: string) =>
    void prepareOnceFor(deletions, table, deleteFromCopy).run(keys);

  async function applySteps(work: () => Promise<void>): Promise<void> {
    feed.exec('BEGIN IMMEDIATE');
    try {
      await work();
      feed.exec('COMMIT');
    } catch (error) {
      if (feed.inTransaction) feed.exec('ROLLBACK');
      throw error;
    }
  }

  return {
    position: () => position.get() as Position,

    note: ({ number, mark }: Position) => void setActsPosition.run(number, mark),
    follow: (commits: readonly (readonly RowSet[])[], { number, mark }: Position) =>
      applySteps(async () => {
        const yieldIfDue = createYield();
        for (const { table, isGone, rows } of stepsOf(commits)) {
          await yieldIfDue();
          if (isGone) deleteRows(table, rows);
          else upsertRows(table, rows);
        }
        setFeedPosition.run(number, mark);
      }),
    replace: (replaced: readonly ReplacedRows[], { number, mark }: Position) =>
      applySteps(async () => {
        const yieldIfDue = createYield();
        for (const { table, keys, rows } of replaced) {
          await yieldIfDue();
          deleteRows(table, keys);
          upsertRows(table, rows);
        }
        setFeedPosition.run(number, mark);
      }),
    refill: (fill: Parameters<Copy['refill']>[0]) =>
      applySteps(async () => {
        for (const name of model.tables.keys()) feed.exec(`DELETE FROM "${name}"`);
        const { number, mark } = await fill(upsertRows);
        setFeedPosition.run(number, mark);
      }),
  };
}
