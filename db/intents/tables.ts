// Instructions in plain language as typed columns. migrations/sqlite/ledger/0042_intents.sql is the
// truth.

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { IntentStatus } from '../../ledger/intent.ts';

export const intents = sqliteTable('intents', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  customerId: text('customer_id').notNull(),
  conversationId: text('conversation_id'),
  status: text('status').$type<IntentStatus>().notNull(),
  statusCode: text('status_code'),
  statusMessage: text('status_message'),
  message: text('message').notNull(),
  intent: text('intent').notNull(),
  reading: text('reading').notNull(),
  preview: text('preview'),
  operation: text('operation'),
  amount: integer('amount'),
  currency: text('currency'),
  sourceAccountId: text('source_account_id'),
  destinationAccountId: text('destination_account_id'),
  expiresAt: integer('expires_at'),
  transactionId: text('transaction_id'),
  scheduleId: text('schedule_id'),
  actor: text('actor').notNull(),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

export const intentSteps = sqliteTable(
  'intent_steps',
  {
    intentId: text('intent_id').notNull(),
    version: integer('version').notNull(),
    status: text('status').$type<IntentStatus>().notNull(),
    at: integer('at').notNull(),
    actor: text('actor').notNull(),
    reason: text('reason'),
  },
  (table) => [primaryKey({ columns: [table.intentId, table.version] })],
);
