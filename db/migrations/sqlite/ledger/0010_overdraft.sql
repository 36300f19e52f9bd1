-- Overdrafts: what an account may be below zero, what else covers a payment, and what being below
-- zero costs. Beside them the capture of more than was held, up to the percentage agreed on.
ALTER TABLE accounts ADD COLUMN overdraft_mode TEXT
  CHECK (overdraft_mode IN ('decline', 'allow', 'transfer_from_savings'));
--> statement-breakpoint
ALTER TABLE accounts ADD COLUMN overdraft_linked_id TEXT REFERENCES accounts (id)
  CHECK ((overdraft_linked_id IS NULL) = (overdraft_mode IS NOT 'transfer_from_savings'));
--> statement-breakpoint
CREATE TABLE overdrafts (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  id TEXT NOT NULL UNIQUE,
  tenant_id TEXT NOT NULL,
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  mode TEXT NOT NULL CHECK (mode IN ('decline', 'allow', 'transfer_from_savings')),
  linked_account_id TEXT REFERENCES accounts (id),
  -- The fee of an item, all of them or none.
  fee_per_item INTEGER CHECK (fee_per_item BETWEEN 1 AND 9007199254740991),
  fee_grace_hours INTEGER CHECK (fee_grace_hours BETWEEN 0 AND 8760),
  fee_grace_amount INTEGER CHECK (fee_grace_amount BETWEEN 0 AND 9007199254740991),
  fee_max_per_day INTEGER CHECK (fee_max_per_day BETWEEN 1 AND 1000),
  consent_at INTEGER NOT NULL,
  -- Since when the booked balance is below zero, by the business clock.
  drawn_at INTEGER,
  version INTEGER NOT NULL CHECK (version > 0),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((linked_account_id IS NULL) = (mode <> 'transfer_from_savings')),
  CHECK ((fee_per_item IS NULL) = (fee_grace_hours IS NULL)),
  CHECK ((fee_per_item IS NULL) = (fee_grace_amount IS NULL)),
  CHECK ((fee_per_item IS NULL) = (fee_max_per_day IS NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER overdrafts_identity BEFORE UPDATE OF account_id, id, tenant_id, created_at
ON overdrafts BEGIN SELECT RAISE(ABORT, 'the identity of an overdraft never changes'); END;
--> statement-breakpoint
CREATE TRIGGER overdrafts_no_delete BEFORE DELETE ON overdrafts
BEGIN SELECT RAISE(ABORT, 'overdrafts are never deleted'); END;
--> statement-breakpoint
-- One row for each payment that costs a fee unless the account recovers in time. The terms are
-- those of the moment of the payment.
CREATE TABLE overdraft_fees (
  transaction_id TEXT PRIMARY KEY REFERENCES transactions (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  tenant_id TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  grace_amount INTEGER NOT NULL CHECK (grace_amount >= 0),
  max_per_day INTEGER NOT NULL CHECK (max_per_day > 0),
  -- Both by the business clock.
  drawn_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL CHECK (due_at >= drawn_at),
  status TEXT NOT NULL CHECK (status IN ('pending', 'waived', 'capped', 'billed', 'charged',
    'uncollected')),
  fee_transaction_id TEXT UNIQUE REFERENCES transactions (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((fee_transaction_id IS NULL) = (status IN ('pending', 'waived', 'capped')))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX overdraft_fees_due ON overdraft_fees (due_at) WHERE status = 'pending';
--> statement-breakpoint
CREATE INDEX overdraft_fees_due_by_tenant ON overdraft_fees (tenant_id, due_at)
  WHERE status = 'pending';
--> statement-breakpoint
CREATE INDEX overdraft_fees_billed ON overdraft_fees (fee_transaction_id) WHERE status = 'billed';
--> statement-breakpoint
CREATE INDEX overdraft_fees_by_account ON overdraft_fees (account_id, drawn_at);
--> statement-breakpoint
CREATE TRIGGER overdraft_fees_status_edges BEFORE UPDATE OF status ON overdraft_fees
WHEN NOT ((OLD.status = 'pending' AND NEW.status IN ('waived', 'capped', 'billed'))
  OR (OLD.status = 'billed' AND NEW.status IN ('charged', 'uncollected')))
BEGIN SELECT RAISE(ABORT, 'a fee that is decided stays decided'); END;
--> statement-breakpoint
CREATE TRIGGER overdraft_fees_identity BEFORE UPDATE OF transaction_id, account_id, tenant_id,
  amount, grace_amount, max_per_day, drawn_at, due_at, created_at
ON overdraft_fees BEGIN SELECT RAISE(ABORT, 'the terms of a fee never change'); END;
--> statement-breakpoint
CREATE TRIGGER overdraft_fees_charged_once BEFORE UPDATE OF fee_transaction_id ON overdraft_fees
WHEN OLD.fee_transaction_id IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a fee is charged once'); END;
--> statement-breakpoint
CREATE TRIGGER overdraft_fees_no_delete BEFORE DELETE ON overdraft_fees
BEGIN SELECT RAISE(ABORT, 'fees are never deleted'); END;
--> statement-breakpoint
-- The payment that a fee is for, or that a transfer from the savings covers.
ALTER TABLE transactions ADD COLUMN linked_to TEXT REFERENCES transactions (id);
--> statement-breakpoint
-- How much more than its hold a capture may book, in percent of the hold.
ALTER TABLE transactions ADD COLUMN overcapture_percent INTEGER NOT NULL DEFAULT 0
  CHECK (overcapture_percent BETWEEN 0 AND 100);
--> statement-breakpoint
CREATE TRIGGER transactions_keep_their_links BEFORE UPDATE OF linked_to, overcapture_percent
ON transactions BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
--> statement-breakpoint
DROP TRIGGER transactions_types;
--> statement-breakpoint
CREATE TRIGGER transactions_types BEFORE INSERT ON transactions
WHEN NEW.type NOT IN ('transfer', 'deposit', 'withdrawal', 'reversal', 'exchange', 'fee')
BEGIN SELECT RAISE(ABORT, 'no such type of transaction'); END;
--> statement-breakpoint
DROP TRIGGER accounts_kinds;
--> statement-breakpoint
CREATE TRIGGER accounts_kinds BEFORE INSERT ON accounts
WHEN NEW.kind NOT IN ('customer', 'settlement', 'position', 'fee_income')
BEGIN SELECT RAISE(ABORT, 'no such kind of account'); END;
--> statement-breakpoint
-- The hold is made anew: what is captured of it may pass its amount by the agreed percentage.
PRAGMA legacy_alter_table = ON;
--> statement-breakpoint
CREATE TABLE holds_next (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  transaction_id TEXT NOT NULL UNIQUE REFERENCES transactions (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  destination_account_id TEXT NOT NULL REFERENCES accounts (id),
  currency TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  captured_amount INTEGER NOT NULL DEFAULT 0 CHECK (captured_amount BETWEEN 0 AND 2 * amount),
  status TEXT NOT NULL CHECK (status IN ('active', 'captured', 'partially_captured', 'released',
    'expired')),
  expires_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO holds_next SELECT id, tenant_id, transaction_id, account_id, destination_account_id,
  currency, amount, captured_amount, status, expires_at, created_at, updated_at FROM holds;
--> statement-breakpoint
DROP TABLE holds;
--> statement-breakpoint
ALTER TABLE holds_next RENAME TO holds;
--> statement-breakpoint
PRAGMA legacy_alter_table = OFF;
--> statement-breakpoint
CREATE INDEX holds_active_by_account ON holds (account_id, expires_at) WHERE status = 'active';
--> statement-breakpoint
CREATE INDEX holds_active_by_destination ON holds (destination_account_id, expires_at)
  WHERE status = 'active';
--> statement-breakpoint
CREATE INDEX holds_waiting_by_tenant ON holds (tenant_id, expires_at) WHERE status = 'active';
--> statement-breakpoint
CREATE TRIGGER holds_status_edges BEFORE UPDATE OF status ON holds
WHEN OLD.status <> 'active' AND NEW.status <> OLD.status
BEGIN SELECT RAISE(ABORT, 'a hold that is final stays final'); END;
--> statement-breakpoint
CREATE TRIGGER holds_identity BEFORE UPDATE OF id, tenant_id, transaction_id, account_id,
  destination_account_id, currency, amount, expires_at, created_at
ON holds BEGIN SELECT RAISE(ABORT, 'what a hold keeps never changes'); END;
--> statement-breakpoint
CREATE TRIGGER holds_within_agreement BEFORE UPDATE OF captured_amount ON holds
WHEN NEW.captured_amount > NEW.amount AND NEW.captured_amount - NEW.amount > (
  SELECT NEW.amount / 100 * overcapture_percent + NEW.amount % 100 * overcapture_percent / 100
  FROM transactions WHERE id = NEW.transaction_id)
BEGIN SELECT RAISE(ABORT, 'a capture stays within what was agreed'); END;
--> statement-breakpoint
CREATE TRIGGER holds_no_delete BEFORE DELETE ON holds
BEGIN SELECT RAISE(ABORT, 'holds are never deleted'); END;
