// The table of alarms about models.

import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AlarmEnd, AlarmKind } from '../../ledger/models/alarm.ts';
import { declare, fixedColumns, neverDeleted, notWhileMoving, refuse } from '../kernel/declare.ts';

export const modelAlarms = sqliteTable('model_alarms', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  versionId: text('version_id').notNull(),
  kind: text('kind').$type<AlarmKind>().notNull(),
  /** The value that opened the alarm, with its interval, and the bound that it violates. */
  value: real('value').notNull(),
  low: real('low').notNull(),
  high: real('high').notNull(),
  bound: real('bound').notNull(),
  rows: integer('rows').notNull(),
  createdAt: integer('created_at').notNull(),
  closedAt: integer('closed_at'),
  closedWhy: text('closed_why').$type<AlarmEnd>(),
  /** The value at the recovery. */
  closedValue: real('closed_value'),
});

declare(modelAlarms, {
  withoutRowid: true,
  references: { versionId: 'model_versions (id)' },
  checks: [
    "kind IN ('auc', 'brier', 'default_rate', 'review_rate', 'drift', 'stopped')",
    'rows > 0',
    'closed_at >= created_at',
    "closed_why IN ('recovered', 'not_in_force')",
    'low <= value AND value <= high',
    '(closed_at IS NULL) = (closed_why IS NULL)',
    "(closed_why IS 'recovered') = (closed_value IS NOT NULL)",
  ],
  indexes: {
    model_alarms_open: 'UNIQUE (tenant_id, version_id, kind) WHERE closed_at IS NULL',
    model_alarms_by_version: '(version_id, id)',
  },
  triggers: [
    refuse(
      'model_alarms_born_open',
      'INSERT',
      'an alarm starts as open',
      'NEW.closed_at IS NOT NULL',
    ),
    refuse(
      'model_alarms_close_once',
      'UPDATE',
      'an alarm is closed once',
      'OLD.closed_at IS NOT NULL OR NEW.closed_at IS NULL',
    ),
    fixedColumns(
      'id, tenant_id, version_id, kind, value, low, high, bound, rows, created_at',
      'what was seen never changes',
    ),
    neverDeleted('alarms are never deleted'),
    notWhileMoving,
  ],
});
