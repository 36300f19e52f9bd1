-- Runs of the monitor for money laundering: what was looked at and what was found. Never changed.
CREATE TABLE aml_runs (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  scope TEXT NOT NULL CHECK (json_valid(scope)),
  period_from INTEGER NOT NULL,
  period_to INTEGER NOT NULL,
  risk_score INTEGER NOT NULL CHECK (risk_score BETWEEN 0 AND 100),
  risk_level TEXT NOT NULL CHECK (risk_level IN ('low', 'medium', 'high', 'critical')),
  findings TEXT NOT NULL CHECK (json_valid(findings)),
  screening TEXT NOT NULL CHECK (json_valid(screening)),
  -- Alerts that it opened, or gave evidence to.
  alert_ids TEXT NOT NULL CHECK (json_valid(alert_ids)),
  examined INTEGER NOT NULL CHECK (examined >= 0),
  truncated INTEGER NOT NULL CHECK (truncated IN (0, 1)),
  sar_suggested INTEGER NOT NULL CHECK (sar_suggested IN (0, 1)),
  narrative TEXT,
  created_at INTEGER NOT NULL,
  CHECK (period_from < period_to)
) STRICT;
--> statement-breakpoint
CREATE TRIGGER aml_runs_no_update BEFORE UPDATE ON aml_runs
BEGIN SELECT RAISE(ABORT, 'what a run found never changes'); END;
--> statement-breakpoint
CREATE TRIGGER aml_runs_no_delete BEFORE DELETE ON aml_runs
BEGIN SELECT RAISE(ABORT, 'runs are never deleted'); END;
--> statement-breakpoint
-- A person's work on the alerts of a customer: one at a time.
CREATE TABLE aml_cases (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  status TEXT NOT NULL CHECK (status IN ('open', 'closed')),
  -- Whether a report is due; the bank files none by itself.
  sar_decision TEXT CHECK (sar_decision IN ('file', 'do_not_file')),
  closed_by TEXT,
  reason TEXT,
  version INTEGER NOT NULL CHECK (version > 0),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((status = 'open') = (closed_by IS NULL)),
  CHECK ((closed_by IS NULL) = (reason IS NULL)),
  CHECK ((closed_by IS NULL) = (sar_decision IS NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX aml_cases_one_open ON aml_cases (customer_id) WHERE status = 'open';
--> statement-breakpoint
CREATE INDEX aml_cases_by_tenant ON aml_cases (tenant_id, id);
--> statement-breakpoint
CREATE INDEX aml_cases_by_status ON aml_cases (status, id);
--> statement-breakpoint
-- A suspicion with its evidence: one at a time for an account and what is suspected.
CREATE TABLE aml_alerts (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  case_id TEXT NOT NULL REFERENCES aml_cases (id),
  -- The run whose evidence it shows.
  run_id TEXT NOT NULL REFERENCES aml_runs (id),
  typology TEXT NOT NULL,
  severity TEXT NOT NULL CHECK (severity IN ('low', 'medium', 'high', 'critical')),
  score INTEGER NOT NULL CHECK (score BETWEEN 50 AND 100),
  evidence TEXT NOT NULL CHECK (json_valid(evidence)),
  status TEXT NOT NULL CHECK (status IN ('open', 'in_review', 'escalated', 'closed')),
  resolution TEXT
    CHECK (resolution IN ('false_positive', 'confirmed', 'sar_filed', 'duplicate')),
  decided_by TEXT,
  reason TEXT,
  version INTEGER NOT NULL CHECK (version > 0),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((status = 'closed') = (resolution IS NOT NULL)),
  CHECK ((decided_by IS NULL) = (reason IS NULL)),
  CHECK (status = 'open' OR decided_by IS NOT NULL)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX aml_alerts_one_open ON aml_alerts (account_id, typology)
  WHERE status <> 'closed';
--> statement-breakpoint
CREATE INDEX aml_alerts_by_account ON aml_alerts (account_id, typology, id);
--> statement-breakpoint
CREATE INDEX aml_alerts_by_case ON aml_alerts (case_id, id);
--> statement-breakpoint
CREATE INDEX aml_alerts_by_tenant ON aml_alerts (tenant_id, id);
--> statement-breakpoint
CREATE TRIGGER aml_alerts_identity BEFORE UPDATE OF id, tenant_id, customer_id, account_id, case_id,
  typology, created_at
ON aml_alerts BEGIN SELECT RAISE(ABORT, 'whom an alert is about never changes'); END;
--> statement-breakpoint
CREATE TRIGGER aml_alerts_closed_for_good BEFORE UPDATE ON aml_alerts WHEN OLD.status = 'closed'
BEGIN SELECT RAISE(ABORT, 'an alert is closed once'); END;
--> statement-breakpoint
CREATE TRIGGER aml_alerts_no_delete BEFORE DELETE ON aml_alerts
BEGIN SELECT RAISE(ABORT, 'alerts about laundering are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER aml_cases_closed_for_good BEFORE UPDATE ON aml_cases
WHEN OLD.status = 'closed' OR NEW.id <> OLD.id OR NEW.tenant_id <> OLD.tenant_id
  OR NEW.customer_id <> OLD.customer_id OR NEW.created_at <> OLD.created_at
BEGIN SELECT RAISE(ABORT, 'a case is closed once'); END;
--> statement-breakpoint
CREATE TRIGGER aml_cases_alerts_first BEFORE UPDATE OF status ON aml_cases
WHEN NEW.status = 'closed'
  AND EXISTS (SELECT 1 FROM aml_alerts WHERE case_id = OLD.id AND status <> 'closed')
BEGIN SELECT RAISE(ABORT, 'a case ends after its alerts'); END;
--> statement-breakpoint
CREATE TRIGGER aml_cases_no_delete BEFORE DELETE ON aml_cases
BEGIN SELECT RAISE(ABORT, 'cases are never deleted'); END;
--> statement-breakpoint
CREATE TABLE aml_case_notes (
  case_id TEXT NOT NULL REFERENCES aml_cases (id),
  number INTEGER NOT NULL CHECK (number > 0),
  author TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (case_id, number)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER aml_case_notes_no_update BEFORE UPDATE ON aml_case_notes
BEGIN SELECT RAISE(ABORT, 'notes never change'); END;
--> statement-breakpoint
CREATE TRIGGER aml_case_notes_no_delete BEFORE DELETE ON aml_case_notes
BEGIN SELECT RAISE(ABORT, 'notes are never deleted'); END;
