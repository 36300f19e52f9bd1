-- The cell of the bank, chosen at its first start: credentials and ids that it has given away name it.
CREATE TABLE cell (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT NOT NULL CHECK (length(name) = 2)
) STRICT;
--> statement-breakpoint
CREATE TRIGGER cell_no_update BEFORE UPDATE ON cell
BEGIN SELECT RAISE(ABORT, 'a bank keeps its cell'); END;
--> statement-breakpoint
CREATE TRIGGER cell_no_delete BEFORE DELETE ON cell
BEGIN SELECT RAISE(ABORT, 'a bank keeps its cell'); END;
