// The tables above the environments as typed columns; migrations/sqlite/platform is the truth.

import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { EnvironmentName } from '../kernel/environment.ts';

export const developers = sqliteTable('developers', {
  id: text('id').primaryKey(),
  company: text('company').notNull(),
  email: text('email').notNull(),
  phone: text('phone'),
  country: text('country').notNull(),
  useCase: text('use_case'),
  expectedVolume: text('expected_volume'),
  sandboxStatus: text('sandbox_status').$type<'active' | 'suspended'>().notNull(),
  applicationId: text('application_id').notNull(),
  applicationStatus: text('application_status')
    .$type<'pending' | 'approved' | 'rejected'>()
    .notNull(),
  applicationReason: text('application_reason'),
  decidedBy: text('decided_by'),
  decidedAt: integer('decided_at'),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  /** Number of times the sandbox was reset. */
  sandboxEpoch: integer('sandbox_epoch').notNull(),
  /** Hash of the secret that registration returns once; the secret opens the application's page. */
  applicationSecretHash: blob('application_secret_hash').$type<Buffer>(),
  /** Hash of the code that claims the first live key, or null when there is no usable code. */
  claimHash: blob('claim_hash').$type<Buffer>(),
  claimSealed: text('claim_sealed'),
  claimExpiresAt: integer('claim_expires_at'),
  /**
   * Hash of the code that proves the e-mail address, or null when the address is proven or no proof
   * was requested.
   */
  proofHash: blob('proof_hash').$type<Buffer>(),
  proofExpiresAt: integer('proof_expires_at'),
  /** Requests per second of each kind that an operator allows, or null for the general limit. */
  throttle: integer('throttle'),
  /** Scopes that live keys may have, space-separated, or null for all scopes. */
  applicationScopes: text('application_scopes'),
  /** Number of the ledger that has the developer's rows, by environment. */
  sandboxLedger: integer('sandbox_ledger').notNull(),
  productionLedger: integer('production_ledger').notNull(),
  /** Number of the ledger that the sandbox moves to at its next reset, or null to stay. */
  nextSandboxLedger: integer('next_sandbox_ledger'),
  /** Time of the application for production, or null before it. */
  appliedAt: integer('applied_at'),
});

