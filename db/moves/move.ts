// A developer goes from one ledger to another with all rows, while the bank works. The order of the
// commits is what makes it safe: the old ledger stops the developer's writes, the new one takes the
// rows, the platform says where they are, the new one lets the developer write, the old one lets go
// of its rows. Before the platform has said it everything can be taken back, and after that
// everything can be finished, by the next run of the command (unfinished.ts).

import type { EnvironmentName } from '../transactions/port.ts';
import { arrive, release } from './arrival.ts';
import { depart } from './departure.ts';
import { hindrances, isScreened } from './hindrances.ts';
import { markedUnlessOpen } from './marks.ts';
import { type OpenWork, openWork } from './open-work.ts';
import { PATIENCE_MS, PAUSE_MS, untilNothing } from './patience.ts';
import type { MoveSide } from './sides.ts';
import { type SliceTable, sliceIn } from './slice.ts';
import { takeBack } from './unfinished.ts';
import { eventsAsWritten, type Writing } from './written.ts';

export interface TenantMove {
  readonly tenantId: string;
  readonly environment: EnvironmentName;
  readonly from: MoveSide;
  readonly to: MoveSide;
  /**
   * Writes that the developer is in the new ledger; false: the developer has changed meanwhile.
   * @throws PlaceUnknown when nobody can say whether it is written; any other error: it is not
   */
  readonly place: () => Promise<boolean>;
  /** Passed between two steps: fail points of tests. */
  readonly passed: (step: MoveStep) => void;
  /** How long to wait for open work before the pause; left out: 5 s. */
  readonly patienceMs?: number;
  /** Rows that are carried at most, which the two ledgers wait for; left out: as its pace allows. */
  readonly mostRows?: number;
}

/** The commits of a move, in their order, each named by what is done after it. */
export type MoveStep = 'marked' | 'arrived' | 'placed' | 'released' | 'departed';

export type TenantMoved =
  | { readonly kind: 'moved'; readonly rows: number; readonly pausedMs: number }
  /** Something keeps it where it is; nothing has changed. */
  | { readonly kind: 'open'; readonly open: readonly OpenWork[] }
  /** The sandbox was begun afresh, or somebody else has moved it; nothing has changed. */
  | { readonly kind: 'changed' };

/** Whether the platform says that the developer has moved is unknown: the next run finds out. */
export class PlaceUnknown extends Error {}

/** The developer is elsewhere by now, or has begun the sandbox afresh: all is undone. */
class Changed extends Error {}

/** @throws Error when something failed; nothing has changed then, or the next run finishes it */
export async function moveTenant(move: TenantMove): Promise<TenantMoved> {
  const { from: source, to: target, tenantId, environment } = move;
  await Promise.all([source.catchUp(), target.catchUp()]);
  const tables = sliceIn(source.raw);
  target.attach(source);
  try {
    const { mostRows, waitMs } = paceOf(source, target);
    const carrying = { tenantId, tables, waitMs, mostRows: move.mostRows ?? mostRows };
    const hindered = hindrances(source.raw, target.raw, carrying);
    if (hindered.length > 0) return { kind: 'open', open: hindered };
    const livemode = environment === 'production';
    const writing = eventsAsWritten(source.raw, target.raw, { tenantId, livemode });
    writing.goOn();
    const open = await begun(move);
    if (open.length > 0) return { kind: 'open', open };
    return await carried({ source, target, tables, writing }, move);
  } finally {
    target.detach();
  }
}

/** The slower one counts. */
function paceOf({ pace: one }: MoveSide, { pace: other }: MoveSide) {
  return {
    mostRows: Math.min(one.mostRows, other.mostRows),
    waitMs: Math.max(one.waitMs, other.waitMs),
  };
}

interface Sides {
  readonly source: MoveSide;
  readonly target: MoveSide;
  readonly tables: readonly SliceTable[];
  readonly writing: Writing;
}

/** Stops the developer's writes as soon as nothing lasting is open; else what is. */
function begun({ from, to, tenantId, patienceMs = PATIENCE_MS }: TenantMove) {
  const look = () => from.write(() => markedUnlessOpen(from.raw, tenantId, to.name));
  return untilNothing(look, patienceMs);
}

/** How far it came. */
interface Progress {
  rows: number;
  pausedMs: number;
  isPlaced: boolean;
}

/** From the pause on. */
async function carried(sides: Sides, move: TenantMove): Promise<TenantMoved> {
  const { source, target, writing } = sides;
  const { tenantId, passed } = move;
  const began = performance.now();
  const progress: Progress = { rows: 0, pausedMs: 0, isPlaced: false };
  try {
    passed('marked');
    writing.goOn();
    const open = await untilNothing(async () => {
      // Without a lock first, which other developers would wait for.
      await source.catchUp();
      const seen = openWork(source.raw, tenantId, Date.now());
      return seen.length > 0 ? seen : source.hold(() => taken(sides, move, began, progress));
    }, PAUSE_MS);
    if (open.length > 0) {
      await takeBack(source, target, tenantId);
      return { kind: 'open', open };
    }
    passed('departed');
    const { rows, pausedMs } = progress;
    return { kind: 'moved', rows, pausedMs };
  } catch (error) {
    // What is placed, or may be, is for the next run.
    if (progress.isPlaced || error instanceof PlaceUnknown) throw error;
    await takeBack(source, target, tenantId);
    if (error instanceof Changed) return { kind: 'changed' };
    throw error;
  }
}

/** While the old ledger is held: carries the rows over, or says what is still open. */
async function taken(
  { source, target, tables, writing }: Sides,
  { tenantId, from, to, place, passed }: TenantMove,
  began: number,
  progress: Progress,
): Promise<OpenWork[]> {
  const open = openWork(source.raw, tenantId, Date.now());
  if (open.length > 0) return open;
  writing.goOn();
  const now = Date.now();
  progress.rows = await target.write(() => {
    const arrived = arrive(target.raw, { tenantId, from: from.name, tables, now });
    if (isScreened(target.raw)) throw new Error('a round of screening has begun: try again');
    return arrived;
  });
  passed('arrived');
  progress.isPlaced = await place();
  if (!progress.isPlaced) throw new Changed();
  passed('placed');
  await target.write(() => release(target.raw, tenantId));
  progress.pausedMs = Math.round(performance.now() - began);
  passed('released');
  depart(source.raw, { tenantId, to: to.name, tables, now });
  return [];
}
