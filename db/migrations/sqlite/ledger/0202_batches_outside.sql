-- An item of a batch may travel by a network: what that says later moves the counts of its batch,
-- one step at a time, and nothing else of it. Of those that are counted as posted, so many are with
-- their networks still.
ALTER TABLE batches ADD COLUMN travelling INTEGER NOT NULL DEFAULT 0 CHECK (travelling >= 0);
--> statement-breakpoint
DROP TRIGGER batches_status_edges;
--> statement-breakpoint
CREATE TRIGGER batches_status_edges BEFORE UPDATE ON batches
WHEN OLD.status IN ('refused', 'canceled')
  OR (OLD.status = 'completed' AND (NEW.status <> 'completed' OR NEW.mode <> 'best_effort'
    OR NEW.version <> OLD.version + 1 OR NEW.decided <> OLD.decided
    OR NEW.failed <> OLD.failed OR NEW.completed_at IS NOT OLD.completed_at))
  OR (OLD.status = 'processing' AND NEW.status NOT IN ('processing', 'completed')
    AND NOT (NEW.status = 'refused' AND OLD.refusing IS NOT NULL AND OLD.decided = 0))
  OR NEW.decided < OLD.decided OR NEW.judged < OLD.judged
  OR (OLD.refusing IS NOT NULL AND NEW.judged <> OLD.judged)
  OR (NEW.mode = 'atomic' AND NEW.decided > OLD.decided AND NEW.refusing IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'a batch only goes forward'); END;
