-- One environment's ledger. Amounts are minor units; times are milliseconds since 1970 UTC.
-- Positive balances are what the bank owes the holder; settlement accounts mirror them, so that
-- every currency sums to zero.
CREATE TABLE ledger (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT NOT NULL
) STRICT;
--> statement-breakpoint
-- A random name: two ledgers behind one Temporal never take each other's work.
INSERT INTO ledger (id, name) VALUES (1, lower(hex(randomblob(6))));
--> statement-breakpoint
CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL CHECK (value >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE log_head (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  size INTEGER NOT NULL CHECK (size >= 0),
  posted_at INTEGER NOT NULL
) STRICT;
--> statement-breakpoint
INSERT INTO log_head (id, size, posted_at) VALUES (1, 0, 0);
--> statement-breakpoint
CREATE TRIGGER log_head_grows BEFORE UPDATE ON log_head
WHEN NEW.size <> OLD.size + 1 OR NEW.posted_at < OLD.posted_at
BEGIN SELECT RAISE(ABORT, 'the log grows by one and never goes back'); END;
--> statement-breakpoint
CREATE TRIGGER log_head_no_delete BEFORE DELETE ON log_head
BEGIN SELECT RAISE(ABORT, 'the log grows by one and never goes back'); END;
--> statement-breakpoint
CREATE TABLE customers (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('individual', 'business')),
  name TEXT NOT NULL,
  email TEXT,
  phone TEXT,
  date_of_birth TEXT,
  country TEXT,
  address TEXT,
  kyc_status TEXT NOT NULL CHECK (kyc_status IN ('unverified', 'pending', 'awaiting_documents',
    'manual_review', 'verified', 'denied', 'expired')),
  risk_level TEXT CHECK (risk_level IN ('low', 'medium', 'high', 'prohibited')),
  metadata TEXT NOT NULL DEFAULT '{}',
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX customers_by_tenant ON customers (tenant_id, id);
--> statement-breakpoint
CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('customer', 'settlement')),
  customer_id TEXT REFERENCES customers (id),
  type TEXT CHECK (type IN ('checking', 'savings', 'business')),
  currency TEXT NOT NULL CHECK (length(currency) = 3),
  name TEXT NOT NULL,
  account_number TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CHECK (status IN ('pending', 'active', 'frozen', 'dormant', 'closed',
    'rejected')),
  status_code TEXT,
  status_message TEXT,
  freeze_reason TEXT CHECK (freeze_reason IN ('fraud', 'aml', 'court_order', 'customer_request',
    'operator')),
  debits_blocked INTEGER NOT NULL DEFAULT 0 CHECK (debits_blocked IN (0, 1)),
  credits_blocked INTEGER NOT NULL DEFAULT 0 CHECK (credits_blocked IN (0, 1)),
  posted INTEGER NOT NULL DEFAULT 0,
  held INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0),
  overdraft_limit INTEGER NOT NULL DEFAULT 0 CHECK (overdraft_limit >= 0),
  metadata TEXT NOT NULL DEFAULT '{}',
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  activated_at INTEGER,
  closed_at INTEGER,
  CHECK (kind = 'settlement' OR (customer_id IS NOT NULL AND type IS NOT NULL)),
  CHECK (status <> 'closed' OR (posted = 0 AND held = 0))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX accounts_by_tenant ON accounts (tenant_id, id);
--> statement-breakpoint
CREATE INDEX accounts_by_customer ON accounts (customer_id, id) WHERE customer_id IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER accounts_status_edges BEFORE UPDATE OF status ON accounts
WHEN NEW.status <> OLD.status AND NOT (
  (OLD.status = 'pending' AND NEW.status IN ('active', 'rejected', 'closed'))
  OR (OLD.status = 'active' AND NEW.status IN ('frozen', 'dormant', 'closed'))
  OR (OLD.status = 'frozen' AND NEW.status IN ('active', 'closed'))
  OR (OLD.status = 'dormant' AND NEW.status IN ('active', 'closed')))
