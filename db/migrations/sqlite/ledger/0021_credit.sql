-- Credit assessments, and what was decided about them: by the engine first, then by a person where
-- the engine could not. Both are only ever added to. Money in minor units, times in milliseconds
-- since 1970 UTC.
CREATE TABLE credit_assessments (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  currency TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  term_months INTEGER NOT NULL CHECK (term_months > 0),
  consent_id TEXT,
  -- What was asked, what the rules and the model found, as JSON.
  request TEXT NOT NULL,
  findings TEXT NOT NULL,
  policy_version TEXT NOT NULL,
  model_name TEXT NOT NULL,
  model_version TEXT NOT NULL,
  artifact_sha256 TEXT NOT NULL CHECK (length(artifact_sha256) = 64),
  -- The row that the model was given; null when it was not asked or had no answer.
  features TEXT,
  probability REAL CHECK (probability BETWEEN 0 AND 1),
  score INTEGER CHECK (score BETWEEN 300 AND 850),
  latency_us INTEGER CHECK (latency_us >= 0),
  degraded INTEGER NOT NULL CHECK (degraded IN (0, 1)),
  metadata TEXT NOT NULL,
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  CHECK ((probability IS NULL) = (features IS NULL)),
  CHECK ((probability IS NULL) = (score IS NULL)),
  CHECK (degraded = 0 OR probability IS NULL)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX credit_assessments_by_tenant ON credit_assessments (tenant_id, id);
--> statement-breakpoint
CREATE INDEX credit_assessments_by_customer ON credit_assessments (customer_id, id);
--> statement-breakpoint
CREATE TABLE credit_decisions (
  id TEXT PRIMARY KEY,
  assessment_id TEXT NOT NULL REFERENCES credit_assessments (id),
  tenant_id TEXT NOT NULL,
  -- 1: the engine's; 2: that of a person.
  number INTEGER NOT NULL CHECK (number IN (1, 2)),
  decision TEXT NOT NULL CHECK (decision IN ('approved', 'denied', 'manual_review')),
  approved_amount INTEGER CHECK (approved_amount > 0),
  -- Adverse-action reasons as JSON: at least one of a denial, never more than four.
  reasons TEXT NOT NULL CHECK (json_array_length(reasons) <= 4),
  review_reason TEXT,
  -- A person's own words.
  comment TEXT,
  actor TEXT NOT NULL,
  decided_at INTEGER NOT NULL,
  UNIQUE (assessment_id, number),
  CHECK (decision <> 'denied' OR json_array_length(reasons) > 0),
  CHECK ((decision = 'approved') = (approved_amount IS NOT NULL)),
  CHECK ((decision = 'manual_review') = (review_reason IS NOT NULL)),
  CHECK (number = 1 OR (decision <> 'manual_review' AND comment IS NOT NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX credit_decisions_to_review ON credit_decisions (assessment_id)
  WHERE decision = 'manual_review';
--> statement-breakpoint
CREATE TRIGGER credit_decisions_in_order BEFORE INSERT ON credit_decisions
WHEN NOT EXISTS (SELECT 1 FROM credit_assessments a WHERE a.id = NEW.assessment_id
    AND a.tenant_id = NEW.tenant_id AND coalesce(NEW.approved_amount, 0) <= a.amount)
  OR (NEW.number = 2 AND NOT EXISTS (SELECT 1 FROM credit_decisions d
    WHERE d.assessment_id = NEW.assessment_id AND d.number = 1 AND d.decision = 'manual_review'
    AND d.actor <> NEW.actor))
BEGIN SELECT RAISE(ABORT, 'a person decides what the engine left, once'); END;
--> statement-breakpoint
CREATE TRIGGER credit_assessments_no_update BEFORE UPDATE ON credit_assessments
BEGIN SELECT RAISE(ABORT, 'an assessment never changes'); END;
--> statement-breakpoint
CREATE TRIGGER credit_assessments_no_delete BEFORE DELETE ON credit_assessments
BEGIN SELECT RAISE(ABORT, 'assessments are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER credit_decisions_no_update BEFORE UPDATE ON credit_decisions
BEGIN SELECT RAISE(ABORT, 'a decision about credit never changes'); END;
--> statement-breakpoint
CREATE TRIGGER credit_decisions_no_delete BEFORE DELETE ON credit_decisions
BEGIN SELECT RAISE(ABORT, 'decisions about credit are never deleted'); END;
