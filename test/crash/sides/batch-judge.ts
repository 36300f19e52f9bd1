// Judges batches: an atomic batch books all items or none, and a best-effort batch books each valid
// item once.

import type BetterSqlite3 from 'better-sqlite3';
import type { BatchAct } from './batch.ts';
import type { SideRow } from './judge.ts';

export interface BatchRow {
  readonly id: string;
  readonly key: string | null;
  readonly status: string;
}

export interface Deviation {
  readonly fault: 'lost' | 'duplicated';
  readonly label: string;
}

/** Reads the batches of a developer with its own SQL. */
export function readBatches(db: BetterSqlite3.Database, tenantId: string): BatchRow[] {
  return db
    .prepare<[string], BatchRow>(
      'SELECT id, idempotency_key AS key, status FROM batches WHERE tenant_id = ?',
    )
    .all(tenantId);
}

/** Returns the items that have to be booked: none of an atomic batch with an invalid item. */
export function listDueItems({ mode, items }: BatchAct) {
  const isRefused = mode === 'atomic' && items.some(({ isPayable }) => !isPayable);
  return isRefused ? [] : items.filter(({ isPayable }) => isPayable);
}

/**
 * @param batches batches with the key of the act
 * @param rows transactions of these batches
 */
export function judgeBatch(
  act: BatchAct,
  batches: readonly BatchRow[],
  rows: readonly SideRow[],
): Deviation[] {
  const loss = (label: string): Deviation => ({ fault: 'lost', label: `${act.key}: ${label}` });
  const duplicateOf = (label: string): Deviation => ({
    fault: 'duplicated',
    label: `${act.key}: ${label}`,
  });
  const [batch] = batches;
  if (!batch) return [loss(`was answered with ${act.answer}, and has no row`)];
  if (batches.length > 1) return [duplicateOf(`${batches.length} batches`)];
  if (act.id !== batch.id) return [loss(`${act.id} became ${batch.id}`)];
  const due = new Set(listDueItems(act).map(({ reference }) => reference));
  const expected = due.size === 0 && act.mode === 'atomic' ? 'refused 422' : 'completed 201';
  const result = `${batch.status} ${act.answer}`;
  const deviations = result === expected ? [] : [loss(`${result} instead of ${expected}`)];
  const requestedReferences = new Set(act.items.map(({ reference }) => reference));
  for (const { id, reference } of rows) {
    if (!requestedReferences.has(reference ?? ''))
      deviations.push(duplicateOf(`${id}: was not requested`));
  }
  for (const { reference } of act.items) {
    const ownRows = rows.filter((row) => row.reference === reference);
    const entries = ownRows.reduce((sum, row) => sum + row.entries, 0);
    if (ownRows.length > 1)
      deviations.push(duplicateOf(`${reference}: ${ownRows.length} transactions`));
    else if (due.has(reference) && entries === 0) deviations.push(loss(`${reference}: not booked`));
    else if (due.has(reference) && entries !== 2) {
      deviations.push(duplicateOf(`${reference}: ${entries} entries`));
    } else if (!due.has(reference) && entries > 0)
      deviations.push(duplicateOf(`${reference}: booked`));
    else if (expected === 'refused 422' && ownRows.length > 0) {
      deviations.push(duplicateOf(`${reference}: has a row, and its batch was refused`));
    }
  }
  return deviations;
}
