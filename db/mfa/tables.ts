// The tables of the second factor as typed columns.

import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const mfaFactors = sqliteTable('mfa_factors', {
  customerId: text('customer_id').primaryKey(),
  id: text('id').notNull(),
  tenantId: text('tenant_id').notNull(),
  status: text('status').$type<'pending' | 'active' | 'disabled'>().notNull(),
  /** Sealed in the context `mfa/<id>`; null when the factor is disabled. */
  secret: text('secret'),
  lastStep: integer('last_step').notNull(),
  recoverySet: integer('recovery_set').notNull(),
  failedAttempts: integer('failed_attempts').notNull(),
  lockedUntil: integer('locked_until'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  version: integer('version').notNull(),
});

export const mfaRecoveryCodes = sqliteTable(
  'mfa_recovery_codes',
  {
    factorId: text('factor_id').notNull(),
    recoverySet: integer('recovery_set').notNull(),
    codeHash: blob('code_hash').$type<Buffer>().notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [primaryKey({ columns: [table.factorId, table.recoverySet, table.codeHash] })],
);

export const stepUps = sqliteTable('step_ups', {
  transactionId: text('transaction_id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  customerId: text('customer_id').notNull(),
  status: text('status').$type<'requested' | 'confirmed'>().notNull(),
  method: text('method').$type<'totp' | 'recovery_code' | 'passkey'>(),
  confirmedBy: text('confirmed_by'),
  confirmedAt: integer('confirmed_at'),
  holdExpiresAt: integer('hold_expires_at'),
  createdAt: integer('created_at').notNull(),
});
