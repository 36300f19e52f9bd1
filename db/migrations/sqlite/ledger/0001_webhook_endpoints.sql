-- Where a tenant wants its events sent. Times are milliseconds since 1970 UTC. Secrets are sealed
-- before they come here: no plain secret is ever in this file.
CREATE TABLE webhook_endpoints (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  url TEXT NOT NULL,
  description TEXT,
  events TEXT NOT NULL CHECK (json_valid(events)),
  payload TEXT NOT NULL CHECK (payload IN ('full', 'thin')),
  status TEXT NOT NULL CHECK (status IN ('enabled', 'disabled', 'auto_disabled')),
  status_code TEXT,
  status_message TEXT,
  metadata TEXT NOT NULL DEFAULT '{}',
  secret TEXT,
  secret_number INTEGER NOT NULL CHECK (secret_number > 0),
  previous_secret TEXT,
  previous_secret_expires_at INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  removed_at INTEGER,
  -- A removed endpoint keeps its row, for its deliveries, and forgets its secrets.
  CHECK ((removed_at IS NULL) = (secret IS NOT NULL)),
  CHECK (removed_at IS NULL OR (previous_secret IS NULL AND status <> 'enabled')),
  CHECK ((previous_secret IS NULL) = (previous_secret_expires_at IS NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX webhook_endpoints_by_tenant ON webhook_endpoints (tenant_id, id)
  WHERE removed_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER webhook_endpoints_identity BEFORE UPDATE OF id, tenant_id, created_at
ON webhook_endpoints BEGIN SELECT RAISE(ABORT, 'the identity of an endpoint never changes'); END;
--> statement-breakpoint
CREATE TRIGGER webhook_endpoints_removed BEFORE UPDATE ON webhook_endpoints
WHEN OLD.removed_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an endpoint that was removed stays so'); END;
--> statement-breakpoint
CREATE TRIGGER webhook_endpoints_versions BEFORE UPDATE ON webhook_endpoints
WHEN NEW.version <> OLD.version + 1 OR NEW.secret_number < OLD.secret_number
BEGIN SELECT RAISE(ABORT, 'each change of an endpoint is one version'); END;
--> statement-breakpoint
CREATE TRIGGER webhook_endpoints_no_delete BEFORE DELETE ON webhook_endpoints
BEGIN SELECT RAISE(ABORT, 'endpoints are removed by their date, for their deliveries'); END;
