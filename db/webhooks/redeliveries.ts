// Delivers again on request: one delivery, one event, a range of events, every dead
// letter. What is still on its way is left alone, so that asking twice sends once.

import { matchesPattern } from '../../ledger/event.ts';
import { invalidState, Refusal } from '../../ledger/refusal.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { KeyBook } from '../kernel/keys.ts';
import { webhookEndpoints } from '../kernel/tables.ts';
import { deliveries } from './delivery-tables.ts';
import type { EndpointRow } from './endpoint-view.ts';
import { newDelivery } from './relay.ts';

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
  /** Null: every enabled endpoint that listens to such events. */
  readonly endpointId: string | null;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

/** Events by sequence, both ends included, or every dead letter of the endpoint. */
export type ReplaySelection =
  | { readonly kind: 'failed' }
  | { readonly kind: 'range'; readonly fromSequence: number; readonly toSequence: number };

export interface ReplayOrder {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly selection: ReplaySelection;
  /** Deliveries that one request makes at the most. */
  readonly most: number;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

/** How far a replay came; it goes on at `nextSequence`. */
export interface ReplayResult {
  /** Deliveries that are due now because of it. */
  readonly deliveries: number;
  /** Events that had an open delivery already. */
  readonly alreadyOpen: number;
  readonly hasMore: boolean;
  /** Null without more of a range; replaying all that failed simply starts again. */
  readonly nextSequence: number | null;
}

export interface Replayed {
  readonly result: ReplayResult;
  readonly replayed: boolean;
}

export interface Resent {
  /** Those that are due now because of it. */
  readonly deliveryIds: readonly string[];
  readonly endpointIds: readonly string[];
  readonly replayed: boolean;
}

interface Deps {
  readonly database: Database;
  readonly keys: KeyBook;
  readonly now: () => number;
}

/** Call its functions inside `database.write` only. */
export function redeliveryWriter({ database, keys, now }: Deps) {
  const sql = statementsOf(database);

  function ownEndpoint(tenantId: string, endpointId: string): Subscriber {
    const endpoint = sql.endpoint.get(endpointId);
    if (endpoint?.tenantId === tenantId) return endpoint;
    throw new Refusal('webhook_endpoint_not_found');
  }

  /** Makes the event due at the endpoint; null when it is on its way already. */
  function makeDue(endpoint: Subscriber, eventRow: number): string | null {
    const latest = sql.latest.get(endpoint.id, eventRow);
    if (latest && latest.nextAttemptAt !== null) return null;
    const at = now();
    if (latest?.status === 'failed') {
      sql.reopen.run(at, at, latest.id);
      return latest.id;
    }
    const repeat = (latest?.repeat ?? 0) + 1;
    const { tenantId, id: endpointId } = endpoint;
    const row = newDelivery({ tenantId, endpointId, eventRow, repeat, at });
    sql.insert.run(row);
    return row.id;
  }

  function replayRange(endpoint: Subscriber, from: number, to: number, most: number) {
    const events = sql.events.all(endpoint.tenantId, from, to, SCANNED_AT_ONCE);
    const patterns = JSON.parse(endpoint.events) as string[];
    let made = 0;
    let alreadyOpen = 0;
    let next = events.length < SCANNED_AT_ONCE ? to + 1 : from + SCANNED_AT_ONCE;
    for (const { row, sequence, type } of events) {
      if (made === most) {
        next = sequence;
        break;
      }
      if (!patterns.some((pattern) => matchesPattern(pattern, type))) continue;
      if (makeDue(endpoint, row) === null) alreadyOpen += 1;
      else made += 1;
    }
    const hasMore = next <= to;
    return { deliveries: made, alreadyOpen, hasMore, nextSequence: hasMore ? next : null };
  }

  function replayFailed(endpoint: Subscriber, most: number): ReplayResult {
    const ids = sql.failed.all(endpoint.id, most + 1);
    const at = now();
    for (const id of ids.slice(0, most)) sql.reopen.run(at, at, id);
    const hasMore = ids.length > most;
    return {
      deliveries: ids.length - Number(hasMore),
      alreadyOpen: 0,
      hasMore,
      nextSequence: null,
    };
  }

  return {
    retry({ tenantId, endpointId, deliveryId }: RetryOrder): void {
      const row = sql.delivery.get(deliveryId);
      const endpoint = ownEndpoint(tenantId, endpointId);
      if (row?.endpointId !== endpointId) throw new Refusal('webhook_endpoint_not_found');
      requireEnabled(endpoint);
      if (row.status === 'delivered') {
        throw invalidState('The delivery succeeded: send its event again instead.');
      }
      if (row.status === 'failed') sql.reopen.run(now(), now(), row.id);
      else sql.hurry.run(Math.min(now(), row.nextAttemptAt ?? 0), now(), row.id);
    },

    resend(order: ResendOrder): Resent {
      const { tenantId, eventId, endpointId } = order;
      const event = sql.event.get(eventId, tenantId);
      if (!event) throw new Refusal('webhook_endpoint_not_found');
      const use = keyUse(order, `POST /v1/events/${eventId}/resend`);
      const bound = keys.find(use, now());
      if (bound !== null) {
        return { deliveryIds: JSON.parse(bound), endpointIds: [], replayed: true };
      }
      const one = endpointId === null ? null : ownEndpoint(tenantId, endpointId);
      if (one) requireEnabled(one);
      const targets = one
        ? [one]
        : sql.enabled.all(tenantId).filter(({ events }) => {
            return (JSON.parse(events) as string[]).some((of) => matchesPattern(of, event.type));
          });
      const made = targets.map((target) => makeDue(target, event.row));
      const deliveryIds = made.filter((id) => id !== null);
      const endpointIds = targets.filter((_, index) => made[index] !== null).map(({ id }) => id);
      keys.bind(use, JSON.stringify(deliveryIds), now());
      return { deliveryIds, endpointIds, replayed: false };
    },

    replay(order: ReplayOrder): Replayed {
      const { tenantId, endpointId, selection, most } = order;
      const endpoint = ownEndpoint(tenantId, endpointId);
      const use = keyUse(order, `POST /v1/webhook-endpoints/${endpointId}/replay`);
      const bound = keys.find(use, now());
      if (bound !== null) return { result: JSON.parse(bound) as ReplayResult, replayed: true };
      requireEnabled(endpoint);
      const result =
        selection.kind === 'failed'
          ? replayFailed(endpoint, most)
          : replayRange(endpoint, selection.fromSequence, selection.toSequence, most);
      keys.bind(use, JSON.stringify(result), now());
      return { result, replayed: false };
    },
  };
}

function requireEnabled({ status }: Subscriber): void {
  if (status !== 'enabled') {
    throw invalidState(`The endpoint is ${status}: enable the endpoint first.`);
  }
}

/** Events that one request looks at; most endpoints listen to a part of them only. */
const SCANNED_AT_ONCE = 10_000;

function keyUse(order: ResendOrder | ReplayOrder, operation: string) {
  const { tenantId, cause, requestHash } = order;
  return { tenantId, operation, key: cause.idempotencyKey, requestHash };
}

function statementsOf({ raw }: Database) {
  const columns = columnsOf(deliveries);
  const subscriber = columnsOf(webhookEndpoints);
  return {
    delivery: raw.prepare<[string], DeliveryRow>(`SELECT ${columns} FROM deliveries WHERE id = ?`),
    latest: raw.prepare<[string, number], DeliveryRow>(
      `SELECT ${columns} FROM deliveries WHERE endpoint_id = ? AND event_row = ?
       ORDER BY repeat DESC LIMIT 1`,
    ),
    insert: raw.prepare<[DeliveryRow]>(`INSERT INTO deliveries ${insertOf(deliveries)}`),
    reopen: raw.prepare<[number, number, string]>(
      `UPDATE deliveries SET status = 'pending', failures = 0, next_attempt_at = ?,
       updated_at = max(updated_at, ?) WHERE id = ?`,
    ),
    hurry: raw.prepare<[number, number, string]>(
      `UPDATE deliveries SET next_attempt_at = ?, updated_at = max(updated_at, ?) WHERE id = ?`,
    ),
    failed: raw
      .prepare<[string, number], string>(
        `SELECT id FROM deliveries WHERE endpoint_id = ? AND status = 'failed' ORDER BY id LIMIT ?`,
      )
      .pluck(),
    endpoint: raw.prepare<[string], Subscriber>(
      `SELECT ${subscriber} FROM webhook_endpoints WHERE id = ? AND removed_at IS NULL`,
    ),
    enabled: raw.prepare<[string], Subscriber>(
      `SELECT ${subscriber} FROM webhook_endpoints
       WHERE tenant_id = ? AND removed_at IS NULL AND status = 'enabled'`,
    ),
    event: raw.prepare<[string, string], { row: number; type: string }>(
      'SELECT row, type FROM events WHERE id = ? AND tenant_id = ?',
    ),
    events: raw.prepare<
      [string, number, number, number],
      { row: number; sequence: number; type: string }
    >(
      `SELECT row, sequence, type FROM events
       WHERE tenant_id = ? AND sequence BETWEEN ? AND ? ORDER BY sequence LIMIT ?`,
    ),
  };
}
