-- What became of loans, as their lender tells: each word about one is added to those before it.
-- Money in minor units, times in milliseconds since 1970 UTC.
CREATE TABLE credit_outcomes (
  assessment_id TEXT NOT NULL REFERENCES credit_assessments (id),
  number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 1000),
  tenant_id TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('performing', 'repaid', 'defaulted')),
  observed_at INTEGER NOT NULL,
  days_past_due INTEGER CHECK (days_past_due >= 0),
  loss_amount INTEGER CHECK (loss_amount >= 0),
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (assessment_id, number),
  CHECK (loss_amount IS NULL OR outcome = 'defaulted')
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX credit_outcomes_by_tenant ON credit_outcomes (tenant_id, assessment_id);
--> statement-breakpoint
-- Of a loan only; what is over stays so, and a default is never taken back.
CREATE TRIGGER credit_outcomes_in_order BEFORE INSERT ON credit_outcomes
WHEN NOT EXISTS (SELECT 1 FROM credit_decisions d WHERE d.assessment_id = NEW.assessment_id
    AND d.tenant_id = NEW.tenant_id AND d.decision = 'approved'
    AND coalesce(NEW.loss_amount, 0) <= d.approved_amount)
  OR NEW.number <> 1 + (SELECT count(*) FROM credit_outcomes o
    WHERE o.assessment_id = NEW.assessment_id)
  OR EXISTS (SELECT 1 FROM credit_outcomes o WHERE o.assessment_id = NEW.assessment_id
    AND (o.outcome = 'repaid' OR (o.outcome = 'defaulted' AND NEW.outcome <> 'defaulted')
      OR o.observed_at > NEW.observed_at))
BEGIN SELECT RAISE(ABORT, 'a loan goes on, is repaid, or defaults for good'); END;
--> statement-breakpoint
CREATE TRIGGER credit_outcomes_no_update BEFORE UPDATE ON credit_outcomes
BEGIN SELECT RAISE(ABORT, 'an outcome never changes'); END;
--> statement-breakpoint
CREATE TRIGGER credit_outcomes_no_delete BEFORE DELETE ON credit_outcomes
BEGIN SELECT RAISE(ABORT, 'outcomes are never deleted'); END;
