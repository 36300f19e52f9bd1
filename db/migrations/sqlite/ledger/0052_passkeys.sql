-- Passkeys of customers (WebAuthn): public keys only, so that a copy of the file opens nothing.
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  -- As the authenticator names it, in base64url.
  credential_id TEXT NOT NULL,
  -- COSE.
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL CHECK (counter >= 0),
  name TEXT NOT NULL,
  -- Space-separated.
  transports TEXT NOT NULL,
  -- One that its maker copies between devices of the same person.
  synced INTEGER NOT NULL CHECK (synced IN (0, 1)),
  status TEXT NOT NULL CHECK (status IN ('active', 'removed')),
  last_used_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  UNIQUE (tenant_id, credential_id)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX passkeys_of_customer ON passkeys (customer_id, status, id);
--> statement-breakpoint
CREATE TRIGGER passkeys_only_go_on BEFORE UPDATE ON passkeys
WHEN NEW.counter < OLD.counter OR OLD.status = 'removed'
  OR (NEW.id, NEW.tenant_id, NEW.customer_id, NEW.credential_id, NEW.public_key, NEW.created_at)
  <> (OLD.id, OLD.tenant_id, OLD.customer_id, OLD.credential_id, OLD.public_key, OLD.created_at)
BEGIN SELECT RAISE(ABORT, 'a passkey stays what it is, and its counter never goes back'); END;
--> statement-breakpoint
CREATE TRIGGER passkeys_no_delete BEFORE DELETE ON passkeys
BEGIN SELECT RAISE(ABORT, 'a passkey is removed, never deleted'); END;
--> statement-breakpoint
-- What an authenticator was asked to sign: about one thing, answered once.
CREATE TABLE passkey_challenges (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  -- Null: whoever signs in.
  customer_id TEXT REFERENCES customers (id),
  ceremony TEXT NOT NULL CHECK (ceremony IN ('setup', 'authenticate')),
  -- What the answer is good for besides: a transaction, or a page of a sign-in.
  subject TEXT,
  challenge TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  answered_at INTEGER,
  -- An answer about nothing else lets the same customer set up one more passkey.
  spent_at INTEGER,
  created_at INTEGER NOT NULL,
  CHECK (customer_id IS NOT NULL OR ceremony = 'authenticate'),
  CHECK (spent_at IS NULL OR answered_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at);
--> statement-breakpoint
CREATE TRIGGER passkey_challenges_once BEFORE UPDATE ON passkey_challenges
WHEN (OLD.answered_at IS NOT NULL AND NEW.answered_at IS NOT OLD.answered_at)
  OR OLD.spent_at IS NOT NULL
  OR (NEW.id, NEW.tenant_id, NEW.ceremony, NEW.challenge, NEW.expires_at)
  <> (OLD.id, OLD.tenant_id, OLD.ceremony, OLD.challenge, OLD.expires_at)
  OR NEW.customer_id IS NOT OLD.customer_id OR NEW.subject IS NOT OLD.subject
BEGIN SELECT RAISE(ABORT, 'a challenge is answered once'); END;
--> statement-breakpoint
-- The same table with one more way to confirm.
CREATE TABLE step_ups_with_passkeys (
  transaction_id TEXT PRIMARY KEY REFERENCES transactions (id),
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  status TEXT NOT NULL CHECK (status IN ('requested', 'confirmed')),
  method TEXT CHECK (method IN ('totp', 'recovery_code', 'passkey')),
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
INSERT INTO step_ups_with_passkeys SELECT * FROM step_ups;
--> statement-breakpoint
DROP TABLE step_ups;
--> statement-breakpoint
ALTER TABLE step_ups_with_passkeys RENAME TO step_ups;
--> statement-breakpoint
CREATE TRIGGER step_ups_confirmed_once BEFORE UPDATE ON step_ups
WHEN OLD.status <> 'requested' OR NEW.transaction_id <> OLD.transaction_id
  OR NEW.tenant_id <> OLD.tenant_id OR NEW.customer_id <> OLD.customer_id
  OR NEW.created_at <> OLD.created_at OR NEW.hold_expires_at IS NOT OLD.hold_expires_at
BEGIN SELECT RAISE(ABORT, 'a transaction is confirmed once'); END;
--> statement-breakpoint
CREATE TRIGGER step_ups_no_delete BEFORE DELETE ON step_ups
BEGIN SELECT RAISE(ABORT, 'confirmations are never deleted'); END;
