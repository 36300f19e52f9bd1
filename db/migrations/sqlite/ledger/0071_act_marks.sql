-- Acts of operators that have written something here, each marked in the commit that wrote it: the
-- audit log is another database, and is told from this how an act ended that nobody was answered.
CREATE TABLE act_marks (
  act_id TEXT PRIMARY KEY CHECK (act_id GLOB 'act_*'),
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER act_marks_no_update BEFORE UPDATE ON act_marks
BEGIN SELECT RAISE(ABORT, 'marks of acts are append-only'); END;
--> statement-breakpoint
CREATE TRIGGER act_marks_no_delete BEFORE DELETE ON act_marks
BEGIN SELECT RAISE(ABORT, 'marks of acts are append-only'); END;
