// The tables of webhook deliveries, as typed columns; kernel/tables.ts has the others.

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** `failed` is a dead letter, which is retried only on request. */
export type DeliveryStatus = 'pending' | 'retrying' | 'delivered' | 'failed';

export const mailboxes = sqliteTable('mailboxes', {
  endpointId: text('endpoint_id').primaryKey(),
  bornRow: integer('born_row').notNull(),
  changedRow: integer('changed_row').notNull(),
  failuresInRow: integer('failures_in_row').notNull(),
  failingSince: integer('failing_since'),
  lastSuccessAt: integer('last_success_at'),
  lastFailureAt: integer('last_failure_at'),
  prunedRow: integer('pruned_row').notNull(),
});

export const deliveryRetention = sqliteTable('delivery_retention', {
  id: integer('id').primaryKey(),
  keptFrom: integer('kept_from').notNull(),
});

export const deliveries = sqliteTable('deliveries', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  endpointId: text('endpoint_id').notNull(),
  eventRow: integer('event_row').notNull(),
  repeat: integer('repeat').notNull(),
  status: text('status').$type<DeliveryStatus>().notNull(),
  attempts: integer('attempts').notNull(),
  failures: integer('failures').notNull(),
  nextAttemptAt: integer('next_attempt_at'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  deliveredAt: integer('delivered_at'),
});

export const deliveryAttempts = sqliteTable(
  'delivery_attempts',
  {
    deliveryId: text('delivery_id').notNull(),
    number: integer('number').notNull(),
    endpointId: text('endpoint_id').notNull(),
    at: integer('at').notNull(),
    httpStatus: integer('http_status'),
    fault: text('fault'),
    message: text('message'),
    excerpt: text('excerpt'),
    durationMs: integer('duration_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.number] })],
);

/** The ways in which a delivery attempt can be made to fail. */
export type SimulatedKind = 'refused' | 'reset' | 'timeout' | 'http_status';

export const simulatedFailures = sqliteTable('simulated_failures', {
  endpointId: text('endpoint_id').primaryKey(),
  kind: text('kind').$type<SimulatedKind>().notNull(),
  httpStatus: integer('http_status'),
  remaining: integer('remaining').notNull(),
  createdAt: integer('created_at').notNull(),
});
