// Ends unfinished moves. The marks in the ledgers and the platform show how far a move came: a move
// that the platform has recorded is completed, any other is undone.

import type BetterSqlite3 from 'better-sqlite3';
import { developerOfTenant } from '../kernel/tenant.ts';
import { unmarkArriving } from './arrival.ts';
import { deleteRows } from './departure.ts';
import { unmarkLeaving } from './marks.ts';
import type { MoveSide } from './move-side.ts';
import { findSliceTables } from './slice.ts';

/** The mark of a tenant that is being moved: a developer, or its sandbox before a reset. */
export interface MoveMark {
  readonly tenantId: string;
  readonly stage: 'leaving' | 'arriving';
  /** Name of the ledger that has the mark. */
  readonly ledger: string;
  /** Name of the other ledger of the move. */
  readonly otherLedger: string;
}

type MarkRow = Omit<MoveMark, 'ledger'>;

const MOVE_MARKS = `SELECT tenant_id AS "tenantId", stage, ledger AS "otherLedger" FROM tenant_moves
  WHERE stage IN ('leaving', 'arriving')`;

/** Returns the marks of a developer in an open ledger. */
export function marksIn(
  raw: BetterSqlite3.Database,
  { ledger, developerId }: { readonly ledger: string; readonly developerId: string },
): MoveMark[] {
  const rows = raw.prepare<[], MarkRow>(MOVE_MARKS).all();
  const ownRows = rows.filter(({ tenantId }) => developerOfTenant(tenantId) === developerId);
  return ownRows.map((row) => ({ ...row, ledger }));
}

interface UnfinishedMove {
  /** Name of the developer's ledger according to the platform. */
  readonly placedIn: string;
  /** Opens a ledger; a second call returns the same one. */
  readonly open: (name: string) => Promise<MoveSide>;
}

/** Ends the moves that earlier runs have left unfinished. Returns null when there were none. */
export async function endUnfinishedMoves(
  marks: readonly MoveMark[],
  { placedIn, open }: UnfinishedMove,
): Promise<'finished' | 'taken_back' | null> {
  let moveEnd: 'finished' | 'taken_back' | null = null;
  for (const { tenantId, stage, ledger, otherLedger } of marks) {
    const isLeaving = stage === 'leaving';
    const hasLeavingMark = marks.some(
      (mark) => mark.tenantId === tenantId && mark.stage === 'leaving',
    );
    // The mark in the old ledger, which has more information, is handled instead.
    if (!isLeaving && hasLeavingMark) continue;
    const source = await open(isLeaving ? ledger : otherLedger);
    const target = await open(isLeaving ? otherLedger : ledger);
    await Promise.all([source.catchUp(), target.catchUp()]);
    const isPlaced = isLeaving && placedIn === target.name;
    moveEnd = await endMove(source, target, { tenantId, isPlaced });
  }
  return moveEnd;
}

async function endMove(
  source: MoveSide,
  target: MoveSide,
  { tenantId, isPlaced }: { readonly tenantId: string; readonly isPlaced: boolean },
): Promise<'finished' | 'taken_back'> {
  if (stageOf(source.raw, tenantId) === 'left') {
    await target.write(() => unmarkArriving(target.raw, tenantId));
    return 'finished';
  }
  // A reset may have placed the developer there without the rows from before the reset.
  const hasAll = lastEvent(target.raw, tenantId) >= lastEvent(source.raw, tenantId);
  if (!(isPlaced && hasAll)) {
    await undoMove(source, target, tenantId);
    return 'taken_back';
  }
  const tables = findSliceTables(source.raw);
  await target.write(() => unmarkArriving(target.raw, tenantId));
  await source.write(() =>
    deleteRows(source.raw, { tenantId, to: target.name, tables, now: Date.now() }),
  );
  return 'finished';
}

/**
 * Returns the sequence of a developer's last event in a ledger, which shows whether its rows are
 * there.
 */
function lastEvent(raw: BetterSqlite3.Database, tenantId: string): number {
  const last = raw.prepare<[string], number>('SELECT value FROM counters WHERE name = ?').pluck();
  return last.get(`events/${tenantId}`) ?? 0;
}

/** The new ledger does not answer, so that copied rows may still be in it. */
export class UndoIncomplete extends Error {}

/**
 * Undoes a move: deletes the copied rows, and lets the developer write in the old ledger again.
 * That is safe even when the new ledger cannot be reached: the copied rows there accept no writes,
 * no request is routed to them, and the next run deletes them.
 * @throws UndoIncomplete when the copied rows may still be in the new ledger
 */
export async function undoMove(
  source: MoveSide,
  target: MoveSide,
  tenantId: string,
): Promise<void> {
  const fault = await removeCopiedRows(target, tenantId, source.name).then(
    () => null,
    (cause: unknown) => ({ cause }),
  );
  await source.write(() => unmarkLeaving(source.raw, tenantId));
  if (fault === null) return;
  const text = `${tenantId} writes in ${source.name} again, and may have rows in ${target.name}`;
  throw new UndoIncomplete(`${text}: run the command again once ${target.name} answers`, fault);
}

async function removeCopiedRows(target: MoveSide, tenantId: string, to: string): Promise<void> {
  target.detach();
  const tables = findSliceTables(target.raw);
  await target.write(() => {
    if (stageOf(target.raw, tenantId) !== 'arriving') return;
    deleteRows(target.raw, { tenantId, to, tables, now: Date.now() });
  });
}

function stageOf(raw: BetterSqlite3.Database, tenantId: string): string | undefined {
  return raw
    .prepare<[string], string>('SELECT stage FROM main.tenant_moves WHERE tenant_id = ?')
    .pluck()
    .get(tenantId);
}
