-- A customer may have a decision looked at by a person who had no part in it, once.
CREATE TABLE decision_contests (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  decision_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('credit', 'payment', 'identity', 'account_freeze')),
  customer_id TEXT NOT NULL,
  -- The record as it was contested, and the hash of its facts.
  record TEXT NOT NULL CHECK (json_valid(record)),
  facts_sha256 TEXT NOT NULL CHECK (length(facts_sha256) = 64),
  reason TEXT NOT NULL,
  contested_by TEXT NOT NULL,
  answer TEXT CHECK (answer IN ('upheld', 'changed')),
  explanation TEXT,
  answered_by TEXT,
  answered_at INTEGER,
  created_at INTEGER NOT NULL,
  CHECK ((answer IS NULL) = (explanation IS NULL)),
  CHECK ((answer IS NULL) = (answered_by IS NULL)),
  CHECK ((answer IS NULL) = (answered_at IS NULL)),
  CHECK (answered_by <> contested_by)
) STRICT;
--> statement-breakpoint
CREATE INDEX decision_contests_by_tenant ON decision_contests (tenant_id, id);
--> statement-breakpoint
CREATE INDEX decision_contests_by_customer ON decision_contests (customer_id, id);
--> statement-breakpoint
CREATE INDEX decision_contests_open ON decision_contests (id) WHERE answer IS NULL;
--> statement-breakpoint
CREATE TRIGGER decision_contests_identity BEFORE UPDATE OF id, tenant_id, decision_id, kind,
  customer_id, facts_sha256, contested_by, created_at
ON decision_contests BEGIN SELECT RAISE(ABORT, 'what was contested never changes'); END;
--> statement-breakpoint
CREATE TRIGGER decision_contests_record BEFORE UPDATE OF record, reason ON decision_contests
WHEN (NEW.record <> OLD.record OR NEW.reason <> OLD.reason)
  AND NOT EXISTS (SELECT 1 FROM customer_erasures WHERE customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'what was contested never changes'); END;
--> statement-breakpoint
CREATE TRIGGER decision_contests_answered_once BEFORE UPDATE OF answer, answered_by, answered_at
ON decision_contests WHEN OLD.answer IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a contest is answered once'); END;
--> statement-breakpoint
CREATE TRIGGER decision_contests_no_delete BEFORE DELETE ON decision_contests
BEGIN SELECT RAISE(ABORT, 'contests are never deleted'); END;
--> statement-breakpoint
-- Most payments pass, and a list of the stopped ones reads none of them.
CREATE INDEX risk_decisions_stopped ON risk_decisions (tenant_id, id)
  WHERE transaction_id IS NOT NULL AND decision IN ('block_and_review', 'decline');
--> statement-breakpoint
CREATE INDEX risk_decisions_stopped_by_customer ON risk_decisions (customer_id, id)
  WHERE transaction_id IS NOT NULL AND decision IN ('block_and_review', 'decline');
--> statement-breakpoint
CREATE INDEX transactions_declined ON transactions (tenant_id, id) WHERE status = 'declined';
--> statement-breakpoint
CREATE INDEX transactions_declined_by_customer ON transactions (customer_id, id)
  WHERE status = 'declined';
--> statement-breakpoint
CREATE INDEX events_of_freezes ON events (tenant_id, id) WHERE type = 'account.frozen';
--> statement-breakpoint
CREATE TRIGGER decision_contests_stay BEFORE INSERT ON decision_contests
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
