// Makes accounts dormant that their owners have not used for long, a few at a time. A dormant
// account receives money but pays nothing out until an operator reactivates it.

import { dayAt, startOfDay } from '../../ledger/value-date.ts';
import { engineCause } from '../kernel/cause.ts';
import type { DueWork } from '../kernel/due.ts';
import type { Tx } from '../kernel/tx.ts';
import { makeDormant } from './acts.ts';

interface UnusedAccount {
  readonly id: string;
  readonly tenantId: string;
  readonly held: number;
}

const COLUMNS = 'a.id, a.tenant_id AS tenantId, a.held';
const UNUSED_ACCOUNT = "a.status = 'active' AND a.kind = 'customer'";
const BY_REAL_TIME = `SELECT ${COLUMNS} FROM accounts a INDEXED BY accounts_by_use
  WHERE ${UNUSED_ACCOUNT} AND a.last_used_on < ? AND NOT EXISTS (SELECT 1 FROM clocks c
    WHERE c.tenant_id = a.tenant_id AND (c.target IS NOT NULL OR c.offset_ms > 0))
  ORDER BY a.last_used_on LIMIT ?`;
// SQLite receives the parameters as floating-point numbers. Without CAST, the division would give
// fractions of a day.
const BY_OWN_CLOCK = `SELECT ${COLUMNS} FROM clocks c
  CROSS JOIN accounts a INDEXED BY accounts_by_use_of_tenant
  ON a.tenant_id = c.tenant_id AND ${UNUSED_ACCOUNT}
    AND a.last_used_on < CAST(? + c.offset_ms AS INTEGER) / ${startOfDay(1)} - CAST(? AS INTEGER)
  WHERE c.target IS NULL AND c.offset_ms > 0 LIMIT ?`;
const ONE_DEVELOPER = `SELECT ${COLUMNS} FROM accounts a INDEXED BY accounts_by_use_of_tenant
  WHERE ${UNUSED_ACCOUNT} AND a.tenant_id = ? AND a.last_used_on < ? ORDER BY a.last_used_on LIMIT ?`;
const OLDEST_USE = `SELECT min(a.last_used_on) FROM accounts a INDEXED BY accounts_by_use_of_tenant
  WHERE ${UNUSED_ACCOUNT} AND a.tenant_id = ?`;
const RECORD_USE = 'UPDATE accounts SET last_used_on = ? WHERE id = ?';

function makeUnusedDormant(tx: Tx, rows: readonly UnusedAccount[]): number {
  for (const { id, tenantId, held } of rows) {
    // An active hold is an unfinished act of the owner, so it counts as use.
    if (held > 0) tx.run(RECORD_USE, dayAt(tx.clock(tenantId)), id);
    else makeDormant(tx, id, tx.terms.dormancyDays, engineCause(`dormancy/${tenantId}`));
  }
  return rows.length;
}

/** Finds the accounts that were not used for the configured days; none when that setting is 0. */
export const dormancy: DueWork = {
  processDue(tx, limit) {
    const { dormancyDays: days } = tx.terms;
    if (days === 0) return 0;
    const rows = tx.all<UnusedAccount>(BY_REAL_TIME, dayAt(tx.now()) - days, limit);
    if (rows.length < limit)
      rows.push(...tx.all<UnusedAccount>(BY_OWN_CLOCK, tx.now(), days, limit));
    return makeUnusedDormant(tx, rows);
  },
  processDueOf(tx, tenantId, now, limit) {
    const { dormancyDays: days } = tx.terms;
    return days === 0
      ? 0
      : makeUnusedDormant(
          tx,
          tx.all<UnusedAccount>(ONE_DEVELOPER, tenantId, dayAt(now) - days, limit),
        );
  },
  nextDueOf(tx, tenantId) {
    const { dormancyDays: days } = tx.terms;
    const day = days === 0 ? null : (tx.value<number | null>(OLDEST_USE, tenantId) ?? null);
    return day === null ? null : startOfDay(day + days + 1);
  },
};
