-- Until when a version may be deployed; NULL: for as long as it is not put away. Milliseconds since
-- 1970 UTC.
ALTER TABLE model_versions ADD COLUMN expires_at INTEGER;
--> statement-breakpoint
-- Which versions have learnt from a data set: it is kept as long as one of them lives.
CREATE INDEX training_jobs_by_dataset ON training_jobs (tenant_id, dataset_sha256)
  WHERE version_id IS NOT NULL AND dataset_sha256 IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER model_versions_archived_expiry BEFORE UPDATE OF expires_at ON model_versions
WHEN NEW.expires_at IS NOT OLD.expires_at AND OLD.stage = 'archived'
BEGIN SELECT RAISE(ABORT, 'a version that was put away has no other end'); END;
