// Puts accounts to rest that their owners have not used for long, a few at a time: money comes in,
// nothing goes out, until an operator reactivates them.

import { engine } from '../kernel/cause.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import type { Database } from '../kernel/connect.ts';
import type { Waits } from '../kernel/due.ts';
import type { Tx } from '../kernel/tx.ts';
import { restAccount } from './acts.ts';
import { dayOf, startOfDay } from './use.ts';

interface Deps {
  readonly database: Database;
  readonly tx: Tx;
  readonly clock: BusinessClock;
  readonly now: () => number;
  /** Days without use; 0: no account ever rests. */
  readonly days: number;
}

interface Unused {
  readonly id: string;
  readonly tenantId: string;
  readonly held: number;
}

/** Call its functions inside `database.write` only. */
export function dormancy({ database: { raw }, tx, clock, now, days }: Deps): Waits {
  const columns = 'a.id, a.tenant_id AS tenantId, a.held';
  const unused = "a.status = 'active' AND a.kind = 'customer'";
  const byRealTime = raw.prepare<[number, number], Unused>(
    `SELECT ${columns} FROM accounts a INDEXED BY accounts_by_use
     WHERE ${unused} AND a.last_used_on < ? AND NOT EXISTS (SELECT 1 FROM clocks c
       WHERE c.tenant_id = a.tenant_id AND (c.target IS NOT NULL OR c.offset_ms > 0))
     ORDER BY a.last_used_on LIMIT ?`,
  );
  // Parameters come as floating-point numbers, which divide into fractions of a day.
  const byOwnClock = raw.prepare<[number, number], Unused>(
    `SELECT ${columns} FROM clocks c CROSS JOIN accounts a INDEXED BY accounts_by_use_of_tenant
     ON a.tenant_id = c.tenant_id AND ${unused}
       AND a.last_used_on < CAST(? + c.offset_ms AS INTEGER) / ${startOfDay(1)} - ${days}
     WHERE c.target IS NULL AND c.offset_ms > 0 LIMIT ?`,
  );
  const ofOne = raw.prepare<[string, number, number], Unused>(
    `SELECT ${columns} FROM accounts a INDEXED BY accounts_by_use_of_tenant
     WHERE ${unused} AND a.tenant_id = ? AND a.last_used_on < ? ORDER BY a.last_used_on LIMIT ?`,
  );
  const first = raw
    .prepare<[string], number | null>(
      `SELECT min(a.last_used_on) FROM accounts a INDEXED BY accounts_by_use_of_tenant
       WHERE ${unused} AND a.tenant_id = ?`,
    )
    .pluck();
  const use = raw.prepare('UPDATE accounts SET last_used_on = ? WHERE id = ?');

  function rest(rows: readonly Unused[]): number {
    for (const { id, tenantId, held } of rows) {
      // What is held is an act of the owner that is not over.
      if (held > 0) use.run(dayOf(clock(tenantId)), id);
      else restAccount(tx, id, days, engine(`dormancy/${tenantId}`));
    }
    return rows.length;
  }

  return {
    restDue(limit) {
      if (days === 0) return 0;
      const rows = byRealTime.all(dayOf(now()) - days, limit);
      if (rows.length < limit) rows.push(...byOwnClock.all(now(), limit));
      return rest(rows);
    },
    restDueOf: (tenantId, at, limit) =>
      days === 0 ? 0 : rest(ofOne.all(tenantId, dayOf(at) - days, limit)),
    nextDueOf(tenantId) {
      const day = days === 0 ? null : (first.get(tenantId) ?? null);
      return day === null ? null : startOfDay(day + days + 1);
    },
  };
}
