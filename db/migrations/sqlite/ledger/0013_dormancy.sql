-- The day, by its developer's clock, on which an account was last used by its owner: days since
-- 1970. Written once a day at the most.
ALTER TABLE accounts ADD COLUMN last_used_on INTEGER NOT NULL DEFAULT 0;
--> statement-breakpoint
UPDATE accounts SET last_used_on = updated_at / 86400000;
--> statement-breakpoint
CREATE INDEX accounts_by_use ON accounts (last_used_on)
WHERE status = 'active' AND kind = 'customer';
--> statement-breakpoint
CREATE INDEX accounts_by_use_of_tenant ON accounts (tenant_id, last_used_on)
WHERE status = 'active' AND kind = 'customer';
--> statement-breakpoint
-- What two operators have to agree about: ending a freeze that the law asked for.
CREATE TABLE account_approvals (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  tenant_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('requested', 'granted', 'denied')),
  requested_by TEXT NOT NULL,
  request_reason TEXT NOT NULL,
  decided_by TEXT,
  reason TEXT,
  decided_at INTEGER,
  created_at INTEGER NOT NULL,
  CHECK ((status = 'requested') = (decided_by IS NULL)),
  CHECK ((status = 'requested') = (decided_at IS NULL)),
  CHECK (decided_by <> requested_by)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX account_approvals_open ON account_approvals (account_id)
WHERE status = 'requested';
--> statement-breakpoint
CREATE TRIGGER account_approvals_decided_once BEFORE UPDATE ON account_approvals
WHEN OLD.status <> 'requested' OR NEW.id <> OLD.id OR NEW.account_id <> OLD.account_id
  OR NEW.tenant_id <> OLD.tenant_id OR NEW.requested_by <> OLD.requested_by
  OR NEW.created_at <> OLD.created_at
BEGIN SELECT RAISE(ABORT, 'an approval is decided once'); END;
--> statement-breakpoint
CREATE TRIGGER account_approvals_no_delete BEFORE DELETE ON account_approvals
BEGIN SELECT RAISE(ABORT, 'approvals are never deleted'); END;
--> statement-breakpoint
-- A test clock ends the quotes of its developer on its way.
CREATE INDEX quotes_active_of_tenant ON quotes (tenant_id, lock_expires_at)
WHERE status = 'active';
