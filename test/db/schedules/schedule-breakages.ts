// Ways to falsify schedules and occurrences, by the invariant that must detect them.

import type { Breakage } from '../exchange/exchange-breakages.ts';

const POSTED_OCCURRENCE = "(SELECT id FROM occurrences WHERE status = 'posted')";

export const SCHEDULE_BREAKAGES: Readonly<Record<string, Readonly<Record<string, Breakage>>>> = {
  date_runs_once: {
    'two transfers of one occurrence': ({ posted }) =>
      `UPDATE transactions SET occurrence_id = ${POSTED_OCCURRENCE} WHERE id = '${posted}'`,
    'two occurrences of one date': ({ posted }) =>
      `INSERT INTO occurrences SELECT 'occ_' || t.id, o.tenant_id, o.schedule_id, o.local_date,
       o.nominal_date, o.due_at, 'posted', NULL, NULL, t.amount, 1, t.id, NULL, 0, 1, 0, 0
       FROM occurrences o JOIN transactions t ON t.id = '${posted}' WHERE o.status = 'posted'`,
  },
  occurrence_is_its_transfer: {
    'an occurrence with the id of another transfer': ({ posted }) =>
      `UPDATE occurrences SET transaction_id = '${posted}' WHERE id = ${POSTED_OCCURRENCE}`,
    'an occurrence with a higher amount than its transfer': () =>
      `UPDATE occurrences SET amount = amount + 1 WHERE id = ${POSTED_OCCURRENCE}`,
    'a posted occurrence whose transfer is not booked': () =>
      `UPDATE transactions SET ledger_sequence = NULL WHERE occurrence_id = ${POSTED_OCCURRENCE}`,
    'a transfer of a deleted occurrence': () =>
      `DELETE FROM occurrences WHERE id = ${POSTED_OCCURRENCE}`,
    'a failed occurrence with a booked transfer': () =>
      `UPDATE occurrences SET status = 'failed' WHERE id = ${POSTED_OCCURRENCE}`,
    'a retrying occurrence without a second attempt': ({ declined }) =>
      `UPDATE occurrences SET status = 'retrying', transaction_id = '${declined}'
       WHERE id = ${POSTED_OCCURRENCE}`,
  },
  schedule_counts_occurrences: {
    'a posted occurrence that is not counted': () => 'UPDATE schedules SET occurrences_posted = 0',
    'a counted failure without an occurrence': () => 'UPDATE schedules SET occurrences_failed = 1',
    'a count of occurrences that is too high': () =>
      'UPDATE schedules SET occurrences_made = occurrences_made + 1',
  },
  schedule_is_looked_at: {
    'a next occurrence without a wake-up time': () =>
      "UPDATE occurrences SET wake_at = NULL WHERE status = 'scheduled'",
    'an active schedule without a next occurrence': () =>
      "DELETE FROM occurrences WHERE status = 'scheduled'",
    'a paused schedule with a wake-up time': () => "UPDATE schedules SET status = 'paused'",
    'a canceled schedule with a next occurrence': () => "UPDATE schedules SET status = 'canceled'",
  },
  occurrence_has_event: {
    'a posted occurrence without an event': () =>
      "DELETE FROM events WHERE type = 'schedule.occurrence.posted'",
    'a posted occurrence with a failure event': () =>
      `UPDATE events SET type = 'schedule.occurrence.failed'
       WHERE type = 'schedule.occurrence.posted'`,
  },
};
