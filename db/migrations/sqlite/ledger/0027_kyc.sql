-- Assessments of customers' identities: one open at a time for each customer, ended once. Times in
-- milliseconds since 1970 UTC; deadline_at is a time of the developer's clock.
CREATE TABLE kyc_assessments (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  level TEXT NOT NULL CHECK (level IN ('simplified', 'standard', 'enhanced')),
  -- Who the customer is said to be, as JSON; numbers of documents and ids are not in it.
  subject TEXT NOT NULL,
  -- Keyed hash of the national id or the registration number.
  identity_mac TEXT,
  status TEXT NOT NULL CHECK (status IN ('pending', 'completed', 'failed')),
  stage TEXT NOT NULL CHECK (stage IN ('checking', 'awaiting_documents', 'manual_review', 'done')),
  decision TEXT CHECK (decision IN ('approve', 'review', 'reject')),
  applied_level TEXT CHECK (applied_level IN ('simplified', 'standard', 'enhanced')),
  risk_level TEXT CHECK (risk_level IN ('low', 'medium', 'high', 'prohibited')),
  risk_score INTEGER CHECK (risk_score BETWEEN 0 AND 100),
  policy_version TEXT NOT NULL,
  -- Factors, checks, required documents and reasons for a review, as JSON.
  findings TEXT NOT NULL,
  -- The customer's status before: what comes to nothing goes back to it.
  kyc_before TEXT NOT NULL,
  deadline_at INTEGER,
  failure_code TEXT CHECK (failure_code IN ('check_failed', 'documents_not_received')),
  -- `workflow` or a person, and that person's words.
  decided_by TEXT,
  comment TEXT,
  workflow_run_id TEXT,
  metadata TEXT NOT NULL,
  request_id TEXT NOT NULL,
  actor TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  completed_at INTEGER,
  CHECK ((status = 'pending') = (stage <> 'done')),
  CHECK ((status = 'pending') = (completed_at IS NULL)),
  CHECK ((status = 'failed') = (failure_code IS NOT NULL)),
  CHECK ((status = 'completed') = (decided_by IS NOT NULL)),
  CHECK (status <> 'completed' OR coalesce(decision IN ('approve', 'reject'), 0)),
  CHECK (status <> 'pending' OR coalesce(decision = 'review', 0) = (stage = 'manual_review')),
  CHECK (stage <> 'awaiting_documents' OR deadline_at IS NOT NULL),
  CHECK ((risk_level IS NULL) = (risk_score IS NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX kyc_assessments_open ON kyc_assessments (customer_id) WHERE status = 'pending';
--> statement-breakpoint
CREATE INDEX kyc_assessments_carried ON kyc_assessments (id) WHERE status = 'pending';
--> statement-breakpoint
CREATE INDEX kyc_assessments_by_customer ON kyc_assessments (customer_id, id);
--> statement-breakpoint
CREATE INDEX kyc_assessments_by_tenant ON kyc_assessments (tenant_id, id);
--> statement-breakpoint
CREATE INDEX kyc_assessments_by_stage ON kyc_assessments (stage, id);
--> statement-breakpoint
CREATE INDEX kyc_assessments_due ON kyc_assessments (deadline_at)
  WHERE stage = 'awaiting_documents';
--> statement-breakpoint
CREATE INDEX kyc_assessments_due_of_tenant ON kyc_assessments (tenant_id, deadline_at)
  WHERE stage = 'awaiting_documents';
--> statement-breakpoint
CREATE INDEX kyc_assessments_by_identity ON kyc_assessments (tenant_id, identity_mac)
  WHERE identity_mac IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER kyc_assessments_born_checking BEFORE INSERT ON kyc_assessments
WHEN NEW.status <> 'pending' OR NEW.stage <> 'checking'
BEGIN SELECT RAISE(ABORT, 'an assessment starts with its checks'); END;
--> statement-breakpoint
CREATE TRIGGER kyc_assessments_over BEFORE UPDATE ON kyc_assessments
WHEN OLD.status <> 'pending'
BEGIN SELECT RAISE(ABORT, 'what is over never changes'); END;
--> statement-breakpoint
CREATE TRIGGER kyc_assessments_identity BEFORE UPDATE OF id, tenant_id, customer_id, level, subject,
  identity_mac, kyc_before, metadata, request_id, actor, created_at
ON kyc_assessments BEGIN SELECT RAISE(ABORT, 'what was asked never changes'); END;
--> statement-breakpoint
CREATE TRIGGER kyc_assessments_no_delete BEFORE DELETE ON kyc_assessments
BEGIN SELECT RAISE(ABORT, 'assessments are never deleted'); END;
--> statement-breakpoint
-- What was handed in: metadata only, the files are elsewhere.
CREATE TABLE kyc_documents (
  id TEXT PRIMARY KEY,
  assessment_id TEXT NOT NULL REFERENCES kyc_assessments (id),
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  type TEXT NOT NULL,
  country TEXT,
  -- Keyed hash and the last four characters of its number.
  number_mac TEXT,
  number_last4 TEXT CHECK (length(number_last4) <= 4),
  expires_on TEXT,
  -- The client's own name for the file.
  file_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('received', 'invalid', 'approved', 'rejected')),
  reason TEXT,
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX kyc_documents_by_assessment ON kyc_documents (assessment_id, id);
--> statement-breakpoint
CREATE INDEX kyc_documents_by_number ON kyc_documents (tenant_id, number_mac)
  WHERE number_mac IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER kyc_documents_identity BEFORE UPDATE OF id, assessment_id, tenant_id, customer_id,
  type, country, number_mac, number_last4, expires_on, file_id, actor, created_at
ON kyc_documents BEGIN SELECT RAISE(ABORT, 'what was handed in never changes'); END;
--> statement-breakpoint
CREATE TRIGGER kyc_documents_no_delete BEFORE DELETE ON kyc_documents
BEGIN SELECT RAISE(ABORT, 'documents are never deleted'); END;
--> statement-breakpoint
CREATE INDEX customers_by_birth ON customers (tenant_id, date_of_birth)
  WHERE date_of_birth IS NOT NULL;
--> statement-breakpoint
ALTER TABLE customers ADD COLUMN next_review_at INTEGER
  CHECK (next_review_at IS NULL OR kyc_status = 'verified');
--> statement-breakpoint
CREATE INDEX customers_due ON customers (next_review_at) WHERE next_review_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX customers_due_of_tenant ON customers (tenant_id, next_review_at)
  WHERE next_review_at IS NOT NULL;
