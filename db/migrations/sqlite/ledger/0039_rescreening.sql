-- Rounds over every customer and every party outside that is known, begun when the lists are others
-- than those of the round before.
CREATE TABLE rescreenings (
  number INTEGER PRIMARY KEY,
  -- SHA-256 of the file of the lists, in hexadecimal.
  lists TEXT NOT NULL CHECK (length(lists) = 64),
  stage TEXT NOT NULL CHECK (stage IN ('customers', 'parties', 'done')),
  -- The last customer, or transaction, that was looked at: they come by their ids.
  after_id TEXT NOT NULL,
  names INTEGER NOT NULL CHECK (names >= 0),
  -- Found, and not known before.
  hits INTEGER NOT NULL CHECK (hits >= 0),
  started_at INTEGER NOT NULL,
  finished_at INTEGER CHECK (finished_at >= started_at),
  CHECK ((stage = 'done') = (finished_at IS NOT NULL))
) STRICT;
--> statement-breakpoint
CREATE TRIGGER rescreenings_go_on BEFORE UPDATE ON rescreenings
WHEN OLD.finished_at IS NOT NULL OR NEW.number <> OLD.number OR NEW.lists <> OLD.lists
  OR NEW.started_at <> OLD.started_at OR NEW.names < OLD.names OR NEW.hits < OLD.hits
  OR (NEW.stage = 'customers' AND OLD.stage = 'parties')
  OR (NEW.stage = OLD.stage AND NEW.after_id < OLD.after_id)
BEGIN SELECT RAISE(ABORT, 'a round goes on until it is over, and never back'); END;
--> statement-breakpoint
CREATE TRIGGER rescreenings_no_delete BEFORE DELETE ON rescreenings
BEGIN SELECT RAISE(ABORT, 'rounds are never deleted'); END;
