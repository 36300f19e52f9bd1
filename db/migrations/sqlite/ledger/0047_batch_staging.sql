-- Items of a large batch are laid down before their batch is accepted: they refer to no batch yet.
CREATE TABLE batch_items_free (
  batch_id TEXT NOT NULL,
  item_index INTEGER NOT NULL CHECK (item_index BETWEEN 0 AND 9999),
  transaction_id TEXT NOT NULL UNIQUE,
  body TEXT NOT NULL CHECK (json_valid(body)),
  code TEXT,
  message TEXT,
  PRIMARY KEY (batch_id, item_index),
  CHECK ((code IS NULL) = (message IS NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO batch_items_free SELECT * FROM batch_items;
--> statement-breakpoint
DROP TABLE batch_items;
--> statement-breakpoint
ALTER TABLE batch_items_free RENAME TO batch_items;
--> statement-breakpoint
CREATE TRIGGER batch_items_decided_once BEFORE UPDATE ON batch_items
WHEN OLD.code IS NOT NULL OR NEW.batch_id <> OLD.batch_id OR NEW.item_index <> OLD.item_index
  OR NEW.transaction_id <> OLD.transaction_id OR NEW.body <> OLD.body
BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
--> statement-breakpoint
CREATE TRIGGER batch_items_no_delete BEFORE DELETE ON batch_items
WHEN EXISTS (SELECT 1 FROM batches WHERE id = OLD.batch_id)
BEGIN SELECT RAISE(ABORT, 'items are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER batch_items_of_an_open_batch BEFORE INSERT ON batch_items
WHEN EXISTS (SELECT 1 FROM batches WHERE id = NEW.batch_id
  AND (status <> 'pending' OR NEW.item_index >= total))
BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
--> statement-breakpoint
-- Batches whose items are laid down and that are not accepted yet.
CREATE TABLE batch_staging (
  batch_id TEXT PRIMARY KEY,
  staged_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
