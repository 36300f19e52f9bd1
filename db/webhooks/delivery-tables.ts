// The tables of webhook deliveries, as typed columns; kernel/tables.ts has the tables of endpoints.

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import {
  declare,
  extend,
  fixedColumns,
  follow,
  neverDeleted,
  neverUpdated,
  refuse,
} from '../kernel/declare.ts';
import { webhookEndpoints } from '../kernel/tables.ts';

/** `failed` is a dead letter, which is retried only on request. */
export type DeliveryStatus = 'pending' | 'retrying' | 'delivered' | 'failed';

export const mailboxes = sqliteTable('mailboxes', {
  endpointId: text('endpoint_id').primaryKey(),
  /** Events up to this row happened before the endpoint was created. */
  bornRow: integer('born_row').notNull(),
  /** Events after this row were relayed under the current subscription. */
  changedRow: integer('changed_row').notNull(),
  failuresInRow: integer('failures_in_row').notNull(),
  failingSince: integer('failing_since'),
  lastSuccessAt: integer('last_success_at'),
  lastFailureAt: integer('last_failure_at'),
  prunedRow: integer('pruned_row').notNull(),
});

declare(mailboxes, {
  withoutRowid: true,
  defaults: { failuresInRow: '0', prunedRow: '0' },
  references: { endpointId: 'webhook_endpoints (id)' },
  checks: [
    'born_row >= 0',
    'changed_row >= born_row',
    'failures_in_row >= 0',
    'pruned_row >= 0',
    '(failures_in_row = 0) = (failing_since IS NULL)',
  ],
});

export const deliveryRetention = sqliteTable('delivery_retention', {
  id: integer('id').primaryKey(),
  /** Milliseconds since 1970 UTC: deliveries that ended earlier may be deleted. */
  keptFrom: integer('kept_from').notNull(),
});

declare(deliveryRetention, {
  checks: ['id = 1', 'kept_from >= 0'],
  rows: ['(1, 0)'],
  triggers: [
    refuse(
      'delivery_retention_grows',
      'UPDATE',
      'what may be deleted grows with time',
      'NEW.kept_from < OLD.kept_from',
    ),
    neverDeleted('what may be deleted grows with time'),
  ],
});

export const deliveries = sqliteTable('deliveries', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  endpointId: text('endpoint_id').notNull(),
  eventRow: integer('event_row').notNull(),
  /** 0 for the event itself; n for the nth time that somebody requested it again. */
  repeat: integer('repeat').notNull(),
  status: text('status').$type<DeliveryStatus>().notNull(),
  attempts: integer('attempts').notNull(),
  /** Failed attempts since the last request: the step of the retry schedule. */
  failures: integer('failures').notNull(),
  nextAttemptAt: integer('next_attempt_at'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  deliveredAt: integer('delivered_at'),
});

declare(deliveries, {
  withoutRowid: true,
  defaults: { attempts: '0', failures: '0' },
  references: { endpointId: 'mailboxes (endpoint_id)', eventRow: 'events (row)' },
  unique: ['(endpoint_id, event_row, repeat)'],
  checks: [
    'repeat >= 0',
    "status IN ('pending', 'retrying', 'delivered', 'failed')",
    'attempts >= 0',
    'failures >= 0',
    "(status IN ('pending', 'retrying')) = (next_attempt_at IS NOT NULL)",
    "(status = 'delivered') = (delivered_at IS NOT NULL)",
  ],
  indexes: {
    deliveries_due:
      "(endpoint_id, next_attempt_at, event_row) WHERE status IN ('pending', 'retrying')",
    deliveries_by_status: '(endpoint_id, status, id)',
    deliveries_ended: "(updated_at) WHERE status IN ('delivered', 'failed')",
    deliveries_by_event: '(event_row)',
  },
  triggers: [
    refuse(
      'deliveries_edges',
      'UPDATE OF status',
      'delivery status change is not allowed',
      `NEW.status <> OLD.status AND NOT ( (OLD.status = 'pending' AND NEW.status IN
      ('retrying', 'delivered', 'failed')) OR (OLD.status = 'retrying' AND NEW.status IN
      ('pending', 'delivered', 'failed')) OR (OLD.status = 'failed' AND NEW.status =
      'pending'))`,
    ),
    fixedColumns(
      'id, tenant_id, endpoint_id, event_row, repeat, created_at',
      'what a delivery delivers never changes',
    ),
    refuse(
      'deliveries_no_delete',
      'DELETE',
      'deliveries are never deleted before their time',
      `OLD.status NOT IN ('delivered', 'failed') OR OLD.updated_at >= (SELECT kept_from FROM
      delivery_retention)`,
    ),
  ],
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

declare(deliveryAttempts, {
  withoutRowid: true,
  references: { deliveryId: 'deliveries (id)' },
  checks: ['number > 0', 'duration_ms >= 0'],
  indexes: { delivery_attempts_by_endpoint: '(endpoint_id, at)' },
  triggers: [
    neverUpdated('attempts are append-only'),
    refuse(
      'delivery_attempts_no_delete',
      'DELETE',
      'attempts are append-only while their delivery is kept',
      `EXISTS (SELECT 1 FROM deliveries d WHERE d.id = OLD.delivery_id AND (d.status NOT IN
      ('delivered', 'failed') OR d.updated_at >= (SELECT kept_from FROM delivery_retention)))`,
    ),
  ],
});

/** The ways in which a delivery attempt can be made to fail. */
export type SimulatedKind = 'refused' | 'reset' | 'timeout' | 'http_status';

export const simulatedFailures = sqliteTable('simulated_failures', {
  endpointId: text('endpoint_id').primaryKey(),
  kind: text('kind').$type<SimulatedKind>().notNull(),
  httpStatus: integer('http_status'),
  remaining: integer('remaining').notNull(),
  createdAt: integer('created_at').notNull(),
});

declare(simulatedFailures, {
  withoutRowid: true,
  references: { endpointId: 'webhook_endpoints (id)' },
  checks: [
    "kind IN ('refused', 'reset', 'timeout', 'http_status')",
    'http_status BETWEEN 400 AND 599',
    'remaining BETWEEN 0 AND 20',
    "(kind = 'http_status') = (http_status IS NOT NULL)",
  ],
  triggers: [
    refuse(
      'simulated_failures_in_the_sandbox',
      'INSERT',
      'only the sandbox simulates',
      "(SELECT name FROM environment) IS NOT 'sandbox'",
    ),
  ],
});

// Each endpoint has a mailbox.
extend(webhookEndpoints, {
  triggers: [
    follow(
      'mailboxes_made',
      'INSERT',
      `INSERT INTO mailboxes (endpoint_id, born_row, changed_row) SELECT NEW.id,
      coalesce(max(row), 0), coalesce(max(row), 0) FROM events;`,
    ),
    follow(
      'mailboxes_changed',
      'UPDATE',
      `UPDATE mailboxes SET changed_row = (SELECT coalesce(max(row), 0) FROM events) WHERE
      endpoint_id = NEW.id;`,
      'NEW.events <> OLD.events OR NEW.status <> OLD.status',
    ),
    follow(
      'mailboxes_mended',
      'UPDATE',
      'UPDATE mailboxes SET failures_in_row = 0, failing_since = NULL WHERE endpoint_id = NEW.id;',
      "NEW.status = 'enabled' AND OLD.status <> 'enabled'",
    ),
  ],
});
