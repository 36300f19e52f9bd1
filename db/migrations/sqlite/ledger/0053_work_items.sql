-- Who of the bank works on what waits for a decision, how urgent a person says it is, and notes.
-- What waits is in the tables of reviews, assessments, hits, alerts and cases.
CREATE TABLE work_items (
  object_id TEXT PRIMARY KEY,
  assignee_id TEXT,
  priority TEXT CHECK (priority IN ('urgent', 'high', 'normal', 'low')),
  version INTEGER NOT NULL CHECK (version > 1),
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX work_items_by_assignee ON work_items (assignee_id, object_id);
--> statement-breakpoint
CREATE TABLE work_notes (
  object_id TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number > 0),
  author TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (object_id, number)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER work_notes_no_update BEFORE UPDATE ON work_notes
BEGIN SELECT RAISE(ABORT, 'a note never changes'); END;
--> statement-breakpoint
CREATE TRIGGER work_notes_no_delete BEFORE DELETE ON work_notes
BEGIN SELECT RAISE(ABORT, 'notes are never deleted'); END;
--> statement-breakpoint
CREATE INDEX aml_alerts_waiting ON aml_alerts (id) WHERE status <> 'closed';
