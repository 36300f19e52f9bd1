-- How developers come to a session of the portal without a key in hand: by a link of a mail, or
-- with a passkey. Both stand for a key, and are over with it.
ALTER TABLE api_keys ADD COLUMN origin TEXT NOT NULL DEFAULT 'made'
  CHECK (origin IN ('made', 'mail') AND (origin = 'made' OR environment = 'sandbox'));
--> statement-breakpoint
CREATE UNIQUE INDEX api_keys_of_mail ON api_keys (developer_id)
  WHERE origin = 'mail' AND status = 'active';
--> statement-breakpoint
CREATE TRIGGER api_keys_keep_their_origin BEFORE UPDATE OF origin ON api_keys
WHEN NEW.origin <> OLD.origin
BEGIN SELECT RAISE(ABORT, 'a key never changes what it opens'); END;
--> statement-breakpoint
-- What a browser has been asked for: found by the hash of its cookie, good once. A row of a link
-- without a subject is of an address that has no account: the same is written for both.
CREATE TABLE portal_sign_ins (
  browser_hash BLOB PRIMARY KEY CHECK (length(browser_hash) = 32),
  purpose TEXT NOT NULL CHECK (purpose IN ('link', 'passkey', 'set_up')),
  code_hash BLOB CHECK (length(code_hash) = 32),
  challenge TEXT,
  subject_id TEXT,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  CHECK ((purpose = 'link') = (code_hash IS NOT NULL)),
  CHECK ((purpose = 'link') = (challenge IS NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX portal_sign_ins_by_end ON portal_sign_ins (expires_at);
--> statement-breakpoint
CREATE TRIGGER portal_sign_ins_once BEFORE UPDATE ON portal_sign_ins
WHEN OLD.used_at IS NOT NULL OR NEW.browser_hash <> OLD.browser_hash OR NEW.purpose <> OLD.purpose
  OR NEW.code_hash IS NOT OLD.code_hash OR NEW.challenge IS NOT OLD.challenge
  OR NEW.subject_id IS NOT OLD.subject_id OR NEW.expires_at <> OLD.expires_at
BEGIN SELECT RAISE(ABORT, 'a sign-in counts once, and never changes hands'); END;
--> statement-breakpoint
CREATE TABLE portal_passkeys (
  id TEXT PRIMARY KEY CHECK (id GLOB 'pky_*'),
  key_id TEXT NOT NULL REFERENCES api_keys (id),
  name TEXT NOT NULL,
  credential_id TEXT NOT NULL UNIQUE,
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL CHECK (counter >= 0),
  transports TEXT NOT NULL,
  synced INTEGER NOT NULL CHECK (synced IN (0, 1)),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX portal_passkeys_by_key ON portal_passkeys (key_id, id);
--> statement-breakpoint
CREATE TRIGGER portal_passkeys_only_go_on BEFORE UPDATE ON portal_passkeys
WHEN NEW.id <> OLD.id OR NEW.key_id <> OLD.key_id OR NEW.credential_id <> OLD.credential_id
  OR NEW.public_key <> OLD.public_key OR NEW.counter < OLD.counter
BEGIN SELECT RAISE(ABORT, 'a passkey never changes hands, and its counter goes on'); END;
