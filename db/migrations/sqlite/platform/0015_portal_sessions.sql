-- Sessions of developers in a browser: found by the hash of a cookie, each opened with one key and
-- over with it.
CREATE TABLE portal_sessions (
  id TEXT PRIMARY KEY,
  token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  key_id TEXT NOT NULL REFERENCES api_keys (id),
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
  ended_at INTEGER
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX portal_sessions_by_key ON portal_sessions (key_id, id);
--> statement-breakpoint
CREATE TRIGGER portal_sessions_stay BEFORE UPDATE ON portal_sessions
WHEN NEW.token_hash <> OLD.token_hash OR NEW.key_id <> OLD.key_id
  OR NEW.expires_at <> OLD.expires_at OR NEW.used_at < OLD.used_at
  OR (OLD.ended_at IS NOT NULL AND NEW.ended_at IS NOT OLD.ended_at)
BEGIN SELECT RAISE(ABORT, 'a session never changes hands, lives no longer, and ends once'); END;
