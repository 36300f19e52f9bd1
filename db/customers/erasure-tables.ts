// The table of erasures of customers.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { declare, neverDeleted, notWhileMoving, refuse } from '../kernel/declare.ts';

export const customerErasures = sqliteTable('customer_erasures', {
  customerId: text('customer_id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  status: text('status').$type<'running' | 'erased'>().notNull(),
  /** The progress: the part, the account and the key that were processed last. */
  part: integer('part').notNull(),
  atAccount: text('at_account').notNull(),
  atKey: text('at_key').notNull(),
  rows: integer('rows').notNull(),
  requestedBy: text('requested_by').notNull(),
  approvedBy: text('approved_by').notNull(),
  reason: text('reason').notNull(),
  requestId: text('request_id').notNull(),
  startedAt: integer('started_at').notNull(),
  erasedAt: integer('erased_at'),
});

declare(customerErasures, {
  withoutRowid: true,
  references: { customerId: 'customers (id)' },
  checks: [
    "status IN ('running', 'erased')",
    'part >= 0',
    'rows >= 0',
    'approved_by <> requested_by',
    "(status = 'erased') = (erased_at IS NOT NULL)",
  ],
  indexes: { customer_erasures_running: "(customer_id) WHERE status = 'running'" },
  triggers: [
    neverDeleted('an erasure is never forgotten'),
    notWhileMoving,
    refuse(
      'customer_erasures_go_on',
      'UPDATE',
      'an erasure goes on to its end',
      `OLD.status = 'erased' OR NEW.customer_id <> OLD.customer_id OR NEW.tenant_id <>
      OLD.tenant_id OR NEW.requested_by <> OLD.requested_by OR NEW.approved_by <>
      OLD.approved_by OR NEW.reason <> OLD.reason OR NEW.started_at <> OLD.started_at OR
      NEW.part < OLD.part OR NEW.rows < OLD.rows`,
    ),
  ],
});

export type ErasureRow = typeof customerErasures.$inferSelect;
