-- A decision has some 530 bytes. In a table WITHOUT ROWID whole rows lie on the inner pages, too:
-- seven to a page, so that the tree is high and each payment writes more of its pages
-- (docs/decisions/0190).
CREATE TABLE risk_decisions_new (
  id TEXT NOT NULL PRIMARY KEY,
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
) STRICT;
--> statement-breakpoint
-- In the order of their ids, as they were written.
INSERT INTO risk_decisions_new SELECT * FROM risk_decisions ORDER BY id;
--> statement-breakpoint
DROP TABLE risk_decisions;
--> statement-breakpoint
ALTER TABLE risk_decisions_new RENAME TO risk_decisions;
--> statement-breakpoint
CREATE INDEX risk_decisions_by_tenant ON risk_decisions (tenant_id, id);
--> statement-breakpoint
CREATE INDEX risk_questions_by_customer ON risk_decisions (customer_id, id)
  WHERE transaction_id IS NULL;
--> statement-breakpoint
CREATE TRIGGER risk_decisions_no_update BEFORE UPDATE ON risk_decisions
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'a decision about risk never changes'); END;
--> statement-breakpoint
CREATE TRIGGER risk_decisions_no_delete BEFORE DELETE ON risk_decisions
BEGIN SELECT RAISE(ABORT, 'decisions about risk are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER risk_decisions_stay BEFORE INSERT ON risk_decisions
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
