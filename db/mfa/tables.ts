// The tables of the second factor.

import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { declare, neverDeleted, notWhileMoving, refuse } from '../kernel/declare.ts';

export const mfaFactors = sqliteTable('mfa_factors', {
  customerId: text('customer_id').primaryKey(),
  id: text('id').notNull(),
  tenantId: text('tenant_id').notNull(),
  status: text('status').$type<'pending' | 'active' | 'disabled'>().notNull(),
  /** Sealed in the context `mfa/<id>`; null when the factor is disabled. */
  secret: text('secret'),
  /** The newest time step whose code was accepted, so that no code is accepted twice. */
  lastStep: integer('last_step').notNull(),
  /** The set of recovery codes that is valid. */
  recoverySet: integer('recovery_set').notNull(),
  failedAttempts: integer('failed_attempts').notNull(),
  lockedUntil: integer('locked_until'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  version: integer('version').notNull(),
});

declare(mfaFactors, {
  withoutRowid: true,
  references: { customerId: 'customers (id)' },
  unique: ['(id)'],
  checks: [
    "status IN ('pending', 'active', 'disabled')",
    'last_step >= 0',
    'recovery_set >= 0',
    'failed_attempts >= 0',
    "(status = 'disabled') = (secret IS NULL)",
  ],
  triggers: [
    refuse(
      'mfa_factors_no_step_back',
      'UPDATE',
      'a code is taken once',
      'NEW.last_step < OLD.last_step AND NEW.id = OLD.id',
    ),
    refuse(
      'mfa_factors_no_delete',
      'DELETE',
      'a factor is disabled, never deleted',
      `NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id =
      OLD.customer_id)`,
    ),
    notWhileMoving,
  ],
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

declare(mfaRecoveryCodes, {
  withoutRowid: true,
  checks: ['length(code_hash) = 32'],
  triggers: [
    refuse(
      'mfa_recovery_codes_once',
      'UPDATE',
      'a recovery code is used once',
      `OLD.used_at IS NOT NULL OR NEW.factor_id <> OLD.factor_id OR NEW.recovery_set <>
      OLD.recovery_set OR NEW.code_hash <> OLD.code_hash`,
    ),
    refuse(
      'mfa_recovery_codes_no_delete',
      'DELETE',
      'recovery codes are never deleted',
      `NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id =
      (SELECT customer_id FROM mfa_factors WHERE id = OLD.factor_id))`,
    ),
  ],
});

export const stepUps = sqliteTable('step_ups', {
  transactionId: text('transaction_id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  customerId: text('customer_id').notNull(),
  status: text('status').$type<'requested' | 'confirmed'>().notNull(),
  method: text('method').$type<'totp' | 'recovery_code' | 'passkey'>(),
  confirmedBy: text('confirmed_by'),
  confirmedAt: integer('confirmed_at'),
  /** The requested end of the hold; `expires_at` of the row limits the present wait. */
  holdExpiresAt: integer('hold_expires_at'),
  createdAt: integer('created_at').notNull(),
});

declare(stepUps, {
  withoutRowid: true,
  references: { transactionId: 'transactions (id)', customerId: 'customers (id)' },
  checks: [
    "status IN ('requested', 'confirmed')",
    "method IN ('totp', 'recovery_code', 'passkey')",
    "(status = 'requested') = (method IS NULL)",
    "(status = 'requested') = (confirmed_by IS NULL)",
    "(status = 'requested') = (confirmed_at IS NULL)",
  ],
  triggers: [
    refuse(
      'step_ups_confirmed_once',
      'UPDATE',
      'a transaction is confirmed once',
      `OLD.status <> 'requested' OR NEW.transaction_id <> OLD.transaction_id OR NEW.tenant_id
      <> OLD.tenant_id OR NEW.customer_id <> OLD.customer_id OR NEW.created_at <>
      OLD.created_at OR NEW.hold_expires_at IS NOT OLD.hold_expires_at`,
    ),
    neverDeleted('confirmations are never deleted'),
    notWhileMoving,
  ],
});
