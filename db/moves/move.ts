// Moves a developer with all rows from one ledger to another while the bank runs. The order of the
// commits makes it safe: the old ledger stops the developer's writes, the new ledger copies the
// rows, the platform records the new ledger, the new ledger allows the developer's writes, and the
// old ledger deletes its rows. Until the platform has recorded the new ledger, the next run of the
// command can undo the move; afterwards it can complete it (unfinished.ts).

import { createHash } from 'node:crypto';
import type { EnvironmentName } from '../kernel/environment.ts';
import { copyRows, unmarkArriving } from './arrival.ts';
import { deleteRows } from './departure.ts';
import { type EventTexts, renderEventTexts } from './event-texts.ts';
import { markLeaving } from './marks.ts';
import type { MoveSide } from './move-side.ts';
import { findObstacles, obstaclesOfSubjects } from './obstacles.ts';
import { type OpenWork, openWork } from './open-work.ts';
import { findSliceTables, type SliceTable } from './slice.ts';
import { PATIENCE_MS, PAUSE_MS, waitUntilIdle } from './time-limits.ts';
import { undoMove } from './unfinished.ts';

export interface TenantMove {
  readonly tenantId: string;
  readonly environment: EnvironmentName;
  readonly from: MoveSide;
  readonly to: MoveSide;
  /**
   * Records in the platform that the developer is in the new ledger. Returns false when the
   * developer has changed meanwhile.
   * @throws PlacementUnknown when it is unknown whether the record was written; after any other
   * error it was not
   */
  readonly place: () => Promise<boolean>;
  /** Called after each step, so that tests can fail there. */
  readonly onStep: (step: MoveStep) => void;
  /** Milliseconds to wait for open work before the pause; omitted: 5,000. */
  readonly patienceMs?: number;
  /** Maximum number of rows; omitted: by the speed of the two ledgers. */
  readonly maxRows?: number;
}

/** The state after each commit of a move, in order. */
export type MoveStep = 'marked' | 'arrived' | 'placed' | 'released' | 'departed';

export type TenantMoved =
  | { readonly kind: 'moved'; readonly rows: number; readonly pausedMs: number }
  /** Open work prevents the move; nothing has changed. */
  | { readonly kind: 'open'; readonly open: readonly OpenWork[] }
  /** The sandbox was reset, or another process has moved the developer; nothing has changed. */
  | { readonly kind: 'changed' };

/** It is unknown whether the platform has recorded the move; the next run finds out. */
export class PlacementUnknown extends Error {}

/** The developer was moved by another process, or has reset the sandbox: the move is undone. */
class MoveOutdated extends Error {}

/** @throws Error when a step failed; the move is then undone, or the next run completes it */
export async function moveTenant(move: TenantMove): Promise<TenantMoved> {
  const { from: source, to: target, tenantId, environment } = move;
  await Promise.all([source.catchUp(), target.catchUp()]);
  const tables = findSliceTables(source.raw);
  target.attach(source);
  try {
    const { maxRows, waitMs } = slowerPace(source, target);
    const carrying = { tenantId, tables, waitMs, maxRows: move.maxRows ?? maxRows };
    const obstacles = findObstacles(source.raw, target.raw, carrying);
    if (obstacles.length > 0) return { kind: 'open', open: obstacles };
    const livemode = environment === 'production';
    const eventTexts = renderEventTexts(source.raw, target.raw, { tenantId, livemode });
    eventTexts.renderNew();
    const open = await beginPause(move);
    if (open.length > 0) return { kind: 'open', open };
    return await runMove({ source, target, tables, eventTexts }, move);
  } finally {
    target.detach();
  }
}

/** Returns the speed of the slower ledger. */
function slowerPace({ pace: ownPace }: MoveSide, { pace: other }: MoveSide) {
  return {
    maxRows: Math.min(ownPace.maxRows, other.maxRows),
    waitMs: Math.max(ownPace.waitMs, other.waitMs),
  };
}

