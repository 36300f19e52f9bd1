// Approvals of acts on accounts by a second operator, as typed columns.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const accountApprovals = sqliteTable('account_approvals', {
  id: text('id').primaryKey(),
  accountId: text('account_id').notNull(),
  tenantId: text('tenant_id').notNull(),
  status: text('status').$type<'requested' | 'granted' | 'denied'>().notNull(),
  requestedBy: text('requested_by').notNull(),
  requestReason: text('request_reason').notNull(),
  decidedBy: text('decided_by'),
  reason: text('reason'),
  decidedAt: integer('decided_at'),
  createdAt: integer('created_at').notNull(),
});
