-- Batches in parts. An atomic batch is judged slice by slice, and what its items need is kept of
-- the accounts; the commit that judges the last one decides; then slices book what was judged.
ALTER TABLE batches ADD COLUMN judged INTEGER NOT NULL DEFAULT 0 CHECK (judged >= 0);
--> statement-breakpoint
-- The item that refuses an atomic batch, and why, while what was kept for it is given back.
ALTER TABLE batches ADD COLUMN refusing TEXT CHECK (json_valid(refusing));
--> statement-breakpoint
DROP TRIGGER batches_status_edges;
--> statement-breakpoint
CREATE TRIGGER batches_status_edges BEFORE UPDATE ON batches
WHEN OLD.status IN ('completed', 'refused', 'canceled')
  OR (OLD.status = 'processing' AND NEW.status NOT IN ('processing', 'completed')
    AND NOT (NEW.status = 'refused' AND OLD.refusing IS NOT NULL AND OLD.decided = 0))
  OR NEW.decided < OLD.decided OR NEW.judged < OLD.judged
  OR (OLD.refusing IS NOT NULL AND NEW.judged <> OLD.judged)
  OR (NEW.mode = 'atomic' AND NEW.decided > OLD.decided AND NEW.refusing IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'a batch only goes forward'); END;
--> statement-breakpoint
-- What an open atomic batch keeps of an account. `run` is what its judged items add to the balance;
-- `reserved` is part of the account's `held`, `expected` of its `pending_in`; `spends` and
-- `payments` are debits that no limit has counted yet. `pays`: some item debits the account.
CREATE TABLE batch_reserves (
  batch_id TEXT NOT NULL REFERENCES batches (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  run INTEGER NOT NULL,
  reserved INTEGER NOT NULL CHECK (reserved >= 0),
  expected INTEGER NOT NULL CHECK (expected >= 0),
  spends INTEGER NOT NULL CHECK (spends >= 0),
  payments INTEGER NOT NULL CHECK (payments >= 0),
  pays INTEGER NOT NULL CHECK (pays IN (0, 1)),
  PRIMARY KEY (batch_id, account_id)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX batch_reserves_by_account ON batch_reserves (account_id);
--> statement-breakpoint
-- References of judged items that are not booked yet: nobody else can take them meanwhile.
CREATE TABLE batch_references (
  tenant_id TEXT NOT NULL,
  reference TEXT NOT NULL,
  batch_id TEXT NOT NULL REFERENCES batches (id),
  item_index INTEGER NOT NULL,
  transaction_id TEXT NOT NULL,
  PRIMARY KEY (tenant_id, reference)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX batch_references_by_batch ON batch_references (batch_id, item_index);
--> statement-breakpoint
-- What was decided about the items of a slice, until they are booked.
CREATE TABLE batch_slices (
  batch_id TEXT NOT NULL REFERENCES batches (id),
  first_index INTEGER NOT NULL CHECK (first_index >= 0),
  plans TEXT NOT NULL CHECK (json_valid(plans)),
  PRIMARY KEY (batch_id, first_index)
) STRICT, WITHOUT ROWID;
