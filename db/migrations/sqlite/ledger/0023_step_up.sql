-- The second factor of a customer (TOTP, RFC 6238). The secret is sealed (db/kernel/seal.ts).
CREATE TABLE mfa_factors (
  customer_id TEXT PRIMARY KEY REFERENCES customers (id),
  id TEXT NOT NULL UNIQUE,
  tenant_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'active', 'disabled')),
  secret TEXT,
  -- The newest time step whose code was taken: no code is taken twice.
  last_step INTEGER NOT NULL CHECK (last_step >= 0),
  -- Which set of recovery codes counts.
  recovery_set INTEGER NOT NULL CHECK (recovery_set >= 0),
  failed_attempts INTEGER NOT NULL CHECK (failed_attempts >= 0),
  locked_until INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  CHECK ((status = 'disabled') = (secret IS NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER mfa_factors_no_step_back BEFORE UPDATE ON mfa_factors
WHEN NEW.last_step < OLD.last_step AND NEW.id = OLD.id
BEGIN SELECT RAISE(ABORT, 'a code is taken once'); END;
--> statement-breakpoint
CREATE TRIGGER mfa_factors_no_delete BEFORE DELETE ON mfa_factors
BEGIN SELECT RAISE(ABORT, 'a factor is disabled, never deleted'); END;
--> statement-breakpoint
CREATE TABLE mfa_recovery_codes (
  factor_id TEXT NOT NULL,
  recovery_set INTEGER NOT NULL,
  code_hash BLOB NOT NULL CHECK (length(code_hash) = 32),
  used_at INTEGER,
  PRIMARY KEY (factor_id, recovery_set, code_hash)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER mfa_recovery_codes_once BEFORE UPDATE ON mfa_recovery_codes
WHEN OLD.used_at IS NOT NULL OR NEW.factor_id <> OLD.factor_id
  OR NEW.recovery_set <> OLD.recovery_set OR NEW.code_hash <> OLD.code_hash
BEGIN SELECT RAISE(ABORT, 'a recovery code is used once'); END;
--> statement-breakpoint
CREATE TRIGGER mfa_recovery_codes_no_delete BEFORE DELETE ON mfa_recovery_codes
BEGIN SELECT RAISE(ABORT, 'recovery codes are never deleted'); END;
--> statement-breakpoint
-- What a transaction waits for before anything is decided about its money.
CREATE TABLE step_ups (
  transaction_id TEXT PRIMARY KEY REFERENCES transactions (id),
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  status TEXT NOT NULL CHECK (status IN ('requested', 'confirmed')),
  method TEXT CHECK (method IN ('totp', 'recovery_code')),
  confirmed_by TEXT,
  confirmed_at INTEGER,
  -- The end of the hold that the request asked for: `expires_at` of the row means the wait now.
  hold_expires_at INTEGER,
  created_at INTEGER NOT NULL,
  CHECK ((status = 'requested') = (method IS NULL)),
  CHECK ((status = 'requested') = (confirmed_by IS NULL)),
  CHECK ((status = 'requested') = (confirmed_at IS NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER step_ups_confirmed_once BEFORE UPDATE ON step_ups
WHEN OLD.status <> 'requested' OR NEW.transaction_id <> OLD.transaction_id
  OR NEW.tenant_id <> OLD.tenant_id OR NEW.customer_id <> OLD.customer_id
  OR NEW.created_at <> OLD.created_at OR NEW.hold_expires_at IS NOT OLD.hold_expires_at
BEGIN SELECT RAISE(ABORT, 'a transaction is confirmed once'); END;
--> statement-breakpoint
CREATE TRIGGER step_ups_no_delete BEFORE DELETE ON step_ups
BEGIN SELECT RAISE(ABORT, 'confirmations are never deleted'); END;
--> statement-breakpoint
CREATE INDEX transactions_to_confirm ON transactions (tenant_id, expires_at)
  WHERE status = 'requires_confirmation';
