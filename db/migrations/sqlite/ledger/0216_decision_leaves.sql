-- A decision about a customer is a leaf of the log: the hash of its facts, written in the same commit.
-- The leaf stays in the log of the ledger that decided; the row moves with the developer.
CREATE TABLE decision_leaves (
  decision_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  -- Null: of the bank itself.
  customer_id TEXT,
  -- Name of the ledger whose log has the leaf.
  ledger TEXT NOT NULL,
  leaf_index INTEGER NOT NULL CHECK (leaf_index >= 0),
  recorded_at INTEGER NOT NULL,
  -- Both null once the content was erased.
  facts_sha256 TEXT CHECK (length(facts_sha256) = 64),
  salt BLOB CHECK (length(salt) = 16),
  CHECK ((facts_sha256 IS NULL) = (salt IS NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX decision_leaves_by_index ON decision_leaves (leaf_index);
--> statement-breakpoint
CREATE INDEX decision_leaves_by_customer ON decision_leaves (customer_id, decision_id);
--> statement-breakpoint
CREATE TRIGGER decision_leaves_no_update BEFORE UPDATE ON decision_leaves
WHEN NEW.decision_id <> OLD.decision_id OR NEW.tenant_id <> OLD.tenant_id
  OR NEW.customer_id IS NOT OLD.customer_id OR NEW.ledger <> OLD.ledger
  OR NEW.leaf_index <> OLD.leaf_index OR NEW.recorded_at <> OLD.recorded_at
  OR (NEW.salt IS NOT NULL AND (NEW.salt IS NOT OLD.salt OR NEW.facts_sha256 IS NOT OLD.facts_sha256))
BEGIN SELECT RAISE(ABORT, 'the leaf of a decision is kept or erased, never changed'); END;
--> statement-breakpoint
CREATE TRIGGER decision_leaves_no_delete BEFORE DELETE ON decision_leaves
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