export const apiKeys = sqliteTable('api_keys', {
  id: text('id').primaryKey(),
  developerId: text('developer_id').notNull(),
  environment: text('environment').$type<EnvironmentName>().notNull(),
  name: text('name').notNull(),
  keyHash: blob('key_hash').$type<Buffer>().notNull(),
  lastFour: text('last_four').notNull(),
  /** Space-separated `resource:action`. */
  scopes: text('scopes').notNull(),
  status: text('status').$type<'active' | 'rotating' | 'revoked'>().notNull(),
  expiresAt: integer('expires_at'),
  revokedAt: integer('revoked_at'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  version: integer('version').notNull(),
  /** Space-separated networks from which the key is valid; empty: all. */
  ipAllow: text('ip_allow').notNull(),
  lastUsedAt: integer('last_used_at'),
  /** `mail`: a key that no person sees, used by sessions that a link in a mail opened. */
  origin: text('origin').$type<'made' | 'mail'>().notNull(),
  /** Id of the first key in a chain of replacements, or null when this key replaces none. */
  line: text('line'),
});

/** The bank's people who operate it. */
export const operators = sqliteTable('operators', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email'),
  /** Space-separated. */
  roles: text('roles').notNull(),
  origin: text('origin').$type<'first' | 'environment' | 'invitation'>().notNull(),
  status: text('status').$type<'invited' | 'active' | 'disabled'>().notNull(),
  invitedBy: text('invited_by'),
  /** Hash of the code that claims a key, or null when there is no usable code. */
  claimHash: blob('claim_hash').$type<Buffer>(),
  claimExpiresAt: integer('claim_expires_at'),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

export const operatorKeys = sqliteTable('operator_keys', {
  id: text('id').primaryKey(),
  operatorId: text('operator_id').notNull(),
  keyHash: blob('key_hash').$type<Buffer>().notNull(),
  /** Null when the key was created outside of the bank process. */
  lastFour: text('last_four'),
  expiresAt: integer('expires_at'),
  createdAt: integer('created_at').notNull(),
});

/** Columns of sessions in a browser. */
const sessionColumns = () => ({
  id: text('id').primaryKey(),
  tokenHash: blob('token_hash').$type<Buffer>().notNull(),
  /** Id of the key that opened the session. */
  keyId: text('key_id').notNull(),
  createdAt: integer('created_at').notNull(),
  usedAt: integer('used_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  endedAt: integer('ended_at'),
});

/** Browser sessions of operators. */
export const consoleSessions = sqliteTable('console_sessions', sessionColumns());

/** Browser sessions of developers. */
export const portalSessions = sqliteTable('portal_sessions', sessionColumns());

/** The request of a browser to sign in or to set up a passkey. Usable once. */
export const portalSignIns = sqliteTable('portal_sign_ins', {
  /** Hash of the cookie of the browser that made the request. */
  browserHash: blob('browser_hash').$type<Buffer>().primaryKey(),
  purpose: text('purpose').$type<'link' | 'passkey' | 'set_up'>().notNull(),
  /** Hash of the code in the link. */
  codeHash: blob('code_hash').$type<Buffer>(),
  /** Challenge that a passkey answers. */
  challenge: text('challenge'),
  /** The developer for a link, the session for a set-up; null for none or not yet known. */
  subjectId: text('subject_id'),
  expiresAt: integer('expires_at').notNull(),
  usedAt: integer('used_at'),
});

/** Passkeys of developers. */
export const portalPasskeys = sqliteTable('portal_passkeys', {
  id: text('id').primaryKey(),
  /** Id of the key that the passkey replaces. */
  keyId: text('key_id').notNull(),
  name: text('name').notNull(),
  credentialId: text('credential_id').notNull(),
  publicKey: blob('public_key').$type<Buffer>().notNull(),
  counter: integer('counter').notNull(),
  /** Space-separated. */
  transports: text('transports').notNull(),
  synced: integer('synced').notNull(),
  createdAt: integer('created_at').notNull(),
  lastUsedAt: integer('last_used_at'),
});

/** Units that an operator granted without a second operator, for each act, object and day. */
export const operatorGrants = sqliteTable(
  'operator_grants',
  {
    operatorId: text('operator_id').notNull(),
    act: text('act').notNull(),
    objectId: text('object_id').notNull(),
    /** Days since 1970-01-01. */
    day: integer('day').notNull(),
    environment: text('environment').$type<EnvironmentName>().notNull(),
    /** Whole units of any currency, rounded up. */
    units: integer('units').notNull(),
  },
  (table) => [primaryKey({ columns: [table.operatorId, table.act, table.objectId, table.day] })],
);

/** Approvals that a second operator decides, other than those of payments and freezes. */
export const approvals = sqliteTable('approvals', {
  id: text('id').primaryKey(),
  act: text('act').notNull(),
  objectId: text('object_id').notNull(),
  environment: text('environment').$type<EnvironmentName>().notNull(),
  /** The requested terms, as JSON. */
  terms: text('terms').notNull(),
  status: text('status').$type<'requested' | 'granted' | 'denied'>().notNull(),
  requestedBy: text('requested_by').notNull(),
  requestReason: text('request_reason').notNull(),
  decidedBy: text('decided_by'),
  reason: text('reason'),
  decidedAt: integer('decided_at'),
  carriedOutAt: integer('carried_out_at'),
  createdAt: integer('created_at').notNull(),
  /** The granted terms when the second operator narrowed them; null: as requested. */
  grantedTerms: text('granted_terms'),
});

export const audit = sqliteTable('audit', {
  id: integer('id').primaryKey(),
  at: integer('at').notNull(),
  actor: text('actor').notNull(),
  action: text('action').notNull(),
  objectId: text('object_id').notNull(),
  environment: text('environment').$type<EnvironmentName>(),
  detail: text('detail').notNull(),
});

/** The hash of each row of the audit log. */
export const auditChain = sqliteTable('audit_chain', {
  id: integer('id').primaryKey(),
  hash: blob('hash').$type<Buffer>().notNull(),
});

/** Acts of operators: the entry written before each act, and the entry that says how it ended. */
export const auditActs = sqliteTable('audit_acts', {
  id: text('id').primaryKey(),
  /** Number of the audit entry of the request. */
  asked: integer('asked').notNull(),
  /**
   * Number of the audit entry of the end; null while the act runs or when it was interrupted.
   */
  ended: integer('ended'),
  /** Process that received the request, as `host/process id`. */
  process: text('process').notNull(),
});

/** Acts that have written something in this database. */
export const actMarks = sqliteTable('act_marks', {
  actId: text('act_id').primaryKey(),
  at: integer('at').notNull(),
});

/** Answers to requests with an Idempotency-Key, sealed: they may contain a new key. */
export const answers = sqliteTable(
  'answers',
  {
    owner: text('owner').notNull(),
    operation: text('operation').notNull(),
    key: text('key').notNull(),
    requestHash: blob('request_hash').$type<Buffer>().notNull(),
    status: integer('status').notNull(),
    sealedBody: text('sealed_body').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.operation, table.key] })],
);

export const applicationReminders = sqliteTable(
  'application_reminders',
  {
    applicationId: text('application_id').notNull(),
    /** Number of the reminder, counted from 1. */
    reminder: integer('reminder').notNull(),
    remindedAt: integer('reminded_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.applicationId, table.reminder] })],
);

/** The location of each ledger, by its name. */
export const ledgerPlaces = sqliteTable('ledger_places', {
  ledger: text('ledger').primaryKey(),
  /** Name of the database in the settings, or null for the platform's database. */
  databaseName: text('database_name'),
  taskQueue: text('task_queue').notNull(),
  at: integer('at').notNull(),
});

/** The two characters that identify this bank behind a shared proxy: one row. */
export const cell = sqliteTable('cell', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
});

/** The name of this bank: one row. */
export const bank = sqliteTable('bank', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
});
