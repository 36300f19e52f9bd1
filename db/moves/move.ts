// A developer goes from one ledger to another with all rows, while the bank works. The order of the
// commits is what makes it safe: the old ledger stops the developer's writes, the new one takes the
// rows, the platform says where they are, the new one lets the developer write, the old one lets go
// of its rows. Before the platform has said it everything can be taken back, and after that
// everything can be finished, by the next run of the command.

import BetterSqlite3 from 'better-sqlite3';
import type { EnvironmentName } from '../transactions/port.ts';
import { arrive, release } from './arrival.ts';
import { depart } from './departure.ts';
import { hindrances, isScreened } from './hindrances.ts';
import { leavingFrom, markedUnlessOpen, unmark } from './marks.ts';
import { type OpenWork, openWork } from './open-work.ts';
import { PATIENCE_MS, PAUSE_MS, waitUntilIdle } from './patience.ts';
import { type SliceTable, sliceIn } from './slice.ts';
import { eventsAsWritten, type Writing } from './written.ts';

/** A ledger by its name and the file that it lies in. */
export interface LedgerFile {
  readonly name: string;
  readonly file: string;
}

export interface TenantMove {
  readonly tenantId: string;
  readonly environment: EnvironmentName;
  readonly from: LedgerFile;
  readonly to: LedgerFile;
  /** Writes that the developer is in the new ledger; false: the developer has changed meanwhile. */
  readonly place: () => Promise<boolean>;
  /** Passed between two steps: fail points of tests. */
  readonly passed: (step: MoveStep) => void;
  /** How long to wait for open work before the pause; left out: 5 s. */
  readonly patienceMs?: number;
  /** Rows that are carried at most, which the two ledgers wait for; left out: 70,000. */
  readonly mostRows?: number;
}

/** The commits of a move, in their order, each named by what is done after it. */
export type MoveStep = 'marked' | 'arrived' | 'placed' | 'released' | 'departed';

export type TenantMoved =
  | { readonly kind: 'moved'; readonly rows: number; readonly pausedMs: number }
  /** Something keeps it where it is; nothing has changed. */
  | { readonly kind: 'open'; readonly open: readonly OpenWork[] }
  /** The sandbox was begun afresh, or another process has moved it; nothing has changed. */
  | { readonly kind: 'changed' };

/** More are not carried unasked: it would take more than two seconds. */
const MOST_ROWS = 70_000;
/** For 1,000 rows. */
const WAIT_MS = 30;

/** @throws Error when something failed; nothing has changed then, or the next run finishes it */
export async function moveTenant(move: TenantMove): Promise<TenantMoved> {
  const source = connect(move.from.file);
  const target = connect(move.to.file);
  try {
    const tables = sliceIn(source);
    attach(target, move.from.file);
    const carrying = { mostRows: MOST_ROWS, ...move, waitMs: WAIT_MS, tables };
    const hindered = hindrances(source, target, carrying);
    if (hindered.length > 0) return { kind: 'open', open: hindered };
    const { environment, tenantId } = move;
    const livemode = environment === 'production';
    const writing = eventsAsWritten(source, target, { tenantId, livemode });
    writing.goOn();
    const open = await begun(source, move);
    if (open.length > 0) return { kind: 'open', open };
    return await carryOver({ source, target, tables, writing }, move);
  } finally {
    source.close();
    target.close();
  }
}

/** False: the file is of a version that knew no moves. */
export function takesMoves(file: string): boolean {
  const raw = connect(file);
  try {
    const table = raw.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'tenant_moves'").get();
    return table !== undefined;
  } finally {
    raw.close();
  }
}

interface Sides {
  readonly source: BetterSqlite3.Database;
  readonly target: BetterSqlite3.Database;
  readonly tables: readonly SliceTable[];
  readonly writing: Writing;
}

/** From the pause on. */
async function carryOver(sides: Sides, move: TenantMove): Promise<TenantMoved> {
  const { source, target, tables, writing } = sides;
  const { tenantId, from, to, passed } = move;
  const began = performance.now();
  let isPlaced = false;
  try {
    passed('marked');
    writing.goOn();
    const open = await held(source, move);
    if (open.length > 0) {
      takeBack({ source, target, tables }, move);
      return { kind: 'open', open };
    }
    const now = Date.now();
    const rows = inOneCommit(target, 'BEGIN', () => {
      const arrived = arrive(target, { tenantId, from: from.name, tables, now });
      if (isScreened(target)) throw new Error('a round of screening has begun: try again');
      return arrived;
    });
    passed('arrived');
    isPlaced = await move.place();
    if (!isPlaced) {
      source.exec('ROLLBACK');
      takeBack({ source, target, tables }, move);
      return { kind: 'changed' };
    }
    passed('placed');
    release(target, tenantId);
    const pausedMs = Math.round(performance.now() - began);
    passed('released');
    depart(source, { tenantId, to: to.name, tables, now });
    source.exec('COMMIT');
    passed('departed');
    return { kind: 'moved', rows, pausedMs };
  } catch (error) {
    if (source.inTransaction) source.exec('ROLLBACK');
    if (!isPlaced) takeBack({ source, target, tables }, move);
    throw error;
  }
}

