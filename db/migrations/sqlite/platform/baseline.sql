-- Written by `npm run docs` from the migrations of this folder: change those.
CREATE TABLE "__drizzle_migrations" (
				id SERIAL PRIMARY KEY,
				hash text NOT NULL,
				created_at numeric
			);
CREATE TABLE developers (
  id TEXT PRIMARY KEY,
  company TEXT NOT NULL,
  email TEXT NOT NULL,
  phone TEXT,
  country TEXT NOT NULL,
  use_case TEXT,
  expected_volume TEXT,
  sandbox_status TEXT NOT NULL CHECK (sandbox_status IN ('active', 'suspended')),
  application_id TEXT NOT NULL UNIQUE,
  application_status TEXT NOT NULL CHECK (application_status IN ('pending', 'approved',
    'rejected')),
  application_reason TEXT,
  decided_by TEXT,
  decided_at INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
, sandbox_epoch INTEGER NOT NULL DEFAULT 0
  CHECK (sandbox_epoch >= 0), application_secret_hash BLOB
  CHECK (length(application_secret_hash) = 32), claim_hash BLOB CHECK (length(claim_hash) = 32), claim_sealed TEXT, claim_expires_at INTEGER, proof_hash BLOB CHECK (length(proof_hash) = 32), proof_expires_at INTEGER, throttle INTEGER CHECK (throttle > 0), application_scopes TEXT, sandbox_ledger INTEGER NOT NULL DEFAULT 1
  CHECK (sandbox_ledger > 0), production_ledger INTEGER NOT NULL DEFAULT 1
  CHECK (production_ledger > 0), next_sandbox_ledger INTEGER CHECK (next_sandbox_ledger > 0), applied_at INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  developer_id TEXT NOT NULL REFERENCES developers (id),
  environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'production')),
  name TEXT NOT NULL,
  key_hash BLOB NOT NULL UNIQUE CHECK (length(key_hash) = 32),
  last_four TEXT NOT NULL,
  scopes TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'rotating', 'revoked')),
  expires_at INTEGER,
  revoked_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
