// The tables of alerts as typed columns.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AlertState, AlertType, BalanceKind, WatchedFigure } from '../../ledger/alert.ts';

export const alerts = sqliteTable('alerts', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  accountId: text('account_id').notNull(),
  type: text('type').$type<AlertType>().notNull(),
  watches: text('watches').$type<WatchedFigure>().notNull(),
  threshold: integer('threshold').notNull(),
  balanceKind: text('balance_kind').$type<BalanceKind>(),
  hysteresis: integer('hysteresis').notNull(),
  firesOn: text('fires_on').$type<'edge' | 'level'>().notNull(),
  channels: text('channels').notNull(),
  cooldownSeconds: integer('cooldown_seconds').notNull(),
  notifyOnClear: integer('notify_on_clear').notNull(),
  status: text('status').$type<'active' | 'paused' | 'deleted'>().notNull(),
  state: text('state').$type<AlertState>().notNull(),
  /** The latest account version that was checked. */
  balanceVersion: integer('balance_version').notNull(),
  /** Only for `limit_near`: the period of the limit, as its event reports it. */
  reached: text('reached'),
  /** 1 when the event of the trigger was emitted, and not suppressed by the cool-down. */
  told: integer('told').notNull(),
  /** Business time until which events are suppressed. */
  quietUntil: integer('quiet_until').notNull(),
  lastValue: integer('last_value'),
  lastTransactionId: text('last_transaction_id'),
  lastTriggeredAt: integer('last_triggered_at'),
  triggerCount: integer('trigger_count').notNull(),
  metadata: text('metadata').notNull(),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

export const alertReadings = sqliteTable('alert_readings', {
  row: integer('row').primaryKey(),
  accountId: text('account_id').notNull(),
  watches: text('watches').$type<WatchedFigure>().notNull(),
  balanceVersion: integer('balance_version').notNull(),
  posted: integer('posted').notNull(),
  held: integer('held').notNull(),
  pendingIn: integer('pending_in').notNull(),
  /** The last event before the act that changed the alert. */
  eventRow: integer('event_row').notNull(),
  direction: text('direction').$type<'debit' | 'credit'>(),
  amount: integer('amount'),
  transactionId: text('transaction_id'),
  at: integer('at').notNull(),
});
