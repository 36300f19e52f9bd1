-- A schedule that pays a party outside does so through the bank's settlement account, as every
-- withdrawal does. An occurrence that was posted fails when its network leads the money back.
ALTER TABLE schedules ADD COLUMN external_party TEXT;
--> statement-breakpoint
ALTER TABLE schedules ADD COLUMN category TEXT;
--> statement-breakpoint
ALTER TABLE schedules ADD COLUMN reference TEXT;
--> statement-breakpoint
CREATE TRIGGER schedules_payee_final BEFORE UPDATE OF external_party ON schedules
WHEN OLD.status IN ('completed', 'canceled') AND NEW.external_party IS NOT NULL
  AND NEW.external_party IS NOT OLD.external_party
BEGIN SELECT RAISE(ABORT, 'the terms of a schedule that has ended never change'); END;
--> statement-breakpoint
DROP TRIGGER occurrences_status_edges;
--> statement-breakpoint
CREATE TRIGGER occurrences_status_edges BEFORE UPDATE OF status ON occurrences
WHEN NEW.status <> OLD.status AND NOT (
  (OLD.status = 'scheduled' AND NEW.status IN ('processing', 'skipped', 'canceled'))
  OR (OLD.status = 'processing' AND NEW.status IN ('posted', 'retrying', 'failed'))
  OR (OLD.status = 'retrying' AND NEW.status IN ('posted', 'failed'))
  OR (OLD.status = 'posted' AND NEW.status = 'failed'))
BEGIN SELECT RAISE(ABORT, 'occurrence status edge is not allowed'); END;
