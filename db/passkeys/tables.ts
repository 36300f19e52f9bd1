// The tables of passkeys as typed columns.

import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const passkeys = sqliteTable('passkeys', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  customerId: text('customer_id').notNull(),
  /** base64url. */
  credentialId: text('credential_id').notNull(),
  /** COSE. */
  publicKey: blob('public_key').$type<Buffer>().notNull(),
  counter: integer('counter').notNull(),
  name: text('name').notNull(),
  /** Space-separated. */
  transports: text('transports').notNull(),
  synced: integer('synced').notNull(),
  status: text('status').$type<'active' | 'removed'>().notNull(),
  lastUsedAt: integer('last_used_at'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  version: integer('version').notNull(),
});

export const passkeyChallenges = sqliteTable('passkey_challenges', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  /** Null before the sign-in, when the customer is not known. */
  customerId: text('customer_id'),
  ceremony: text('ceremony').$type<'setup' | 'authenticate'>().notNull(),
  /** The transaction or sign-in page that the answer applies to; null for neither. */
  subject: text('subject'),
  /** base64url. */
  challenge: text('challenge').notNull(),
  expiresAt: integer('expires_at').notNull(),
  answeredAt: integer('answered_at'),
  spentAt: integer('spent_at'),
  createdAt: integer('created_at').notNull(),
});
