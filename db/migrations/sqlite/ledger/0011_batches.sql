-- Batches: up to 10,000 payments that were accepted as one. An item becomes a transaction when it
-- is settled; its id is minted when the batch is accepted.
CREATE TABLE batches (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('atomic', 'best_effort')),
  status TEXT NOT NULL CHECK (status IN ('pending', 'processing', 'completed', 'refused',
    'canceled')),
  total INTEGER NOT NULL CHECK (total BETWEEN 1 AND 10000),
  -- Items up to here are decided.
  decided INTEGER NOT NULL DEFAULT 0 CHECK (decided BETWEEN 0 AND total),
  posted INTEGER NOT NULL DEFAULT 0 CHECK (posted >= 0),
  declined INTEGER NOT NULL DEFAULT 0 CHECK (declined >= 0),
  failed INTEGER NOT NULL DEFAULT 0 CHECK (failed >= 0),
  -- Of an atomic batch: the item that refused it all, and why.
  refused_index INTEGER CHECK (refused_index BETWEEN 0 AND total - 1),
  refused_code TEXT,
  refused_message TEXT,
  refused_pointer TEXT,
  metadata TEXT NOT NULL DEFAULT '{}',
  workflow_id TEXT,
  workflow_run_id TEXT,
  idempotency_key TEXT,
  request_hash BLOB NOT NULL,
  request_id TEXT NOT NULL,
  actor TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version > 0),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  completed_at INTEGER,
  CHECK (posted + declined + failed = decided),
  CHECK ((status = 'refused') = (refused_index IS NOT NULL)),
  CHECK ((refused_index IS NULL) = (refused_code IS NULL)),
  CHECK (status <> 'completed' OR decided = total),
  CHECK (status IN ('processing', 'completed') OR decided = 0),
  CHECK (mode <> 'atomic' OR declined + failed = 0),
  CHECK ((status IN ('pending', 'processing')) = (completed_at IS NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX batches_by_tenant ON batches (tenant_id, id);
--> statement-breakpoint
CREATE UNIQUE INDEX batches_by_key ON batches (tenant_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
--> statement-breakpoint
CREATE INDEX batches_open ON batches (id, total, decided) WHERE status IN ('pending', 'processing');
--> statement-breakpoint
CREATE TRIGGER batches_born_pending BEFORE INSERT ON batches WHEN NEW.status <> 'pending'
BEGIN SELECT RAISE(ABORT, 'a batch starts as pending'); END;
--> statement-breakpoint
CREATE TRIGGER batches_status_edges BEFORE UPDATE ON batches
WHEN OLD.status IN ('completed', 'refused', 'canceled')
  OR (OLD.status = 'processing' AND NEW.status NOT IN ('processing', 'completed'))
  OR NEW.decided < OLD.decided
BEGIN SELECT RAISE(ABORT, 'a batch only goes forward'); END;
--> statement-breakpoint
CREATE TRIGGER batches_identity BEFORE UPDATE OF id, tenant_id, mode, total, metadata,
  idempotency_key, request_hash, request_id, actor, created_at
ON batches BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
--> statement-breakpoint
CREATE TRIGGER batches_no_delete BEFORE DELETE ON batches
BEGIN SELECT RAISE(ABORT, 'batches are never deleted'); END;
--> statement-breakpoint
-- The result of an item is its transaction's; code and message are those of an item that never
-- became one.
CREATE TABLE batch_items (
  batch_id TEXT NOT NULL REFERENCES batches (id),
  item_index INTEGER NOT NULL CHECK (item_index BETWEEN 0 AND 9999),
  transaction_id TEXT NOT NULL UNIQUE,
  body TEXT NOT NULL CHECK (json_valid(body)),
  code TEXT,
  message TEXT,
  PRIMARY KEY (batch_id, item_index),
  CHECK ((code IS NULL) = (message IS NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER batch_items_decided_once BEFORE UPDATE ON batch_items
WHEN OLD.code IS NOT NULL OR NEW.batch_id <> OLD.batch_id OR NEW.item_index <> OLD.item_index
  OR NEW.transaction_id <> OLD.transaction_id OR NEW.body <> OLD.body
BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
--> statement-breakpoint
CREATE TRIGGER batch_items_no_delete BEFORE DELETE ON batch_items
BEGIN SELECT RAISE(ABORT, 'items are never deleted'); END;
--> statement-breakpoint
ALTER TABLE transactions ADD COLUMN batch_id TEXT REFERENCES batches (id);
--> statement-breakpoint
CREATE TRIGGER transactions_keep_their_batch BEFORE UPDATE OF batch_id
ON transactions BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
