// Approvals of acts on accounts by a second operator.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { declare, neverDeleted, notWhileMoving, refuse } from '../kernel/declare.ts';

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

declare(accountApprovals, {
  withoutRowid: true,
  references: { accountId: 'accounts (id)' },
  checks: [
    "status IN ('requested', 'granted', 'denied')",
    "(status = 'requested') = (decided_by IS NULL)",
    "(status = 'requested') = (decided_at IS NULL)",
    'decided_by <> requested_by',
  ],
  indexes: { account_approvals_open: "UNIQUE (account_id) WHERE status = 'requested'" },
  triggers: [
    refuse(
      'account_approvals_decided_once',
      'UPDATE',
      'an approval is decided once',
      `OLD.status <> 'requested' OR NEW.id <> OLD.id OR NEW.account_id <> OLD.account_id OR
      NEW.tenant_id <> OLD.tenant_id OR NEW.requested_by <> OLD.requested_by OR NEW.created_at
      <> OLD.created_at`,
    ),
    neverDeleted('approvals are never deleted'),
    notWhileMoving,
  ],
});
