// Instructions in plain language.

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { IntentStatus } from '../../ledger/intent.ts';
import {
  declare,
  extend,
  neverDeleted,
  notWhileMoving,
  refuse,
  statusEdges,
} from '../kernel/declare.ts';
import { transactions } from '../kernel/tables.ts';

export const intents = sqliteTable('intents', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  customerId: text('customer_id').notNull(),
  /** The conversation that proposed it; null for a direct request. */
  conversationId: text('conversation_id'),
  status: text('status').$type<IntentStatus>().notNull(),
  statusCode: text('status_code'),
  statusMessage: text('status_message'),
  message: text('message').notNull(),
  intent: text('intent').notNull(),
  /** The parsed message and the result of the dry run, as JSON. */
  reading: text('reading').notNull(),
  preview: text('preview'),
  /** The request that is carried out after the confirmation, as JSON. */
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

declare(intents, {
  withoutRowid: true,
  references: {
    customerId: 'customers (id)',
    sourceAccountId: 'accounts (id)',
    destinationAccountId: 'accounts (id)',
  },
  checks: [
    `status IN ('parsed', 'requires_clarification', 'requires_confirmation', 'unsupported',
      'refused', 'confirmed', 'executed', 'declined', 'canceled', 'expired')`,
    'json_valid(reading)',
    'json_valid(preview)',
    'json_valid(operation)',
    'amount > 0 AND amount <= 9007199254740991',
    '(operation IS NULL) = (amount IS NULL) AND (amount IS NULL) = (currency IS NULL)',
    '(operation IS NULL) = (expires_at IS NULL)',
    "status NOT IN ('requires_confirmation', 'confirmed', 'executed') OR operation IS NOT NULL",
    "status <> 'executed' OR (transaction_id IS NULL) <> (schedule_id IS NULL)",
    `status NOT IN ('parsed', 'requires_confirmation', 'canceled', 'expired') OR
      (transaction_id IS NULL AND schedule_id IS NULL)`,
  ],
  indexes: {
    intents_by_tenant: '(tenant_id, id)',
    intents_by_customer: '(customer_id, id)',
    intents_to_expire: "(expires_at) WHERE status = 'requires_confirmation'",
    intents_by_transaction: 'UNIQUE (transaction_id) WHERE transaction_id IS NOT NULL',
    intents_by_schedule: 'UNIQUE (schedule_id) WHERE schedule_id IS NOT NULL',
    intents_to_expire_of_tenant: "(tenant_id, expires_at) WHERE status = 'requires_confirmation'",
  },
  triggers: [
    statusEdges(
      {
        parsed: ['requires_clarification', 'requires_confirmation', 'unsupported', 'refused'],
        requires_confirmation: ['confirmed', 'canceled', 'expired'],
        confirmed: ['executed', 'declined'],
      },
      'status change of an intent is not allowed',
    ),
    refuse(
      'intents_keep_their_result',
      'UPDATE OF transaction_id, schedule_id',
      'an intent is carried out once',
      `(OLD.transaction_id IS NOT NULL AND NEW.transaction_id IS NOT OLD.transaction_id) OR
      (OLD.schedule_id IS NOT NULL AND NEW.schedule_id IS NOT OLD.schedule_id)`,
    ),
    neverDeleted('intents are never deleted'),
    refuse(
      'intents_of_the_erased',
      'INSERT',
      'an erased customer instructs nothing',
      'EXISTS (SELECT 1 FROM customer_erasures WHERE customer_id = NEW.customer_id)',
    ),
    refuse(
      'intents_keep_their_terms',
      `UPDATE OF id, tenant_id, customer_id, conversation_id, message, intent, reading,
      preview, operation, amount, currency, source_account_id, destination_account_id,
      expires_at, actor, created_at`,
      'what was read never changes',
      `NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id =
      OLD.customer_id)`,
    ),
    notWhileMoving,
  ],
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

declare(intentSteps, {
  withoutRowid: true,
  references: { intentId: 'intents (id)' },
  triggers: [
    neverDeleted('steps of an intent are only added'),
    refuse(
      'intent_steps_no_update',
      'UPDATE',
      'steps of an intent are only added',
      `NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id =
      (SELECT customer_id FROM intents WHERE id = OLD.intent_id))`,
    ),
  ],
});

extend(transactions, { references: { intentId: 'intents (id)' } });
