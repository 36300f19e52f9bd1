// Invariants of schedules and their occurrences.

const NOTHING_MOVED = "('declined', 'failed', 'canceled', 'expired')";

/** Rules for db/invariants.ts: each row of the SQL is a violation. */
export const SCHEDULE_RULES = [
  {
    name: 'date_runs_once',
    guarantee: 'A schedule has at most one transfer per day that is booked or in progress.',
    sql: `SELECT o.schedule_id, o.local_date, count(*) AS transfers FROM occurrences o
          JOIN transactions t ON t.occurrence_id = o.id AND t.status NOT IN ${NOTHING_MOVED}
          GROUP BY o.schedule_id, o.local_date HAVING transfers > 1
          UNION ALL SELECT schedule_id, local_date, count(*) AS days FROM occurrences
          GROUP BY schedule_id, local_date HAVING days > 1`,
  },
  {
    name: 'occurrence_is_its_transfer',
    guarantee: 'The status of an occurrence matches its own transfer, which names the occurrence.',
    sql: `SELECT o.id, o.status, t.status AS transfer FROM occurrences o
          LEFT JOIN transactions t ON t.id = o.transaction_id
          WHERE (o.transaction_id IS NULL AND o.attempts > 0)
          OR (o.transaction_id IS NOT NULL AND (t.occurrence_id IS NOT o.id
            OR t.schedule_id IS NOT o.schedule_id OR t.amount IS NOT o.amount))
          OR (o.status = 'posted' OR (o.status = 'failed' AND o.status_code IS 'rail_returned'
            AND t.ledger_sequence IS NOT NULL)) <> (t.ledger_sequence IS NOT NULL)
          OR (o.status IN ('processing', 'retrying') AND o.wake_at IS NULL
            AND t.status IN ${NOTHING_MOVED} AND NOT EXISTS (SELECT 1 FROM schedules s
              WHERE s.id = o.schedule_id AND s.status IN ('paused', 'suspended')))
          UNION ALL SELECT t.occurrence_id, 'no occurrence', t.id FROM transactions t
          LEFT JOIN occurrences o ON o.id = t.occurrence_id
          WHERE t.occurrence_id IS NOT NULL AND (o.id IS NULL
            OR (t.ledger_sequence IS NOT NULL AND o.transaction_id IS NOT t.id))`,
  },
  {
    name: 'schedule_counts_occurrences',
    guarantee: 'The counters of a schedule match the number and results of its occurrences.',
    sql: `SELECT s.id, s.occurrences_made, o.made FROM schedules s LEFT JOIN (
            SELECT schedule_id, count(*) AS made,
              count(*) FILTER (WHERE status = 'posted') AS posted,
              count(*) FILTER (WHERE status = 'failed') AS failed,
              count(*) FILTER (WHERE status = 'skipped') AS skipped
            FROM occurrences GROUP BY schedule_id) o ON o.schedule_id = s.id
          WHERE o.made IS NOT s.occurrences_made OR o.posted IS NOT s.occurrences_posted
          OR o.failed IS NOT s.occurrences_failed OR o.skipped IS NOT s.occurrences_skipped`,
  },
  {
    name: 'schedule_is_looked_at',
    guarantee: 'Exactly the active schedules have an open occurrence.',
    sql: `SELECT s.id, s.status, o.id AS occurrence, o.wake_at FROM schedules s
          LEFT JOIN occurrences o ON o.schedule_id = s.id
            AND o.status IN ('scheduled', 'processing', 'retrying')
          WHERE (s.status = 'active' AND o.id IS NULL)
          OR (s.status = 'active' AND o.status = 'scheduled' AND o.wake_at IS NULL)
          OR (s.status <> 'active' AND o.wake_at IS NOT NULL)
          OR (s.status IN ('completed', 'canceled') AND o.status = 'scheduled')`,
  },
  {
    name: 'occurrence_has_event',
    guarantee: 'Each finished occurrence has exactly one event.',
    // Materialised once, because no index finds the events of an object.
    sql: `SELECT o.id, o.status, coalesce(e.emitted, 0) AS emitted FROM occurrences o
          LEFT JOIN (SELECT object_id, type, count(*) AS emitted FROM events
                     WHERE type IN ('schedule.occurrence.posted', 'schedule.occurrence.failed',
                       'schedule.occurrence.skipped') GROUP BY object_id, type) e
          ON e.object_id = o.id AND e.type = 'schedule.occurrence.' || o.status
          WHERE o.status IN ('posted', 'failed', 'skipped') AND coalesce(e.emitted, 0) <> 1`,
  },
] as const;
