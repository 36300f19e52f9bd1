// The tables of archives.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { declare, extend, neverDeleted, refuse } from '../kernel/declare.ts';
import { events, transactions } from '../kernel/tables.ts';

export const archives = sqliteTable('archives', {
  id: text('id').primaryKey(),
  noun: text('noun').$type<'events' | 'timeline' | 'decisions'>().notNull(),
  /** Both ends are included; the archives of a noun are contiguous. */
  firstRow: integer('first_row').notNull(),
  lastRow: integer('last_row').notNull(),
  /** The first event, or the first transaction of other rows. */
  firstId: text('first_id').notNull(),
  lastId: text('last_id').notNull(),
  rows: integer('rows').notNull(),
  /** Sum of the sequences of events, the versions of steps, or the seconds of decisions, which detects a swapped row. */
  sequenceSum: integer('sequence_sum').notNull(),
  fromAt: integer('from_at').notNull(),
  toAt: integer('to_at').notNull(),
  /** Relative to the archive folder of the ledger. */
  file: text('file').notNull(),
  bytes: integer('bytes').notNull(),
  sha256: text('sha256').notNull(),
  /** Rows up to this one are deleted. */
  deletedRow: integer('deleted_row').notNull(),
  createdAt: integer('created_at').notNull(),
});

declare(archives, {
  withoutRowid: true,
  unique: ['(file)', '(noun, first_row)'],
  checks: [
    "noun IN ('events', 'timeline', 'decisions')",
    'first_row > 0',
    'last_row >= first_row',
    'rows BETWEEN 1 AND last_row - first_row + 1',
    'sequence_sum > 0',
    'bytes > 0',
    'length(sha256) = 64',
    'deleted_row BETWEEN first_row - 1 AND last_row',
  ],
  indexes: { archives_by_row: '(noun, last_row)' },
  triggers: [
    refuse(
      'archives_follow',
      'INSERT',
      'archives follow each other',
      `NEW.first_row <= (SELECT coalesce(max(last_row), 0) FROM archives WHERE noun = NEW.noun)
      OR (NEW.noun <> 'events' AND NEW.first_id <= (SELECT coalesce(max(last_id), '') FROM
      archives WHERE noun = NEW.noun)) OR NEW.deleted_row <> NEW.first_row - 1`,
    ),
    refuse(
      'archives_only_delete_on',
      'UPDATE',
      'an archive never changes',
      `NEW.id <> OLD.id OR NEW.noun <> OLD.noun OR NEW.first_row <> OLD.first_row OR
      NEW.last_row <> OLD.last_row OR NEW.first_id <> OLD.first_id OR NEW.last_id <>
      OLD.last_id OR NEW.rows <> OLD.rows OR NEW.sequence_sum <> OLD.sequence_sum OR
      NEW.from_at <> OLD.from_at OR NEW.to_at <> OLD.to_at OR NEW.file <> OLD.file OR
      NEW.bytes <> OLD.bytes OR NEW.sha256 <> OLD.sha256 OR NEW.deleted_row < OLD.deleted_row
      OR NEW.created_at <> OLD.created_at`,
    ),
    neverDeleted('an archive never changes'),
  ],
});

export const archiveOrders = sqliteTable('archive_orders', {
  id: integer('id').primaryKey(),
  beforeAt: integer('before_at').notNull(),
  actor: text('actor').notNull(),
  reason: text('reason').notNull(),
  orderedAt: integer('ordered_at').notNull(),
});

declare(archiveOrders, {
  checks: ['id = 1', 'before_at >= 0'],
  triggers: [
    refuse(
      'archive_orders_grow',
      'UPDATE',
      'what is archived stays archived',
      'NEW.before_at < OLD.before_at',
    ),
    neverDeleted('what is archived stays archived'),
  ],
});

export type ArchiveRow = typeof archives.$inferSelect;
export type ArchiveOrderRow = typeof archiveOrders.$inferSelect;

// Archived rows may be deleted.
extend(events, {
  triggers: [
    refuse(
      'events_no_delete',
      'DELETE',
      'the event log is append-only',
      "OLD.row > (SELECT coalesce(max(last_row), 0) FROM archives WHERE noun = 'events')",
    ),
  ],
});

extend(transactions, {
  triggers: [
    refuse(
      'transactions_archived_in_a_file',
      'UPDATE OF archived_version',
      'no archive has the steps',
      `NEW.archived_version IS NOT OLD.archived_version AND NOT EXISTS (SELECT 1 FROM archives
      WHERE noun = 'timeline' AND deleted_row < last_row AND NEW.id BETWEEN first_id AND
      last_id)`,
    ),
    refuse(
      'transactions_risk_archived_in_a_file',
      'UPDATE OF archived_risk',
      'no archive has the decision',
      `NEW.archived_risk IS NOT OLD.archived_risk AND NOT EXISTS (SELECT 1 FROM archives WHERE
      noun = 'decisions' AND deleted_row < last_row AND NEW.id BETWEEN first_id AND last_id)`,
    ),
  ],
});
