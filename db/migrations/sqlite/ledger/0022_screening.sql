-- What screening found about a customer, and what a person made of it. The same entry of a list
-- under the same name is found once: decided as no hit, it is not asked about again.
CREATE TABLE screening_hits (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  -- The name of the customer as it was screened.
  screened_name TEXT NOT NULL,
  list TEXT NOT NULL,
  list_as_of TEXT,
  entity_id TEXT NOT NULL,
  entity_type TEXT NOT NULL CHECK (entity_type IN ('individual', 'entity', 'vessel', 'aircraft')),
  name TEXT NOT NULL,
  matched_name TEXT NOT NULL,
  score REAL NOT NULL CHECK (score BETWEEN 0 AND 1),
  features TEXT NOT NULL,
  programs TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'no_hit', 'confirmed_hit')),
  decided_by TEXT,
  reason TEXT,
  version INTEGER NOT NULL CHECK (version > 0),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((status = 'pending') = (decided_by IS NULL)),
  CHECK ((decided_by IS NULL) = (reason IS NULL)),
  UNIQUE (customer_id, list, entity_id, screened_name)
) STRICT;
--> statement-breakpoint
CREATE INDEX screening_hits_by_status ON screening_hits (status, id);
--> statement-breakpoint
CREATE TRIGGER screening_hits_born_pending BEFORE INSERT ON screening_hits
WHEN NEW.status <> 'pending'
BEGIN SELECT RAISE(ABORT, 'a hit starts as pending'); END;
--> statement-breakpoint
CREATE TRIGGER screening_hits_decided_once BEFORE UPDATE ON screening_hits
WHEN OLD.status <> 'pending'
BEGIN SELECT RAISE(ABORT, 'a hit is decided once'); END;
--> statement-breakpoint
CREATE TRIGGER screening_hits_identity BEFORE UPDATE OF id, tenant_id, customer_id, screened_name,
  list, list_as_of, entity_id, entity_type, name, matched_name, score, features, programs,
  created_at
ON screening_hits BEGIN SELECT RAISE(ABORT, 'what was found never changes'); END;
--> statement-breakpoint
CREATE TRIGGER screening_hits_no_delete BEFORE DELETE ON screening_hits
BEGIN SELECT RAISE(ABORT, 'hits are never deleted'); END;
