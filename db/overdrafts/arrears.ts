// Finds overdrafts that have lasted too long and records their arrears. Time causes these, not a
// booking.

import { ARREARS_AFTER_MS } from '../../ledger/overdraft.ts';
import { engineCause } from '../kernel/cause.ts';
import { createDueQueries, type DueObject, type DueWork } from '../kernel/due.ts';
import type { Tx } from '../kernel/tx.ts';
import { recordArrears } from './acts.ts';

const dueOverdrafts = createDueQueries({
  table: 'overdrafts',
  column: 'drawn_at',
  where: 't.drawn_at IS NOT NULL AND t.arrears_since IS NULL',
  index: 'overdrafts_drawn',
});

function recordAll(tx: Tx, rows: readonly DueObject[]): number {
  for (const { id, tenantId } of rows) {
    recordArrears(tx, id, engineCause(`overdrafts/${tenantId}`));
  }
  return rows.length;
}

/** Finds the overdrafts whose arrears are due to be recorded. */
export const arrearsDue: DueWork = {
  processDue(tx, limit) {
    const before = tx.now() - ARREARS_AFTER_MS;
    const rows = dueOverdrafts.byRealTime(tx, before, limit);
    if (rows.length < limit)
      rows.push(...dueOverdrafts.byOwnClock(tx, before, limit - rows.length));
    return recordAll(tx, rows);
  },
  processDueOf: (tx, tenantId, now, limit) =>
    recordAll(tx, dueOverdrafts.ofDeveloper(tx, tenantId, now - ARREARS_AFTER_MS, limit)),
  nextDueOf(tx, tenantId) {
    const first = dueOverdrafts.nextDue(tx, tenantId);
    return first === null ? null : first + ARREARS_AFTER_MS;
  },
};
