// Checks that every event has its deliveries to webhook endpoints, and that the state of a delivery
// agrees with its attempts. Plain SQL, as in db/invariants.ts.

/** Each query returns the violations of its rule. */
export const DELIVERY_RULES = [
  {
    name: 'event_has_deliveries',
    guarantee: 'Every event that the relay has passed has a delivery for each subscribed endpoint.',
    // Checks the current subscription of an endpoint, because earlier subscriptions are not stored.
    // Old deliveries are deleted: events up to `pruned_row` may have none.
    sql: `SELECT e.id, w.id AS endpoint FROM webhook_endpoints w
          JOIN mailboxes m ON m.endpoint_id = w.id
          JOIN relay_cursor c
          JOIN events e ON e.tenant_id = w.tenant_id AND e.row > max(m.changed_row, m.pruned_row)
            AND e.row <= c.event_row
          WHERE w.status = 'enabled' AND w.removed_at IS NULL
          AND CASE e.type WHEN 'webhook.test' THEN e.object_id = w.id ELSE EXISTS (
            SELECT 1 FROM json_each(w.events) p WHERE e.type GLOB p.value) END
          AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.endpoint_id = w.id
            AND d.event_row = e.row AND d.repeat = 0)`,
  },
  {
    name: 'delivery_is_behind_cursor',
    guarantee:
      'Deliveries are only of events that the relay has passed, and only to endpoints of the ' +
      'same tenant.',
    sql: `SELECT d.id FROM deliveries d JOIN events e ON e.row = d.event_row
          JOIN webhook_endpoints w ON w.id = d.endpoint_id
          WHERE d.tenant_id <> e.tenant_id OR d.tenant_id <> w.tenant_id
          OR (d.repeat = 0 AND d.event_row > (SELECT event_row FROM relay_cursor))`,
  },
  {
    name: 'delivery_has_attempts',
    guarantee:
      'A delivery has the recorded number of attempts, and a successful one if it was ' +
      'delivered.',
    sql: `SELECT d.id, d.status, d.attempts, count(a.number) AS attempts_found FROM deliveries d
          LEFT JOIN delivery_attempts a ON a.delivery_id = d.id
          GROUP BY d.id HAVING attempts_found <> d.attempts
          OR coalesce(max(a.number), 0) <> d.attempts
          OR (d.status = 'delivered') <> (count(a.number) FILTER (WHERE a.fault IS NULL) > 0)
          OR (d.status IN ('retrying', 'failed') AND d.attempts = 0)`,
  },
] as const;
