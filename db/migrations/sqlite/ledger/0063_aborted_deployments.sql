-- A deployment that is stopped before its version decides for all is `aborted`, and its version a
-- candidate again. A CHECK cannot change, so the table is made anew.
CREATE TABLE model_deployments_new (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  model_id TEXT NOT NULL REFERENCES models (id),
  version_id TEXT NOT NULL REFERENCES model_versions (id),
  task TEXT NOT NULL,
  label TEXT NOT NULL,
  strategy TEXT NOT NULL CHECK (strategy IN ('shadow', 'canary', 'immediate')),
  plan TEXT NOT NULL CHECK (json_valid(plan)),
  status TEXT NOT NULL CHECK (status IN ('pending', 'validating', 'shadow', 'canary', 'active',
    'superseded', 'failed', 'rolled_back', 'aborted')),
  -- Of the canary: which of its steps.
  step INTEGER NOT NULL DEFAULT 0 CHECK (step >= 0),
  traffic_percent INTEGER NOT NULL DEFAULT 0 CHECK (traffic_percent BETWEEN 0 AND 100),
  stage_since INTEGER NOT NULL,
  -- An active one is looked after until then; NULL: it is not.
  watched_until INTEGER,
  champion_version_id TEXT REFERENCES model_versions (id),
  rollback_to TEXT REFERENCES model_versions (id),
  gates TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(gates)),
  replay_report TEXT CHECK (replay_report IS NULL OR json_valid(replay_report)),
  approval_status TEXT NOT NULL CHECK (approval_status IN ('not_required', 'requested', 'granted',
    'denied')),
  approved_by TEXT,
  approval_reason TEXT,
  -- Why it failed or was taken back.
  status_code TEXT,
  status_message TEXT,
  -- Decisions up to here have been looked at.
  seen_through TEXT NOT NULL DEFAULT '',
  metadata TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(metadata)),
  workflow_run_id TEXT,
  request_id TEXT NOT NULL,
  actor TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  completed_at INTEGER,
  CHECK ((status IN ('failed', 'rolled_back', 'aborted')) = (status_code IS NOT NULL)),
  CHECK ((status_code IS NULL) = (status_message IS NULL)),
  CHECK ((approved_by IS NULL) = (approval_status IN ('not_required', 'requested'))),
  CHECK ((approved_by IS NULL) = (approval_reason IS NULL)),
  -- What nobody agreed to decides nothing.
  CHECK (status NOT IN ('canary', 'active', 'superseded')
    OR approval_status IN ('not_required', 'granted')),
  CHECK (traffic_percent = 0 OR status IN ('canary', 'active')),
  CHECK (status <> 'active' OR traffic_percent = 100),
  CHECK (status <> 'canary' OR traffic_percent > 0),
  CHECK ((status IN ('superseded', 'failed', 'rolled_back', 'aborted'))
    = (completed_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO model_deployments_new SELECT * FROM model_deployments;
--> statement-breakpoint
DROP TABLE model_deployments;
--> statement-breakpoint
ALTER TABLE model_deployments_new RENAME TO model_deployments;
--> statement-breakpoint
CREATE INDEX model_deployments_by_tenant ON model_deployments (tenant_id, id);
--> statement-breakpoint
CREATE INDEX model_deployments_by_approval ON model_deployments (approval_status, id);
--> statement-breakpoint
CREATE INDEX model_deployments_by_version ON model_deployments (version_id);
--> statement-breakpoint
-- One is on its way for a task of a tenant, and one decides.
CREATE UNIQUE INDEX model_deployments_open ON model_deployments (tenant_id, task)
  WHERE status IN ('pending', 'validating', 'shadow', 'canary');
--> statement-breakpoint
CREATE UNIQUE INDEX model_deployments_active ON model_deployments (tenant_id, task)
  WHERE status = 'active';
--> statement-breakpoint
-- What needs a workflow.
CREATE INDEX model_deployments_carried ON model_deployments (id)
  WHERE status IN ('pending', 'validating', 'shadow', 'canary') OR watched_until IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER model_deployments_born_pending BEFORE INSERT ON model_deployments
WHEN NEW.version <> 1 OR NEW.status <> 'pending' OR NOT EXISTS (
  SELECT 1 FROM model_versions v WHERE v.id = NEW.version_id AND v.tenant_id = NEW.tenant_id
    AND v.model_id = NEW.model_id AND v.task = NEW.task AND v.label = NEW.label)
BEGIN SELECT RAISE(ABORT, 'a deployment starts as pending, of a version of its tenant'); END;
--> statement-breakpoint
CREATE TRIGGER model_deployments_status_edges BEFORE UPDATE OF status ON model_deployments
WHEN NEW.status <> OLD.status AND NOT (
  (OLD.status = 'pending' AND NEW.status IN ('validating', 'failed', 'aborted'))
  OR (OLD.status = 'validating' AND NEW.status IN ('shadow', 'canary', 'active', 'failed',
    'aborted'))
  OR (OLD.status = 'shadow' AND NEW.status IN ('canary', 'active', 'rolled_back', 'aborted'))
  OR (OLD.status = 'canary' AND NEW.status IN ('active', 'rolled_back', 'aborted'))
  OR (OLD.status = 'active' AND NEW.status IN ('superseded', 'rolled_back'))
  -- The one after it was taken back.
  OR (OLD.status = 'superseded' AND NEW.status = 'active'))
BEGIN SELECT RAISE(ABORT, 'deployment status edge is not allowed'); END;
--> statement-breakpoint
CREATE TRIGGER model_deployments_approval_edges BEFORE UPDATE OF approval_status
ON model_deployments
WHEN NEW.approval_status <> OLD.approval_status AND OLD.approval_status <> 'requested'
BEGIN SELECT RAISE(ABORT, 'an approval is decided once'); END;
--> statement-breakpoint
CREATE TRIGGER model_deployments_identity BEFORE UPDATE OF id, tenant_id, model_id, version_id,
  task, label, strategy, plan, metadata, request_id, actor, created_at
ON model_deployments BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
--> statement-breakpoint
CREATE TRIGGER model_deployments_no_delete BEFORE DELETE ON model_deployments
BEGIN SELECT RAISE(ABORT, 'deployments are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER model_deployments_metadata_new AFTER INSERT ON model_deployments
WHEN NEW.metadata <> '{}'
BEGIN
  INSERT INTO metadata_terms
  SELECT NEW.tenant_id, 'model_deployment', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(NEW.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
END;
--> statement-breakpoint
CREATE TRIGGER model_deployments_metadata_changed AFTER UPDATE OF metadata ON model_deployments
WHEN NEW.metadata <> OLD.metadata
BEGIN
  DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = 'model_deployment';
  INSERT INTO metadata_terms
  SELECT NEW.tenant_id, 'model_deployment', m.key,
    CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END,
    NEW.id
  FROM json_each(NEW.metadata) m
  WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
    AND length(CAST(m.value AS TEXT)) <= 500;
END;
--> statement-breakpoint
DROP TRIGGER model_versions_stage_edges;
--> statement-breakpoint
CREATE TRIGGER model_versions_stage_edges BEFORE UPDATE OF stage ON model_versions
WHEN NEW.stage <> OLD.stage AND NOT (
  (OLD.stage = 'candidate' AND NEW.stage IN ('shadow', 'canary', 'production', 'archived'))
  -- Stopped before it was done: it may be deployed again.
  OR (OLD.stage = 'shadow' AND NEW.stage IN ('candidate', 'canary', 'production', 'rolled_back'))
  OR (OLD.stage = 'canary' AND NEW.stage IN ('candidate', 'production', 'rolled_back'))
  OR (OLD.stage = 'production' AND NEW.stage IN ('archived', 'rolled_back'))
  OR (OLD.stage = 'rolled_back' AND NEW.stage = 'archived')
  OR (OLD.stage = 'archived' AND NEW.stage = 'production'))
BEGIN SELECT RAISE(ABORT, 'model stage edge is not allowed'); END;
