// Tells of overdrafts that have lasted too long: no booking does, only time.

import { ARREARS_AFTER_MS } from '../../ledger/overdraft.ts';
import { engine } from '../kernel/cause.ts';
import type { Database } from '../kernel/connect.ts';
import { type Due, dueIn, type Waits } from '../kernel/due.ts';
import type { Tx } from '../kernel/tx.ts';
import { fallInArrears } from './acts.ts';

interface Deps {
  readonly database: Database;
  readonly tx: Tx;
  readonly now: () => number;
}

/** Call its functions inside `database.write` only. */
export function arrearsDue({ database: { raw }, tx, now }: Deps): Waits {
  const drawn = dueIn(raw, {
    table: 'overdrafts',
    column: 'drawn_at',
    where: 't.drawn_at IS NOT NULL AND t.arrears_since IS NULL',
    index: 'overdrafts_drawn',
  });
  function tell(rows: readonly Due[]): number {
    for (const { id, tenantId } of rows) {
      fallInArrears(tx, id, engine(`overdrafts/${tenantId}`));
    }
    return rows.length;
  }
  return {
    restDue(limit) {
      const before = now() - ARREARS_AFTER_MS;
      const rows = drawn.byRealTime.all(before, limit);
      if (rows.length < limit) rows.push(...drawn.byOwnClock.all(before, limit - rows.length));
      return tell(rows);
    },
    restDueOf: (tenantId, at, limit) =>
      tell(drawn.ofOne.all(tenantId, at - ARREARS_AFTER_MS, limit)),
    nextDueOf(tenantId) {
      const first = drawn.first.get(tenantId) ?? null;
      return first === null ? null : first + ARREARS_AFTER_MS;
    },
  };
}
