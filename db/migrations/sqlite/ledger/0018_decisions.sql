-- What was decided about the risk of a payment, and on what: everything that it takes to decide it
-- again. Rows are written with the status that they lead to, and never change.
CREATE TABLE risk_decisions (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  -- Null: somebody asked about a payment that does not exist.
  transaction_id TEXT UNIQUE REFERENCES transactions (id),
  -- Who pays.
  account_id TEXT NOT NULL REFERENCES accounts (id),
  customer_id TEXT NOT NULL,
  -- The payment that was asked about; null when there is one.
  question TEXT CHECK (json_valid(question)),
  -- What was asked; null when no model answered.
  serving TEXT CHECK (serving IN ('production', 'canary', 'pinned')),
  model_name TEXT,
  model_version TEXT,
  artifact_sha256 TEXT CHECK (length(artifact_sha256) = 64),
  -- 64-bit floats in the order of the model's columns; NaN is a missing value.
  features BLOB,
  probability REAL CHECK (probability BETWEEN 0 AND 1),
  review_from REAL,
  block_from REAL,
  decline_from REAL,
  rule_set INTEGER NOT NULL,
  -- Rules that hit or could not tell, with what they add to the score.
  rules TEXT NOT NULL CHECK (json_valid(rules)),
  score INTEGER CHECK (score BETWEEN 0 AND 100),
  level TEXT NOT NULL CHECK (level IN ('low', 'medium', 'high', 'critical')),
  decision TEXT NOT NULL CHECK (decision IN ('approve', 'review', 'block_and_review', 'decline')),
  -- Exact attributions; null: computed when somebody asks, from the features.
  reasons TEXT CHECK (json_valid(reasons)),
  -- Why no model answered; null: one did.
  degraded TEXT,
  workflow_id TEXT,
  as_of INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  CHECK ((transaction_id IS NULL) = (question IS NOT NULL)),
  CHECK ((degraded IS NULL) = (probability IS NOT NULL)),
  CHECK ((probability IS NULL) = (score IS NULL)),
  CHECK ((probability IS NULL) = (features IS NULL)),
  CHECK ((probability IS NULL) = (serving IS NULL)),
  CHECK ((serving IS NULL) = (model_name IS NULL)),
  CHECK ((serving IS NULL) = (model_version IS NULL)),
  CHECK ((serving IS NULL) = (artifact_sha256 IS NULL)),
  CHECK ((serving IS NULL) = (review_from IS NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER risk_decisions_no_update BEFORE UPDATE ON risk_decisions
BEGIN SELECT RAISE(ABORT, 'a decision about risk never changes'); END;
--> statement-breakpoint
CREATE TRIGGER risk_decisions_no_delete BEFORE DELETE ON risk_decisions
BEGIN SELECT RAISE(ABORT, 'decisions about risk are never deleted'); END;
--> statement-breakpoint
-- What a person has to look at: a payment that waits for it (hold), or an account whose payments
-- were let through and looked odd (alert; one at a time for an account).
CREATE TABLE risk_reviews (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('hold', 'alert')),
  decision_id TEXT NOT NULL UNIQUE REFERENCES risk_decisions (id),
  transaction_id TEXT NOT NULL UNIQUE REFERENCES transactions (id),
  tenant_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'approved', 'rejected')),
  decided_by TEXT,
  reason TEXT,
  decided_at INTEGER,
  created_at INTEGER NOT NULL,
  CHECK ((status = 'open') = (decided_by IS NULL)),
  CHECK ((status = 'open') = (reason IS NULL)),
  CHECK ((status = 'open') = (decided_at IS NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX risk_reviews_open ON risk_reviews (id) WHERE status = 'open';
--> statement-breakpoint
CREATE UNIQUE INDEX risk_reviews_one_alert ON risk_reviews (account_id)
  WHERE kind = 'alert' AND status = 'open';
--> statement-breakpoint
CREATE TRIGGER risk_reviews_born_open BEFORE INSERT ON risk_reviews WHEN NEW.status <> 'open'
BEGIN SELECT RAISE(ABORT, 'a review starts open'); END;
--> statement-breakpoint
CREATE TRIGGER risk_reviews_decided_once BEFORE UPDATE ON risk_reviews
WHEN OLD.status <> 'open' OR NEW.id <> OLD.id OR NEW.kind <> OLD.kind
  OR NEW.decision_id <> OLD.decision_id OR NEW.transaction_id <> OLD.transaction_id
  OR NEW.tenant_id <> OLD.tenant_id OR NEW.account_id <> OLD.account_id
  OR NEW.created_at <> OLD.created_at
BEGIN SELECT RAISE(ABORT, 'a review is decided once'); END;
--> statement-breakpoint
CREATE TRIGGER risk_reviews_four_eyes BEFORE UPDATE OF decided_by ON risk_reviews
WHEN NEW.decided_by = (SELECT actor FROM transactions WHERE id = OLD.transaction_id)
BEGIN SELECT RAISE(ABORT, 'nobody reviews a transaction of their own'); END;
--> statement-breakpoint
CREATE TRIGGER risk_reviews_no_delete BEFORE DELETE ON risk_reviews
BEGIN SELECT RAISE(ABORT, 'reviews are never deleted'); END;
--> statement-breakpoint
-- Suspicions that a developer of the sandbox asked for: the next payments of the account meet them.
CREATE TABLE simulated_hits (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  decision TEXT NOT NULL CHECK (decision IN ('review', 'block_and_review', 'decline')),
  remaining INTEGER NOT NULL CHECK (remaining BETWEEN 0 AND 100),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
