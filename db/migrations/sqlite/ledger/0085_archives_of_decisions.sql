-- Decisions about risk lie in archives, too (docs/decisions/0193). The transaction keeps what it
-- shows of its own; null: its decision is in the table, or there is none.
ALTER TABLE transactions ADD COLUMN archived_risk TEXT;
--> statement-breakpoint
-- Somebody asks for a decision by its id.
CREATE INDEX transactions_by_archived_decision ON transactions (archived_risk ->> '$.decisionId')
  WHERE archived_risk IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER transactions_risk_archived_once BEFORE UPDATE OF archived_risk ON transactions
WHEN NEW.archived_risk IS NOT OLD.archived_risk AND OLD.archived_risk IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'what is archived stays archived'); END;
--> statement-breakpoint
CREATE TRIGGER transactions_risk_archived_in_a_file BEFORE UPDATE OF archived_risk ON transactions
WHEN NEW.archived_risk IS NOT OLD.archived_risk AND NOT EXISTS (SELECT 1 FROM archives
  WHERE noun = 'decisions' AND deleted_row < last_row AND NEW.id BETWEEN first_id AND last_id)
BEGIN SELECT RAISE(ABORT, 'no archive has the decision'); END;
--> statement-breakpoint
DROP TRIGGER risk_decisions_no_delete;
--> statement-breakpoint
CREATE TRIGGER risk_decisions_no_delete BEFORE DELETE ON risk_decisions
WHEN NOT EXISTS (SELECT 1 FROM transactions
  WHERE id = OLD.transaction_id AND archived_risk IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'decisions about risk are never deleted'); END;
