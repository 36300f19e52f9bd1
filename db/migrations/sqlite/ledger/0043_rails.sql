-- Payments on a network between banks: one row per transaction, from the moment when its money is
-- held for the network until the network has nothing more to say about it. All times but
-- created_at and updated_at are those of the developer's clock.
CREATE TABLE rail_payments (
  transaction_id TEXT PRIMARY KEY REFERENCES transactions (id),
  tenant_id TEXT NOT NULL,
  rail TEXT NOT NULL CHECK (rail IN ('ach', 'wire', 'card', 'sepa')),
  direction TEXT NOT NULL CHECK (direction IN ('in', 'out')),
  -- Minor units: what travels, which a capture may have made less than what is held.
  amount INTEGER NOT NULL CHECK (amount > 0),
  status TEXT NOT NULL CHECK (status IN ('queued', 'submitting', 'submitted', 'settled', 'returned',
    'rejected', 'canceled')),
  network TEXT,
  reference TEXT,
  submitted_at INTEGER,
  settles_at INTEGER,
  -- When the network is to be asked next.
  ask_at INTEGER,
  settled_at INTEGER,
  returned_at INTEGER,
  return_code TEXT,
  return_transaction_id TEXT REFERENCES transactions (id),
  -- What a developer of the sandbox wants the simulated network to say next.
  simulated_news TEXT CHECK (simulated_news IN ('settle', 'return')),
  simulated_code TEXT,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (status NOT IN ('submitted', 'settled', 'returned') OR reference IS NOT NULL),
  CHECK (status <> 'settled' OR settled_at IS NOT NULL),
  CHECK ((status IN ('returned', 'rejected')) = (return_code IS NOT NULL)),
  CHECK (return_transaction_id IS NULL OR (status = 'returned' AND settled_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX rail_payments_open ON rail_payments (transaction_id)
  WHERE status IN ('queued', 'submitting', 'submitted')
    OR (status = 'settled' AND ask_at IS NOT NULL);
--> statement-breakpoint
CREATE INDEX rail_payments_to_ask ON rail_payments (tenant_id, ask_at)
  WHERE ask_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX rail_payments_to_submit ON rail_payments (tenant_id, transaction_id)
  WHERE status IN ('queued', 'submitting');
--> statement-breakpoint
CREATE TRIGGER rail_payments_born_queued BEFORE INSERT ON rail_payments
WHEN NEW.status <> 'queued' OR NEW.version <> 1
BEGIN SELECT RAISE(ABORT, 'a payment on a network starts as queued'); END;
--> statement-breakpoint
CREATE TRIGGER rail_payments_simulated_in_the_sandbox
BEFORE UPDATE OF simulated_news ON rail_payments
WHEN NEW.simulated_news IS NOT NULL AND (SELECT name FROM environment) IS NOT 'sandbox'
BEGIN SELECT RAISE(ABORT, 'only the sandbox simulates'); END;
--> statement-breakpoint
CREATE TRIGGER rail_payments_status_edges BEFORE UPDATE OF status ON rail_payments
WHEN NEW.status <> OLD.status AND NOT (
  (OLD.status = 'queued' AND NEW.status IN ('submitting', 'canceled'))
  OR (OLD.status = 'submitting' AND NEW.status IN ('submitted', 'rejected'))
  OR (OLD.status = 'submitted' AND NEW.status IN ('settled', 'returned'))
  OR (OLD.status = 'settled' AND NEW.status = 'returned'))
BEGIN SELECT RAISE(ABORT, 'rail payment status edge is not allowed'); END;
--> statement-breakpoint
CREATE TRIGGER rail_payments_identity BEFORE UPDATE OF transaction_id, tenant_id, rail, direction,
  amount, created_at
ON rail_payments BEGIN SELECT RAISE(ABORT, 'what was handed to a network never changes'); END;
--> statement-breakpoint
CREATE TRIGGER rail_payments_no_delete BEFORE DELETE ON rail_payments
BEGIN SELECT RAISE(ABORT, 'payments on a network are never deleted'); END;
--> statement-breakpoint
-- Money that is on its way through a network does not run out: its hold loses its end, and can
-- get no other one.
DROP TRIGGER holds_identity;
--> statement-breakpoint
CREATE TRIGGER holds_identity BEFORE UPDATE OF id, tenant_id, transaction_id, account_id,
  destination_account_id, currency, amount, created_at
ON holds BEGIN SELECT RAISE(ABORT, 'what a hold keeps never changes'); END;
--> statement-breakpoint
CREATE TRIGGER holds_lose_their_end BEFORE UPDATE OF expires_at ON holds
WHEN NEW.expires_at IS NOT NULL OR OLD.status <> 'active' OR NOT EXISTS (
  SELECT 1 FROM rail_payments WHERE transaction_id = OLD.transaction_id)
BEGIN SELECT RAISE(ABORT, 'what a hold keeps never changes'); END;
--> statement-breakpoint
-- The stage gets two more names. A CHECK of a column can only be replaced together with it.
DROP TRIGGER transactions_born_pending;
--> statement-breakpoint
DROP INDEX transactions_not_final;
--> statement-breakpoint
DROP INDEX transactions_unstarted;
--> statement-breakpoint
ALTER TABLE transactions RENAME COLUMN stage TO former_stage;
--> statement-breakpoint
ALTER TABLE transactions ADD COLUMN stage TEXT NOT NULL DEFAULT 'accepted'
  CHECK (stage IN ('accepted', 'validate', 'screen', 'score', 'authorize_limits', 'place_hold',
    'submitting', 'submitted', 'post_journal', 'anchor', 'notify', 'done'));
--> statement-breakpoint
UPDATE transactions SET stage = former_stage;
--> statement-breakpoint
ALTER TABLE transactions DROP COLUMN former_stage;
--> statement-breakpoint
CREATE INDEX transactions_not_final ON transactions (status, stage, id)
  WHERE status IN ('requires_confirmation', 'pending_approval', 'pending_review', 'pending');
--> statement-breakpoint
CREATE INDEX transactions_unstarted ON transactions (workflow_id, updated_at)
  WHERE workflow_started_at IS NULL AND stage <> 'accepted';
--> statement-breakpoint
CREATE TRIGGER transactions_born_pending BEFORE INSERT ON transactions
WHEN NEW.status <> 'pending' OR NEW.stage <> 'accepted'
BEGIN SELECT RAISE(ABORT, 'a transaction starts as pending, accepted'); END;
