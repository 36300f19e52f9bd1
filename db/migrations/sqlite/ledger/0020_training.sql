-- Trainings: each is accepted in one insert, begins once and comes to one end. What it learns from
-- lies in the data directory and is named by its SHA-256; what it made is a version of a model.
CREATE TABLE training_jobs (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  -- The id that the model of that name has, or will have.
  model_id TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  task TEXT NOT NULL CHECK (task IN ('fraud', 'credit', 'churn', 'binary_classification')),
  label TEXT NOT NULL CHECK (label <> ''),
  status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'succeeded', 'failed', 'canceled')),
  request TEXT NOT NULL CHECK (json_valid(request)),
  source TEXT NOT NULL CHECK (source IN ('inline', 'upload', 'ledger_query')),
  -- Null: the rows are read from the ledger when it begins.
  dataset_sha256 TEXT CHECK (length(dataset_sha256) = 64),
  estimated_seconds INTEGER NOT NULL CHECK (estimated_seconds > 0),
  stage TEXT NOT NULL DEFAULT 'waiting' CHECK (stage IN ('waiting', 'reading', 'training',
    'measuring', 'checking')),
  round INTEGER NOT NULL DEFAULT 0 CHECK (round >= 0),
  rounds INTEGER NOT NULL DEFAULT 0 CHECK (rounds >= 0),
  validation_loss REAL,
  warnings TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(warnings)),
  report TEXT CHECK (json_valid(report)),
  error TEXT CHECK (json_valid(error)),
  version_id TEXT REFERENCES model_versions (id),
  workflow_run_id TEXT,
  request_id TEXT NOT NULL,
  actor TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  started_at INTEGER,
  completed_at INTEGER,
  UNIQUE (tenant_id, name, label),
  CHECK ((source = 'ledger_query') = (dataset_sha256 IS NULL)),
  CHECK ((status = 'succeeded') = (version_id IS NOT NULL)),
  CHECK ((status = 'succeeded') = (report IS NOT NULL)),
  CHECK ((status = 'failed') = (error IS NOT NULL)),
  CHECK ((status IN ('queued', 'running')) = (completed_at IS NULL)),
  CHECK (status <> 'queued' OR started_at IS NULL),
  CHECK (status NOT IN ('running', 'succeeded') OR started_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX training_jobs_by_tenant ON training_jobs (tenant_id, id);
--> statement-breakpoint
CREATE INDEX training_jobs_open ON training_jobs (id, tenant_id, created_at)
  WHERE status IN ('queued', 'running');
--> statement-breakpoint
CREATE TRIGGER training_jobs_born_queued BEFORE INSERT ON training_jobs
WHEN NEW.status <> 'queued' OR NEW.version <> 1
BEGIN SELECT RAISE(ABORT, 'a training starts as queued'); END;
--> statement-breakpoint
CREATE TRIGGER training_jobs_status_edges BEFORE UPDATE ON training_jobs
WHEN OLD.status IN ('succeeded', 'failed', 'canceled')
  OR (OLD.status = 'running' AND NEW.status = 'queued')
  OR (OLD.status = 'queued' AND NEW.status = 'succeeded')
BEGIN SELECT RAISE(ABORT, 'a training only goes forward'); END;
--> statement-breakpoint
CREATE TRIGGER training_jobs_identity BEFORE UPDATE OF id, tenant_id, model_id, name, task, label,
  request, source, dataset_sha256, estimated_seconds, request_id, actor, created_at
ON training_jobs BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
--> statement-breakpoint
-- What a training made is what it said that it would make.
CREATE TRIGGER training_jobs_make_their_version BEFORE UPDATE OF version_id ON training_jobs
WHEN NEW.version_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM model_versions v
  WHERE v.id = NEW.version_id AND v.tenant_id = NEW.tenant_id AND v.model_id = NEW.model_id
    AND v.label = NEW.label AND v.source = 'training')
BEGIN SELECT RAISE(ABORT, 'a training registers the version that it was accepted for'); END;
--> statement-breakpoint
CREATE TRIGGER training_jobs_no_delete BEFORE DELETE ON training_jobs
BEGIN SELECT RAISE(ABORT, 'trainings are never deleted'); END;
--> statement-breakpoint
-- Data sets that a developer has brought; the file is named by its hash. They are kept for a while.
CREATE TABLE training_datasets (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  format TEXT NOT NULL CHECK (format IN ('csv', 'json', 'ndjson')),
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX training_datasets_by_tenant ON training_datasets (tenant_id, id);
--> statement-breakpoint
CREATE INDEX training_datasets_by_expiry ON training_datasets (expires_at, id, sha256);
--> statement-breakpoint
CREATE INDEX training_datasets_by_hash ON training_datasets (sha256);
--> statement-breakpoint
CREATE TRIGGER training_datasets_no_update BEFORE UPDATE ON training_datasets
BEGIN SELECT RAISE(ABORT, 'a data set never changes'); END;
