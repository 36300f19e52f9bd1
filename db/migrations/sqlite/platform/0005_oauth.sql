-- Apps that act for customers, what their sign-in has to remember, and what customers agreed to.
CREATE TABLE oauth_clients (
  id TEXT PRIMARY KEY NOT NULL,
  developer_id TEXT NOT NULL REFERENCES developers (id),
  environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'production')),
  name TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('public', 'confidential')),
  -- SHA-256: the secret has too many bits for a slow hash to add anything.
  secret_hash BLOB CHECK (length(secret_hash) = 32),
  last_four TEXT,
  -- JSON, as they were registered: they are compared character by character.
  redirect_uris TEXT NOT NULL CHECK (json_type(redirect_uris) = 'array'),
  scopes TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'revoked')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  CHECK ((type = 'confidential') = (secret_hash IS NOT NULL))
) STRICT;
--> statement-breakpoint
CREATE INDEX oauth_clients_of_developer ON oauth_clients (developer_id, environment, id);
--> statement-breakpoint
CREATE TRIGGER oauth_clients_stay_where_they_are BEFORE UPDATE OF environment, developer_id, type
  ON oauth_clients
WHEN NEW.environment <> OLD.environment OR NEW.developer_id <> OLD.developer_id
  OR NEW.type <> OLD.type
BEGIN SELECT RAISE(ABORT, 'a client never changes whose it is'); END;
--> statement-breakpoint
-- Tokens, codes, sessions and sign-ins under way: found by a hash, sealed, gone when they expire.
CREATE TABLE oauth_state (
  model TEXT NOT NULL,
  id_hash BLOB NOT NULL CHECK (length(id_hash) = 32),
  uid_hash BLOB CHECK (length(uid_hash) = 32),
  grant_id TEXT,
  sealed TEXT NOT NULL,
  consumed_at INTEGER,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (model, id_hash)
) STRICT;
--> statement-breakpoint
CREATE INDEX oauth_state_of_grant ON oauth_state (grant_id) WHERE grant_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX oauth_state_by_uid ON oauth_state (model, uid_hash) WHERE uid_hash IS NOT NULL;
--> statement-breakpoint
CREATE INDEX oauth_state_by_end ON oauth_state (expires_at);
--> statement-breakpoint
-- Keys that sign ID tokens: the private JWK is sealed.
CREATE TABLE oauth_keys (
  id TEXT PRIMARY KEY NOT NULL,
  algorithm TEXT NOT NULL,
  sealed TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE consents (
  id TEXT PRIMARY KEY NOT NULL,
  grant_id TEXT NOT NULL UNIQUE,
  tenant_id TEXT NOT NULL,
  client_id TEXT NOT NULL REFERENCES oauth_clients (id),
  customer_id TEXT NOT NULL,
  scopes TEXT NOT NULL,
  -- Space-separated: an account that is opened later is not among them.
  account_ids TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  withdrawn_at INTEGER
) STRICT;
--> statement-breakpoint
CREATE INDEX consents_of_customer ON consents (tenant_id, customer_id, id);
--> statement-breakpoint
CREATE TRIGGER consents_only_end BEFORE UPDATE ON consents
WHEN OLD.withdrawn_at IS NOT NULL OR NEW.withdrawn_at IS NULL
  OR (NEW.grant_id, NEW.tenant_id, NEW.client_id, NEW.customer_id, NEW.scopes, NEW.account_ids,
      NEW.expires_at)
  <> (OLD.grant_id, OLD.tenant_id, OLD.client_id, OLD.customer_id, OLD.scopes, OLD.account_ids,
      OLD.expires_at)
BEGIN SELECT RAISE(ABORT, 'a consent is withdrawn, never changed'); END;
--> statement-breakpoint
-- What a customer signs in with.
CREATE TABLE sign_ins (
  customer_id TEXT PRIMARY KEY NOT NULL,
  tenant_id TEXT NOT NULL,
  name TEXT NOT NULL,
  -- As it is compared: without case.
  name_key TEXT NOT NULL,
  -- Argon2id in PHC form.
  password_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  UNIQUE (tenant_id, name_key)
) STRICT;
--> statement-breakpoint
-- Failed attempts to sign in, by account and by address; the names of both are hashed.
CREATE TABLE sign_in_attempts (
  key_hash BLOB PRIMARY KEY NOT NULL CHECK (length(key_hash) = 32),
  failed INTEGER NOT NULL,
  locked_until INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX sign_in_attempts_by_age ON sign_in_attempts (updated_at);
