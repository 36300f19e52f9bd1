// The tables of the platform, which both environments share.

import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { appendOnly, declare, neverDeleted, refuse } from '../kernel/declare.ts';
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
  /** Time of the application for production, or null before it. */
  appliedAt: integer('applied_at'),
});

declare(developers, {
  withoutRowid: true,
  defaults: { version: '1', sandboxEpoch: '0' },
  unique: ['(application_id)'],
  checks: [
    "sandbox_status IN ('active', 'suspended')",
    "application_status IN ('pending', 'approved', 'rejected')",
    'sandbox_epoch >= 0',
    'length(application_secret_hash) = 32',
    'length(claim_hash) = 32',
    'length(proof_hash) = 32',
    'throttle > 0',
  ],
  indexes: {
    developers_by_email: 'UNIQUE (lower(email))',
    developers_by_claim: 'UNIQUE (claim_hash) WHERE claim_hash IS NOT NULL',
    developers_by_proof: 'UNIQUE (proof_hash) WHERE proof_hash IS NOT NULL',
    developers_by_application:
      '(application_status, application_id) WHERE proof_hash IS NULL AND applied_at IS NOT NULL',
  },
  triggers: [
    refuse(
      'developers_application_edges',
      'UPDATE OF application_status',
      'an application is decided once',
      "NEW.application_status <> OLD.application_status AND OLD.application_status <> 'pending'",
    ),
    refuse(
      'developers_epoch_grows',
      'UPDATE OF sandbox_epoch',
      'what was left behind is not come back to',
      'NEW.sandbox_epoch < OLD.sandbox_epoch',
    ),
    refuse(
      'developers_claim_approved',
      'UPDATE OF claim_hash',
      'only an approved application has a claim code',
      "NEW.claim_hash IS NOT NULL AND NEW.application_status <> 'approved'",
    ),
  ],
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

declare(apiKeys, {
  withoutRowid: true,
  defaults: { version: '1', ipAllow: "''", origin: "'made'" },
  references: { developerId: 'developers (id)' },
  unique: ['(key_hash)'],
  checks: [
    "environment IN ('sandbox', 'production')",
    'length(key_hash) = 32',
    "status IN ('active', 'rotating', 'revoked')",
    "origin IN ('made', 'mail') AND (origin = 'made' OR environment = 'sandbox')",
  ],
  indexes: {
    api_keys_by_developer: '(developer_id, id)',
    api_keys_of_mail: "UNIQUE (developer_id) WHERE origin = 'mail' AND status = 'active'",
  },
  triggers: [
    refuse(
      'api_keys_stay_where_they_are',
      'UPDATE OF environment, developer_id, key_hash, scopes',
      'a key never changes what it opens',
      `NEW.environment <> OLD.environment OR NEW.developer_id <> OLD.developer_id OR
      NEW.key_hash <> OLD.key_hash OR NEW.scopes <> OLD.scopes`,
    ),
    refuse(
      'keys_after_the_proof',
      'INSERT',
      'a developer has keys once the e-mail address is proven',
      '(SELECT proof_hash FROM developers WHERE id = NEW.developer_id) IS NOT NULL',
    ),
    refuse(
      'api_keys_keep_their_origin',
      'UPDATE OF origin',
      'a key never changes what it opens',
      'NEW.origin <> OLD.origin',
    ),
  ],
});

/** The people who operate the bank. */
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

declare(operators, {
  withoutRowid: true,
  defaults: { version: '1' },
  unique: ['(claim_hash)'],
  checks: [
    'length(roles) > 0',
    "origin IN ('first', 'environment', 'invitation')",
    "status IN ('invited', 'active', 'disabled')",
    'length(claim_hash) = 32',
    '(claim_hash IS NULL) = (claim_expires_at IS NULL)',
    "origin <> 'invitation' OR (email IS NOT NULL AND invited_by IS NOT NULL)",
  ],
  indexes: { operators_by_email: 'UNIQUE (lower(email)) WHERE email IS NOT NULL' },
  triggers: [
    refuse(
      'operators_last_admin',
      'UPDATE OF status, roles',
      'the last admin stays',
      `OLD.status = 'active' AND ' ' || OLD.roles || ' ' LIKE '% admin %' AND NOT (NEW.status =
      'active' AND ' ' || NEW.roles || ' ' LIKE '% admin %') AND NOT EXISTS (SELECT 1 FROM
      operators o WHERE o.id <> OLD.id AND o.status = 'active' AND ' ' || o.roles || ' ' LIKE
      '% admin %')`,
    ),
    neverDeleted('operators are disabled, never deleted'),
  ],
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

declare(operatorKeys, {
  withoutRowid: true,
  references: { operatorId: 'operators (id)' },
  unique: ['(key_hash)'],
  checks: ['length(key_hash) = 32'],
  indexes: { operator_keys_by_operator: '(operator_id, id)' },
  triggers: [
    refuse('operator_keys_stay', 'UPDATE OF operator_id, key_hash', 'a key never changes hands'),
  ],
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

declare(consoleSessions, {
  withoutRowid: true,
  references: { keyId: 'operator_keys (id)' },
  unique: ['(token_hash)'],
  checks: ['length(token_hash) = 32', 'expires_at > created_at'],
  indexes: { console_sessions_by_key: '(key_id, id)' },
  triggers: [
    refuse(
      'console_sessions_stay',
      'UPDATE',
      'a session never changes hands, lives no longer, and ends once',
      `NEW.token_hash <> OLD.token_hash OR NEW.key_id <> OLD.key_id OR NEW.expires_at <>
      OLD.expires_at OR NEW.used_at < OLD.used_at OR (OLD.ended_at IS NOT NULL AND
      NEW.ended_at IS NOT OLD.ended_at)`,
    ),
  ],
});

/** Browser sessions of developers. */
export const portalSessions = sqliteTable('portal_sessions', sessionColumns());

declare(portalSessions, {
  withoutRowid: true,
  references: { keyId: 'api_keys (id)' },
  unique: ['(token_hash)'],
  checks: ['length(token_hash) = 32', 'expires_at > created_at'],
  indexes: { portal_sessions_by_key: '(key_id, id)' },
  triggers: [
    refuse(
      'portal_sessions_stay',
      'UPDATE',
      'a session never changes hands, lives no longer, and ends once',
      `NEW.token_hash <> OLD.token_hash OR NEW.key_id <> OLD.key_id OR NEW.expires_at <>
      OLD.expires_at OR NEW.used_at < OLD.used_at OR (OLD.ended_at IS NOT NULL AND
      NEW.ended_at IS NOT OLD.ended_at)`,
    ),
  ],
});

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

declare(portalSignIns, {
  withoutRowid: true,
  checks: [
    'length(browser_hash) = 32',
    "purpose IN ('link', 'passkey', 'set_up')",
    'length(code_hash) = 32',
    "(purpose = 'link') = (code_hash IS NOT NULL)",
    "(purpose = 'link') = (challenge IS NULL)",
  ],
  indexes: { portal_sign_ins_by_end: '(expires_at)' },
  triggers: [
    refuse(
      'portal_sign_ins_once',
      'UPDATE',
      'a sign-in counts once, and never changes hands',
      `OLD.used_at IS NOT NULL OR NEW.browser_hash <> OLD.browser_hash OR NEW.purpose <>
      OLD.purpose OR NEW.code_hash IS NOT OLD.code_hash OR NEW.challenge IS NOT OLD.challenge
      OR NEW.subject_id IS NOT OLD.subject_id OR NEW.expires_at <> OLD.expires_at`,
    ),
  ],
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

declare(portalPasskeys, {
  withoutRowid: true,
  references: { keyId: 'api_keys (id)' },
  unique: ['(credential_id)'],
  checks: ["id GLOB 'pky_*'", 'counter >= 0', 'synced IN (0, 1)'],
  indexes: { portal_passkeys_by_key: '(key_id, id)' },
  triggers: [
    refuse(
      'portal_passkeys_only_go_on',
      'UPDATE',
      'a passkey never changes hands, and its counter goes on',
      `NEW.id <> OLD.id OR NEW.key_id <> OLD.key_id OR NEW.credential_id <> OLD.credential_id
      OR NEW.public_key <> OLD.public_key OR NEW.counter < OLD.counter`,
    ),
  ],
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

declare(operatorGrants, {
  withoutRowid: true,
  checks: ['units >= 0'],
  indexes: { operator_grants_by_day: '(environment, day)' },
});

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

declare(approvals, {
  withoutRowid: true,
  references: { requestedBy: 'operators (id)', decidedBy: 'operators (id)' },
  checks: [
    "environment IN ('sandbox', 'production')",
    'json_valid(terms)',
    "status IN ('requested', 'granted', 'denied')",
    "granted_terms IS NULL OR (json_valid(granted_terms) AND status = 'granted')",
    'decided_by IS NULL OR decided_by <> requested_by',
    "(status = 'requested') = (decided_by IS NULL)",
    "carried_out_at IS NULL OR status = 'granted'",
  ],
  indexes: {
    approvals_open: "UNIQUE (act, object_id, environment) WHERE status = 'requested'",
    approvals_by_object: '(object_id, id)',
  },
  triggers: [
    refuse(
      'approvals_decided_once',
      'UPDATE',
      'an approval is decided once, about what was asked',
      `(OLD.status <> 'requested' AND NEW.status <> OLD.status) OR NEW.act <> OLD.act OR
      NEW.object_id <> OLD.object_id OR NEW.environment <> OLD.environment OR NEW.terms <>
      OLD.terms OR NEW.requested_by <> OLD.requested_by`,
    ),
    neverDeleted('approvals are kept'),
    refuse(
      'approvals_granted_once',
      'UPDATE OF granted_terms',
      'an approval is granted once, with its terms',
      "OLD.status <> 'requested' AND NEW.granted_terms IS NOT OLD.granted_terms",
    ),
  ],
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

declare(audit, {
  indexes: { audit_by_object: '(object_id, id)', audit_by_actor: '(actor, id)' },
  triggers: [appendOnly('the audit log is append-only')],
});

/** The hash of each row of the audit log. */
export const auditChain = sqliteTable('audit_chain', {
  id: integer('id').primaryKey(),
  hash: blob('hash').$type<Buffer>().notNull(),
});

declare(auditChain, {
  references: { id: 'audit (id)' },
  unique: ['(hash)'],
  checks: ['length(hash) = 32'],
  triggers: [appendOnly('the audit log is append-only')],
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

declare(auditActs, {
  withoutRowid: true,
  references: { asked: 'audit (id)', ended: 'audit (id)' },
  unique: ['(asked)', '(ended)'],
  checks: ["id GLOB 'act_*'", 'ended > asked'],
  indexes: { audit_acts_open: '(asked) WHERE ended IS NULL' },
  triggers: [
    refuse(
      'audit_acts_begin_open',
      'INSERT',
      'an act begins before it ends',
      'NEW.ended IS NOT NULL',
    ),
    refuse(
      'audit_acts_end_once',
      'UPDATE',
      'an act ends once',
      `OLD.ended IS NOT NULL OR NEW.ended IS NULL OR NEW.id <> OLD.id OR NEW.asked <> OLD.asked
      OR NEW.process <> OLD.process`,
    ),
    neverDeleted('the audit log is append-only'),
  ],
});

/** Acts that have written something in this database. */
export const actMarks = sqliteTable('act_marks', {
  actId: text('act_id').primaryKey(),
  at: integer('at').notNull(),
});

declare(actMarks, {
  withoutRowid: true,
  checks: ["act_id GLOB 'act_*'"],
  triggers: [appendOnly('marks of acts are append-only')],
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

declare(answers, {
  withoutRowid: true,
  checks: ['length(request_hash) = 32'],
  indexes: { answers_by_age: '(created_at)' },
});

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

declare(applicationReminders, {
  withoutRowid: true,
  checks: ['reminder > 0'],
});

/** The ledgers of the bank, by name; the task queue contains the random name of the ledger. */
export const ledgerPlaces = sqliteTable('ledger_places', {
  ledger: text('ledger').primaryKey(),
  taskQueue: text('task_queue').notNull(),
  at: integer('at').notNull(),
});

declare(ledgerPlaces, {
  checks: ["ledger GLOB 'sandbox*' OR ledger GLOB 'production*'", "task_queue <> ''"],
  triggers: [appendOnly('a ledger stays where it was made')],
});

/** The two characters that identify this bank behind a shared proxy: one row. */
export const cell = sqliteTable('cell', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
});

declare(cell, {
  checks: ['id = 1', 'length(name) = 2'],
  triggers: [appendOnly('a bank keeps its cell')],
});

/** The name of this bank: one row. */
export const bank = sqliteTable('bank', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
});

declare(bank, {
  checks: ['id = 1', 'length(name) = 16'],
  rows: ['(1, lower(hex(randomblob(8))))'],
  triggers: [appendOnly('a bank keeps its name')],
});
