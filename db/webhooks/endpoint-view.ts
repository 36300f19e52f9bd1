// The webhook endpoint as the API and the events show it: never with a secret.

import type { Metadata } from '../../ledger/metadata.ts';
import type { webhookEndpoints } from '../kernel/tables.ts';
import { timestamp } from '../kernel/timestamp.ts';

export type EndpointRow = typeof webhookEndpoints.$inferSelect;

/** The wire form of a webhook endpoint. */
export function endpointView(row: EndpointRow, livemode: boolean) {
  return {
    id: row.id,
    object: 'webhook_endpoint' as const,
    livemode,
    url: row.url,
    description: row.description,
    events: JSON.parse(row.events) as string[],
    payload: row.payload,
    status: row.status,
    statusReason:
      row.statusCode === null
        ? null
        : { code: row.statusCode, message: row.statusMessage ?? row.statusCode },
    previousSecretExpiresAt: timestamp(row.previousSecretExpiresAt),
    metadata: JSON.parse(row.metadata) as Metadata,
    version: row.version,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}

export type EndpointView = ReturnType<typeof endpointView>;
