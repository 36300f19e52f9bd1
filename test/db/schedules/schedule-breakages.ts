// Ways to falsify schedules and occurrences, by the invariant that must detect them.

import type { Breakage } from '../exchange/exchange-breakages.ts';

const RAN = "(SELECT id FROM occurrences WHERE status = 'posted')";

export const SCHEDULE_BREAKAGES: Readonly<Record<string, Readonly<Record<string, Breakage>>>> = {
  date_runs_once: {
    'a second transfer of a day': ({ posted }) =>
      `UPDATE transactions SET occurrence_id = ${RAN} WHERE id = '${posted}'`,
    'a day that came twice': ({ posted }) =>
      `INSERT INTO occurrences SELECT 'occ_' || t.id, o.tenant_id, o.schedule_id, o.local_date,
       o.nominal_date, o.due_at, 'posted', NULL, NULL, t.amount, 1, t.id, NULL, 0, 1, 0, 0
       FROM occurrences o JOIN transactions t ON t.id = '${posted}' WHERE o.status = 'posted'`,
  },
  occurrence_is_its_transfer: {
    'a run that names another transfer': ({ posted }) =>
      `UPDATE occurrences SET transaction_id = '${posted}' WHERE id = ${RAN}`,
    'a run that says more than was moved': () =>
      `UPDATE occurrences SET amount = amount + 1 WHERE id = ${RAN}`,
    'a run that moved nothing': () =>
      `UPDATE transactions SET ledger_sequence = NULL WHERE occurrence_id = ${RAN}`,
    'a transfer whose day is gone': () => `DELETE FROM occurrences WHERE id = ${RAN}`,
    'a booked transfer of a day that failed': () =>
      `UPDATE occurrences SET status = 'failed' WHERE id = ${RAN}`,
    'a declined transfer without a second attempt': ({ declined }) =>
      `UPDATE occurrences SET status = 'retrying', transaction_id = '${declined}'
       WHERE id = ${RAN}`,
  },
  schedule_counts_occurrences: {
    'a run that was not counted': () => 'UPDATE schedules SET occurrences_posted = 0',
    'a failure of no occurrence': () => 'UPDATE schedules SET occurrences_failed = 1',
    'a day too many': () => 'UPDATE schedules SET occurrences_made = occurrences_made + 1',
  },
  schedule_is_looked_at: {
    'a next day that is not looked at': () =>
      "UPDATE occurrences SET wake_at = NULL WHERE status = 'scheduled'",
    'a next day that is gone': () => "DELETE FROM occurrences WHERE status = 'scheduled'",
    'a paused schedule that would run': () => "UPDATE schedules SET status = 'paused'",
    'a canceled schedule with a day to come': () => "UPDATE schedules SET status = 'canceled'",
  },
  occurrence_has_event: {
    'a run without an event': () => "DELETE FROM events WHERE type = 'schedule.occurrence.posted'",
    'a run with the event of a failure': () =>
      `UPDATE events SET type = 'schedule.occurrence.failed'
       WHERE type = 'schedule.occurrence.posted'`,
  },
};
