-- Steps of timelines lie in archives, too (docs/decisions/0193). Rows of other tables than events
-- have no number: their archives number them from 1 on.
DROP TRIGGER events_no_delete;
--> statement-breakpoint
CREATE TABLE archives_new (
  id TEXT PRIMARY KEY,
  noun TEXT NOT NULL CHECK (noun IN ('events', 'timeline', 'decisions')),
  -- Both ends are in; archives of a noun follow each other.
  first_row INTEGER NOT NULL CHECK (first_row > 0),
  last_row INTEGER NOT NULL CHECK (last_row >= first_row),
  -- Of events, and of the transactions of the others.
  first_id TEXT NOT NULL,
  last_id TEXT NOT NULL,
  rows INTEGER NOT NULL CHECK (rows BETWEEN 1 AND last_row - first_row + 1),
  -- Of the sequences of all events, of the versions of all steps, of the seconds of all decisions:
  -- a row that is taken for another one changes it.
  sequence_sum INTEGER NOT NULL CHECK (sequence_sum > 0),
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL,
  -- Below the folder of archives of this ledger.
  file TEXT NOT NULL UNIQUE,
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  -- Rows up to here are deleted.
  deleted_row INTEGER NOT NULL CHECK (deleted_row BETWEEN first_row - 1 AND last_row),
  created_at INTEGER NOT NULL,
  UNIQUE (noun, first_row)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO archives_new SELECT * FROM archives;
--> statement-breakpoint
DROP TABLE archives;
--> statement-breakpoint
ALTER TABLE archives_new RENAME TO archives;
--> statement-breakpoint
CREATE INDEX archives_by_row ON archives (noun, last_row);
--> statement-breakpoint
CREATE TRIGGER archives_follow BEFORE INSERT ON archives
WHEN NEW.first_row <= (SELECT coalesce(max(last_row), 0) FROM archives WHERE noun = NEW.noun)
  OR (NEW.noun <> 'events' AND NEW.first_id <=
    (SELECT coalesce(max(last_id), '') FROM archives WHERE noun = NEW.noun))
  OR NEW.deleted_row <> NEW.first_row - 1
BEGIN SELECT RAISE(ABORT, 'archives follow each other'); END;
--> statement-breakpoint
CREATE TRIGGER archives_only_delete_on BEFORE UPDATE ON archives
WHEN NEW.id <> OLD.id OR NEW.noun <> OLD.noun OR NEW.first_row <> OLD.first_row
  OR NEW.last_row <> OLD.last_row OR NEW.first_id <> OLD.first_id OR NEW.last_id <> OLD.last_id
  OR NEW.rows <> OLD.rows OR NEW.sequence_sum <> OLD.sequence_sum OR NEW.from_at <> OLD.from_at
  OR NEW.to_at <> OLD.to_at OR NEW.file <> OLD.file OR NEW.bytes <> OLD.bytes
  OR NEW.sha256 <> OLD.sha256 OR NEW.deleted_row < OLD.deleted_row
  OR NEW.created_at <> OLD.created_at
BEGIN SELECT RAISE(ABORT, 'an archive never changes'); END;
--> statement-breakpoint
CREATE TRIGGER archives_no_delete BEFORE DELETE ON archives
BEGIN SELECT RAISE(ABORT, 'an archive never changes'); END;
--> statement-breakpoint
CREATE TRIGGER events_no_delete BEFORE DELETE ON events
WHEN OLD.row > (SELECT coalesce(max(last_row), 0) FROM archives WHERE noun = 'events')
BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END;
--> statement-breakpoint
-- The last step of its timeline that lies in an archive; null: none does. A step that follows
-- later, as when the payment is reversed, stays in the table.
ALTER TABLE transactions ADD COLUMN archived_version INTEGER;
--> statement-breakpoint
CREATE TRIGGER transactions_archived_once BEFORE UPDATE OF archived_version ON transactions
WHEN NEW.archived_version IS NOT OLD.archived_version
  AND (OLD.archived_version IS NOT NULL OR NEW.archived_version > NEW.version)
BEGIN SELECT RAISE(ABORT, 'what is archived stays archived'); END;
--> statement-breakpoint
CREATE TRIGGER transactions_archived_in_a_file BEFORE UPDATE OF archived_version ON transactions
WHEN NEW.archived_version IS NOT OLD.archived_version AND NOT EXISTS (SELECT 1 FROM archives
  WHERE noun = 'timeline' AND deleted_row < last_row AND NEW.id BETWEEN first_id AND last_id)
BEGIN SELECT RAISE(ABORT, 'no archive has the steps'); END;
--> statement-breakpoint
DROP TRIGGER timeline_no_delete;
--> statement-breakpoint
CREATE TRIGGER timeline_no_delete BEFORE DELETE ON timeline
WHEN OLD.version > coalesce((SELECT archived_version FROM transactions
  WHERE id = OLD.transaction_id), 0)
BEGIN SELECT RAISE(ABORT, 'the timeline is append-only'); END;