/** Ends what an earlier run has left undone, of the developer and of every sandbox it had. */
export function settleMoves(
  ledgers: readonly LedgerFile[],
  developerId: string,
  placedIn: string,
): 'finished' | 'taken_back' | null {
  let ended: 'finished' | 'taken_back' | null = null;
  for (const from of ledgers) {
    const source = connect(from.file);
    try {
      for (const { tenantId, ledger } of leavingFrom(source, developerId)) {
        const to = ledgers.find(({ name }) => name === ledger);
        if (!to) throw new Error(`${tenantId} is leaving ${from.name} for ${ledger}, no ledger`);
        ended = settle(source, { tenantId, from, to, isPlaced: placedIn === to.name });
      }
    } finally {
      source.close();
    }
  }
  return ended;
}

function settle(
  source: BetterSqlite3.Database,
  move: Pick<TenantMove, 'tenantId' | 'from' | 'to'> & { readonly isPlaced: boolean },
): 'finished' | 'taken_back' {
  const { tenantId, to, isPlaced } = move;
  const target = connect(to.file);
  try {
    const tables = sliceIn(source);
    // A reset may have placed the developer there without the rows of before it.
    if (!(isPlaced && lastEvent(target, tenantId) >= lastEvent(source, tenantId))) {
      takeBack({ source, target, tables }, move);
      return 'taken_back';
    }
    release(target, tenantId);
    inOneCommit(source, 'BEGIN IMMEDIATE', () =>
      depart(source, { tenantId, to: to.name, tables, now: Date.now() }),
    );
    return 'finished';
  } finally {
    target.close();
  }
}

/** Its rows come and go together with its events. */
function lastEvent(raw: BetterSqlite3.Database, tenantId: string): number {
  const last = raw.prepare<[string], number>('SELECT value FROM counters WHERE name = ?').pluck();
  return last.get(`events/${tenantId}`) ?? 0;
}

/** Stops the developer's writes as soon as nothing lasting is open; else what is. */
function begun(source: BetterSqlite3.Database, move: TenantMove): Promise<OpenWork[]> {
  const { tenantId, to, patienceMs = PATIENCE_MS } = move;
  const look = () =>
    inOneCommit(source, 'BEGIN IMMEDIATE', () => markedUnlessOpen(source, tenantId, to.name));
  return waitUntilIdle(look, patienceMs);
}

/** Holds the old ledger as soon as nothing is open; else what is, and it is not held. */
function held(source: BetterSqlite3.Database, move: TenantMove): Promise<OpenWork[]> {
  return waitUntilIdle(() => {
    source.exec('BEGIN IMMEDIATE');
    const open = openWork(source, move.tenantId, Date.now());
    if (open.length > 0) source.exec('ROLLBACK');
    return open;
  }, PAUSE_MS);
}

/** As before the move: what has arrived goes, and the developer writes in the old ledger again. */
function takeBack(
  sides: Pick<Sides, 'source' | 'target' | 'tables'>,
  { tenantId, from }: Pick<TenantMove, 'tenantId' | 'from'>,
): void {
  const { source, target, tables } = sides;
  if (markOf(target, tenantId)?.stage === 'arriving') {
    inOneCommit(target, 'BEGIN', () =>
      depart(target, { tenantId, to: from.name, tables, now: Date.now() }),
    );
  }
  unmark(source, tenantId);
}

function markOf(raw: BetterSqlite3.Database, tenantId: string) {
  return raw
    .prepare<[string], { stage: string; ledger: string }>(
      'SELECT stage, ledger FROM main.tenant_moves WHERE tenant_id = ?',
    )
    .get(tenantId);
}

function inOneCommit<T>(raw: BetterSqlite3.Database, begin: string, work: () => T): T {
  raw.exec(begin);
  try {
    const value = work();
    raw.exec('COMMIT');
    return value;
  } catch (error) {
    if (raw.inTransaction) raw.exec('ROLLBACK');
    throw error;
  }
}

/** A connection as the bank's own, but for references: rows leave and arrive with all of theirs. */
function connect(file: string): BetterSqlite3.Database {
  const raw = new BetterSqlite3(file, { fileMustExist: true, timeout: 10_000 });
  raw.pragma('synchronous = FULL');
  raw.pragma('recursive_triggers = ON');
  raw.pragma('foreign_keys = OFF');
  // What has left is not to be found in the file: it would be forgotten by no erasure.
  raw.pragma('secure_delete = ON');
  raw.pragma('cache_size = -65536');
  return raw;
}

/** Read only: a transaction of the target begins without a lock on it. */
function attach(target: BetterSqlite3.Database, file: string): void {
  target.prepare('ATTACH DATABASE ? AS source').run(file);
}
