// Writes how far the daily look for money laundering has come, in one database transaction with
// what it found on the way: so that a day that was cut off goes on where it stood.

import { insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { AmlDayOrder, AmlDayStep, AmlFound } from './acts.ts';
import { lastAmlDay } from './days.ts';
import { amlDays } from './tables.ts';

interface Deps {
  readonly database: Database;
  readonly now: () => number;
}

/** Call its functions inside `database.write` only. */
export function amlDayWriter({ database, now }: Deps, keepNews: (found: AmlFound) => boolean) {
  const insert = database.raw.prepare(`INSERT INTO aml_days ${insertOf(amlDays)}`);
  const moveOn = database.raw.prepare(
    `UPDATE aml_days SET after_customer = @to, customers = customers + @customers,
       runs = runs + @runs, finished_at = @finishedAt
     WHERE tenant_id = @tenantId AND day = @day`,
  );

  return {
    begin(order: AmlDayOrder): boolean {
      const last = lastAmlDay(database, order.tenantId);
      if (last && last.day >= order.day) return false;
      const progress = { afterCustomer: '', customers: 0, runs: 0 };
      insert.run({ ...order, ...progress, startedAt: now(), finishedAt: null });
      return true;
    },

    step({ tenantId, day, from, to, customers, found, isOver }: AmlDayStep): boolean {
      const last = lastAmlDay(database, tenantId);
      const isMine = last?.day === day && last.finishedAt === null && last.afterCustomer === from;
      if (!isMine) return false;
      const runs = Number(found !== null && keepNews(found));
      // The clock of a machine may be set back; a day does not end before it began.
      const finishedAt = isOver ? Math.max(now(), last.startedAt) : null;
      moveOn.run({ tenantId, day, to, customers, runs, finishedAt });
      return true;
    },
  };
}
