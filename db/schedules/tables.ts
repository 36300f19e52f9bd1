// The tables of schedules.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { BusinessCalendar, BusinessDayConvention } from '../../ledger/business-day.ts';
import type {
  AmountType,
  CatchUp,
  OccurrenceStatus,
  ScheduleStatus,
  Shortfall,
} from '../../ledger/schedule.ts';
import {
  appendOnly,
  bornAs,
  declare,
  fixedColumns,
  neverDeleted,
  notWhileMoving,
  refuse,
  searchableMetadata,
  statusEdges,
} from '../kernel/declare.ts';

export const environment = sqliteTable('environment', {
  id: integer('id').primaryKey(),
  name: text('name').$type<'sandbox' | 'production'>().notNull(),
});

declare(environment, {
  checks: ['id = 1', "name IN ('sandbox', 'production')"],
  triggers: [appendOnly('a ledger never changes its environment')],
});

export const schedules = sqliteTable('schedules', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  status: text('status').$type<ScheduleStatus>().notNull(),
  statusCode: text('status_code'),
  statusMessage: text('status_message'),
  sourceAccountId: text('source_account_id').notNull(),
  destinationAccountId: text('destination_account_id').notNull(),
  customerId: text('customer_id').notNull(),
  currency: text('currency').notNull(),
  amountType: text('amount_type').$type<AmountType>().notNull(),
  amount: integer('amount'),
  description: text('description'),
  startDate: text('start_date').notNull(),
  localTimeMs: integer('local_time_ms').notNull(),
  timezone: text('timezone').notNull(),
  recurrence: text('recurrence').notNull(),
  convention: text('convention').$type<BusinessDayConvention>().notNull(),
  catchUp: text('catch_up').$type<CatchUp>().notNull(),
  onInsufficientFunds: text('on_insufficient_funds').$type<Shortfall>().notNull(),
  retryAttempts: integer('retry_attempts').notNull(),
  retryIntervalHours: integer('retry_interval_hours').notNull(),
  maxConsecutiveFailures: integer('max_consecutive_failures').notNull(),
  notifyDaysBefore: integer('notify_days_before'),
  metadata: text('metadata').notNull(),
  occurrencesMade: integer('occurrences_made').notNull(),
  occurrencesPosted: integer('occurrences_posted').notNull(),
  occurrencesFailed: integer('occurrences_failed').notNull(),
  occurrencesSkipped: integer('occurrences_skipped').notNull(),
  consecutiveFailures: integer('consecutive_failures').notNull(),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  /** The actor who set the terms. */
  setBy: text('set_by').notNull(),
  calendar: text('calendar').$type<BusinessCalendar>().notNull(),
  /** Increments with each change of the schedule and of its occurrences. */
  changes: integer('changes').notNull(),
  /** The value of `changes` that its workflow has shown; 0 when it has no workflow. */
  shownChanges: integer('shown_changes').notNull(),
  /** JSON of the external payee, or null when an account of the bank is paid. */
  externalParty: text('external_party'),
  category: text('category'),
  /** The reference of the schedule. Each of its transactions has it, followed by the date. */
  reference: text('reference'),
});

