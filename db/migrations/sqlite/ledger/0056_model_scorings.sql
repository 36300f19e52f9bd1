-- A version asked about many rows at once: an evaluation measures it on rows with labels, a batch
-- writes a score for each row. Each is accepted in one insert, begins once and comes to one end.
CREATE TABLE model_scorings (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('evaluation', 'batch')),
  model_id TEXT NOT NULL REFERENCES models (id),
  version_id TEXT NOT NULL REFERENCES model_versions (id),
  -- Who decided the task when it was asked for; NULL: nobody, or it is of no interest.
  champion_version_id TEXT REFERENCES model_versions (id),
  status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'succeeded', 'failed')),
  request TEXT NOT NULL CHECK (json_valid(request)),
  source TEXT NOT NULL CHECK (source IN ('upload', 'ledger_query')),
  -- NULL: the rows are read from the ledger when it begins.
  dataset_sha256 TEXT CHECK (length(dataset_sha256) = 64),
  stage TEXT NOT NULL DEFAULT 'waiting' CHECK (stage IN ('waiting', 'reading', 'scoring',
    'measuring', 'writing')),
  rows_done INTEGER NOT NULL DEFAULT 0 CHECK (rows_done >= 0),
  rows_all INTEGER NOT NULL DEFAULT 0 CHECK (rows_all >= 0),
  report TEXT CHECK (json_valid(report)),
  error TEXT CHECK (json_valid(error)),
  -- Of a batch: the file with its scores, and until when it is kept.
  result_sha256 TEXT CHECK (length(result_sha256) = 64),
  result_bytes INTEGER,
  result_expires_at INTEGER,
  result_removed_at INTEGER,
  workflow_run_id TEXT,
  request_id TEXT NOT NULL,
  actor TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  started_at INTEGER,
  completed_at INTEGER,
  CHECK ((source = 'ledger_query') = (dataset_sha256 IS NULL)),
  CHECK ((status = 'succeeded') = (report IS NOT NULL)),
  CHECK ((status = 'failed') = (error IS NOT NULL)),
  CHECK ((status IN ('queued', 'running')) = (completed_at IS NULL)),
  CHECK ((kind = 'batch' AND status = 'succeeded') = (result_sha256 IS NOT NULL)),
  CHECK ((result_sha256 IS NULL) = (result_bytes IS NULL)),
  CHECK ((result_sha256 IS NULL) = (result_expires_at IS NULL)),
  CHECK (status NOT IN ('running', 'succeeded') OR started_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX model_scorings_by_version ON model_scorings (version_id, kind, id);
--> statement-breakpoint
CREATE INDEX model_scorings_open ON model_scorings (id, tenant_id, created_at)
  WHERE status IN ('queued', 'running');
--> statement-breakpoint
CREATE INDEX model_scorings_results ON model_scorings (result_expires_at, id, result_sha256)
  WHERE result_sha256 IS NOT NULL AND result_removed_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER model_scorings_born_queued BEFORE INSERT ON model_scorings
WHEN NEW.status <> 'queued' OR NEW.version <> 1 OR NOT EXISTS (SELECT 1 FROM model_versions v
  WHERE v.id = NEW.version_id AND v.model_id = NEW.model_id)
BEGIN SELECT RAISE(ABORT, 'a scoring starts as queued, of a version'); END;
--> statement-breakpoint
CREATE TRIGGER model_scorings_status_edges BEFORE UPDATE ON model_scorings
WHEN (OLD.status IN ('succeeded', 'failed') AND NEW.result_removed_at IS OLD.result_removed_at)
  OR (OLD.status IN ('succeeded', 'failed') AND NEW.status <> OLD.status)
  OR (OLD.status = 'running' AND NEW.status = 'queued')
  OR (OLD.status = 'queued' AND NEW.status = 'succeeded')
BEGIN SELECT RAISE(ABORT, 'a scoring only goes forward'); END;
--> statement-breakpoint
CREATE TRIGGER model_scorings_identity BEFORE UPDATE OF id, tenant_id, kind, model_id, version_id,
  champion_version_id, request, source, dataset_sha256, request_id, actor, created_at
ON model_scorings BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
--> statement-breakpoint
CREATE TRIGGER model_scorings_no_delete BEFORE DELETE ON model_scorings
BEGIN SELECT RAISE(ABORT, 'scorings are never deleted'); END;
