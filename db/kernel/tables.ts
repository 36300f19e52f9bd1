// The tables of the core of one environment's ledger, declared once (declare.ts). Tables of a subject
// are in the tables.ts of its folder.

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
import {
  appendOnly,
  declare,
  fixedColumns,
  follow,
  neverDeleted,
  neverUpdated,
  notWhileMoving,
  refuse,
  searchableMetadata,
  statusEdges,
} from './declare.ts';

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

declare(ledger, {
  checks: ['id = 1'],
  rows: ['(1, lower(hex(randomblob(6))))'],
});

export const counters = sqliteTable('counters', {
  name: text('name').primaryKey(),
  value: integer('value').notNull(),
});

declare(counters, {
  withoutRowid: true,
  checks: ['value >= 0'],
});

export const logHead = sqliteTable('log_head', {
  id: integer('id').primaryKey(),
  size: integer('size').notNull(),
  postedAt: integer('posted_at').notNull(),
});

declare(logHead, {
  checks: ['id = 1', 'size >= 0'],
  rows: ['(1, 0, 0)'],
  triggers: [
    refuse(
      'log_head_grows',
      'UPDATE',
      'the log grows by one and never goes back',
      'NEW.size <> OLD.size + 1 OR NEW.posted_at < OLD.posted_at',
    ),
    neverDeleted('the log grows by one and never goes back'),
  ],
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

declare(customers, {
  withoutRowid: true,
  defaults: { metadata: "'{}'", version: '1' },
  checks: [
    "type IN ('individual', 'business')",
    `kyc_status IN ('unverified', 'pending', 'awaiting_documents', 'manual_review',
      'verified', 'denied', 'expired')`,
    "risk_level IN ('low', 'medium', 'high', 'prohibited')",
    "next_review_at IS NULL OR kyc_status = 'verified'",
    'review_from IS NULL OR next_review_at IS NOT NULL',
  ],
  indexes: {
    customers_by_tenant: '(tenant_id, id)',
    customers_by_birth: '(tenant_id, date_of_birth) WHERE date_of_birth IS NOT NULL',
    customers_due: '(next_review_at) WHERE next_review_at IS NOT NULL',
    customers_due_of_tenant: '(tenant_id, next_review_at) WHERE next_review_at IS NOT NULL',
    customers_review: '(review_from) WHERE review_from IS NOT NULL',
    customers_review_of_tenant: '(tenant_id, review_from) WHERE review_from IS NOT NULL',
    customers_by_email: '(tenant_id, lower(email), id)',
  },
  triggers: [
    searchableMetadata('customer'),
    refuse(
      'customers_erased',
      'UPDATE',
      'an erased customer never changes',
      "EXISTS (SELECT 1 FROM customer_erasures WHERE customer_id = OLD.id AND status = 'erased')",
    ),
    notWhileMoving,
  ],
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

declare(accounts, {
  withoutRowid: true,
  defaults: {
    debitsBlocked: '0',
    creditsBlocked: '0',
    posted: '0',
    held: '0',
    pendingIn: '0',
    overdraftLimit: '0',
    negativeAllowed: '0',
    metadata: "'{}'",
    version: '1',
    limitsConfigured: '0',
    lastUsedOn: '0',
  },
  references: {
    customerId: 'customers (id)',
    overdraftLinkedId: 'accounts (id)',
    walletId: 'wallets (id)',
  },
  unique: ['(account_number)'],
  checks: [
    "type IN ('checking', 'savings', 'business')",
    'length(currency) = 3',
    "status IN ('pending', 'active', 'frozen', 'dormant', 'closed', 'rejected')",
    "freeze_reason IN ('fraud', 'aml', 'court_order', 'customer_request', 'operator')",
    'debits_blocked IN (0, 1)',
    'credits_blocked IN (0, 1)',
    'held >= 0',
    'pending_in >= 0',
    'overdraft_limit >= 0',
    'negative_allowed >= 0',
    'limits_configured IN (0, 1)',
    "overdraft_mode IN ('decline', 'allow', 'transfer_from_savings')",
    "(overdraft_linked_id IS NULL) = (overdraft_mode IS NOT 'transfer_from_savings')",
    "kind <> 'customer' OR (customer_id IS NOT NULL AND type IS NOT NULL)",
    "status <> 'closed' OR (posted = 0 AND held = 0)",
  ],
  indexes: {
    accounts_by_tenant: '(tenant_id, id)',
    accounts_by_customer: '(customer_id, id) WHERE customer_id IS NOT NULL',
    accounts_by_use: "(last_used_on) WHERE status = 'active' AND kind = 'customer'",
    accounts_by_use_of_tenant:
      "(tenant_id, last_used_on) WHERE status = 'active' AND kind = 'customer'",
    accounts_by_wallet: `UNIQUE (wallet_id, currency) WHERE wallet_id IS NOT NULL AND status NOT IN ('closed',
      'rejected')`,
  },
  triggers: [
    statusEdges(
      {
        pending: ['active', 'rejected', 'closed'],
        active: ['frozen', 'dormant', 'closed'],
        frozen: ['active', 'closed'],
        dormant: ['active', 'closed'],
      },
      'account status change is not allowed',
    ),
    fixedColumns(
      'id, tenant_id, kind, customer_id, currency',
      'the identity of an account never changes',
    ),
    refuse(
      'accounts_bound',
      'UPDATE OF posted, pending_in, overdraft_limit, negative_allowed',
      'a customer account stays within its bounds',
      `NEW.kind = 'customer' AND (NEW.posted + NEW.overdraft_limit + NEW.negative_allowed < 0
      OR NEW.posted + NEW.pending_in + NEW.overdraft_limit > 9007199254740991)`,
    ),
    neverDeleted('accounts are never deleted'),
    refuse(
      'accounts_closed_without_schedules',
      'UPDATE OF status',
      'an account with a schedule is not closed',
      `NEW.status = 'closed' AND OLD.status <> 'closed' AND ( EXISTS (SELECT 1 FROM schedules
      WHERE source_account_id = NEW.id AND status IN ('active', 'paused', 'suspended')) OR
      EXISTS (SELECT 1 FROM schedules WHERE destination_account_id = NEW.id AND status IN
      ('active', 'paused', 'suspended')))`,
    ),
    follow(
      'accounts_watched',
      'UPDATE OF posted, held, pending_in, overdraft_limit',
      `DELETE FROM alert_readings WHERE account_id = NEW.id AND watches = 'balance' AND
      event_row = (SELECT coalesce(max(row), 0) FROM events); INSERT INTO alert_readings
      (account_id, watches, balance_version, posted, held, pending_in, event_row, at) SELECT
      NEW.id, 'balance', NEW.version, NEW.posted, NEW.held, NEW.pending_in, coalesce(max(row),
      0), NEW.updated_at FROM events;`,
      `EXISTS (SELECT 1 FROM alerts WHERE account_id = NEW.id AND watches = 'balance' AND
      status = 'active')`,
    ),
    refuse(
      'accounts_keep_their_wallet',
      'UPDATE OF wallet_id',
      'an account never changes its wallet',
    ),
    refuse(
      'accounts_of_a_wallet',
      'INSERT',
      'a wallet and its accounts have one owner',
      `NEW.wallet_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM wallets WHERE id = NEW.wallet_id
      AND tenant_id = NEW.tenant_id AND customer_id = NEW.customer_id)`,
    ),
    searchableMetadata('account'),
    refuse(
      'accounts_kinds',
      'INSERT',
      'no such kind of account',
      `NEW.kind NOT IN ('customer', 'settlement', 'position', 'fee_income', 'write_off_loss',
      'goodwill_expense', 'fee_waivers', 'corrections')`,
    ),
    refuse(
      'accounts_of_the_erased',
      'INSERT',
      'an erased customer opens no account',
      `NEW.customer_id IS NOT NULL AND EXISTS (SELECT 1 FROM customer_erasures WHERE
      customer_id = NEW.customer_id)`,
    ),
    notWhileMoving,
  ],
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

declare(transactions, {
  withoutRowid: true,
  defaults: {
    metadata: "'{}'",
    amountReversed: '0',
    allowNegative: '0',
    keyScope: "''",
    version: '1',
    overcapturePercent: '0',
    stage: "'accepted'",
  },
  references: {
    sourceAccountId: 'accounts (id)',
    destinationAccountId: 'accounts (id)',
    customerId: 'customers (id)',
    reversalOf: 'transactions (id)',
    scheduleId: 'schedules (id)',
    occurrenceId: 'occurrences (id)',
    linkedTo: 'transactions (id)',
    batchId: 'batches (id)',
    paymentId: 'payments (id)',
  },
  checks: [
    `status IN ('requires_confirmation', 'pending_approval', 'pending_review', 'pending',
      'posted', 'declined', 'failed', 'canceled', 'expired', 'reversed')`,
    'amount > 0 AND amount <= 9007199254740991',
    "capture IN ('automatic', 'manual')",
    'amount_posted > 0',
    'allow_negative IN (0, 1)',
    'json_valid(status_detail)',
    'overcapture_percent BETWEEN 0 AND 100',
    `stage IN ('accepted', 'validate', 'screen', 'score', 'authorize_limits', 'place_hold',
      'submitting', 'submitted', 'post_journal', 'anchor', 'notify', 'done')`,
    'source_account_id <> destination_account_id',
    "(status IN ('posted', 'reversed')) = (ledger_sequence IS NOT NULL)",
    '(ledger_sequence IS NULL) = (posted_at IS NULL)',
    '(ledger_sequence IS NULL) = (amount_posted IS NULL)',
    'amount_reversed BETWEEN 0 AND coalesce(amount_posted, 0)',
    "(status = 'reversed') = (amount_reversed > 0 AND amount_reversed = amount_posted)",
    "(type = 'reversal') = (reversal_of IS NOT NULL)",
  ],
  indexes: {
    transactions_by_tenant: '(tenant_id, id)',
    transactions_by_source: '(source_account_id, id)',
    transactions_by_destination: '(destination_account_id, id)',
    transactions_by_key:
      'UNIQUE (tenant_id, idempotency_key, key_scope) WHERE idempotency_key IS NOT NULL',
    transactions_by_reference: `UNIQUE (tenant_id, reference) WHERE reference IS NOT NULL AND status NOT IN ('declined',
      'failed', 'canceled')`,
    transactions_by_reversed: '(reversal_of, id) WHERE reversal_of IS NOT NULL',
    transactions_by_schedule: '(schedule_id, id) WHERE schedule_id IS NOT NULL',
    transactions_by_occurrence: `UNIQUE (occurrence_id) WHERE occurrence_id IS NOT NULL AND status NOT IN ('declined',
      'failed', 'canceled', 'expired')`,
    transactions_by_payment: 'UNIQUE (payment_id) WHERE payment_id IS NOT NULL',
    payments_by_tenant: '(tenant_id, payment_id) WHERE payment_id IS NOT NULL',
    payments_by_source: '(source_account_id, payment_id) WHERE payment_id IS NOT NULL',
    payments_by_destination: '(destination_account_id, payment_id) WHERE payment_id IS NOT NULL',
    transactions_to_confirm: "(tenant_id, expires_at) WHERE status = 'requires_confirmation'",
    transactions_by_intent: 'UNIQUE (intent_id) WHERE intent_id IS NOT NULL',
    transactions_not_final: `(status, stage, id) WHERE status IN ('requires_confirmation', 'pending_approval',
      'pending_review', 'pending')`,
    transactions_unstarted:
      "(workflow_id, updated_at) WHERE workflow_started_at IS NULL AND stage <> 'accepted'",
    transactions_dated:
      "(tenant_id, value_date, id) WHERE status = 'pending' AND stage = 'validate'",
    transactions_dated_by_day: "(value_date) WHERE status = 'pending' AND stage = 'validate'",
    transactions_by_archived_decision:
      "(archived_risk ->> '$.decisionId') WHERE archived_risk IS NOT NULL",
    transactions_by_operator: "(created_at, actor) WHERE actor >= 'opr_' AND actor < 'opr`'",
    transactions_declined: "(tenant_id, id) WHERE status = 'declined'",
    transactions_declined_by_customer: "(customer_id, id) WHERE status = 'declined'",
    transactions_by_unused_reference: `(tenant_id, reference) WHERE reference IS NOT NULL AND status IN ('declined', 'failed',
      'canceled')`,
  },
  triggers: [
    refuse(
      'transactions_status_edges',
      'UPDATE OF status',
      'transaction status change is not allowed',
      `NEW.status <> OLD.status AND NOT ( (OLD.status = 'pending' AND NEW.status <> 'reversed')
      OR (OLD.status = 'requires_confirmation' AND NEW.status IN ('pending',
      'pending_approval', 'pending_review', 'declined', 'canceled', 'expired')) OR (OLD.status
      = 'pending_approval' AND NEW.status IN ('pending', 'declined', 'canceled', 'expired'))
      OR (OLD.status = 'pending_review' AND NEW.status IN ('pending', 'declined', 'canceled',
      'expired')) OR (OLD.status = 'posted' AND NEW.status = 'reversed'))`,
    ),
    refuse(
      'transactions_booked_once',
      'UPDATE OF ledger_sequence, posted_at, amount_posted',
      'a transaction is booked once',
      `OLD.ledger_sequence IS NOT NULL AND (NEW.ledger_sequence IS NOT OLD.ledger_sequence OR
      NEW.posted_at IS NOT OLD.posted_at OR NEW.amount_posted IS NOT OLD.amount_posted)`,
    ),
    refuse(
      'transactions_reversed_grows',
      'UPDATE OF amount_reversed',
      'what was reversed stays reversed',
      'NEW.amount_reversed < OLD.amount_reversed',
    ),
    neverDeleted('transactions are never deleted'),
    refuse(
      'transactions_keep_their_occurrence',
      'UPDATE OF schedule_id, occurrence_id',
      'what was accepted never changes',
    ),
    refuse(
      'transactions_keep_their_links',
      'UPDATE OF linked_to, overcapture_percent',
      'what was accepted never changes',
    ),
    refuse(
      'transactions_types',
      'INSERT',
      'no such type of transaction',
      "NEW.type NOT IN ('transfer', 'deposit', 'withdrawal', 'reversal', 'exchange', 'fee')",
    ),
    refuse(
      'transactions_keep_their_batch',
      'UPDATE OF batch_id',
      'what was accepted never changes',
    ),
    refuse(
      'transactions_keep_their_payment',
      'UPDATE OF payment_id',
      'what was accepted never changes',
    ),
    refuse(
      'transactions_keep_their_intent',
      'UPDATE OF intent_id',
      'what was accepted never changes',
    ),
    refuse(
      'transactions_value_date',
      'UPDATE OF value_date',
      'what was accepted never changes',
      'NEW.value_date IS NOT OLD.value_date',
    ),
    follow(
      'transactions_metadata_new',
      'INSERT',
      `INSERT INTO metadata_terms SELECT NEW.tenant_id, 'transaction', m.key, CASE m.type WHEN
      'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END, NEW.id FROM
      json_each(NEW.metadata) m WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
      AND length(CAST(m.value AS TEXT)) <= 500;`,
      "NEW.metadata <> '{}'",
    ),
    fixedColumns(
      `id, tenant_id, type, amount, currency, source_account_id, destination_account_id,
      customer_id, capture, reversal_of, allow_negative, key_scope, idempotency_key,
      request_hash, request_id, actor, created_at`,
      'what was accepted never changes',
    ),
    refuse(
      'transactions_keep_their_texts',
      'UPDATE OF reference, external_party, context',
      'what was accepted never changes',
      `(NEW.reference IS NOT NULL AND NEW.reference IS NOT OLD.reference) OR
      (NEW.external_party IS NOT NULL AND NEW.external_party IS NOT OLD.external_party) OR
      (NEW.context IS NOT NULL AND NEW.context IS NOT OLD.context)`,
    ),
    refuse(
      'transactions_erased_with_their_customer',
      'UPDATE OF reference, external_party, context',
      'what was accepted never changes',
      `NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id =
      OLD.customer_id)`,
    ),
    refuse(
      'transactions_archived_once',
      'UPDATE OF archived_version',
      'what is archived stays archived',
      `NEW.archived_version IS NOT OLD.archived_version AND (OLD.archived_version IS NOT NULL
      OR NEW.archived_version > NEW.version)`,
    ),
    refuse(
      'transactions_archived_in_a_file',
      'UPDATE OF archived_version',
      'no archive has the steps',
      'NEW.archived_version IS NOT OLD.archived_version',
    ),
    refuse(
      'transactions_risk_archived_once',
      'UPDATE OF archived_risk',
      'what is archived stays archived',
      'NEW.archived_risk IS NOT OLD.archived_risk AND OLD.archived_risk IS NOT NULL',
    ),
    refuse(
      'transactions_risk_archived_in_a_file',
      'UPDATE OF archived_risk',
      'no archive has the decision',
      'NEW.archived_risk IS NOT OLD.archived_risk',
    ),
    follow(
      'transactions_metadata_changed',
      'UPDATE OF current_metadata',
      `DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = 'transaction'; INSERT
      INTO metadata_terms SELECT NEW.tenant_id, 'transaction', m.key, CASE m.type WHEN 'true'
      THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END, NEW.id FROM
      json_each(coalesce(NEW.current_metadata, NEW.metadata)) m WHERE m.type IN ('text',
      'integer', 'real', 'true', 'false') AND length(CAST(m.value AS TEXT)) <= 500;`,
      'NEW.current_metadata IS NOT OLD.current_metadata',
    ),
    refuse(
      'transactions_born_accepted_or_posted',
      'INSERT',
      'a transaction starts as pending, accepted, or as posted',
      `NOT ((NEW.status = 'pending' AND NEW.stage = 'accepted') OR (NEW.status = 'posted' AND
      NEW.stage = 'done' AND NEW.version = 2 AND NEW.amount_reversed = 0))`,
    ),
  ],
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

declare(metadataTerms, {
  withoutRowid: true,
  indexes: { metadata_terms_by_object: '(object_id)' },
});

/** The lane that may book; at most one row. */
export const lane = sqliteTable('lane', {
  id: integer('id').primaryKey(),
  holder: text('holder').notNull(),
  takenAt: integer('taken_at').notNull(),
});

declare(lane, {
  checks: ['id = 1'],
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
    /** Days since 1970-01-01. */
    valueDate: integer('value_date').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ledgerSequence, table.leg] })],
);

declare(entries, {
  withoutRowid: true,
  references: { accountId: 'accounts (id)' },
  checks: ['ledger_sequence > 0', 'leg >= 0', "direction IN ('debit', 'credit')", 'amount > 0'],
  indexes: {
    entries_by_account: '(account_id, posted_at, ledger_sequence, leg)',
    entries_value_dated: '(account_id, posted_at) WHERE value_date < posted_at / 86400000',
  },
  triggers: [
    appendOnly('the journal is append-only'),
    follow(
      'entries_watched',
      'INSERT',
      `INSERT INTO alert_readings (account_id, watches, balance_version, posted, held,
      pending_in, event_row, direction, amount, transaction_id, at) SELECT id, 'entries',
      version, posted, held, pending_in, (SELECT coalesce(max(row), 0) FROM events),
      NEW.direction, NEW.amount, NEW.transaction_id, NEW.posted_at FROM accounts WHERE id =
      NEW.account_id;`,
      `EXISTS (SELECT 1 FROM alerts WHERE account_id = NEW.account_id AND watches = 'entries'
      AND status = 'active')`,
    ),
  ],
});

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

declare(holds, {
  withoutRowid: true,
  defaults: { capturedAmount: '0' },
  references: {
    transactionId: 'transactions (id)',
    accountId: 'accounts (id)',
    destinationAccountId: 'accounts (id)',
  },
  unique: ['(transaction_id)'],
  checks: [
    'amount > 0',
    'captured_amount BETWEEN 0 AND 2 * amount',
    "status IN ('active', 'captured', 'partially_captured', 'released', 'expired')",
  ],
  indexes: {
    holds_active_by_account: "(account_id, expires_at) WHERE status = 'active'",
    holds_active_by_destination: "(destination_account_id, expires_at) WHERE status = 'active'",
    holds_waiting_by_tenant: "(tenant_id, expires_at) WHERE status = 'active'",
    holds_ended_by_tenant: "(tenant_id, id) WHERE status <> 'active'",
  },
  triggers: [
    refuse(
      'holds_status_edges',
      'UPDATE OF status',
      'a hold that is final stays final',
      "OLD.status <> 'active' AND NEW.status <> OLD.status",
    ),
    refuse(
      'holds_within_agreement',
      'UPDATE OF captured_amount',
      'a capture stays within what was agreed',
      `NEW.captured_amount > NEW.amount AND NEW.captured_amount - NEW.amount > ( SELECT
      NEW.amount / 100 * overcapture_percent + NEW.amount % 100 * overcapture_percent / 100
      FROM transactions WHERE id = NEW.transaction_id)`,
    ),
    neverDeleted('holds are never deleted'),
    fixedColumns(
      `id, tenant_id, transaction_id, account_id, destination_account_id, currency, amount,
      created_at`,
      'what a hold keeps never changes',
    ),
    refuse(
      'holds_lose_their_end',
      'UPDATE OF expires_at',
      'what a hold keeps never changes',
      `NEW.expires_at IS NOT NULL OR OLD.status <> 'active' OR NOT EXISTS ( SELECT 1 FROM
      rail_payments WHERE transaction_id = OLD.transaction_id)`,
    ),
  ],
});

export const holdMovements = sqliteTable('hold_movements', {
  id: integer('id').primaryKey(),
  holdId: text('hold_id').notNull(),
  accountId: text('account_id').notNull(),
  destinationAccountId: text('destination_account_id').notNull(),
  delta: integer('delta').notNull(),
  at: integer('at').notNull(),
});

declare(holdMovements, {
  references: { holdId: 'holds (id)' },
  indexes: {
    hold_movements_by_account: '(account_id, at)',
    hold_movements_by_destination: '(destination_account_id, at)',
  },
  triggers: [appendOnly('hold movements are append-only')],
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

declare(timeline, {
  withoutRowid: true,
  triggers: [
    neverUpdated('the timeline is append-only'),
    refuse(
      'timeline_no_delete',
      'DELETE',
      'the timeline is append-only',
      `OLD.version > coalesce((SELECT archived_version FROM transactions WHERE id =
      OLD.transaction_id), 0)`,
    ),
  ],
});

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

declare(events, {
  unique: ['(id)'],
  checks: ['sequence > 0'],
  indexes: {
    events_by_sequence: 'UNIQUE (tenant_id, sequence)',
    events_of_freezes: "(tenant_id, id) WHERE type = 'account.frozen'",
  },
  triggers: [
    refuse(
      'events_no_update',
      'UPDATE',
      'the event log is append-only',
      `NEW.row <> OLD.row OR NEW.id <> OLD.id OR NEW.tenant_id <> OLD.tenant_id OR NEW.sequence
      <> OLD.sequence OR NEW.type <> OLD.type OR NEW.object_id <> OLD.object_id OR
      NEW.object_version <> OLD.object_version OR NEW.data <> '{"erased":true}' OR
      NEW.request_id IS NOT OLD.request_id OR NEW.idempotency_key IS NOT NULL OR
      NEW.created_at <> OLD.created_at`,
    ),
    refuse(
      'events_erased_with_their_customer',
      'UPDATE',
      'the event log is append-only',
      `NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND tenant_id =
      OLD.tenant_id)`,
    ),
    notWhileMoving,
    neverDeleted('the event log is append-only'),
  ],
});

export const leaves = sqliteTable('leaves', {
  leafIndex: integer('leaf_index').primaryKey(),
  transactionId: text('transaction_id').notNull(),
  hash: blob('hash').$type<Buffer>().notNull(),
});

declare(leaves, {
  checks: ['leaf_index >= 0', 'length(hash) = 32'],
  triggers: [appendOnly('the log is append-only')],
});

export const leafSalts = sqliteTable('leaf_salts', {
  leafIndex: integer('leaf_index').primaryKey(),
  salt: blob('salt').$type<Buffer>().notNull(),
});

declare(leafSalts, {
  references: { leafIndex: 'leaves (leaf_index)' },
  checks: ['length(salt) = 16'],
  triggers: [
    neverUpdated('a salt is kept or forgotten, never changed'),
    refuse(
      'leaf_salts_erased',
      'DELETE',
      'a salt is forgotten by an erasure only',
      'NOT EXISTS (SELECT 1 FROM leaf_erasures e WHERE e.leaf_index = OLD.leaf_index)',
    ),
  ],
});

/** Leaves of decisions about customers. The leaf itself may be in the log of another ledger. */
export const decisionLeaves = sqliteTable('decision_leaves', {
  decisionId: text('decision_id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  /** Null for a decision of the bank itself. */
  customerId: text('customer_id'),
  /** Name of the ledger whose log has the leaf. */
  ledger: text('ledger').notNull(),
  leafIndex: integer('leaf_index').notNull(),
  recordedAt: integer('recorded_at').notNull(),
  /** Null after the content was erased. */
  factsSha256: text('facts_sha256'),
  salt: blob('salt').$type<Buffer>(),
});

declare(decisionLeaves, {
  withoutRowid: true,
  checks: [
    'leaf_index >= 0',
    'length(facts_sha256) = 64',
    'length(salt) = 16',
    '(facts_sha256 IS NULL) = (salt IS NULL)',
  ],
  indexes: {
    decision_leaves_by_index: '(leaf_index)',
    decision_leaves_by_customer: '(customer_id, decision_id)',
  },
  triggers: [
    refuse(
      'decision_leaves_no_update',
      'UPDATE',
      'the leaf of a decision is kept or erased, never changed',
      `NEW.decision_id <> OLD.decision_id OR NEW.tenant_id <> OLD.tenant_id OR NEW.customer_id
      IS NOT OLD.customer_id OR NEW.ledger <> OLD.ledger OR NEW.leaf_index <> OLD.leaf_index
      OR NEW.recorded_at <> OLD.recorded_at OR (NEW.salt IS NOT NULL AND (NEW.salt IS NOT
      OLD.salt OR NEW.facts_sha256 IS NOT OLD.facts_sha256))`,
    ),
    neverDeleted('the log is append-only'),
  ],
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

declare(logNodes, {
  withoutRowid: true,
  checks: ['level > 0 AND level % 4 = 0', 'node_index >= 0', 'length(hash) = 32'],
  triggers: [appendOnly('the log is append-only')],
});

export const logKeys = sqliteTable('log_keys', {
  keyId: text('key_id').primaryKey(),
  verifierKey: text('verifier_key').notNull(),
  firstUsedAt: integer('first_used_at').notNull(),
});

declare(logKeys, {
  withoutRowid: true,
  unique: ['(verifier_key)'],
  checks: ['length(key_id) = 8'],
  triggers: [appendOnly('a key that signed stays known')],
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

declare(checkpoints, {
  references: { keyId: 'log_keys (key_id)', previous: 'checkpoints (id)' },
  unique: ['(id)'],
  checks: ['tree_size > 0', 'length(root_hash) = 32', 'length(signature) = 64'],
  triggers: [
    refuse(
      'checkpoints_grow',
      'INSERT',
      'a checkpoint follows the one before it and signs what is there',
      `NEW.tree_size <= (SELECT coalesce(max(tree_size), 0) FROM checkpoints) OR NEW.tree_size
      > (SELECT size FROM log_head) OR NEW.previous IS NOT (SELECT id FROM checkpoints ORDER
      BY tree_size DESC LIMIT 1)`,
    ),
    appendOnly('what was signed never changes'),
  ],
});

export const leafErasures = sqliteTable('leaf_erasures', {
  leafIndex: integer('leaf_index').primaryKey(),
  actor: text('actor').notNull(),
  reason: text('reason').notNull(),
  requestId: text('request_id').notNull(),
  erasedAt: integer('erased_at').notNull(),
});

declare(leafErasures, {
  references: { leafIndex: 'leaves (leaf_index)' },
  triggers: [appendOnly('an erasure is recorded once')],
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

declare(idempotencyKeys, {
  withoutRowid: true,
  triggers: [notWhileMoving],
});

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
  /** Sealed (db/kernel/seal.ts), like `previousSecret`; null once the endpoint is removed. */
  secret: text('secret'),
  secretNumber: integer('secret_number').notNull(),
  previousSecret: text('previous_secret'),
  previousSecretExpiresAt: integer('previous_secret_expires_at'),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  removedAt: integer('removed_at'),
  /** The complete URL, when the displayed URL hides a part. */
  sealedUrl: text('sealed_url'),
});

declare(webhookEndpoints, {
  withoutRowid: true,
  defaults: { metadata: "'{}'", version: '1' },
  checks: [
    'json_valid(events)',
    "payload IN ('full', 'thin')",
    "status IN ('enabled', 'disabled', 'auto_disabled')",
    'secret_number > 0',
    // A removed endpoint keeps its row, for its deliveries, and forgets its secrets.
    '(removed_at IS NULL) = (secret IS NOT NULL)',
    "removed_at IS NULL OR (previous_secret IS NULL AND status <> 'enabled')",
    '(previous_secret IS NULL) = (previous_secret_expires_at IS NULL)',
  ],
  indexes: { webhook_endpoints_by_tenant: '(tenant_id, id) WHERE removed_at IS NULL' },
  triggers: [
    fixedColumns('id, tenant_id, created_at', 'the identity of an endpoint never changes'),
    refuse(
      'webhook_endpoints_removed',
      'UPDATE',
      'an endpoint that was removed stays so',
      'OLD.removed_at IS NOT NULL',
    ),
    refuse(
      'webhook_endpoints_versions',
      'UPDATE',
      'each change of an endpoint is one version',
      'NEW.version <> OLD.version + 1 OR NEW.secret_number < OLD.secret_number',
    ),
    neverDeleted('endpoints are removed by their date, for their deliveries'),
    searchableMetadata('webhook_endpoint'),
    notWhileMoving,
  ],
});

/** Acts of operators that have written to this ledger. */
export const actMarks = sqliteTable('act_marks', {
  actId: text('act_id').primaryKey(),
  at: integer('at').notNull(),
});

declare(actMarks, {
  withoutRowid: true,
  checks: ["act_id GLOB 'act_*'"],
  triggers: [appendOnly('marks of acts are append-only')],
});

/** The traces of requests that wrote something. */
export const traces = sqliteTable('traces', {
  requestId: text('request_id').primaryKey(),
  traceparent: text('traceparent').notNull(),
  at: integer('at').notNull(),
});

declare(traces, {
  withoutRowid: true,
  checks: ['length(traceparent) = 55'],
  indexes: { traces_by_age: '(at)' },
});

/** The name of the bank that the ledger belongs to: one row. */
export const bank = sqliteTable('bank', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
});

declare(bank, {
  checks: ['id = 1', 'length(name) = 16'],
  triggers: [appendOnly('a ledger keeps its bank')],
});

/** Data lost in a failover of PostgreSQL: db/postgres/loss.ts. */
export const losses = sqliteTable('losses', {
  id: text('id').primaryKey(),
  foundAt: integer('found_at').notNull(),
  /** The commit of the process, and the one from which the database continued. */
  fromNumber: integer('from_number').notNull(),
  fromMark: text('from_mark').notNull(),
  toNumber: integer('to_number').notNull(),
  /** The list of all lost rows. */
  listFile: text('list_file').notNull(),
  lost: text('lost').notNull(),
  /** Signed and remaining leaves, when a checkpoint had signed lost ones. */
  signedSize: integer('signed_size'),
  keptSize: integer('kept_size'),
  /** When an operator let the log continue from the remaining leaves. */
  restartedAt: integer('restarted_at'),
  restartedBy: text('restarted_by'),
  reason: text('reason'),
});

declare(losses, {
  unique: ['(from_mark)'],
  checks: [
    'json_valid(lost)',
    '(signed_size IS NULL) = (kept_size IS NULL)',
    'signed_size > kept_size',
    `(restarted_at IS NULL) = (restarted_by IS NULL) AND (restarted_at IS NULL) = (reason IS
      NULL)`,
  ],
  triggers: [neverDeleted('what was lost stays known')],
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

declare(lostRecords, {
  withoutRowid: true,
  references: { lossId: 'losses (id)' },
  checks: ["kind IN ('transaction', 'event', 'delivery')"],
  triggers: [neverDeleted('what was lost stays known')],
});

/** Test clocks of the sandbox. */
export const clocks = sqliteTable('clocks', {
  tenantId: text('tenant_id').primaryKey(),
  /** The lead of the developer's clock over real time. */
  offsetMs: integer('offset_ms').notNull(),
  /** The time at which the clock stands while it is being moved. */
  standsAt: integer('stands_at'),
  target: integer('target'),
  /** Occurrences that the last move has processed so far. */
  driven: integer('driven').notNull(),
  version: integer('version').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

declare(clocks, {
  withoutRowid: true,
  checks: [
    'offset_ms >= 0',
    'driven >= 0',
    '(stands_at IS NULL) = (target IS NULL)',
    'stands_at <= target',
  ],
  indexes: { clocks_moving: '(tenant_id) WHERE target IS NOT NULL' },
  triggers: [
    refuse(
      'clocks_in_the_sandbox_only',
      'INSERT',
      'only the sandbox has test clocks',
      "NOT EXISTS (SELECT 1 FROM environment WHERE name = 'sandbox')",
    ),
    refuse(
      'clocks_go_forward',
      'UPDATE',
      'a clock only goes forward',
      `NEW.offset_ms < OLD.offset_ms OR NEW.stands_at < OLD.stands_at OR (OLD.target IS NOT
      NULL AND NEW.target IS NOT NULL AND NEW.target <> OLD.target)`,
    ),
    neverDeleted('a clock only goes forward'),
    notWhileMoving,
  ],
});

/** Risk decisions, which transactions show. */
export const riskDecisions = sqliteTable('risk_decisions', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  /** Null for a payment that was only asked about. */
  transactionId: text('transaction_id'),
  /** The paying account. */
  accountId: text('account_id').notNull(),
  customerId: text('customer_id').notNull(),
  /** The payment that was only asked about; otherwise null. */
  question: text('question'),
  /** The model that was asked; null when none answered. */
  serving: text('serving').$type<'production' | 'canary' | 'pinned'>(),
  modelName: text('model_name'),
  modelVersion: text('model_version'),
  artifactSha256: text('artifact_sha256'),
  /** 64-bit floats in the order of the model's columns; NaN is a missing value. */
  features: blob('features').$type<Buffer>(),
  probability: real('probability'),
  reviewFrom: real('review_from'),
  blockFrom: real('block_from'),
  declineFrom: real('decline_from'),
  ruleSet: integer('rule_set').notNull(),
  /** Rules with a hit or without a result, and their parts of the score. */
  rules: text('rules').notNull(),
  score: integer('score'),
  level: text('level').$type<RiskLevel>().notNull(),
  decision: text('decision').$type<RiskDecision>().notNull(),
  /** Exact attributions; null: computed from the features on request. */
  reasons: text('reasons'),
  /** The reason why no model answered; otherwise null. */
  degraded: text('degraded'),
  workflowId: text('workflow_id'),
  asOf: integer('as_of').notNull(),
  createdAt: integer('created_at').notNull(),
});

declare(riskDecisions, {
  references: { transactionId: 'transactions (id)', accountId: 'accounts (id)' },
  unique: ['(transaction_id)'],
  checks: [
    'json_valid(question)',
    "serving IN ('production', 'canary', 'pinned')",
    'length(artifact_sha256) = 64',
    'probability BETWEEN 0 AND 1',
    'json_valid(rules)',
    'score BETWEEN 0 AND 100',
    "level IN ('low', 'medium', 'high', 'critical')",
    "decision IN ('approve', 'review', 'block_and_review', 'decline')",
    'json_valid(reasons)',
    '(transaction_id IS NULL) = (question IS NOT NULL)',
    '(degraded IS NULL) = (probability IS NOT NULL)',
    '(probability IS NULL) = (score IS NULL)',
    '(probability IS NULL) = (features IS NULL)',
    '(probability IS NULL) = (serving IS NULL)',
    '(serving IS NULL) = (model_name IS NULL)',
    '(serving IS NULL) = (model_version IS NULL)',
    '(serving IS NULL) = (artifact_sha256 IS NULL)',
    '(serving IS NULL) = (review_from IS NULL)',
  ],
  indexes: {
    risk_decisions_by_tenant: '(tenant_id, id)',
    risk_questions_by_customer: '(customer_id, id) WHERE transaction_id IS NULL',
    risk_decisions_stopped: `(tenant_id, id) WHERE transaction_id IS NOT NULL AND decision IN ('block_and_review',
      'decline')`,
    risk_decisions_stopped_by_customer: `(customer_id, id) WHERE transaction_id IS NOT NULL AND decision IN ('block_and_review',
      'decline')`,
  },
  triggers: [
    refuse(
      'risk_decisions_no_update',
      'UPDATE',
      'a decision about risk never changes',
      `NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id =
      OLD.customer_id)`,
    ),
    notWhileMoving,
    refuse(
      'risk_decisions_no_delete',
      'DELETE',
      'decisions about risk are never deleted',
      `NOT EXISTS (SELECT 1 FROM transactions WHERE id = OLD.transaction_id AND archived_risk
      IS NOT NULL)`,
    ),
  ],
});

/** Leaves of transactions that another ledger booked. */
export const arrivedLeaves = sqliteTable('arrived_leaves', {
  leafIndex: integer('leaf_index').primaryKey(),
  transactionId: text('transaction_id').notNull(),
  firstLedger: text('first_ledger').notNull(),
  firstIndex: integer('first_index').notNull(),
  /** 1: the anchoring was announced in another ledger. */
  isTold: integer('is_told').notNull(),
});

declare(arrivedLeaves, {
  references: { leafIndex: 'leaves (leaf_index)' },
  checks: ['first_index >= 0', 'is_told IN (0, 1)'],
  indexes: { arrived_leaves_by_log: '(first_ledger)' },
  triggers: [appendOnly('where a leaf came from never changes')],
});

/** Developers that moved between ledgers, and the leaves that they left behind. */
export const tenantMoves = sqliteTable('tenant_moves', {
  tenantId: text('tenant_id').primaryKey(),
  stage: text('stage').$type<'leaving' | 'arriving' | 'left'>().notNull(),
  /** Name of the other ledger. */
  ledger: text('ledger').notNull(),
  at: integer('at').notNull(),
});

declare(tenantMoves, {
  withoutRowid: true,
  checks: ["stage IN ('leaving', 'arriving', 'left')"],
});

export const departedLeaves = sqliteTable('departed_leaves', {
  leafIndex: integer('leaf_index').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  ledger: text('ledger').notNull(),
});

declare(departedLeaves, {
  references: { leafIndex: 'leaves (leaf_index)' },
  triggers: [appendOnly('what has left has left')],
});
