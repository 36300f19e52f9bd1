-- Notes of operators name people: the erasure of a customer deletes those about its items.
DROP TRIGGER work_notes_no_delete;
--> statement-breakpoint
CREATE TRIGGER work_notes_no_delete BEFORE DELETE ON work_notes
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running')
BEGIN SELECT RAISE(ABORT, 'notes are never deleted'); END;
--> statement-breakpoint
-- An erasure deletes notes of more items: one that is under way begins at the first table again.
DROP TRIGGER customer_erasures_go_on;
--> statement-breakpoint
UPDATE customer_erasures SET part = 0, at_account = '', at_key = '' WHERE status = 'running';
--> statement-breakpoint
CREATE TRIGGER customer_erasures_go_on BEFORE UPDATE ON customer_erasures
WHEN OLD.status = 'erased' OR NEW.customer_id <> OLD.customer_id OR NEW.tenant_id <> OLD.tenant_id
  OR NEW.requested_by <> OLD.requested_by OR NEW.approved_by <> OLD.approved_by
  OR NEW.reason <> OLD.reason OR NEW.started_at <> OLD.started_at OR NEW.part < OLD.part
  OR NEW.rows < OLD.rows
BEGIN SELECT RAISE(ABORT, 'an erasure goes on to its end'); END;
