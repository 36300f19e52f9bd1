// The tables of one environment's ledger as typed columns for plain queries; the migrations are the
// truth. Tables of a subject are in the tables.ts of its folder.

import { blob, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type {
  AccountKind,
  AccountStatus,
  AccountType,
  FreezeReason,
} from '../../ledger/account.ts';
import type { RiskDecision, RiskLevel } from '../../ledger/decisions/risk.ts';
import type { NotCompared } from '../../ledger/decisions/screening.ts';
import type { OverdraftMode } from '../../ledger/overdraft.ts';
import type {
  HoldStatus,
  Stage,
  TransactionStatus,
  TransactionType,
} from '../../ledger/transaction.ts';

export type KycStatus =
  | 'unverified'
  | 'pending'
  | 'awaiting_documents'
  | 'manual_review'
  | 'verified'
  | 'denied'
  | 'expired';

export const ledger = sqliteTable('ledger', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
});

export const counters = sqliteTable('counters', {
  name: text('name').primaryKey(),
  value: integer('value').notNull(),
});

export const logHead = sqliteTable('log_head', {
  id: integer('id').primaryKey(),
  size: integer('size').notNull(),
  postedAt: integer('posted_at').notNull(),
});

export const customers = sqliteTable('customers', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  type: text('type').$type<'individual' | 'business'>().notNull(),
  name: text('name').notNull(),
  email: text('email'),
  phone: text('phone'),
  dateOfBirth: text('date_of_birth'),
  country: text('country'),
  address: text('address'),
  kycStatus: text('kyc_status').$type<KycStatus>().notNull(),
  riskLevel: text('risk_level').$type<'low' | 'medium' | 'high' | 'prohibited'>(),
  metadata: text('metadata').notNull(),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  nextReviewAt: integer('next_review_at'),
  reviewFrom: integer('review_from'),
  notCompared: text('not_compared').$type<NotCompared>(),
});

export const accounts = sqliteTable('accounts', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  kind: text('kind').$type<AccountKind>().notNull(),
  customerId: text('customer_id'),
  type: text('type').$type<AccountType>(),
  currency: text('currency').notNull(),
  name: text('name').notNull(),
  accountNumber: text('account_number').notNull(),
  status: text('status').$type<AccountStatus>().notNull(),
  statusCode: text('status_code'),
  statusMessage: text('status_message'),
  freezeReason: text('freeze_reason').$type<FreezeReason>(),
  debitsBlocked: integer('debits_blocked').notNull(),
  creditsBlocked: integer('credits_blocked').notNull(),
  // Safe as numbers: customer balances stay below 2^53 (balance_out_of_range).
  posted: integer('posted').notNull(),
  held: integer('held').notNull(),
  pendingIn: integer('pending_in').notNull(),
  overdraftLimit: integer('overdraft_limit').notNull(),
  negativeAllowed: integer('negative_allowed').notNull(),
  metadata: text('metadata').notNull(),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  activatedAt: integer('activated_at'),
  closedAt: integer('closed_at'),
  limitsConfigured: integer('limits_configured').notNull(),
  /** Null while no overdraft is enabled. */
  overdraftMode: text('overdraft_mode').$type<OverdraftMode>(),
  overdraftLinkedId: text('overdraft_linked_id'),
  /** Days since 1970 by the developer's clock. */
  lastUsedOn: integer('last_used_on').notNull(),
  walletId: text('wallet_id'),
});

