-- The tables of an erasure come in another order: one that is under way begins at the first again.
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
