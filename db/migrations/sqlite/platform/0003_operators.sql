-- Operators are people: each has roles, keys of their own, and came by an invitation. What two of
-- them have to agree about and is not one ledger's alone is kept here.
CREATE TABLE people (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT,
  roles TEXT NOT NULL CHECK (length(roles) > 0),
  origin TEXT NOT NULL CHECK (origin IN ('first', 'environment', 'invitation')),
  status TEXT NOT NULL CHECK (status IN ('invited', 'active', 'disabled')),
  invited_by TEXT,
  claim_hash BLOB UNIQUE CHECK (length(claim_hash) = 32),
  claim_expires_at INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((claim_hash IS NULL) = (claim_expires_at IS NULL)),
  CHECK (origin <> 'invitation' OR (email IS NOT NULL AND invited_by IS NOT NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO people (id, name, roles, origin, status, created_at, updated_at)
SELECT id, name, 'admin', CASE name WHEN 'First operator' THEN 'first' ELSE 'environment' END,
  status, created_at, updated_at FROM operators;
--> statement-breakpoint
CREATE TABLE operator_keys (
  id TEXT PRIMARY KEY,
  operator_id TEXT NOT NULL REFERENCES people (id),
  key_hash BLOB NOT NULL UNIQUE CHECK (length(key_hash) = 32),
  last_four TEXT,
  expires_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO operator_keys (id, operator_id, key_hash, created_at)
SELECT 'key' || substr(id, 4), id, key_hash, created_at FROM operators;
--> statement-breakpoint
DROP TABLE operators;
--> statement-breakpoint
ALTER TABLE people RENAME TO operators;
--> statement-breakpoint
CREATE UNIQUE INDEX operators_by_email ON operators (lower(email)) WHERE email IS NOT NULL;
--> statement-breakpoint
CREATE INDEX operator_keys_by_operator ON operator_keys (operator_id, id);
--> statement-breakpoint
CREATE TRIGGER operators_last_admin BEFORE UPDATE OF status, roles ON operators
WHEN OLD.status = 'active' AND ' ' || OLD.roles || ' ' LIKE '% admin %'
  AND NOT (NEW.status = 'active' AND ' ' || NEW.roles || ' ' LIKE '% admin %')
  AND NOT EXISTS (SELECT 1 FROM operators o WHERE o.id <> OLD.id AND o.status = 'active'
    AND ' ' || o.roles || ' ' LIKE '% admin %')
BEGIN SELECT RAISE(ABORT, 'the last admin stays'); END;
--> statement-breakpoint
CREATE TRIGGER operators_no_delete BEFORE DELETE ON operators
BEGIN SELECT RAISE(ABORT, 'operators are disabled, never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER operator_keys_stay BEFORE UPDATE OF operator_id, key_hash ON operator_keys
BEGIN SELECT RAISE(ABORT, 'a key never changes hands'); END;
--> statement-breakpoint
CREATE TABLE approvals (
  id TEXT PRIMARY KEY,
  act TEXT NOT NULL,
  object_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'production')),
  terms TEXT NOT NULL CHECK (json_valid(terms)),
  status TEXT NOT NULL CHECK (status IN ('requested', 'granted', 'denied')),
  requested_by TEXT NOT NULL REFERENCES operators (id),
  request_reason TEXT NOT NULL,
  decided_by TEXT REFERENCES operators (id),
  reason TEXT,
  decided_at INTEGER,
  carried_out_at INTEGER,
  created_at INTEGER NOT NULL,
  CHECK (decided_by IS NULL OR decided_by <> requested_by),
  CHECK ((status = 'requested') = (decided_by IS NULL)),
  CHECK (carried_out_at IS NULL OR status = 'granted')
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX approvals_open ON approvals (act, object_id, environment)
WHERE status = 'requested';
--> statement-breakpoint
CREATE INDEX approvals_by_object ON approvals (object_id, id);
--> statement-breakpoint
CREATE TRIGGER approvals_decided_once BEFORE UPDATE ON approvals
WHEN (OLD.status <> 'requested' AND NEW.status <> OLD.status)
  OR NEW.act <> OLD.act OR NEW.object_id <> OLD.object_id OR NEW.environment <> OLD.environment
  OR NEW.terms <> OLD.terms OR NEW.requested_by <> OLD.requested_by
BEGIN SELECT RAISE(ABORT, 'an approval is decided once, about what was asked'); END;
--> statement-breakpoint
CREATE TRIGGER approvals_no_delete BEFORE DELETE ON approvals
BEGIN SELECT RAISE(ABORT, 'approvals are kept'); END;
