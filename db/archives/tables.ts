// The tables of archives as typed columns; migrations/sqlite/ledger is the truth.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const archives = sqliteTable('archives', {
  id: text('id').primaryKey(),
  noun: text('noun').$type<'events' | 'timeline' | 'decisions'>().notNull(),
  firstRow: integer('first_row').notNull(),
  lastRow: integer('last_row').notNull(),
  firstId: text('first_id').notNull(),
  lastId: text('last_id').notNull(),
  rows: integer('rows').notNull(),
  sequenceSum: integer('sequence_sum').notNull(),
  fromAt: integer('from_at').notNull(),
  toAt: integer('to_at').notNull(),
  file: text('file').notNull(),
  bytes: integer('bytes').notNull(),
  sha256: text('sha256').notNull(),
  deletedRow: integer('deleted_row').notNull(),
  createdAt: integer('created_at').notNull(),
});

export const archiveOrders = sqliteTable('archive_orders', {
  id: integer('id').primaryKey(),
  beforeAt: integer('before_at').notNull(),
  actor: text('actor').notNull(),
  reason: text('reason').notNull(),
  orderedAt: integer('ordered_at').notNull(),
});

export type ArchiveRow = typeof archives.$inferSelect;
export type ArchiveOrderRow = typeof archiveOrders.$inferSelect;
