// Writes the progress of the daily money-laundering run, in one database transaction with the
// findings so far, so that an interrupted day resumes at that position.

import { act } from '../kernel/act.ts';
import { insertOf } from '../kernel/columns.ts';
import { type AmlDayOrder, type AmlDayStep, keepDailyRun } from './acts.ts';
import { lastAmlDay } from './days.ts';
import { amlDays } from './tables.ts';

const INSERT = `INSERT INTO aml_days ${insertOf(amlDays)}`;
const ADVANCE_DAY = `UPDATE aml_days SET after_customer = @to, customers = customers + @customers,
       runs = runs + @runs, finished_at = @finishedAt
     WHERE tenant_id = @tenantId AND day = @day`;

/** Begins a day. Returns false when the day or a later one was already begun. */
export const beginAmlDay = act('aml.begin_day', (tx, order: AmlDayOrder): boolean => {
  const last = lastAmlDay(tx.database, order.tenantId);
  if (last && last.day >= order.day) return false;
  const progress = { afterCustomer: '', customers: 0, runs: 0 };
  tx.run(INSERT, { ...order, ...progress, startedAt: tx.now(), finishedAt: null });
  return true;
});

/** Writes a step of a day. Returns false when another process has advanced the day. */
export const stepAmlDay = act(
  'aml.step_day',
  (tx, { tenantId, day, from, to, customers, findings, isOver }: AmlDayStep): boolean => {
    const last = lastAmlDay(tx.database, tenantId);
    const isNextStep = last?.day === day && last.finishedAt === null && last.afterCustomer === from;
    if (!isNextStep) return false;
    const runs = Number(findings !== null && keepDailyRun(tx, findings));
    // The clock of the machine may be set back, but a day must not end before it began.
    const finishedAt = isOver ? Math.max(tx.now(), last.startedAt) : null;
    tx.run(ADVANCE_DAY, { tenantId, day, to, customers, runs, finishedAt });
    return true;
  },
);
