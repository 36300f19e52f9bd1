// The delivery and its attempts as the API shows them.

import { timestamp } from '../kernel/timestamp.ts';
import type { deliveries, deliveryAttempts } from './delivery-tables.ts';

type AttemptRow = typeof deliveryAttempts.$inferSelect;

/** A delivery together with the event that it delivers. */
export type DeliveryWithEvent = typeof deliveries.$inferSelect & {
  readonly eventId: string;
  readonly eventType: string;
  readonly eventSequence: number;
};

/** The wire form of a delivery. */
export function deliveryView(
  row: DeliveryWithEvent,
  attempts: readonly AttemptRow[],
  livemode: boolean,
) {
  return {
    id: row.id,
    object: 'webhook_delivery' as const,
    livemode,
    webhookEndpointId: row.endpointId,
    eventId: row.eventId,
    eventType: row.eventType,
    eventSequence: row.eventSequence,
    status: row.status,
    cause: row.repeat === 0 ? ('event' as const) : ('resend' as const),
    attemptCount: row.attempts,
    attempts: attempts.map(attemptView),
    nextAttemptAt: timestamp(row.nextAttemptAt),
    deliveredAt: timestamp(row.deliveredAt),
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}

export type DeliveryView = ReturnType<typeof deliveryView>;

function attemptView(row: AttemptRow) {
  return {
    number: row.number,
    at: timestamp(row.at),
    httpStatus: row.httpStatus,
    fault: row.fault,
    message: row.message,
    responseExcerpt: row.excerpt,
    durationMs: row.durationMs,
  };
}
