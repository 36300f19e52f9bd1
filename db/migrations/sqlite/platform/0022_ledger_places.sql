-- Where each ledger lies: by the name of a database in the settings, or null where the platform
-- does. The task queue has the random name of the ledger in it, by which it is known again.
CREATE TABLE ledger_places (
  ledger TEXT PRIMARY KEY CHECK (ledger GLOB 'sandbox*' OR ledger GLOB 'production*'),
  database_name TEXT CHECK (database_name <> ''),
  task_queue TEXT NOT NULL CHECK (task_queue <> ''),
  at INTEGER NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TRIGGER ledger_places_no_update BEFORE UPDATE ON ledger_places
BEGIN SELECT RAISE(ABORT, 'a ledger stays where it was made'); END;
--> statement-breakpoint
CREATE TRIGGER ledger_places_no_delete BEFORE DELETE ON ledger_places
BEGIN SELECT RAISE(ABORT, 'a ledger stays where it was made'); END;
