-- The random name of the bank that the ledger belongs to; the first start writes it.
CREATE TABLE bank (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT NOT NULL CHECK (length(name) = 16)
) STRICT;
--> statement-breakpoint
CREATE TRIGGER bank_no_update BEFORE UPDATE ON bank
BEGIN SELECT RAISE(ABORT, 'a ledger keeps its bank'); END;
--> statement-breakpoint
CREATE TRIGGER bank_no_delete BEFORE DELETE ON bank
BEGIN SELECT RAISE(ABORT, 'a ledger keeps its bank'); END;
