// The tables of passkeys.

import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { declare, notWhileMoving, refuse } from '../kernel/declare.ts';

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
  /** True when the passkey is copied between devices of one person. */
  synced: integer('synced').notNull(),
  status: text('status').$type<'active' | 'removed'>().notNull(),
  lastUsedAt: integer('last_used_at'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  version: integer('version').notNull(),
});

declare(passkeys, {
  withoutRowid: true,
  references: { customerId: 'customers (id)' },
  unique: ['(tenant_id, credential_id)'],
  checks: ['counter >= 0', 'synced IN (0, 1)', "status IN ('active', 'removed')"],
  indexes: { passkeys_of_customer: '(customer_id, status, id)' },
  triggers: [
    refuse(
      'passkeys_only_go_on',
      'UPDATE',
      'a passkey stays what it is, and its counter never goes back',
      `NEW.counter < OLD.counter OR OLD.status = 'removed' OR (NEW.id, NEW.tenant_id,
      NEW.customer_id, NEW.credential_id, NEW.public_key, NEW.created_at) <> (OLD.id,
      OLD.tenant_id, OLD.customer_id, OLD.credential_id, OLD.public_key, OLD.created_at)`,
    ),
    refuse(
      'passkeys_no_delete',
      'DELETE',
      'a passkey is removed, never deleted',
      `NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id =
      OLD.customer_id)`,
    ),
    notWhileMoving,
  ],
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
  /** An answer without a subject lets the customer register one more passkey. */
  spentAt: integer('spent_at'),
  createdAt: integer('created_at').notNull(),
});

declare(passkeyChallenges, {
  withoutRowid: true,
  references: { customerId: 'customers (id)' },
  checks: [
    "ceremony IN ('setup', 'authenticate')",
    "customer_id IS NOT NULL OR ceremony = 'authenticate'",
    'spent_at IS NULL OR answered_at IS NOT NULL',
  ],
  indexes: { passkey_challenges_by_end: '(expires_at)' },
  triggers: [
    refuse(
      'passkey_challenges_once',
      'UPDATE',
      'a challenge is answered once',
      `(OLD.answered_at IS NOT NULL AND NEW.answered_at IS NOT OLD.answered_at) OR OLD.spent_at
      IS NOT NULL OR (NEW.id, NEW.tenant_id, NEW.ceremony, NEW.challenge, NEW.expires_at) <>
      (OLD.id, OLD.tenant_id, OLD.ceremony, OLD.challenge, OLD.expires_at) OR NEW.customer_id
      IS NOT OLD.customer_id OR NEW.subject IS NOT OLD.subject`,
    ),
    notWhileMoving,
  ],
});
