-- From when the bank assesses a verified customer again by itself, before `next_review_at`; null:
-- it has begun to, or nobody is due.
ALTER TABLE customers ADD COLUMN review_from INTEGER
  CHECK (review_from IS NULL OR next_review_at IS NOT NULL);
--> statement-breakpoint
UPDATE customers SET review_from = next_review_at - 60 * 86400000 WHERE next_review_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX customers_review ON customers (review_from) WHERE review_from IS NOT NULL;
--> statement-breakpoint
CREATE INDEX customers_review_of_tenant ON customers (tenant_id, review_from)
  WHERE review_from IS NOT NULL;
--> statement-breakpoint
-- Why an assessment began.
ALTER TABLE kyc_assessments ADD COLUMN occasion TEXT NOT NULL DEFAULT 'request'
  CHECK (occasion IN ('request', 'periodic_review'));
--> statement-breakpoint
CREATE TRIGGER kyc_assessments_occasion BEFORE UPDATE OF occasion ON kyc_assessments
BEGIN SELECT RAISE(ABORT, 'what was asked never changes'); END;
