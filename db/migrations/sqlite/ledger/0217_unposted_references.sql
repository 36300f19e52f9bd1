-- The unique index of references leaves out transactions that moved no money, and lists find these
-- by their reference, too.
CREATE INDEX transactions_by_unused_reference ON transactions (tenant_id, reference)
  WHERE reference IS NOT NULL AND status IN ('declined', 'failed', 'canceled');
