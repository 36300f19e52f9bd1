-- Exchange between currencies: quotes, the terms of each exchange, and the bank's position in each
-- currency as an account of its own. Rates are decimal texts, amounts minor units.
CREATE TABLE quotes (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'used', 'expired')),
  fixed TEXT NOT NULL CHECK (fixed IN ('source', 'destination')),
  source_currency TEXT NOT NULL CHECK (length(source_currency) = 3),
  source_amount INTEGER NOT NULL CHECK (source_amount BETWEEN 1 AND 9007199254740991),
  destination_currency TEXT NOT NULL CHECK (length(destination_currency) = 3),
  destination_amount INTEGER NOT NULL CHECK (destination_amount BETWEEN 1 AND 9007199254740991),
  rate TEXT NOT NULL,
  mid_rate TEXT NOT NULL,
  spread_bps INTEGER NOT NULL CHECK (spread_bps BETWEEN 0 AND 9999),
  fee_amount INTEGER NOT NULL CHECK (fee_amount >= 0),
  rate_source TEXT NOT NULL,
  rate_as_of INTEGER NOT NULL,
  stale INTEGER NOT NULL CHECK (stale IN (0, 1)),
  lock_expires_at INTEGER NOT NULL,
  transaction_id TEXT UNIQUE REFERENCES transactions (id),
  metadata TEXT NOT NULL DEFAULT '{}',
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((status = 'used') = (transaction_id IS NOT NULL)),
  CHECK (source_currency <> destination_currency)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX quotes_active_by_expiry ON quotes (lock_expires_at) WHERE status = 'active';
--> statement-breakpoint
CREATE TRIGGER quotes_born_active BEFORE INSERT ON quotes WHEN NEW.status <> 'active'
BEGIN SELECT RAISE(ABORT, 'a quote starts as active'); END;
--> statement-breakpoint
CREATE TRIGGER quotes_status_edges BEFORE UPDATE ON quotes WHEN OLD.status <> 'active'
BEGIN SELECT RAISE(ABORT, 'a quote that is final stays final'); END;
--> statement-breakpoint
CREATE TRIGGER quotes_identity BEFORE UPDATE OF id, tenant_id, fixed, source_currency,
  source_amount, destination_currency, destination_amount, rate, mid_rate, spread_bps, fee_amount,
  rate_source, rate_as_of, stale, lock_expires_at, metadata, created_at
ON quotes BEGIN SELECT RAISE(ABORT, 'what was quoted never changes'); END;
--> statement-breakpoint
CREATE TRIGGER quotes_no_delete BEFORE DELETE ON quotes
BEGIN SELECT RAISE(ABORT, 'quotes are never deleted'); END;
--> statement-breakpoint
-- What was agreed when an exchange was accepted: both amounts are fixed from then on.
CREATE TABLE exchanges (
  transaction_id TEXT PRIMARY KEY REFERENCES transactions (id),
  quote_id TEXT REFERENCES quotes (id),
  quote_expires_at INTEGER,
  fixed TEXT NOT NULL CHECK (fixed IN ('source', 'destination')),
  source_currency TEXT NOT NULL CHECK (length(source_currency) = 3),
  source_amount INTEGER NOT NULL CHECK (source_amount BETWEEN 1 AND 9007199254740991),
  destination_currency TEXT NOT NULL CHECK (length(destination_currency) = 3),
  destination_amount INTEGER NOT NULL CHECK (destination_amount BETWEEN 1 AND 9007199254740991),
  rate TEXT NOT NULL,
  mid_rate TEXT NOT NULL,
  spread_bps INTEGER NOT NULL CHECK (spread_bps BETWEEN 0 AND 9999),
  fee_amount INTEGER NOT NULL CHECK (fee_amount >= 0),
  rate_source TEXT NOT NULL,
  rate_as_of INTEGER NOT NULL,
  stale INTEGER NOT NULL CHECK (stale IN (0, 1)),
  max_slippage_bps INTEGER CHECK (max_slippage_bps BETWEEN 0 AND 10000),
  CHECK ((quote_id IS NULL) = (quote_expires_at IS NULL)),
  CHECK ((quote_id IS NULL) = (max_slippage_bps IS NOT NULL)),
  CHECK (source_currency <> destination_currency)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER exchanges_no_update BEFORE UPDATE ON exchanges
BEGIN SELECT RAISE(ABORT, 'what was agreed never changes'); END;
--> statement-breakpoint
CREATE TRIGGER exchanges_no_delete BEFORE DELETE ON exchanges
BEGIN SELECT RAISE(ABORT, 'exchanges are never deleted'); END;
--> statement-breakpoint
DROP TRIGGER transactions_types;
--> statement-breakpoint
CREATE TRIGGER transactions_types BEFORE INSERT ON transactions
WHEN NEW.type NOT IN ('transfer', 'deposit', 'withdrawal', 'reversal', 'exchange')
BEGIN SELECT RAISE(ABORT, 'no such type of transaction'); END;
--> statement-breakpoint
DROP TRIGGER accounts_kinds;
--> statement-breakpoint
CREATE TRIGGER accounts_kinds BEFORE INSERT ON accounts
WHEN NEW.kind NOT IN ('customer', 'settlement', 'position')
BEGIN SELECT RAISE(ABORT, 'no such kind of account'); END;
