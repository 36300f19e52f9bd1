// Alarms about models as typed columns. migrations/sqlite/ledger/0069_model_alarms.sql is the
// truth.

import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AlarmEnd, AlarmKind } from '../../ledger/models/alarm.ts';

export const modelAlarms = sqliteTable('model_alarms', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  versionId: text('version_id').notNull(),
  kind: text('kind').$type<AlarmKind>().notNull(),
  value: real('value').notNull(),
  low: real('low').notNull(),
  high: real('high').notNull(),
  bound: real('bound').notNull(),
  rows: integer('rows').notNull(),
  createdAt: integer('created_at').notNull(),
  closedAt: integer('closed_at'),
  closedWhy: text('closed_why').$type<AlarmEnd>(),
  closedValue: real('closed_value'),
});