export const transactions = sqliteTable('transactions', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  type: text('type').$type<TransactionType>().notNull(),
  status: text('status').$type<TransactionStatus>().notNull(),
  statusCode: text('status_code'),
  statusMessage: text('status_message'),
  amount: integer('amount').notNull(),
  currency: text('currency').notNull(),
  sourceAccountId: text('source_account_id').notNull(),
  destinationAccountId: text('destination_account_id').notNull(),
  customerId: text('customer_id').notNull(),
  description: text('description'),
  reference: text('reference'),
  category: text('category'),
  capture: text('capture').$type<'automatic' | 'manual'>().notNull(),
  externalParty: text('external_party'),
  context: text('context'),
  metadata: text('metadata').notNull(),
  workflowId: text('workflow_id'),
  workflowRunId: text('workflow_run_id'),
  ledgerSequence: integer('ledger_sequence'),
  postedAt: integer('posted_at'),
  amountPosted: integer('amount_posted'),
  amountReversed: integer('amount_reversed').notNull(),
  reversalOf: text('reversal_of'),
  allowNegative: integer('allow_negative').notNull(),
  expiresAt: integer('expires_at'),
  keyScope: text('key_scope').notNull(),
  idempotencyKey: text('idempotency_key'),
  requestHash: blob('request_hash').$type<Buffer>().notNull(),
  requestId: text('request_id').notNull(),
  actor: text('actor').notNull(),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  scheduleId: text('schedule_id'),
  occurrenceId: text('occurrence_id'),
  statusDetail: text('status_detail'),
  linkedTo: text('linked_to'),
  overcapturePercent: integer('overcapture_percent').notNull(),
  batchId: text('batch_id'),
  paymentId: text('payment_id'),
  /** Null when the workflow has not started. */
  workflowStartedAt: integer('workflow_started_at'),
  intentId: text('intent_id'),
  stage: text('stage').$type<Stage>().notNull(),
  /** Value date in days since 1970-01-01; null for the day of the booking. */
  valueDate: integer('value_date'),
  /** Version of the last archived timeline step; null when none is. */
  archivedVersion: integer('archived_version'),
  /** JSON of the summary of an archived risk decision; null when none is. */
  archivedRisk: text('archived_risk'),
  /** JSON; null when unchanged since the acceptance. */
  currentMetadata: text('current_metadata'),
});

/** Metadata terms by which lists are filtered; triggers maintain them. */
export const metadataTerms = sqliteTable(
  'metadata_terms',
  {
    tenantId: text('tenant_id').notNull(),
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    value: text('value').notNull(),
    objectId: text('object_id').notNull(),
  },
  ({ tenantId, kind, key, value, objectId }) => [
    primaryKey({ columns: [tenantId, kind, key, value, objectId] }),
  ],
);

/** The lane that may book; at most one row. */
export const lane = sqliteTable('lane', {
  id: integer('id').primaryKey(),
  holder: text('holder').notNull(),
  takenAt: integer('taken_at').notNull(),
});

export const entries = sqliteTable(
  'entries',
  {
    ledgerSequence: integer('ledger_sequence').notNull(),
    leg: integer('leg').notNull(),
    transactionId: text('transaction_id').notNull(),
    accountId: text('account_id').notNull(),
    direction: text('direction').$type<'debit' | 'credit'>().notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    balanceAfter: integer('balance_after').notNull(),
    postedAt: integer('posted_at').notNull(),
    /** Days since 1970-01-01; null in old rows, for the day of the booking. */
    valueDate: integer('value_date'),
  },
  (table) => [primaryKey({ columns: [table.ledgerSequence, table.leg] })],
);

export const holds = sqliteTable('holds', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  transactionId: text('transaction_id').notNull(),
  accountId: text('account_id').notNull(),
  destinationAccountId: text('destination_account_id').notNull(),
  currency: text('currency').notNull(),
  amount: integer('amount').notNull(),
  capturedAmount: integer('captured_amount').notNull(),
  status: text('status').$type<HoldStatus>().notNull(),
  expiresAt: integer('expires_at'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

export const holdMovements = sqliteTable('hold_movements', {
  id: integer('id').primaryKey(),
  holdId: text('hold_id').notNull(),
  accountId: text('account_id').notNull(),
  destinationAccountId: text('destination_account_id').notNull(),
  delta: integer('delta').notNull(),
  at: integer('at').notNull(),
});

export const timeline = sqliteTable(
  'timeline',
  {
    transactionId: text('transaction_id').notNull(),
    version: integer('version').notNull(),
    status: text('status').$type<TransactionStatus>().notNull(),
    stage: text('stage').$type<Stage>().notNull(),
    at: integer('at').notNull(),
    actor: text('actor').notNull(),
    reason: text('reason'),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.version] })],
);

