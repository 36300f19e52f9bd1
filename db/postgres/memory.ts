// The memory that the acts of a ledger on PostgreSQL decide in: a SQLite database without a file
// and without triggers, which holds the rows that they need and no others. It stands where the
// connection stands in a ledger on SQLite, so every act runs as it is written. A statement says
// what it needs before it runs; what is not there is noted, and the group runs again with it.

import BetterSqlite3 from 'better-sqlite3';
import type { Cell, Change, Row } from './changes.ts';
import { nameOfNeed } from './loads.ts';
import type { Table } from './schema.ts';
import { type Need, readStatement, type Statement } from './statement.ts';

/** After so many rows it begins anew: it is no copy of the ledger. */
const MOST_ROWS = 100_000;

export interface Memory {
  /** What acts prepare their statements on. */
  readonly raw: BetterSqlite3.Database;
  /** Begins a run of a group; what it writes is undone by `undo`. */
  begin(): void;
  /** Ends a run and forgets what it wrote. */
  undo(): void;
  /** Ends a run and keeps what it wrote: PostgreSQL has it. */
  keep(): void;
  /** What the run has written so far, in order. */
  readonly changes: readonly Change[];
  /** What it asked for and was not there; empty: its results count. */
  missing(): Need[];
  /** True when the rows of a need are all there. */
  has(need: Need): boolean;
  /** Takes rows that were read, outside of a run. */
  take(needs: readonly Need[], rows: readonly { table: Table; row: Row }[]): void;
  /** Forgets everything: somebody else has written. */
  forget(): void;
  /** Runs part of a run so that its failure undoes that part only. */
  part<T>(work: () => T): T;
  close(): void;
}

interface State {
  db: BetterSqlite3.Database;
  marks: Marks;
  /** Changes with each new database: statements are prepared for one of them. */
  generation: number;
  isRunning: boolean;
  rows: number;
  readonly changes: Change[];
  readonly held: Set<string>;
  /** Ids of rows that this run has made: no row of the database knows them. */
  readonly born: Set<Cell>;
  readonly lacking: Map<string, Need>;
}

/** @param image of an empty database with the schema of a ledger */
export function memoryOf(image: Buffer, tables: ReadonlyMap<string, Table>): Memory {
  const db = emptyDatabase(image);
  const state: State = {
    db,
    marks: marksOf(db),
    generation: 0,
    isRunning: false,
    rows: 0,
    changes: [],
    held: new Set(),
    born: new Set(),
    lacking: new Map(),
  };
  const inserts = new Map<Table, BetterSqlite3.Statement>();

  function insertInto(table: Table): BetterSqlite3.Statement {
    const found = inserts.get(table);
    if (found) return found;
    const places = table.columns.map(() => '?').join(', ');
    const statement = state.db.prepare(`INSERT OR IGNORE INTO ${table.name} VALUES (${places})`);
    inserts.set(table, statement);
    return statement;
  }

  function end(command: 'COMMIT' | 'ROLLBACK'): void {
    state.isRunning = false;
    if (state.db.inTransaction) state.db.exec(command);
    state.changes.length = 0;
    state.lacking.clear();
    state.born.clear();
  }

  function forget(): void {
    state.db.close();
    state.db = emptyDatabase(image);
    state.marks = marksOf(state.db);
    state.generation += 1;
    state.rows = 0;
    state.held.clear();
    inserts.clear();
  }

  return {
    raw: standIn(state, tables),
    begin() {
      state.db.exec('BEGIN');
      state.isRunning = true;
    },
    undo: () => end('ROLLBACK'),
    keep() {
      state.rows += state.changes.length;
      end('COMMIT');
      if (state.rows > MOST_ROWS) forget();
    },
    changes: state.changes,
    missing: () => [...state.lacking.values()],
    has: (need) => state.held.has(nameOfNeed(need)),
    take(needs, rows) {
      state.db.exec('BEGIN');
      for (const { table, row } of rows) insertInto(table).run(...row);
      state.db.exec('COMMIT');
      state.rows += rows.length;
      for (const need of needs) state.held.add(nameOfNeed(need));
    },
    forget,
    part(work) {
      const { set, keep, back } = state.marks;
      const mark = state.changes.length;
      set.run();
      try {
        const value = work();
        keep.run();
        return value;
      } catch (error) {
        back.run();
        keep.run();
        state.changes.length = mark;
        throw error;
      }
    },
    close: () => void state.db.close(),
  };
}

/** PostgreSQL holds what the triggers and the references hold: here they would see too little. */
export function emptyImage(raw: BetterSqlite3.Database): Buffer {
  const copy = new BetterSqlite3(raw.serialize());
  copy.pragma('foreign_keys = OFF');
  const named = copy.prepare<[string], string>(
    "SELECT name FROM sqlite_master WHERE type = ? AND name NOT LIKE 'sqlite_%'",
  );
  for (const name of named.pluck().all('trigger')) copy.exec(`DROP TRIGGER ${name}`);
  for (const name of named.pluck().all('table')) copy.exec(`DELETE FROM ${name}`);
  const image = copy.serialize();
  copy.close();
  return image;
}

