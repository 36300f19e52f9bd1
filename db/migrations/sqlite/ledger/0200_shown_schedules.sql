-- Each change of a schedule or of its occurrences is counted, and up to which of them its workflow
-- has shown it: the rows say which workflows are to be started or told.
ALTER TABLE schedules ADD COLUMN changes INTEGER NOT NULL DEFAULT 1;
--> statement-breakpoint
ALTER TABLE schedules ADD COLUMN shown_changes INTEGER NOT NULL DEFAULT 0;
--> statement-breakpoint
UPDATE schedules SET shown_changes = 1 WHERE status IN ('completed', 'canceled');
--> statement-breakpoint
CREATE INDEX schedules_unshown ON schedules (id) WHERE changes > shown_changes;
--> statement-breakpoint
CREATE INDEX schedules_carried ON schedules (id)
  WHERE shown_changes > 0 AND status IN ('active', 'paused', 'suspended');
