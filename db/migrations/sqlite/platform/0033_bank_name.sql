-- The random name of the bank: its ledgers and its data directory have the same.
CREATE TABLE bank (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT NOT NULL CHECK (length(name) = 16)
) STRICT;
--> statement-breakpoint
INSERT INTO bank (id, name) VALUES (1, lower(hex(randomblob(8))));
--> statement-breakpoint
CREATE TRIGGER bank_no_update BEFORE UPDATE ON bank
BEGIN SELECT RAISE(ABORT, 'a bank keeps its name'); END;
--> statement-breakpoint
CREATE TRIGGER bank_no_delete BEFORE DELETE ON bank
BEGIN SELECT RAISE(ABORT, 'a bank keeps its name'); END;
