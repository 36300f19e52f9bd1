-- What two operators agreed on: a counterparty of any customer is not the entry of a list that it is
-- like. It holds for the entry as it was then, and until a day.
CREATE TABLE screening_clearances (
  id TEXT PRIMARY KEY,
  -- The approval: carried out twice, it is written once.
  approval_id TEXT NOT NULL UNIQUE,
  -- The hit that the two saw.
  hit_id TEXT NOT NULL,
  -- The name as payments write it, however its letters are written and spaced.
  counterparty TEXT NOT NULL,
  list TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  entry_version TEXT NOT NULL,
  requested_by TEXT NOT NULL,
  agreed_by TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  withdrawn_by TEXT,
  withdrawn_at INTEGER,
  withdrawal_reason TEXT,
  CHECK (requested_by <> agreed_by),
  CHECK (expires_at > created_at),
  CHECK ((withdrawn_by IS NULL) = (withdrawn_at IS NULL)),
  CHECK ((withdrawn_by IS NULL) = (withdrawal_reason IS NULL))
) STRICT;
--> statement-breakpoint
CREATE INDEX screening_clearances_by_counterparty
  ON screening_clearances (counterparty, list, entity_id);
--> statement-breakpoint
CREATE TRIGGER screening_clearances_stay BEFORE UPDATE OF id, approval_id, hit_id, counterparty, list,
  entity_id, entry_version, requested_by, agreed_by, reason, created_at, expires_at
ON screening_clearances BEGIN SELECT RAISE(ABORT, 'what was agreed on never changes'); END;
--> statement-breakpoint
CREATE TRIGGER screening_clearances_withdrawn_once BEFORE UPDATE ON screening_clearances
WHEN OLD.withdrawn_by IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a clearance is withdrawn once'); END;
--> statement-breakpoint
CREATE TRIGGER screening_clearances_no_delete BEFORE DELETE ON screening_clearances
BEGIN SELECT RAISE(ABORT, 'clearances are never deleted'); END;
