-- How much money may stand between a developer and the outside in one currency: what was paid in
-- beforehand, and the cap that the bank agreed to in writing. Without a row it is nothing.
CREATE TABLE settlement_terms (
  tenant_id TEXT NOT NULL,
  currency TEXT NOT NULL CHECK (length(currency) = 3),
  -- Minor units.
  prefunded INTEGER NOT NULL CHECK (prefunded BETWEEN 0 AND 9007199254740991),
  cap INTEGER NOT NULL CHECK (cap BETWEEN 0 AND 9007199254740991),
  version INTEGER NOT NULL CHECK (version > 0),
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, currency)
) STRICT;
--> statement-breakpoint
CREATE TRIGGER settlement_terms_no_delete BEFORE DELETE ON settlement_terms
BEGIN SELECT RAISE(ABORT, 'settlement terms are set to 0, never deleted'); END;
