// Assignees, priorities and notes of work items.

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Priority } from '../../ledger/decisions/work.ts';
import { declare, neverUpdated, refuse } from '../kernel/declare.ts';

export const workItems = sqliteTable('work_items', {
  objectId: text('object_id').primaryKey(),
  assigneeId: text('assignee_id'),
  priority: text('priority').$type<Priority>(),
  version: integer('version').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

declare(workItems, {
  withoutRowid: true,
  checks: ["priority IN ('urgent', 'high', 'normal', 'low')", 'version > 1'],
  indexes: { work_items_by_assignee: '(assignee_id, object_id)' },
});

export const workNotes = sqliteTable(
  'work_notes',
  {
    objectId: text('object_id').notNull(),
    number: integer('number').notNull(),
    author: text('author').notNull(),
    body: text('body').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.objectId, table.number] })],
);

declare(workNotes, {
  withoutRowid: true,
  checks: ['number > 0'],
  triggers: [
    neverUpdated('a note never changes'),
    refuse(
      'work_notes_no_delete',
      'DELETE',
      'notes are never deleted',
      "NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running')",
    ),
  ],
});
