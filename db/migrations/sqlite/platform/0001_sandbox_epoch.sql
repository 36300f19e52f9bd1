-- How often a developer has begun afresh in the sandbox: each time is a tenant of its own.
ALTER TABLE developers ADD COLUMN sandbox_epoch INTEGER NOT NULL DEFAULT 0
  CHECK (sandbox_epoch >= 0);
--> statement-breakpoint
CREATE TRIGGER developers_epoch_grows BEFORE UPDATE OF sandbox_epoch ON developers
WHEN NEW.sandbox_epoch < OLD.sandbox_epoch
BEGIN SELECT RAISE(ABORT, 'what was left behind is not come back to'); END;
