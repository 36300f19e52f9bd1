// The tables of alerts.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AlertState, AlertType, BalanceKind, WatchedFigure } from '../../ledger/alert.ts';
import {
  declare,
  fixedColumns,
  neverDeleted,
  neverUpdated,
  notWhileMoving,
  refuse,
  searchableMetadata,
} from '../kernel/declare.ts';

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

declare(alerts, {
  withoutRowid: true,
  references: { accountId: 'accounts (id)' },
  checks: [
    `type IN ('low_balance', 'high_balance', 'large_debit', 'large_credit', 'overdraft_used',
      'limit_near')`,
    "watches IN ('balance', 'entries')",
    "balance_kind IN ('available', 'posted', 'current')",
    'hysteresis >= 0',
    "fires_on IN ('edge', 'level')",
    'json_valid(channels)',
    'cooldown_seconds >= 0',
    'notify_on_clear IN (0, 1)',
    "status IN ('active', 'paused', 'deleted')",
    "state IN ('ok', 'triggered', 'unknown')",
    'told IN (0, 1)',
    'trigger_count >= 0',
    'json_valid(metadata)',
    'version > 0',
    "(watches = 'entries') = (type IN ('large_debit', 'large_credit'))",
    "(balance_kind IS NOT NULL) = (type IN ('low_balance', 'high_balance'))",
  ],
  indexes: {
    alerts_by_account: "(account_id, id) WHERE status <> 'deleted'",
    alerts_watching: "(account_id, watches) WHERE status = 'active'",
  },
  triggers: [
    fixedColumns(
      'id, tenant_id, account_id, type, watches, created_at',
      'the identity of an alert never changes',
    ),
    neverDeleted('alerts are never deleted'),
    searchableMetadata('alert'),
    refuse(
      'alerts_go_forward',
      'UPDATE',
      'an alert looks at later balances only and ends once',
      `(OLD.status = 'deleted' OR NEW.balance_version < OLD.balance_version OR
      NEW.trigger_count < OLD.trigger_count) AND NOT EXISTS (SELECT 1 FROM customer_erasures
      WHERE status = 'running' AND customer_id = (SELECT customer_id FROM accounts WHERE id =
      OLD.account_id))`,
    ),
    notWhileMoving,
  ],
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

declare(alertReadings, {
  checks: [
    "watches IN ('balance', 'entries')",
    "direction IN ('debit', 'credit')",
    "(watches = 'entries') = (transaction_id IS NOT NULL)",
    '(direction IS NULL) = (transaction_id IS NULL)',
    '(amount IS NULL) = (transaction_id IS NULL)',
  ],
  indexes: { alert_readings_of_act: "UNIQUE (account_id, event_row) WHERE watches = 'balance'" },
  triggers: [neverUpdated('what was read does not change')],
});
