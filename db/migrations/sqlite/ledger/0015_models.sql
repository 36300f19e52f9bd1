-- Models, their versions and the names that move between versions. A file is told by its SHA-256
-- and lies in the data directory; what it is stands here and never changes, only how far it has
-- come.
CREATE TABLE models (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  task TEXT NOT NULL CHECK (task IN ('fraud', 'credit', 'churn', 'binary_classification')),
  created_at INTEGER NOT NULL,
  UNIQUE (tenant_id, name)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX models_by_tenant ON models (tenant_id, id);
--> statement-breakpoint
CREATE TABLE model_versions (
  id TEXT PRIMARY KEY,
  model_id TEXT NOT NULL REFERENCES models (id),
  tenant_id TEXT NOT NULL,
  name TEXT NOT NULL,
  task TEXT NOT NULL,
  label TEXT NOT NULL CHECK (label <> ''),
  source TEXT NOT NULL CHECK (source IN ('platform', 'upload', 'training')),
  stage TEXT NOT NULL CHECK (stage IN ('candidate', 'shadow', 'canary', 'production', 'archived',
    'rolled_back')),
  approval_status TEXT NOT NULL CHECK (approval_status IN ('pending_approval', 'approved',
    'rejected')),
  approved_by TEXT,
  approval_reason TEXT,
  artifact_sha256 TEXT NOT NULL CHECK (length(artifact_sha256) = 64),
  artifact_bytes INTEGER NOT NULL CHECK (artifact_bytes > 0),
  card TEXT NOT NULL,
  checks TEXT NOT NULL,
  actor TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (model_id, label),
  CHECK (stage IN ('candidate', 'archived', 'rolled_back') OR approval_status = 'approved'),
  CHECK ((approved_by IS NULL) = (approval_reason IS NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX model_versions_by_model ON model_versions (model_id, id);
--> statement-breakpoint
CREATE INDEX model_versions_by_approval ON model_versions (approval_status, id);
--> statement-breakpoint
-- At most one version decides for a task of a tenant.
CREATE UNIQUE INDEX model_versions_one_in_production ON model_versions (tenant_id, task)
  WHERE stage = 'production';
--> statement-breakpoint
CREATE TRIGGER model_versions_born_candidate BEFORE INSERT ON model_versions
WHEN NEW.version <> 1 OR NEW.stage <> 'candidate'
  OR NOT EXISTS (SELECT 1 FROM models m WHERE m.id = NEW.model_id
    AND m.tenant_id = NEW.tenant_id AND m.name = NEW.name AND m.task = NEW.task)
BEGIN SELECT RAISE(ABORT, 'a version starts as a candidate of its model'); END;
--> statement-breakpoint
CREATE TRIGGER model_versions_stage_edges BEFORE UPDATE OF stage ON model_versions
WHEN NEW.stage <> OLD.stage AND NOT (
  (OLD.stage = 'candidate' AND NEW.stage IN ('shadow', 'canary', 'production', 'archived'))
  OR (OLD.stage = 'shadow' AND NEW.stage IN ('canary', 'production', 'rolled_back'))
  OR (OLD.stage = 'canary' AND NEW.stage IN ('production', 'rolled_back'))
  OR (OLD.stage = 'production' AND NEW.stage IN ('archived', 'rolled_back'))
  OR (OLD.stage = 'archived' AND NEW.stage = 'production'))
BEGIN SELECT RAISE(ABORT, 'model stage edge is not allowed'); END;
--> statement-breakpoint
CREATE TRIGGER model_versions_approval_edges BEFORE UPDATE OF approval_status ON model_versions
WHEN NEW.approval_status <> OLD.approval_status AND OLD.approval_status <> 'pending_approval'
BEGIN SELECT RAISE(ABORT, 'an approval is decided once'); END;
--> statement-breakpoint
CREATE TRIGGER model_versions_identity BEFORE UPDATE OF id, model_id, tenant_id, name, task, label,
  source, artifact_sha256, artifact_bytes, card, checks, actor, created_at
ON model_versions BEGIN SELECT RAISE(ABORT, 'a version of a model never changes'); END;
--> statement-breakpoint
CREATE TRIGGER model_versions_no_delete BEFORE DELETE ON model_versions
BEGIN SELECT RAISE(ABORT, 'versions of models are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER models_no_update BEFORE UPDATE ON models
BEGIN SELECT RAISE(ABORT, 'a model never changes'); END;
--> statement-breakpoint
CREATE TRIGGER models_no_delete BEFORE DELETE ON models
BEGIN SELECT RAISE(ABORT, 'models are never deleted'); END;
--> statement-breakpoint
-- `latest` and `production`: names that move from version to version.
CREATE TABLE model_aliases (
  model_id TEXT NOT NULL REFERENCES models (id),
  alias TEXT NOT NULL CHECK (alias IN ('latest', 'production')),
  version_id TEXT NOT NULL REFERENCES model_versions (id),
  moved_at INTEGER NOT NULL,
  PRIMARY KEY (model_id, alias)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER model_aliases_stay_in_the_model BEFORE INSERT ON model_aliases
WHEN NOT EXISTS (SELECT 1 FROM model_versions v
  WHERE v.id = NEW.version_id AND v.model_id = NEW.model_id)
BEGIN SELECT RAISE(ABORT, 'an alias names a version of its own model'); END;
--> statement-breakpoint
CREATE TRIGGER model_aliases_move_in_the_model BEFORE UPDATE ON model_aliases
WHEN NEW.model_id <> OLD.model_id OR NEW.alias <> OLD.alias OR NOT EXISTS (
  SELECT 1 FROM model_versions v WHERE v.id = NEW.version_id AND v.model_id = NEW.model_id)
BEGIN SELECT RAISE(ABORT, 'an alias names a version of its own model'); END;
