-- What an owner wants to be told about an account. `balance_version` is the version of the account
-- that was looked at last: an older one never counts any more.
CREATE TABLE alerts (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  type TEXT NOT NULL CHECK (type IN ('low_balance', 'high_balance', 'large_debit', 'large_credit',
    'overdraft_used', 'limit_near')),
  watches TEXT NOT NULL CHECK (watches IN ('balance', 'entries')),
  threshold INTEGER NOT NULL,
  balance_kind TEXT CHECK (balance_kind IN ('available', 'posted', 'current')),
  hysteresis INTEGER NOT NULL CHECK (hysteresis >= 0),
  fires_on TEXT NOT NULL CHECK (fires_on IN ('edge', 'level')),
  channels TEXT NOT NULL CHECK (json_valid(channels)),
  cooldown_seconds INTEGER NOT NULL CHECK (cooldown_seconds >= 0),
  notify_on_clear INTEGER NOT NULL CHECK (notify_on_clear IN (0, 1)),
  status TEXT NOT NULL CHECK (status IN ('active', 'paused', 'deleted')),
  state TEXT NOT NULL CHECK (state IN ('ok', 'triggered', 'unknown')),
  balance_version INTEGER NOT NULL,
  reached TEXT,
  told INTEGER NOT NULL CHECK (told IN (0, 1)),
  quiet_until INTEGER NOT NULL,
  last_value INTEGER,
  last_transaction_id TEXT,
  last_triggered_at INTEGER,
  trigger_count INTEGER NOT NULL CHECK (trigger_count >= 0),
  metadata TEXT NOT NULL CHECK (json_valid(metadata)),
  version INTEGER NOT NULL CHECK (version > 0),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((watches = 'entries') = (type IN ('large_debit', 'large_credit'))),
  CHECK ((balance_kind IS NOT NULL) = (type IN ('low_balance', 'high_balance')))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX alerts_by_account ON alerts (account_id, id) WHERE status <> 'deleted';
--> statement-breakpoint
CREATE INDEX alerts_watching ON alerts (account_id, watches) WHERE status = 'active';
--> statement-breakpoint
CREATE TRIGGER alerts_identity BEFORE UPDATE OF id, tenant_id, account_id, type, watches,
  created_at ON alerts BEGIN SELECT RAISE(ABORT, 'the identity of an alert never changes'); END;
--> statement-breakpoint
CREATE TRIGGER alerts_go_forward BEFORE UPDATE ON alerts
WHEN OLD.status = 'deleted' OR NEW.balance_version < OLD.balance_version
  OR NEW.trigger_count < OLD.trigger_count
BEGIN SELECT RAISE(ABORT, 'an alert looks at later balances only and ends once'); END;
--> statement-breakpoint
CREATE TRIGGER alerts_no_delete BEFORE DELETE ON alerts
BEGIN SELECT RAISE(ABORT, 'alerts are never deleted'); END;
--> statement-breakpoint
-- Each version of a watched account, until the alerts of the account have been held against it:
-- written by the act that changed the balance, so that no dip between two looks is lost. An act
-- ends with its event: of what changes between two events only the end counts.
CREATE TABLE alert_readings (
  row INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL,
  watches TEXT NOT NULL CHECK (watches IN ('balance', 'entries')),
  balance_version INTEGER NOT NULL,
  posted INTEGER NOT NULL,
  held INTEGER NOT NULL,
  pending_in INTEGER NOT NULL,
  event_row INTEGER NOT NULL,
  direction TEXT CHECK (direction IN ('debit', 'credit')),
  amount INTEGER,
  transaction_id TEXT,
  at INTEGER NOT NULL,
  CHECK ((watches = 'entries') = (transaction_id IS NOT NULL)),
  CHECK ((direction IS NULL) = (transaction_id IS NULL)),
  CHECK ((amount IS NULL) = (transaction_id IS NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX alert_readings_of_act ON alert_readings (account_id, event_row)
WHERE watches = 'balance';
--> statement-breakpoint
CREATE TRIGGER alert_readings_no_update BEFORE UPDATE ON alert_readings
BEGIN SELECT RAISE(ABORT, 'what was read does not change'); END;
--> statement-breakpoint
CREATE TRIGGER accounts_watched AFTER UPDATE OF posted, held, pending_in, overdraft_limit
ON accounts
WHEN EXISTS (SELECT 1 FROM alerts
  WHERE account_id = NEW.id AND watches = 'balance' AND status = 'active')
BEGIN
  DELETE FROM alert_readings WHERE account_id = NEW.id AND watches = 'balance'
    AND event_row = (SELECT coalesce(max(row), 0) FROM events);
  INSERT INTO alert_readings (account_id, watches, balance_version, posted, held, pending_in,
    event_row, at)
  SELECT NEW.id, 'balance', NEW.version, NEW.posted, NEW.held, NEW.pending_in,
    coalesce(max(row), 0), NEW.updated_at FROM events;
END;
--> statement-breakpoint
CREATE TRIGGER entries_watched AFTER INSERT ON entries
WHEN EXISTS (SELECT 1 FROM alerts
  WHERE account_id = NEW.account_id AND watches = 'entries' AND status = 'active')
BEGIN
  INSERT INTO alert_readings (account_id, watches, balance_version, posted, held, pending_in,
    event_row, direction, amount, transaction_id, at)
  SELECT id, 'entries', version, posted, held, pending_in,
    (SELECT coalesce(max(row), 0) FROM events), NEW.direction, NEW.amount,
    NEW.transaction_id, NEW.posted_at
  FROM accounts WHERE id = NEW.account_id;
END;
