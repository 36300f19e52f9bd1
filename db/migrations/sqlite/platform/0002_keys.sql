-- Keys say where they work from and when they were used; the first live key is claimed with a code
-- of its own.
ALTER TABLE api_keys ADD COLUMN ip_allow TEXT NOT NULL DEFAULT '';
--> statement-breakpoint
ALTER TABLE api_keys ADD COLUMN last_used_at INTEGER;
--> statement-breakpoint
ALTER TABLE developers ADD COLUMN application_secret_hash BLOB
  CHECK (length(application_secret_hash) = 32);
--> statement-breakpoint
ALTER TABLE developers ADD COLUMN claim_hash BLOB CHECK (length(claim_hash) = 32);
--> statement-breakpoint
ALTER TABLE developers ADD COLUMN claim_sealed TEXT;
--> statement-breakpoint
ALTER TABLE developers ADD COLUMN claim_expires_at INTEGER;
--> statement-breakpoint
CREATE UNIQUE INDEX developers_by_claim ON developers (claim_hash) WHERE claim_hash IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER developers_claim_approved BEFORE UPDATE OF claim_hash ON developers
WHEN NEW.claim_hash IS NOT NULL AND NEW.application_status <> 'approved'
BEGIN SELECT RAISE(ABORT, 'only an approved application has a claim code'); END;
--> statement-breakpoint
CREATE TRIGGER api_keys_stay_where_they_are BEFORE UPDATE OF environment, developer_id, key_hash,
  scopes ON api_keys
WHEN NEW.environment <> OLD.environment OR NEW.developer_id <> OLD.developer_id
  OR NEW.key_hash <> OLD.key_hash OR NEW.scopes <> OLD.scopes
BEGIN SELECT RAISE(ABORT, 'a key never changes what it opens'); END;
--> statement-breakpoint
-- What was answered to a request with an Idempotency-Key, sealed: there may be a new key in it.
CREATE TABLE answers (
  owner TEXT NOT NULL,
  operation TEXT NOT NULL,
  key TEXT NOT NULL,
  request_hash BLOB NOT NULL CHECK (length(request_hash) = 32),
  status INTEGER NOT NULL,
  sealed_body TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (owner, operation, key)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX answers_by_age ON answers (created_at);
