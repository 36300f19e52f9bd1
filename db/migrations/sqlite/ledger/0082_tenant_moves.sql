-- A developer goes to another ledger with all rows (docs/decisions/0168). A row here stops every
-- write of the tenant in this ledger: while the rows leave or arrive, and where they have left, so
-- that a request that was under way writes nothing that nobody would look for. Each table with a
-- tenant refuses, but for those whose rows come with an event in the same commit on the way of each
-- payment (transactions, holds, metadata_terms, rail_payments), and deliveries, which are of events
-- that are there.
CREATE TABLE tenant_moves (
  tenant_id TEXT PRIMARY KEY,
  stage TEXT NOT NULL CHECK (stage IN ('leaving', 'arriving', 'left')),
  -- Name of the other ledger.
  ledger TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
-- Leaves whose bookings have gone to another ledger: the hash stays, the log is as it was signed.
CREATE TABLE departed_leaves (
  leaf_index INTEGER PRIMARY KEY REFERENCES leaves (leaf_index),
  tenant_id TEXT NOT NULL,
  ledger TEXT NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TRIGGER departed_leaves_no_update BEFORE UPDATE ON departed_leaves
BEGIN SELECT RAISE(ABORT, 'what has left has left'); END;
--> statement-breakpoint
CREATE TRIGGER departed_leaves_no_delete BEFORE DELETE ON departed_leaves
BEGIN SELECT RAISE(ABORT, 'what has left has left'); END;
--> statement-breakpoint
-- Leaves of bookings that came from another ledger, and the leaf that proves them since they were
-- booked: that of the ledger that booked them.
CREATE TABLE arrived_leaves (
  leaf_index INTEGER PRIMARY KEY REFERENCES leaves (leaf_index),
  transaction_id TEXT NOT NULL,
  first_ledger TEXT NOT NULL,
  first_index INTEGER NOT NULL CHECK (first_index >= 0),
  -- 1: that it is anchored was said in another ledger.
  is_told INTEGER NOT NULL CHECK (is_told IN (0, 1))
) STRICT;
--> statement-breakpoint
CREATE INDEX arrived_leaves_by_log ON arrived_leaves (first_ledger);
--> statement-breakpoint
CREATE TRIGGER arrived_leaves_no_update BEFORE UPDATE ON arrived_leaves
BEGIN SELECT RAISE(ABORT, 'where a leaf came from never changes'); END;
--> statement-breakpoint
CREATE TRIGGER arrived_leaves_no_delete BEFORE DELETE ON arrived_leaves
BEGIN SELECT RAISE(ABORT, 'where a leaf came from never changes'); END;
--> statement-breakpoint
CREATE TRIGGER account_approvals_stay BEFORE INSERT ON account_approvals
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER accounts_stay BEFORE INSERT ON accounts
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER alerts_stay BEFORE INSERT ON alerts
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER aml_alerts_stay BEFORE INSERT ON aml_alerts
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER aml_cases_stay BEFORE INSERT ON aml_cases
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER aml_days_stay BEFORE INSERT ON aml_days
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER aml_runs_stay BEFORE INSERT ON aml_runs
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER approvals_stay BEFORE INSERT ON approvals
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER batch_references_stay BEFORE INSERT ON batch_references
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER batches_stay BEFORE INSERT ON batches
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER clocks_stay BEFORE INSERT ON clocks
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER contract_executions_stay BEFORE INSERT ON contract_executions
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER conversation_messages_stay BEFORE INSERT ON conversation_messages
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER conversations_stay BEFORE INSERT ON conversations
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER credit_assessments_stay BEFORE INSERT ON credit_assessments
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER credit_decisions_stay BEFORE INSERT ON credit_decisions
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER credit_outcomes_stay BEFORE INSERT ON credit_outcomes
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER customer_erasures_stay BEFORE INSERT ON customer_erasures
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER customers_stay BEFORE INSERT ON customers
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER events_stay BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER idempotency_keys_stay BEFORE INSERT ON idempotency_keys
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER intents_stay BEFORE INSERT ON intents
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER kyc_assessments_stay BEFORE INSERT ON kyc_assessments
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER kyc_documents_stay BEFORE INSERT ON kyc_documents
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER kyc_files_stay BEFORE INSERT ON kyc_files
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER limit_terms_stay BEFORE INSERT ON limit_terms
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER mails_stay BEFORE INSERT ON mails
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER mfa_factors_stay BEFORE INSERT ON mfa_factors
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER model_alarms_stay BEFORE INSERT ON model_alarms
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER model_deployments_stay BEFORE INSERT ON model_deployments
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER model_drift_evaluations_stay BEFORE INSERT ON model_drift_evaluations
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER model_entries_stay BEFORE INSERT ON model_entries
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER model_findings_stay BEFORE INSERT ON model_findings
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER model_scorings_stay BEFORE INSERT ON model_scorings
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER model_validations_stay BEFORE INSERT ON model_validations
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER model_versions_stay BEFORE INSERT ON model_versions
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER models_stay BEFORE INSERT ON models
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER occurrences_stay BEFORE INSERT ON occurrences
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER overdraft_fees_stay BEFORE INSERT ON overdraft_fees
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER overdrafts_stay BEFORE INSERT ON overdrafts
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER passkey_challenges_stay BEFORE INSERT ON passkey_challenges
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER passkeys_stay BEFORE INSERT ON passkeys
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER payments_stay BEFORE INSERT ON payments
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER quotes_stay BEFORE INSERT ON quotes
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER risk_decisions_stay BEFORE INSERT ON risk_decisions
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER risk_reviews_stay BEFORE INSERT ON risk_reviews
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER schedules_stay BEFORE INSERT ON schedules
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER screening_hits_stay BEFORE INSERT ON screening_hits
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER settlement_terms_stay BEFORE INSERT ON settlement_terms
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER step_ups_stay BEFORE INSERT ON step_ups
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER training_datasets_stay BEFORE INSERT ON training_datasets
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER training_jobs_stay BEFORE INSERT ON training_jobs
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER wallets_stay BEFORE INSERT ON wallets
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
--> statement-breakpoint
CREATE TRIGGER webhook_endpoints_stay BEFORE INSERT ON webhook_endpoints
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
