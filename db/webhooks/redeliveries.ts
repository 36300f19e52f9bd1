// Delivers again on request: one delivery, one event, a range of events, or all dead letters. An
// open delivery does not change, so that two requests cause one delivery.

import { matchesPattern } from '../../ledger/event.ts';
import { invalidState, Refusal } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import { webhookEndpoints } from '../kernel/tables.ts';
import type { Tx } from '../kernel/tx.ts';
import { deliveries } from './delivery-tables.ts';
import type { EndpointRow } from './endpoint-view.ts';
import { createDeliveryRow } from './relay.ts';

type DeliveryRow = typeof deliveries.$inferSelect;
type Subscriber = Pick<EndpointRow, 'id' | 'tenantId' | 'status' | 'events'>;

export interface RetryOrder {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
}

export interface ResendOrder {
  readonly tenantId: string;
  readonly eventId: string;
  /** Null: every enabled endpoint that subscribes to the event. */
  readonly endpointId: string | null;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

/** A range of event sequences, both ends included, or all dead letters of the endpoint. */
export type ReplaySelection =
  | { readonly kind: 'failed' }
  | { readonly kind: 'range'; readonly fromSequence: number; readonly toSequence: number };

export interface ReplayOrder {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly selection: ReplaySelection;
  /** Maximum number of deliveries of one request. */
  readonly maxDeliveries: number;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

/** The progress of a replay, which continues at `nextSequence`. */
export interface ReplayResult {
  /** Number of deliveries that the replay made due. */
  readonly deliveries: number;
  /** Number of events that already had an open delivery. */
  readonly alreadyOpen: number;
  readonly hasMore: boolean;
  /**
   * Next sequence of the range; null at its end, and for dead letters, whose replay starts again.
   */
  readonly nextSequence: number | null;
}

export interface ReplayOutcome {
  readonly result: ReplayResult;
  readonly replayed: boolean;
}

export interface ResendOutcome {
  /** Ids of the deliveries that the request made due. */
  readonly deliveryIds: readonly string[];
  readonly endpointIds: readonly string[];
  readonly replayed: boolean;
}

const COLUMNS = columnsOf(deliveries);
const SUBSCRIBER = columnsOf(webhookEndpoints);
const DELIVERY = `SELECT ${COLUMNS} FROM deliveries WHERE id = ?`;
const LATEST_DELIVERY = `SELECT ${COLUMNS} FROM deliveries WHERE endpoint_id = ? AND event_row = ?
  ORDER BY repeat DESC LIMIT 1`;
const INSERT = `INSERT INTO deliveries ${insertOf(deliveries)}`;
const REOPEN_DELIVERY = `UPDATE deliveries SET status = 'pending', failures = 0, next_attempt_at = ?,
  updated_at = max(updated_at, ?) WHERE id = ?`;
const SET_NEXT_ATTEMPT = `UPDATE deliveries SET next_attempt_at = ?, updated_at = max(updated_at, ?) WHERE id = ?`;
const FAILED_DELIVERIES = `SELECT id FROM deliveries WHERE endpoint_id = ? AND status = 'failed' ORDER BY id LIMIT ?`;
const ENDPOINT = `SELECT ${SUBSCRIBER} FROM webhook_endpoints WHERE id = ? AND removed_at IS NULL`;
const ENABLED_ENDPOINTS = `SELECT ${SUBSCRIBER} FROM webhook_endpoints
  WHERE tenant_id = ? AND removed_at IS NULL AND status = 'enabled'`;
const EVENT = 'SELECT row, type FROM events WHERE id = ? AND tenant_id = ?';
const EVENTS = `SELECT row, sequence, type FROM events
  WHERE tenant_id = ? AND sequence BETWEEN ? AND ? ORDER BY sequence LIMIT ?`;

/**
 * Makes a delivery due now.
 * @throws Refusal when the endpoint is disabled, or the delivery has succeeded
 */
export const retryDelivery = act(
  'delivery.retry',
  (tx, { tenantId, endpointId, deliveryId }: RetryOrder): void => {
    const row = tx.get<DeliveryRow>(DELIVERY, deliveryId);
    const endpoint = requireEndpoint(tx, tenantId, endpointId);
    if (row?.endpointId !== endpointId) throw new Refusal('webhook_endpoint_not_found');
    requireEnabled(endpoint);
    if (row.status === 'delivered') {
      throw invalidState('The delivery succeeded: send its event again instead.');
    }
    if (row.status === 'failed') tx.run(REOPEN_DELIVERY, tx.now(), tx.now(), row.id);
    else tx.run(SET_NEXT_ATTEMPT, Math.min(tx.now(), row.nextAttemptAt ?? 0), tx.now(), row.id);
  },
);

/**
 * Makes an event due at an endpoint, or at all endpoints that subscribe to the event, once for an
 * idempotency key.
 */
export const resendEvent = act('delivery.resend', (tx, order: ResendOrder): ResendOutcome => {
  const { tenantId, eventId, endpointId } = order;
  const event = tx.get<{ row: number; type: string }>(EVENT, eventId, tenantId);
  if (!event) throw new Refusal('webhook_endpoint_not_found');
  const keyUse = keyUseOf(order, `POST /v1/events/${eventId}/resend`);
  const boundId = tx.keys.find(keyUse, tx.now());
  if (boundId !== null) {
    return { deliveryIds: JSON.parse(boundId), endpointIds: [], replayed: true };
  }
  const endpoint = endpointId === null ? null : requireEndpoint(tx, tenantId, endpointId);
  if (endpoint) requireEnabled(endpoint);
  const targets = endpoint
    ? [endpoint]
    : tx.all<Subscriber>(ENABLED_ENDPOINTS, tenantId).filter(({ events }) => {
        return (JSON.parse(events) as string[]).some((pattern) =>
          matchesPattern(pattern, event.type),
        );
      });
  const deliveries = targets.map((target) => makeDue(tx, target, event.row));
  const deliveryIds = deliveries.filter((id) => id !== null);
  const endpointIds = targets.filter((_, index) => deliveries[index] !== null).map(({ id }) => id);
  tx.keys.bind(keyUse, JSON.stringify(deliveryIds), tx.now());
  return { deliveryIds, endpointIds, replayed: false };
});

/** Makes many events due at an endpoint, once for an idempotency key. */
export const replayEvents = act('delivery.replay', (tx, order: ReplayOrder): ReplayOutcome => {
  const { tenantId, endpointId, selection, maxDeliveries } = order;
  const endpoint = requireEndpoint(tx, tenantId, endpointId);
  const keyUse = keyUseOf(order, `POST /v1/webhook-endpoints/${endpointId}/replay`);
  const boundId = tx.keys.find(keyUse, tx.now());
  if (boundId !== null) return { result: JSON.parse(boundId) as ReplayResult, replayed: true };
  requireEnabled(endpoint);
  const result =
    selection.kind === 'failed'
      ? replayFailed(tx, endpoint, maxDeliveries)
      : replayRange(tx, endpoint, selection.fromSequence, selection.toSequence, maxDeliveries);
  tx.keys.bind(keyUse, JSON.stringify(result), tx.now());
  return { result, replayed: false };
});

function requireEndpoint(tx: Tx, tenantId: string, endpointId: string): Subscriber {
  const endpoint = tx.get<Subscriber>(ENDPOINT, endpointId);
  if (endpoint?.tenantId === tenantId) return endpoint;
  throw new Refusal('webhook_endpoint_not_found');
}

/**
 * Makes a delivery of the event due. Returns its id, or null when a delivery of the event is
 * already open.
 */
function makeDue(tx: Tx, endpoint: Subscriber, eventRow: number): string | null {
  const latest = tx.get<DeliveryRow>(LATEST_DELIVERY, endpoint.id, eventRow);
  if (latest && latest.nextAttemptAt !== null) return null;
  const now = tx.now();
  if (latest?.status === 'failed') {
    tx.run(REOPEN_DELIVERY, now, now, latest.id);
    return latest.id;
  }
  const repeat = (latest?.repeat ?? 0) + 1;
  const { tenantId, id: endpointId } = endpoint;
  const row = createDeliveryRow({ tenantId, endpointId, eventRow, repeat, at: now });
  tx.run(INSERT, row);
  return row.id;
}

function replayRange(tx: Tx, endpoint: Subscriber, from: number, to: number, max: number) {
  const events = tx.all<{ row: number; sequence: number; type: string }>(
    EVENTS,
    endpoint.tenantId,
    from,
    to,
    SCANNED_AT_ONCE,
  );
  const patterns = JSON.parse(endpoint.events) as string[];
  let count = 0;
  let openCount = 0;
  let next = events.length < SCANNED_AT_ONCE ? to + 1 : from + SCANNED_AT_ONCE;
  for (const { row, sequence, type } of events) {
    if (count === max) {
      next = sequence;
      break;
    }
    if (!patterns.some((pattern) => matchesPattern(pattern, type))) continue;
    if (makeDue(tx, endpoint, row) === null) openCount += 1;
    else count += 1;
  }
  const hasMore = next <= to;
  return {
    deliveries: count,
    alreadyOpen: openCount,
    hasMore,
    nextSequence: hasMore ? next : null,
  };
}

function replayFailed(tx: Tx, endpoint: Subscriber, max: number): ReplayResult {
  const ids = tx.values<string>(FAILED_DELIVERIES, endpoint.id, max + 1);
  const now = tx.now();
  for (const id of ids.slice(0, max)) tx.run(REOPEN_DELIVERY, now, now, id);
  const hasMore = ids.length > max;
  return {
    deliveries: ids.length - Number(hasMore),
    alreadyOpen: 0,
    hasMore,
    nextSequence: null,
  };
}

function requireEnabled({ status }: Subscriber): void {
  if (status !== 'enabled') {
    throw invalidState(`The endpoint is ${status}: enable the endpoint first.`);
  }
}

/** Events that one request examines at most; most endpoints subscribe to a part of the events. */
const SCANNED_AT_ONCE = 10_000;

function keyUseOf(order: ResendOrder | ReplayOrder, operation: string) {
  const { tenantId, cause, requestHash } = order;
  return { tenantId, operation, key: cause.idempotencyKey, requestHash };
}
