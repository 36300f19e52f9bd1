// Deletes deliveries that ended long ago, with their attempts, so that the tables stay as large as
// a month. Events stay for ever: what was delivered once can be replayed from them.

import type { Database } from '../kernel/connect.ts';

/** How long a delivery is kept after its end, as keys of idempotency are: 30 days. */
export const DELIVERIES_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

interface Ended {
  readonly id: string;
  readonly endpointId: string;
  readonly eventRow: number;
}

/**
 * Returns the one function that deletes; call it inside `database.write` only.
 * @param now milliseconds since 1970 UTC
 */
export function pruner({ raw }: Database, now: () => number): (most: number) => number {
  const ended = raw.prepare<[number, number], Ended>(
    `SELECT id, endpoint_id AS endpointId, event_row AS eventRow FROM deliveries
     WHERE status IN ('delivered', 'failed') AND updated_at < ? ORDER BY updated_at LIMIT ?`,
  );
  const keep = raw.prepare<[number]>('UPDATE delivery_retention SET kept_from = max(kept_from, ?)');
  const attempts = raw.prepare<[string]>('DELETE FROM delivery_attempts WHERE delivery_id = ?');
  const delivery = raw.prepare<[string]>('DELETE FROM deliveries WHERE id = ?');
  const mark = raw.prepare<[number, string]>(
    'UPDATE mailboxes SET pruned_row = max(pruned_row, ?) WHERE endpoint_id = ?',
  );
  return (most) => {
    const keptFrom = now() - DELIVERIES_KEPT_MS;
    const rows = ended.all(keptFrom, most);
    if (rows.length > 0) keep.run(keptFrom);
    for (const { id, endpointId, eventRow } of rows) {
      attempts.run(id);
      delivery.run(id);
      mark.run(eventRow, endpointId);
    }
    return rows.length;
  };
}
