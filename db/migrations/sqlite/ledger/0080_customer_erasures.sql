-- Erasure of what the bank holds about a customer whose accounts are closed and whose records need
-- not be kept any longer. It goes in slices; while it is running, and for that customer alone,
-- texts that otherwise never change may go. Amounts, entries, hashes and decisions stay.
CREATE TABLE customer_erasures (
  customer_id TEXT PRIMARY KEY REFERENCES customers (id),
  tenant_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('running', 'erased')),
  -- Where it stands: the part of the walk, the account and the key that were done last.
  part INTEGER NOT NULL CHECK (part >= 0),
  at_account TEXT NOT NULL,
  at_key TEXT NOT NULL,
  rows INTEGER NOT NULL CHECK (rows >= 0),
  requested_by TEXT NOT NULL,
  approved_by TEXT NOT NULL CHECK (approved_by <> requested_by),
  reason TEXT NOT NULL,
  request_id TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  erased_at INTEGER,
  CHECK ((status = 'erased') = (erased_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX customer_erasures_running ON customer_erasures (customer_id) WHERE status = 'running';
--> statement-breakpoint
CREATE TRIGGER customer_erasures_no_delete BEFORE DELETE ON customer_erasures
BEGIN SELECT RAISE(ABORT, 'an erasure is never forgotten'); END;
--> statement-breakpoint
CREATE TRIGGER customer_erasures_go_on BEFORE UPDATE ON customer_erasures
WHEN OLD.status = 'erased' OR NEW.customer_id <> OLD.customer_id OR NEW.tenant_id <> OLD.tenant_id
  OR NEW.requested_by <> OLD.requested_by OR NEW.approved_by <> OLD.approved_by
  OR NEW.reason <> OLD.reason OR NEW.started_at <> OLD.started_at OR NEW.part < OLD.part
  OR NEW.rows < OLD.rows
BEGIN SELECT RAISE(ABORT, 'an erasure goes on to its end'); END;
--> statement-breakpoint
CREATE TRIGGER customers_erased BEFORE UPDATE ON customers
WHEN EXISTS (SELECT 1 FROM customer_erasures WHERE customer_id = OLD.id AND status = 'erased')
BEGIN SELECT RAISE(ABORT, 'an erased customer never changes'); END;
--> statement-breakpoint
CREATE TRIGGER accounts_of_the_erased BEFORE INSERT ON accounts
WHEN NEW.customer_id IS NOT NULL
  AND EXISTS (SELECT 1 FROM customer_erasures WHERE customer_id = NEW.customer_id)
BEGIN SELECT RAISE(ABORT, 'an erased customer opens no account'); END;
--> statement-breakpoint
CREATE TRIGGER kyc_assessments_of_the_erased BEFORE INSERT ON kyc_assessments
WHEN EXISTS (SELECT 1 FROM customer_erasures WHERE customer_id = NEW.customer_id)
BEGIN SELECT RAISE(ABORT, 'an erased customer is not assessed'); END;
--> statement-breakpoint
CREATE TRIGGER conversations_of_the_erased BEFORE INSERT ON conversations
WHEN EXISTS (SELECT 1 FROM customer_erasures WHERE customer_id = NEW.customer_id)
BEGIN SELECT RAISE(ABORT, 'an erased customer begins no conversation'); END;
--> statement-breakpoint
CREATE TRIGGER intents_of_the_erased BEFORE INSERT ON intents
WHEN EXISTS (SELECT 1 FROM customer_erasures WHERE customer_id = NEW.customer_id)
BEGIN SELECT RAISE(ABORT, 'an erased customer instructs nothing'); END;
--> statement-breakpoint
CREATE TRIGGER credit_assessments_of_the_erased BEFORE INSERT ON credit_assessments
WHEN EXISTS (SELECT 1 FROM customer_erasures WHERE customer_id = NEW.customer_id)
BEGIN SELECT RAISE(ABORT, 'an erased customer asks for no credit'); END;
--> statement-breakpoint
CREATE TRIGGER wallets_of_the_erased BEFORE INSERT ON wallets
WHEN EXISTS (SELECT 1 FROM customer_erasures WHERE customer_id = NEW.customer_id)
BEGIN SELECT RAISE(ABORT, 'an erased customer opens no wallet'); END;
--> statement-breakpoint
CREATE INDEX screening_hits_by_customer ON screening_hits (customer_id, id);
--> statement-breakpoint
CREATE INDEX kyc_files_by_customer ON kyc_files (customer_id, id) WHERE customer_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX kyc_documents_by_customer ON kyc_documents (customer_id, id);
--> statement-breakpoint
CREATE INDEX conversations_by_customer ON conversations (customer_id, id);
--> statement-breakpoint
CREATE INDEX aml_cases_by_customer ON aml_cases (customer_id, id);
--> statement-breakpoint
CREATE INDEX schedules_by_customer ON schedules (customer_id, id);
--> statement-breakpoint
CREATE INDEX risk_questions_by_customer ON risk_decisions (customer_id, id)
  WHERE transaction_id IS NULL;
--> statement-breakpoint
CREATE INDEX aml_runs_by_customer ON aml_runs (
  coalesce(json_extract(scope, '$.customerId'), json_extract(scope, '$.accountId')), id);
--> statement-breakpoint
DROP TRIGGER events_no_update;
--> statement-breakpoint
CREATE TRIGGER events_no_update BEFORE UPDATE ON events
WHEN NEW.row <> OLD.row OR NEW.id <> OLD.id OR NEW.tenant_id <> OLD.tenant_id
  OR NEW.sequence <> OLD.sequence OR NEW.type <> OLD.type OR NEW.object_id <> OLD.object_id
  OR NEW.object_version <> OLD.object_version OR NEW.data <> '{"erased":true}'
  OR NEW.request_id IS NOT OLD.request_id OR NEW.idempotency_key IS NOT NULL
  OR NEW.created_at <> OLD.created_at
BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER events_erased_with_their_customer BEFORE UPDATE ON events
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures
  WHERE status = 'running' AND tenant_id = OLD.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END;
--> statement-breakpoint
DROP TRIGGER transactions_identity;
--> statement-breakpoint
CREATE TRIGGER transactions_identity BEFORE UPDATE OF id, tenant_id, type, amount, currency,
  source_account_id, destination_account_id, customer_id, capture, reversal_of, allow_negative,
  key_scope, idempotency_key, request_hash, request_id, actor, created_at
ON transactions BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
--> statement-breakpoint
CREATE TRIGGER transactions_keep_their_texts BEFORE UPDATE OF reference, external_party, context
ON transactions
WHEN (NEW.reference IS NOT NULL AND NEW.reference IS NOT OLD.reference)
  OR (NEW.external_party IS NOT NULL AND NEW.external_party IS NOT OLD.external_party)
  OR (NEW.context IS NOT NULL AND NEW.context IS NOT OLD.context)
BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
--> statement-breakpoint
CREATE TRIGGER transactions_erased_with_their_customer BEFORE UPDATE OF reference, external_party,
  context ON transactions
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures
  WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
--> statement-breakpoint
DROP TRIGGER intents_keep_their_terms;
--> statement-breakpoint
CREATE TRIGGER intents_keep_their_terms BEFORE UPDATE OF id, tenant_id, customer_id,
  conversation_id, message, intent, reading, preview, operation, amount, currency,
  source_account_id, destination_account_id, expires_at, actor, created_at
ON intents
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'what was read never changes'); END;
--> statement-breakpoint
DROP TRIGGER intent_steps_no_update;
--> statement-breakpoint
CREATE TRIGGER intent_steps_no_update BEFORE UPDATE ON intent_steps
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id = (SELECT customer_id FROM intents
      WHERE id = OLD.intent_id))
