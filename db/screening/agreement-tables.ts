// Agreements of two operators about the lists.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { declare, neverDeleted, refuse } from '../kernel/declare.ts';

const approvalColumns = {
  id: text('id').primaryKey(),
  approvalId: text('approval_id').notNull(),
};
const agreementColumns = {
  requestedBy: text('requested_by').notNull(),
  agreedBy: text('agreed_by').notNull(),
  reason: text('reason').notNull(),
  createdAt: integer('created_at').notNull(),
};
const withdrawalColumns = {
  withdrawnBy: text('withdrawn_by'),
  withdrawnAt: integer('withdrawn_at'),
  withdrawalReason: text('withdrawal_reason'),
};

export const screeningClearances = sqliteTable('screening_clearances', {
  ...approvalColumns,
  /** The hit that both operators saw. */
  hitId: text('hit_id').notNull(),
  /** The name in payments, compared without case and spacing. */
  counterparty: text('counterparty').notNull(),
  list: text('list').notNull(),
  entityId: text('entity_id').notNull(),
  entryVersion: text('entry_version').notNull(),
  ...agreementColumns,
  expiresAt: integer('expires_at').notNull(),
  ...withdrawalColumns,
});

declare(screeningClearances, {
  unique: ['(approval_id)'],
  checks: [
    'requested_by <> agreed_by',
    'expires_at > created_at',
    '(withdrawn_by IS NULL) = (withdrawn_at IS NULL)',
    '(withdrawn_by IS NULL) = (withdrawal_reason IS NULL)',
  ],
  indexes: { screening_clearances_by_counterparty: '(counterparty, list, entity_id)' },
  triggers: [
    refuse(
      'screening_clearances_stay',
      `UPDATE OF id, approval_id, hit_id, counterparty, list, entity_id, entry_version,
      requested_by, agreed_by, reason, created_at, expires_at`,
      'what was agreed on never changes',
    ),
    refuse(
      'screening_clearances_withdrawn_once',
      'UPDATE',
      'a clearance is withdrawn once',
      'OLD.withdrawn_by IS NOT NULL',
    ),
    neverDeleted('clearances are never deleted'),
  ],
});

export const reliedLists = sqliteTable('relied_lists', {
  ...approvalColumns,
  list: text('list').notNull(),
  /** The day of the list that both operators knew; another day is another list. */
  listAsOf: text('list_as_of'),
  ...agreementColumns,
  until: integer('until').notNull(),
  ...withdrawalColumns,
});

declare(reliedLists, {
  unique: ['(approval_id)'],
  checks: [
    'requested_by <> agreed_by',
    '(withdrawn_by IS NULL) = (withdrawn_at IS NULL)',
    '(withdrawn_by IS NULL) = (withdrawal_reason IS NULL)',
  ],
  indexes: { relied_lists_by_list: '(list, until)' },
  triggers: [
    refuse(
      'relied_lists_stay',
      `UPDATE OF id, approval_id, list, list_as_of, requested_by, agreed_by, reason,
      created_at, until`,
      'what was agreed on never changes',
    ),
    refuse(
      'relied_lists_withdrawn_once',
      'UPDATE',
      'it is withdrawn once',
      'OLD.withdrawn_by IS NOT NULL',
    ),
    neverDeleted('it is never deleted'),
  ],
});