export const events = sqliteTable('events', {
  row: integer('row').primaryKey(),
  id: text('id').notNull(),
  tenantId: text('tenant_id').notNull(),
  sequence: integer('sequence').notNull(),
  type: text('type').notNull(),
  objectId: text('object_id').notNull(),
  objectVersion: integer('object_version').notNull(),
  data: text('data').notNull(),
  requestId: text('request_id'),
  idempotencyKey: text('idempotency_key'),
  createdAt: integer('created_at').notNull(),
});

export const leaves = sqliteTable('leaves', {
  leafIndex: integer('leaf_index').primaryKey(),
  transactionId: text('transaction_id').notNull(),
  hash: blob('hash').$type<Buffer>().notNull(),
});

export const leafSalts = sqliteTable('leaf_salts', {
  leafIndex: integer('leaf_index').primaryKey(),
  salt: blob('salt').$type<Buffer>().notNull(),
});

/** Leaves of decisions about customers. The leaf itself may be in the log of another ledger. */
export const decisionLeaves = sqliteTable('decision_leaves', {
  decisionId: text('decision_id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  customerId: text('customer_id'),
  ledger: text('ledger').notNull(),
  leafIndex: integer('leaf_index').notNull(),
  recordedAt: integer('recorded_at').notNull(),
  factsSha256: text('facts_sha256'),
  salt: blob('salt').$type<Buffer>(),
});

export const logNodes = sqliteTable(
  'log_nodes',
  {
    level: integer('level').notNull(),
    nodeIndex: integer('node_index').notNull(),
    hash: blob('hash').$type<Buffer>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.nodeIndex] })],
);

export const logKeys = sqliteTable('log_keys', {
  keyId: text('key_id').primaryKey(),
  verifierKey: text('verifier_key').notNull(),
  firstUsedAt: integer('first_used_at').notNull(),
});

export const checkpoints = sqliteTable('checkpoints', {
  treeSize: integer('tree_size').primaryKey(),
  id: text('id').notNull(),
  origin: text('origin').notNull(),
  rootHash: blob('root_hash').$type<Buffer>().notNull(),
  signature: blob('signature').$type<Buffer>().notNull(),
  keyId: text('key_id').notNull(),
  signedAt: integer('signed_at').notNull(),
  previous: text('previous'),
});

export const leafErasures = sqliteTable('leaf_erasures', {
  leafIndex: integer('leaf_index').primaryKey(),
  actor: text('actor').notNull(),
  reason: text('reason').notNull(),
  requestId: text('request_id').notNull(),
  erasedAt: integer('erased_at').notNull(),
});

export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    tenantId: text('tenant_id').notNull(),
    operation: text('operation').notNull(),
    key: text('key').notNull(),
    requestHash: blob('request_hash').$type<Buffer>().notNull(),
    resourceId: text('resource_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.operation, table.key] })],
);

export const webhookEndpoints = sqliteTable('webhook_endpoints', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  /** The displayed URL, without secrets. */
  url: text('url').notNull(),
  description: text('description'),
  events: text('events').notNull(),
  payload: text('payload').$type<'full' | 'thin'>().notNull(),
  status: text('status').$type<'enabled' | 'disabled' | 'auto_disabled'>().notNull(),
  statusCode: text('status_code'),
  statusMessage: text('status_message'),
  metadata: text('metadata').notNull(),
  /** Sealed (db/kernel/seal.ts), as `previousSecret`; null once the endpoint is removed. */
  secret: text('secret'),
  secretNumber: integer('secret_number').notNull(),
  previousSecret: text('previous_secret'),
  previousSecretExpiresAt: integer('previous_secret_expires_at'),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  removedAt: integer('removed_at'),
  /** The complete URL, when the displayed one hides a part. */
  sealedUrl: text('sealed_url'),
});

