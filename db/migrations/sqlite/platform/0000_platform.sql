-- What stands above the environments: who may call, never what is owned.
CREATE TABLE developers (
  id TEXT PRIMARY KEY,
  company TEXT NOT NULL,
  email TEXT NOT NULL,
  phone TEXT,
  country TEXT NOT NULL,
  use_case TEXT,
  expected_volume TEXT,
  sandbox_status TEXT NOT NULL CHECK (sandbox_status IN ('active', 'suspended')),
  application_id TEXT NOT NULL UNIQUE,
  application_status TEXT NOT NULL CHECK (application_status IN ('pending', 'approved',
    'rejected')),
  application_reason TEXT,
  decided_by TEXT,
  decided_at INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX developers_by_email ON developers (lower(email));
--> statement-breakpoint
CREATE TRIGGER developers_application_edges BEFORE UPDATE OF application_status ON developers
WHEN NEW.application_status <> OLD.application_status AND OLD.application_status <> 'pending'
BEGIN SELECT RAISE(ABORT, 'an application is decided once'); END;
--> statement-breakpoint
CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  developer_id TEXT NOT NULL REFERENCES developers (id),
  environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'production')),
  name TEXT NOT NULL,
  key_hash BLOB NOT NULL UNIQUE CHECK (length(key_hash) = 32),
  last_four TEXT NOT NULL,
  scopes TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'rotating', 'revoked')),
  expires_at INTEGER,
  revoked_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX api_keys_by_developer ON api_keys (developer_id, id);
--> statement-breakpoint
CREATE TABLE operators (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  key_hash BLOB NOT NULL UNIQUE CHECK (length(key_hash) = 32),
  status TEXT NOT NULL CHECK (status IN ('active', 'disabled')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE audit (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  object_id TEXT NOT NULL,
  environment TEXT,
  detail TEXT NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
