-- The ledger that a developer's sandbox begins in at its next reset; null: where it is.
ALTER TABLE developers ADD COLUMN next_sandbox_ledger INTEGER CHECK (next_sandbox_ledger > 0);