/** Acts of operators that have written to this ledger. */
export const actMarks = sqliteTable('act_marks', {
  actId: text('act_id').primaryKey(),
  at: integer('at').notNull(),
});

/** The traces of requests that wrote something. */
export const traces = sqliteTable('traces', {
  requestId: text('request_id').primaryKey(),
  traceparent: text('traceparent').notNull(),
  at: integer('at').notNull(),
});

/** The name of the bank that the ledger belongs to: one row. */
export const bank = sqliteTable('bank', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
});

/** Data lost in a failover of PostgreSQL: db/postgres/loss.ts. */
export const losses = sqliteTable('losses', {
  id: text('id').primaryKey(),
  foundAt: integer('found_at').notNull(),
  fromNumber: integer('from_number').notNull(),
  fromMark: text('from_mark').notNull(),
  toNumber: integer('to_number').notNull(),
  listFile: text('list_file').notNull(),
  lost: text('lost').notNull(),
  signedSize: integer('signed_size'),
  keptSize: integer('kept_size'),
  restartedAt: integer('restarted_at'),
  restartedBy: text('restarted_by'),
  reason: text('reason'),
});

export const lostRecords = sqliteTable(
  'lost_records',
  {
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    lossId: text('loss_id').notNull(),
    tenant: text('tenant').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
);

/** Test clocks of the sandbox. */
export const clocks = sqliteTable('clocks', {
  tenantId: text('tenant_id').primaryKey(),
  offsetMs: integer('offset_ms').notNull(),
  standsAt: integer('stands_at'),
  target: integer('target'),
  driven: integer('driven').notNull(),
  version: integer('version').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

/** Risk decisions, which transactions show. */
export const riskDecisions = sqliteTable('risk_decisions', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  transactionId: text('transaction_id'),
  accountId: text('account_id').notNull(),
  customerId: text('customer_id').notNull(),
  question: text('question'),
  serving: text('serving').$type<'production' | 'canary' | 'pinned'>(),
  modelName: text('model_name'),
  modelVersion: text('model_version'),
  artifactSha256: text('artifact_sha256'),
  features: blob('features').$type<Buffer>(),
  probability: real('probability'),
  reviewFrom: real('review_from'),
  blockFrom: real('block_from'),
  declineFrom: real('decline_from'),
  ruleSet: integer('rule_set').notNull(),
  rules: text('rules').notNull(),
  score: integer('score'),
  level: text('level').$type<RiskLevel>().notNull(),
  decision: text('decision').$type<RiskDecision>().notNull(),
  reasons: text('reasons'),
  degraded: text('degraded'),
  workflowId: text('workflow_id'),
  asOf: integer('as_of').notNull(),
  createdAt: integer('created_at').notNull(),
});

/** Leaves of transactions that another ledger booked. */
export const arrivedLeaves = sqliteTable('arrived_leaves', {
  leafIndex: integer('leaf_index').primaryKey(),
  transactionId: text('transaction_id').notNull(),
  firstLedger: text('first_ledger').notNull(),
  firstIndex: integer('first_index').notNull(),
  isTold: integer('is_told').notNull(),
});

/** Developers that moved between ledgers, and the leaves that they left behind. */
export const tenantMoves = sqliteTable('tenant_moves', {
  tenantId: text('tenant_id').primaryKey(),
  stage: text('stage').$type<'leaving' | 'arriving' | 'left'>().notNull(),
  ledger: text('ledger').notNull(),
  at: integer('at').notNull(),
});

export const departedLeaves = sqliteTable('departed_leaves', {
  leafIndex: integer('leaf_index').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  ledger: text('ledger').notNull(),
});
