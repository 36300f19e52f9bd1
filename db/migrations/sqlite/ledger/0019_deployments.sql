-- How a version of a model comes to decide, and how it is taken back: the stage of the version, the
-- alias `production` and the deployment move in one transaction.
CREATE TABLE model_deployments (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  model_id TEXT NOT NULL REFERENCES models (id),
  version_id TEXT NOT NULL REFERENCES model_versions (id),
  task TEXT NOT NULL,
  label TEXT NOT NULL,
  strategy TEXT NOT NULL CHECK (strategy IN ('shadow', 'canary', 'immediate')),
  plan TEXT NOT NULL CHECK (json_valid(plan)),
  status TEXT NOT NULL CHECK (status IN ('pending', 'validating', 'shadow', 'canary', 'active',
    'superseded', 'failed', 'rolled_back')),
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
  CHECK ((status IN ('failed', 'rolled_back')) = (status_code IS NOT NULL)),
  CHECK ((status_code IS NULL) = (status_message IS NULL)),
  CHECK ((approved_by IS NULL) = (approval_status IN ('not_required', 'requested'))),
  CHECK ((approved_by IS NULL) = (approval_reason IS NULL)),
  -- What nobody agreed to decides nothing.
  CHECK (status NOT IN ('canary', 'active', 'superseded')
    OR approval_status IN ('not_required', 'granted')),
  CHECK (traffic_percent = 0 OR status IN ('canary', 'active')),
  CHECK (status <> 'active' OR traffic_percent = 100),
  CHECK (status <> 'canary' OR traffic_percent > 0),
  CHECK ((status IN ('superseded', 'failed', 'rolled_back')) = (completed_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
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
  (OLD.status = 'pending' AND NEW.status IN ('validating', 'failed'))
  OR (OLD.status = 'validating' AND NEW.status IN ('shadow', 'canary', 'active', 'failed'))
  OR (OLD.status = 'shadow' AND NEW.status IN ('canary', 'active', 'rolled_back'))
  OR (OLD.status = 'canary' AND NEW.status IN ('active', 'rolled_back'))
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
-- What champion and challenger said of one live decision; one of the two decided it.
CREATE TABLE deployment_observations (
  deployment_id TEXT NOT NULL REFERENCES model_deployments (id),
  decision_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('shadow', 'canary', 'active')),
  step INTEGER NOT NULL CHECK (step >= 0),
  decided_by TEXT NOT NULL CHECK (decided_by IN ('champion', 'challenger')),
  champion_probability REAL CHECK (champion_probability BETWEEN 0 AND 1),
  challenger_probability REAL CHECK (challenger_probability BETWEEN 0 AND 1),
  champion_flags INTEGER CHECK (champion_flags IN (0, 1)),
  challenger_flags INTEGER CHECK (challenger_flags IN (0, 1)),
  latency_micros INTEGER CHECK (latency_micros >= 0),
  -- Why the challenger has no score.
  error TEXT,
  observed_at INTEGER NOT NULL,
  PRIMARY KEY (deployment_id, status, step, decision_id),
  CHECK ((error IS NULL) = (challenger_probability IS NOT NULL)),
  CHECK ((challenger_probability IS NULL) = (challenger_flags IS NULL)),
  CHECK ((champion_probability IS NULL) = (champion_flags IS NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER deployment_observations_no_update BEFORE UPDATE ON deployment_observations
BEGIN SELECT RAISE(ABORT, 'an observation never changes'); END;
--> statement-breakpoint
CREATE TRIGGER deployment_observations_no_delete BEFORE DELETE ON deployment_observations
BEGIN SELECT RAISE(ABORT, 'observations are never deleted'); END;
