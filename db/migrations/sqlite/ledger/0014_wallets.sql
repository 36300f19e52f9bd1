-- Wallets: one account per currency behind one object. Payments: transactions that the caller knows
-- by a name of their own; what became of one stands in its transaction and nowhere else.
CREATE TABLE wallets (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  name TEXT NOT NULL,
  metadata TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX wallets_by_tenant ON wallets (tenant_id, id);
--> statement-breakpoint
CREATE INDEX wallets_by_customer ON wallets (customer_id, id);
--> statement-breakpoint
CREATE TRIGGER wallets_identity BEFORE UPDATE OF id, tenant_id, customer_id, created_at ON wallets
BEGIN SELECT RAISE(ABORT, 'the identity of a wallet never changes'); END;
--> statement-breakpoint
CREATE TRIGGER wallets_no_delete BEFORE DELETE ON wallets
BEGIN SELECT RAISE(ABORT, 'wallets are never deleted'); END;
--> statement-breakpoint
ALTER TABLE accounts ADD COLUMN wallet_id TEXT REFERENCES wallets (id);
--> statement-breakpoint
-- The guard of the feature: money of a currency has one place in a wallet. What is over leaves it.
CREATE UNIQUE INDEX accounts_by_wallet ON accounts (wallet_id, currency)
  WHERE wallet_id IS NOT NULL AND status NOT IN ('closed', 'rejected');
--> statement-breakpoint
CREATE TRIGGER accounts_keep_their_wallet BEFORE UPDATE OF wallet_id ON accounts
BEGIN SELECT RAISE(ABORT, 'an account never changes its wallet'); END;
--> statement-breakpoint
CREATE TRIGGER accounts_of_a_wallet BEFORE INSERT ON accounts
WHEN NEW.wallet_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM wallets WHERE id = NEW.wallet_id
  AND tenant_id = NEW.tenant_id AND customer_id = NEW.customer_id)
BEGIN SELECT RAISE(ABORT, 'a wallet and its accounts have one owner'); END;
--> statement-breakpoint
CREATE TABLE payments (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  source_wallet_id TEXT REFERENCES wallets (id),
  destination_wallet_id TEXT REFERENCES wallets (id),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX payments_by_source_wallet ON payments (source_wallet_id, id)
  WHERE source_wallet_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX payments_by_destination_wallet ON payments (destination_wallet_id, id)
  WHERE destination_wallet_id IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER payments_no_update BEFORE UPDATE ON payments
BEGIN SELECT RAISE(ABORT, 'what was asked for never changes'); END;
--> statement-breakpoint
CREATE TRIGGER payments_no_delete BEFORE DELETE ON payments
BEGIN SELECT RAISE(ABORT, 'payments are never deleted'); END;
--> statement-breakpoint
ALTER TABLE transactions ADD COLUMN payment_id TEXT REFERENCES payments (id);
--> statement-breakpoint
-- A payment is carried by one transaction; what goes back of it names that one.
CREATE UNIQUE INDEX transactions_by_payment ON transactions (payment_id)
  WHERE payment_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX payments_by_tenant ON transactions (tenant_id, payment_id)
  WHERE payment_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX payments_by_source ON transactions (source_account_id, payment_id)
  WHERE payment_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX payments_by_destination ON transactions (destination_account_id, payment_id)
  WHERE payment_id IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER transactions_keep_their_payment BEFORE UPDATE OF payment_id ON transactions
BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