interface MoveParts {
  readonly source: MoveSide;
  readonly target: MoveSide;
  readonly tables: readonly SliceTable[];
  readonly eventTexts: EventTexts;
}

/**
 * Stops the developer's writes when no lasting work is open. Returns the work that is still open.
 */
function beginPause({ from, to, tenantId, patienceMs = PATIENCE_MS }: TenantMove) {
  const mark = () => from.write(() => markLeaving(from.raw, tenantId, to.name));
  return waitUntilIdle(mark, patienceMs);
}

/** The progress of a move. */
interface Progress {
  isPlaced: boolean;
}

/** Runs the move after the pause has begun. Holds no ledger while it waits for another one. */
async function runMove(sides: MoveParts, move: TenantMove): Promise<TenantMoved> {
  const { source, target, tables } = sides;
  const { tenantId, to, onStep } = move;
  const startedAt = performance.now();
  const progress: Progress = { isPlaced: false };
  try {
    onStep('marked');
    const { open, rows } = await copyAndPlace(sides, move, progress);
    if (open.length > 0) {
      await undoMove(source, target, tenantId);
      return { kind: 'open', open };
    }
    onStep('placed');
    await target.write(() => unmarkArriving(target.raw, tenantId));
    const pausedMs = Math.round(performance.now() - startedAt);
    onStep('released');
    await source.write(() =>
      deleteRows(source.raw, { tenantId, to: to.name, tables, now: Date.now() }),
    );
    onStep('departed');
    return { kind: 'moved', rows, pausedMs };
  } catch (error) {
    // A move that the platform has recorded, or may have, is left to the next run.
    if (progress.isPlaced || error instanceof PlacementUnknown) throw error;
    await undoMove(source, target, tenantId);
    if (error instanceof MoveOutdated) return { kind: 'changed' };
    throw error;
  }
}

/** Copies the rows and records the new ledger. Returns early when work is open. */
async function copyAndPlace(
  { source, target, tables, eventTexts }: MoveParts,
  { tenantId, from, place, onStep }: TenantMove,
  progress: Progress,
): Promise<{ readonly open: readonly OpenWork[]; readonly rows: number }> {
  const open = await waitUntilIdle(async () => {
    await source.catchUp();
    return openWork(source.raw, tenantId, Date.now());
  }, PAUSE_MS);
  if (open.length > 0) return { open, rows: 0 };
  eventTexts.renderNew();
  const digestBefore = digestOf(source, tables, tenantId);
  const rows = await target.write(() => {
    const count = copyRows(target.raw, { tenantId, from: from.name, tables, now: Date.now() });
    const [obstacle] = obstaclesOfSubjects(target.raw);
    if (obstacle) throw new Error(`${obstacle.subject}: try again`);
    return count;
  });
  onStep('arrived');
  const changed = await source.hold(async () => {
    const newWork = openWork(source.raw, tenantId, Date.now());
    if (newWork.length > 0) return newWork;
    if (digestOf(source, tables, tenantId) !== digestBefore) return [changedRows(tenantId)];
    progress.isPlaced = await place();
    if (!progress.isPlaced) throw new MoveOutdated();
    return [];
  });
  return { open: changed, rows };
}

function changedRows(tenantId: string): OpenWork {
  const subject = 'developers whose rows have changed while they were carried';
  return { subject, count: 1, examples: [tenantId], remedy: 'run the command again' };
}

/** Returns a digest of the rows, to detect writes to tables that the mark does not protect. */
function digestOf({ raw }: MoveSide, tables: readonly SliceTable[], tenantId: string): string {
  const hash = createHash('sha256');
  for (const { name, where } of tables) {
    const sql = `SELECT * FROM main."${name}" s WHERE ${where('main')}`;
    for (const row of raw.prepare<[object], unknown[]>(sql).raw().iterate({ tenantId })) {
      hash.update(JSON.stringify(row));
    }
    hash.update(name);
  }
  return hash.digest('hex');
}
