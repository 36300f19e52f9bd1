// Conversations as typed columns. migrations/sqlite/ledger/0048_conversations.sql is the truth.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const conversations = sqliteTable('conversations', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  customerId: text('customer_id').notNull(),
  state: text('state').notNull(),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

export const conversationMessages = sqliteTable('conversation_messages', {
  id: text('id').primaryKey(),
  conversationId: text('conversation_id').notNull(),
  tenantId: text('tenant_id').notNull(),
  number: integer('number').notNull(),
  role: text('role').$type<'customer' | 'bank'>().notNull(),
  text: text('text').notNull(),
  answer: text('answer'),
  intentId: text('intent_id'),
  createdAt: integer('created_at').notNull(),
});
