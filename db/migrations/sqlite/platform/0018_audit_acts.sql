-- Each act of an operator, from the entry of before it to the one that says how it ended. What has
-- no end yet is under way, or was cut short: the bank settles it from the marks of the databases.
CREATE TABLE audit_acts (
  id TEXT PRIMARY KEY CHECK (id GLOB 'act_*'),
  asked INTEGER NOT NULL UNIQUE REFERENCES audit (id),
  ended INTEGER UNIQUE REFERENCES audit (id) CHECK (ended > asked),
  process TEXT NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX audit_acts_open ON audit_acts (asked) WHERE ended IS NULL;
--> statement-breakpoint
CREATE TRIGGER audit_acts_begin_open BEFORE INSERT ON audit_acts
WHEN NEW.ended IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an act begins before it ends'); END;
--> statement-breakpoint
CREATE TRIGGER audit_acts_end_once BEFORE UPDATE ON audit_acts
WHEN OLD.ended IS NOT NULL OR NEW.ended IS NULL OR NEW.id <> OLD.id OR NEW.asked <> OLD.asked
  OR NEW.process <> OLD.process
BEGIN SELECT RAISE(ABORT, 'an act ends once'); END;
--> statement-breakpoint
CREATE TRIGGER audit_acts_no_delete BEFORE DELETE ON audit_acts
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
--> statement-breakpoint
-- Acts that have written something in this database, each marked in the commit that wrote it.
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