declare(schedules, {
  withoutRowid: true,
  defaults: { calendar: "'weekends'", changes: '1', shownChanges: '0' },
  references: {
    sourceAccountId: 'accounts (id)',
    destinationAccountId: 'accounts (id)',
    customerId: 'customers (id)',
  },
  checks: [
    "status IN ('active', 'paused', 'suspended', 'completed', 'canceled')",
    "amount_type IN ('fixed', 'full_balance', 'balance_above')",
    'amount BETWEEN 0 AND 9007199254740991',
    'local_time_ms BETWEEN 0 AND 86399999',
    "convention IN ('none', 'following', 'preceding', 'modified_following')",
    "catch_up IN ('latest', 'all', 'none')",
    "on_insufficient_funds IN ('retry', 'skip', 'fail')",
    'retry_attempts >= 1',
    'retry_interval_hours >= 1',
    'max_consecutive_failures >= 1',
    'notify_days_before >= 1',
    'occurrences_made >= 0',
    'occurrences_posted >= 0',
    'occurrences_failed >= 0',
    'occurrences_skipped >= 0',
    'consecutive_failures >= 0',
    "calendar IN ('weekends', 'target', 'federal_reserve')",
    'source_account_id <> destination_account_id',
    "(amount IS NULL) = (amount_type = 'full_balance')",
    "amount_type <> 'fixed' OR amount > 0",
  ],
  indexes: {
    schedules_by_tenant: '(tenant_id, id)',
    schedules_by_source: "(source_account_id) WHERE status IN ('active', 'paused', 'suspended')",
    schedules_by_destination:
      "(destination_account_id) WHERE status IN ('active', 'paused', 'suspended')",
    schedules_by_customer: '(customer_id, id)',
    schedules_unshown: '(id) WHERE changes > shown_changes',
    schedules_carried:
      "(id) WHERE shown_changes > 0 AND status IN ('active', 'paused', 'suspended')",
  },
  triggers: [
    bornAs('active', 'a schedule starts as active'),
    statusEdges(
      {
        active: ['paused', 'suspended', 'completed', 'canceled'],
        paused: ['active', 'canceled'],
        suspended: ['active', 'canceled'],
      },
      'schedule status change is not allowed',
    ),
    refuse(
      'schedules_complete_at_the_end',
      'UPDATE OF status',
      'a schedule completes after its last occurrence is final',
      `NEW.status = 'completed' AND EXISTS (SELECT 1 FROM occurrences WHERE schedule_id =
      NEW.id AND status IN ('scheduled', 'processing', 'retrying'))`,
    ),
    fixedColumns('id, tenant_id, created_at', 'the identity of a schedule never changes'),
    refuse(
      'schedules_final',
      `UPDATE OF source_account_id, destination_account_id, currency, amount_type, amount,
      start_date, local_time_ms, timezone, recurrence`,
      'the terms of a schedule that has ended never change',
      `OLD.status IN ('completed', 'canceled') AND ( NEW.source_account_id <>
      OLD.source_account_id OR NEW.destination_account_id <> OLD.destination_account_id OR
      NEW.currency <> OLD.currency OR NEW.amount_type <> OLD.amount_type OR NEW.amount IS NOT
      OLD.amount OR NEW.start_date <> OLD.start_date OR NEW.local_time_ms <> OLD.local_time_ms
      OR NEW.timezone <> OLD.timezone OR NEW.recurrence <> OLD.recurrence)`,
    ),
    neverDeleted('schedules are never deleted'),
    searchableMetadata('schedule'),
    notWhileMoving,
    refuse(
      'schedules_payee_final',
      'UPDATE OF external_party',
      'the terms of a schedule that has ended never change',
      `OLD.status IN ('completed', 'canceled') AND NEW.external_party IS NOT NULL AND
      NEW.external_party IS NOT OLD.external_party`,
    ),
  ],
});

export const occurrences = sqliteTable('occurrences', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  scheduleId: text('schedule_id').notNull(),
  localDate: text('local_date').notNull(),
  nominalDate: text('nominal_date').notNull(),
  dueAt: integer('due_at').notNull(),
  status: text('status').$type<OccurrenceStatus>().notNull(),
  statusCode: text('status_code'),
  statusMessage: text('status_message'),
  amount: integer('amount'),
  attempts: integer('attempts').notNull(),
  transactionId: text('transaction_id'),
  /** When the engine processes it next; null while nothing is due. */
  wakeAt: integer('wake_at'),
  notified: integer('notified').notNull(),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

declare(occurrences, {
  withoutRowid: true,
  references: { scheduleId: 'schedules (id)' },
  checks: [
    `status IN ('scheduled', 'processing', 'retrying', 'posted', 'failed', 'skipped',
      'canceled')`,
    'amount > 0',
    'attempts >= 0',
    'notified IN (0, 1)',
    "status IN ('scheduled', 'retrying') OR wake_at IS NULL",
    "status NOT IN ('processing', 'retrying', 'posted') OR transaction_id IS NOT NULL",
  ],
  indexes: {
    occurrences_by_date: 'UNIQUE (schedule_id, local_date)',
    occurrences_next: "UNIQUE (schedule_id) WHERE status = 'scheduled'",
    occurrences_open: "(schedule_id) WHERE status IN ('scheduled', 'processing', 'retrying')",
    occurrences_by_schedule: '(schedule_id, id)',
    occurrences_due: '(wake_at) WHERE wake_at IS NOT NULL',
    occurrences_due_by_tenant: '(tenant_id, wake_at) WHERE wake_at IS NOT NULL',
    occurrences_in_flight:
      "(tenant_id, transaction_id) WHERE status IN ('processing', 'retrying') AND wake_at IS NULL",
  },
  triggers: [
    refuse(
      'occurrences_born_scheduled',
      'INSERT',
      'an occurrence starts as scheduled, or is left out',
      "NEW.status NOT IN ('scheduled', 'skipped')",
    ),
    fixedColumns(
      'id, tenant_id, schedule_id, created_at',
      'the identity of an occurrence never changes',
    ),
    refuse(
      'occurrences_keep_their_date',
      'UPDATE OF local_date, nominal_date, due_at',
      'an occurrence that has begun keeps its date',
      `(OLD.status <> 'scheduled' OR NEW.status <> 'scheduled') AND (NEW.local_date <>
      OLD.local_date OR NEW.nominal_date <> OLD.nominal_date OR NEW.due_at <> OLD.due_at)`,
    ),
    neverDeleted('occurrences are never deleted'),
    notWhileMoving,
    statusEdges(
      {
        scheduled: ['processing', 'skipped', 'canceled'],
        processing: ['posted', 'retrying', 'failed'],
        retrying: ['posted', 'failed'],
        posted: ['failed'],
      },
      'occurrence status change is not allowed',
    ),
  ],
});
