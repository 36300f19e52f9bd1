-- Commits that were acknowledged and that the database has lost, as after a failover to a standby
-- that was behind.
CREATE TABLE losses (
  id TEXT PRIMARY KEY,
  found_at INTEGER NOT NULL,
  -- The commit that a process had, and the one that the database went on from.
  from_number INTEGER NOT NULL,
  from_mark TEXT NOT NULL UNIQUE,
  to_number INTEGER NOT NULL,
  -- The list of all lost rows, and how many of each table they are.
  list_file TEXT NOT NULL,
  lost TEXT NOT NULL CHECK (json_valid(lost)),
  -- Where leaves are lost that a checkpoint had signed: how many it signed, and how many are left.
  signed_size INTEGER,
  kept_size INTEGER,
  -- When an operator had the log begin anew at the size that is left.
  restarted_at INTEGER,
  restarted_by TEXT,
  reason TEXT,
  CHECK ((signed_size IS NULL) = (kept_size IS NULL)),
  CHECK (signed_size > kept_size),
  CHECK ((restarted_at IS NULL) = (restarted_by IS NULL) AND (restarted_at IS NULL) = (reason IS NULL))
) STRICT;
--> statement-breakpoint
CREATE TABLE lost_records (
  kind TEXT NOT NULL CHECK (kind IN ('transaction', 'event', 'delivery')),
  id TEXT NOT NULL,
  loss_id TEXT NOT NULL REFERENCES losses (id),
  tenant TEXT NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER losses_no_delete BEFORE DELETE ON losses
BEGIN SELECT RAISE(ABORT, 'what was lost stays known'); END;
--> statement-breakpoint
CREATE TRIGGER lost_records_no_delete BEFORE DELETE ON lost_records
BEGIN SELECT RAISE(ABORT, 'what was lost stays known'); END;
