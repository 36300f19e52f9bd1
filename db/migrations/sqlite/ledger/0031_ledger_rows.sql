-- A training on rows of the ledger says, once it has read them, which ones they were: who begins it
-- again reads the same ones or stops.
ALTER TABLE training_jobs ADD COLUMN frozen_sha256 TEXT
  CHECK (frozen_sha256 IS NULL OR (length(frozen_sha256) = 64 AND source = 'ledger_query'));
--> statement-breakpoint
CREATE TRIGGER training_jobs_frozen_once BEFORE UPDATE OF frozen_sha256 ON training_jobs
WHEN NEW.frozen_sha256 IS NOT OLD.frozen_sha256
  AND (OLD.frozen_sha256 IS NOT NULL OR NEW.status <> 'running')
BEGIN SELECT RAISE(ABORT, 'the rows of a training are fixed once, while it runs'); END;
--> statement-breakpoint
CREATE TRIGGER training_jobs_learn_from_fixed_rows BEFORE UPDATE OF status ON training_jobs
WHEN NEW.status = 'succeeded' AND NEW.source = 'ledger_query' AND NEW.frozen_sha256 IS NULL
BEGIN SELECT RAISE(ABORT, 'a training that succeeds has said which rows it learnt from'); END;
--> statement-breakpoint
-- The alerts of an account: they cover its payments that were flagged meanwhile.
CREATE INDEX risk_reviews_by_account ON risk_reviews (account_id, created_at) WHERE kind = 'alert';
