// The tables of conversations.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { declare, neverUpdated, notWhileMoving, refuse } from '../kernel/declare.ts';

export const conversations = sqliteTable('conversations', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  customerId: text('customer_id').notNull(),
  /** Open slots, the open proposal and the last question, as JSON. */
  state: text('state').notNull(),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

declare(conversations, {
  withoutRowid: true,
  references: { customerId: 'customers (id)' },
  checks: ['json_valid(state)'],
  indexes: {
    conversations_by_tenant: '(tenant_id, id)',
    conversations_by_customer: '(customer_id, id)',
  },
  triggers: [
    refuse(
      'conversations_of_the_erased',
      'INSERT',
      'an erased customer begins no conversation',
      'EXISTS (SELECT 1 FROM customer_erasures WHERE customer_id = NEW.customer_id)',
    ),
    notWhileMoving,
  ],
});

export const conversationMessages = sqliteTable('conversation_messages', {
  id: text('id').primaryKey(),
  conversationId: text('conversation_id').notNull(),
  tenantId: text('tenant_id').notNull(),
  number: integer('number').notNull(),
  role: text('role').$type<'customer' | 'bank'>().notNull(),
  text: text('text').notNull(),
  /** For messages of the bank: figures, citations and the like, as JSON; never a token. */
  answer: text('answer'),
  intentId: text('intent_id'),
  createdAt: integer('created_at').notNull(),
});

declare(conversationMessages, {
  withoutRowid: true,
  references: { conversationId: 'conversations (id)', intentId: 'intents (id)' },
  unique: ['(conversation_id, number)'],
  checks: [
    'number > 0',
    "role IN ('customer', 'bank')",
    'json_valid(answer)',
    "(role = 'bank') = (answer IS NOT NULL)",
  ],
  triggers: [
    neverUpdated('what was said never changes'),
    refuse(
      'conversation_messages_no_delete',
      'DELETE',
      'what was said never changes',
      `NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id =
      (SELECT customer_id FROM conversations WHERE id = OLD.conversation_id))`,
    ),
    notWhileMoving,
  ],
});
