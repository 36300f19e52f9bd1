-- Reversals, and money on its way towards an account kept beside what the account holds.
-- Two tables are made anew, because SQLite changes no CHECK of a table that exists. Lists of names
-- that grow with later features are triggers from now on: a migration can replace those.
PRAGMA legacy_alter_table = ON;
--> statement-breakpoint
CREATE TABLE accounts_next (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  kind TEXT NOT NULL,
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
  pending_in INTEGER NOT NULL DEFAULT 0 CHECK (pending_in >= 0),
  overdraft_limit INTEGER NOT NULL DEFAULT 0 CHECK (overdraft_limit >= 0),
  negative_allowed INTEGER NOT NULL DEFAULT 0 CHECK (negative_allowed >= 0),
  metadata TEXT NOT NULL DEFAULT '{}',
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  activated_at INTEGER,
  closed_at INTEGER,
  CHECK (kind <> 'customer' OR (customer_id IS NOT NULL AND type IS NOT NULL)),
  CHECK (status <> 'closed' OR (posted = 0 AND held = 0))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO accounts_next (
  id, tenant_id, kind, customer_id, type, currency, name, account_number, status, status_code,
  status_message, freeze_reason, debits_blocked, credits_blocked, posted, held,
  overdraft_limit, metadata, version, created_at, updated_at, activated_at, closed_at,
  pending_in)
SELECT id, tenant_id, kind, customer_id, type, currency, name, account_number, status, status_code,
  status_message, freeze_reason, debits_blocked, credits_blocked, posted, held,
  overdraft_limit, metadata, version, created_at, updated_at, activated_at, closed_at,
  (SELECT coalesce(sum(h.amount), 0) FROM holds h
   WHERE h.destination_account_id = accounts.id AND h.status = 'active')
FROM accounts;
--> statement-breakpoint
DROP TABLE accounts;
--> statement-breakpoint
ALTER TABLE accounts_next RENAME TO accounts;
--> statement-breakpoint
CREATE TRIGGER accounts_kinds BEFORE INSERT ON accounts
WHEN NEW.kind NOT IN ('customer', 'settlement')
BEGIN SELECT RAISE(ABORT, 'no such kind of account'); END;
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
-- A reversal that an operator allowed may take an account below its overdraft: that far, not on.
CREATE TRIGGER accounts_bound BEFORE UPDATE OF posted, pending_in, overdraft_limit,
  negative_allowed ON accounts
WHEN NEW.kind = 'customer' AND (NEW.posted + NEW.overdraft_limit + NEW.negative_allowed < 0
  OR NEW.posted + NEW.pending_in + NEW.overdraft_limit > 9007199254740991)
BEGIN SELECT RAISE(ABORT, 'a customer account stays within its bounds'); END;
--> statement-breakpoint
CREATE TRIGGER accounts_no_delete BEFORE DELETE ON accounts
BEGIN SELECT RAISE(ABORT, 'accounts are never deleted'); END;
--> statement-breakpoint
CREATE TABLE transactions_next (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  type TEXT NOT NULL,
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
  amount_posted INTEGER CHECK (amount_posted > 0),
  amount_reversed INTEGER NOT NULL DEFAULT 0,
  reversal_of TEXT REFERENCES transactions (id),
  allow_negative INTEGER NOT NULL DEFAULT 0 CHECK (allow_negative IN (0, 1)),
  expires_at INTEGER,
  key_scope TEXT NOT NULL DEFAULT '',
  idempotency_key TEXT,
  request_hash BLOB NOT NULL,
  request_id TEXT NOT NULL,
  actor TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (source_account_id <> destination_account_id),
  CHECK ((status IN ('posted', 'reversed')) = (ledger_sequence IS NOT NULL)),
  CHECK ((ledger_sequence IS NULL) = (posted_at IS NULL)),
  CHECK ((ledger_sequence IS NULL) = (amount_posted IS NULL)),
  CHECK (amount_reversed BETWEEN 0 AND coalesce(amount_posted, 0)),
  CHECK ((status = 'reversed') = (amount_reversed > 0 AND amount_reversed = amount_posted)),
  CHECK ((type = 'reversal') = (reversal_of IS NOT NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO transactions_next (
  id, tenant_id, type, status, stage, status_code, status_message, amount, currency,
  source_account_id, destination_account_id, customer_id, description, reference, category,
  capture, external_party, context, metadata, workflow_id, workflow_run_id, ledger_sequence,
  posted_at, expires_at, idempotency_key, request_hash, request_id, actor, version,
  created_at, updated_at,
  amount_posted)
SELECT id, tenant_id, type, status, stage, status_code, status_message, amount, currency,
  source_account_id, destination_account_id, customer_id, description, reference, category,
  capture, external_party, context, metadata, workflow_id, workflow_run_id, ledger_sequence,
  posted_at, expires_at, idempotency_key, request_hash, request_id, actor, version,
  created_at, updated_at,
  (SELECT e.amount FROM entries e
   WHERE e.ledger_sequence = transactions.ledger_sequence AND e.leg = 0)
FROM transactions;
--> statement-breakpoint
DROP TABLE transactions;
--> statement-breakpoint
ALTER TABLE transactions_next RENAME TO transactions;
--> statement-breakpoint
CREATE TRIGGER transactions_types BEFORE INSERT ON transactions
WHEN NEW.type NOT IN ('transfer', 'deposit', 'withdrawal', 'reversal')
BEGIN SELECT RAISE(ABORT, 'no such type of transaction'); END;
--> statement-breakpoint
CREATE INDEX transactions_by_tenant ON transactions (tenant_id, id);
--> statement-breakpoint
CREATE INDEX transactions_by_source ON transactions (source_account_id, id);
--> statement-breakpoint
CREATE INDEX transactions_by_destination ON transactions (destination_account_id, id);
--> statement-breakpoint
-- A key belongs to the path on which it was used; the empty scope is POST /v1/transactions.
CREATE UNIQUE INDEX transactions_by_key ON transactions (tenant_id, idempotency_key, key_scope)
  WHERE idempotency_key IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX transactions_by_reference ON transactions (tenant_id, reference)
  WHERE reference IS NOT NULL AND status NOT IN ('declined', 'failed', 'canceled');
--> statement-breakpoint
CREATE INDEX transactions_by_reversed ON transactions (reversal_of, id)
  WHERE reversal_of IS NOT NULL;
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
  context, reversal_of, allow_negative, key_scope, idempotency_key, request_hash, request_id,
  actor, created_at
ON transactions BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
--> statement-breakpoint
CREATE TRIGGER transactions_booked_once BEFORE UPDATE OF ledger_sequence, posted_at, amount_posted
ON transactions
WHEN OLD.ledger_sequence IS NOT NULL
  AND (NEW.ledger_sequence IS NOT OLD.ledger_sequence OR NEW.posted_at IS NOT OLD.posted_at
    OR NEW.amount_posted IS NOT OLD.amount_posted)
BEGIN SELECT RAISE(ABORT, 'a transaction is booked once'); END;
--> statement-breakpoint
CREATE TRIGGER transactions_reversed_grows BEFORE UPDATE OF amount_reversed ON transactions
WHEN NEW.amount_reversed < OLD.amount_reversed
BEGIN SELECT RAISE(ABORT, 'what was reversed stays reversed'); END;
--> statement-breakpoint
CREATE TRIGGER transactions_born_pending BEFORE INSERT ON transactions
WHEN NEW.status <> 'pending' OR NEW.stage <> 'accepted'
BEGIN SELECT RAISE(ABORT, 'a transaction starts as pending, accepted'); END;
--> statement-breakpoint
CREATE TRIGGER transactions_no_delete BEFORE DELETE ON transactions
BEGIN SELECT RAISE(ABORT, 'transactions are never deleted'); END;
--> statement-breakpoint
DROP INDEX holds_active_by_destination;
--> statement-breakpoint
CREATE INDEX holds_active_by_destination ON holds (destination_account_id, expires_at)
  WHERE status = 'active';
--> statement-breakpoint
PRAGMA legacy_alter_table = OFF;
