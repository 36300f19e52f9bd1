// Deletes deliveries and their attempts a month after their end. Events stay, so that a past
// delivery can be replayed.

import { act } from '../kernel/act.ts';

/** Retention of a delivery after its end: 30 days, as for idempotency keys. */
export const DELIVERIES_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

interface EndedDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly eventRow: number;
}

const ENDED_DELIVERIES = `SELECT id, endpoint_id AS endpointId, event_row AS eventRow FROM deliveries
  WHERE status IN ('delivered', 'failed') AND updated_at < ? ORDER BY updated_at LIMIT ?`;
const SET_RETENTION = 'UPDATE delivery_retention SET kept_from = max(kept_from, ?)';
const DELETE_ATTEMPTS = 'DELETE FROM delivery_attempts WHERE delivery_id = ?';
const DELETE_DELIVERY = 'DELETE FROM deliveries WHERE id = ?';
const SET_PRUNED_ROW = 'UPDATE mailboxes SET pruned_row = max(pruned_row, ?) WHERE endpoint_id = ?';

/** Deletes at most `max` deliveries that are past their retention. Returns their number. */
export const pruneDeliveries = act('delivery.prune', (tx, max) => {
  const keptFrom = tx.now() - DELIVERIES_KEPT_MS;
  const rows = tx.all<EndedDelivery>(ENDED_DELIVERIES, keptFrom, max);
  if (rows.length > 0) tx.run(SET_RETENTION, keptFrom);
  for (const { id, endpointId, eventRow } of rows) {
    tx.run(DELETE_ATTEMPTS, id);
    tx.run(DELETE_DELIVERY, id);
    tx.run(SET_PRUNED_ROW, eventRow, endpointId);
  }
  return rows.length;
});
