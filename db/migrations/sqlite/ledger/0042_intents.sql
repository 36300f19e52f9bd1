-- Instructions in plain language: what was read, what it would do, and what became of it. Money in
-- minor units, times in milliseconds since 1970 UTC. The confirmation token is not stored: it is a
-- keyed hash of the terms in the row.
CREATE TABLE intents (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  -- The conversation that proposed it; null: it was asked for directly.
  conversation_id TEXT,
  status TEXT NOT NULL CHECK (status IN ('parsed', 'requires_clarification',
    'requires_confirmation', 'unsupported', 'refused', 'confirmed', 'executed', 'declined',
    'canceled', 'expired')),
  status_code TEXT,
  status_message TEXT,
  message TEXT NOT NULL,
  intent TEXT NOT NULL,
  -- What was read, and what the dry run said, as JSON.
  reading TEXT NOT NULL CHECK (json_valid(reading)),
  preview TEXT CHECK (json_valid(preview)),
  -- The request that is carried out when it is confirmed, as JSON, and its terms.
  operation TEXT CHECK (json_valid(operation)),
  amount INTEGER CHECK (amount > 0 AND amount <= 9007199254740991),
  currency TEXT,
  source_account_id TEXT REFERENCES accounts (id),
  destination_account_id TEXT REFERENCES accounts (id),
  expires_at INTEGER,
  transaction_id TEXT,
  schedule_id TEXT,
  actor TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((operation IS NULL) = (amount IS NULL) AND (amount IS NULL) = (currency IS NULL)),
  CHECK ((operation IS NULL) = (expires_at IS NULL)),
  CHECK (status NOT IN ('requires_confirmation', 'confirmed', 'executed') OR operation IS NOT NULL),
  CHECK (status <> 'executed' OR (transaction_id IS NULL) <> (schedule_id IS NULL)),
  CHECK (status NOT IN ('parsed', 'requires_confirmation', 'canceled', 'expired')
    OR (transaction_id IS NULL AND schedule_id IS NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX intents_by_tenant ON intents (tenant_id, id);
--> statement-breakpoint
CREATE INDEX intents_by_customer ON intents (customer_id, id);
--> statement-breakpoint
CREATE INDEX intents_to_expire ON intents (expires_at) WHERE status = 'requires_confirmation';
--> statement-breakpoint
CREATE UNIQUE INDEX intents_by_transaction ON intents (transaction_id)
  WHERE transaction_id IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX intents_by_schedule ON intents (schedule_id) WHERE schedule_id IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER intents_status_edges BEFORE UPDATE OF status ON intents
WHEN NEW.status <> OLD.status AND NOT (
  (OLD.status = 'parsed' AND NEW.status IN ('requires_clarification', 'requires_confirmation',
    'unsupported', 'refused'))
  OR (OLD.status = 'requires_confirmation' AND NEW.status IN ('confirmed', 'canceled', 'expired'))
  OR (OLD.status = 'confirmed' AND NEW.status IN ('executed', 'declined')))
BEGIN SELECT RAISE(ABORT, 'status edge of an intent is not allowed'); END;
--> statement-breakpoint
CREATE TRIGGER intents_keep_their_terms BEFORE UPDATE OF id, tenant_id, customer_id,
  conversation_id, message, intent, reading, preview, operation, amount, currency,
  source_account_id, destination_account_id, expires_at, actor, created_at
ON intents BEGIN SELECT RAISE(ABORT, 'what was read never changes'); END;
--> statement-breakpoint
CREATE TRIGGER intents_keep_their_result BEFORE UPDATE OF transaction_id, schedule_id ON intents
WHEN (OLD.transaction_id IS NOT NULL AND NEW.transaction_id IS NOT OLD.transaction_id)
  OR (OLD.schedule_id IS NOT NULL AND NEW.schedule_id IS NOT OLD.schedule_id)
BEGIN SELECT RAISE(ABORT, 'an intent is carried out once'); END;
--> statement-breakpoint
CREATE TRIGGER intents_no_delete BEFORE DELETE ON intents
BEGIN SELECT RAISE(ABORT, 'intents are never deleted'); END;
--> statement-breakpoint
CREATE TABLE intent_steps (
  intent_id TEXT NOT NULL REFERENCES intents (id),
  version INTEGER NOT NULL,
  status TEXT NOT NULL,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  reason TEXT,
  PRIMARY KEY (intent_id, version)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER intent_steps_no_update BEFORE UPDATE ON intent_steps
BEGIN SELECT RAISE(ABORT, 'steps of an intent are only added'); END;
--> statement-breakpoint
CREATE TRIGGER intent_steps_no_delete BEFORE DELETE ON intent_steps
BEGIN SELECT RAISE(ABORT, 'steps of an intent are only added'); END;
--> statement-breakpoint
ALTER TABLE transactions ADD COLUMN intent_id TEXT REFERENCES intents (id);
--> statement-breakpoint
CREATE UNIQUE INDEX transactions_by_intent ON transactions (intent_id) WHERE intent_id IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER transactions_keep_their_intent BEFORE UPDATE OF intent_id
ON transactions BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