BEGIN SELECT RAISE(ABORT, 'steps of an intent are only added'); END;
--> statement-breakpoint
DROP TRIGGER conversation_messages_no_delete;
--> statement-breakpoint
CREATE TRIGGER conversation_messages_no_delete BEFORE DELETE ON conversation_messages
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id = (SELECT customer_id FROM conversations
      WHERE id = OLD.conversation_id))
BEGIN SELECT RAISE(ABORT, 'what was said never changes'); END;
--> statement-breakpoint
DROP TRIGGER kyc_assessments_over;
--> statement-breakpoint
CREATE TRIGGER kyc_assessments_over BEFORE UPDATE ON kyc_assessments
WHEN (OLD.status <> 'pending')
  AND NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'what is over never changes'); END;
--> statement-breakpoint
DROP TRIGGER kyc_assessments_identity;
--> statement-breakpoint
CREATE TRIGGER kyc_assessments_identity BEFORE UPDATE OF id, tenant_id, customer_id, level, subject,
  identity_mac, kyc_before, metadata, request_id, actor, created_at
ON kyc_assessments
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'what was asked never changes'); END;
--> statement-breakpoint
DROP TRIGGER kyc_documents_identity;
--> statement-breakpoint
CREATE TRIGGER kyc_documents_identity BEFORE UPDATE OF id, assessment_id, tenant_id, customer_id,
  type, country, number_mac, number_last4, expires_on, file_id, actor, created_at
