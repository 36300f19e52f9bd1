// The tables of apps and of customers' sign-in as typed columns.

import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { EnvironmentName } from '../kernel/environment.ts';

export const oauthClients = sqliteTable('oauth_clients', {
  id: text('id').primaryKey(),
  developerId: text('developer_id').notNull(),
  environment: text('environment').$type<EnvironmentName>().notNull(),
  name: text('name').notNull(),
  type: text('type').$type<'public' | 'confidential'>().notNull(),
  /** SHA-256; null for a public client. */
  secretHash: blob('secret_hash').$type<Buffer>(),
  lastFour: text('last_four'),
  redirectUris: text('redirect_uris', { mode: 'json' }).$type<readonly string[]>().notNull(),
  /** Space-separated `resource:action`. */
  scopes: text('scopes').notNull(),
  status: text('status').$type<'active' | 'revoked'>().notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  version: integer('version').notNull(),
});

/** Origins of pages that are public clients. */
export const oauthPageOrigins = sqliteTable(
  'oauth_page_origins',
  {
    /** An origin on this device is stored without a port. */
    origin: text('origin').notNull(),
    clientId: text('client_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.origin, table.clientId] })],
);

export const oauthState = sqliteTable(
  'oauth_state',
  {
    model: text('model').notNull(),
    idHash: blob('id_hash').$type<Buffer>().notNull(),
    uidHash: blob('uid_hash').$type<Buffer>(),
    grantId: text('grant_id'),
    sealed: text('sealed').notNull(),
    consumedAt: integer('consumed_at'),
    expiresAt: integer('expires_at').notNull(),
    /** SHA-256 of the id of the customer who owns the session. */
    ownerHash: blob('owner_hash').$type<Buffer>(),
  },
  (table) => [primaryKey({ columns: [table.model, table.idHash] })],
);

export const oauthKeys = sqliteTable('oauth_keys', {
  id: text('id').primaryKey(),
  algorithm: text('algorithm').$type<'RS256' | 'ES256'>().notNull(),
  sealed: text('sealed').notNull(),
  createdAt: integer('created_at').notNull(),
});

export const consents = sqliteTable('consents', {
  id: text('id').primaryKey(),
  grantId: text('grant_id').notNull(),
  tenantId: text('tenant_id').notNull(),
  clientId: text('client_id').notNull(),
  customerId: text('customer_id').notNull(),
  /** Space-separated. */
  scopes: text('scopes').notNull(),
  /** Space-separated. */
  accountIds: text('account_ids').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  withdrawnAt: integer('withdrawn_at'),
});

export const signIns = sqliteTable('sign_ins', {
  customerId: text('customer_id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  name: text('name').notNull(),
  nameKey: text('name_key').notNull(),
  passwordHash: text('password_hash').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  version: integer('version').notNull(),
});

export const passwordResets = sqliteTable('password_resets', {
  codeHash: blob('code_hash').$type<Buffer>().primaryKey(),
  customerId: text('customer_id').notNull(),
  expiresAt: integer('expires_at').notNull(),
  usedAt: integer('used_at'),
});

export const signInAttempts = sqliteTable('sign_in_attempts', {
  keyHash: blob('key_hash').$type<Buffer>().primaryKey(),
  failed: integer('failed').notNull(),
  lockedUntil: integer('locked_until').notNull(),
  updatedAt: integer('updated_at').notNull(),
});