function emptyDatabase(image: Buffer): BetterSqlite3.Database {
  const db = new BetterSqlite3(image);
  db.pragma('foreign_keys = OFF');
  return db;
}

type Marks = ReturnType<typeof marksOf>;

/** Where a part began: set, given up, gone back to. */
function marksOf(db: BetterSqlite3.Database) {
  return {
    set: db.prepare('SAVEPOINT part'),
    keep: db.prepare('RELEASE part'),
    back: db.prepare('ROLLBACK TO part'),
  };
}

/** The part of a connection that acts use. */
function standIn(state: State, tables: ReadonlyMap<string, Table>): BetterSqlite3.Database {
  const read = new Map<string, Statement>();
  const statementOf = (sql: string) => {
    const known = read.get(sql) ?? readStatement(sql, tables);
    read.set(sql, known);
    return known;
  };
  const connection = {
    prepare: (sql: string) => preparedOn(state, sql, () => statementOf(sql)),
    get inTransaction() {
      return state.db.inTransaction;
    },
    get open() {
      return state.db.open;
    },
    memory: true,
    name: ':memory:',
  };
  // Acts prepare statements and nothing else; whoever wants more finds that it is not there.
  return connection as unknown as BetterSqlite3.Database;
}

type Mode = 'get' | 'all' | 'run' | 'iterate';
type Native = BetterSqlite3.Statement<unknown[], unknown>;

interface Modes {
  pluck: boolean;
  raw: boolean;
  safeIntegers: boolean;
}

/** A statement that is read when it first runs: most of a ledger never run here. */
function preparedOn(state: State, sql: string, statement: () => Statement) {
  const modes: Modes = { pluck: false, raw: false, safeIntegers: false };
  let native: Native | null = null;
  let generation = -1;

  function prepared(reading: Statement): Native {
    if (native && generation === state.generation) return native;
    generation = state.generation;
    native = reading.table ? writing(state.db, sql) : state.db.prepare<unknown[], unknown>(sql);
    if (reading.table) return native;
    if (modes.safeIntegers) native.safeIntegers();
    if (modes.pluck) native.pluck();
    if (modes.raw) native.raw();
    return native;
  }

  function execute(mode: Mode, args: unknown[]): unknown {
    if (!state.isRunning) throw new Error('a ledger on PostgreSQL is read inside its acts only');
    const reading = statement();
    for (const need of reading.needs(args)) {
      if (need.values.some((value) => state.born.has(value))) continue;
      const name = nameOfNeed(need);
      if (!state.held.has(name)) state.lacking.set(name, need);
    }
    const ready = prepared(reading);
    if (!reading.table) return ready[mode](...args);
    const { kind, table } = reading;
    const width = table.columns.length;
    const rows = ready.all(...args) as Cell[][];
    // Born is what has an id of its own: a row that is named after another object brings none.
    const isOwn = table.key.length === 1 && table.key[0] === 'id' && !table.isNumbered;
    const id = kind === 'insert' && isOwn ? idAt(table) : -1;
    for (const row of rows) {
      if (id >= 0) state.born.add(row[id] ?? null);
      state.changes.push({ table, kind: kind as Change['kind'], row: row.slice(0, width) });
    }
    if (mode === 'run') return { changes: rows.length, lastInsertRowid: lastOf(table, rows) };
    const names = ready.columns().slice(width);
    const results = rows.map((row) => resultOf(row.slice(width), names, modes));
    return mode === 'get' ? results[0] : mode === 'all' ? results : results.values();
  }

  const double = {
    source: sql,
    get reader() {
      return /^\s*SELECT|\bRETURNING\b/i.test(sql);
    },
    pluck: (on = true) => set('pluck', on),
    raw: (on = true) => set('raw', on),
    safeIntegers: (on = true) => set('safeIntegers', on),
    get: (...args: unknown[]) => execute('get', args),
    all: (...args: unknown[]) => execute('all', args),
    run: (...args: unknown[]) => execute('run', args),
    iterate: (...args: unknown[]) => execute('iterate', args),
  };
  function set(mode: keyof Modes, on: boolean) {
    modes[mode] = on;
    native = null;
    return double;
  }
  return double;
}

/** The same statement, telling of each row that it wrote, before what it was to tell anyway. */
function writing(db: BetterSqlite3.Database, sql: string): Native {
  const told = /\bRETURNING\b/i.test(sql)
    ? sql.replace(/\bRETURNING\b/i, 'RETURNING *,')
    : `${sql} RETURNING *`;
  return db.prepare<unknown[], unknown>(told).raw().safeIntegers();
}

function idAt(table: Table): number {
  return table.columns.findIndex(({ name }) => name === table.key[0]);
}

function lastOf(table: Table, rows: readonly Row[]): Cell {
  return table.isNumbered ? (rows.at(-1)?.[idAt(table)] ?? 0n) : 0n;
}

function resultOf(cells: Row, columns: readonly { name: string }[], modes: Modes): unknown {
  const given = modes.safeIntegers
    ? cells
    : cells.map((cell) => (typeof cell === 'bigint' ? Number(cell) : cell));
  if (modes.pluck) return given[0];
  if (modes.raw) return given;
  return Object.fromEntries(columns.map(({ name }, index) => [name, given[index]]));
}