ON kyc_documents
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'what was handed in never changes'); END;
--> statement-breakpoint
DROP TRIGGER kyc_documents_mrz;
--> statement-breakpoint
CREATE TRIGGER kyc_documents_mrz BEFORE UPDATE OF sealed_mrz ON kyc_documents
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'what was handed in never changes'); END;
--> statement-breakpoint
DROP TRIGGER kyc_documents_issued;
--> statement-breakpoint
CREATE TRIGGER kyc_documents_issued BEFORE UPDATE OF issued_on ON kyc_documents
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'what was handed in never changes'); END;
--> statement-breakpoint
DROP TRIGGER kyc_files_no_delete;
--> statement-breakpoint
CREATE TRIGGER kyc_files_no_delete BEFORE DELETE ON kyc_files WHEN (OLD.customer_id IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'a document keeps its file'); END;
--> statement-breakpoint
DROP TRIGGER screening_hits_decided_once;
--> statement-breakpoint
CREATE TRIGGER screening_hits_decided_once BEFORE UPDATE ON screening_hits
WHEN (OLD.status <> 'pending')
  AND NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'a hit is decided once'); END;
--> statement-breakpoint
DROP TRIGGER screening_hits_identity;
--> statement-breakpoint
CREATE TRIGGER screening_hits_identity BEFORE UPDATE OF id, tenant_id, customer_id, subject,
  transaction_id, screened_name,
  list, list_as_of, entity_id, entity_type, name, matched_name, score, features, programs,
  created_at
ON screening_hits
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'what was found never changes'); END;
--> statement-breakpoint
DROP TRIGGER aml_runs_no_update;
--> statement-breakpoint
CREATE TRIGGER aml_runs_no_update BEFORE UPDATE ON aml_runs
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id =
    coalesce(json_extract(OLD.scope, '$.customerId'),
    (SELECT customer_id FROM accounts WHERE id = json_extract(OLD.scope, '$.accountId'))))
BEGIN SELECT RAISE(ABORT, 'what a run found never changes'); END;
--> statement-breakpoint
DROP TRIGGER aml_cases_closed_for_good;
--> statement-breakpoint
CREATE TRIGGER aml_cases_closed_for_good BEFORE UPDATE ON aml_cases
WHEN (OLD.status = 'closed' OR NEW.id <> OLD.id OR NEW.tenant_id <> OLD.tenant_id
  OR NEW.customer_id <> OLD.customer_id OR NEW.created_at <> OLD.created_at)
  AND NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'a case is closed once'); END;
--> statement-breakpoint
DROP TRIGGER aml_alerts_closed_for_good;
--> statement-breakpoint
CREATE TRIGGER aml_alerts_closed_for_good BEFORE UPDATE ON aml_alerts WHEN (OLD.status = 'closed')
  AND NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'an alert is closed once'); END;
