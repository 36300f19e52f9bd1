-- Each row of the audit log has a hash over itself and the hash before: what is edited, deleted,
-- swapped or put in between breaks it. Rows of before are taken up at the first opening.
CREATE TABLE audit_chain (
  id INTEGER PRIMARY KEY REFERENCES audit (id),
  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32)
) STRICT;
--> statement-breakpoint
CREATE TRIGGER audit_chain_no_update BEFORE UPDATE ON audit_chain
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_chain_no_delete BEFORE DELETE ON audit_chain
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
--> statement-breakpoint
CREATE INDEX audit_by_object ON audit (object_id, id);
--> statement-breakpoint
CREATE INDEX audit_by_actor ON audit (actor, id);
