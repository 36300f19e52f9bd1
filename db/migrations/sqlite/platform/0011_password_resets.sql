-- A customer who has forgotten the password: a code that came by mail, good once,
-- found by its hash.
CREATE TABLE password_resets (
  code_hash BLOB PRIMARY KEY NOT NULL CHECK (length(code_hash) = 32),
  customer_id TEXT NOT NULL REFERENCES sign_ins (customer_id),
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;
--> statement-breakpoint
CREATE INDEX password_resets_of_customer ON password_resets (customer_id);
--> statement-breakpoint
CREATE INDEX password_resets_by_end ON password_resets (expires_at);
--> statement-breakpoint
CREATE TRIGGER password_resets_once BEFORE UPDATE ON password_resets
WHEN OLD.used_at IS NOT NULL OR NEW.used_at IS NULL
  OR (NEW.code_hash, NEW.customer_id, NEW.expires_at)
  <> (OLD.code_hash, OLD.customer_id, OLD.expires_at)
BEGIN SELECT RAISE(ABORT, 'a code is good once'); END;
--> statement-breakpoint
-- Whose session it is: all of them end together when the password changes.
ALTER TABLE oauth_state ADD COLUMN owner_hash BLOB CHECK (length(owner_hash) = 32);
--> statement-breakpoint
CREATE INDEX oauth_state_of_owner ON oauth_state (owner_hash) WHERE owner_hash IS NOT NULL;
