// The tables of apps and of customers' sign-in.

import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { declare, refuse } from '../kernel/declare.ts';
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
  /** JSON, as registered: compared character by character. */
  redirectUris: text('redirect_uris', { mode: 'json' }).$type<readonly string[]>().notNull(),
  /** Space-separated `resource:action`. */
  scopes: text('scopes').notNull(),
  status: text('status').$type<'active' | 'revoked'>().notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  version: integer('version').notNull(),
});

declare(oauthClients, {
  references: { developerId: 'developers (id)' },
  checks: [
    "environment IN ('sandbox', 'production')",
    "type IN ('public', 'confidential')",
    'length(secret_hash) = 32',
    "json_type(redirect_uris) = 'array'",
    "status IN ('active', 'revoked')",
    "(type = 'confidential') = (secret_hash IS NOT NULL)",
  ],
  indexes: { oauth_clients_of_developer: '(developer_id, environment, id)' },
  triggers: [
    refuse(
      'oauth_clients_stay_where_they_are',
      'UPDATE OF environment, developer_id, type',
      'a client never changes whose it is',
      `NEW.environment <> OLD.environment OR NEW.developer_id <> OLD.developer_id OR NEW.type
      <> OLD.type`,
    ),
  ],
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

declare(oauthPageOrigins, {
  withoutRowid: true,
  references: { clientId: 'oauth_clients (id)' },
  indexes: { oauth_page_origins_by_client: '(client_id)' },
});

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

declare(oauthState, {
  checks: ['length(id_hash) = 32', 'length(uid_hash) = 32', 'length(owner_hash) = 32'],
  indexes: {
    oauth_state_of_grant: '(grant_id) WHERE grant_id IS NOT NULL',
    oauth_state_by_uid: '(model, uid_hash) WHERE uid_hash IS NOT NULL',
    oauth_state_by_end: '(expires_at)',
    oauth_state_of_owner: '(owner_hash) WHERE owner_hash IS NOT NULL',
  },
});

export const oauthKeys = sqliteTable('oauth_keys', {
  id: text('id').primaryKey(),
  algorithm: text('algorithm').$type<'RS256' | 'ES256'>().notNull(),
  sealed: text('sealed').notNull(),
  createdAt: integer('created_at').notNull(),
});

declare(oauthKeys, {});

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

declare(consents, {
  references: { clientId: 'oauth_clients (id)' },
  unique: ['(grant_id)'],
  indexes: { consents_of_customer: '(tenant_id, customer_id, id)' },
  triggers: [
    refuse(
      'consents_only_end',
      'UPDATE',
      'a consent is withdrawn, never changed',
      `OLD.withdrawn_at IS NOT NULL OR NEW.withdrawn_at IS NULL OR (NEW.grant_id,
      NEW.tenant_id, NEW.client_id, NEW.customer_id, NEW.scopes, NEW.account_ids,
      NEW.expires_at) <> (OLD.grant_id, OLD.tenant_id, OLD.client_id, OLD.customer_id,
      OLD.scopes, OLD.account_ids, OLD.expires_at)`,
    ),
  ],
});

export const signIns = sqliteTable('sign_ins', {
  customerId: text('customer_id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  name: text('name').notNull(),
  /** The name without case, for comparison. */
  nameKey: text('name_key').notNull(),
  /** Argon2id in PHC form. */
  passwordHash: text('password_hash').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  version: integer('version').notNull(),
});

declare(signIns, {
  unique: ['(tenant_id, name_key)'],
});

export const passwordResets = sqliteTable('password_resets', {
  codeHash: blob('code_hash').$type<Buffer>().primaryKey(),
  customerId: text('customer_id').notNull(),
  expiresAt: integer('expires_at').notNull(),
  usedAt: integer('used_at'),
});

declare(passwordResets, {
  references: { customerId: 'sign_ins (customer_id)' },
  checks: ['length(code_hash) = 32'],
  indexes: { password_resets_of_customer: '(customer_id)', password_resets_by_end: '(expires_at)' },
  triggers: [
    refuse(
      'password_resets_once',
      'UPDATE',
      'a code is good once',
      `OLD.used_at IS NOT NULL OR NEW.used_at IS NULL OR (NEW.code_hash, NEW.customer_id,
      NEW.expires_at) <> (OLD.code_hash, OLD.customer_id, OLD.expires_at)`,
    ),
  ],
});

export const signInAttempts = sqliteTable('sign_in_attempts', {
  keyHash: blob('key_hash').$type<Buffer>().primaryKey(),
  failed: integer('failed').notNull(),
  lockedUntil: integer('locked_until').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

declare(signInAttempts, {
  checks: ['length(key_hash) = 32'],
  indexes: { sign_in_attempts_by_age: '(updated_at)' },
});
