-- The limits of an account, as the owner set them one after another. The newest version that is in
-- effect at a moment counts.
CREATE TABLE limit_terms (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  version INTEGER NOT NULL CHECK (version > 0),
  id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  terms TEXT NOT NULL CHECK (json_valid(terms)),
  effective_from INTEGER NOT NULL,
  effective_until INTEGER CHECK (effective_until > effective_from),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, version)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER limit_terms_no_update BEFORE UPDATE ON limit_terms
BEGIN SELECT RAISE(ABORT, 'limits are replaced by a new version'); END;
--> statement-breakpoint
CREATE TRIGGER limit_terms_no_delete BEFORE DELETE ON limit_terms
BEGIN SELECT RAISE(ABORT, 'limits are replaced by a new version'); END;
--> statement-breakpoint
-- Gross outflow of an account that has, or had, limits: what was booked or is held, by the moment
-- of its authorisation. What a hold gives back is taken off the period in which it was placed.
CREATE TABLE limit_usage (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  period TEXT NOT NULL CHECK (period IN ('day', 'week', 'month')),
  starts_at INTEGER NOT NULL,
  amount INTEGER NOT NULL CHECK (amount >= 0),
  count INTEGER NOT NULL CHECK (count >= 0),
  PRIMARY KEY (account_id, period, starts_at)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER limit_usage_no_delete BEFORE DELETE ON limit_usage
BEGIN SELECT RAISE(ABORT, 'usage is never deleted'); END;
--> statement-breakpoint
CREATE TABLE approvals (
  id TEXT PRIMARY KEY,
  transaction_id TEXT NOT NULL UNIQUE REFERENCES transactions (id),
  tenant_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('requested', 'granted', 'denied')),
  decided_by TEXT,
  reason TEXT,
  decided_at INTEGER,
  created_at INTEGER NOT NULL,
  CHECK ((status = 'requested') = (decided_by IS NULL)),
  CHECK ((status = 'requested') = (decided_at IS NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX approvals_requested ON approvals (id) WHERE status = 'requested';
--> statement-breakpoint
CREATE TRIGGER approvals_decided_once BEFORE UPDATE ON approvals
WHEN OLD.status <> 'requested' OR NEW.id <> OLD.id OR NEW.transaction_id <> OLD.transaction_id
  OR NEW.tenant_id <> OLD.tenant_id OR NEW.created_at <> OLD.created_at
BEGIN SELECT RAISE(ABORT, 'an approval is decided once'); END;
--> statement-breakpoint
CREATE TRIGGER approvals_four_eyes BEFORE UPDATE OF decided_by ON approvals
WHEN NEW.decided_by = (SELECT actor FROM transactions WHERE id = OLD.transaction_id)
BEGIN SELECT RAISE(ABORT, 'nobody approves a transaction of their own'); END;
--> statement-breakpoint
CREATE TRIGGER approvals_no_delete BEFORE DELETE ON approvals
BEGIN SELECT RAISE(ABORT, 'approvals are never deleted'); END;
--> statement-breakpoint
-- What a declined transaction says beside its code: the limit that it would have passed.
ALTER TABLE transactions ADD COLUMN status_detail TEXT CHECK (json_valid(status_detail));
--> statement-breakpoint
ALTER TABLE accounts ADD COLUMN limits_configured INTEGER NOT NULL DEFAULT 0
  CHECK (limits_configured IN (0, 1));
