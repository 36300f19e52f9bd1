// Writes the deliveries of relayed events: one for every endpoint that subscribes to the event.

import { matchesPattern, TEST_EVENT } from '../../ledger/event.ts';
import { DOWN_AFTER_FAILURES } from '../../ledger/webhook.ts';
import type { EventListener, LoggedEvent, RelayedEndpoint, RelayedPage } from '../events/relay.ts';
import { insertOf } from '../kernel/columns.ts';
import { mint } from '../kernel/mint.ts';
import type { Tx } from '../kernel/tx.ts';
import { deliveries } from './delivery-tables.ts';

/** Deliveries of one step at most; with many endpoints, a page of events has thousands. */
const MAX_WRITTEN = 256;

type DeliveryRow = typeof deliveries.$inferSelect;

interface SubscriberRow {
  readonly id: string;
  readonly events: string;
  readonly bornRow: number;
  readonly failuresInRow: number;
}

interface Subscriber {
  readonly id: string;
  readonly patterns: readonly string[];
  readonly bornRow: number;
  readonly isDown: boolean;
}

/** True when the endpoint subscribes to the event. A ping goes only to the pinged endpoint. */
function isSubscribed({ id, patterns, bornRow }: Subscriber, event: LoggedEvent): boolean {
  if (event.row <= bornRow) return false;
  if (event.type === TEST_EVENT) return event.objectId === id;
  return patterns.some((pattern) => matchesPattern(pattern, event.type));
}

const SUBSCRIBERS = `SELECT e.id, e.events, m.born_row AS bornRow, m.failures_in_row AS failuresInRow
  FROM webhook_endpoints e
  JOIN mailboxes m ON m.endpoint_id = e.id
  WHERE e.tenant_id = ? AND e.removed_at IS NULL AND e.status = 'enabled'`;
const INSERT = `INSERT INTO deliveries ${insertOf(deliveries)}`;

/**
 * Relays events to the endpoints of a ledger; without an enabled endpoint, the relay only advances.
 */
export const endpointListener: EventListener = {
  recipientQuery: `SELECT 1 FROM webhook_endpoints
    WHERE removed_at IS NULL AND status = 'enabled' LIMIT 1`,
  handle: writeDeliveries,
};

function writeDeliveries(tx: Tx, events: readonly LoggedEvent[], now: number): RelayedPage {
  const subscribersByTenant = new Map<string, Subscriber[]>();
  const endpoints = new Map<string, RelayedEndpoint>();
  let passedCount = 0;
  let count = 0;
  for (const event of events) {
    if (count >= MAX_WRITTEN) break;
    passedCount += 1;
    const { tenantId } = event;
    const subscribers = subscribersByTenant.get(tenantId) ?? subscribersOf(tx, tenantId);
    subscribersByTenant.set(tenantId, subscribers);
    for (const subscriber of subscribers) {
      if (!isSubscribed(subscriber, event)) continue;
      tx.run(
        INSERT,
        createDeliveryRow({ tenantId, endpointId: subscriber.id, eventRow: event.row, at: now }),
      );
      const { id: endpointId, isDown } = subscriber;
      count += 1;
      endpoints.set(endpointId, { endpointId, tenantId, isDown });
    }
  }
  return { events: passedCount, endpoints: [...endpoints.values()] };
}

function subscribersOf(tx: Tx, tenantId: string): Subscriber[] {
  return tx
    .all<SubscriberRow>(SUBSCRIBERS, tenantId)
    .map(({ id, events, bornRow, failuresInRow }) => {
      return {
        id,
        bornRow,
        patterns: JSON.parse(events),
        isDown: failuresInRow >= DOWN_AFTER_FAILURES,
      };
    });
}

/** Returns the row of a delivery that is due at once. */
export function createDeliveryRow(
  event: Pick<DeliveryRow, 'tenantId' | 'endpointId' | 'eventRow'> & {
    readonly repeat?: number;
    readonly at: number;
  },
): DeliveryRow {
  const { tenantId, endpointId, eventRow, repeat = 0, at } = event;
  return {
    id: mint('delivery'),
    tenantId,
    endpointId,
    eventRow,
    repeat,
    status: 'pending',
    attempts: 0,
    failures: 0,
    nextAttemptAt: at,
    createdAt: at,
    updatedAt: at,
    deliveredAt: null,
  };
}
