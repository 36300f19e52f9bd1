// Agreements of two operators about the lists, as typed columns.
// migrations/sqlite/ledger/0174_screening_clearances.sql and 0175_relied_lists.sql are the truth.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

const approved = {
  id: text('id').primaryKey(),
  approvalId: text('approval_id').notNull(),
};
const people = {
  requestedBy: text('requested_by').notNull(),
  agreedBy: text('agreed_by').notNull(),
  reason: text('reason').notNull(),
  createdAt: integer('created_at').notNull(),
};
const withdrawal = {
  withdrawnBy: text('withdrawn_by'),
  withdrawnAt: integer('withdrawn_at'),
  withdrawalReason: text('withdrawal_reason'),
};

export const screeningClearances = sqliteTable('screening_clearances', {
  ...approved,
  hitId: text('hit_id').notNull(),
  counterparty: text('counterparty').notNull(),
  list: text('list').notNull(),
  entityId: text('entity_id').notNull(),
  entryVersion: text('entry_version').notNull(),
  ...people,
  expiresAt: integer('expires_at').notNull(),
  ...withdrawal,
});

export const reliedLists = sqliteTable('relied_lists', {
  ...approved,
  list: text('list').notNull(),
  listAsOf: text('list_as_of'),
  ...people,
  until: integer('until').notNull(),
  ...withdrawal,
});
