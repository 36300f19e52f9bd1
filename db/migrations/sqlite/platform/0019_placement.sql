-- Which ledger of an environment has the rows of a developer, by its number. Who was there before
-- there were more of them is in the first.
ALTER TABLE developers ADD COLUMN sandbox_ledger INTEGER NOT NULL DEFAULT 1
  CHECK (sandbox_ledger > 0);
--> statement-breakpoint
ALTER TABLE developers ADD COLUMN production_ledger INTEGER NOT NULL DEFAULT 1
  CHECK (production_ledger > 0);
--> statement-breakpoint
CREATE INDEX developers_by_sandbox_ledger ON developers (sandbox_ledger);
--> statement-breakpoint
CREATE INDEX developers_by_production_ledger ON developers (production_ledger);
