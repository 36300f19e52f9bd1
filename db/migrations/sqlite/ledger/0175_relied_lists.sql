-- What two operators agreed on: a list that is too old serves until a day.
CREATE TABLE relied_lists (
  id TEXT PRIMARY KEY,
  -- The approval: carried out twice, it is written once.
  approval_id TEXT NOT NULL UNIQUE,
  list TEXT NOT NULL,
  -- The day of the list that the two knew; a list of another day is another list.
  list_as_of TEXT,
  requested_by TEXT NOT NULL,
  agreed_by TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  until INTEGER NOT NULL,
  withdrawn_by TEXT,
  withdrawn_at INTEGER,
  withdrawal_reason TEXT,
  CHECK (requested_by <> agreed_by),
  CHECK ((withdrawn_by IS NULL) = (withdrawn_at IS NULL)),
  CHECK ((withdrawn_by IS NULL) = (withdrawal_reason IS NULL))
) STRICT;
--> statement-breakpoint
CREATE INDEX relied_lists_by_list ON relied_lists (list, until);
--> statement-breakpoint
CREATE TRIGGER relied_lists_stay BEFORE UPDATE OF id, approval_id, list, list_as_of, requested_by,
  agreed_by, reason, created_at, until
ON relied_lists BEGIN SELECT RAISE(ABORT, 'what was agreed on never changes'); END;
--> statement-breakpoint
CREATE TRIGGER relied_lists_withdrawn_once BEFORE UPDATE ON relied_lists
WHEN OLD.withdrawn_by IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'it is withdrawn once'); END;
--> statement-breakpoint
CREATE TRIGGER relied_lists_no_delete BEFORE DELETE ON relied_lists
BEGIN SELECT RAISE(ABORT, 'it is never deleted'); END;