, ip_allow TEXT NOT NULL DEFAULT '', last_used_at INTEGER, origin TEXT NOT NULL DEFAULT 'made'
  CHECK (origin IN ('made', 'mail') AND (origin = 'made' OR environment = 'sandbox')), line TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE audit (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  object_id TEXT NOT NULL,
  environment TEXT,
  detail TEXT NOT NULL
) STRICT;
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
CREATE TABLE "operators" (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT,
  roles TEXT NOT NULL CHECK (length(roles) > 0),
  origin TEXT NOT NULL CHECK (origin IN ('first', 'environment', 'invitation')),
  status TEXT NOT NULL CHECK (status IN ('invited', 'active', 'disabled')),
  invited_by TEXT,
  claim_hash BLOB UNIQUE CHECK (length(claim_hash) = 32),
  claim_expires_at INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((claim_hash IS NULL) = (claim_expires_at IS NULL)),
  CHECK (origin <> 'invitation' OR (email IS NOT NULL AND invited_by IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE operator_keys (
  id TEXT PRIMARY KEY,
  operator_id TEXT NOT NULL REFERENCES "operators" (id),
  key_hash BLOB NOT NULL UNIQUE CHECK (length(key_hash) = 32),
  last_four TEXT,
  expires_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE approvals (
  id TEXT PRIMARY KEY,
  act TEXT NOT NULL,
  object_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'production')),
  terms TEXT NOT NULL CHECK (json_valid(terms)),
  status TEXT NOT NULL CHECK (status IN ('requested', 'granted', 'denied')),
  requested_by TEXT NOT NULL REFERENCES operators (id),
  request_reason TEXT NOT NULL,
  decided_by TEXT REFERENCES operators (id),
  reason TEXT,
  decided_at INTEGER,
  carried_out_at INTEGER,
  created_at INTEGER NOT NULL, granted_terms TEXT CHECK (granted_terms IS NULL
  OR (json_valid(granted_terms) AND status = 'granted')),
  CHECK (decided_by IS NULL OR decided_by <> requested_by),
  CHECK ((status = 'requested') = (decided_by IS NULL)),
  CHECK (carried_out_at IS NULL OR status = 'granted')
) STRICT, WITHOUT ROWID;
CREATE TABLE audit_chain (
  id INTEGER PRIMARY KEY REFERENCES audit (id),
  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32)
) STRICT;
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
CREATE TABLE oauth_state (
  model TEXT NOT NULL,
  id_hash BLOB NOT NULL CHECK (length(id_hash) = 32),
  uid_hash BLOB CHECK (length(uid_hash) = 32),
  grant_id TEXT,
  sealed TEXT NOT NULL,
  consumed_at INTEGER,
  expires_at INTEGER NOT NULL, owner_hash BLOB CHECK (length(owner_hash) = 32),
  PRIMARY KEY (model, id_hash)
) STRICT;
CREATE TABLE oauth_keys (
  id TEXT PRIMARY KEY NOT NULL,
  algorithm TEXT NOT NULL,
  sealed TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
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
CREATE TABLE sign_in_attempts (
  key_hash BLOB PRIMARY KEY NOT NULL CHECK (length(key_hash) = 32),
  failed INTEGER NOT NULL,
  locked_until INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE TABLE password_resets (
  code_hash BLOB PRIMARY KEY NOT NULL CHECK (length(code_hash) = 32),
  customer_id TEXT NOT NULL REFERENCES sign_ins (customer_id),
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;
CREATE TABLE application_reminders (
  application_id TEXT NOT NULL,
  reminder INTEGER NOT NULL CHECK (reminder > 0),
  reminded_at INTEGER NOT NULL,
  PRIMARY KEY (application_id, reminder)
) STRICT, WITHOUT ROWID;
CREATE TABLE console_sessions (
  id TEXT PRIMARY KEY,
  token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  key_id TEXT NOT NULL REFERENCES operator_keys (id),
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
  ended_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE portal_sessions (
  id TEXT PRIMARY KEY,
  token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  key_id TEXT NOT NULL REFERENCES api_keys (id),
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
  ended_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE request_log (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL,
  developer_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'production')),
  request_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  method TEXT NOT NULL,
  route TEXT NOT NULL,
  path TEXT NOT NULL,
  status INTEGER NOT NULL CHECK (status BETWEEN 100 AND 599),
  code TEXT,
  duration_us INTEGER NOT NULL,
  address TEXT,
  detail TEXT,
  at INTEGER NOT NULL
) STRICT;
CREATE TABLE request_counts (
  developer_id TEXT NOT NULL,
  environment TEXT NOT NULL CHECK (environment IN ('sandbox', 'production')),
  day INTEGER NOT NULL,
  method TEXT NOT NULL,
  route TEXT NOT NULL,
  outcome INTEGER NOT NULL CHECK (outcome BETWEEN 1 AND 5),
  requests INTEGER NOT NULL,
  total_us INTEGER NOT NULL,
  PRIMARY KEY (developer_id, environment, day, method, route, outcome)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE audit_acts (
  id TEXT PRIMARY KEY CHECK (id GLOB 'act_*'),
  asked INTEGER NOT NULL UNIQUE REFERENCES audit (id),
  ended INTEGER UNIQUE REFERENCES audit (id) CHECK (ended > asked),
  process TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE act_marks (
  act_id TEXT PRIMARY KEY CHECK (act_id GLOB 'act_*'),
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE ledger_places (
  ledger TEXT PRIMARY KEY CHECK (ledger GLOB 'sandbox*' OR ledger GLOB 'production*'),
  database_name TEXT CHECK (database_name <> ''),
  task_queue TEXT NOT NULL CHECK (task_queue <> ''),
  at INTEGER NOT NULL
) STRICT;
CREATE TABLE bank (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT NOT NULL CHECK (length(name) = 16)
) STRICT;
CREATE TABLE oauth_page_origins (
  origin TEXT NOT NULL,
  client_id TEXT NOT NULL REFERENCES oauth_clients (id),
  PRIMARY KEY (origin, client_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE operator_grants (
  operator_id TEXT NOT NULL,
  act TEXT NOT NULL,
  object_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  environment TEXT NOT NULL,
  units INTEGER NOT NULL CHECK (units >= 0),
  PRIMARY KEY (operator_id, act, object_id, day)
) STRICT, WITHOUT ROWID;
CREATE TABLE cell (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT NOT NULL CHECK (length(name) = 2)
) STRICT;
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, '69ff709cc1c8d3a700c84f96952a21981431227677e8f89791d668899525bdd8', 1795000000000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, 'f93f045a14ac59a35ae1e50f73489f6371730feabd8a589c316305973cee4147', 1795000001000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, 'cd9b669e8688e5eaf1bffe4348dd63fb85908139a5decdf83d59531ddd52a134', 1795000002000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, '219c4e174831483d54073bd1b52318c4a71aed609b5fe5ad8b3eb5bf521b46d0', 1795000003000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, '02b6f903b6c331c73b8c215b98fe80a1e4f936bc34d883dabd94d21efa56f6fe', 1795000004000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, '36870e99e7a3b0b759770f5fd4e11ab28c0af17cb772de0e5841c76515b0f5fc', 1795000005000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, '7a227d6896b447d5e927af302e57d2d486ebcbec7e75c98e3e5796a2c153d28b', 1795000009000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, '4b7a4bec18555246ec48c51d80a0724e4958f3e502e8304b61b6b3bb279c4692', 1795000010000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, '02956b1f4fae122b722301c80fcabfb111c50ad5a8070d8ad2cfe05d8fcb6bd8', 1795000011000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, 'b7f3eda19c16d97c497bc58156726965d82790fec2677e4432786ccdec25c38c', 1795000012000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, '35bc03f7f92775732cfe60866826cc78232f38387fe63ceca3ad30b4c9dd69d7', 1795000013000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, 'f7f0d5038610f5156736454c68a4033c74bd48e911303bb00dbf4c46236fc61e', 1795000014000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, '83b2dfd82ed5b7aa4289ec8f70d5f0c8e07fa3fe83cb7a42740b04a45b1717c3', 1795000015000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, '70c951d5771db9ee15c4a1f66808ee5151987392fe2dfbcd0834da8514bc5305', 1795000016000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, '3237b3ed04a5b9eddb5e629db7df15dd31303830705bbb305c611e052df21339', 1795000017000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, 'fcb557bc10d790c942a0985564833cb3f52ff4c2191e2609897763d0f52f16d5', 1795000018000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, 'cd837a42eeede0f5d7a569dfab74ddbee30029fd4936e13920b66f790278c35f', 1795000019000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, 'be11a8bda117af0396d50b67e0d21e71d359b106ccf5cd5c79c8e086ca217753', 1795000020000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, '1d3261e033992dcb07681889bb4c78f217f77d0805410e6d4a3f12959d76780f', 1795000021000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, '7873a4ac0c4e2d7ebbaa16e6f5c55e5c05b46b4105904bde50a1ce1e23811acd', 1795000022000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, '58d6edea75671db5dde0120f6aee5394f376aff8262271343ec4616bd811fd84', 1795000033000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, '46af31206db9928708e32a1ff1d8ee4efdc0665e4a621b6234303eb12eccab7c', 1795000038000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, '04b06aadd1037c1b28f0d7b95035b0049b47ec3a47a27c8713f994fa8889cf41', 1795000039000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, 'b75dfff857a590f770d0a1949e7cba83d368bc96fb5849b42f5c31b3c2bd7988', 1795000040000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, '5e8a96b5d30dc28b5517524ddab5a08dfc2c672bb9b42bde35b4104b3630f19c', 1795000041000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, '924dbdb359e61e2a5de84310a4f833f8bc78e9f5c2c5d1e4fc29b1f758ee4a82', 1795000042000);
INSERT INTO "__drizzle_migrations" ("id", "hash", "created_at") VALUES (NULL, '5920a87c35a6754fa8be82a1a05e2d88e531d50b2d47070e31b45ecd7b6d9c42', 1795000043000);
INSERT INTO "bank" ("id", "name") VALUES (1, lower(hex(randomblob(8))));
CREATE UNIQUE INDEX developers_by_email ON developers (lower(email));
CREATE TRIGGER developers_application_edges BEFORE UPDATE OF application_status ON developers
WHEN NEW.application_status <> OLD.application_status AND OLD.application_status <> 'pending'
BEGIN SELECT RAISE(ABORT, 'an application is decided once'); END;
CREATE INDEX api_keys_by_developer ON api_keys (developer_id, id);
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER developers_epoch_grows BEFORE UPDATE OF sandbox_epoch ON developers
WHEN NEW.sandbox_epoch < OLD.sandbox_epoch
BEGIN SELECT RAISE(ABORT, 'what was left behind is not come back to'); END;
CREATE UNIQUE INDEX developers_by_claim ON developers (claim_hash) WHERE claim_hash IS NOT NULL;
CREATE TRIGGER developers_claim_approved BEFORE UPDATE OF claim_hash ON developers
WHEN NEW.claim_hash IS NOT NULL AND NEW.application_status <> 'approved'
BEGIN SELECT RAISE(ABORT, 'only an approved application has a claim code'); END;
CREATE TRIGGER api_keys_stay_where_they_are BEFORE UPDATE OF environment, developer_id, key_hash,
  scopes ON api_keys
WHEN NEW.environment <> OLD.environment OR NEW.developer_id <> OLD.developer_id
  OR NEW.key_hash <> OLD.key_hash OR NEW.scopes <> OLD.scopes
BEGIN SELECT RAISE(ABORT, 'a key never changes what it opens'); END;
CREATE INDEX answers_by_age ON answers (created_at);
CREATE UNIQUE INDEX operators_by_email ON operators (lower(email)) WHERE email IS NOT NULL;
CREATE INDEX operator_keys_by_operator ON operator_keys (operator_id, id);
CREATE TRIGGER operators_last_admin BEFORE UPDATE OF status, roles ON operators
WHEN OLD.status = 'active' AND ' ' || OLD.roles || ' ' LIKE '% admin %'
  AND NOT (NEW.status = 'active' AND ' ' || NEW.roles || ' ' LIKE '% admin %')
  AND NOT EXISTS (SELECT 1 FROM operators o WHERE o.id <> OLD.id AND o.status = 'active'
    AND ' ' || o.roles || ' ' LIKE '% admin %')
BEGIN SELECT RAISE(ABORT, 'the last admin stays'); END;
CREATE TRIGGER operators_no_delete BEFORE DELETE ON operators
BEGIN SELECT RAISE(ABORT, 'operators are disabled, never deleted'); END;
CREATE TRIGGER operator_keys_stay BEFORE UPDATE OF operator_id, key_hash ON operator_keys
BEGIN SELECT RAISE(ABORT, 'a key never changes hands'); END;
CREATE UNIQUE INDEX approvals_open ON approvals (act, object_id, environment)
WHERE status = 'requested';
CREATE INDEX approvals_by_object ON approvals (object_id, id);
CREATE TRIGGER approvals_decided_once BEFORE UPDATE ON approvals
WHEN (OLD.status <> 'requested' AND NEW.status <> OLD.status)
  OR NEW.act <> OLD.act OR NEW.object_id <> OLD.object_id OR NEW.environment <> OLD.environment
  OR NEW.terms <> OLD.terms OR NEW.requested_by <> OLD.requested_by
BEGIN SELECT RAISE(ABORT, 'an approval is decided once, about what was asked'); END;
CREATE TRIGGER approvals_no_delete BEFORE DELETE ON approvals
BEGIN SELECT RAISE(ABORT, 'approvals are kept'); END;
CREATE TRIGGER audit_chain_no_update BEFORE UPDATE ON audit_chain
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_chain_no_delete BEFORE DELETE ON audit_chain
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE INDEX audit_by_object ON audit (object_id, id);
CREATE INDEX audit_by_actor ON audit (actor, id);
CREATE INDEX oauth_clients_of_developer ON oauth_clients (developer_id, environment, id);
CREATE TRIGGER oauth_clients_stay_where_they_are BEFORE UPDATE OF environment, developer_id, type
  ON oauth_clients
WHEN NEW.environment <> OLD.environment OR NEW.developer_id <> OLD.developer_id
  OR NEW.type <> OLD.type
BEGIN SELECT RAISE(ABORT, 'a client never changes whose it is'); END;
CREATE INDEX oauth_state_of_grant ON oauth_state (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX oauth_state_by_uid ON oauth_state (model, uid_hash) WHERE uid_hash IS NOT NULL;
CREATE INDEX oauth_state_by_end ON oauth_state (expires_at);
CREATE INDEX consents_of_customer ON consents (tenant_id, customer_id, id);
CREATE TRIGGER consents_only_end BEFORE UPDATE ON consents
WHEN OLD.withdrawn_at IS NOT NULL OR NEW.withdrawn_at IS NULL
  OR (NEW.grant_id, NEW.tenant_id, NEW.client_id, NEW.customer_id, NEW.scopes, NEW.account_ids,
      NEW.expires_at)
  <> (OLD.grant_id, OLD.tenant_id, OLD.client_id, OLD.customer_id, OLD.scopes, OLD.account_ids,
      OLD.expires_at)
BEGIN SELECT RAISE(ABORT, 'a consent is withdrawn, never changed'); END;
CREATE INDEX sign_in_attempts_by_age ON sign_in_attempts (updated_at);
CREATE UNIQUE INDEX developers_by_proof ON developers (proof_hash) WHERE proof_hash IS NOT NULL;
CREATE TRIGGER keys_after_the_proof BEFORE INSERT ON api_keys
WHEN (SELECT proof_hash FROM developers WHERE id = NEW.developer_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a developer has keys once the e-mail address is proven'); END;
CREATE INDEX password_resets_of_customer ON password_resets (customer_id);
CREATE INDEX password_resets_by_end ON password_resets (expires_at);
CREATE TRIGGER password_resets_once BEFORE UPDATE ON password_resets
WHEN OLD.used_at IS NOT NULL OR NEW.used_at IS NULL
  OR (NEW.code_hash, NEW.customer_id, NEW.expires_at)
  <> (OLD.code_hash, OLD.customer_id, OLD.expires_at)
BEGIN SELECT RAISE(ABORT, 'a code is good once'); END;
CREATE INDEX oauth_state_of_owner ON oauth_state (owner_hash) WHERE owner_hash IS NOT NULL;
CREATE INDEX console_sessions_by_key ON console_sessions (key_id, id);
CREATE TRIGGER console_sessions_stay BEFORE UPDATE ON console_sessions
WHEN NEW.token_hash <> OLD.token_hash OR NEW.key_id <> OLD.key_id
  OR NEW.expires_at <> OLD.expires_at OR NEW.used_at < OLD.used_at
  OR (OLD.ended_at IS NOT NULL AND NEW.ended_at IS NOT OLD.ended_at)
BEGIN SELECT RAISE(ABORT, 'a session never changes hands, lives no longer, and ends once'); END;
CREATE INDEX portal_sessions_by_key ON portal_sessions (key_id, id);
CREATE TRIGGER portal_sessions_stay BEFORE UPDATE ON portal_sessions
WHEN NEW.token_hash <> OLD.token_hash OR NEW.key_id <> OLD.key_id
  OR NEW.expires_at <> OLD.expires_at OR NEW.used_at < OLD.used_at
  OR (OLD.ended_at IS NOT NULL AND NEW.ended_at IS NOT OLD.ended_at)
BEGIN SELECT RAISE(ABORT, 'a session never changes hands, lives no longer, and ends once'); END;
CREATE UNIQUE INDEX request_log_by_developer ON request_log (developer_id, environment, id);
CREATE INDEX request_log_by_request ON request_log (request_id);
CREATE INDEX request_log_failed ON request_log (developer_id, environment, id) WHERE status >= 400;
CREATE UNIQUE INDEX api_keys_of_mail ON api_keys (developer_id)
  WHERE origin = 'mail' AND status = 'active';
CREATE TRIGGER api_keys_keep_their_origin BEFORE UPDATE OF origin ON api_keys
WHEN NEW.origin <> OLD.origin
BEGIN SELECT RAISE(ABORT, 'a key never changes what it opens'); END;
CREATE INDEX portal_sign_ins_by_end ON portal_sign_ins (expires_at);
CREATE TRIGGER portal_sign_ins_once BEFORE UPDATE ON portal_sign_ins
WHEN OLD.used_at IS NOT NULL OR NEW.browser_hash <> OLD.browser_hash OR NEW.purpose <> OLD.purpose
  OR NEW.code_hash IS NOT OLD.code_hash OR NEW.challenge IS NOT OLD.challenge
  OR NEW.subject_id IS NOT OLD.subject_id OR NEW.expires_at <> OLD.expires_at
BEGIN SELECT RAISE(ABORT, 'a sign-in counts once, and never changes hands'); END;
CREATE INDEX portal_passkeys_by_key ON portal_passkeys (key_id, id);
CREATE TRIGGER portal_passkeys_only_go_on BEFORE UPDATE ON portal_passkeys
WHEN NEW.id <> OLD.id OR NEW.key_id <> OLD.key_id OR NEW.credential_id <> OLD.credential_id
  OR NEW.public_key <> OLD.public_key OR NEW.counter < OLD.counter
BEGIN SELECT RAISE(ABORT, 'a passkey never changes hands, and its counter goes on'); END;
CREATE INDEX audit_acts_open ON audit_acts (asked) WHERE ended IS NULL;
CREATE TRIGGER audit_acts_begin_open BEFORE INSERT ON audit_acts
WHEN NEW.ended IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an act begins before it ends'); END;
CREATE TRIGGER audit_acts_end_once BEFORE UPDATE ON audit_acts
WHEN OLD.ended IS NOT NULL OR NEW.ended IS NULL OR NEW.id <> OLD.id OR NEW.asked <> OLD.asked
  OR NEW.process <> OLD.process
BEGIN SELECT RAISE(ABORT, 'an act ends once'); END;
CREATE TRIGGER audit_acts_no_delete BEFORE DELETE ON audit_acts
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER act_marks_no_update BEFORE UPDATE ON act_marks
BEGIN SELECT RAISE(ABORT, 'marks of acts are append-only'); END;
CREATE TRIGGER act_marks_no_delete BEFORE DELETE ON act_marks
BEGIN SELECT RAISE(ABORT, 'marks of acts are append-only'); END;
CREATE INDEX developers_by_sandbox_ledger ON developers (sandbox_ledger);
CREATE INDEX developers_by_production_ledger ON developers (production_ledger);
CREATE TRIGGER ledger_places_no_update BEFORE UPDATE ON ledger_places
BEGIN SELECT RAISE(ABORT, 'a ledger stays where it was made'); END;
CREATE TRIGGER ledger_places_no_delete BEFORE DELETE ON ledger_places
BEGIN SELECT RAISE(ABORT, 'a ledger stays where it was made'); END;
CREATE TRIGGER bank_no_update BEFORE UPDATE ON bank
BEGIN SELECT RAISE(ABORT, 'a bank keeps its name'); END;
CREATE TRIGGER bank_no_delete BEFORE DELETE ON bank
BEGIN SELECT RAISE(ABORT, 'a bank keeps its name'); END;
CREATE INDEX oauth_page_origins_by_client ON oauth_page_origins (client_id);
CREATE INDEX operator_grants_by_day ON operator_grants (environment, day);
CREATE TRIGGER cell_no_update BEFORE UPDATE ON cell
BEGIN SELECT RAISE(ABORT, 'a bank keeps its cell'); END;
CREATE TRIGGER cell_no_delete BEFORE DELETE ON cell
BEGIN SELECT RAISE(ABORT, 'a bank keeps its cell'); END;
CREATE INDEX developers_by_application ON developers (application_status, application_id)
WHERE proof_hash IS NULL AND applied_at IS NOT NULL;
CREATE TRIGGER approvals_granted_once BEFORE UPDATE OF granted_terms ON approvals
WHEN OLD.status <> 'requested' AND NEW.granted_terms IS NOT OLD.granted_terms
BEGIN SELECT RAISE(ABORT, 'an approval is granted once, with its terms'); END;
