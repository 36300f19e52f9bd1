-- Deliveries are kept for 30 days after their end and then deleted with their attempts, a slice at
-- a time. What is not final stays, however old; so do the events themselves.
CREATE TABLE delivery_retention (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- Milliseconds since 1970 UTC: what ended before may be deleted.
  kept_from INTEGER NOT NULL CHECK (kept_from >= 0)
) STRICT;
--> statement-breakpoint
INSERT INTO delivery_retention (id, kept_from) VALUES (1, 0);
--> statement-breakpoint
CREATE TRIGGER delivery_retention_grows BEFORE UPDATE ON delivery_retention
WHEN NEW.kept_from < OLD.kept_from
BEGIN SELECT RAISE(ABORT, 'what may be deleted grows with time'); END;
--> statement-breakpoint
CREATE TRIGGER delivery_retention_no_delete BEFORE DELETE ON delivery_retention
BEGIN SELECT RAISE(ABORT, 'what may be deleted grows with time'); END;
--> statement-breakpoint
-- Of events up to this row the endpoint may have deliveries that were deleted.
ALTER TABLE mailboxes ADD COLUMN pruned_row INTEGER NOT NULL DEFAULT 0 CHECK (pruned_row >= 0);
--> statement-breakpoint
CREATE INDEX deliveries_ended ON deliveries (updated_at) WHERE status IN ('delivered', 'failed');
--> statement-breakpoint
DROP TRIGGER deliveries_no_delete;
--> statement-breakpoint
CREATE TRIGGER deliveries_no_delete BEFORE DELETE ON deliveries
WHEN OLD.status NOT IN ('delivered', 'failed')
  OR OLD.updated_at >= (SELECT kept_from FROM delivery_retention)
BEGIN SELECT RAISE(ABORT, 'deliveries are never deleted before their time'); END;
--> statement-breakpoint
DROP TRIGGER delivery_attempts_no_delete;
--> statement-breakpoint
CREATE TRIGGER delivery_attempts_no_delete BEFORE DELETE ON delivery_attempts
WHEN EXISTS (SELECT 1 FROM deliveries d WHERE d.id = OLD.delivery_id
  AND (d.status NOT IN ('delivered', 'failed')
    OR d.updated_at >= (SELECT kept_from FROM delivery_retention)))
BEGIN SELECT RAISE(ABORT, 'attempts are append-only while their delivery is kept'); END;