BEGIN SELECT RAISE(ABORT, 'account status edge is not allowed'); END;
--> statement-breakpoint
CREATE TRIGGER accounts_identity BEFORE UPDATE OF id, tenant_id, kind, customer_id, currency
ON accounts BEGIN SELECT RAISE(ABORT, 'the identity of an account never changes'); END;
--> statement-breakpoint
CREATE TRIGGER accounts_overdraft_bound BEFORE UPDATE OF posted, overdraft_limit ON accounts
WHEN NEW.kind = 'customer' AND NEW.posted + NEW.overdraft_limit NOT BETWEEN 0 AND 9007199254740991
BEGIN SELECT RAISE(ABORT, 'a customer account stays within its overdraft limit'); END;
--> statement-breakpoint
CREATE TRIGGER accounts_no_delete BEFORE DELETE ON accounts
BEGIN SELECT RAISE(ABORT, 'accounts are never deleted'); END;
--> statement-breakpoint
CREATE TABLE transactions (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('transfer', 'deposit', 'withdrawal')),
  status TEXT NOT NULL CHECK (status IN ('requires_confirmation', 'pending_approval',
    'pending_review', 'pending', 'posted', 'declined', 'failed', 'canceled', 'expired',
    'reversed')),
  stage TEXT NOT NULL CHECK (stage IN ('accepted', 'validate', 'screen', 'score',
    'authorize_limits', 'place_hold', 'post_journal', 'anchor', 'notify', 'done')),
  status_code TEXT,
  status_message TEXT,
  amount INTEGER NOT NULL CHECK (amount > 0 AND amount <= 9007199254740991),
  currency TEXT NOT NULL,
  source_account_id TEXT NOT NULL REFERENCES accounts (id),
  destination_account_id TEXT NOT NULL REFERENCES accounts (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  description TEXT,
  reference TEXT,
  category TEXT,
  capture TEXT NOT NULL CHECK (capture IN ('automatic', 'manual')),
  external_party TEXT,
  context TEXT,
  metadata TEXT NOT NULL DEFAULT '{}',
  workflow_id TEXT,
  workflow_run_id TEXT,
  ledger_sequence INTEGER,
  posted_at INTEGER,
  expires_at INTEGER,
  idempotency_key TEXT,
  request_hash BLOB NOT NULL,
  request_id TEXT NOT NULL,
  actor TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (source_account_id <> destination_account_id),
  CHECK ((status IN ('posted', 'reversed')) = (ledger_sequence IS NOT NULL)),
  CHECK ((ledger_sequence IS NULL) = (posted_at IS NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX transactions_by_tenant ON transactions (tenant_id, id);
--> statement-breakpoint
CREATE INDEX transactions_by_source ON transactions (source_account_id, id);
--> statement-breakpoint
CREATE INDEX transactions_by_destination ON transactions (destination_account_id, id);
--> statement-breakpoint
CREATE UNIQUE INDEX transactions_by_key ON transactions (tenant_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX transactions_by_reference ON transactions (tenant_id, reference)
  WHERE reference IS NOT NULL AND status NOT IN ('declined', 'failed', 'canceled');
--> statement-breakpoint
CREATE INDEX transactions_not_final ON transactions (status, stage, id)
  WHERE status IN ('requires_confirmation', 'pending_approval', 'pending_review', 'pending');
--> statement-breakpoint
CREATE TRIGGER transactions_status_edges BEFORE UPDATE OF status ON transactions
WHEN NEW.status <> OLD.status AND NOT (
  (OLD.status = 'pending' AND NEW.status <> 'reversed')
  OR (OLD.status = 'requires_confirmation' AND NEW.status IN ('pending', 'pending_approval',
    'pending_review', 'declined', 'canceled', 'expired'))
  OR (OLD.status = 'pending_approval' AND NEW.status IN ('pending', 'declined', 'canceled',
    'expired'))
  OR (OLD.status = 'pending_review' AND NEW.status IN ('pending', 'declined', 'canceled',
    'expired'))
  OR (OLD.status = 'posted' AND NEW.status = 'reversed'))
BEGIN SELECT RAISE(ABORT, 'transaction status edge is not allowed'); END;
--> statement-breakpoint
CREATE TRIGGER transactions_identity BEFORE UPDATE OF id, tenant_id, type, amount, currency,
  source_account_id, destination_account_id, customer_id, reference, capture, external_party,
  context, idempotency_key, request_hash, request_id, actor, created_at
ON transactions BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
--> statement-breakpoint
CREATE TRIGGER transactions_booked_once BEFORE UPDATE OF ledger_sequence, posted_at ON transactions
WHEN OLD.ledger_sequence IS NOT NULL
  AND (NEW.ledger_sequence IS NOT OLD.ledger_sequence OR NEW.posted_at IS NOT OLD.posted_at)
BEGIN SELECT RAISE(ABORT, 'a transaction is booked once'); END;
--> statement-breakpoint
CREATE TRIGGER transactions_born_pending BEFORE INSERT ON transactions
WHEN NEW.status <> 'pending' OR NEW.stage <> 'accepted'
BEGIN SELECT RAISE(ABORT, 'a transaction starts as pending, accepted'); END;
--> statement-breakpoint
CREATE TRIGGER transactions_no_delete BEFORE DELETE ON transactions
BEGIN SELECT RAISE(ABORT, 'transactions are never deleted'); END;
--> statement-breakpoint
-- One booking per transaction: its ledger_sequence finds entries and leaf without an index on
-- the transaction's id.
CREATE TABLE entries (
  ledger_sequence INTEGER NOT NULL CHECK (ledger_sequence > 0),
  leg INTEGER NOT NULL CHECK (leg >= 0),
  transaction_id TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  direction TEXT NOT NULL CHECK (direction IN ('debit', 'credit')),
  amount INTEGER NOT NULL CHECK (amount > 0),
  currency TEXT NOT NULL,
  balance_after INTEGER NOT NULL,
  posted_at INTEGER NOT NULL,
  PRIMARY KEY (ledger_sequence, leg)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX entries_by_account ON entries (account_id, posted_at, ledger_sequence, leg);
--> statement-breakpoint
CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
--> statement-breakpoint
CREATE TABLE holds (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  transaction_id TEXT NOT NULL UNIQUE REFERENCES transactions (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  destination_account_id TEXT NOT NULL REFERENCES accounts (id),
  currency TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  captured_amount INTEGER NOT NULL DEFAULT 0 CHECK (captured_amount BETWEEN 0 AND amount),
  status TEXT NOT NULL CHECK (status IN ('active', 'captured', 'partially_captured', 'released',
    'expired')),
  expires_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX holds_active_by_account ON holds (account_id, expires_at) WHERE status = 'active';
--> statement-breakpoint
CREATE INDEX holds_active_by_destination ON holds (destination_account_id)
  WHERE status = 'active';
--> statement-breakpoint
CREATE TRIGGER holds_status_edges BEFORE UPDATE OF status ON holds
WHEN OLD.status <> 'active' AND NEW.status <> OLD.status
BEGIN SELECT RAISE(ABORT, 'a hold that is final stays final'); END;
--> statement-breakpoint
CREATE TRIGGER holds_identity BEFORE UPDATE OF id, tenant_id, transaction_id, account_id,
  destination_account_id, currency, amount, expires_at, created_at
ON holds BEGIN SELECT RAISE(ABORT, 'what a hold keeps never changes'); END;
--> statement-breakpoint
CREATE TRIGGER holds_no_delete BEFORE DELETE ON holds
BEGIN SELECT RAISE(ABORT, 'holds are never deleted'); END;
--> statement-breakpoint
CREATE TABLE hold_movements (
  id INTEGER PRIMARY KEY,
  hold_id TEXT NOT NULL REFERENCES holds (id),
  account_id TEXT NOT NULL,
  destination_account_id TEXT NOT NULL,
  delta INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX hold_movements_by_account ON hold_movements (account_id, at);
--> statement-breakpoint
CREATE INDEX hold_movements_by_destination ON hold_movements (destination_account_id, at);
--> statement-breakpoint
CREATE TRIGGER hold_movements_no_update BEFORE UPDATE ON hold_movements
BEGIN SELECT RAISE(ABORT, 'hold movements are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER hold_movements_no_delete BEFORE DELETE ON hold_movements
BEGIN SELECT RAISE(ABORT, 'hold movements are append-only'); END;
--> statement-breakpoint
CREATE TABLE timeline (
  transaction_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  status TEXT NOT NULL,
  stage TEXT NOT NULL,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  reason TEXT,
  PRIMARY KEY (transaction_id, version)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER timeline_no_update BEFORE UPDATE ON timeline
BEGIN SELECT RAISE(ABORT, 'the timeline is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER timeline_no_delete BEFORE DELETE ON timeline
BEGIN SELECT RAISE(ABORT, 'the timeline is append-only'); END;
--> statement-breakpoint
-- With a row id, unlike its neighbours: rows of more than a kilobyte do not fit into index pages.
CREATE TABLE events (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  tenant_id TEXT NOT NULL,
  sequence INTEGER NOT NULL CHECK (sequence > 0),
  type TEXT NOT NULL,
  object_id TEXT NOT NULL,
  object_version INTEGER NOT NULL,
  data TEXT NOT NULL,
  request_id TEXT,
  idempotency_key TEXT,
  created_at INTEGER NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX events_by_sequence ON events (tenant_id, sequence);
--> statement-breakpoint
CREATE TRIGGER events_no_update BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER events_no_delete BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END;
--> statement-breakpoint
CREATE TABLE leaves (
  leaf_index INTEGER PRIMARY KEY CHECK (leaf_index >= 0),
  transaction_id TEXT NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
--> statement-breakpoint
CREATE TRIGGER leaves_no_update BEFORE UPDATE ON leaves
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER leaves_no_delete BEFORE DELETE ON leaves
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
--> statement-breakpoint
CREATE TABLE leaf_salts (
  leaf_index INTEGER PRIMARY KEY REFERENCES leaves (leaf_index),
  salt BLOB NOT NULL CHECK (length(salt) = 16)
) STRICT;
--> statement-breakpoint
CREATE TABLE idempotency_keys (
  tenant_id TEXT NOT NULL,
  operation TEXT NOT NULL,
  key TEXT NOT NULL,
  request_hash BLOB NOT NULL,
  resource_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, operation, key)
) STRICT, WITHOUT ROWID;
