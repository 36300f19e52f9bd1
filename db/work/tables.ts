// Assignees, priorities and notes of work items as typed columns.
// migrations/sqlite/ledger/0053_work_items.sql is the truth.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Priority } from '../../ledger/decisions/work.ts';

export const workItems = sqliteTable('work_items', {
  objectId: text('object_id').primaryKey(),
  assigneeId: text('assignee_id'),
  priority: text('priority').$type<Priority>(),
  version: integer('version').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

export const workNotes = sqliteTable('work_notes', {
  objectId: text('object_id').notNull(),
  number: integer('number').notNull(),
  author: text('author').notNull(),
  body: text('body').notNull(),
  createdAt: integer('created_at').notNull(),
});
