// The tables of schedules as typed columns: the part of a ledger's schema that
// db/kernel/tables.ts leaves out. The migrations are the truth; a test compares them.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { BusinessCalendar, BusinessDayConvention } from '../../ledger/business-day.ts';
import type {
  AmountType,
  CatchUp,
  OccurrenceStatus,
  ScheduleStatus,
  Shortfall,
} from '../../ledger/schedule.ts';

export const environment = sqliteTable('environment', {
  id: integer('id').primaryKey(),
  name: text('name').$type<'sandbox' | 'production'>().notNull(),
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
  /** The actor who set the terms, or null for a schedule that is older than this column. */
  setBy: text('set_by'),
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
  wakeAt: integer('wake_at'),
  notified: integer('notified').notNull(),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});
