// What two operators agreed on about the lists, as typed columns.
// migrations/sqlite/ledger/0174_screening_clearances.sql and 0175_relied_lists.sql are the truth.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

const agreed = {
  id: text('id').primaryKey(),
  approvalId: text('approval_id').notNull(),
  list: text('list').notNull(),
  requestedBy: text('requested_by').notNull(),
  agreedBy: text('agreed_by').notNull(),
  reason: text('reason').notNull(),
  createdAt: integer('created_at').notNull(),
  withdrawnBy: text('withdrawn_by'),
  withdrawnAt: integer('withdrawn_at'),
  withdrawalReason: text('withdrawal_reason'),
};

export const screeningClearances = sqliteTable('screening_clearances', {
  ...agreed,
  hitId: text('hit_id').notNull(),
  counterparty: text('counterparty').notNull(),
  entityId: text('entity_id').notNull(),
  entryVersion: text('entry_version').notNull(),
  expiresAt: integer('expires_at').notNull(),
});

export const reliedLists = sqliteTable('relied_lists', {
  ...agreed,
  listAsOf: text('list_as_of'),
  until: integer('until').notNull(),
});
