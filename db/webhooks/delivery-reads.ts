// Reads deliveries, their attempts, and the statistics of endpoints for the API.

import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { groupRows, IN_GIVEN_LIST } from '../kernel/sets.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { timestamp } from '../kernel/timestamp.ts';
import { type DeliveryStatus, deliveries, deliveryAttempts } from './delivery-tables.ts';
import { type DeliveryView, type DeliveryWithEvent, deliveryView } from './delivery-view.ts';

export const DELIVERY_STATUSES = ['pending', 'retrying', 'delivered', 'failed'] as const;

/** Number of latest attempts from which the success rate and times of an endpoint are computed. */
export const SAMPLED_ATTEMPTS = 1_000;

const WITH_EVENT = `SELECT ${columnsOf(deliveries, 'd')}, e.id AS eventId, e.type AS eventType,
  e.sequence AS eventSequence FROM deliveries d JOIN events e ON e.row = d.event_row`;

export interface DeliveryFilter extends PageOrder {
  readonly endpointId: string;
  /** Null for any status. */
  readonly status: DeliveryStatus | null;
}

/** Deliveries of an endpoint with all their attempts, newest first. */
export async function listDeliveries(
  ledger: ReadLedger,
  { endpointId, status, limit, startingAfter }: DeliveryFilter,
): Promise<Page<DeliveryView>> {
  const { database } = ledger;
  const select = database.raw.prepare<[string, string, string, number], DeliveryWithEvent>(
    `${WITH_EVENT} WHERE d.endpoint_id = ? AND d.status = ? AND d.id < ?
     ORDER BY d.id DESC LIMIT ?`,
  );
  return database.read(() => {
    // The index is sorted by status and id, so each status is read as a separate list.
    const rows = (status === null ? DELIVERY_STATUSES : [status])
      .flatMap((state) => select.all(endpointId, state, startingAfter ?? '~', limit + 1))
      .sort((a, other) => (a.id < other.id ? 1 : -1));
    const page = pageOf(rows.slice(0, limit + 1), limit);
    return { ...page, data: withAttempts(ledger, page.data) };
  });
}

/** Returns a delivery with all its attempts; null when the endpoint has no such delivery. */
export async function findDelivery(
  ledger: ReadLedger,
  endpointId: string,
  id: string,
): Promise<DeliveryView | null> {
  const row = ledger.database.raw
    .prepare<[string], DeliveryWithEvent>(`${WITH_EVENT} WHERE d.id = ?`)
    .get(id);
  return row?.endpointId === endpointId ? (withAttempts(ledger, [row])[0] ?? null) : null;
}

const attemptsOf = prepareOnce(({ raw }: Database) =>
  raw.prepare<[string], typeof deliveryAttempts.$inferSelect>(
    `SELECT ${columnsOf(deliveryAttempts)} FROM delivery_attempts
     WHERE delivery_id IN ${IN_GIVEN_LIST} ORDER BY delivery_id, number`,
  ),
);

function withAttempts(
  { database, livemode }: ReadLedger,
  rows: readonly DeliveryWithEvent[],
): DeliveryView[] {
  const ids = rows.map(({ id }) => id);
  const attempts = groupRows(attemptsOf(database), ids, (attempt) => attempt.deliveryId);
  return rows.map((row) => deliveryView(row, attempts.get(row.id) ?? [], livemode));
}

/**
 * Returns statistics of an endpoint: counts of all deliveries, and figures of the latest attempts.
 */
export async function readStatistics(ledger: ReadLedger, endpointId: string) {
  const { raw } = ledger.database;
  const count = raw
    .prepare<[string, string], number>(
      'SELECT count(*) FROM deliveries WHERE endpoint_id = ? AND status = ?',
    )
    .pluck();
  const sample = raw.prepare<[string, number], { duration: number; succeeded: number }>(
    `SELECT duration_ms AS duration, fault IS NULL AS succeeded FROM delivery_attempts
     WHERE endpoint_id = ? ORDER BY at DESC LIMIT ?`,
  );
  const lastAttemptsStatement = raw.prepare<
    [string],
    { success: number | null; failure: number | null }
  >(
    `SELECT last_success_at AS success, last_failure_at AS failure FROM mailboxes
     WHERE endpoint_id = ?`,
  );
  return ledger.database.read(() => {
    const attempts = sample.all(endpointId, SAMPLED_ATTEMPTS);
    const succeeded = attempts.filter((attempt) => attempt.succeeded === 1).length;
    const durations = attempts.map((attempt) => attempt.duration).sort((a, b) => a - b);
    const last = lastAttemptsStatement.get(endpointId);
    return {
      object: 'webhook_statistics' as const,
      webhookEndpointId: endpointId,
      deliveries: Object.fromEntries(
        DELIVERY_STATUSES.map((status) => [status, count.get(endpointId, status) ?? 0]),
      ) as Record<DeliveryStatus, number>,
      sampledAttempts: attempts.length,
      successRate: attempts.length === 0 ? null : succeeded / attempts.length,
      durationMs: { p50: quantile(durations, 0.5), p95: quantile(durations, 0.95) },
      lastSuccessAt: timestamp(last?.success ?? null),
      lastFailureAt: timestamp(last?.failure ?? null),
    };
  });
}

function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
}

/**
 * Returns the sequence of a tenant's first event at or after a time, or one past the last event.
 */
export function sequenceAt({ database }: ReadLedger, tenantId: string, timeMs: number): number {
  const createdAt = database.raw
    .prepare<[string, number], number>(
      'SELECT created_at FROM events WHERE tenant_id = ? AND sequence = ?',
    )
    .pluck();
  const last = database.raw
    .prepare<[string], number>('SELECT value FROM counters WHERE name = ?')
    .pluck()
    .get(`events/${tenantId}`);
  let [low, high] = [1, (last ?? 0) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((createdAt.get(tenantId, middle) ?? 0) < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
