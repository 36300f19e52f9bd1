-- Hits are about somebody outside of a payment, too. The key of a hit has whom it is about in it,
-- so that what was said about the one stands for nothing about the other; SQLite changes no key in
-- place, so the table is made anew.
CREATE TABLE screening_hits_before AS SELECT * FROM screening_hits;
--> statement-breakpoint
DROP TABLE screening_hits;
--> statement-breakpoint
CREATE TABLE screening_hits (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  subject TEXT NOT NULL CHECK (subject IN ('customer', 'external_party')),
  -- The first payment that named the party outside.
  transaction_id TEXT REFERENCES transactions (id),
  -- The name as it was screened.
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
  CHECK ((subject = 'customer') = (transaction_id IS NULL)),
  UNIQUE (customer_id, subject, screened_name, list, entity_id)
) STRICT;
--> statement-breakpoint
CREATE INDEX screening_hits_by_status ON screening_hits (status, id);
--> statement-breakpoint
INSERT INTO screening_hits SELECT id, tenant_id, customer_id, 'customer', NULL, screened_name, list,
  list_as_of, entity_id, entity_type, name, matched_name, score, features, programs, status,
  decided_by, reason, version, created_at, updated_at FROM screening_hits_before;
--> statement-breakpoint
DROP TABLE screening_hits_before;
--> statement-breakpoint
CREATE TRIGGER screening_hits_born_pending BEFORE INSERT ON screening_hits
WHEN NEW.status <> 'pending'
BEGIN SELECT RAISE(ABORT, 'a hit starts as pending'); END;
--> statement-breakpoint
CREATE TRIGGER screening_hits_decided_once BEFORE UPDATE ON screening_hits
WHEN OLD.status <> 'pending'
BEGIN SELECT RAISE(ABORT, 'a hit is decided once'); END;
--> statement-breakpoint
CREATE TRIGGER screening_hits_identity BEFORE UPDATE OF id, tenant_id, customer_id, subject,
  transaction_id, screened_name,
  list, list_as_of, entity_id, entity_type, name, matched_name, score, features, programs,
  created_at
ON screening_hits BEGIN SELECT RAISE(ABORT, 'what was found never changes'); END;
--> statement-breakpoint
CREATE TRIGGER screening_hits_no_delete BEFORE DELETE ON screening_hits
BEGIN SELECT RAISE(ABORT, 'hits are never deleted'); END;
