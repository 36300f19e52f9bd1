-- What a client or an operator asked of a transaction that waits, written by the API before the
-- workflow hears that there is something: the workflow does what stands here, and nothing else.
CREATE TABLE hold_orders (
  id TEXT PRIMARY KEY,
  transaction_id TEXT NOT NULL REFERENCES transactions (id),
  tenant_id TEXT NOT NULL,
  act TEXT NOT NULL CHECK (act IN ('capture', 'cancel')),
  -- Minor units to capture; null: all that is held.
  amount INTEGER CHECK (amount > 0),
  -- Goes to the transaction when it is carried out, and stays there alone.
  reason TEXT,
  request_hash TEXT NOT NULL,
  actor TEXT NOT NULL,
  request_id TEXT NOT NULL,
  idempotency_key TEXT,
  -- What it came to; null: it is not carried out yet.
  outcome TEXT CHECK (json_valid(outcome)),
  created_at INTEGER NOT NULL,
  done_at INTEGER,
  CHECK ((outcome IS NULL) = (done_at IS NULL)),
  CHECK (done_at IS NULL OR reason IS NULL)
) STRICT;
--> statement-breakpoint
CREATE INDEX hold_orders_open ON hold_orders (transaction_id, id) WHERE done_at IS NULL;
--> statement-breakpoint
CREATE INDEX hold_orders_by_tenant ON hold_orders (tenant_id, id);
--> statement-breakpoint
CREATE TRIGGER hold_orders_stay BEFORE UPDATE ON hold_orders
WHEN OLD.done_at IS NOT NULL OR NEW.id <> OLD.id OR NEW.transaction_id <> OLD.transaction_id
  OR NEW.tenant_id <> OLD.tenant_id OR NEW.act <> OLD.act OR NEW.amount IS NOT OLD.amount
  OR NEW.actor <> OLD.actor OR NEW.request_hash <> OLD.request_hash
BEGIN SELECT RAISE(ABORT, 'an order is carried out once, as it was given'); END;
--> statement-breakpoint
CREATE TRIGGER hold_orders_no_delete BEFORE DELETE ON hold_orders
BEGIN SELECT RAISE(ABORT, 'orders are never deleted'); END;
