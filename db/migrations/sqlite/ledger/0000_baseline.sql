-- Written by `npm run docs` from the tables.ts files of db/: change those.
CREATE TABLE alert_readings (
  row INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL,
  watches TEXT NOT NULL,
  balance_version INTEGER NOT NULL,
  posted INTEGER NOT NULL,
  held INTEGER NOT NULL,
  pending_in INTEGER NOT NULL,
  event_row INTEGER NOT NULL,
  direction TEXT,
  amount INTEGER,
  transaction_id TEXT,
  at INTEGER NOT NULL,
  CHECK (watches IN ('balance', 'entries')),
  CHECK (direction IN ('debit', 'credit')),
  CHECK ((watches = 'entries') = (transaction_id IS NOT NULL)),
  CHECK ((direction IS NULL) = (transaction_id IS NULL)),
  CHECK ((amount IS NULL) = (transaction_id IS NULL))
) STRICT;
CREATE TABLE alerts (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  type TEXT NOT NULL,
  watches TEXT NOT NULL,
  threshold INTEGER NOT NULL,
  balance_kind TEXT,
  hysteresis INTEGER NOT NULL,
  fires_on TEXT NOT NULL,
  channels TEXT NOT NULL,
  cooldown_seconds INTEGER NOT NULL,
  notify_on_clear INTEGER NOT NULL,
  status TEXT NOT NULL,
  state TEXT NOT NULL,
  balance_version INTEGER NOT NULL,
  reached TEXT,
  told INTEGER NOT NULL,
  quiet_until INTEGER NOT NULL,
  last_value INTEGER,
  last_transaction_id TEXT,
  last_triggered_at INTEGER,
  trigger_count INTEGER NOT NULL,
  metadata TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (type IN ('low_balance', 'high_balance', 'large_debit', 'large_credit', 'overdraft_used', 'limit_near')),
  CHECK (watches IN ('balance', 'entries')),
  CHECK (balance_kind IN ('available', 'posted', 'current')),
  CHECK (hysteresis >= 0),
  CHECK (fires_on IN ('edge', 'level')),
  CHECK (json_valid(channels)),
  CHECK (cooldown_seconds >= 0),
  CHECK (notify_on_clear IN (0, 1)),
  CHECK (status IN ('active', 'paused', 'deleted')),
  CHECK (state IN ('ok', 'triggered', 'unknown')),
  CHECK (told IN (0, 1)),
  CHECK (trigger_count >= 0),
  CHECK (json_valid(metadata)),
  CHECK (version > 0),
  CHECK ((watches = 'entries') = (type IN ('large_debit', 'large_credit'))),
  CHECK ((balance_kind IS NOT NULL) = (type IN ('low_balance', 'high_balance')))
) STRICT, WITHOUT ROWID;
CREATE TABLE aml_alerts (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  case_id TEXT NOT NULL REFERENCES aml_cases (id),
  run_id TEXT NOT NULL REFERENCES aml_runs (id),
  typology TEXT NOT NULL,
  severity TEXT NOT NULL,
  score INTEGER NOT NULL,
  evidence TEXT NOT NULL,
  status TEXT NOT NULL,
  resolution TEXT,
  decided_by TEXT,
  reason TEXT,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (severity IN ('low', 'medium', 'high', 'critical')),
  CHECK (score BETWEEN 50 AND 100),
  CHECK (json_valid(evidence)),
  CHECK (status IN ('open', 'in_review', 'escalated', 'closed')),
  CHECK (resolution IN ('false_positive', 'confirmed', 'sar_filed', 'duplicate')),
  CHECK (version > 0),
  CHECK ((status = 'closed') = (resolution IS NOT NULL)),
  CHECK ((decided_by IS NULL) = (reason IS NULL)),
  CHECK (status = 'open' OR decided_by IS NOT NULL)
) STRICT;
CREATE TABLE aml_case_notes (
  case_id TEXT NOT NULL REFERENCES aml_cases (id),
  number INTEGER NOT NULL,
  author TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (case_id, number),
  CHECK (number > 0)
) STRICT, WITHOUT ROWID;
CREATE TABLE aml_cases (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  status TEXT NOT NULL,
  sar_decision TEXT,
  closed_by TEXT,
  reason TEXT,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (status IN ('open', 'closed')),
  CHECK (sar_decision IN ('file', 'do_not_file')),
  CHECK (version > 0),
  CHECK ((status = 'open') = (closed_by IS NULL)),
  CHECK ((closed_by IS NULL) = (reason IS NULL)),
  CHECK ((closed_by IS NULL) = (sar_decision IS NULL))
) STRICT;
CREATE TABLE aml_days (
  tenant_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  moved_from INTEGER NOT NULL,
  moved_to INTEGER NOT NULL,
  after_customer TEXT NOT NULL,
  customers INTEGER NOT NULL,
  runs INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  PRIMARY KEY (tenant_id, day),
  CHECK (day > 0),
  CHECK (customers >= 0),
  CHECK (runs BETWEEN 0 AND customers),
  CHECK (finished_at >= started_at),
  CHECK (moved_from <= moved_to)
) STRICT, WITHOUT ROWID;
CREATE TABLE aml_runs (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  scope TEXT NOT NULL,
  period_from INTEGER NOT NULL,
  period_to INTEGER NOT NULL,
  risk_score INTEGER NOT NULL,
  risk_level TEXT NOT NULL,
  findings TEXT NOT NULL,
  screening TEXT NOT NULL,
  alert_ids TEXT NOT NULL,
  examined INTEGER NOT NULL,
  truncated INTEGER NOT NULL,
  sar_suggested INTEGER NOT NULL,
  narrative TEXT,
  created_at INTEGER NOT NULL,
  origin TEXT NOT NULL DEFAULT 'request',
  CHECK (json_valid(scope)),
  CHECK (risk_score BETWEEN 0 AND 100),
  CHECK (risk_level IN ('low', 'medium', 'high', 'critical')),
  CHECK (json_valid(findings)),
  CHECK (json_valid(screening)),
  CHECK (json_valid(alert_ids)),
  CHECK (examined >= 0),
  CHECK (truncated IN (0, 1)),
  CHECK (sar_suggested IN (0, 1)),
  CHECK (origin IN ('request', 'daily')),
  CHECK (period_from < period_to)
) STRICT;
CREATE TABLE account_approvals (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  tenant_id TEXT NOT NULL,
  status TEXT NOT NULL,
  requested_by TEXT NOT NULL,
  request_reason TEXT NOT NULL,
  decided_by TEXT,
  reason TEXT,
  decided_at INTEGER,
  created_at INTEGER NOT NULL,
  CHECK (status IN ('requested', 'granted', 'denied')),
  CHECK ((status = 'requested') = (decided_by IS NULL)),
  CHECK ((status = 'requested') = (decided_at IS NULL)),
  CHECK (decided_by <> requested_by)
) STRICT, WITHOUT ROWID;
CREATE TABLE archive_orders (
  id INTEGER PRIMARY KEY,
  before_at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  reason TEXT NOT NULL,
  ordered_at INTEGER NOT NULL,
  CHECK (id = 1),
  CHECK (before_at >= 0)
) STRICT;
CREATE TABLE archives (
  id TEXT PRIMARY KEY,
  noun TEXT NOT NULL,
  first_row INTEGER NOT NULL,
  last_row INTEGER NOT NULL,
  first_id TEXT NOT NULL,
  last_id TEXT NOT NULL,
  rows INTEGER NOT NULL,
  sequence_sum INTEGER NOT NULL,
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL,
  file TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  deleted_row INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (file),
  UNIQUE (noun, first_row),
  CHECK (noun IN ('events', 'timeline', 'decisions')),
  CHECK (first_row > 0),
  CHECK (last_row >= first_row),
  CHECK (rows BETWEEN 1 AND last_row - first_row + 1),
  CHECK (sequence_sum > 0),
  CHECK (bytes > 0),
  CHECK (length(sha256) = 64),
  CHECK (deleted_row BETWEEN first_row - 1 AND last_row)
) STRICT, WITHOUT ROWID;
CREATE TABLE batch_items (
  batch_id TEXT NOT NULL,
  item_index INTEGER NOT NULL,
  transaction_id TEXT NOT NULL,
  body TEXT NOT NULL,
  code TEXT,
  message TEXT,
  PRIMARY KEY (batch_id, item_index),
  UNIQUE (transaction_id),
  CHECK (item_index BETWEEN 0 AND 9999),
  CHECK (json_valid(body)),
  CHECK ((code IS NULL) = (message IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE batch_references (
  tenant_id TEXT NOT NULL,
  reference TEXT NOT NULL,
  batch_id TEXT NOT NULL REFERENCES batches (id),
  item_index INTEGER NOT NULL,
  transaction_id TEXT NOT NULL,
  PRIMARY KEY (tenant_id, reference)
) STRICT, WITHOUT ROWID;
CREATE TABLE batch_reserves (
  batch_id TEXT NOT NULL REFERENCES batches (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  run INTEGER NOT NULL,
  reserved INTEGER NOT NULL,
  expected INTEGER NOT NULL,
  spends INTEGER NOT NULL,
  payments INTEGER NOT NULL,
  pays INTEGER NOT NULL,
  PRIMARY KEY (batch_id, account_id),
  CHECK (reserved >= 0),
  CHECK (expected >= 0),
  CHECK (spends >= 0),
  CHECK (payments >= 0),
  CHECK (pays IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE TABLE batch_slices (
  batch_id TEXT NOT NULL REFERENCES batches (id),
  first_index INTEGER NOT NULL,
  plans TEXT NOT NULL,
  PRIMARY KEY (batch_id, first_index),
  CHECK (first_index >= 0),
  CHECK (json_valid(plans))
) STRICT, WITHOUT ROWID;
CREATE TABLE batch_staging (
  batch_id TEXT PRIMARY KEY,
  staged_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE batches (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  mode TEXT NOT NULL,
  status TEXT NOT NULL,
  total INTEGER NOT NULL,
  decided INTEGER NOT NULL DEFAULT 0,
  posted INTEGER NOT NULL DEFAULT 0,
  declined INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  refused_index INTEGER,
  refused_code TEXT,
  refused_message TEXT,
  refused_pointer TEXT,
  metadata TEXT NOT NULL DEFAULT '{}',
  workflow_id TEXT,
  workflow_run_id TEXT,
  idempotency_key TEXT,
  request_hash BLOB NOT NULL,
  request_id TEXT NOT NULL,
  actor TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  completed_at INTEGER,
  judged INTEGER NOT NULL DEFAULT 0,
  refusing TEXT,
  travelling INTEGER NOT NULL DEFAULT 0,
  CHECK (mode IN ('atomic', 'best_effort')),
  CHECK (status IN ('pending', 'processing', 'completed', 'refused', 'canceled')),
  CHECK (total BETWEEN 1 AND 10000),
  CHECK (decided BETWEEN 0 AND total),
  CHECK (posted >= 0),
  CHECK (declined >= 0),
  CHECK (failed >= 0),
  CHECK (refused_index BETWEEN 0 AND total - 1),
  CHECK (version > 0),
  CHECK (judged >= 0),
  CHECK (json_valid(refusing)),
  CHECK (travelling >= 0),
  CHECK (posted + declined + failed = decided),
  CHECK ((status = 'refused') = (refused_index IS NOT NULL)),
  CHECK ((refused_index IS NULL) = (refused_code IS NULL)),
  CHECK (status <> 'completed' OR decided = total),
  CHECK (status IN ('processing', 'completed') OR decided = 0),
  CHECK (mode <> 'atomic' OR declined + failed = 0),
  CHECK ((status IN ('pending', 'processing')) = (completed_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE anchoring (
  id INTEGER PRIMARY KEY,
  told_size INTEGER NOT NULL,
  state TEXT NOT NULL,
  detail TEXT,
  changed_at INTEGER NOT NULL,
  CHECK (id = 1),
  CHECK (told_size >= 0),
  CHECK (state IN ('unknown', 'ok', 'waiting', 'refused'))
) STRICT;
CREATE TABLE anchors (
  id TEXT PRIMARY KEY,
  checkpoint_id TEXT NOT NULL REFERENCES checkpoints (id),
  tree_size INTEGER NOT NULL REFERENCES checkpoints (tree_size),
  chain INTEGER NOT NULL REFERENCES chains (id),
  contract TEXT NOT NULL,
  status TEXT NOT NULL,
  reason TEXT,
  tx_hash TEXT,
  block_number INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (contract, chain, tree_size),
  CHECK (length(contract) = 42),
  CHECK (status IN ('pending', 'anchored', 'confirmed', 'lost'))
) STRICT, WITHOUT ROWID;
CREATE TABLE chain_attempts (
  hash TEXT NOT NULL,
  transaction_id TEXT NOT NULL REFERENCES chain_transactions (id),
  chain INTEGER NOT NULL REFERENCES chains (id),
  nonce INTEGER NOT NULL,
  raw BLOB NOT NULL,
  max_fee_per_gas TEXT NOT NULL,
  max_priority_fee_per_gas TEXT NOT NULL,
  signed_at INTEGER NOT NULL,
  sent_at INTEGER,
  PRIMARY KEY (transaction_id, hash),
  CHECK (length(hash) = 66)
) STRICT, WITHOUT ROWID;
CREATE TABLE chain_status (
  id INTEGER PRIMARY KEY,
  state TEXT NOT NULL,
  detail TEXT,
  chain INTEGER REFERENCES chains (id),
  address TEXT,
  block_number INTEGER,
  changed_at INTEGER NOT NULL,
  checked_at INTEGER NOT NULL,
  CHECK (id = 1),
  CHECK (state IN ('unknown', 'ok', 'unreachable', 'wrong_chain', 'no_funds', 'fee_limit', 'no_signer'))
) STRICT;
CREATE TABLE chain_transactions (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  object_id TEXT NOT NULL,
  to_address TEXT,
  data BLOB NOT NULL,
  value TEXT NOT NULL,
  gas INTEGER,
  notify TEXT,
  status TEXT NOT NULL,
  reason_code TEXT,
  reason TEXT,
  chain INTEGER REFERENCES chains (id),
  from_address TEXT,
  nonce INTEGER,
  hash TEXT,
  block_number INTEGER,
  block_hash TEXT,
  succeeded INTEGER,
  contract_address TEXT,
  gas_used INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (kind IN ('anchor', 'execution', 'deployment')),
  CHECK (length(to_address) = 42),
  CHECK (value <> '' AND value NOT GLOB '*[^0-9]*'),
  CHECK (gas > 0),
  CHECK (status IN ('queued', 'signed', 'sent', 'included', 'final', 'failed', 'dropped')),
  CHECK (length(from_address) = 42),
  CHECK (nonce >= 0),
  CHECK (succeeded IN (0, 1)),
  CHECK ((nonce IS NULL) = (from_address IS NULL)),
  CHECK (nonce IS NULL OR chain IS NOT NULL),
  CHECK (status NOT IN ('signed', 'sent', 'included', 'final') OR nonce IS NOT NULL),
  CHECK ((status IN ('included', 'final')) <= (block_hash IS NOT NULL AND hash IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE chains (
  id INTEGER PRIMARY KEY,
  chain_id INTEGER NOT NULL,
  genesis_hash TEXT NOT NULL,
  first_seen_at INTEGER NOT NULL,
  UNIQUE (chain_id, genesis_hash),
  CHECK (chain_id > 0),
  CHECK (length(genesis_hash) = 66)
) STRICT;
CREATE TABLE conversation_messages (
  id TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversations (id),
  tenant_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  role TEXT NOT NULL,
  text TEXT NOT NULL,
  answer TEXT,
  intent_id TEXT REFERENCES intents (id),
  created_at INTEGER NOT NULL,
  UNIQUE (conversation_id, number),
  CHECK (number > 0),
  CHECK (role IN ('customer', 'bank')),
  CHECK (json_valid(answer)),
  CHECK ((role = 'bank') = (answer IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE conversations (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  state TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (json_valid(state))
) STRICT, WITHOUT ROWID;
CREATE TABLE credit_assessments (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  currency TEXT NOT NULL,
  amount INTEGER NOT NULL,
  term_months INTEGER NOT NULL,
  consent_id TEXT,
  request TEXT NOT NULL,
  findings TEXT NOT NULL,
  policy_version TEXT NOT NULL,
  model_name TEXT NOT NULL,
  model_version TEXT NOT NULL,
  artifact_sha256 TEXT NOT NULL,
  features TEXT,
  probability REAL,
  score INTEGER,
  latency_us INTEGER,
  degraded INTEGER NOT NULL,
  metadata TEXT NOT NULL,
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  CHECK (amount > 0),
  CHECK (term_months > 0),
  CHECK (length(artifact_sha256) = 64),
  CHECK (probability BETWEEN 0 AND 1),
  CHECK (score BETWEEN 300 AND 850),
  CHECK (latency_us >= 0),
  CHECK (degraded IN (0, 1)),
  CHECK ((probability IS NULL) = (features IS NULL)),
  CHECK ((probability IS NULL) = (score IS NULL)),
  CHECK (degraded = 0 OR probability IS NULL)
) STRICT, WITHOUT ROWID;
CREATE TABLE credit_decisions (
  id TEXT PRIMARY KEY,
  assessment_id TEXT NOT NULL REFERENCES credit_assessments (id),
  tenant_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  decision TEXT NOT NULL,
  approved_amount INTEGER,
  reasons TEXT NOT NULL,
  review_reason TEXT,
  comment TEXT,
  actor TEXT NOT NULL,
  decided_at INTEGER NOT NULL,
  UNIQUE (assessment_id, number),
  CHECK (number IN (1, 2)),
  CHECK (decision IN ('approved', 'denied', 'manual_review')),
  CHECK (approved_amount > 0),
  CHECK (json_array_length(reasons) <= 4),
  CHECK (decision <> 'denied' OR json_array_length(reasons) > 0),
  CHECK ((decision = 'approved') = (approved_amount IS NOT NULL)),
  CHECK ((decision = 'manual_review') = (review_reason IS NOT NULL)),
  CHECK (number = 1 OR (decision <> 'manual_review' AND comment IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE credit_outcomes (
  assessment_id TEXT NOT NULL REFERENCES credit_assessments (id),
  number INTEGER NOT NULL,
  tenant_id TEXT NOT NULL,
  outcome TEXT NOT NULL,
  observed_at INTEGER NOT NULL,
  days_past_due INTEGER,
  loss_amount INTEGER,
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (assessment_id, number),
  CHECK (number BETWEEN 1 AND 1000),
  CHECK (outcome IN ('performing', 'repaid', 'defaulted')),
  CHECK (days_past_due >= 0),
  CHECK (loss_amount >= 0),
  CHECK (loss_amount IS NULL OR outcome = 'defaulted')
) STRICT, WITHOUT ROWID;
CREATE TABLE customer_erasures (
  customer_id TEXT PRIMARY KEY REFERENCES customers (id),
  tenant_id TEXT NOT NULL,
  status TEXT NOT NULL,
  part INTEGER NOT NULL,
  at_account TEXT NOT NULL,
  at_key TEXT NOT NULL,
  rows INTEGER NOT NULL,
  requested_by TEXT NOT NULL,
  approved_by TEXT NOT NULL,
  reason TEXT NOT NULL,
  request_id TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  erased_at INTEGER,
  CHECK (status IN ('running', 'erased')),
  CHECK (part >= 0),
  CHECK (rows >= 0),
  CHECK (approved_by <> requested_by),
  CHECK ((status = 'erased') = (erased_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE decision_contests (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  decision_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  record TEXT NOT NULL,
  facts_sha256 TEXT NOT NULL,
  reason TEXT NOT NULL,
  contested_by TEXT NOT NULL,
  answer TEXT,
  explanation TEXT,
  answered_by TEXT,
  answered_at INTEGER,
  created_at INTEGER NOT NULL,
  UNIQUE (decision_id),
  CHECK (kind IN ('credit', 'payment', 'identity', 'account_freeze')),
  CHECK (json_valid(record)),
  CHECK (length(facts_sha256) = 64),
  CHECK (answer IN ('upheld', 'changed')),
  CHECK ((answer IS NULL) = (explanation IS NULL)),
  CHECK ((answer IS NULL) = (answered_by IS NULL)),
  CHECK ((answer IS NULL) = (answered_at IS NULL)),
  CHECK (answered_by <> contested_by)
) STRICT;
CREATE TABLE deployment_observations (
  deployment_id TEXT NOT NULL REFERENCES model_deployments (id),
  decision_id TEXT NOT NULL,
  status TEXT NOT NULL,
  step INTEGER NOT NULL,
  decided_by TEXT NOT NULL,
  champion_probability REAL,
  challenger_probability REAL,
  champion_flags INTEGER,
  challenger_flags INTEGER,
  latency_micros INTEGER,
  error TEXT,
  observed_at INTEGER NOT NULL,
  PRIMARY KEY (deployment_id, status, step, decision_id),
  CHECK (status IN ('shadow', 'canary', 'active')),
  CHECK (step >= 0),
  CHECK (decided_by IN ('champion', 'challenger')),
  CHECK (champion_probability BETWEEN 0 AND 1),
  CHECK (challenger_probability BETWEEN 0 AND 1),
  CHECK (champion_flags IN (0, 1)),
  CHECK (challenger_flags IN (0, 1)),
  CHECK (latency_micros >= 0),
  CHECK ((error IS NULL) = (challenger_probability IS NOT NULL)),
  CHECK ((challenger_probability IS NULL) = (challenger_flags IS NULL)),
  CHECK ((champion_probability IS NULL) = (champion_flags IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE model_deployments (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  model_id TEXT NOT NULL REFERENCES models (id),
  version_id TEXT NOT NULL REFERENCES model_versions (id),
  task TEXT NOT NULL,
  label TEXT NOT NULL,
  strategy TEXT NOT NULL,
  plan TEXT NOT NULL,
  status TEXT NOT NULL,
  step INTEGER NOT NULL DEFAULT 0,
  traffic_percent INTEGER NOT NULL DEFAULT 0,
  stage_since INTEGER NOT NULL,
  watched_until INTEGER,
  champion_version_id TEXT REFERENCES model_versions (id),
  rollback_to TEXT REFERENCES model_versions (id),
  gates TEXT NOT NULL DEFAULT '[]',
  replay_report TEXT,
  approval_status TEXT NOT NULL,
  approved_by TEXT,
  approval_reason TEXT,
  status_code TEXT,
  status_message TEXT,
  seen_through TEXT NOT NULL DEFAULT '',
  metadata TEXT NOT NULL DEFAULT '{}',
  workflow_run_id TEXT,
  request_id TEXT NOT NULL,
  actor TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  completed_at INTEGER,
  CHECK (strategy IN ('shadow', 'canary', 'immediate')),
  CHECK (json_valid(plan)),
  CHECK (status IN ('pending', 'validating', 'shadow', 'canary', 'active', 'superseded', 'failed', 'rolled_back', 'aborted')),
  CHECK (step >= 0),
  CHECK (traffic_percent BETWEEN 0 AND 100),
  CHECK (json_valid(gates)),
  CHECK (replay_report IS NULL OR json_valid(replay_report)),
  CHECK (approval_status IN ('not_required', 'requested', 'granted', 'denied')),
  CHECK (json_valid(metadata)),
  CHECK (version > 0),
  CHECK ((status IN ('failed', 'rolled_back', 'aborted')) = (status_code IS NOT NULL)),
  CHECK ((status_code IS NULL) = (status_message IS NULL)),
  CHECK ((approved_by IS NULL) = (approval_status IN ('not_required', 'requested'))),
  CHECK ((approved_by IS NULL) = (approval_reason IS NULL)),
  CHECK (status NOT IN ('canary', 'active', 'superseded') OR approval_status IN ('not_required', 'granted')),
  CHECK (traffic_percent = 0 OR status IN ('canary', 'active')),
  CHECK (status <> 'active' OR traffic_percent = 100),
  CHECK (status <> 'canary' OR traffic_percent > 0),
  CHECK ((status IN ('superseded', 'failed', 'rolled_back', 'aborted')) = (completed_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE model_drift_evaluations (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  version_id TEXT NOT NULL REFERENCES model_versions (id),
  day INTEGER NOT NULL,
  rows INTEGER NOT NULL,
  psi REAL NOT NULL,
  score_psi REAL,
  is_drifted INTEGER NOT NULL,
  features TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (tenant_id, version_id, day),
  CHECK (day > 0),
  CHECK (rows > 0),
  CHECK (psi >= 0),
  CHECK (score_psi >= 0),
  CHECK (is_drifted IN (0, 1)),
  CHECK (json_valid(features))
) STRICT, WITHOUT ROWID;
CREATE TABLE relay_cursor (
  id INTEGER PRIMARY KEY,
  event_row INTEGER NOT NULL,
  relayed_at INTEGER NOT NULL,
  CHECK (id = 1),
  CHECK (event_row >= 0)
) STRICT;
CREATE TABLE exchanges (
  transaction_id TEXT PRIMARY KEY REFERENCES transactions (id),
  quote_id TEXT REFERENCES quotes (id),
  quote_expires_at INTEGER,
  fixed TEXT NOT NULL,
  source_currency TEXT NOT NULL,
  source_amount INTEGER NOT NULL,
  destination_currency TEXT NOT NULL,
  destination_amount INTEGER NOT NULL,
  rate TEXT NOT NULL,
  mid_rate TEXT NOT NULL,
  spread_bps INTEGER NOT NULL,
  fee_amount INTEGER NOT NULL,
  rate_source TEXT NOT NULL,
  rate_as_of INTEGER NOT NULL,
  stale INTEGER NOT NULL,
  max_slippage_bps INTEGER,
  CHECK (fixed IN ('source', 'destination')),
  CHECK (length(source_currency) = 3),
  CHECK (source_amount BETWEEN 1 AND 9007199254740991),
  CHECK (length(destination_currency) = 3),
  CHECK (destination_amount BETWEEN 1 AND 9007199254740991),
  CHECK (spread_bps BETWEEN 0 AND 9999),
  CHECK (fee_amount >= 0),
  CHECK (stale IN (0, 1)),
  CHECK (max_slippage_bps BETWEEN 0 AND 10000),
  CHECK ((quote_id IS NULL) = (quote_expires_at IS NULL)),
  CHECK ((quote_id IS NULL) = (max_slippage_bps IS NOT NULL)),
  CHECK (source_currency <> destination_currency)
) STRICT, WITHOUT ROWID;
CREATE TABLE quotes (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  status TEXT NOT NULL,
  fixed TEXT NOT NULL,
  source_currency TEXT NOT NULL,
  source_amount INTEGER NOT NULL,
  destination_currency TEXT NOT NULL,
  destination_amount INTEGER NOT NULL,
  rate TEXT NOT NULL,
  mid_rate TEXT NOT NULL,
  spread_bps INTEGER NOT NULL,
  fee_amount INTEGER NOT NULL,
  rate_source TEXT NOT NULL,
  rate_as_of INTEGER NOT NULL,
  stale INTEGER NOT NULL,
  lock_expires_at INTEGER NOT NULL,
  transaction_id TEXT REFERENCES transactions (id),
  metadata TEXT NOT NULL DEFAULT '{}',
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (transaction_id),
  CHECK (status IN ('active', 'used', 'expired')),
  CHECK (fixed IN ('source', 'destination')),
  CHECK (length(source_currency) = 3),
  CHECK (source_amount BETWEEN 1 AND 9007199254740991),
  CHECK (length(destination_currency) = 3),
  CHECK (destination_amount BETWEEN 1 AND 9007199254740991),
  CHECK (spread_bps BETWEEN 0 AND 9999),
  CHECK (fee_amount >= 0),
  CHECK (stale IN (0, 1)),
  CHECK ((status = 'used') = (transaction_id IS NOT NULL)),
  CHECK (source_currency <> destination_currency)
) STRICT, WITHOUT ROWID;
CREATE TABLE contract_executions (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  contract TEXT NOT NULL,
  function TEXT NOT NULL,
  arguments TEXT NOT NULL,
  address TEXT NOT NULL,
  chain_id INTEGER NOT NULL,
  call_data TEXT NOT NULL,
  value TEXT NOT NULL,
  gas_limit INTEGER NOT NULL,
  effect TEXT NOT NULL,
  transaction_id TEXT REFERENCES transactions (id),
  status TEXT NOT NULL,
  status_code TEXT,
  status_message TEXT,
  revert TEXT,
  result TEXT,
  receipt TEXT,
  chain_transaction_id TEXT REFERENCES chain_transactions (id),
  settlement TEXT NOT NULL,
  settlement_code TEXT,
  ledger_sequence INTEGER,
  idempotency_key TEXT,
  request_hash BLOB NOT NULL,
  request_id TEXT NOT NULL,
  actor TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (gas_limit > 0),
  CHECK (effect IN ('none', 'bind', 'capture', 'release')),
  CHECK (status IN ('queued', 'simulated', 'submitted', 'included', 'final', 'reverted', 'failed')),
  CHECK (settlement IN ('none', 'pending', 'done', 'refused')),
  CHECK ((effect = 'none') = (transaction_id IS NULL)),
  CHECK (settlement = 'none' OR effect IN ('capture', 'release')),
  CHECK (status <> 'final' OR settlement <> 'pending'),
  CHECK (status <> 'final' OR effect IN ('none', 'bind') OR settlement IN ('done', 'refused')),
  CHECK (status <> 'final' OR receipt IS NOT NULL),
  CHECK (status NOT IN ('submitted', 'included', 'final') OR chain_transaction_id IS NOT NULL),
  CHECK (ledger_sequence IS NULL OR (effect = 'capture' AND settlement = 'done'))
) STRICT, WITHOUT ROWID;
CREATE TABLE hold_orders (
  id TEXT PRIMARY KEY,
  transaction_id TEXT NOT NULL REFERENCES transactions (id),
  tenant_id TEXT NOT NULL,
  act TEXT NOT NULL,
  amount INTEGER,
  reason TEXT,
  request_hash TEXT NOT NULL,
  actor TEXT NOT NULL,
  request_id TEXT NOT NULL,
  idempotency_key TEXT,
  outcome TEXT,
  created_at INTEGER NOT NULL,
  done_at INTEGER,
  CHECK (act IN ('capture', 'cancel')),
  CHECK (amount > 0),
  CHECK (json_valid(outcome)),
  CHECK ((outcome IS NULL) = (done_at IS NULL)),
  CHECK (done_at IS NULL OR reason IS NULL)
) STRICT;
CREATE TABLE intent_steps (
  intent_id TEXT NOT NULL REFERENCES intents (id),
  version INTEGER NOT NULL,
  status TEXT NOT NULL,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  reason TEXT,
  PRIMARY KEY (intent_id, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE intents (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  conversation_id TEXT,
  status TEXT NOT NULL,
  status_code TEXT,
  status_message TEXT,
  message TEXT NOT NULL,
  intent TEXT NOT NULL,
  reading TEXT NOT NULL,
  preview TEXT,
  operation TEXT,
  amount INTEGER,
  currency TEXT,
  source_account_id TEXT REFERENCES accounts (id),
  destination_account_id TEXT REFERENCES accounts (id),
  expires_at INTEGER,
  transaction_id TEXT,
  schedule_id TEXT,
  actor TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (status IN ('parsed', 'requires_clarification', 'requires_confirmation', 'unsupported', 'refused', 'confirmed', 'executed', 'declined', 'canceled', 'expired')),
  CHECK (json_valid(reading)),
  CHECK (json_valid(preview)),
  CHECK (json_valid(operation)),
  CHECK (amount > 0 AND amount <= 9007199254740991),
  CHECK ((operation IS NULL) = (amount IS NULL) AND (amount IS NULL) = (currency IS NULL)),
  CHECK ((operation IS NULL) = (expires_at IS NULL)),
  CHECK (status NOT IN ('requires_confirmation', 'confirmed', 'executed') OR operation IS NOT NULL),
  CHECK (status <> 'executed' OR (transaction_id IS NULL) <> (schedule_id IS NULL)),
  CHECK (status NOT IN ('parsed', 'requires_confirmation', 'canceled', 'expired') OR (transaction_id IS NULL AND schedule_id IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE engine_model_versions (
  id TEXT PRIMARY KEY,
  model_id TEXT NOT NULL REFERENCES engine_models (id),
  label TEXT NOT NULL,
  artifact_sha256 TEXT,
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  CHECK (label <> ''),
  CHECK (length(artifact_sha256) = 64)
) STRICT, WITHOUT ROWID;
CREATE TABLE engine_models (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  task TEXT NOT NULL,
  serving_version_id TEXT,
  created_at INTEGER NOT NULL,
  CHECK (name <> ''),
  CHECK (task IN ('intent_parsing', 'sentence_encoding', 'transaction_monitoring', 'name_screening'))
) STRICT, WITHOUT ROWID;
CREATE TABLE model_entries (
  model_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  tenant_id TEXT NOT NULL,
  owner TEXT NOT NULL,
  purpose TEXT NOT NULL,
  materiality TEXT NOT NULL,
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (model_id, number),
  CHECK (number BETWEEN 1 AND 1000),
  CHECK (owner <> ''),
  CHECK (purpose <> ''),
  CHECK (materiality IN ('high', 'medium', 'low'))
) STRICT, WITHOUT ROWID;
CREATE TABLE model_findings (
  id TEXT PRIMARY KEY,
  model_id TEXT NOT NULL,
  version_id TEXT,
  tenant_id TEXT NOT NULL,
  severity TEXT NOT NULL,
  finding TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  opened_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  resolution TEXT,
  closed_by TEXT,
  closed_at INTEGER,
  CHECK (severity IN ('high', 'medium', 'low')),
  CHECK (finding <> ''),
  CHECK (resolution <> ''),
  CHECK (due_at > created_at),
  CHECK ((closed_at IS NULL) = (closed_by IS NULL)),
  CHECK ((closed_at IS NULL) = (resolution IS NULL)),
  CHECK (closed_at >= created_at)
) STRICT, WITHOUT ROWID;
CREATE TABLE model_validations (
  id TEXT PRIMARY KEY,
  model_id TEXT NOT NULL,
  version_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  outcome TEXT NOT NULL,
  summary TEXT NOT NULL,
  validator TEXT NOT NULL,
  revalidate_by INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  CHECK (outcome IN ('fit', 'fit_with_conditions', 'unfit')),
  CHECK (summary <> ''),
  CHECK (revalidate_by > created_at)
) STRICT, WITHOUT ROWID;
CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  customer_id TEXT REFERENCES customers (id),
  type TEXT,
  currency TEXT NOT NULL,
  name TEXT NOT NULL,
  account_number TEXT NOT NULL,
  status TEXT NOT NULL,
  status_code TEXT,
  status_message TEXT,
  freeze_reason TEXT,
  debits_blocked INTEGER NOT NULL DEFAULT 0,
  credits_blocked INTEGER NOT NULL DEFAULT 0,
  posted INTEGER NOT NULL DEFAULT 0,
  held INTEGER NOT NULL DEFAULT 0,
  pending_in INTEGER NOT NULL DEFAULT 0,
  overdraft_limit INTEGER NOT NULL DEFAULT 0,
  negative_allowed INTEGER NOT NULL DEFAULT 0,
  metadata TEXT NOT NULL DEFAULT '{}',
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  activated_at INTEGER,
  closed_at INTEGER,
  limits_configured INTEGER NOT NULL DEFAULT 0,
  overdraft_mode TEXT,
  overdraft_linked_id TEXT REFERENCES accounts (id),
  last_used_on INTEGER NOT NULL DEFAULT 0,
  wallet_id TEXT REFERENCES wallets (id),
  UNIQUE (account_number),
  CHECK (type IN ('checking', 'savings', 'business')),
  CHECK (length(currency) = 3),
  CHECK (status IN ('pending', 'active', 'frozen', 'dormant', 'closed', 'rejected')),
  CHECK (freeze_reason IN ('fraud', 'aml', 'court_order', 'customer_request', 'operator')),
  CHECK (debits_blocked IN (0, 1)),
  CHECK (credits_blocked IN (0, 1)),
  CHECK (held >= 0),
  CHECK (pending_in >= 0),
  CHECK (overdraft_limit >= 0),
  CHECK (negative_allowed >= 0),
  CHECK (limits_configured IN (0, 1)),
  CHECK (overdraft_mode IN ('decline', 'allow', 'transfer_from_savings')),
  CHECK ((overdraft_linked_id IS NULL) = (overdraft_mode IS NOT 'transfer_from_savings')),
  CHECK (kind <> 'customer' OR (customer_id IS NOT NULL AND type IS NOT NULL)),
  CHECK (status <> 'closed' OR (posted = 0 AND held = 0))
) STRICT, WITHOUT ROWID;
CREATE TABLE act_marks (
  act_id TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  CHECK (act_id GLOB 'act_*')
) STRICT, WITHOUT ROWID;
CREATE TABLE arrived_leaves (
  leaf_index INTEGER PRIMARY KEY REFERENCES leaves (leaf_index),
  transaction_id TEXT NOT NULL,
  first_ledger TEXT NOT NULL,
  first_index INTEGER NOT NULL,
  is_told INTEGER NOT NULL,
  CHECK (first_index >= 0),
  CHECK (is_told IN (0, 1))
) STRICT;
CREATE TABLE bank (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  CHECK (id = 1),
  CHECK (length(name) = 16)
) STRICT;
CREATE TABLE checkpoints (
  tree_size INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  origin TEXT NOT NULL,
  root_hash BLOB NOT NULL,
  signature BLOB NOT NULL,
  key_id TEXT NOT NULL REFERENCES log_keys (key_id),
  signed_at INTEGER NOT NULL,
  previous TEXT REFERENCES checkpoints (id),
  UNIQUE (id),
  CHECK (tree_size > 0),
  CHECK (length(root_hash) = 32),
  CHECK (length(signature) = 64)
) STRICT;
CREATE TABLE clocks (
  tenant_id TEXT PRIMARY KEY,
  offset_ms INTEGER NOT NULL,
  stands_at INTEGER,
  target INTEGER,
  driven INTEGER NOT NULL,
  version INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (offset_ms >= 0),
  CHECK (driven >= 0),
  CHECK ((stands_at IS NULL) = (target IS NULL)),
  CHECK (stands_at <= target)
) STRICT, WITHOUT ROWID;
CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL,
  CHECK (value >= 0)
) STRICT, WITHOUT ROWID;
CREATE TABLE customers (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  email TEXT,
  phone TEXT,
  date_of_birth TEXT,
  country TEXT,
  address TEXT,
  kyc_status TEXT NOT NULL,
  risk_level TEXT,
  metadata TEXT NOT NULL DEFAULT '{}',
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  next_review_at INTEGER,
  review_from INTEGER,
  not_compared TEXT,
  CHECK (type IN ('individual', 'business')),
  CHECK (kyc_status IN ('unverified', 'pending', 'awaiting_documents', 'manual_review', 'verified', 'denied', 'expired')),
  CHECK (risk_level IN ('low', 'medium', 'high', 'prohibited')),
  CHECK (next_review_at IS NULL OR kyc_status = 'verified'),
  CHECK (review_from IS NULL OR next_review_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE TABLE decision_leaves (
  decision_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT,
  ledger TEXT NOT NULL,
  leaf_index INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL,
  facts_sha256 TEXT,
  salt BLOB,
  CHECK (leaf_index >= 0),
  CHECK (length(facts_sha256) = 64),
  CHECK (length(salt) = 16),
  CHECK ((facts_sha256 IS NULL) = (salt IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE departed_leaves (
  leaf_index INTEGER PRIMARY KEY REFERENCES leaves (leaf_index),
  tenant_id TEXT NOT NULL,
  ledger TEXT NOT NULL
) STRICT;
CREATE TABLE entries (
  ledger_sequence INTEGER NOT NULL,
  leg INTEGER NOT NULL,
  transaction_id TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  direction TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  balance_after INTEGER NOT NULL,
  posted_at INTEGER NOT NULL,
  value_date INTEGER NOT NULL,
  PRIMARY KEY (ledger_sequence, leg),
  CHECK (ledger_sequence > 0),
  CHECK (leg >= 0),
  CHECK (direction IN ('debit', 'credit')),
  CHECK (amount > 0)
) STRICT, WITHOUT ROWID;
CREATE TABLE events (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  type TEXT NOT NULL,
  object_id TEXT NOT NULL,
  object_version INTEGER NOT NULL,
  data TEXT NOT NULL,
  request_id TEXT,
  idempotency_key TEXT,
  created_at INTEGER NOT NULL,
  UNIQUE (id),
  CHECK (sequence > 0)
) STRICT;
CREATE TABLE hold_movements (
  id INTEGER PRIMARY KEY,
  hold_id TEXT NOT NULL REFERENCES holds (id),
  account_id TEXT NOT NULL,
  destination_account_id TEXT NOT NULL,
  delta INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE TABLE holds (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  transaction_id TEXT NOT NULL REFERENCES transactions (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  destination_account_id TEXT NOT NULL REFERENCES accounts (id),
  currency TEXT NOT NULL,
  amount INTEGER NOT NULL,
  captured_amount INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL,
  expires_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (transaction_id),
  CHECK (amount > 0),
  CHECK (captured_amount BETWEEN 0 AND 2 * amount),
  CHECK (status IN ('active', 'captured', 'partially_captured', 'released', 'expired'))
) STRICT, WITHOUT ROWID;
CREATE TABLE idempotency_keys (
  tenant_id TEXT NOT NULL,
  operation TEXT NOT NULL,
  key TEXT NOT NULL,
  request_hash BLOB NOT NULL,
  resource_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, operation, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE lane (
  id INTEGER PRIMARY KEY,
  holder TEXT NOT NULL,
  taken_at INTEGER NOT NULL,
  CHECK (id = 1)
) STRICT;
CREATE TABLE leaf_erasures (
  leaf_index INTEGER PRIMARY KEY REFERENCES leaves (leaf_index),
  actor TEXT NOT NULL,
  reason TEXT NOT NULL,
  request_id TEXT NOT NULL,
  erased_at INTEGER NOT NULL
) STRICT;
CREATE TABLE leaf_salts (
  leaf_index INTEGER PRIMARY KEY REFERENCES leaves (leaf_index),
  salt BLOB NOT NULL,
  CHECK (length(salt) = 16)
) STRICT;
CREATE TABLE leaves (
  leaf_index INTEGER PRIMARY KEY,
  transaction_id TEXT NOT NULL,
  hash BLOB NOT NULL,
  CHECK (leaf_index >= 0),
  CHECK (length(hash) = 32)
) STRICT;
CREATE TABLE ledger (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  CHECK (id = 1)
) STRICT;
CREATE TABLE log_head (
  id INTEGER PRIMARY KEY,
  size INTEGER NOT NULL,
  posted_at INTEGER NOT NULL,
  CHECK (id = 1),
  CHECK (size >= 0)
) STRICT;
CREATE TABLE log_keys (
  key_id TEXT PRIMARY KEY,
  verifier_key TEXT NOT NULL,
  first_used_at INTEGER NOT NULL,
  UNIQUE (verifier_key),
  CHECK (length(key_id) = 8)
) STRICT, WITHOUT ROWID;
CREATE TABLE log_nodes (
  level INTEGER NOT NULL,
  node_index INTEGER NOT NULL,
  hash BLOB NOT NULL,
  PRIMARY KEY (level, node_index),
  CHECK (level > 0 AND level % 4 = 0),
  CHECK (node_index >= 0),
  CHECK (length(hash) = 32)
) STRICT, WITHOUT ROWID;
CREATE TABLE losses (
  id TEXT PRIMARY KEY,
  found_at INTEGER NOT NULL,
  from_number INTEGER NOT NULL,
  from_mark TEXT NOT NULL,
  to_number INTEGER NOT NULL,
  list_file TEXT NOT NULL,
  lost TEXT NOT NULL,
  signed_size INTEGER,
  kept_size INTEGER,
  restarted_at INTEGER,
  restarted_by TEXT,
  reason TEXT,
  UNIQUE (from_mark),
  CHECK (json_valid(lost)),
  CHECK ((signed_size IS NULL) = (kept_size IS NULL)),
  CHECK (signed_size > kept_size),
  CHECK ((restarted_at IS NULL) = (restarted_by IS NULL) AND (restarted_at IS NULL) = (reason IS NULL))
) STRICT;
CREATE TABLE lost_records (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  loss_id TEXT NOT NULL REFERENCES losses (id),
  tenant TEXT NOT NULL,
  PRIMARY KEY (kind, id),
  CHECK (kind IN ('transaction', 'event', 'delivery'))
) STRICT, WITHOUT ROWID;
CREATE TABLE metadata_terms (
  tenant_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  object_id TEXT NOT NULL,
  PRIMARY KEY (tenant_id, kind, key, value, object_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE risk_decisions (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  transaction_id TEXT REFERENCES transactions (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  customer_id TEXT NOT NULL,
  question TEXT,
  serving TEXT,
  model_name TEXT,
  model_version TEXT,
  artifact_sha256 TEXT,
  features BLOB,
  probability REAL,
  review_from REAL,
  block_from REAL,
  decline_from REAL,
  rule_set INTEGER NOT NULL,
  rules TEXT NOT NULL,
  score INTEGER,
  level TEXT NOT NULL,
  decision TEXT NOT NULL,
  reasons TEXT,
  degraded TEXT,
  workflow_id TEXT,
  as_of INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (transaction_id),
  CHECK (json_valid(question)),
  CHECK (serving IN ('production', 'canary', 'pinned')),
  CHECK (length(artifact_sha256) = 64),
  CHECK (probability BETWEEN 0 AND 1),
  CHECK (json_valid(rules)),
  CHECK (score BETWEEN 0 AND 100),
  CHECK (level IN ('low', 'medium', 'high', 'critical')),
  CHECK (decision IN ('approve', 'review', 'block_and_review', 'decline')),
  CHECK (json_valid(reasons)),
  CHECK ((transaction_id IS NULL) = (question IS NOT NULL)),
  CHECK ((degraded IS NULL) = (probability IS NOT NULL)),
  CHECK ((probability IS NULL) = (score IS NULL)),
  CHECK ((probability IS NULL) = (features IS NULL)),
  CHECK ((probability IS NULL) = (serving IS NULL)),
  CHECK ((serving IS NULL) = (model_name IS NULL)),
  CHECK ((serving IS NULL) = (model_version IS NULL)),
  CHECK ((serving IS NULL) = (artifact_sha256 IS NULL)),
  CHECK ((serving IS NULL) = (review_from IS NULL))
) STRICT;
CREATE TABLE tenant_moves (
  tenant_id TEXT PRIMARY KEY,
  stage TEXT NOT NULL,
  ledger TEXT NOT NULL,
  at INTEGER NOT NULL,
  CHECK (stage IN ('leaving', 'arriving', 'left'))
) STRICT, WITHOUT ROWID;
CREATE TABLE timeline (
  transaction_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  status TEXT NOT NULL,
  stage TEXT NOT NULL,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  reason TEXT,
  PRIMARY KEY (transaction_id, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE traces (
  request_id TEXT PRIMARY KEY,
  traceparent TEXT NOT NULL,
  at INTEGER NOT NULL,
  CHECK (length(traceparent) = 55)
) STRICT, WITHOUT ROWID;
CREATE TABLE transactions (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  status_code TEXT,
  status_message TEXT,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  source_account_id TEXT NOT NULL REFERENCES accounts (id),
  destination_account_id TEXT NOT NULL REFERENCES accounts (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  description TEXT,
  reference TEXT,
  category TEXT,
  capture TEXT NOT NULL,
  external_party TEXT,
  context TEXT,
  metadata TEXT NOT NULL DEFAULT '{}',
  workflow_id TEXT,
  workflow_run_id TEXT,
  ledger_sequence INTEGER,
  posted_at INTEGER,
  amount_posted INTEGER,
  amount_reversed INTEGER NOT NULL DEFAULT 0,
  reversal_of TEXT REFERENCES transactions (id),
  allow_negative INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER,
  key_scope TEXT NOT NULL DEFAULT '',
  idempotency_key TEXT,
  request_hash BLOB NOT NULL,
  request_id TEXT NOT NULL,
  actor TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  schedule_id TEXT REFERENCES schedules (id),
  occurrence_id TEXT REFERENCES occurrences (id),
  status_detail TEXT,
  linked_to TEXT REFERENCES transactions (id),
  overcapture_percent INTEGER NOT NULL DEFAULT 0,
  batch_id TEXT REFERENCES batches (id),
  payment_id TEXT REFERENCES payments (id),
  workflow_started_at INTEGER,
  intent_id TEXT REFERENCES intents (id),
  stage TEXT NOT NULL DEFAULT 'accepted',
  value_date INTEGER,
  archived_version INTEGER,
  archived_risk TEXT,
  current_metadata TEXT,
  CHECK (status IN ('requires_confirmation', 'pending_approval', 'pending_review', 'pending', 'posted', 'declined', 'failed', 'canceled', 'expired', 'reversed')),
  CHECK (amount > 0 AND amount <= 9007199254740991),
  CHECK (capture IN ('automatic', 'manual')),
  CHECK (amount_posted > 0),
  CHECK (allow_negative IN (0, 1)),
  CHECK (json_valid(status_detail)),
  CHECK (overcapture_percent BETWEEN 0 AND 100),
  CHECK (stage IN ('accepted', 'validate', 'screen', 'score', 'authorize_limits', 'place_hold', 'submitting', 'submitted', 'post_journal', 'anchor', 'notify', 'done')),
  CHECK (source_account_id <> destination_account_id),
  CHECK ((status IN ('posted', 'reversed')) = (ledger_sequence IS NOT NULL)),
  CHECK ((ledger_sequence IS NULL) = (posted_at IS NULL)),
  CHECK ((ledger_sequence IS NULL) = (amount_posted IS NULL)),
  CHECK (amount_reversed BETWEEN 0 AND coalesce(amount_posted, 0)),
  CHECK ((status = 'reversed') = (amount_reversed > 0 AND amount_reversed = amount_posted)),
  CHECK ((type = 'reversal') = (reversal_of IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE webhook_endpoints (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  url TEXT NOT NULL,
  description TEXT,
  events TEXT NOT NULL,
  payload TEXT NOT NULL,
  status TEXT NOT NULL,
  status_code TEXT,
  status_message TEXT,
  metadata TEXT NOT NULL DEFAULT '{}',
  secret TEXT,
  secret_number INTEGER NOT NULL,
  previous_secret TEXT,
  previous_secret_expires_at INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  removed_at INTEGER,
  sealed_url TEXT,
  CHECK (json_valid(events)),
  CHECK (payload IN ('full', 'thin')),
  CHECK (status IN ('enabled', 'disabled', 'auto_disabled')),
  CHECK (secret_number > 0),
  CHECK ((removed_at IS NULL) = (secret IS NOT NULL)),
  CHECK (removed_at IS NULL OR (previous_secret IS NULL AND status <> 'enabled')),
  CHECK ((previous_secret IS NULL) = (previous_secret_expires_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE kyc_assessments (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  level TEXT NOT NULL,
  subject TEXT NOT NULL,
  identity_mac TEXT,
  status TEXT NOT NULL,
  stage TEXT NOT NULL,
  decision TEXT,
  applied_level TEXT,
  risk_level TEXT,
  risk_score INTEGER,
  policy_version TEXT NOT NULL,
  findings TEXT NOT NULL,
  kyc_before TEXT NOT NULL,
  deadline_at INTEGER,
  failure_code TEXT,
  decided_by TEXT,
  comment TEXT,
  workflow_run_id TEXT,
  metadata TEXT NOT NULL,
  request_id TEXT NOT NULL,
  actor TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  completed_at INTEGER,
  occasion TEXT NOT NULL DEFAULT 'request',
  CHECK (level IN ('simplified', 'standard', 'enhanced')),
  CHECK (status IN ('pending', 'completed', 'failed')),
  CHECK (stage IN ('checking', 'awaiting_documents', 'manual_review', 'done')),
  CHECK (decision IN ('approve', 'review', 'reject')),
  CHECK (applied_level IN ('simplified', 'standard', 'enhanced')),
  CHECK (risk_level IN ('low', 'medium', 'high', 'prohibited')),
  CHECK (risk_score BETWEEN 0 AND 100),
  CHECK (failure_code IN ('check_failed', 'documents_not_received')),
  CHECK (version > 0),
  CHECK (occasion IN ('request', 'periodic_review')),
  CHECK ((status = 'pending') = (stage <> 'done')),
  CHECK ((status = 'pending') = (completed_at IS NULL)),
  CHECK ((status = 'failed') = (failure_code IS NOT NULL)),
  CHECK ((status = 'completed') = (decided_by IS NOT NULL)),
  CHECK (status <> 'completed' OR coalesce(decision IN ('approve', 'reject'), 0)),
  CHECK (status <> 'pending' OR coalesce(decision = 'review', 0) = (stage = 'manual_review')),
  CHECK (stage <> 'awaiting_documents' OR deadline_at IS NOT NULL),
  CHECK ((risk_level IS NULL) = (risk_score IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE kyc_documents (
  id TEXT PRIMARY KEY,
  assessment_id TEXT NOT NULL REFERENCES kyc_assessments (id),
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  type TEXT NOT NULL,
  country TEXT,
  number_mac TEXT,
  number_last4 TEXT,
  expires_on TEXT,
  file_id TEXT NOT NULL,
  status TEXT NOT NULL,
  reason TEXT,
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  sealed_mrz TEXT,
  checks TEXT NOT NULL DEFAULT '[]',
  issued_on TEXT,
  CHECK (length(number_last4) <= 4),
  CHECK (status IN ('received', 'invalid', 'approved', 'rejected'))
) STRICT, WITHOUT ROWID;
CREATE TABLE kyc_files (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT REFERENCES customers (id),
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  sealed_sha256 TEXT NOT NULL,
  pixel_mac TEXT NOT NULL,
  findings TEXT NOT NULL,
  sealed_barcodes TEXT NOT NULL,
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  UNIQUE (sealed_sha256),
  CHECK (width > 0),
  CHECK (height > 0),
  CHECK (bytes > 0),
  CHECK ((customer_id IS NULL) = (expires_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE approvals (
  id TEXT PRIMARY KEY,
  transaction_id TEXT NOT NULL REFERENCES transactions (id),
  tenant_id TEXT NOT NULL,
  status TEXT NOT NULL,
  decided_by TEXT,
  reason TEXT,
  decided_at INTEGER,
  created_at INTEGER NOT NULL,
  UNIQUE (transaction_id),
  CHECK (status IN ('requested', 'granted', 'denied')),
  CHECK ((status = 'requested') = (decided_by IS NULL)),
  CHECK ((status = 'requested') = (decided_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE limit_terms (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  version INTEGER NOT NULL,
  id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  terms TEXT NOT NULL,
  effective_from INTEGER NOT NULL,
  effective_until INTEGER,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, version),
  CHECK (version > 0),
  CHECK (json_valid(terms)),
  CHECK (effective_until > effective_from)
) STRICT, WITHOUT ROWID;
CREATE TABLE limit_usage (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  period TEXT NOT NULL,
  starts_at INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (account_id, period, starts_at),
  CHECK (period IN ('day', 'week', 'month')),
  CHECK (amount >= 0),
  CHECK (count >= 0)
) STRICT, WITHOUT ROWID;
CREATE TABLE mails (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  recipient TEXT,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  is_sealed INTEGER NOT NULL,
  status TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  last_error TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (id GLOB 'mail_*'),
  CHECK (kind IN ('alert', 'endpoint_disabled', 'registration', 'password_reset', 'password_changed', 'application', 'portal_link', 'portal_passkey', 'operator_invitation')),
  CHECK (is_sealed IN (0, 1)),
  CHECK (status IN ('queued', 'sent', 'failed')),
  CHECK (attempts >= 0)
) STRICT;
CREATE TABLE mfa_factors (
  customer_id TEXT PRIMARY KEY REFERENCES customers (id),
  id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  status TEXT NOT NULL,
  secret TEXT,
  last_step INTEGER NOT NULL,
  recovery_set INTEGER NOT NULL,
  failed_attempts INTEGER NOT NULL,
  locked_until INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  UNIQUE (id),
  CHECK (status IN ('pending', 'active', 'disabled')),
  CHECK (last_step >= 0),
  CHECK (recovery_set >= 0),
  CHECK (failed_attempts >= 0),
  CHECK ((status = 'disabled') = (secret IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE mfa_recovery_codes (
  factor_id TEXT NOT NULL,
  recovery_set INTEGER NOT NULL,
  code_hash BLOB NOT NULL,
  used_at INTEGER,
  PRIMARY KEY (factor_id, recovery_set, code_hash),
  CHECK (length(code_hash) = 32)
) STRICT, WITHOUT ROWID;
CREATE TABLE step_ups (
  transaction_id TEXT PRIMARY KEY REFERENCES transactions (id),
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  status TEXT NOT NULL,
  method TEXT,
  confirmed_by TEXT,
  confirmed_at INTEGER,
  hold_expires_at INTEGER,
  created_at INTEGER NOT NULL,
  CHECK (status IN ('requested', 'confirmed')),
  CHECK (method IN ('totp', 'recovery_code', 'passkey')),
  CHECK ((status = 'requested') = (method IS NULL)),
  CHECK ((status = 'requested') = (confirmed_by IS NULL)),
  CHECK ((status = 'requested') = (confirmed_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE model_alarms (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  version_id TEXT NOT NULL REFERENCES model_versions (id),
  kind TEXT NOT NULL,
  value REAL NOT NULL,
  low REAL NOT NULL,
  high REAL NOT NULL,
  bound REAL NOT NULL,
  rows INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  closed_at INTEGER,
  closed_why TEXT,
  closed_value REAL,
  CHECK (kind IN ('auc', 'brier', 'default_rate', 'review_rate', 'drift', 'stopped')),
  CHECK (rows > 0),
  CHECK (closed_at >= created_at),
  CHECK (closed_why IN ('recovered', 'not_in_force')),
  CHECK (low <= value AND value <= high),
  CHECK ((closed_at IS NULL) = (closed_why IS NULL)),
  CHECK ((closed_why IS 'recovered') = (closed_value IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE model_aliases (
  model_id TEXT NOT NULL REFERENCES models (id),
  alias TEXT NOT NULL,
  version_id TEXT NOT NULL REFERENCES model_versions (id),
  moved_at INTEGER NOT NULL,
  PRIMARY KEY (model_id, alias),
  CHECK (alias IN ('latest', 'production'))
) STRICT, WITHOUT ROWID;
CREATE TABLE model_versions (
  id TEXT PRIMARY KEY,
  model_id TEXT NOT NULL REFERENCES models (id),
  tenant_id TEXT NOT NULL,
  name TEXT NOT NULL,
  task TEXT NOT NULL,
  label TEXT NOT NULL,
  source TEXT NOT NULL,
  stage TEXT NOT NULL,
  approval_status TEXT NOT NULL,
  approved_by TEXT,
  approval_reason TEXT,
  artifact_sha256 TEXT NOT NULL,
  artifact_bytes INTEGER NOT NULL,
  card TEXT NOT NULL,
  checks TEXT NOT NULL,
  actor TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  expires_at INTEGER,
  expired_at INTEGER,
  kills TEXT NOT NULL DEFAULT '[]',
  stopped_at INTEGER,
  stopped_code TEXT,
  stopped_message TEXT,
  waivers TEXT NOT NULL DEFAULT '[]',
  UNIQUE (model_id, label),
  CHECK (label <> ''),
  CHECK (source IN ('platform', 'upload', 'training')),
  CHECK (stage IN ('candidate', 'shadow', 'canary', 'production', 'archived', 'rolled_back')),
  CHECK (approval_status IN ('pending_approval', 'approved', 'rejected')),
  CHECK (length(artifact_sha256) = 64),
  CHECK (artifact_bytes > 0),
  CHECK (json_valid(kills)),
  CHECK (json_valid(waivers)),
  CHECK (stage IN ('candidate', 'archived', 'rolled_back') OR approval_status = 'approved'),
  CHECK ((approved_by IS NULL) = (approval_reason IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE models (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  name TEXT NOT NULL,
  task TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (tenant_id, name),
  CHECK (name <> ''),
  CHECK (task IN ('fraud', 'credit', 'churn', 'binary_classification'))
) STRICT, WITHOUT ROWID;
CREATE TABLE overdraft_fees (
  transaction_id TEXT PRIMARY KEY REFERENCES transactions (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  tenant_id TEXT NOT NULL,
  amount INTEGER NOT NULL,
  grace_amount INTEGER NOT NULL,
  max_per_day INTEGER NOT NULL,
  drawn_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  status TEXT NOT NULL,
  fee_transaction_id TEXT REFERENCES transactions (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (fee_transaction_id),
  CHECK (amount > 0),
  CHECK (grace_amount >= 0),
  CHECK (max_per_day > 0),
  CHECK (due_at >= drawn_at),
  CHECK (status IN ('pending', 'waived', 'capped', 'billed', 'charged', 'uncollected')),
  CHECK ((fee_transaction_id IS NULL) = (status IN ('pending', 'waived', 'capped')))
) STRICT, WITHOUT ROWID;
CREATE TABLE overdrafts (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  mode TEXT NOT NULL,
  linked_account_id TEXT REFERENCES accounts (id),
  fee_per_item INTEGER,
  fee_grace_hours INTEGER,
  fee_grace_amount INTEGER,
  fee_max_per_day INTEGER,
  consent_at INTEGER NOT NULL,
  drawn_at INTEGER,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  arrears_since INTEGER,
  UNIQUE (id),
  CHECK (enabled IN (0, 1)),
  CHECK (mode IN ('decline', 'allow', 'transfer_from_savings')),
  CHECK (fee_per_item BETWEEN 1 AND 9007199254740991),
  CHECK (fee_grace_hours BETWEEN 0 AND 8760),
  CHECK (fee_grace_amount BETWEEN 0 AND 9007199254740991),
  CHECK (fee_max_per_day BETWEEN 1 AND 1000),
  CHECK (version > 0),
  CHECK ((linked_account_id IS NULL) = (mode <> 'transfer_from_savings')),
  CHECK ((fee_per_item IS NULL) = (fee_grace_hours IS NULL)),
  CHECK ((fee_per_item IS NULL) = (fee_grace_amount IS NULL)),
  CHECK ((fee_per_item IS NULL) = (fee_max_per_day IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE passkey_challenges (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT REFERENCES customers (id),
  ceremony TEXT NOT NULL,
  subject TEXT,
  challenge TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  answered_at INTEGER,
  spent_at INTEGER,
  created_at INTEGER NOT NULL,
  CHECK (ceremony IN ('setup', 'authenticate')),
  CHECK (customer_id IS NOT NULL OR ceremony = 'authenticate'),
  CHECK (spent_at IS NULL OR answered_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  credential_id TEXT NOT NULL,
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL,
  name TEXT NOT NULL,
  transports TEXT NOT NULL,
  synced INTEGER NOT NULL,
  status TEXT NOT NULL,
  last_used_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  UNIQUE (tenant_id, credential_id),
  CHECK (counter >= 0),
  CHECK (synced IN (0, 1)),
  CHECK (status IN ('active', 'removed'))
) STRICT, WITHOUT ROWID;
CREATE TABLE rail_payments (
  transaction_id TEXT PRIMARY KEY REFERENCES transactions (id),
  tenant_id TEXT NOT NULL,
  rail TEXT NOT NULL,
  direction TEXT NOT NULL,
  amount INTEGER NOT NULL,
  status TEXT NOT NULL,
  network TEXT,
  reference TEXT,
  submitted_at INTEGER,
  settles_at INTEGER,
  ask_at INTEGER,
  settled_at INTEGER,
  returned_at INTEGER,
  return_code TEXT,
  return_transaction_id TEXT REFERENCES transactions (id),
  simulated_news TEXT,
  simulated_code TEXT,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (rail IN ('ach', 'wire', 'card', 'sepa')),
  CHECK (direction IN ('in', 'out')),
  CHECK (amount > 0),
  CHECK (status IN ('queued', 'submitting', 'submitted', 'settled', 'returned', 'rejected', 'canceled')),
  CHECK (simulated_news IN ('settle', 'return')),
  CHECK (status NOT IN ('submitted', 'settled', 'returned') OR reference IS NOT NULL),
  CHECK (status <> 'settled' OR settled_at IS NOT NULL),
  CHECK ((status IN ('returned', 'rejected')) = (return_code IS NOT NULL)),
  CHECK (return_transaction_id IS NULL OR (status = 'returned' AND settled_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE account_habits (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  habits BLOB NOT NULL,
  CHECK (length(habits) BETWEEN 1 AND 8192)
) STRICT;
CREATE TABLE party_habits (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  party TEXT NOT NULL,
  out_count INTEGER NOT NULL,
  out_sum INTEGER NOT NULL,
  out_first_at INTEGER,
  out_last_at INTEGER,
  out_largest INTEGER NOT NULL,
  out_rises INTEGER NOT NULL,
  in_count INTEGER NOT NULL,
  in_sum INTEGER NOT NULL,
  in_first_at INTEGER,
  in_last_at INTEGER,
  PRIMARY KEY (account_id, party)
) STRICT, WITHOUT ROWID;
CREATE TABLE risk_reviews (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  decision_id TEXT NOT NULL REFERENCES risk_decisions (id),
  transaction_id TEXT NOT NULL REFERENCES transactions (id),
  tenant_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  status TEXT NOT NULL,
  decided_by TEXT,
  reason TEXT,
  decided_at INTEGER,
  created_at INTEGER NOT NULL,
  UNIQUE (decision_id),
  UNIQUE (transaction_id),
  CHECK (kind IN ('hold', 'alert')),
  CHECK (status IN ('open', 'approved', 'rejected')),
  CHECK ((status = 'open') = (decided_by IS NULL)),
  CHECK ((status = 'open') = (reason IS NULL)),
  CHECK ((status = 'open') = (decided_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE simulated_hits (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  decision TEXT NOT NULL,
  remaining INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  CHECK (decision IN ('review', 'block_and_review', 'decline')),
  CHECK (remaining BETWEEN 0 AND 100)
) STRICT, WITHOUT ROWID;
CREATE TABLE environment (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  CHECK (id = 1),
  CHECK (name IN ('sandbox', 'production'))
) STRICT;
CREATE TABLE occurrences (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  schedule_id TEXT NOT NULL REFERENCES schedules (id),
  local_date TEXT NOT NULL,
  nominal_date TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  status TEXT NOT NULL,
  status_code TEXT,
  status_message TEXT,
  amount INTEGER,
  attempts INTEGER NOT NULL,
  transaction_id TEXT,
  wake_at INTEGER,
  notified INTEGER NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (status IN ('scheduled', 'processing', 'retrying', 'posted', 'failed', 'skipped', 'canceled')),
  CHECK (amount > 0),
  CHECK (attempts >= 0),
  CHECK (notified IN (0, 1)),
  CHECK (status IN ('scheduled', 'retrying') OR wake_at IS NULL),
  CHECK (status NOT IN ('processing', 'retrying', 'posted') OR transaction_id IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE TABLE schedules (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  status TEXT NOT NULL,
  status_code TEXT,
  status_message TEXT,
  source_account_id TEXT NOT NULL REFERENCES accounts (id),
  destination_account_id TEXT NOT NULL REFERENCES accounts (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  currency TEXT NOT NULL,
  amount_type TEXT NOT NULL,
  amount INTEGER,
  description TEXT,
  start_date TEXT NOT NULL,
  local_time_ms INTEGER NOT NULL,
  timezone TEXT NOT NULL,
  recurrence TEXT NOT NULL,
  convention TEXT NOT NULL,
  catch_up TEXT NOT NULL,
  on_insufficient_funds TEXT NOT NULL,
  retry_attempts INTEGER NOT NULL,
  retry_interval_hours INTEGER NOT NULL,
  max_consecutive_failures INTEGER NOT NULL,
  notify_days_before INTEGER,
  metadata TEXT NOT NULL,
  occurrences_made INTEGER NOT NULL,
  occurrences_posted INTEGER NOT NULL,
  occurrences_failed INTEGER NOT NULL,
  occurrences_skipped INTEGER NOT NULL,
  consecutive_failures INTEGER NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  set_by TEXT NOT NULL,
  calendar TEXT NOT NULL DEFAULT 'weekends',
  changes INTEGER NOT NULL DEFAULT 1,
  shown_changes INTEGER NOT NULL DEFAULT 0,
  external_party TEXT,
  category TEXT,
  reference TEXT,
  CHECK (status IN ('active', 'paused', 'suspended', 'completed', 'canceled')),
  CHECK (amount_type IN ('fixed', 'full_balance', 'balance_above')),
  CHECK (amount BETWEEN 0 AND 9007199254740991),
  CHECK (local_time_ms BETWEEN 0 AND 86399999),
  CHECK (convention IN ('none', 'following', 'preceding', 'modified_following')),
  CHECK (catch_up IN ('latest', 'all', 'none')),
  CHECK (on_insufficient_funds IN ('retry', 'skip', 'fail')),
  CHECK (retry_attempts >= 1),
  CHECK (retry_interval_hours >= 1),
  CHECK (max_consecutive_failures >= 1),
  CHECK (notify_days_before >= 1),
  CHECK (occurrences_made >= 0),
  CHECK (occurrences_posted >= 0),
  CHECK (occurrences_failed >= 0),
  CHECK (occurrences_skipped >= 0),
  CHECK (consecutive_failures >= 0),
  CHECK (calendar IN ('weekends', 'target', 'federal_reserve')),
  CHECK (source_account_id <> destination_account_id),
  CHECK ((amount IS NULL) = (amount_type = 'full_balance')),
  CHECK (amount_type <> 'fixed' OR amount > 0)
) STRICT, WITHOUT ROWID;
CREATE TABLE model_scorings (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  model_id TEXT NOT NULL REFERENCES models (id),
  version_id TEXT NOT NULL REFERENCES model_versions (id),
  champion_version_id TEXT REFERENCES model_versions (id),
  status TEXT NOT NULL,
  request TEXT NOT NULL,
  source TEXT NOT NULL,
  dataset_sha256 TEXT,
  stage TEXT NOT NULL DEFAULT 'waiting',
  rows_done INTEGER NOT NULL DEFAULT 0,
  rows_all INTEGER NOT NULL DEFAULT 0,
  report TEXT,
  error TEXT,
  result_sha256 TEXT,
  result_bytes INTEGER,
  result_expires_at INTEGER,
  result_removed_at INTEGER,
  workflow_run_id TEXT,
  request_id TEXT NOT NULL,
  actor TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  started_at INTEGER,
  completed_at INTEGER,
  CHECK (kind IN ('evaluation', 'batch')),
  CHECK (status IN ('queued', 'running', 'succeeded', 'failed')),
  CHECK (json_valid(request)),
  CHECK (source IN ('upload', 'ledger_query')),
  CHECK (length(dataset_sha256) = 64),
  CHECK (stage IN ('waiting', 'reading', 'scoring', 'measuring', 'writing')),
  CHECK (rows_done >= 0),
  CHECK (rows_all >= 0),
  CHECK (json_valid(report)),
  CHECK (json_valid(error)),
  CHECK (length(result_sha256) = 64),
  CHECK (version > 0),
  CHECK ((source = 'ledger_query') = (dataset_sha256 IS NULL)),
  CHECK ((status = 'succeeded') = (report IS NOT NULL)),
  CHECK ((status = 'failed') = (error IS NOT NULL)),
  CHECK ((status IN ('queued', 'running')) = (completed_at IS NULL)),
  CHECK ((kind = 'batch' AND status = 'succeeded') = (result_sha256 IS NOT NULL)),
  CHECK ((result_sha256 IS NULL) = (result_bytes IS NULL)),
  CHECK ((result_sha256 IS NULL) = (result_expires_at IS NULL)),
  CHECK (status NOT IN ('running', 'succeeded') OR started_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE TABLE relied_lists (
  id TEXT PRIMARY KEY,
  approval_id TEXT NOT NULL,
  list TEXT NOT NULL,
  list_as_of TEXT,
  requested_by TEXT NOT NULL,
  agreed_by TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  until INTEGER NOT NULL,
  withdrawn_by TEXT,
  withdrawn_at INTEGER,
  withdrawal_reason TEXT,
  UNIQUE (approval_id),
  CHECK (requested_by <> agreed_by),
  CHECK ((withdrawn_by IS NULL) = (withdrawn_at IS NULL)),
  CHECK ((withdrawn_by IS NULL) = (withdrawal_reason IS NULL))
) STRICT;
CREATE TABLE screening_clearances (
  id TEXT PRIMARY KEY,
  approval_id TEXT NOT NULL,
  hit_id TEXT NOT NULL,
  counterparty TEXT NOT NULL,
  list TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  entry_version TEXT NOT NULL,
  requested_by TEXT NOT NULL,
  agreed_by TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  withdrawn_by TEXT,
  withdrawn_at INTEGER,
  withdrawal_reason TEXT,
  UNIQUE (approval_id),
  CHECK (requested_by <> agreed_by),
  CHECK (expires_at > created_at),
  CHECK ((withdrawn_by IS NULL) = (withdrawn_at IS NULL)),
  CHECK ((withdrawn_by IS NULL) = (withdrawal_reason IS NULL))
) STRICT;
CREATE TABLE rescreenings (
  number INTEGER PRIMARY KEY,
  lists TEXT NOT NULL,
  stage TEXT NOT NULL,
  after_id TEXT NOT NULL,
  names INTEGER NOT NULL,
  hits INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  CHECK (length(lists) = 64),
  CHECK (stage IN ('customers', 'parties', 'done')),
  CHECK (names >= 0),
  CHECK (hits >= 0),
  CHECK (finished_at >= started_at),
  CHECK ((stage = 'done') = (finished_at IS NOT NULL))
) STRICT;
CREATE TABLE screening_hits (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  subject TEXT NOT NULL,
  transaction_id TEXT REFERENCES transactions (id),
  screened_name TEXT NOT NULL,
  list TEXT NOT NULL,
  list_as_of TEXT,
  entity_id TEXT NOT NULL,
  entity_type TEXT NOT NULL,
  name TEXT NOT NULL,
  matched_name TEXT NOT NULL,
  score REAL NOT NULL,
  features TEXT NOT NULL,
  programs TEXT NOT NULL,
  status TEXT NOT NULL,
  decided_by TEXT,
  reason TEXT,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (customer_id, subject, screened_name, list, entity_id),
  CHECK (subject IN ('customer', 'external_party')),
  CHECK (entity_type IN ('individual', 'entity', 'vessel', 'aircraft')),
  CHECK (score BETWEEN 0 AND 1),
  CHECK (status IN ('pending', 'no_hit', 'confirmed_hit')),
  CHECK (version > 0),
  CHECK ((status = 'pending') = (decided_by IS NULL)),
  CHECK ((decided_by IS NULL) = (reason IS NULL)),
  CHECK ((subject = 'customer') = (transaction_id IS NULL))
) STRICT;
CREATE TABLE settlement_terms (
  tenant_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  prefunded INTEGER NOT NULL,
  cap INTEGER NOT NULL,
  version INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, currency),
  CHECK (length(currency) = 3),
  CHECK (prefunded BETWEEN 0 AND 9007199254740991),
  CHECK (cap BETWEEN 0 AND 9007199254740991),
  CHECK (version > 0)
) STRICT;
CREATE TABLE training_datasets (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  format TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  CHECK (format IN ('csv', 'json', 'ndjson')),
  CHECK (length(sha256) = 64),
  CHECK (bytes > 0),
  CHECK (expires_at > created_at)
) STRICT, WITHOUT ROWID;
CREATE TABLE training_jobs (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  model_id TEXT NOT NULL,
  name TEXT NOT NULL,
  task TEXT NOT NULL,
  label TEXT NOT NULL,
  status TEXT NOT NULL,
  request TEXT NOT NULL,
  source TEXT NOT NULL,
  dataset_sha256 TEXT,
  estimated_seconds INTEGER NOT NULL,
  stage TEXT NOT NULL DEFAULT 'waiting',
  round INTEGER NOT NULL DEFAULT 0,
  rounds INTEGER NOT NULL DEFAULT 0,
  validation_loss REAL,
  warnings TEXT NOT NULL DEFAULT '[]',
  report TEXT,
  error TEXT,
  version_id TEXT REFERENCES model_versions (id),
  workflow_run_id TEXT,
  request_id TEXT NOT NULL,
  actor TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  started_at INTEGER,
  completed_at INTEGER,
  frozen_sha256 TEXT,
  body_bytes INTEGER NOT NULL DEFAULT 0,
  UNIQUE (tenant_id, name, label),
  CHECK (name <> ''),
  CHECK (task IN ('fraud', 'credit', 'churn', 'binary_classification')),
  CHECK (label <> ''),
  CHECK (status IN ('queued', 'running', 'succeeded', 'failed', 'canceled')),
  CHECK (json_valid(request)),
  CHECK (source IN ('inline', 'upload', 'ledger_query')),
  CHECK (length(dataset_sha256) = 64),
  CHECK (estimated_seconds > 0),
  CHECK (stage IN ('waiting', 'reading', 'training', 'measuring', 'checking')),
  CHECK (round >= 0),
  CHECK (rounds >= 0),
  CHECK (json_valid(warnings)),
  CHECK (json_valid(report)),
  CHECK (json_valid(error)),
  CHECK (version > 0),
  CHECK (frozen_sha256 IS NULL OR (length(frozen_sha256) = 64 AND source = 'ledger_query')),
  CHECK (body_bytes >= 0),
  CHECK ((source = 'ledger_query') = (dataset_sha256 IS NULL)),
  CHECK ((status = 'succeeded') = (version_id IS NOT NULL)),
  CHECK ((status = 'succeeded') = (report IS NOT NULL)),
  CHECK ((status = 'failed') = (error IS NOT NULL)),
  CHECK ((status IN ('queued', 'running')) = (completed_at IS NULL)),
  CHECK (status <> 'queued' OR started_at IS NULL),
  CHECK (status NOT IN ('running', 'succeeded') OR started_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE TABLE payments (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  source_wallet_id TEXT REFERENCES wallets (id),
  destination_wallet_id TEXT REFERENCES wallets (id),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE wallets (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL REFERENCES customers (id),
  name TEXT NOT NULL,
  metadata TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE deliveries (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL REFERENCES mailboxes (endpoint_id),
  event_row INTEGER NOT NULL REFERENCES events (row),
  repeat INTEGER NOT NULL,
  status TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  delivered_at INTEGER,
  UNIQUE (endpoint_id, event_row, repeat),
  CHECK (repeat >= 0),
  CHECK (status IN ('pending', 'retrying', 'delivered', 'failed')),
  CHECK (attempts >= 0),
  CHECK (failures >= 0),
  CHECK ((status IN ('pending', 'retrying')) = (next_attempt_at IS NOT NULL)),
  CHECK ((status = 'delivered') = (delivered_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE delivery_attempts (
  delivery_id TEXT NOT NULL REFERENCES deliveries (id),
  number INTEGER NOT NULL,
  endpoint_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  http_status INTEGER,
  fault TEXT,
  message TEXT,
  excerpt TEXT,
  duration_ms INTEGER NOT NULL,
  PRIMARY KEY (delivery_id, number),
  CHECK (number > 0),
  CHECK (duration_ms >= 0)
) STRICT, WITHOUT ROWID;
CREATE TABLE delivery_retention (
  id INTEGER PRIMARY KEY,
  kept_from INTEGER NOT NULL,
  CHECK (id = 1),
  CHECK (kept_from >= 0)
) STRICT;
CREATE TABLE mailboxes (
  endpoint_id TEXT PRIMARY KEY REFERENCES webhook_endpoints (id),
  born_row INTEGER NOT NULL,
  changed_row INTEGER NOT NULL,
  failures_in_row INTEGER NOT NULL DEFAULT 0,
  failing_since INTEGER,
  last_success_at INTEGER,
  last_failure_at INTEGER,
  pruned_row INTEGER NOT NULL DEFAULT 0,
  CHECK (born_row >= 0),
  CHECK (changed_row >= born_row),
  CHECK (failures_in_row >= 0),
  CHECK (pruned_row >= 0),
  CHECK ((failures_in_row = 0) = (failing_since IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE simulated_failures (
  endpoint_id TEXT PRIMARY KEY REFERENCES webhook_endpoints (id),
  kind TEXT NOT NULL,
  http_status INTEGER,
  remaining INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  CHECK (kind IN ('refused', 'reset', 'timeout', 'http_status')),
  CHECK (http_status BETWEEN 400 AND 599),
  CHECK (remaining BETWEEN 0 AND 20),
  CHECK ((kind = 'http_status') = (http_status IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE work_items (
  object_id TEXT PRIMARY KEY,
  assignee_id TEXT,
  priority TEXT,
  version INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (priority IN ('urgent', 'high', 'normal', 'low')),
  CHECK (version > 1)
) STRICT, WITHOUT ROWID;
CREATE TABLE work_notes (
  object_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  author TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (object_id, number),
  CHECK (number > 0)
) STRICT, WITHOUT ROWID;
INSERT INTO anchoring VALUES (1, 0, 'unknown', NULL, 0);
INSERT INTO chain_status VALUES (1, 'unknown', NULL, NULL, NULL, NULL, 0, 0);
INSERT INTO relay_cursor VALUES (1, 0, 0);
INSERT INTO ledger VALUES (1, lower(hex(randomblob(6))));
INSERT INTO log_head VALUES (1, 0, 0);
INSERT INTO delivery_retention VALUES (1, 0);
CREATE VIEW inventory_models AS SELECT id, tenant_id, name, task, created_at FROM models UNION ALL SELECT id, 'platform', name, task, created_at FROM engine_models;
CREATE VIEW inventory_versions AS SELECT id, model_id, tenant_id, label, actor, expires_at FROM model_versions UNION ALL SELECT id, model_id, 'platform', label, actor, NULL FROM engine_model_versions;
CREATE UNIQUE INDEX alert_readings_of_act ON alert_readings (account_id, event_row) WHERE watches = 'balance';
CREATE INDEX alerts_by_account ON alerts (account_id, id) WHERE status <> 'deleted';
CREATE INDEX alerts_watching ON alerts (account_id, watches) WHERE status = 'active';
CREATE UNIQUE INDEX aml_alerts_one_open ON aml_alerts (account_id, typology) WHERE status <> 'closed';
CREATE INDEX aml_alerts_by_account ON aml_alerts (account_id, typology, id);
CREATE INDEX aml_alerts_by_case ON aml_alerts (case_id, id);
CREATE INDEX aml_alerts_by_tenant ON aml_alerts (tenant_id, id);
CREATE INDEX aml_alerts_waiting ON aml_alerts (id) WHERE status <> 'closed';
CREATE UNIQUE INDEX aml_cases_one_open ON aml_cases (customer_id) WHERE status = 'open';
CREATE INDEX aml_cases_by_tenant ON aml_cases (tenant_id, id);
CREATE INDEX aml_cases_by_status ON aml_cases (status, id);
CREATE INDEX aml_cases_by_customer ON aml_cases (customer_id, id);
CREATE INDEX aml_runs_by_customer ON aml_runs ( coalesce(json_extract(scope, '$.customerId'), json_extract(scope, '$.accountId')), id);
CREATE UNIQUE INDEX account_approvals_open ON account_approvals (account_id) WHERE status = 'requested';
CREATE INDEX archives_by_row ON archives (noun, last_row);
CREATE UNIQUE INDEX batch_references_by_batch ON batch_references (batch_id, item_index);
CREATE INDEX batch_reserves_by_account ON batch_reserves (account_id);
CREATE INDEX batches_by_tenant ON batches (tenant_id, id);
CREATE UNIQUE INDEX batches_by_key ON batches (tenant_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX batches_open ON batches (id, total, decided) WHERE status IN ('pending', 'processing');
CREATE INDEX anchors_by_size ON anchors (status, tree_size);
CREATE INDEX chain_attempts_by_transaction ON chain_attempts (transaction_id, signed_at);
CREATE UNIQUE INDEX chain_transactions_by_nonce ON chain_transactions (chain, from_address, nonce) WHERE nonce IS NOT NULL;
CREATE INDEX chain_transactions_open ON chain_transactions (status, id) WHERE status IN ('queued', 'signed', 'sent', 'included');
CREATE UNIQUE INDEX chain_transactions_by_object ON chain_transactions (kind, object_id) WHERE kind <> 'deployment' AND status NOT IN ('failed', 'dropped');
CREATE INDEX chain_transactions_deployments ON chain_transactions (object_id, chain) WHERE kind = 'deployment';
CREATE INDEX conversations_by_tenant ON conversations (tenant_id, id);
CREATE INDEX conversations_by_customer ON conversations (customer_id, id);
CREATE INDEX credit_assessments_by_tenant ON credit_assessments (tenant_id, id);
CREATE INDEX credit_assessments_by_customer ON credit_assessments (customer_id, id);
CREATE INDEX credit_decisions_to_review ON credit_decisions (assessment_id) WHERE decision = 'manual_review';
CREATE INDEX credit_outcomes_by_tenant ON credit_outcomes (tenant_id, assessment_id);
CREATE INDEX customer_erasures_running ON customer_erasures (customer_id) WHERE status = 'running';
CREATE INDEX decision_contests_by_tenant ON decision_contests (tenant_id, id);
CREATE INDEX decision_contests_by_customer ON decision_contests (customer_id, id);
CREATE INDEX decision_contests_open ON decision_contests (id) WHERE answer IS NULL;
CREATE INDEX model_deployments_by_tenant ON model_deployments (tenant_id, id);
CREATE INDEX model_deployments_by_approval ON model_deployments (approval_status, id);
CREATE INDEX model_deployments_by_version ON model_deployments (version_id);
CREATE UNIQUE INDEX model_deployments_open ON model_deployments (tenant_id, task) WHERE status IN ('pending', 'validating', 'shadow', 'canary');
CREATE UNIQUE INDEX model_deployments_active ON model_deployments (tenant_id, task) WHERE status = 'active';
CREATE INDEX model_deployments_carried ON model_deployments (id) WHERE status IN ('pending', 'validating', 'shadow', 'canary') OR watched_until IS NOT NULL;
CREATE INDEX model_drift_evaluations_by_version ON model_drift_evaluations (version_id, day);
CREATE INDEX quotes_active_by_expiry ON quotes (lock_expires_at) WHERE status = 'active';
CREATE INDEX quotes_active_of_tenant ON quotes (tenant_id, lock_expires_at) WHERE status = 'active';
CREATE INDEX contract_executions_by_tenant ON contract_executions (tenant_id, id);
CREATE UNIQUE INDEX contract_executions_by_key ON contract_executions (tenant_id, contract, function, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX contract_executions_open ON contract_executions (id) WHERE status IN ('queued', 'simulated', 'submitted', 'included');
CREATE INDEX contract_executions_by_transaction ON contract_executions (transaction_id) WHERE transaction_id IS NOT NULL;
CREATE UNIQUE INDEX contract_executions_one_at_work ON contract_executions (transaction_id) WHERE transaction_id IS NOT NULL AND status IN ('queued', 'simulated', 'submitted', 'included');
CREATE UNIQUE INDEX contract_executions_move_once ON contract_executions (transaction_id) WHERE effect IN ('capture', 'release') AND status = 'final';
CREATE INDEX hold_orders_open ON hold_orders (transaction_id, id) WHERE done_at IS NULL;
CREATE INDEX hold_orders_by_tenant ON hold_orders (tenant_id, id);
CREATE INDEX intents_by_tenant ON intents (tenant_id, id);
CREATE INDEX intents_by_customer ON intents (customer_id, id);
CREATE INDEX intents_to_expire ON intents (expires_at) WHERE status = 'requires_confirmation';
CREATE UNIQUE INDEX intents_by_transaction ON intents (transaction_id) WHERE transaction_id IS NOT NULL;
CREATE UNIQUE INDEX intents_by_schedule ON intents (schedule_id) WHERE schedule_id IS NOT NULL;
CREATE INDEX intents_to_expire_of_tenant ON intents (tenant_id, expires_at) WHERE status = 'requires_confirmation';
CREATE UNIQUE INDEX engine_model_versions_once ON engine_model_versions (model_id, label, coalesce(artifact_sha256, ''));
CREATE UNIQUE INDEX engine_models_by_name ON engine_models (name);
CREATE INDEX model_findings_by_model ON model_findings (model_id, id);
CREATE INDEX model_validations_by_model ON model_validations (model_id, id);
CREATE INDEX accounts_by_tenant ON accounts (tenant_id, id);
CREATE INDEX accounts_by_customer ON accounts (customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX accounts_by_use ON accounts (last_used_on) WHERE status = 'active' AND kind = 'customer';
CREATE INDEX accounts_by_use_of_tenant ON accounts (tenant_id, last_used_on) WHERE status = 'active' AND kind = 'customer';
CREATE UNIQUE INDEX accounts_by_wallet ON accounts (wallet_id, currency) WHERE wallet_id IS NOT NULL AND status NOT IN ('closed', 'rejected');
CREATE INDEX arrived_leaves_by_log ON arrived_leaves (first_ledger);
CREATE INDEX clocks_moving ON clocks (tenant_id) WHERE target IS NOT NULL;
CREATE INDEX customers_by_tenant ON customers (tenant_id, id);
CREATE INDEX customers_by_birth ON customers (tenant_id, date_of_birth) WHERE date_of_birth IS NOT NULL;
CREATE INDEX customers_due ON customers (next_review_at) WHERE next_review_at IS NOT NULL;
CREATE INDEX customers_due_of_tenant ON customers (tenant_id, next_review_at) WHERE next_review_at IS NOT NULL;
CREATE INDEX customers_review ON customers (review_from) WHERE review_from IS NOT NULL;
CREATE INDEX customers_review_of_tenant ON customers (tenant_id, review_from) WHERE review_from IS NOT NULL;
CREATE INDEX customers_by_email ON customers (tenant_id, lower(email), id);
CREATE INDEX decision_leaves_by_index ON decision_leaves (leaf_index);
CREATE INDEX decision_leaves_by_customer ON decision_leaves (customer_id, decision_id);
CREATE INDEX entries_by_account ON entries (account_id, posted_at, ledger_sequence, leg);
CREATE INDEX entries_value_dated ON entries (account_id, posted_at) WHERE value_date < posted_at / 86400000;
CREATE UNIQUE INDEX events_by_sequence ON events (tenant_id, sequence);
CREATE INDEX events_of_freezes ON events (tenant_id, id) WHERE type = 'account.frozen';
CREATE INDEX hold_movements_by_account ON hold_movements (account_id, at);
CREATE INDEX hold_movements_by_destination ON hold_movements (destination_account_id, at);
CREATE INDEX holds_active_by_account ON holds (account_id, expires_at) WHERE status = 'active';
CREATE INDEX holds_active_by_destination ON holds (destination_account_id, expires_at) WHERE status = 'active';
CREATE INDEX holds_waiting_by_tenant ON holds (tenant_id, expires_at) WHERE status = 'active';
CREATE INDEX holds_ended_by_tenant ON holds (tenant_id, id) WHERE status <> 'active';
CREATE INDEX metadata_terms_by_object ON metadata_terms (object_id);
CREATE INDEX risk_decisions_by_tenant ON risk_decisions (tenant_id, id);
CREATE INDEX risk_questions_by_customer ON risk_decisions (customer_id, id) WHERE transaction_id IS NULL;
CREATE INDEX risk_decisions_stopped ON risk_decisions (tenant_id, id) WHERE transaction_id IS NOT NULL AND decision IN ('block_and_review', 'decline');
CREATE INDEX risk_decisions_stopped_by_customer ON risk_decisions (customer_id, id) WHERE transaction_id IS NOT NULL AND decision IN ('block_and_review', 'decline');
CREATE INDEX traces_by_age ON traces (at);
CREATE INDEX transactions_by_tenant ON transactions (tenant_id, id);
CREATE INDEX transactions_by_source ON transactions (source_account_id, id);
CREATE INDEX transactions_by_destination ON transactions (destination_account_id, id);
CREATE UNIQUE INDEX transactions_by_key ON transactions (tenant_id, idempotency_key, key_scope) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX transactions_by_reference ON transactions (tenant_id, reference) WHERE reference IS NOT NULL AND status NOT IN ('declined', 'failed', 'canceled');
CREATE INDEX transactions_by_reversed ON transactions (reversal_of, id) WHERE reversal_of IS NOT NULL;
CREATE INDEX transactions_by_schedule ON transactions (schedule_id, id) WHERE schedule_id IS NOT NULL;
CREATE UNIQUE INDEX transactions_by_occurrence ON transactions (occurrence_id) WHERE occurrence_id IS NOT NULL AND status NOT IN ('declined', 'failed', 'canceled', 'expired');
CREATE UNIQUE INDEX transactions_by_payment ON transactions (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX payments_by_tenant ON transactions (tenant_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX payments_by_source ON transactions (source_account_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX payments_by_destination ON transactions (destination_account_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX transactions_to_confirm ON transactions (tenant_id, expires_at) WHERE status = 'requires_confirmation';
CREATE UNIQUE INDEX transactions_by_intent ON transactions (intent_id) WHERE intent_id IS NOT NULL;
CREATE INDEX transactions_not_final ON transactions (status, stage, id) WHERE status IN ('requires_confirmation', 'pending_approval', 'pending_review', 'pending');
CREATE INDEX transactions_unstarted ON transactions (workflow_id, updated_at) WHERE workflow_started_at IS NULL AND stage <> 'accepted';
CREATE INDEX transactions_dated ON transactions (tenant_id, value_date, id) WHERE status = 'pending' AND stage = 'validate';
CREATE INDEX transactions_dated_by_day ON transactions (value_date) WHERE status = 'pending' AND stage = 'validate';
CREATE INDEX transactions_by_archived_decision ON transactions (archived_risk ->> '$.decisionId') WHERE archived_risk IS NOT NULL;
CREATE INDEX transactions_by_operator ON transactions (created_at, actor) WHERE actor >= 'opr_' AND actor < 'opr`';
CREATE INDEX transactions_declined ON transactions (tenant_id, id) WHERE status = 'declined';
CREATE INDEX transactions_declined_by_customer ON transactions (customer_id, id) WHERE status = 'declined';
CREATE INDEX transactions_by_unused_reference ON transactions (tenant_id, reference) WHERE reference IS NOT NULL AND status IN ('declined', 'failed', 'canceled');
CREATE INDEX webhook_endpoints_by_tenant ON webhook_endpoints (tenant_id, id) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX kyc_assessments_open ON kyc_assessments (customer_id) WHERE status = 'pending';
CREATE INDEX kyc_assessments_carried ON kyc_assessments (id) WHERE status = 'pending';
CREATE INDEX kyc_assessments_by_customer ON kyc_assessments (customer_id, id);
CREATE INDEX kyc_assessments_by_tenant ON kyc_assessments (tenant_id, id);
CREATE INDEX kyc_assessments_by_stage ON kyc_assessments (stage, id);
CREATE INDEX kyc_assessments_due ON kyc_assessments (deadline_at) WHERE stage = 'awaiting_documents';
CREATE INDEX kyc_assessments_due_of_tenant ON kyc_assessments (tenant_id, deadline_at) WHERE stage = 'awaiting_documents';
CREATE INDEX kyc_assessments_by_identity ON kyc_assessments (tenant_id, identity_mac) WHERE identity_mac IS NOT NULL;
CREATE INDEX kyc_documents_by_assessment ON kyc_documents (assessment_id, id);
CREATE INDEX kyc_documents_by_number ON kyc_documents (tenant_id, number_mac) WHERE number_mac IS NOT NULL;
CREATE INDEX kyc_documents_by_file ON kyc_documents (file_id);
CREATE INDEX kyc_documents_by_customer ON kyc_documents (customer_id, id);
CREATE INDEX kyc_files_by_tenant ON kyc_files (tenant_id, id);
CREATE INDEX kyc_files_by_pixels ON kyc_files (tenant_id, pixel_mac);
CREATE INDEX kyc_files_free ON kyc_files (tenant_id, expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX kyc_files_due ON kyc_files (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX kyc_files_by_customer ON kyc_files (customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX kyc_files_stored ON kyc_files (tenant_id, bytes);
CREATE INDEX approvals_requested ON approvals (id) WHERE status = 'requested';
CREATE INDEX mails_by_tenant ON mails (tenant_id, created_at);
CREATE INDEX mails_queued ON mails (id) WHERE status = 'queued';
CREATE INDEX mails_by_subject ON mails (subject_id);
CREATE UNIQUE INDEX model_alarms_open ON model_alarms (tenant_id, version_id, kind) WHERE closed_at IS NULL;
CREATE INDEX model_alarms_by_version ON model_alarms (version_id, id);
CREATE INDEX model_versions_by_model ON model_versions (model_id, id);
CREATE INDEX model_versions_by_approval ON model_versions (approval_status, id);
CREATE UNIQUE INDEX model_versions_one_in_production ON model_versions (tenant_id, task) WHERE stage = 'production';
CREATE INDEX model_versions_to_end ON model_versions (id) WHERE stage = 'production' AND expires_at IS NOT NULL AND expired_at IS NULL;
CREATE INDEX model_versions_that_decide ON model_versions (tenant_id, task, id) WHERE approval_status = 'approved';
CREATE INDEX models_by_tenant ON models (tenant_id, id);
CREATE INDEX overdraft_fees_due ON overdraft_fees (due_at) WHERE status = 'pending';
CREATE INDEX overdraft_fees_due_by_tenant ON overdraft_fees (tenant_id, due_at) WHERE status = 'pending';
CREATE INDEX overdraft_fees_billed ON overdraft_fees (fee_transaction_id) WHERE status = 'billed';
CREATE INDEX overdraft_fees_by_account ON overdraft_fees (account_id, drawn_at);
CREATE INDEX overdrafts_drawn ON overdrafts (drawn_at) WHERE drawn_at IS NOT NULL AND arrears_since IS NULL;
CREATE INDEX overdrafts_drawn_of_tenant ON overdrafts (tenant_id, drawn_at) WHERE drawn_at IS NOT NULL AND arrears_since IS NULL;
CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at);
CREATE INDEX passkeys_of_customer ON passkeys (customer_id, status, id);
CREATE INDEX rail_payments_open ON rail_payments (transaction_id) WHERE status IN ('queued', 'submitting', 'submitted') OR (status = 'settled' AND ask_at IS NOT NULL);
CREATE INDEX rail_payments_to_ask ON rail_payments (tenant_id, ask_at) WHERE ask_at IS NOT NULL;
CREATE INDEX rail_payments_to_submit ON rail_payments (tenant_id, transaction_id) WHERE status IN ('queued', 'submitting');
CREATE INDEX risk_reviews_open ON risk_reviews (id) WHERE status = 'open';
CREATE UNIQUE INDEX risk_reviews_one_alert ON risk_reviews (account_id) WHERE kind = 'alert' AND status = 'open';
CREATE INDEX risk_reviews_by_account ON risk_reviews (account_id, created_at) WHERE kind = 'alert';
CREATE UNIQUE INDEX occurrences_by_date ON occurrences (schedule_id, local_date);
CREATE UNIQUE INDEX occurrences_next ON occurrences (schedule_id) WHERE status = 'scheduled';
CREATE INDEX occurrences_open ON occurrences (schedule_id) WHERE status IN ('scheduled', 'processing', 'retrying');
CREATE INDEX occurrences_by_schedule ON occurrences (schedule_id, id);
CREATE INDEX occurrences_due ON occurrences (wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX occurrences_due_by_tenant ON occurrences (tenant_id, wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX occurrences_in_flight ON occurrences (tenant_id, transaction_id) WHERE status IN ('processing', 'retrying') AND wake_at IS NULL;
CREATE INDEX schedules_by_tenant ON schedules (tenant_id, id);
CREATE INDEX schedules_by_source ON schedules (source_account_id) WHERE status IN ('active', 'paused', 'suspended');
CREATE INDEX schedules_by_destination ON schedules (destination_account_id) WHERE status IN ('active', 'paused', 'suspended');
CREATE INDEX schedules_by_customer ON schedules (customer_id, id);
CREATE INDEX schedules_unshown ON schedules (id) WHERE changes > shown_changes;
CREATE INDEX schedules_carried ON schedules (id) WHERE shown_changes > 0 AND status IN ('active', 'paused', 'suspended');
CREATE INDEX model_scorings_by_version ON model_scorings (version_id, kind, id);
CREATE INDEX model_scorings_open ON model_scorings (id, tenant_id, created_at) WHERE status IN ('queued', 'running');
CREATE INDEX model_scorings_results ON model_scorings (result_expires_at, id, result_sha256) WHERE result_sha256 IS NOT NULL AND result_removed_at IS NULL;
CREATE INDEX model_scorings_stored ON model_scorings (tenant_id, result_bytes) WHERE result_bytes IS NOT NULL AND result_removed_at IS NULL;
CREATE INDEX relied_lists_by_list ON relied_lists (list, until);
CREATE INDEX screening_clearances_by_counterparty ON screening_clearances (counterparty, list, entity_id);
CREATE INDEX screening_hits_by_status ON screening_hits (status, id);
CREATE INDEX screening_hits_by_customer ON screening_hits (customer_id, id);
CREATE INDEX screening_hits_by_entry ON screening_hits (list, entity_id, id) WHERE status <> 'pending';
CREATE INDEX training_datasets_by_tenant ON training_datasets (tenant_id, id);
CREATE INDEX training_datasets_by_expiry ON training_datasets (expires_at, id, sha256);
CREATE INDEX training_datasets_by_hash ON training_datasets (sha256);
CREATE INDEX training_datasets_stored ON training_datasets (tenant_id, bytes);
CREATE INDEX training_jobs_by_tenant ON training_jobs (tenant_id, id);
CREATE INDEX training_jobs_open ON training_jobs (id, tenant_id, created_at) WHERE status IN ('queued', 'running');
CREATE INDEX training_jobs_by_dataset ON training_jobs (tenant_id, dataset_sha256) WHERE version_id IS NOT NULL AND dataset_sha256 IS NOT NULL;
CREATE INDEX payments_by_source_wallet ON payments (source_wallet_id, id) WHERE source_wallet_id IS NOT NULL;
CREATE INDEX payments_by_destination_wallet ON payments (destination_wallet_id, id) WHERE destination_wallet_id IS NOT NULL;
CREATE INDEX wallets_by_tenant ON wallets (tenant_id, id);
CREATE INDEX wallets_by_customer ON wallets (customer_id, id);
CREATE INDEX deliveries_due ON deliveries (endpoint_id, next_attempt_at, event_row) WHERE status IN ('pending', 'retrying');
CREATE INDEX deliveries_by_status ON deliveries (endpoint_id, status, id);
CREATE INDEX deliveries_ended ON deliveries (updated_at) WHERE status IN ('delivered', 'failed');
CREATE INDEX deliveries_by_event ON deliveries (event_row);
CREATE INDEX delivery_attempts_by_endpoint ON delivery_attempts (endpoint_id, at);
CREATE INDEX work_items_by_assignee ON work_items (assignee_id, object_id);
CREATE TRIGGER alert_readings_no_update BEFORE UPDATE ON alert_readings
BEGIN SELECT RAISE(ABORT, 'what was read does not change'); END;
CREATE TRIGGER alerts_identity BEFORE UPDATE OF id, tenant_id, account_id, type, watches, created_at ON alerts
BEGIN SELECT RAISE(ABORT, 'the identity of an alert never changes'); END;
CREATE TRIGGER alerts_no_delete BEFORE DELETE ON alerts
BEGIN SELECT RAISE(ABORT, 'alerts are never deleted'); END;
CREATE TRIGGER alerts_metadata_new AFTER INSERT ON alerts
WHEN NEW.metadata <> '{}'
BEGIN INSERT INTO metadata_terms SELECT NEW.tenant_id, 'alert', m.key, CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END, NEW.id FROM json_each(NEW.metadata) m WHERE m.type IN ('text', 'integer', 'real', 'true', 'false') AND length(CAST(m.value AS TEXT)) <= 500; END;
CREATE TRIGGER alerts_metadata_changed AFTER UPDATE OF metadata ON alerts
WHEN NEW.metadata <> OLD.metadata
BEGIN DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = 'alert'; INSERT INTO metadata_terms SELECT NEW.tenant_id, 'alert', m.key, CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END, NEW.id FROM json_each(NEW.metadata) m WHERE m.type IN ('text', 'integer', 'real', 'true', 'false') AND length(CAST(m.value AS TEXT)) <= 500; END;
CREATE TRIGGER alerts_go_forward BEFORE UPDATE ON alerts
WHEN (OLD.status = 'deleted' OR NEW.balance_version < OLD.balance_version OR NEW.trigger_count < OLD.trigger_count) AND NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = (SELECT customer_id FROM accounts WHERE id = OLD.account_id))
BEGIN SELECT RAISE(ABORT, 'an alert looks at later balances only and ends once'); END;
CREATE TRIGGER alerts_stay BEFORE INSERT ON alerts
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER aml_alerts_identity BEFORE UPDATE OF id, tenant_id, customer_id, account_id, case_id, typology, created_at ON aml_alerts
BEGIN SELECT RAISE(ABORT, 'whom an alert is about never changes'); END;
CREATE TRIGGER aml_alerts_no_delete BEFORE DELETE ON aml_alerts
BEGIN SELECT RAISE(ABORT, 'alerts about laundering are never deleted'); END;
CREATE TRIGGER aml_alerts_closed_for_good BEFORE UPDATE ON aml_alerts
WHEN (OLD.status = 'closed') AND NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'an alert is closed once'); END;
CREATE TRIGGER aml_alerts_stay BEFORE INSERT ON aml_alerts
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER aml_case_notes_no_update BEFORE UPDATE ON aml_case_notes
BEGIN SELECT RAISE(ABORT, 'notes never change'); END;
CREATE TRIGGER aml_case_notes_no_delete BEFORE DELETE ON aml_case_notes
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = (SELECT customer_id FROM aml_cases WHERE id = OLD.case_id))
BEGIN SELECT RAISE(ABORT, 'notes are never deleted'); END;
CREATE TRIGGER aml_cases_alerts_first BEFORE UPDATE OF status ON aml_cases
WHEN NEW.status = 'closed' AND EXISTS (SELECT 1 FROM aml_alerts WHERE case_id = OLD.id AND status <> 'closed')
BEGIN SELECT RAISE(ABORT, 'a case ends after its alerts'); END;
CREATE TRIGGER aml_cases_no_delete BEFORE DELETE ON aml_cases
BEGIN SELECT RAISE(ABORT, 'cases are never deleted'); END;
CREATE TRIGGER aml_cases_closed_for_good BEFORE UPDATE ON aml_cases
WHEN (OLD.status = 'closed' OR NEW.id <> OLD.id OR NEW.tenant_id <> OLD.tenant_id OR NEW.customer_id <> OLD.customer_id OR NEW.created_at <> OLD.created_at) AND NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'a case is closed once'); END;
CREATE TRIGGER aml_cases_stay BEFORE INSERT ON aml_cases
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER aml_days_in_turn BEFORE INSERT ON aml_days
WHEN EXISTS (SELECT 1 FROM aml_days WHERE tenant_id = NEW.tenant_id AND day >= NEW.day)
BEGIN SELECT RAISE(ABORT, 'a day is looked at once, and in its turn'); END;
CREATE TRIGGER aml_days_go_on BEFORE UPDATE ON aml_days
WHEN OLD.finished_at IS NOT NULL OR NEW.tenant_id <> OLD.tenant_id OR NEW.day <> OLD.day OR NEW.moved_from <> OLD.moved_from OR NEW.moved_to <> OLD.moved_to OR NEW.started_at <> OLD.started_at OR NEW.after_customer < OLD.after_customer OR NEW.customers < OLD.customers OR NEW.runs < OLD.runs
BEGIN SELECT RAISE(ABORT, 'a day goes on until it is over, and never back'); END;
CREATE TRIGGER aml_days_no_delete BEFORE DELETE ON aml_days
BEGIN SELECT RAISE(ABORT, 'days that were looked at are never deleted'); END;
CREATE TRIGGER aml_days_stay BEFORE INSERT ON aml_days
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER aml_runs_no_delete BEFORE DELETE ON aml_runs
BEGIN SELECT RAISE(ABORT, 'runs are never deleted'); END;
CREATE TRIGGER aml_runs_no_update BEFORE UPDATE ON aml_runs
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = coalesce(json_extract(OLD.scope, '$.customerId'), (SELECT customer_id FROM accounts WHERE id = json_extract(OLD.scope, '$.accountId'))))
BEGIN SELECT RAISE(ABORT, 'what a run found never changes'); END;
CREATE TRIGGER aml_runs_stay BEFORE INSERT ON aml_runs
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER account_approvals_decided_once BEFORE UPDATE ON account_approvals
WHEN OLD.status <> 'requested' OR NEW.id <> OLD.id OR NEW.account_id <> OLD.account_id OR NEW.tenant_id <> OLD.tenant_id OR NEW.requested_by <> OLD.requested_by OR NEW.created_at <> OLD.created_at
BEGIN SELECT RAISE(ABORT, 'an approval is decided once'); END;
CREATE TRIGGER account_approvals_no_delete BEFORE DELETE ON account_approvals
BEGIN SELECT RAISE(ABORT, 'approvals are never deleted'); END;
CREATE TRIGGER account_approvals_stay BEFORE INSERT ON account_approvals
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER archive_orders_grow BEFORE UPDATE ON archive_orders
WHEN NEW.before_at < OLD.before_at
BEGIN SELECT RAISE(ABORT, 'what is archived stays archived'); END;
CREATE TRIGGER archive_orders_no_delete BEFORE DELETE ON archive_orders
BEGIN SELECT RAISE(ABORT, 'what is archived stays archived'); END;
CREATE TRIGGER archives_follow BEFORE INSERT ON archives
WHEN NEW.first_row <= (SELECT coalesce(max(last_row), 0) FROM archives WHERE noun = NEW.noun) OR (NEW.noun <> 'events' AND NEW.first_id <= (SELECT coalesce(max(last_id), '') FROM archives WHERE noun = NEW.noun)) OR NEW.deleted_row <> NEW.first_row - 1
BEGIN SELECT RAISE(ABORT, 'archives follow each other'); END;
CREATE TRIGGER archives_only_delete_on BEFORE UPDATE ON archives
WHEN NEW.id <> OLD.id OR NEW.noun <> OLD.noun OR NEW.first_row <> OLD.first_row OR NEW.last_row <> OLD.last_row OR NEW.first_id <> OLD.first_id OR NEW.last_id <> OLD.last_id OR NEW.rows <> OLD.rows OR NEW.sequence_sum <> OLD.sequence_sum OR NEW.from_at <> OLD.from_at OR NEW.to_at <> OLD.to_at OR NEW.file <> OLD.file OR NEW.bytes <> OLD.bytes OR NEW.sha256 <> OLD.sha256 OR NEW.deleted_row < OLD.deleted_row OR NEW.created_at <> OLD.created_at
BEGIN SELECT RAISE(ABORT, 'an archive never changes'); END;
CREATE TRIGGER archives_no_delete BEFORE DELETE ON archives
BEGIN SELECT RAISE(ABORT, 'an archive never changes'); END;
CREATE TRIGGER batch_items_no_delete BEFORE DELETE ON batch_items
WHEN EXISTS (SELECT 1 FROM batches WHERE id = OLD.batch_id)
BEGIN SELECT RAISE(ABORT, 'items are never deleted'); END;
CREATE TRIGGER batch_items_of_an_open_batch BEFORE INSERT ON batch_items
WHEN EXISTS (SELECT 1 FROM batches WHERE id = NEW.batch_id AND (status <> 'pending' OR NEW.item_index >= total))
BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
CREATE TRIGGER batch_items_decided_once BEFORE UPDATE ON batch_items
WHEN (OLD.code IS NOT NULL OR NEW.batch_id <> OLD.batch_id OR NEW.item_index <> OLD.item_index OR NEW.transaction_id <> OLD.transaction_id OR NEW.body <> OLD.body) AND NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = (SELECT customer_id FROM transactions WHERE id = OLD.transaction_id))
BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
CREATE TRIGGER batch_references_stay BEFORE INSERT ON batch_references
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER batches_born_pending BEFORE INSERT ON batches
WHEN NEW.status <> 'pending'
BEGIN SELECT RAISE(ABORT, 'a batch starts as pending'); END;
CREATE TRIGGER batches_identity BEFORE UPDATE OF id, tenant_id, mode, total, metadata, idempotency_key, request_hash, request_id, actor,
      created_at ON batches
BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
CREATE TRIGGER batches_no_delete BEFORE DELETE ON batches
BEGIN SELECT RAISE(ABORT, 'batches are never deleted'); END;
CREATE TRIGGER batches_metadata_new AFTER INSERT ON batches
WHEN NEW.metadata <> '{}'
BEGIN INSERT INTO metadata_terms SELECT NEW.tenant_id, 'batch', m.key, CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END, NEW.id FROM json_each(NEW.metadata) m WHERE m.type IN ('text', 'integer', 'real', 'true', 'false') AND length(CAST(m.value AS TEXT)) <= 500; END;
CREATE TRIGGER batches_metadata_changed AFTER UPDATE OF metadata ON batches
WHEN NEW.metadata <> OLD.metadata
BEGIN DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = 'batch'; INSERT INTO metadata_terms SELECT NEW.tenant_id, 'batch', m.key, CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END, NEW.id FROM json_each(NEW.metadata) m WHERE m.type IN ('text', 'integer', 'real', 'true', 'false') AND length(CAST(m.value AS TEXT)) <= 500; END;
CREATE TRIGGER batches_stay BEFORE INSERT ON batches
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER batches_status_edges BEFORE UPDATE ON batches
WHEN OLD.status IN ('refused', 'canceled') OR (OLD.status = 'completed' AND (NEW.status <> 'completed' OR NEW.mode <> 'best_effort' OR NEW.version <> OLD.version + 1 OR NEW.decided <> OLD.decided OR NEW.failed <> OLD.failed OR NEW.completed_at IS NOT OLD.completed_at)) OR (OLD.status = 'processing' AND NEW.status NOT IN ('processing', 'completed') AND NOT (NEW.status = 'refused' AND OLD.refusing IS NOT NULL AND OLD.decided = 0)) OR NEW.decided < OLD.decided OR NEW.judged < OLD.judged OR (OLD.refusing IS NOT NULL AND NEW.judged <> OLD.judged) OR (NEW.mode = 'atomic' AND NEW.decided > OLD.decided AND NEW.refusing IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'a batch only goes forward'); END;
CREATE TRIGGER anchoring_told_grows BEFORE UPDATE OF told_size ON anchoring
WHEN NEW.told_size < OLD.told_size
BEGIN SELECT RAISE(ABORT, 'what was told is not taken back'); END;
CREATE TRIGGER anchors_identity BEFORE UPDATE OF id, checkpoint_id, tree_size, chain, contract, created_at ON anchors
BEGIN SELECT RAISE(ABORT, 'what is anchored never changes'); END;
CREATE TRIGGER anchors_lost_for_good BEFORE UPDATE OF status ON anchors
WHEN OLD.status = 'lost' AND NEW.status <> 'lost'
BEGIN SELECT RAISE(ABORT, 'a lost anchor stays lost'); END;
CREATE TRIGGER anchors_no_delete BEFORE DELETE ON anchors
BEGIN SELECT RAISE(ABORT, 'anchors are never deleted'); END;
CREATE TRIGGER chain_attempts_identity BEFORE UPDATE OF hash, transaction_id, chain, nonce, raw, max_fee_per_gas, max_priority_fee_per_gas,
      signed_at ON chain_attempts
BEGIN SELECT RAISE(ABORT, 'what was signed never changes'); END;
CREATE TRIGGER chain_attempts_no_delete BEFORE DELETE ON chain_attempts
BEGIN SELECT RAISE(ABORT, 'what was signed never changes'); END;
CREATE TRIGGER chain_transactions_born_queued BEFORE INSERT ON chain_transactions
WHEN NEW.status <> 'queued' OR NEW.nonce IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a chain transaction starts as queued'); END;
CREATE TRIGGER chain_transactions_status_edges BEFORE UPDATE OF status ON chain_transactions
WHEN NEW.status <> OLD.status AND NOT ( (OLD.status = 'queued' AND NEW.status IN ('signed', 'failed', 'dropped')) OR (OLD.status = 'signed' AND NEW.status IN ('sent', 'included', 'queued', 'dropped')) OR (OLD.status = 'sent' AND NEW.status IN ('included', 'queued', 'dropped')) OR (OLD.status = 'included' AND NEW.status IN ('sent', 'final', 'failed', 'dropped')) OR (OLD.status = 'final' AND NEW.status = 'sent') OR (OLD.status = 'failed' AND NEW.status = 'sent' AND OLD.nonce IS NOT NULL))
BEGIN SELECT RAISE(ABORT, 'chain transaction status change is not allowed'); END;
CREATE TRIGGER chain_transactions_identity BEFORE UPDATE OF id, kind, object_id, to_address, data, value, notify, created_at ON chain_transactions
BEGIN SELECT RAISE(ABORT, 'what was ordered never changes'); END;
CREATE TRIGGER chain_transactions_no_delete BEFORE DELETE ON chain_transactions
BEGIN SELECT RAISE(ABORT, 'chain transactions are never deleted'); END;
CREATE TRIGGER conversation_messages_no_update BEFORE UPDATE ON conversation_messages
BEGIN SELECT RAISE(ABORT, 'what was said never changes'); END;
CREATE TRIGGER conversation_messages_no_delete BEFORE DELETE ON conversation_messages
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = (SELECT customer_id FROM conversations WHERE id = OLD.conversation_id))
BEGIN SELECT RAISE(ABORT, 'what was said never changes'); END;
CREATE TRIGGER conversation_messages_stay BEFORE INSERT ON conversation_messages
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER conversations_of_the_erased BEFORE INSERT ON conversations
WHEN EXISTS (SELECT 1 FROM customer_erasures WHERE customer_id = NEW.customer_id)
BEGIN SELECT RAISE(ABORT, 'an erased customer begins no conversation'); END;
CREATE TRIGGER conversations_stay BEFORE INSERT ON conversations
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER credit_assessments_no_delete BEFORE DELETE ON credit_assessments
BEGIN SELECT RAISE(ABORT, 'assessments are never deleted'); END;
CREATE TRIGGER credit_assessments_metadata_new AFTER INSERT ON credit_assessments
WHEN NEW.metadata <> '{}'
BEGIN INSERT INTO metadata_terms SELECT NEW.tenant_id, 'credit_assessment', m.key, CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END, NEW.id FROM json_each(NEW.metadata) m WHERE m.type IN ('text', 'integer', 'real', 'true', 'false') AND length(CAST(m.value AS TEXT)) <= 500; END;
CREATE TRIGGER credit_assessments_metadata_changed AFTER UPDATE OF metadata ON credit_assessments
WHEN NEW.metadata <> OLD.metadata
BEGIN DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = 'credit_assessment'; INSERT INTO metadata_terms SELECT NEW.tenant_id, 'credit_assessment', m.key, CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END, NEW.id FROM json_each(NEW.metadata) m WHERE m.type IN ('text', 'integer', 'real', 'true', 'false') AND length(CAST(m.value AS TEXT)) <= 500; END;
CREATE TRIGGER credit_assessments_of_the_erased BEFORE INSERT ON credit_assessments
WHEN EXISTS (SELECT 1 FROM customer_erasures WHERE customer_id = NEW.customer_id)
BEGIN SELECT RAISE(ABORT, 'an erased customer asks for no credit'); END;
CREATE TRIGGER credit_assessments_no_update BEFORE UPDATE ON credit_assessments
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'an assessment never changes'); END;
CREATE TRIGGER credit_assessments_stay BEFORE INSERT ON credit_assessments
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER credit_decisions_in_order BEFORE INSERT ON credit_decisions
WHEN NOT EXISTS (SELECT 1 FROM credit_assessments a WHERE a.id = NEW.assessment_id AND a.tenant_id = NEW.tenant_id AND coalesce(NEW.approved_amount, 0) <= a.amount) OR (NEW.number = 2 AND NOT EXISTS (SELECT 1 FROM credit_decisions d WHERE d.assessment_id = NEW.assessment_id AND d.number = 1 AND d.decision = 'manual_review' AND d.actor <> NEW.actor))
BEGIN SELECT RAISE(ABORT, 'a person decides what the engine left, once'); END;
CREATE TRIGGER credit_decisions_no_delete BEFORE DELETE ON credit_decisions
BEGIN SELECT RAISE(ABORT, 'decisions about credit are never deleted'); END;
CREATE TRIGGER credit_decisions_no_update BEFORE UPDATE ON credit_decisions
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = (SELECT customer_id FROM credit_assessments WHERE id = OLD.assessment_id))
BEGIN SELECT RAISE(ABORT, 'a decision about credit never changes'); END;
CREATE TRIGGER credit_decisions_stay BEFORE INSERT ON credit_decisions
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER credit_outcomes_in_order BEFORE INSERT ON credit_outcomes
WHEN NOT EXISTS (SELECT 1 FROM credit_decisions d WHERE d.assessment_id = NEW.assessment_id AND d.tenant_id = NEW.tenant_id AND d.decision = 'approved' AND coalesce(NEW.loss_amount, 0) <= d.approved_amount) OR NEW.number <> 1 + (SELECT count(*) FROM credit_outcomes o WHERE o.assessment_id = NEW.assessment_id) OR EXISTS (SELECT 1 FROM credit_outcomes o WHERE o.assessment_id = NEW.assessment_id AND (o.outcome = 'repaid' OR (o.outcome = 'defaulted' AND NEW.outcome <> 'defaulted') OR o.observed_at > NEW.observed_at))
BEGIN SELECT RAISE(ABORT, 'a loan goes on, is repaid, or defaults for good'); END;
CREATE TRIGGER credit_outcomes_no_update BEFORE UPDATE ON credit_outcomes
BEGIN SELECT RAISE(ABORT, 'an outcome never changes'); END;
CREATE TRIGGER credit_outcomes_no_delete BEFORE DELETE ON credit_outcomes
BEGIN SELECT RAISE(ABORT, 'outcomes are never deleted'); END;
CREATE TRIGGER credit_outcomes_stay BEFORE INSERT ON credit_outcomes
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER customer_erasures_no_delete BEFORE DELETE ON customer_erasures
BEGIN SELECT RAISE(ABORT, 'an erasure is never forgotten'); END;
CREATE TRIGGER customer_erasures_stay BEFORE INSERT ON customer_erasures
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER customer_erasures_go_on BEFORE UPDATE ON customer_erasures
WHEN OLD.status = 'erased' OR NEW.customer_id <> OLD.customer_id OR NEW.tenant_id <> OLD.tenant_id OR NEW.requested_by <> OLD.requested_by OR NEW.approved_by <> OLD.approved_by OR NEW.reason <> OLD.reason OR NEW.started_at <> OLD.started_at OR NEW.part < OLD.part OR NEW.rows < OLD.rows
BEGIN SELECT RAISE(ABORT, 'an erasure goes on to its end'); END;
CREATE TRIGGER decision_contests_identity BEFORE UPDATE OF id, tenant_id, decision_id, kind, customer_id, facts_sha256, contested_by, created_at ON decision_contests
BEGIN SELECT RAISE(ABORT, 'what was contested never changes'); END;
CREATE TRIGGER decision_contests_record BEFORE UPDATE OF record, reason ON decision_contests
WHEN (NEW.record <> OLD.record OR NEW.reason <> OLD.reason) AND NOT EXISTS (SELECT 1 FROM customer_erasures WHERE customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'what was contested never changes'); END;
CREATE TRIGGER decision_contests_answered_once BEFORE UPDATE OF answer, answered_by, answered_at ON decision_contests
WHEN OLD.answer IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a contest is answered once'); END;
CREATE TRIGGER decision_contests_no_delete BEFORE DELETE ON decision_contests
BEGIN SELECT RAISE(ABORT, 'contests are never deleted'); END;
CREATE TRIGGER decision_contests_stay BEFORE INSERT ON decision_contests
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER deployment_observations_no_update BEFORE UPDATE ON deployment_observations
BEGIN SELECT RAISE(ABORT, 'an observation never changes'); END;
CREATE TRIGGER deployment_observations_no_delete BEFORE DELETE ON deployment_observations
BEGIN SELECT RAISE(ABORT, 'observations are never deleted'); END;
CREATE TRIGGER model_deployments_born_pending BEFORE INSERT ON model_deployments
WHEN NEW.version <> 1 OR NEW.status <> 'pending' OR NOT EXISTS ( SELECT 1 FROM model_versions v WHERE v.id = NEW.version_id AND v.tenant_id = NEW.tenant_id AND v.model_id = NEW.model_id AND v.task = NEW.task AND v.label = NEW.label)
BEGIN SELECT RAISE(ABORT, 'a deployment starts as pending, of a version of its tenant'); END;
CREATE TRIGGER model_deployments_status_edges BEFORE UPDATE OF status ON model_deployments
WHEN NEW.status <> OLD.status AND NOT ((OLD.status = 'pending' AND NEW.status IN ('validating', 'failed', 'aborted')) OR (OLD.status = 'validating' AND NEW.status IN ('shadow', 'canary', 'active', 'failed', 'aborted')) OR (OLD.status = 'shadow' AND NEW.status IN ('canary', 'active', 'rolled_back', 'aborted')) OR (OLD.status = 'canary' AND NEW.status IN ('active', 'rolled_back', 'aborted')) OR (OLD.status = 'active' AND NEW.status IN ('superseded', 'rolled_back')) OR (OLD.status = 'superseded' AND NEW.status = 'active'))
BEGIN SELECT RAISE(ABORT, 'deployment status change is not allowed'); END;
CREATE TRIGGER model_deployments_approval_edges BEFORE UPDATE OF approval_status ON model_deployments
WHEN NEW.approval_status <> OLD.approval_status AND OLD.approval_status <> 'requested'
BEGIN SELECT RAISE(ABORT, 'an approval is decided once'); END;
CREATE TRIGGER model_deployments_identity BEFORE UPDATE OF id, tenant_id, model_id, version_id, task, label, strategy, plan, metadata, request_id,
      actor, created_at ON model_deployments
BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
CREATE TRIGGER model_deployments_no_delete BEFORE DELETE ON model_deployments
BEGIN SELECT RAISE(ABORT, 'deployments are never deleted'); END;
CREATE TRIGGER model_deployments_metadata_new AFTER INSERT ON model_deployments
WHEN NEW.metadata <> '{}'
BEGIN INSERT INTO metadata_terms SELECT NEW.tenant_id, 'model_deployment', m.key, CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END, NEW.id FROM json_each(NEW.metadata) m WHERE m.type IN ('text', 'integer', 'real', 'true', 'false') AND length(CAST(m.value AS TEXT)) <= 500; END;
CREATE TRIGGER model_deployments_metadata_changed AFTER UPDATE OF metadata ON model_deployments
WHEN NEW.metadata <> OLD.metadata
BEGIN DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = 'model_deployment'; INSERT INTO metadata_terms SELECT NEW.tenant_id, 'model_deployment', m.key, CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END, NEW.id FROM json_each(NEW.metadata) m WHERE m.type IN ('text', 'integer', 'real', 'true', 'false') AND length(CAST(m.value AS TEXT)) <= 500; END;
CREATE TRIGGER model_deployments_stay BEFORE INSERT ON model_deployments
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER model_drift_evaluations_go_on BEFORE INSERT ON model_drift_evaluations
WHEN EXISTS (SELECT 1 FROM model_drift_evaluations WHERE tenant_id = NEW.tenant_id AND version_id = NEW.version_id AND day >= NEW.day)
BEGIN SELECT RAISE(ABORT, 'a day is looked at once, and in its turn'); END;
CREATE TRIGGER model_drift_evaluations_no_update BEFORE UPDATE ON model_drift_evaluations
BEGIN SELECT RAISE(ABORT, 'what was measured never changes'); END;
CREATE TRIGGER model_drift_evaluations_no_delete BEFORE DELETE ON model_drift_evaluations
BEGIN SELECT RAISE(ABORT, 'what was measured is never deleted'); END;
CREATE TRIGGER model_drift_evaluations_stay BEFORE INSERT ON model_drift_evaluations
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER relay_cursor_grows BEFORE UPDATE ON relay_cursor
WHEN NEW.event_row < OLD.event_row OR NEW.relayed_at < OLD.relayed_at OR NEW.event_row > (SELECT coalesce(max(row), 0) FROM events)
BEGIN SELECT RAISE(ABORT, 'the relay reads the log once, in its order'); END;
CREATE TRIGGER relay_cursor_no_delete BEFORE DELETE ON relay_cursor
BEGIN SELECT RAISE(ABORT, 'the relay reads the log once, in its order'); END;
CREATE TRIGGER exchanges_no_update BEFORE UPDATE ON exchanges
BEGIN SELECT RAISE(ABORT, 'what was agreed never changes'); END;
CREATE TRIGGER exchanges_no_delete BEFORE DELETE ON exchanges
BEGIN SELECT RAISE(ABORT, 'exchanges are never deleted'); END;
CREATE TRIGGER quotes_born_active BEFORE INSERT ON quotes
WHEN NEW.status <> 'active'
BEGIN SELECT RAISE(ABORT, 'a quote starts as active'); END;
CREATE TRIGGER quotes_status_edges BEFORE UPDATE ON quotes
WHEN OLD.status <> 'active'
BEGIN SELECT RAISE(ABORT, 'a quote that is final stays final'); END;
CREATE TRIGGER quotes_identity BEFORE UPDATE OF id, tenant_id, fixed, source_currency, source_amount, destination_currency,
      destination_amount, rate, mid_rate, spread_bps, fee_amount, rate_source, rate_as_of,
      stale, lock_expires_at, metadata, created_at ON quotes
BEGIN SELECT RAISE(ABORT, 'what was quoted never changes'); END;
CREATE TRIGGER quotes_no_delete BEFORE DELETE ON quotes
BEGIN SELECT RAISE(ABORT, 'quotes are never deleted'); END;
CREATE TRIGGER quotes_stay BEFORE INSERT ON quotes
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER contract_executions_born_queued BEFORE INSERT ON contract_executions
WHEN NEW.status <> 'queued' OR NEW.version <> 1
BEGIN SELECT RAISE(ABORT, 'an execution starts as queued'); END;
CREATE TRIGGER contract_executions_status_edges BEFORE UPDATE OF status ON contract_executions
WHEN NEW.status <> OLD.status AND NOT ((OLD.status = 'queued' AND NEW.status IN ('simulated', 'reverted', 'failed')) OR (OLD.status = 'simulated' AND NEW.status IN ('submitted', 'reverted', 'failed')) OR (OLD.status = 'submitted' AND NEW.status IN ('included', 'final', 'reverted', 'failed')) OR (OLD.status = 'included' AND NEW.status IN ('submitted', 'final', 'reverted', 'failed')))
BEGIN SELECT RAISE(ABORT, 'execution status change is not allowed'); END;
CREATE TRIGGER contract_executions_identity BEFORE UPDATE OF id, tenant_id, contract, function, arguments, address, chain_id, call_data, value,
      gas_limit, effect, transaction_id, idempotency_key, request_hash, request_id, actor,
      created_at ON contract_executions
BEGIN SELECT RAISE(ABORT, 'what is executed never changes'); END;
CREATE TRIGGER contract_executions_sent_once BEFORE UPDATE OF chain_transaction_id ON contract_executions
WHEN OLD.chain_transaction_id IS NOT NULL AND NEW.chain_transaction_id IS NOT OLD.chain_transaction_id
BEGIN SELECT RAISE(ABORT, 'an execution is handed to the signer once'); END;
CREATE TRIGGER contract_executions_final BEFORE UPDATE ON contract_executions
WHEN OLD.status IN ('final', 'reverted', 'failed')
BEGIN SELECT RAISE(ABORT, 'an execution that has ended stays as it is'); END;
CREATE TRIGGER contract_executions_no_delete BEFORE DELETE ON contract_executions
BEGIN SELECT RAISE(ABORT, 'executions are never deleted'); END;
CREATE TRIGGER contract_executions_stay BEFORE INSERT ON contract_executions
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER hold_orders_stay BEFORE UPDATE ON hold_orders
WHEN OLD.done_at IS NOT NULL OR NEW.id <> OLD.id OR NEW.transaction_id <> OLD.transaction_id OR NEW.tenant_id <> OLD.tenant_id OR NEW.act <> OLD.act OR NEW.amount IS NOT OLD.amount OR NEW.actor <> OLD.actor OR NEW.request_hash <> OLD.request_hash
BEGIN SELECT RAISE(ABORT, 'an order is carried out once, as it was given'); END;
CREATE TRIGGER hold_orders_no_delete BEFORE DELETE ON hold_orders
BEGIN SELECT RAISE(ABORT, 'orders are never deleted'); END;
CREATE TRIGGER intent_steps_no_delete BEFORE DELETE ON intent_steps
BEGIN SELECT RAISE(ABORT, 'steps of an intent are only added'); END;
CREATE TRIGGER intent_steps_no_update BEFORE UPDATE ON intent_steps
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = (SELECT customer_id FROM intents WHERE id = OLD.intent_id))
BEGIN SELECT RAISE(ABORT, 'steps of an intent are only added'); END;
CREATE TRIGGER intents_status_edges BEFORE UPDATE OF status ON intents
WHEN NEW.status <> OLD.status AND NOT ((OLD.status = 'parsed' AND NEW.status IN ('requires_clarification', 'requires_confirmation', 'unsupported', 'refused')) OR (OLD.status = 'requires_confirmation' AND NEW.status IN ('confirmed', 'canceled', 'expired')) OR (OLD.status = 'confirmed' AND NEW.status IN ('executed', 'declined')))
BEGIN SELECT RAISE(ABORT, 'status change of an intent is not allowed'); END;
CREATE TRIGGER intents_keep_their_result BEFORE UPDATE OF transaction_id, schedule_id ON intents
WHEN (OLD.transaction_id IS NOT NULL AND NEW.transaction_id IS NOT OLD.transaction_id) OR (OLD.schedule_id IS NOT NULL AND NEW.schedule_id IS NOT OLD.schedule_id)
BEGIN SELECT RAISE(ABORT, 'an intent is carried out once'); END;
CREATE TRIGGER intents_no_delete BEFORE DELETE ON intents
BEGIN SELECT RAISE(ABORT, 'intents are never deleted'); END;
CREATE TRIGGER intents_of_the_erased BEFORE INSERT ON intents
WHEN EXISTS (SELECT 1 FROM customer_erasures WHERE customer_id = NEW.customer_id)
BEGIN SELECT RAISE(ABORT, 'an erased customer instructs nothing'); END;
CREATE TRIGGER intents_keep_their_terms BEFORE UPDATE OF id, tenant_id, customer_id, conversation_id, message, intent, reading,
      preview, operation, amount, currency, source_account_id, destination_account_id,
      expires_at, actor, created_at ON intents
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'what was read never changes'); END;
CREATE TRIGGER intents_stay BEFORE INSERT ON intents
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER engine_model_versions_no_update BEFORE UPDATE ON engine_model_versions
BEGIN SELECT RAISE(ABORT, 'a version of the engine never changes'); END;
CREATE TRIGGER engine_model_versions_no_delete BEFORE DELETE ON engine_model_versions
BEGIN SELECT RAISE(ABORT, 'versions of the engine are never deleted'); END;
CREATE TRIGGER engine_models_identity BEFORE UPDATE ON engine_models
WHEN (NEW.id, NEW.name, NEW.task, NEW.created_at) <> (OLD.id, OLD.name, OLD.task, OLD.created_at) OR (NEW.serving_version_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM engine_model_versions v WHERE v.id = NEW.serving_version_id AND v.model_id = NEW.id))
BEGIN SELECT RAISE(ABORT, 'a model of the engine runs a version of its own'); END;
CREATE TRIGGER engine_models_no_delete BEFORE DELETE ON engine_models
BEGIN SELECT RAISE(ABORT, 'models of the engine are never deleted'); END;
CREATE TRIGGER model_entries_in_order BEFORE INSERT ON model_entries
WHEN NEW.number <> 1 + (SELECT count(*) FROM model_entries e WHERE e.model_id = NEW.model_id) OR NOT EXISTS (SELECT 1 FROM inventory_models m WHERE m.id = NEW.model_id AND m.tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'an entry is the next one of its model'); END;
CREATE TRIGGER model_entries_no_update BEFORE UPDATE ON model_entries
BEGIN SELECT RAISE(ABORT, 'an entry of the inventory never changes'); END;
CREATE TRIGGER model_entries_no_delete BEFORE DELETE ON model_entries
BEGIN SELECT RAISE(ABORT, 'entries of the inventory are never deleted'); END;
CREATE TRIGGER model_entries_stay BEFORE INSERT ON model_entries
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER model_findings_born_open BEFORE INSERT ON model_findings
WHEN NEW.closed_at IS NOT NULL OR NOT EXISTS (SELECT 1 FROM inventory_models m WHERE m.id = NEW.model_id AND m.tenant_id = NEW.tenant_id) OR (NEW.version_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM inventory_versions v WHERE v.id = NEW.version_id AND v.model_id = NEW.model_id))
BEGIN SELECT RAISE(ABORT, 'a finding starts as open, about a model or a version of it'); END;
CREATE TRIGGER model_findings_close_once BEFORE UPDATE ON model_findings
WHEN OLD.closed_at IS NOT NULL OR NEW.closed_at IS NULL OR EXISTS (SELECT 1 FROM model_entries e WHERE e.model_id = NEW.model_id AND NEW.closed_by IN (e.owner, e.actor))
BEGIN SELECT RAISE(ABORT, 'a finding is closed once, by another person than the owner'); END;
CREATE TRIGGER model_findings_identity BEFORE UPDATE OF id, model_id, version_id, tenant_id, severity, finding, due_at, opened_by, created_at ON model_findings
BEGIN SELECT RAISE(ABORT, 'what was found never changes'); END;
CREATE TRIGGER model_findings_no_delete BEFORE DELETE ON model_findings
BEGIN SELECT RAISE(ABORT, 'findings are never deleted'); END;
CREATE TRIGGER model_findings_stay BEFORE INSERT ON model_findings
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER model_validations_by_another BEFORE INSERT ON model_validations
WHEN NOT EXISTS (SELECT 1 FROM inventory_versions v WHERE v.id = NEW.version_id AND v.model_id = NEW.model_id AND v.tenant_id = NEW.tenant_id AND v.actor <> NEW.validator) OR NOT EXISTS (SELECT 1 FROM model_entries e WHERE e.model_id = NEW.model_id) OR EXISTS (SELECT 1 FROM model_entries e WHERE e.model_id = NEW.model_id AND NEW.validator IN (e.owner, e.actor))
BEGIN SELECT RAISE(ABORT, 'a model is validated by another person than its owner'); END;
CREATE TRIGGER model_validations_no_update BEFORE UPDATE ON model_validations
BEGIN SELECT RAISE(ABORT, 'a validation never changes'); END;
CREATE TRIGGER model_validations_no_delete BEFORE DELETE ON model_validations
BEGIN SELECT RAISE(ABORT, 'validations are never deleted'); END;
CREATE TRIGGER model_validations_stay BEFORE INSERT ON model_validations
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER accounts_status_edges BEFORE UPDATE OF status ON accounts
WHEN NEW.status <> OLD.status AND NOT ((OLD.status = 'pending' AND NEW.status IN ('active', 'rejected', 'closed')) OR (OLD.status = 'active' AND NEW.status IN ('frozen', 'dormant', 'closed')) OR (OLD.status = 'frozen' AND NEW.status IN ('active', 'closed')) OR (OLD.status = 'dormant' AND NEW.status IN ('active', 'closed')))
BEGIN SELECT RAISE(ABORT, 'account status change is not allowed'); END;
CREATE TRIGGER accounts_identity BEFORE UPDATE OF id, tenant_id, kind, customer_id, currency ON accounts
BEGIN SELECT RAISE(ABORT, 'the identity of an account never changes'); END;
CREATE TRIGGER accounts_bound BEFORE UPDATE OF posted, pending_in, overdraft_limit, negative_allowed ON accounts
WHEN NEW.kind = 'customer' AND (NEW.posted + NEW.overdraft_limit + NEW.negative_allowed < 0 OR NEW.posted + NEW.pending_in + NEW.overdraft_limit > 9007199254740991)
BEGIN SELECT RAISE(ABORT, 'a customer account stays within its bounds'); END;
CREATE TRIGGER accounts_no_delete BEFORE DELETE ON accounts
BEGIN SELECT RAISE(ABORT, 'accounts are never deleted'); END;
CREATE TRIGGER accounts_closed_without_schedules BEFORE UPDATE OF status ON accounts
WHEN NEW.status = 'closed' AND OLD.status <> 'closed' AND ( EXISTS (SELECT 1 FROM schedules WHERE source_account_id = NEW.id AND status IN ('active', 'paused', 'suspended')) OR EXISTS (SELECT 1 FROM schedules WHERE destination_account_id = NEW.id AND status IN ('active', 'paused', 'suspended')))
BEGIN SELECT RAISE(ABORT, 'an account with a schedule is not closed'); END;
CREATE TRIGGER accounts_watched AFTER UPDATE OF posted, held, pending_in, overdraft_limit ON accounts
WHEN EXISTS (SELECT 1 FROM alerts WHERE account_id = NEW.id AND watches = 'balance' AND status = 'active')
BEGIN DELETE FROM alert_readings WHERE account_id = NEW.id AND watches = 'balance' AND event_row = (SELECT coalesce(max(row), 0) FROM events); INSERT INTO alert_readings (account_id, watches, balance_version, posted, held, pending_in, event_row, at) SELECT NEW.id, 'balance', NEW.version, NEW.posted, NEW.held, NEW.pending_in, coalesce(max(row), 0), NEW.updated_at FROM events; END;
CREATE TRIGGER accounts_keep_their_wallet BEFORE UPDATE OF wallet_id ON accounts
BEGIN SELECT RAISE(ABORT, 'an account never changes its wallet'); END;
CREATE TRIGGER accounts_of_a_wallet BEFORE INSERT ON accounts
WHEN NEW.wallet_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM wallets WHERE id = NEW.wallet_id AND tenant_id = NEW.tenant_id AND customer_id = NEW.customer_id)
BEGIN SELECT RAISE(ABORT, 'a wallet and its accounts have one owner'); END;
CREATE TRIGGER accounts_metadata_new AFTER INSERT ON accounts
WHEN NEW.metadata <> '{}'
BEGIN INSERT INTO metadata_terms SELECT NEW.tenant_id, 'account', m.key, CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END, NEW.id FROM json_each(NEW.metadata) m WHERE m.type IN ('text', 'integer', 'real', 'true', 'false') AND length(CAST(m.value AS TEXT)) <= 500; END;
CREATE TRIGGER accounts_metadata_changed AFTER UPDATE OF metadata ON accounts
WHEN NEW.metadata <> OLD.metadata
BEGIN DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = 'account'; INSERT INTO metadata_terms SELECT NEW.tenant_id, 'account', m.key, CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END, NEW.id FROM json_each(NEW.metadata) m WHERE m.type IN ('text', 'integer', 'real', 'true', 'false') AND length(CAST(m.value AS TEXT)) <= 500; END;
CREATE TRIGGER accounts_kinds BEFORE INSERT ON accounts
WHEN NEW.kind NOT IN ('customer', 'settlement', 'position', 'fee_income', 'write_off_loss', 'goodwill_expense', 'fee_waivers', 'corrections')
BEGIN SELECT RAISE(ABORT, 'no such kind of account'); END;
CREATE TRIGGER accounts_of_the_erased BEFORE INSERT ON accounts
WHEN NEW.customer_id IS NOT NULL AND EXISTS (SELECT 1 FROM customer_erasures WHERE customer_id = NEW.customer_id)
BEGIN SELECT RAISE(ABORT, 'an erased customer opens no account'); END;
CREATE TRIGGER accounts_stay BEFORE INSERT ON accounts
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER act_marks_no_update BEFORE UPDATE ON act_marks
BEGIN SELECT RAISE(ABORT, 'marks of acts are append-only'); END;
CREATE TRIGGER act_marks_no_delete BEFORE DELETE ON act_marks
BEGIN SELECT RAISE(ABORT, 'marks of acts are append-only'); END;
CREATE TRIGGER arrived_leaves_no_update BEFORE UPDATE ON arrived_leaves
BEGIN SELECT RAISE(ABORT, 'where a leaf came from never changes'); END;
CREATE TRIGGER arrived_leaves_no_delete BEFORE DELETE ON arrived_leaves
BEGIN SELECT RAISE(ABORT, 'where a leaf came from never changes'); END;
CREATE TRIGGER bank_no_update BEFORE UPDATE ON bank
BEGIN SELECT RAISE(ABORT, 'a ledger keeps its bank'); END;
CREATE TRIGGER bank_no_delete BEFORE DELETE ON bank
BEGIN SELECT RAISE(ABORT, 'a ledger keeps its bank'); END;
CREATE TRIGGER checkpoints_grow BEFORE INSERT ON checkpoints
WHEN NEW.tree_size <= (SELECT coalesce(max(tree_size), 0) FROM checkpoints) OR NEW.tree_size > (SELECT size FROM log_head) OR NEW.previous IS NOT (SELECT id FROM checkpoints ORDER BY tree_size DESC LIMIT 1)
BEGIN SELECT RAISE(ABORT, 'a checkpoint follows the one before it and signs what is there'); END;
CREATE TRIGGER checkpoints_no_update BEFORE UPDATE ON checkpoints
BEGIN SELECT RAISE(ABORT, 'what was signed never changes'); END;
CREATE TRIGGER checkpoints_no_delete BEFORE DELETE ON checkpoints
BEGIN SELECT RAISE(ABORT, 'what was signed never changes'); END;
CREATE TRIGGER clocks_in_the_sandbox_only BEFORE INSERT ON clocks
WHEN NOT EXISTS (SELECT 1 FROM environment WHERE name = 'sandbox')
BEGIN SELECT RAISE(ABORT, 'only the sandbox has test clocks'); END;
CREATE TRIGGER clocks_go_forward BEFORE UPDATE ON clocks
WHEN NEW.offset_ms < OLD.offset_ms OR NEW.stands_at < OLD.stands_at OR (OLD.target IS NOT NULL AND NEW.target IS NOT NULL AND NEW.target <> OLD.target)
BEGIN SELECT RAISE(ABORT, 'a clock only goes forward'); END;
CREATE TRIGGER clocks_no_delete BEFORE DELETE ON clocks
BEGIN SELECT RAISE(ABORT, 'a clock only goes forward'); END;
CREATE TRIGGER clocks_stay BEFORE INSERT ON clocks
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER customers_metadata_new AFTER INSERT ON customers
WHEN NEW.metadata <> '{}'
BEGIN INSERT INTO metadata_terms SELECT NEW.tenant_id, 'customer', m.key, CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END, NEW.id FROM json_each(NEW.metadata) m WHERE m.type IN ('text', 'integer', 'real', 'true', 'false') AND length(CAST(m.value AS TEXT)) <= 500; END;
CREATE TRIGGER customers_metadata_changed AFTER UPDATE OF metadata ON customers
WHEN NEW.metadata <> OLD.metadata
BEGIN DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = 'customer'; INSERT INTO metadata_terms SELECT NEW.tenant_id, 'customer', m.key, CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END, NEW.id FROM json_each(NEW.metadata) m WHERE m.type IN ('text', 'integer', 'real', 'true', 'false') AND length(CAST(m.value AS TEXT)) <= 500; END;
CREATE TRIGGER customers_erased BEFORE UPDATE ON customers
WHEN EXISTS (SELECT 1 FROM customer_erasures WHERE customer_id = OLD.id AND status = 'erased')
BEGIN SELECT RAISE(ABORT, 'an erased customer never changes'); END;
CREATE TRIGGER customers_stay BEFORE INSERT ON customers
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER decision_leaves_no_update BEFORE UPDATE ON decision_leaves
WHEN NEW.decision_id <> OLD.decision_id OR NEW.tenant_id <> OLD.tenant_id OR NEW.customer_id IS NOT OLD.customer_id OR NEW.ledger <> OLD.ledger OR NEW.leaf_index <> OLD.leaf_index OR NEW.recorded_at <> OLD.recorded_at OR (NEW.salt IS NOT NULL AND (NEW.salt IS NOT OLD.salt OR NEW.facts_sha256 IS NOT OLD.facts_sha256))
BEGIN SELECT RAISE(ABORT, 'the leaf of a decision is kept or erased, never changed'); END;
CREATE TRIGGER decision_leaves_no_delete BEFORE DELETE ON decision_leaves
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER departed_leaves_no_update BEFORE UPDATE ON departed_leaves
BEGIN SELECT RAISE(ABORT, 'what has left has left'); END;
CREATE TRIGGER departed_leaves_no_delete BEFORE DELETE ON departed_leaves
BEGIN SELECT RAISE(ABORT, 'what has left has left'); END;
CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER entries_watched AFTER INSERT ON entries
WHEN EXISTS (SELECT 1 FROM alerts WHERE account_id = NEW.account_id AND watches = 'entries' AND status = 'active')
BEGIN INSERT INTO alert_readings (account_id, watches, balance_version, posted, held, pending_in, event_row, direction, amount, transaction_id, at) SELECT id, 'entries', version, posted, held, pending_in, (SELECT coalesce(max(row), 0) FROM events), NEW.direction, NEW.amount, NEW.transaction_id, NEW.posted_at FROM accounts WHERE id = NEW.account_id; END;
CREATE TRIGGER events_no_update BEFORE UPDATE ON events
WHEN NEW.row <> OLD.row OR NEW.id <> OLD.id OR NEW.tenant_id <> OLD.tenant_id OR NEW.sequence <> OLD.sequence OR NEW.type <> OLD.type OR NEW.object_id <> OLD.object_id OR NEW.object_version <> OLD.object_version OR NEW.data <> '{"erased":true}' OR NEW.request_id IS NOT OLD.request_id OR NEW.idempotency_key IS NOT NULL OR NEW.created_at <> OLD.created_at
BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END;
CREATE TRIGGER events_erased_with_their_customer BEFORE UPDATE ON events
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND tenant_id = OLD.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END;
CREATE TRIGGER events_stay BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER events_no_delete BEFORE DELETE ON events
WHEN OLD.row > (SELECT coalesce(max(last_row), 0) FROM archives WHERE noun = 'events')
BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END;
CREATE TRIGGER hold_movements_no_update BEFORE UPDATE ON hold_movements
BEGIN SELECT RAISE(ABORT, 'hold movements are append-only'); END;
CREATE TRIGGER hold_movements_no_delete BEFORE DELETE ON hold_movements
BEGIN SELECT RAISE(ABORT, 'hold movements are append-only'); END;
CREATE TRIGGER holds_status_edges BEFORE UPDATE OF status ON holds
WHEN OLD.status <> 'active' AND NEW.status <> OLD.status
BEGIN SELECT RAISE(ABORT, 'a hold that is final stays final'); END;
CREATE TRIGGER holds_within_agreement BEFORE UPDATE OF captured_amount ON holds
WHEN NEW.captured_amount > NEW.amount AND NEW.captured_amount - NEW.amount > ( SELECT NEW.amount / 100 * overcapture_percent + NEW.amount % 100 * overcapture_percent / 100 FROM transactions WHERE id = NEW.transaction_id)
BEGIN SELECT RAISE(ABORT, 'a capture stays within what was agreed'); END;
CREATE TRIGGER holds_no_delete BEFORE DELETE ON holds
BEGIN SELECT RAISE(ABORT, 'holds are never deleted'); END;
CREATE TRIGGER holds_identity BEFORE UPDATE OF id, tenant_id, transaction_id, account_id, destination_account_id, currency, amount,
      created_at ON holds
BEGIN SELECT RAISE(ABORT, 'what a hold keeps never changes'); END;
CREATE TRIGGER holds_lose_their_end BEFORE UPDATE OF expires_at ON holds
WHEN NEW.expires_at IS NOT NULL OR OLD.status <> 'active' OR NOT EXISTS ( SELECT 1 FROM rail_payments WHERE transaction_id = OLD.transaction_id)
BEGIN SELECT RAISE(ABORT, 'what a hold keeps never changes'); END;
CREATE TRIGGER idempotency_keys_stay BEFORE INSERT ON idempotency_keys
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER leaf_erasures_no_update BEFORE UPDATE ON leaf_erasures
BEGIN SELECT RAISE(ABORT, 'an erasure is recorded once'); END;
CREATE TRIGGER leaf_erasures_no_delete BEFORE DELETE ON leaf_erasures
BEGIN SELECT RAISE(ABORT, 'an erasure is recorded once'); END;
CREATE TRIGGER leaf_salts_no_update BEFORE UPDATE ON leaf_salts
BEGIN SELECT RAISE(ABORT, 'a salt is kept or forgotten, never changed'); END;
CREATE TRIGGER leaf_salts_erased BEFORE DELETE ON leaf_salts
WHEN NOT EXISTS (SELECT 1 FROM leaf_erasures e WHERE e.leaf_index = OLD.leaf_index)
BEGIN SELECT RAISE(ABORT, 'a salt is forgotten by an erasure only'); END;
CREATE TRIGGER leaves_no_update BEFORE UPDATE ON leaves
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER leaves_no_delete BEFORE DELETE ON leaves
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER log_head_grows BEFORE UPDATE ON log_head
WHEN NEW.size <> OLD.size + 1 OR NEW.posted_at < OLD.posted_at
BEGIN SELECT RAISE(ABORT, 'the log grows by one and never goes back'); END;
CREATE TRIGGER log_head_no_delete BEFORE DELETE ON log_head
BEGIN SELECT RAISE(ABORT, 'the log grows by one and never goes back'); END;
CREATE TRIGGER log_keys_no_update BEFORE UPDATE ON log_keys
BEGIN SELECT RAISE(ABORT, 'a key that signed stays known'); END;
CREATE TRIGGER log_keys_no_delete BEFORE DELETE ON log_keys
BEGIN SELECT RAISE(ABORT, 'a key that signed stays known'); END;
CREATE TRIGGER log_nodes_no_update BEFORE UPDATE ON log_nodes
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER log_nodes_no_delete BEFORE DELETE ON log_nodes
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER losses_no_delete BEFORE DELETE ON losses
BEGIN SELECT RAISE(ABORT, 'what was lost stays known'); END;
CREATE TRIGGER lost_records_no_delete BEFORE DELETE ON lost_records
BEGIN SELECT RAISE(ABORT, 'what was lost stays known'); END;
CREATE TRIGGER risk_decisions_no_update BEFORE UPDATE ON risk_decisions
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'a decision about risk never changes'); END;
CREATE TRIGGER risk_decisions_stay BEFORE INSERT ON risk_decisions
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER risk_decisions_no_delete BEFORE DELETE ON risk_decisions
WHEN NOT EXISTS (SELECT 1 FROM transactions WHERE id = OLD.transaction_id AND archived_risk IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'decisions about risk are never deleted'); END;
CREATE TRIGGER timeline_no_update BEFORE UPDATE ON timeline
BEGIN SELECT RAISE(ABORT, 'the timeline is append-only'); END;
CREATE TRIGGER timeline_no_delete BEFORE DELETE ON timeline
WHEN OLD.version > coalesce((SELECT archived_version FROM transactions WHERE id = OLD.transaction_id), 0)
BEGIN SELECT RAISE(ABORT, 'the timeline is append-only'); END;
CREATE TRIGGER transactions_status_edges BEFORE UPDATE OF status ON transactions
WHEN NEW.status <> OLD.status AND NOT ( (OLD.status = 'pending' AND NEW.status <> 'reversed') OR (OLD.status = 'requires_confirmation' AND NEW.status IN ('pending', 'pending_approval', 'pending_review', 'declined', 'canceled', 'expired')) OR (OLD.status = 'pending_approval' AND NEW.status IN ('pending', 'declined', 'canceled', 'expired')) OR (OLD.status = 'pending_review' AND NEW.status IN ('pending', 'declined', 'canceled', 'expired')) OR (OLD.status = 'posted' AND NEW.status = 'reversed'))
BEGIN SELECT RAISE(ABORT, 'transaction status change is not allowed'); END;
CREATE TRIGGER transactions_booked_once BEFORE UPDATE OF ledger_sequence, posted_at, amount_posted ON transactions
WHEN OLD.ledger_sequence IS NOT NULL AND (NEW.ledger_sequence IS NOT OLD.ledger_sequence OR NEW.posted_at IS NOT OLD.posted_at OR NEW.amount_posted IS NOT OLD.amount_posted)
BEGIN SELECT RAISE(ABORT, 'a transaction is booked once'); END;
CREATE TRIGGER transactions_reversed_grows BEFORE UPDATE OF amount_reversed ON transactions
WHEN NEW.amount_reversed < OLD.amount_reversed
BEGIN SELECT RAISE(ABORT, 'what was reversed stays reversed'); END;
CREATE TRIGGER transactions_no_delete BEFORE DELETE ON transactions
BEGIN SELECT RAISE(ABORT, 'transactions are never deleted'); END;
CREATE TRIGGER transactions_keep_their_occurrence BEFORE UPDATE OF schedule_id, occurrence_id ON transactions
BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
CREATE TRIGGER transactions_keep_their_links BEFORE UPDATE OF linked_to, overcapture_percent ON transactions
BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
CREATE TRIGGER transactions_types BEFORE INSERT ON transactions
WHEN NEW.type NOT IN ('transfer', 'deposit', 'withdrawal', 'reversal', 'exchange', 'fee')
BEGIN SELECT RAISE(ABORT, 'no such type of transaction'); END;
CREATE TRIGGER transactions_keep_their_batch BEFORE UPDATE OF batch_id ON transactions
BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
CREATE TRIGGER transactions_keep_their_payment BEFORE UPDATE OF payment_id ON transactions
BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
CREATE TRIGGER transactions_keep_their_intent BEFORE UPDATE OF intent_id ON transactions
BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
CREATE TRIGGER transactions_value_date BEFORE UPDATE OF value_date ON transactions
WHEN NEW.value_date IS NOT OLD.value_date
BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
CREATE TRIGGER transactions_metadata_new AFTER INSERT ON transactions
WHEN NEW.metadata <> '{}'
BEGIN INSERT INTO metadata_terms SELECT NEW.tenant_id, 'transaction', m.key, CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END, NEW.id FROM json_each(NEW.metadata) m WHERE m.type IN ('text', 'integer', 'real', 'true', 'false') AND length(CAST(m.value AS TEXT)) <= 500; END;
CREATE TRIGGER transactions_identity BEFORE UPDATE OF id, tenant_id, type, amount, currency, source_account_id, destination_account_id,
      customer_id, capture, reversal_of, allow_negative, key_scope, idempotency_key,
      request_hash, request_id, actor, created_at ON transactions
BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
CREATE TRIGGER transactions_keep_their_texts BEFORE UPDATE OF reference, external_party, context ON transactions
WHEN (NEW.reference IS NOT NULL AND NEW.reference IS NOT OLD.reference) OR (NEW.external_party IS NOT NULL AND NEW.external_party IS NOT OLD.external_party) OR (NEW.context IS NOT NULL AND NEW.context IS NOT OLD.context)
BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
CREATE TRIGGER transactions_erased_with_their_customer BEFORE UPDATE OF reference, external_party, context ON transactions
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
CREATE TRIGGER transactions_archived_once BEFORE UPDATE OF archived_version ON transactions
WHEN NEW.archived_version IS NOT OLD.archived_version AND (OLD.archived_version IS NOT NULL OR NEW.archived_version > NEW.version)
BEGIN SELECT RAISE(ABORT, 'what is archived stays archived'); END;
CREATE TRIGGER transactions_archived_in_a_file BEFORE UPDATE OF archived_version ON transactions
WHEN NEW.archived_version IS NOT OLD.archived_version AND NOT EXISTS (SELECT 1 FROM archives WHERE noun = 'timeline' AND deleted_row < last_row AND NEW.id BETWEEN first_id AND last_id)
BEGIN SELECT RAISE(ABORT, 'no archive has the steps'); END;
CREATE TRIGGER transactions_risk_archived_once BEFORE UPDATE OF archived_risk ON transactions
WHEN NEW.archived_risk IS NOT OLD.archived_risk AND OLD.archived_risk IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'what is archived stays archived'); END;
CREATE TRIGGER transactions_risk_archived_in_a_file BEFORE UPDATE OF archived_risk ON transactions
WHEN NEW.archived_risk IS NOT OLD.archived_risk AND NOT EXISTS (SELECT 1 FROM archives WHERE noun = 'decisions' AND deleted_row < last_row AND NEW.id BETWEEN first_id AND last_id)
BEGIN SELECT RAISE(ABORT, 'no archive has the decision'); END;
CREATE TRIGGER transactions_metadata_changed AFTER UPDATE OF current_metadata ON transactions
WHEN NEW.current_metadata IS NOT OLD.current_metadata
BEGIN DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = 'transaction'; INSERT INTO metadata_terms SELECT NEW.tenant_id, 'transaction', m.key, CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END, NEW.id FROM json_each(coalesce(NEW.current_metadata, NEW.metadata)) m WHERE m.type IN ('text', 'integer', 'real', 'true', 'false') AND length(CAST(m.value AS TEXT)) <= 500; END;
CREATE TRIGGER transactions_born_accepted_or_posted BEFORE INSERT ON transactions
WHEN NOT ((NEW.status = 'pending' AND NEW.stage = 'accepted') OR (NEW.status = 'posted' AND NEW.stage = 'done' AND NEW.version = 2 AND NEW.amount_reversed = 0))
BEGIN SELECT RAISE(ABORT, 'a transaction starts as pending, accepted, or as posted'); END;
CREATE TRIGGER webhook_endpoints_identity BEFORE UPDATE OF id, tenant_id, created_at ON webhook_endpoints
BEGIN SELECT RAISE(ABORT, 'the identity of an endpoint never changes'); END;
CREATE TRIGGER webhook_endpoints_removed BEFORE UPDATE ON webhook_endpoints
WHEN OLD.removed_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an endpoint that was removed stays so'); END;
CREATE TRIGGER webhook_endpoints_versions BEFORE UPDATE ON webhook_endpoints
WHEN NEW.version <> OLD.version + 1 OR NEW.secret_number < OLD.secret_number
BEGIN SELECT RAISE(ABORT, 'each change of an endpoint is one version'); END;
CREATE TRIGGER webhook_endpoints_no_delete BEFORE DELETE ON webhook_endpoints
BEGIN SELECT RAISE(ABORT, 'endpoints are removed by their date, for their deliveries'); END;
CREATE TRIGGER webhook_endpoints_metadata_new AFTER INSERT ON webhook_endpoints
WHEN NEW.metadata <> '{}'
BEGIN INSERT INTO metadata_terms SELECT NEW.tenant_id, 'webhook_endpoint', m.key, CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END, NEW.id FROM json_each(NEW.metadata) m WHERE m.type IN ('text', 'integer', 'real', 'true', 'false') AND length(CAST(m.value AS TEXT)) <= 500; END;
CREATE TRIGGER webhook_endpoints_metadata_changed AFTER UPDATE OF metadata ON webhook_endpoints
WHEN NEW.metadata <> OLD.metadata
BEGIN DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = 'webhook_endpoint'; INSERT INTO metadata_terms SELECT NEW.tenant_id, 'webhook_endpoint', m.key, CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END, NEW.id FROM json_each(NEW.metadata) m WHERE m.type IN ('text', 'integer', 'real', 'true', 'false') AND length(CAST(m.value AS TEXT)) <= 500; END;
CREATE TRIGGER webhook_endpoints_stay BEFORE INSERT ON webhook_endpoints
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER mailboxes_made AFTER INSERT ON webhook_endpoints
BEGIN INSERT INTO mailboxes (endpoint_id, born_row, changed_row) SELECT NEW.id, coalesce(max(row), 0), coalesce(max(row), 0) FROM events; END;
CREATE TRIGGER mailboxes_changed AFTER UPDATE ON webhook_endpoints
WHEN NEW.events <> OLD.events OR NEW.status <> OLD.status
BEGIN UPDATE mailboxes SET changed_row = (SELECT coalesce(max(row), 0) FROM events) WHERE endpoint_id = NEW.id; END;
CREATE TRIGGER mailboxes_mended AFTER UPDATE ON webhook_endpoints
WHEN NEW.status = 'enabled' AND OLD.status <> 'enabled'
BEGIN UPDATE mailboxes SET failures_in_row = 0, failing_since = NULL WHERE endpoint_id = NEW.id; END;
CREATE TRIGGER kyc_assessments_born_checking BEFORE INSERT ON kyc_assessments
WHEN NEW.status <> 'pending' OR NEW.stage <> 'checking'
BEGIN SELECT RAISE(ABORT, 'an assessment starts with its checks'); END;
CREATE TRIGGER kyc_assessments_no_delete BEFORE DELETE ON kyc_assessments
BEGIN SELECT RAISE(ABORT, 'assessments are never deleted'); END;
CREATE TRIGGER kyc_assessments_metadata_new AFTER INSERT ON kyc_assessments
WHEN NEW.metadata <> '{}'
BEGIN INSERT INTO metadata_terms SELECT NEW.tenant_id, 'kyc_assessment', m.key, CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END, NEW.id FROM json_each(NEW.metadata) m WHERE m.type IN ('text', 'integer', 'real', 'true', 'false') AND length(CAST(m.value AS TEXT)) <= 500; END;
CREATE TRIGGER kyc_assessments_metadata_changed AFTER UPDATE OF metadata ON kyc_assessments
WHEN NEW.metadata <> OLD.metadata
BEGIN DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = 'kyc_assessment'; INSERT INTO metadata_terms SELECT NEW.tenant_id, 'kyc_assessment', m.key, CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END, NEW.id FROM json_each(NEW.metadata) m WHERE m.type IN ('text', 'integer', 'real', 'true', 'false') AND length(CAST(m.value AS TEXT)) <= 500; END;
CREATE TRIGGER kyc_assessments_occasion BEFORE UPDATE OF occasion ON kyc_assessments
BEGIN SELECT RAISE(ABORT, 'what was asked never changes'); END;
CREATE TRIGGER kyc_assessments_of_the_erased BEFORE INSERT ON kyc_assessments
WHEN EXISTS (SELECT 1 FROM customer_erasures WHERE customer_id = NEW.customer_id)
BEGIN SELECT RAISE(ABORT, 'an erased customer is not assessed'); END;
CREATE TRIGGER kyc_assessments_over BEFORE UPDATE ON kyc_assessments
WHEN (OLD.status <> 'pending') AND NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'what is over never changes'); END;
CREATE TRIGGER kyc_assessments_identity BEFORE UPDATE OF id, tenant_id, customer_id, level, subject, identity_mac, kyc_before,
      metadata, request_id, actor, created_at ON kyc_assessments
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'what was asked never changes'); END;
CREATE TRIGGER kyc_assessments_stay BEFORE INSERT ON kyc_assessments
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER kyc_documents_no_delete BEFORE DELETE ON kyc_documents
BEGIN SELECT RAISE(ABORT, 'documents are never deleted'); END;
CREATE TRIGGER kyc_documents_identity BEFORE UPDATE OF id, assessment_id, tenant_id, customer_id, type, country, number_mac,
      number_last4, expires_on, file_id, actor, created_at ON kyc_documents
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'what was handed in never changes'); END;
CREATE TRIGGER kyc_documents_mrz BEFORE UPDATE OF sealed_mrz ON kyc_documents
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'what was handed in never changes'); END;
CREATE TRIGGER kyc_documents_issued BEFORE UPDATE OF issued_on ON kyc_documents
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'what was handed in never changes'); END;
CREATE TRIGGER kyc_documents_stay BEFORE INSERT ON kyc_documents
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER kyc_files_identity BEFORE UPDATE OF id, tenant_id, width, height, bytes, sealed_sha256, pixel_mac, findings,
      sealed_barcodes, actor, created_at ON kyc_files
BEGIN SELECT RAISE(ABORT, 'what was handed in never changes'); END;
CREATE TRIGGER kyc_files_taken BEFORE UPDATE ON kyc_files
WHEN OLD.customer_id IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a document keeps its file'); END;
CREATE TRIGGER kyc_files_no_delete BEFORE DELETE ON kyc_files
WHEN (OLD.customer_id IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'a document keeps its file'); END;
CREATE TRIGGER kyc_files_stay BEFORE INSERT ON kyc_files
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER approvals_decided_once BEFORE UPDATE ON approvals
WHEN OLD.status <> 'requested' OR NEW.id <> OLD.id OR NEW.transaction_id <> OLD.transaction_id OR NEW.tenant_id <> OLD.tenant_id OR NEW.created_at <> OLD.created_at
BEGIN SELECT RAISE(ABORT, 'an approval is decided once'); END;
CREATE TRIGGER approvals_four_eyes BEFORE UPDATE OF decided_by ON approvals
WHEN NEW.decided_by = (SELECT actor FROM transactions WHERE id = OLD.transaction_id)
BEGIN SELECT RAISE(ABORT, 'nobody approves a transaction of their own'); END;
CREATE TRIGGER approvals_no_delete BEFORE DELETE ON approvals
BEGIN SELECT RAISE(ABORT, 'approvals are never deleted'); END;
CREATE TRIGGER approvals_stay BEFORE INSERT ON approvals
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER limit_terms_no_update BEFORE UPDATE ON limit_terms
BEGIN SELECT RAISE(ABORT, 'limits are replaced by a new version'); END;
CREATE TRIGGER limit_terms_no_delete BEFORE DELETE ON limit_terms
BEGIN SELECT RAISE(ABORT, 'limits are replaced by a new version'); END;
CREATE TRIGGER limit_terms_stay BEFORE INSERT ON limit_terms
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER limit_usage_no_delete BEFORE DELETE ON limit_usage
BEGIN SELECT RAISE(ABORT, 'usage is never deleted'); END;
CREATE TRIGGER mails_stay BEFORE INSERT ON mails
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER mfa_factors_no_step_back BEFORE UPDATE ON mfa_factors
WHEN NEW.last_step < OLD.last_step AND NEW.id = OLD.id
BEGIN SELECT RAISE(ABORT, 'a code is taken once'); END;
CREATE TRIGGER mfa_factors_no_delete BEFORE DELETE ON mfa_factors
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'a factor is disabled, never deleted'); END;
CREATE TRIGGER mfa_factors_stay BEFORE INSERT ON mfa_factors
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER mfa_recovery_codes_once BEFORE UPDATE ON mfa_recovery_codes
WHEN OLD.used_at IS NOT NULL OR NEW.factor_id <> OLD.factor_id OR NEW.recovery_set <> OLD.recovery_set OR NEW.code_hash <> OLD.code_hash
BEGIN SELECT RAISE(ABORT, 'a recovery code is used once'); END;
CREATE TRIGGER mfa_recovery_codes_no_delete BEFORE DELETE ON mfa_recovery_codes
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = (SELECT customer_id FROM mfa_factors WHERE id = OLD.factor_id))
BEGIN SELECT RAISE(ABORT, 'recovery codes are never deleted'); END;
CREATE TRIGGER step_ups_confirmed_once BEFORE UPDATE ON step_ups
WHEN OLD.status <> 'requested' OR NEW.transaction_id <> OLD.transaction_id OR NEW.tenant_id <> OLD.tenant_id OR NEW.customer_id <> OLD.customer_id OR NEW.created_at <> OLD.created_at OR NEW.hold_expires_at IS NOT OLD.hold_expires_at
BEGIN SELECT RAISE(ABORT, 'a transaction is confirmed once'); END;
CREATE TRIGGER step_ups_no_delete BEFORE DELETE ON step_ups
BEGIN SELECT RAISE(ABORT, 'confirmations are never deleted'); END;
CREATE TRIGGER step_ups_stay BEFORE INSERT ON step_ups
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER model_alarms_born_open BEFORE INSERT ON model_alarms
WHEN NEW.closed_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an alarm starts as open'); END;
CREATE TRIGGER model_alarms_close_once BEFORE UPDATE ON model_alarms
WHEN OLD.closed_at IS NOT NULL OR NEW.closed_at IS NULL
BEGIN SELECT RAISE(ABORT, 'an alarm is closed once'); END;
CREATE TRIGGER model_alarms_identity BEFORE UPDATE OF id, tenant_id, version_id, kind, value, low, high, bound, rows, created_at ON model_alarms
BEGIN SELECT RAISE(ABORT, 'what was seen never changes'); END;
CREATE TRIGGER model_alarms_no_delete BEFORE DELETE ON model_alarms
BEGIN SELECT RAISE(ABORT, 'alarms are never deleted'); END;
CREATE TRIGGER model_alarms_stay BEFORE INSERT ON model_alarms
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER model_aliases_stay_in_the_model BEFORE INSERT ON model_aliases
WHEN NOT EXISTS (SELECT 1 FROM model_versions v WHERE v.id = NEW.version_id AND v.model_id = NEW.model_id)
BEGIN SELECT RAISE(ABORT, 'an alias names a version of its own model'); END;
CREATE TRIGGER model_aliases_move_in_the_model BEFORE UPDATE ON model_aliases
WHEN NEW.model_id <> OLD.model_id OR NEW.alias <> OLD.alias OR NOT EXISTS ( SELECT 1 FROM model_versions v WHERE v.id = NEW.version_id AND v.model_id = NEW.model_id)
BEGIN SELECT RAISE(ABORT, 'an alias names a version of its own model'); END;
CREATE TRIGGER model_versions_born_candidate BEFORE INSERT ON model_versions
WHEN NEW.version <> 1 OR NEW.stage <> 'candidate' OR NOT EXISTS (SELECT 1 FROM models m WHERE m.id = NEW.model_id AND m.tenant_id = NEW.tenant_id AND m.name = NEW.name AND m.task = NEW.task)
BEGIN SELECT RAISE(ABORT, 'a version starts as a candidate of its model'); END;
CREATE TRIGGER model_versions_approval_edges BEFORE UPDATE OF approval_status ON model_versions
WHEN NEW.approval_status <> OLD.approval_status AND OLD.approval_status <> 'pending_approval'
BEGIN SELECT RAISE(ABORT, 'an approval is decided once'); END;
CREATE TRIGGER model_versions_identity BEFORE UPDATE OF id, model_id, tenant_id, name, task, label, source, artifact_sha256, artifact_bytes,
      card, checks, actor, created_at ON model_versions
BEGIN SELECT RAISE(ABORT, 'a version of a model never changes'); END;
CREATE TRIGGER model_versions_no_delete BEFORE DELETE ON model_versions
BEGIN SELECT RAISE(ABORT, 'versions of models are never deleted'); END;
CREATE TRIGGER model_versions_stage_edges BEFORE UPDATE OF stage ON model_versions
WHEN NEW.stage <> OLD.stage AND NOT ( (OLD.stage = 'candidate' AND NEW.stage IN ('shadow', 'canary', 'production', 'archived')) OR (OLD.stage = 'shadow' AND NEW.stage IN ('candidate', 'canary', 'production', 'rolled_back')) OR (OLD.stage = 'canary' AND NEW.stage IN ('candidate', 'production', 'rolled_back')) OR (OLD.stage = 'production' AND NEW.stage IN ('archived', 'rolled_back')) OR (OLD.stage = 'rolled_back' AND NEW.stage = 'archived') OR (OLD.stage = 'archived' AND NEW.stage = 'production'))
BEGIN SELECT RAISE(ABORT, 'model stage change is not allowed'); END;
CREATE TRIGGER model_versions_archived_expiry BEFORE UPDATE OF expires_at ON model_versions
WHEN NEW.expires_at IS NOT OLD.expires_at AND OLD.stage = 'archived'
BEGIN SELECT RAISE(ABORT, 'a version that was put away has no other end'); END;
CREATE TRIGGER model_versions_stay BEFORE INSERT ON model_versions
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER model_versions_waivers_stay BEFORE UPDATE OF waivers ON model_versions
WHEN substr(NEW.waivers, 1, length(OLD.waivers) - 1) <> substr(OLD.waivers, 1, length(OLD.waivers) - 1)
BEGIN SELECT RAISE(ABORT, 'a waiver is never taken back'); END;
CREATE TRIGGER models_no_update BEFORE UPDATE ON models
BEGIN SELECT RAISE(ABORT, 'a model never changes'); END;
CREATE TRIGGER models_no_delete BEFORE DELETE ON models
BEGIN SELECT RAISE(ABORT, 'models are never deleted'); END;
CREATE TRIGGER models_stay BEFORE INSERT ON models
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER overdraft_fees_status_edges BEFORE UPDATE OF status ON overdraft_fees
WHEN NOT ((OLD.status = 'pending' AND NEW.status IN ('waived', 'capped', 'billed')) OR (OLD.status = 'billed' AND NEW.status IN ('charged', 'uncollected')))
BEGIN SELECT RAISE(ABORT, 'a fee that is decided stays decided'); END;
CREATE TRIGGER overdraft_fees_identity BEFORE UPDATE OF transaction_id, account_id, tenant_id, amount, grace_amount, max_per_day, drawn_at,
      due_at, created_at ON overdraft_fees
BEGIN SELECT RAISE(ABORT, 'the terms of a fee never change'); END;
CREATE TRIGGER overdraft_fees_charged_once BEFORE UPDATE OF fee_transaction_id ON overdraft_fees
WHEN OLD.fee_transaction_id IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a fee is charged once'); END;
CREATE TRIGGER overdraft_fees_no_delete BEFORE DELETE ON overdraft_fees
BEGIN SELECT RAISE(ABORT, 'fees are never deleted'); END;
CREATE TRIGGER overdraft_fees_stay BEFORE INSERT ON overdraft_fees
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER overdrafts_identity BEFORE UPDATE OF account_id, id, tenant_id, created_at ON overdrafts
BEGIN SELECT RAISE(ABORT, 'the identity of an overdraft never changes'); END;
CREATE TRIGGER overdrafts_no_delete BEFORE DELETE ON overdrafts
BEGIN SELECT RAISE(ABORT, 'overdrafts are never deleted'); END;
CREATE TRIGGER overdrafts_stay BEFORE INSERT ON overdrafts
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER passkey_challenges_once BEFORE UPDATE ON passkey_challenges
WHEN (OLD.answered_at IS NOT NULL AND NEW.answered_at IS NOT OLD.answered_at) OR OLD.spent_at IS NOT NULL OR (NEW.id, NEW.tenant_id, NEW.ceremony, NEW.challenge, NEW.expires_at) <> (OLD.id, OLD.tenant_id, OLD.ceremony, OLD.challenge, OLD.expires_at) OR NEW.customer_id IS NOT OLD.customer_id OR NEW.subject IS NOT OLD.subject
BEGIN SELECT RAISE(ABORT, 'a challenge is answered once'); END;
CREATE TRIGGER passkey_challenges_stay BEFORE INSERT ON passkey_challenges
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER passkeys_only_go_on BEFORE UPDATE ON passkeys
WHEN NEW.counter < OLD.counter OR OLD.status = 'removed' OR (NEW.id, NEW.tenant_id, NEW.customer_id, NEW.credential_id, NEW.public_key, NEW.created_at) <> (OLD.id, OLD.tenant_id, OLD.customer_id, OLD.credential_id, OLD.public_key, OLD.created_at)
BEGIN SELECT RAISE(ABORT, 'a passkey stays what it is, and its counter never goes back'); END;
CREATE TRIGGER passkeys_no_delete BEFORE DELETE ON passkeys
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'a passkey is removed, never deleted'); END;
CREATE TRIGGER passkeys_stay BEFORE INSERT ON passkeys
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER rail_payments_born_queued BEFORE INSERT ON rail_payments
WHEN NEW.status <> 'queued' OR NEW.version <> 1
BEGIN SELECT RAISE(ABORT, 'a payment on a network starts as queued'); END;
CREATE TRIGGER rail_payments_simulated_in_the_sandbox BEFORE UPDATE OF simulated_news ON rail_payments
WHEN NEW.simulated_news IS NOT NULL AND (SELECT name FROM environment) IS NOT 'sandbox'
BEGIN SELECT RAISE(ABORT, 'only the sandbox simulates'); END;
CREATE TRIGGER rail_payments_status_edges BEFORE UPDATE OF status ON rail_payments
WHEN NEW.status <> OLD.status AND NOT ((OLD.status = 'queued' AND NEW.status IN ('submitting', 'canceled')) OR (OLD.status = 'submitting' AND NEW.status IN ('submitted', 'rejected')) OR (OLD.status = 'submitted' AND NEW.status IN ('settled', 'returned')) OR (OLD.status = 'settled' AND NEW.status = 'returned'))
BEGIN SELECT RAISE(ABORT, 'rail payment status change is not allowed'); END;
CREATE TRIGGER rail_payments_identity BEFORE UPDATE OF transaction_id, tenant_id, rail, direction, amount, created_at ON rail_payments
BEGIN SELECT RAISE(ABORT, 'what was handed to a network never changes'); END;
CREATE TRIGGER rail_payments_no_delete BEFORE DELETE ON rail_payments
BEGIN SELECT RAISE(ABORT, 'payments on a network are never deleted'); END;
CREATE TRIGGER risk_reviews_born_open BEFORE INSERT ON risk_reviews
WHEN NEW.status <> 'open'
BEGIN SELECT RAISE(ABORT, 'a review starts open'); END;
CREATE TRIGGER risk_reviews_four_eyes BEFORE UPDATE OF decided_by ON risk_reviews
WHEN NEW.decided_by = (SELECT actor FROM transactions WHERE id = OLD.transaction_id)
BEGIN SELECT RAISE(ABORT, 'nobody reviews a transaction of their own'); END;
CREATE TRIGGER risk_reviews_no_delete BEFORE DELETE ON risk_reviews
BEGIN SELECT RAISE(ABORT, 'reviews are never deleted'); END;
CREATE TRIGGER risk_reviews_decided_once BEFORE UPDATE ON risk_reviews
WHEN (OLD.status <> 'open' OR NEW.id <> OLD.id OR NEW.kind <> OLD.kind OR NEW.decision_id <> OLD.decision_id OR NEW.transaction_id <> OLD.transaction_id OR NEW.tenant_id <> OLD.tenant_id OR NEW.account_id <> OLD.account_id OR NEW.created_at <> OLD.created_at) AND NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = (SELECT customer_id FROM transactions WHERE id = OLD.transaction_id))
BEGIN SELECT RAISE(ABORT, 'a review is decided once'); END;
CREATE TRIGGER risk_reviews_stay BEFORE INSERT ON risk_reviews
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER environment_no_update BEFORE UPDATE ON environment
BEGIN SELECT RAISE(ABORT, 'a ledger never changes its environment'); END;
CREATE TRIGGER environment_no_delete BEFORE DELETE ON environment
BEGIN SELECT RAISE(ABORT, 'a ledger never changes its environment'); END;
CREATE TRIGGER occurrences_born_scheduled BEFORE INSERT ON occurrences
WHEN NEW.status NOT IN ('scheduled', 'skipped')
BEGIN SELECT RAISE(ABORT, 'an occurrence starts as scheduled, or is left out'); END;
CREATE TRIGGER occurrences_identity BEFORE UPDATE OF id, tenant_id, schedule_id, created_at ON occurrences
BEGIN SELECT RAISE(ABORT, 'the identity of an occurrence never changes'); END;
CREATE TRIGGER occurrences_keep_their_date BEFORE UPDATE OF local_date, nominal_date, due_at ON occurrences
WHEN (OLD.status <> 'scheduled' OR NEW.status <> 'scheduled') AND (NEW.local_date <> OLD.local_date OR NEW.nominal_date <> OLD.nominal_date OR NEW.due_at <> OLD.due_at)
BEGIN SELECT RAISE(ABORT, 'an occurrence that has begun keeps its date'); END;
CREATE TRIGGER occurrences_no_delete BEFORE DELETE ON occurrences
BEGIN SELECT RAISE(ABORT, 'occurrences are never deleted'); END;
CREATE TRIGGER occurrences_stay BEFORE INSERT ON occurrences
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER occurrences_status_edges BEFORE UPDATE OF status ON occurrences
WHEN NEW.status <> OLD.status AND NOT ((OLD.status = 'scheduled' AND NEW.status IN ('processing', 'skipped', 'canceled')) OR (OLD.status = 'processing' AND NEW.status IN ('posted', 'retrying', 'failed')) OR (OLD.status = 'retrying' AND NEW.status IN ('posted', 'failed')) OR (OLD.status = 'posted' AND NEW.status = 'failed'))
BEGIN SELECT RAISE(ABORT, 'occurrence status change is not allowed'); END;
CREATE TRIGGER schedules_born_active BEFORE INSERT ON schedules
WHEN NEW.status <> 'active'
BEGIN SELECT RAISE(ABORT, 'a schedule starts as active'); END;
CREATE TRIGGER schedules_status_edges BEFORE UPDATE OF status ON schedules
WHEN NEW.status <> OLD.status AND NOT ((OLD.status = 'active' AND NEW.status IN ('paused', 'suspended', 'completed', 'canceled')) OR (OLD.status = 'paused' AND NEW.status IN ('active', 'canceled')) OR (OLD.status = 'suspended' AND NEW.status IN ('active', 'canceled')))
BEGIN SELECT RAISE(ABORT, 'schedule status change is not allowed'); END;
CREATE TRIGGER schedules_complete_at_the_end BEFORE UPDATE OF status ON schedules
WHEN NEW.status = 'completed' AND EXISTS (SELECT 1 FROM occurrences WHERE schedule_id = NEW.id AND status IN ('scheduled', 'processing', 'retrying'))
BEGIN SELECT RAISE(ABORT, 'a schedule completes after its last occurrence is final'); END;
CREATE TRIGGER schedules_identity BEFORE UPDATE OF id, tenant_id, created_at ON schedules
BEGIN SELECT RAISE(ABORT, 'the identity of a schedule never changes'); END;
CREATE TRIGGER schedules_final BEFORE UPDATE OF source_account_id, destination_account_id, currency, amount_type, amount,
      start_date, local_time_ms, timezone, recurrence ON schedules
WHEN OLD.status IN ('completed', 'canceled') AND ( NEW.source_account_id <> OLD.source_account_id OR NEW.destination_account_id <> OLD.destination_account_id OR NEW.currency <> OLD.currency OR NEW.amount_type <> OLD.amount_type OR NEW.amount IS NOT OLD.amount OR NEW.start_date <> OLD.start_date OR NEW.local_time_ms <> OLD.local_time_ms OR NEW.timezone <> OLD.timezone OR NEW.recurrence <> OLD.recurrence)
BEGIN SELECT RAISE(ABORT, 'the terms of a schedule that has ended never change'); END;
CREATE TRIGGER schedules_no_delete BEFORE DELETE ON schedules
BEGIN SELECT RAISE(ABORT, 'schedules are never deleted'); END;
CREATE TRIGGER schedules_metadata_new AFTER INSERT ON schedules
WHEN NEW.metadata <> '{}'
BEGIN INSERT INTO metadata_terms SELECT NEW.tenant_id, 'schedule', m.key, CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END, NEW.id FROM json_each(NEW.metadata) m WHERE m.type IN ('text', 'integer', 'real', 'true', 'false') AND length(CAST(m.value AS TEXT)) <= 500; END;
CREATE TRIGGER schedules_metadata_changed AFTER UPDATE OF metadata ON schedules
WHEN NEW.metadata <> OLD.metadata
BEGIN DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = 'schedule'; INSERT INTO metadata_terms SELECT NEW.tenant_id, 'schedule', m.key, CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END, NEW.id FROM json_each(NEW.metadata) m WHERE m.type IN ('text', 'integer', 'real', 'true', 'false') AND length(CAST(m.value AS TEXT)) <= 500; END;
CREATE TRIGGER schedules_stay BEFORE INSERT ON schedules
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER schedules_payee_final BEFORE UPDATE OF external_party ON schedules
WHEN OLD.status IN ('completed', 'canceled') AND NEW.external_party IS NOT NULL AND NEW.external_party IS NOT OLD.external_party
BEGIN SELECT RAISE(ABORT, 'the terms of a schedule that has ended never change'); END;
CREATE TRIGGER model_scorings_born_queued BEFORE INSERT ON model_scorings
WHEN NEW.status <> 'queued' OR NEW.version <> 1 OR NOT EXISTS (SELECT 1 FROM model_versions v WHERE v.id = NEW.version_id AND v.model_id = NEW.model_id)
BEGIN SELECT RAISE(ABORT, 'a scoring starts as queued, of a version'); END;
CREATE TRIGGER model_scorings_status_edges BEFORE UPDATE ON model_scorings
WHEN (OLD.status IN ('succeeded', 'failed') AND NEW.result_removed_at IS OLD.result_removed_at) OR (OLD.status IN ('succeeded', 'failed') AND NEW.status <> OLD.status) OR (OLD.status = 'running' AND NEW.status = 'queued') OR (OLD.status = 'queued' AND NEW.status = 'succeeded')
BEGIN SELECT RAISE(ABORT, 'a scoring only goes forward'); END;
CREATE TRIGGER model_scorings_identity BEFORE UPDATE OF id, tenant_id, kind, model_id, version_id, champion_version_id, request, source,
      dataset_sha256, request_id, actor, created_at ON model_scorings
BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
CREATE TRIGGER model_scorings_no_delete BEFORE DELETE ON model_scorings
BEGIN SELECT RAISE(ABORT, 'scorings are never deleted'); END;
CREATE TRIGGER model_scorings_stay BEFORE INSERT ON model_scorings
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER relied_lists_stay BEFORE UPDATE OF id, approval_id, list, list_as_of, requested_by, agreed_by, reason,
      created_at, until ON relied_lists
BEGIN SELECT RAISE(ABORT, 'what was agreed on never changes'); END;
CREATE TRIGGER relied_lists_withdrawn_once BEFORE UPDATE ON relied_lists
WHEN OLD.withdrawn_by IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'it is withdrawn once'); END;
CREATE TRIGGER relied_lists_no_delete BEFORE DELETE ON relied_lists
BEGIN SELECT RAISE(ABORT, 'it is never deleted'); END;
CREATE TRIGGER screening_clearances_stay BEFORE UPDATE OF id, approval_id, hit_id, counterparty, list, entity_id, entry_version,
      requested_by, agreed_by, reason, created_at, expires_at ON screening_clearances
BEGIN SELECT RAISE(ABORT, 'what was agreed on never changes'); END;
CREATE TRIGGER screening_clearances_withdrawn_once BEFORE UPDATE ON screening_clearances
WHEN OLD.withdrawn_by IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a clearance is withdrawn once'); END;
CREATE TRIGGER screening_clearances_no_delete BEFORE DELETE ON screening_clearances
BEGIN SELECT RAISE(ABORT, 'clearances are never deleted'); END;
CREATE TRIGGER rescreenings_go_on BEFORE UPDATE ON rescreenings
WHEN OLD.finished_at IS NOT NULL OR NEW.number <> OLD.number OR NEW.lists <> OLD.lists OR NEW.started_at <> OLD.started_at OR NEW.names < OLD.names OR NEW.hits < OLD.hits OR (NEW.stage = 'customers' AND OLD.stage = 'parties') OR (NEW.stage = OLD.stage AND NEW.after_id < OLD.after_id)
BEGIN SELECT RAISE(ABORT, 'a round goes on until it is over, and never back'); END;
CREATE TRIGGER rescreenings_no_delete BEFORE DELETE ON rescreenings
BEGIN SELECT RAISE(ABORT, 'rounds are never deleted'); END;
CREATE TRIGGER screening_hits_born_pending BEFORE INSERT ON screening_hits
WHEN NEW.status <> 'pending'
BEGIN SELECT RAISE(ABORT, 'a hit starts as pending'); END;
CREATE TRIGGER screening_hits_no_delete BEFORE DELETE ON screening_hits
BEGIN SELECT RAISE(ABORT, 'hits are never deleted'); END;
CREATE TRIGGER screening_hits_decided_once BEFORE UPDATE ON screening_hits
WHEN (OLD.status <> 'pending') AND NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'a hit is decided once'); END;
CREATE TRIGGER screening_hits_identity BEFORE UPDATE OF id, tenant_id, customer_id, subject, transaction_id, screened_name, list,
      list_as_of, entity_id, entity_type, name, matched_name, score, features, programs,
      created_at ON screening_hits
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id = OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'what was found never changes'); END;
CREATE TRIGGER screening_hits_stay BEFORE INSERT ON screening_hits
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER settlement_terms_no_delete BEFORE DELETE ON settlement_terms
BEGIN SELECT RAISE(ABORT, 'settlement terms are set to 0, never deleted'); END;
CREATE TRIGGER settlement_terms_stay BEFORE INSERT ON settlement_terms
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER training_datasets_no_update BEFORE UPDATE ON training_datasets
BEGIN SELECT RAISE(ABORT, 'a data set never changes'); END;
CREATE TRIGGER training_datasets_stay BEFORE INSERT ON training_datasets
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER training_jobs_born_queued BEFORE INSERT ON training_jobs
WHEN NEW.status <> 'queued' OR NEW.version <> 1
BEGIN SELECT RAISE(ABORT, 'a training starts as queued'); END;
CREATE TRIGGER training_jobs_status_edges BEFORE UPDATE ON training_jobs
WHEN OLD.status IN ('succeeded', 'failed', 'canceled') OR (OLD.status = 'running' AND NEW.status = 'queued') OR (OLD.status = 'queued' AND NEW.status = 'succeeded')
BEGIN SELECT RAISE(ABORT, 'a training only goes forward'); END;
CREATE TRIGGER training_jobs_identity BEFORE UPDATE OF id, tenant_id, model_id, name, task, label, request, source, dataset_sha256,
      estimated_seconds, request_id, actor, created_at ON training_jobs
BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
CREATE TRIGGER training_jobs_make_their_version BEFORE UPDATE OF version_id ON training_jobs
WHEN NEW.version_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM model_versions v WHERE v.id = NEW.version_id AND v.tenant_id = NEW.tenant_id AND v.model_id = NEW.model_id AND v.label = NEW.label AND v.source = 'training')
BEGIN SELECT RAISE(ABORT, 'a training registers the version that it was accepted for'); END;
CREATE TRIGGER training_jobs_no_delete BEFORE DELETE ON training_jobs
BEGIN SELECT RAISE(ABORT, 'trainings are never deleted'); END;
CREATE TRIGGER training_jobs_frozen_once BEFORE UPDATE OF frozen_sha256 ON training_jobs
WHEN NEW.frozen_sha256 IS NOT OLD.frozen_sha256 AND (OLD.frozen_sha256 IS NOT NULL OR NEW.status <> 'running')
BEGIN SELECT RAISE(ABORT, 'the rows of a training are fixed once, while it runs'); END;
CREATE TRIGGER training_jobs_learn_from_fixed_rows BEFORE UPDATE OF status ON training_jobs
WHEN NEW.status = 'succeeded' AND NEW.source = 'ledger_query' AND NEW.frozen_sha256 IS NULL
BEGIN SELECT RAISE(ABORT, 'a training that succeeds has said which rows it learnt from'); END;
CREATE TRIGGER training_jobs_stay BEFORE INSERT ON training_jobs
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER payments_no_update BEFORE UPDATE ON payments
BEGIN SELECT RAISE(ABORT, 'what was asked for never changes'); END;
CREATE TRIGGER payments_no_delete BEFORE DELETE ON payments
BEGIN SELECT RAISE(ABORT, 'payments are never deleted'); END;
CREATE TRIGGER payments_stay BEFORE INSERT ON payments
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER wallets_identity BEFORE UPDATE OF id, tenant_id, customer_id, created_at ON wallets
BEGIN SELECT RAISE(ABORT, 'the identity of a wallet never changes'); END;
CREATE TRIGGER wallets_no_delete BEFORE DELETE ON wallets
BEGIN SELECT RAISE(ABORT, 'wallets are never deleted'); END;
CREATE TRIGGER wallets_metadata_new AFTER INSERT ON wallets
WHEN NEW.metadata <> '{}'
BEGIN INSERT INTO metadata_terms SELECT NEW.tenant_id, 'wallet', m.key, CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END, NEW.id FROM json_each(NEW.metadata) m WHERE m.type IN ('text', 'integer', 'real', 'true', 'false') AND length(CAST(m.value AS TEXT)) <= 500; END;
CREATE TRIGGER wallets_metadata_changed AFTER UPDATE OF metadata ON wallets
WHEN NEW.metadata <> OLD.metadata
BEGIN DELETE FROM metadata_terms WHERE object_id = OLD.id AND kind = 'wallet'; INSERT INTO metadata_terms SELECT NEW.tenant_id, 'wallet', m.key, CASE m.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(m.value AS TEXT) END, NEW.id FROM json_each(NEW.metadata) m WHERE m.type IN ('text', 'integer', 'real', 'true', 'false') AND length(CAST(m.value AS TEXT)) <= 500; END;
CREATE TRIGGER wallets_of_the_erased BEFORE INSERT ON wallets
WHEN EXISTS (SELECT 1 FROM customer_erasures WHERE customer_id = NEW.customer_id)
BEGIN SELECT RAISE(ABORT, 'an erased customer opens no wallet'); END;
CREATE TRIGGER wallets_stay BEFORE INSERT ON wallets
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
CREATE TRIGGER deliveries_edges BEFORE UPDATE OF status ON deliveries
WHEN NEW.status <> OLD.status AND NOT ( (OLD.status = 'pending' AND NEW.status IN ('retrying', 'delivered', 'failed')) OR (OLD.status = 'retrying' AND NEW.status IN ('pending', 'delivered', 'failed')) OR (OLD.status = 'failed' AND NEW.status = 'pending'))
BEGIN SELECT RAISE(ABORT, 'delivery status change is not allowed'); END;
CREATE TRIGGER deliveries_identity BEFORE UPDATE OF id, tenant_id, endpoint_id, event_row, repeat, created_at ON deliveries
BEGIN SELECT RAISE(ABORT, 'what a delivery delivers never changes'); END;
CREATE TRIGGER deliveries_no_delete BEFORE DELETE ON deliveries
WHEN OLD.status NOT IN ('delivered', 'failed') OR OLD.updated_at >= (SELECT kept_from FROM delivery_retention)
BEGIN SELECT RAISE(ABORT, 'deliveries are never deleted before their time'); END;
CREATE TRIGGER delivery_attempts_no_update BEFORE UPDATE ON delivery_attempts
BEGIN SELECT RAISE(ABORT, 'attempts are append-only'); END;
CREATE TRIGGER delivery_attempts_no_delete BEFORE DELETE ON delivery_attempts
WHEN EXISTS (SELECT 1 FROM deliveries d WHERE d.id = OLD.delivery_id AND (d.status NOT IN ('delivered', 'failed') OR d.updated_at >= (SELECT kept_from FROM delivery_retention)))
BEGIN SELECT RAISE(ABORT, 'attempts are append-only while their delivery is kept'); END;
CREATE TRIGGER delivery_retention_grows BEFORE UPDATE ON delivery_retention
WHEN NEW.kept_from < OLD.kept_from
BEGIN SELECT RAISE(ABORT, 'what may be deleted grows with time'); END;
CREATE TRIGGER delivery_retention_no_delete BEFORE DELETE ON delivery_retention
BEGIN SELECT RAISE(ABORT, 'what may be deleted grows with time'); END;
CREATE TRIGGER simulated_failures_in_the_sandbox BEFORE INSERT ON simulated_failures
WHEN (SELECT name FROM environment) IS NOT 'sandbox'
BEGIN SELECT RAISE(ABORT, 'only the sandbox simulates'); END;
CREATE TRIGGER work_notes_no_update BEFORE UPDATE ON work_notes
BEGIN SELECT RAISE(ABORT, 'a note never changes'); END;
CREATE TRIGGER work_notes_no_delete BEFORE DELETE ON work_notes
WHEN NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running')
BEGIN SELECT RAISE(ABORT, 'notes are never deleted'); END;
