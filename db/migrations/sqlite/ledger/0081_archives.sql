-- Archives: events that are older than an operator's policy lie in files, each named here with its
-- hash. A file is written, read back and compared before its row is; the rows that it holds are
-- deleted afterwards, a slice at a time. Only what a row of this table names can be deleted.
CREATE TABLE archives (
  id TEXT PRIMARY KEY,
  noun TEXT NOT NULL CHECK (noun IN ('events')),
  -- Both ends are in; archives follow each other without a gap.
  first_row INTEGER NOT NULL CHECK (first_row > 0),
  last_row INTEGER NOT NULL CHECK (last_row >= first_row),
  first_id TEXT NOT NULL,
  last_id TEXT NOT NULL,
  rows INTEGER NOT NULL CHECK (rows BETWEEN 1 AND last_row - first_row + 1),
  -- Of the sequences of all rows: a row that is taken for another one changes it.
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
CREATE INDEX archives_by_row ON archives (noun, last_row);
--> statement-breakpoint
CREATE TRIGGER archives_follow BEFORE INSERT ON archives
WHEN NEW.first_row <= (SELECT coalesce(max(last_row), 0) FROM archives WHERE noun = NEW.noun)
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
-- What an operator asked for: everything that is older goes. It grows with time.
CREATE TABLE archive_orders (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  before_at INTEGER NOT NULL CHECK (before_at >= 0),
  actor TEXT NOT NULL,
  reason TEXT NOT NULL,
  ordered_at INTEGER NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TRIGGER archive_orders_grow BEFORE UPDATE ON archive_orders
WHEN NEW.before_at < OLD.before_at
BEGIN SELECT RAISE(ABORT, 'what is archived stays archived'); END;
--> statement-breakpoint
CREATE TRIGGER archive_orders_no_delete BEFORE DELETE ON archive_orders
BEGIN SELECT RAISE(ABORT, 'what is archived stays archived'); END;
--> statement-breakpoint
-- A parent that goes is looked for among its children.
CREATE INDEX deliveries_by_event ON deliveries (event_row);
--> statement-breakpoint
DROP TRIGGER events_no_delete;
--> statement-breakpoint
CREATE TRIGGER events_no_delete BEFORE DELETE ON events
WHEN OLD.row > (SELECT coalesce(max(last_row), 0) FROM archives WHERE noun = 'events')
BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END;
