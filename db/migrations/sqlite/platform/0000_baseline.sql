-- Written by `npm run docs` from the tables.ts files of db/: change those.
CREATE TABLE consents (
  id TEXT PRIMARY KEY,
  grant_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  client_id TEXT NOT NULL REFERENCES oauth_clients (id),
  customer_id TEXT NOT NULL,
  scopes TEXT NOT NULL,
  account_ids TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  withdrawn_at INTEGER,
  UNIQUE (grant_id)
) STRICT;
CREATE TABLE oauth_clients (
  id TEXT PRIMARY KEY,
  developer_id TEXT NOT NULL REFERENCES developers (id),
  environment TEXT NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  secret_hash BLOB,
  last_four TEXT,
  redirect_uris TEXT NOT NULL,
  scopes TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  CHECK (environment IN ('sandbox', 'production')),
  CHECK (type IN ('public', 'confidential')),
  CHECK (length(secret_hash) = 32),
  CHECK (json_type(redirect_uris) = 'array'),
  CHECK (status IN ('active', 'revoked')),
  CHECK ((type = 'confidential') = (secret_hash IS NOT NULL))
) STRICT;
CREATE TABLE oauth_keys (
  id TEXT PRIMARY KEY,
  algorithm TEXT NOT NULL,
  sealed TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE oauth_page_origins (
  origin TEXT NOT NULL,
  client_id TEXT NOT NULL REFERENCES oauth_clients (id),
  PRIMARY KEY (origin, client_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE oauth_state (
  model TEXT NOT NULL,
  id_hash BLOB NOT NULL,
  uid_hash BLOB,
  grant_id TEXT,
  sealed TEXT NOT NULL,
  consumed_at INTEGER,
  expires_at INTEGER NOT NULL,
  owner_hash BLOB,
  PRIMARY KEY (model, id_hash),
  CHECK (length(id_hash) = 32),
  CHECK (length(uid_hash) = 32),
  CHECK (length(owner_hash) = 32)
) STRICT;
CREATE TABLE password_resets (
  code_hash BLOB PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES sign_ins (customer_id),
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  CHECK (length(code_hash) = 32)
) STRICT;
CREATE TABLE sign_in_attempts (
  key_hash BLOB PRIMARY KEY,
  failed INTEGER NOT NULL,
  locked_until INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (length(key_hash) = 32)
) STRICT;
CREATE TABLE sign_ins (
  customer_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  UNIQUE (tenant_id, name_key)
) STRICT;
CREATE TABLE request_counts (
  developer_id TEXT NOT NULL,
  environment TEXT NOT NULL,
  day INTEGER NOT NULL,
  method TEXT NOT NULL,
  route TEXT NOT NULL,
  outcome INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  total_us INTEGER NOT NULL,
  PRIMARY KEY (developer_id, environment, day, method, route, outcome),
  CHECK (environment IN ('sandbox', 'production')),
  CHECK (outcome BETWEEN 1 AND 5)
) STRICT, WITHOUT ROWID;
CREATE TABLE request_log (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  developer_id TEXT NOT NULL,
  environment TEXT NOT NULL,
  request_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  method TEXT NOT NULL,
  route TEXT NOT NULL,
  path TEXT NOT NULL,
  status INTEGER NOT NULL,
  code TEXT,
  duration_us INTEGER NOT NULL,
  address TEXT,
  detail TEXT,
  at INTEGER NOT NULL,
  CHECK (environment IN ('sandbox', 'production')),
  CHECK (status BETWEEN 100 AND 599)
) STRICT;
CREATE TABLE act_marks (
  act_id TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  CHECK (act_id GLOB 'act_*')
) STRICT, WITHOUT ROWID;
CREATE TABLE answers (
  owner TEXT NOT NULL,
  operation TEXT NOT NULL,
  key TEXT NOT NULL,
  request_hash BLOB NOT NULL,
  status INTEGER NOT NULL,
  sealed_body TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (owner, operation, key),
  CHECK (length(request_hash) = 32)
) STRICT, WITHOUT ROWID;
CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  developer_id TEXT NOT NULL REFERENCES developers (id),
  environment TEXT NOT NULL,
  name TEXT NOT NULL,
  key_hash BLOB NOT NULL,
  last_four TEXT NOT NULL,
  scopes TEXT NOT NULL,
  status TEXT NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  ip_allow TEXT NOT NULL DEFAULT '',
  last_used_at INTEGER,
  origin TEXT NOT NULL DEFAULT 'made',
  line TEXT,
  UNIQUE (key_hash),
  CHECK (environment IN ('sandbox', 'production')),
  CHECK (length(key_hash) = 32),
  CHECK (status IN ('active', 'rotating', 'revoked')),
  CHECK (origin IN ('made', 'mail') AND (origin = 'made' OR environment = 'sandbox'))
) STRICT, WITHOUT ROWID;
CREATE TABLE application_reminders (
  application_id TEXT NOT NULL,
  reminder INTEGER NOT NULL,
  reminded_at INTEGER NOT NULL,
  PRIMARY KEY (application_id, reminder),
  CHECK (reminder > 0)
) STRICT, WITHOUT ROWID;
CREATE TABLE approvals (
  id TEXT PRIMARY KEY,
  act TEXT NOT NULL,
  object_id TEXT NOT NULL,
  environment TEXT NOT NULL,
  terms TEXT NOT NULL,
  status TEXT NOT NULL,
  requested_by TEXT NOT NULL REFERENCES operators (id),
  request_reason TEXT NOT NULL,
  decided_by TEXT REFERENCES operators (id),
  reason TEXT,
  decided_at INTEGER,
  carried_out_at INTEGER,
  created_at INTEGER NOT NULL,
  granted_terms TEXT,
  CHECK (environment IN ('sandbox', 'production')),
  CHECK (json_valid(terms)),
  CHECK (status IN ('requested', 'granted', 'denied')),
  CHECK (granted_terms IS NULL OR (json_valid(granted_terms) AND status = 'granted')),
  CHECK (decided_by IS NULL OR decided_by <> requested_by),
  CHECK ((status = 'requested') = (decided_by IS NULL)),
  CHECK (carried_out_at IS NULL OR status = 'granted')
) STRICT, WITHOUT ROWID;
CREATE TABLE audit (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  object_id TEXT NOT NULL,
  environment TEXT,
  detail TEXT NOT NULL
) STRICT;
CREATE TABLE audit_acts (
  id TEXT PRIMARY KEY,
  asked INTEGER NOT NULL REFERENCES audit (id),
  ended INTEGER REFERENCES audit (id),
  process TEXT NOT NULL,
  UNIQUE (asked),
  UNIQUE (ended),
  CHECK (id GLOB 'act_*'),
  CHECK (ended > asked)
) STRICT, WITHOUT ROWID;
CREATE TABLE audit_chain (
  id INTEGER PRIMARY KEY REFERENCES audit (id),
  hash BLOB NOT NULL,
  UNIQUE (hash),
  CHECK (length(hash) = 32)
) STRICT;
CREATE TABLE bank (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  CHECK (id = 1),
  CHECK (length(name) = 16)
) STRICT;
CREATE TABLE cell (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  CHECK (id = 1),
  CHECK (length(name) = 2)
) STRICT;
CREATE TABLE console_sessions (
  id TEXT PRIMARY KEY,
  token_hash BLOB NOT NULL,
  key_id TEXT NOT NULL REFERENCES operator_keys (id),
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER,
  UNIQUE (token_hash),
  CHECK (length(token_hash) = 32),
  CHECK (expires_at > created_at)
) STRICT, WITHOUT ROWID;
CREATE TABLE developers (
  id TEXT PRIMARY KEY,
  company TEXT NOT NULL,
  email TEXT NOT NULL,
  phone TEXT,
  country TEXT NOT NULL,
  use_case TEXT,
  expected_volume TEXT,
  sandbox_status TEXT NOT NULL,
  application_id TEXT NOT NULL,
  application_status TEXT NOT NULL,
  application_reason TEXT,
  decided_by TEXT,
  decided_at INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  sandbox_epoch INTEGER NOT NULL DEFAULT 0,
  application_secret_hash BLOB,
  claim_hash BLOB,
  claim_sealed TEXT,
  claim_expires_at INTEGER,
  proof_hash BLOB,
  proof_expires_at INTEGER,
  throttle INTEGER,
  application_scopes TEXT,
  applied_at INTEGER,
  UNIQUE (application_id),
  CHECK (sandbox_status IN ('active', 'suspended')),
  CHECK (application_status IN ('pending', 'approved', 'rejected')),
  CHECK (sandbox_epoch >= 0),
  CHECK (length(application_secret_hash) = 32),
  CHECK (length(claim_hash) = 32),
  CHECK (length(proof_hash) = 32),
  CHECK (throttle > 0)
) STRICT, WITHOUT ROWID;
CREATE TABLE ledger_places (
  ledger TEXT PRIMARY KEY,
  task_queue TEXT NOT NULL,
  at INTEGER NOT NULL,
  CHECK (ledger GLOB 'sandbox*' OR ledger GLOB 'production*'),
  CHECK (task_queue <> '')
) STRICT;
CREATE TABLE operator_grants (
  operator_id TEXT NOT NULL,
  act TEXT NOT NULL,
  object_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  environment TEXT NOT NULL,
  units INTEGER NOT NULL,
  PRIMARY KEY (operator_id, act, object_id, day),
  CHECK (units >= 0)
) STRICT, WITHOUT ROWID;
CREATE TABLE operator_keys (
  id TEXT PRIMARY KEY,
  operator_id TEXT NOT NULL REFERENCES operators (id),
  key_hash BLOB NOT NULL,
  last_four TEXT,
  expires_at INTEGER,
  created_at INTEGER NOT NULL,
  UNIQUE (key_hash),
  CHECK (length(key_hash) = 32)
) STRICT, WITHOUT ROWID;
CREATE TABLE operators (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT,
  roles TEXT NOT NULL,
  origin TEXT NOT NULL,
  status TEXT NOT NULL,
  invited_by TEXT,
  claim_hash BLOB,
  claim_expires_at INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (claim_hash),
  CHECK (length(roles) > 0),
  CHECK (origin IN ('first', 'environment', 'invitation')),
  CHECK (status IN ('invited', 'active', 'disabled')),
  CHECK (length(claim_hash) = 32),
  CHECK ((claim_hash IS NULL) = (claim_expires_at IS NULL)),
  CHECK (origin <> 'invitation' OR (email IS NOT NULL AND invited_by IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE portal_passkeys (
  id TEXT PRIMARY KEY,
  key_id TEXT NOT NULL REFERENCES api_keys (id),
  name TEXT NOT NULL,
  credential_id TEXT NOT NULL,
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  synced INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  UNIQUE (credential_id),
  CHECK (id GLOB 'pky_*'),
  CHECK (counter >= 0),
  CHECK (synced IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE TABLE portal_sessions (
  id TEXT PRIMARY KEY,
  token_hash BLOB NOT NULL,
  key_id TEXT NOT NULL REFERENCES api_keys (id),
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER,
  UNIQUE (token_hash),
  CHECK (length(token_hash) = 32),
  CHECK (expires_at > created_at)
) STRICT, WITHOUT ROWID;
CREATE TABLE portal_sign_ins (
  browser_hash BLOB PRIMARY KEY,
  purpose TEXT NOT NULL,
  code_hash BLOB,
  challenge TEXT,
  subject_id TEXT,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  CHECK (length(browser_hash) = 32),
  CHECK (purpose IN ('link', 'passkey', 'set_up')),
  CHECK (length(code_hash) = 32),
  CHECK ((purpose = 'link') = (code_hash IS NOT NULL)),
  CHECK ((purpose = 'link') = (challenge IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO bank VALUES (1, lower(hex(randomblob(8))));
CREATE INDEX consents_of_customer ON consents (tenant_id, customer_id, id);
CREATE INDEX oauth_clients_of_developer ON oauth_clients (developer_id, environment, id);
CREATE INDEX oauth_page_origins_by_client ON oauth_page_origins (client_id);
CREATE INDEX oauth_state_of_grant ON oauth_state (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX oauth_state_by_uid ON oauth_state (model, uid_hash) WHERE uid_hash IS NOT NULL;
CREATE INDEX oauth_state_by_end ON oauth_state (expires_at);
CREATE INDEX oauth_state_of_owner ON oauth_state (owner_hash) WHERE owner_hash IS NOT NULL;
CREATE INDEX password_resets_of_customer ON password_resets (customer_id);
CREATE INDEX password_resets_by_end ON password_resets (expires_at);
CREATE INDEX sign_in_attempts_by_age ON sign_in_attempts (updated_at);
CREATE UNIQUE INDEX request_log_by_developer ON request_log (developer_id, environment, id);
CREATE INDEX request_log_by_request ON request_log (request_id);
CREATE INDEX request_log_failed ON request_log (developer_id, environment, id) WHERE status >= 400;
CREATE INDEX answers_by_age ON answers (created_at);
CREATE INDEX api_keys_by_developer ON api_keys (developer_id, id);
CREATE UNIQUE INDEX api_keys_of_mail ON api_keys (developer_id) WHERE origin = 'mail' AND status = 'active';
CREATE UNIQUE INDEX approvals_open ON approvals (act, object_id, environment) WHERE status = 'requested';
CREATE INDEX approvals_by_object ON approvals (object_id, id);
CREATE INDEX audit_by_object ON audit (object_id, id);
CREATE INDEX audit_by_actor ON audit (actor, id);
CREATE INDEX audit_acts_open ON audit_acts (asked) WHERE ended IS NULL;
CREATE INDEX console_sessions_by_key ON console_sessions (key_id, id);
CREATE UNIQUE INDEX developers_by_email ON developers (lower(email));
CREATE UNIQUE INDEX developers_by_claim ON developers (claim_hash) WHERE claim_hash IS NOT NULL;
CREATE UNIQUE INDEX developers_by_proof ON developers (proof_hash) WHERE proof_hash IS NOT NULL;
CREATE INDEX developers_by_application ON developers (application_status, application_id) WHERE proof_hash IS NULL AND applied_at IS NOT NULL;
CREATE INDEX operator_grants_by_day ON operator_grants (environment, day);
CREATE INDEX operator_keys_by_operator ON operator_keys (operator_id, id);
CREATE UNIQUE INDEX operators_by_email ON operators (lower(email)) WHERE email IS NOT NULL;
CREATE INDEX portal_passkeys_by_key ON portal_passkeys (key_id, id);
CREATE INDEX portal_sessions_by_key ON portal_sessions (key_id, id);
CREATE INDEX portal_sign_ins_by_end ON portal_sign_ins (expires_at);
CREATE TRIGGER consents_only_end BEFORE UPDATE ON consents
WHEN OLD.withdrawn_at IS NOT NULL OR NEW.withdrawn_at IS NULL OR (NEW.grant_id, NEW.tenant_id, NEW.client_id, NEW.customer_id, NEW.scopes, NEW.account_ids, NEW.expires_at) <> (OLD.grant_id, OLD.tenant_id, OLD.client_id, OLD.customer_id, OLD.scopes, OLD.account_ids, OLD.expires_at)
BEGIN SELECT RAISE(ABORT, 'a consent is withdrawn, never changed'); END;
CREATE TRIGGER oauth_clients_stay_where_they_are BEFORE UPDATE OF environment, developer_id, type ON oauth_clients
WHEN NEW.environment <> OLD.environment OR NEW.developer_id <> OLD.developer_id OR NEW.type <> OLD.type
BEGIN SELECT RAISE(ABORT, 'a client never changes whose it is'); END;
CREATE TRIGGER password_resets_once BEFORE UPDATE ON password_resets
WHEN OLD.used_at IS NOT NULL OR NEW.used_at IS NULL OR (NEW.code_hash, NEW.customer_id, NEW.expires_at) <> (OLD.code_hash, OLD.customer_id, OLD.expires_at)
BEGIN SELECT RAISE(ABORT, 'a code is good once'); END;
CREATE TRIGGER act_marks_no_update BEFORE UPDATE ON act_marks
BEGIN SELECT RAISE(ABORT, 'marks of acts are append-only'); END;
CREATE TRIGGER act_marks_no_delete BEFORE DELETE ON act_marks
BEGIN SELECT RAISE(ABORT, 'marks of acts are append-only'); END;
CREATE TRIGGER api_keys_stay_where_they_are BEFORE UPDATE OF environment, developer_id, key_hash, scopes ON api_keys
WHEN NEW.environment <> OLD.environment OR NEW.developer_id <> OLD.developer_id OR NEW.key_hash <> OLD.key_hash OR NEW.scopes <> OLD.scopes
BEGIN SELECT RAISE(ABORT, 'a key never changes what it opens'); END;
CREATE TRIGGER keys_after_the_proof BEFORE INSERT ON api_keys
WHEN (SELECT proof_hash FROM developers WHERE id = NEW.developer_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a developer has keys once the e-mail address is proven'); END;
CREATE TRIGGER api_keys_keep_their_origin BEFORE UPDATE OF origin ON api_keys
WHEN NEW.origin <> OLD.origin
BEGIN SELECT RAISE(ABORT, 'a key never changes what it opens'); END;
CREATE TRIGGER approvals_decided_once BEFORE UPDATE ON approvals
WHEN (OLD.status <> 'requested' AND NEW.status <> OLD.status) OR NEW.act <> OLD.act OR NEW.object_id <> OLD.object_id OR NEW.environment <> OLD.environment OR NEW.terms <> OLD.terms OR NEW.requested_by <> OLD.requested_by
BEGIN SELECT RAISE(ABORT, 'an approval is decided once, about what was asked'); END;
CREATE TRIGGER approvals_no_delete BEFORE DELETE ON approvals
BEGIN SELECT RAISE(ABORT, 'approvals are kept'); END;
CREATE TRIGGER approvals_granted_once BEFORE UPDATE OF granted_terms ON approvals
WHEN OLD.status <> 'requested' AND NEW.granted_terms IS NOT OLD.granted_terms
BEGIN SELECT RAISE(ABORT, 'an approval is granted once, with its terms'); END;
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_acts_begin_open BEFORE INSERT ON audit_acts
WHEN NEW.ended IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an act begins before it ends'); END;
CREATE TRIGGER audit_acts_end_once BEFORE UPDATE ON audit_acts
WHEN OLD.ended IS NOT NULL OR NEW.ended IS NULL OR NEW.id <> OLD.id OR NEW.asked <> OLD.asked OR NEW.process <> OLD.process
BEGIN SELECT RAISE(ABORT, 'an act ends once'); END;
CREATE TRIGGER audit_acts_no_delete BEFORE DELETE ON audit_acts
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_chain_no_update BEFORE UPDATE ON audit_chain
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_chain_no_delete BEFORE DELETE ON audit_chain
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER bank_no_update BEFORE UPDATE ON bank
BEGIN SELECT RAISE(ABORT, 'a bank keeps its name'); END;
CREATE TRIGGER bank_no_delete BEFORE DELETE ON bank
BEGIN SELECT RAISE(ABORT, 'a bank keeps its name'); END;
CREATE TRIGGER cell_no_update BEFORE UPDATE ON cell
BEGIN SELECT RAISE(ABORT, 'a bank keeps its cell'); END;
CREATE TRIGGER cell_no_delete BEFORE DELETE ON cell
BEGIN SELECT RAISE(ABORT, 'a bank keeps its cell'); END;
CREATE TRIGGER console_sessions_stay BEFORE UPDATE ON console_sessions
WHEN NEW.token_hash <> OLD.token_hash OR NEW.key_id <> OLD.key_id OR NEW.expires_at <> OLD.expires_at OR NEW.used_at < OLD.used_at OR (OLD.ended_at IS NOT NULL AND NEW.ended_at IS NOT OLD.ended_at)
BEGIN SELECT RAISE(ABORT, 'a session never changes hands, lives no longer, and ends once'); END;
CREATE TRIGGER developers_application_edges BEFORE UPDATE OF application_status ON developers
WHEN NEW.application_status <> OLD.application_status AND OLD.application_status <> 'pending'
BEGIN SELECT RAISE(ABORT, 'an application is decided once'); END;
CREATE TRIGGER developers_epoch_grows BEFORE UPDATE OF sandbox_epoch ON developers
WHEN NEW.sandbox_epoch < OLD.sandbox_epoch
BEGIN SELECT RAISE(ABORT, 'what was left behind is not come back to'); END;
CREATE TRIGGER developers_claim_approved BEFORE UPDATE OF claim_hash ON developers
WHEN NEW.claim_hash IS NOT NULL AND NEW.application_status <> 'approved'
BEGIN SELECT RAISE(ABORT, 'only an approved application has a claim code'); END;
CREATE TRIGGER ledger_places_no_update BEFORE UPDATE ON ledger_places
BEGIN SELECT RAISE(ABORT, 'a ledger stays where it was made'); END;
CREATE TRIGGER ledger_places_no_delete BEFORE DELETE ON ledger_places
BEGIN SELECT RAISE(ABORT, 'a ledger stays where it was made'); END;
CREATE TRIGGER operator_keys_stay BEFORE UPDATE OF operator_id, key_hash ON operator_keys
BEGIN SELECT RAISE(ABORT, 'a key never changes hands'); END;
CREATE TRIGGER operators_last_admin BEFORE UPDATE OF status, roles ON operators
WHEN OLD.status = 'active' AND ' ' || OLD.roles || ' ' LIKE '% admin %' AND NOT (NEW.status = 'active' AND ' ' || NEW.roles || ' ' LIKE '% admin %') AND NOT EXISTS (SELECT 1 FROM operators o WHERE o.id <> OLD.id AND o.status = 'active' AND ' ' || o.roles || ' ' LIKE '% admin %')
BEGIN SELECT RAISE(ABORT, 'the last admin stays'); END;
CREATE TRIGGER operators_no_delete BEFORE DELETE ON operators
BEGIN SELECT RAISE(ABORT, 'operators are disabled, never deleted'); END;
CREATE TRIGGER portal_passkeys_only_go_on BEFORE UPDATE ON portal_passkeys
WHEN NEW.id <> OLD.id OR NEW.key_id <> OLD.key_id OR NEW.credential_id <> OLD.credential_id OR NEW.public_key <> OLD.public_key OR NEW.counter < OLD.counter
BEGIN SELECT RAISE(ABORT, 'a passkey never changes hands, and its counter goes on'); END;
CREATE TRIGGER portal_sessions_stay BEFORE UPDATE ON portal_sessions
WHEN NEW.token_hash <> OLD.token_hash OR NEW.key_id <> OLD.key_id OR NEW.expires_at <> OLD.expires_at OR NEW.used_at < OLD.used_at OR (OLD.ended_at IS NOT NULL AND NEW.ended_at IS NOT OLD.ended_at)
BEGIN SELECT RAISE(ABORT, 'a session never changes hands, lives no longer, and ends once'); END;
CREATE TRIGGER portal_sign_ins_once BEFORE UPDATE ON portal_sign_ins
WHEN OLD.used_at IS NOT NULL OR NEW.browser_hash <> OLD.browser_hash OR NEW.purpose <> OLD.purpose OR NEW.code_hash IS NOT OLD.code_hash OR NEW.challenge IS NOT OLD.challenge OR NEW.subject_id IS NOT OLD.subject_id OR NEW.expires_at <> OLD.expires_at
BEGIN SELECT RAISE(ABORT, 'a sign-in counts once, and never changes hands'); END;