--> statement-breakpoint
DROP TRIGGER aml_case_notes_no_delete;
--> statement-breakpoint
CREATE TRIGGER aml_case_notes_no_delete BEFORE DELETE ON aml_case_notes
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id = (SELECT customer_id FROM aml_cases
      WHERE id = OLD.case_id))
BEGIN SELECT RAISE(ABORT, 'notes are never deleted'); END;
--> statement-breakpoint
DROP TRIGGER credit_assessments_no_update;
--> statement-breakpoint
CREATE TRIGGER credit_assessments_no_update BEFORE UPDATE ON credit_assessments
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'an assessment never changes'); END;
--> statement-breakpoint
DROP TRIGGER credit_decisions_no_update;
--> statement-breakpoint
CREATE TRIGGER credit_decisions_no_update BEFORE UPDATE ON credit_decisions
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id = (SELECT customer_id FROM credit_assessments
      WHERE id = OLD.assessment_id))
BEGIN SELECT RAISE(ABORT, 'a decision about credit never changes'); END;
--> statement-breakpoint
DROP TRIGGER risk_decisions_no_update;
--> statement-breakpoint
CREATE TRIGGER risk_decisions_no_update BEFORE UPDATE ON risk_decisions
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'a decision about risk never changes'); END;
--> statement-breakpoint
DROP TRIGGER risk_reviews_decided_once;
--> statement-breakpoint
CREATE TRIGGER risk_reviews_decided_once BEFORE UPDATE ON risk_reviews
WHEN (OLD.status <> 'open' OR NEW.id <> OLD.id OR NEW.kind <> OLD.kind
  OR NEW.decision_id <> OLD.decision_id OR NEW.transaction_id <> OLD.transaction_id
  OR NEW.tenant_id <> OLD.tenant_id OR NEW.account_id <> OLD.account_id
  OR NEW.created_at <> OLD.created_at)
  AND NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id = (SELECT customer_id FROM transactions
      WHERE id = OLD.transaction_id))
BEGIN SELECT RAISE(ABORT, 'a review is decided once'); END;
--> statement-breakpoint
DROP TRIGGER mfa_recovery_codes_no_delete;
--> statement-breakpoint
CREATE TRIGGER mfa_recovery_codes_no_delete BEFORE DELETE ON mfa_recovery_codes
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id = (SELECT customer_id FROM mfa_factors
      WHERE id = OLD.factor_id))
BEGIN SELECT RAISE(ABORT, 'recovery codes are never deleted'); END;
--> statement-breakpoint
DROP TRIGGER mfa_factors_no_delete;
--> statement-breakpoint
CREATE TRIGGER mfa_factors_no_delete BEFORE DELETE ON mfa_factors
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'a factor is disabled, never deleted'); END;
--> statement-breakpoint
DROP TRIGGER passkeys_no_delete;
--> statement-breakpoint
CREATE TRIGGER passkeys_no_delete BEFORE DELETE ON passkeys
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'a passkey is removed, never deleted'); END;
--> statement-breakpoint
DROP TRIGGER alerts_go_forward;
--> statement-breakpoint
CREATE TRIGGER alerts_go_forward BEFORE UPDATE ON alerts
WHEN (OLD.status = 'deleted' OR NEW.balance_version < OLD.balance_version
  OR NEW.trigger_count < OLD.trigger_count)
  AND NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id = (SELECT customer_id FROM accounts
      WHERE id = OLD.account_id))
BEGIN SELECT RAISE(ABORT, 'an alert looks at later balances only and ends once'); END;
--> statement-breakpoint
DROP TRIGGER batch_items_decided_once;
--> statement-breakpoint
CREATE TRIGGER batch_items_decided_once BEFORE UPDATE ON batch_items
WHEN (OLD.code IS NOT NULL OR NEW.batch_id <> OLD.batch_id OR NEW.item_index <> OLD.item_index
  OR NEW.transaction_id <> OLD.transaction_id OR NEW.body <> OLD.body)
  AND NOT EXISTS (SELECT 1 FROM customer_erasures
    WHERE status = 'running' AND customer_id = (SELECT customer_id FROM transactions
      WHERE id = OLD.transaction_id))
BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
