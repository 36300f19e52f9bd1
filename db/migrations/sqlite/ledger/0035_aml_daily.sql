-- The daily look for money laundering at the customers of a developer: which day of the developer's
-- clock it is for, which movements it is about, and how far it has come.
CREATE TABLE aml_days (
  tenant_id TEXT NOT NULL,
  -- Days since 1970 UTC.
  day INTEGER NOT NULL CHECK (day > 0),
  -- Customers are looked at of whom something was booked in between, by the stamps of the journal.
  moved_from INTEGER NOT NULL,
  moved_to INTEGER NOT NULL,
  -- The last customer that was looked at: they come by their ids.
  after_customer TEXT NOT NULL,
  customers INTEGER NOT NULL CHECK (customers >= 0),
  -- Of those, the ones with something new.
  runs INTEGER NOT NULL CHECK (runs BETWEEN 0 AND customers),
  started_at INTEGER NOT NULL,
  finished_at INTEGER CHECK (finished_at >= started_at),
  PRIMARY KEY (tenant_id, day),
  CHECK (moved_from <= moved_to)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER aml_days_in_turn BEFORE INSERT ON aml_days
WHEN EXISTS (SELECT 1 FROM aml_days WHERE tenant_id = NEW.tenant_id AND day >= NEW.day)
BEGIN SELECT RAISE(ABORT, 'a day is looked at once, and in its turn'); END;
--> statement-breakpoint
CREATE TRIGGER aml_days_go_on BEFORE UPDATE ON aml_days
WHEN OLD.finished_at IS NOT NULL OR NEW.tenant_id <> OLD.tenant_id OR NEW.day <> OLD.day
  OR NEW.moved_from <> OLD.moved_from OR NEW.moved_to <> OLD.moved_to
  OR NEW.started_at <> OLD.started_at OR NEW.after_customer < OLD.after_customer
  OR NEW.customers < OLD.customers OR NEW.runs < OLD.runs
BEGIN SELECT RAISE(ABORT, 'a day goes on until it is over, and never back'); END;
--> statement-breakpoint
CREATE TRIGGER aml_days_no_delete BEFORE DELETE ON aml_days
BEGIN SELECT RAISE(ABORT, 'days that were looked at are never deleted'); END;
--> statement-breakpoint
-- Who wanted a run: somebody who asked for it, or the day.
ALTER TABLE aml_runs ADD COLUMN origin TEXT NOT NULL DEFAULT 'request'
  CHECK (origin IN ('request', 'daily'));
