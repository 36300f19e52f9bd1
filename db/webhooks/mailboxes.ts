// Reads for the workflows that send deliveries: the due deliveries of an endpoint, the time of its
// next delivery, and the endpoints without a running workflow.

import { DOWN_AFTER_FAILURES } from '../../ledger/webhook.ts';
import { type EventView, eventViews } from '../events/reads.ts';
import type { RelayedEndpoint } from '../events/relay.ts';
import { readAbsentAsEmpty } from '../kernel/absent-tables.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { events } from '../kernel/tables.ts';
import { deliveries } from './delivery-tables.ts';
import type { PlannedFailure } from './simulated-failures.ts';

export interface DueDelivery {
  readonly id: string;
  /** Failed attempts since the delivery was last requested. */
  readonly failures: number;
  readonly objectId: string;
  readonly event: EventView;
}

/**
 * Returns the due deliveries of an endpoint, in the order of the events, including due retries.
 * @param now milliseconds since 1970 UTC
 */
export function listDue(
  ledger: ReadLedger,
  { endpointId, now, limit }: { endpointId: string; now: number; limit: number },
): DueDelivery[] {
  type Row = typeof events.$inferSelect & { deliveryId: string; failures: number };
  const dueRows = ledger.database.raw
    .prepare<[string, number, number], Row>(
      `SELECT ${columnsOf(events, 'e')}, d.id AS deliveryId, d.failures FROM deliveries d
       JOIN events e ON e.row = d.event_row
       WHERE d.endpoint_id = ? AND d.next_attempt_at <= ? AND d.status IN ('pending', 'retrying')
       ORDER BY d.next_attempt_at, d.event_row LIMIT ?`,
    )
    .all(endpointId, now, limit);
  const views = eventViews(ledger, dueRows).values();
  return dueRows.flatMap(({ deliveryId, failures, objectId }) => {
    const { value: event } = views.next();
    return event ? { id: deliveryId, failures, objectId, event } : [];
  });
}

export interface MailboxState {
  readonly failuresInRow: number;
  /** Milliseconds since 1970 UTC. */
  readonly lastFailureAt: number | null;
  /** When the next delivery is due, milliseconds since 1970 UTC; null when none is open. */
  readonly nextAttemptAt: number | null;
}

/** Returns the last failure of an endpoint and the time of its next delivery. */
export function readMailbox({ database: { raw } }: ReadLedger, endpointId: string): MailboxState {
  const row = raw
    .prepare<[string], MailboxState>(
      `SELECT failures_in_row AS failuresInRow, last_failure_at AS lastFailureAt,
       (SELECT min(next_attempt_at) FROM deliveries d WHERE d.endpoint_id = m.endpoint_id
        AND d.status IN ('pending', 'retrying')) AS nextAttemptAt
       FROM mailboxes m WHERE endpoint_id = ?`,
    )
    .get(endpointId);
  return row ?? { failuresInRow: 0, lastFailureAt: null, nextAttemptAt: null };
}

/** Counts the deliveries of an endpoint that are pending or retrying. */
export function countOpen({ database: { raw } }: ReadLedger, endpointId: string): number {
  const open = raw
    .prepare<[string], number>(
      `SELECT count(*) FROM deliveries WHERE endpoint_id = ?
       AND status IN ('pending', 'retrying')`,
    )
    .pluck();
  return open.get(endpointId) ?? 0;
}

/**
 * Returns enabled endpoints whose due deliveries were not attempted for a while, because their
 * workflow ended or got no signal. Endpoints that are down, which are attempted less often, get
 * more time.
 * @param quietSince milliseconds since 1970 UTC: a delivery was due before, and none was attempted
 *   since
 */
export function listUnattendedEndpoints(
  { database: { raw } }: ReadLedger,
  { quietSince, limit }: { quietSince: number; limit: number },
): Omit<RelayedEndpoint, 'isDown'>[] {
  return raw
    .prepare<[{ quietSince: number; limit: number }], Omit<RelayedEndpoint, 'isDown'>>(
      `SELECT e.id AS endpointId, e.tenant_id AS tenantId
       FROM webhook_endpoints e JOIN mailboxes m ON m.endpoint_id = e.id
       WHERE e.status = 'enabled' AND e.removed_at IS NULL
       AND coalesce(m.last_success_at, 0) < @quietSince
       AND coalesce(m.last_failure_at, 0) <
         @quietSince - CASE WHEN m.failures_in_row >= ${DOWN_AFTER_FAILURES} THEN ${EXTRA_MS_WHEN_DOWN} ELSE 0 END
       AND EXISTS (SELECT 1 FROM deliveries d WHERE d.endpoint_id = e.id
         AND d.status IN ('pending', 'retrying') AND d.next_attempt_at < @quietSince)
       LIMIT @limit`,
    )
    .all({ quietSince, limit });
}

/** The additional time for an endpoint that is down. */
const EXTRA_MS_WHEN_DOWN = 60_000;

/** Counts the open deliveries and dead letters of enabled endpoints. */
export function countDeliveries({ database: { raw } }: ReadLedger) {
  const sql = `SELECT d.status, count(*) AS count FROM webhook_endpoints e
    JOIN deliveries d ON d.endpoint_id = e.id AND d.status IN ('pending', 'retrying', 'failed')
    WHERE e.status = 'enabled' AND e.removed_at IS NULL GROUP BY d.status`;
  const rows = raw
    .prepare<[], { status: string; count: number }>(readAbsentAsEmpty(raw, sql, [deliveries]))
    .all();
  const countOf = (status: string) => rows.find((row) => row.status === status)?.count ?? 0;
  return { pending: countOf('pending'), retrying: countOf('retrying'), failed: countOf('failed') };
}

/**
 * Returns the simulated failure of the next attempt at an endpoint, or null for a real attempt.
 */
export function findPlannedFailure(
  { database: { raw } }: ReadLedger,
  endpointId: string,
): PlannedFailure | null {
  const find = raw.prepare<[string], PlannedFailure>(
    `SELECT kind, http_status AS httpStatus FROM simulated_failures
     WHERE endpoint_id = ? AND remaining > 0`,
  );
  return find.get(endpointId) ?? null;
}
