-- What this ledger has to do with a chain: transactions to be sent, and the anchors among them.
-- A chain is told by its id and its first block: a development chain that was wiped is another one.
CREATE TABLE chains (
  id INTEGER PRIMARY KEY,
  chain_id INTEGER NOT NULL CHECK (chain_id > 0),
  genesis_hash TEXT NOT NULL CHECK (length(genesis_hash) = 66),
  first_seen_at INTEGER NOT NULL,
  UNIQUE (chain_id, genesis_hash)
) STRICT;
--> statement-breakpoint
-- What the signer last found, for operators; `chain` is the one that is there now.
CREATE TABLE chain_status (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  state TEXT NOT NULL CHECK (state IN ('unknown', 'ok', 'unreachable', 'wrong_chain', 'no_funds',
    'fee_limit', 'no_signer')),
  detail TEXT,
  chain INTEGER REFERENCES chains (id),
  address TEXT,
  block_number INTEGER,
  changed_at INTEGER NOT NULL,
  checked_at INTEGER NOT NULL
) STRICT;
--> statement-breakpoint
INSERT INTO chain_status (id, state, changed_at, checked_at) VALUES (1, 'unknown', 0, 0);
--> statement-breakpoint
-- One row per transaction that the bank wants on the chain. Amounts of value in wei, as decimal
-- text: they do not fit 64 bits.
CREATE TABLE chain_transactions (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('anchor', 'execution', 'deployment')),
  object_id TEXT NOT NULL,
  to_address TEXT CHECK (length(to_address) = 42),
  data BLOB NOT NULL,
  value TEXT NOT NULL CHECK (value <> '' AND value NOT GLOB '*[^0-9]*'),
  gas INTEGER CHECK (gas > 0),
  notify TEXT,
  status TEXT NOT NULL CHECK (status IN ('queued', 'signed', 'sent', 'included', 'final', 'failed',
    'dropped')),
  reason_code TEXT,
  reason TEXT,
  chain INTEGER REFERENCES chains (id),
  from_address TEXT CHECK (length(from_address) = 42),
  nonce INTEGER CHECK (nonce >= 0),
  hash TEXT,
  block_number INTEGER,
  block_hash TEXT,
  succeeded INTEGER CHECK (succeeded IN (0, 1)),
  contract_address TEXT,
  gas_used INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((nonce IS NULL) = (from_address IS NULL)),
  CHECK (nonce IS NULL OR chain IS NOT NULL),
  CHECK (status NOT IN ('signed', 'sent', 'included', 'final') OR nonce IS NOT NULL),
  CHECK ((status IN ('included', 'final')) <= (block_hash IS NOT NULL AND hash IS NOT NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
-- An address gives each nonce to one transaction only, whatever races.
CREATE UNIQUE INDEX chain_transactions_by_nonce ON chain_transactions (chain, from_address, nonce)
  WHERE nonce IS NOT NULL;
--> statement-breakpoint
CREATE INDEX chain_transactions_open ON chain_transactions (status, id)
  WHERE status IN ('queued', 'signed', 'sent', 'included');
--> statement-breakpoint
-- An object is carried to the chain once at a time.
CREATE UNIQUE INDEX chain_transactions_by_object ON chain_transactions (kind, object_id)
  WHERE kind <> 'deployment' AND status NOT IN ('failed', 'dropped');
--> statement-breakpoint
CREATE INDEX chain_transactions_deployments ON chain_transactions (object_id, chain)
  WHERE kind = 'deployment';
--> statement-breakpoint
CREATE TRIGGER chain_transactions_born_queued BEFORE INSERT ON chain_transactions
WHEN NEW.status <> 'queued' OR NEW.nonce IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a chain transaction starts as queued'); END;
--> statement-breakpoint
-- Back to `sent`: a reorganisation or a chain that lost its last seconds. Back to `queued`: its
-- nonce was used by somebody else with the same key.
CREATE TRIGGER chain_transactions_status_edges BEFORE UPDATE OF status ON chain_transactions
WHEN NEW.status <> OLD.status AND NOT (
  (OLD.status = 'queued' AND NEW.status IN ('signed', 'failed', 'dropped'))
  OR (OLD.status = 'signed' AND NEW.status IN ('sent', 'included', 'queued', 'dropped'))
  OR (OLD.status = 'sent' AND NEW.status IN ('included', 'queued', 'dropped'))
  OR (OLD.status = 'included' AND NEW.status IN ('sent', 'final', 'failed', 'dropped'))
  OR (OLD.status = 'final' AND NEW.status = 'sent')
  OR (OLD.status = 'failed' AND NEW.status = 'sent' AND OLD.nonce IS NOT NULL))
BEGIN SELECT RAISE(ABORT, 'chain transaction status edge is not allowed'); END;
--> statement-breakpoint
CREATE TRIGGER chain_transactions_identity BEFORE UPDATE OF id, kind, object_id, to_address, data,
  value, notify, created_at
ON chain_transactions BEGIN SELECT RAISE(ABORT, 'what was ordered never changes'); END;
--> statement-breakpoint
CREATE TRIGGER chain_transactions_no_delete BEFORE DELETE ON chain_transactions
BEGIN SELECT RAISE(ABORT, 'chain transactions are never deleted'); END;
--> statement-breakpoint
-- The signed bytes, stored before they are sent. A replacement is a further attempt with the same
-- nonce and a higher fee; whichever of them the chain takes counts. After a wiped chain the same
-- bytes may serve another transaction: the hash alone tells nothing.
CREATE TABLE chain_attempts (
  hash TEXT NOT NULL CHECK (length(hash) = 66),
  transaction_id TEXT NOT NULL REFERENCES chain_transactions (id),
  chain INTEGER NOT NULL REFERENCES chains (id),
  nonce INTEGER NOT NULL,
  raw BLOB NOT NULL,
  max_fee_per_gas TEXT NOT NULL,
  max_priority_fee_per_gas TEXT NOT NULL,
  signed_at INTEGER NOT NULL,
  sent_at INTEGER,
  PRIMARY KEY (transaction_id, hash)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX chain_attempts_by_transaction ON chain_attempts (transaction_id, signed_at);
--> statement-breakpoint
CREATE TRIGGER chain_attempts_identity BEFORE UPDATE OF hash, transaction_id, chain, nonce, raw,
  max_fee_per_gas, max_priority_fee_per_gas, signed_at
ON chain_attempts BEGIN SELECT RAISE(ABORT, 'what was signed never changes'); END;
--> statement-breakpoint
CREATE TRIGGER chain_attempts_no_delete BEFORE DELETE ON chain_attempts
BEGIN SELECT RAISE(ABORT, 'what was signed never changes'); END;
--> statement-breakpoint
-- A checkpoint's way to one contract. `lost`: the chain that held it is gone, and a later anchor
-- on another chain covers what it covered.
CREATE TABLE anchors (
  id TEXT PRIMARY KEY,
  checkpoint_id TEXT NOT NULL REFERENCES checkpoints (id),
  tree_size INTEGER NOT NULL REFERENCES checkpoints (tree_size),
  chain INTEGER NOT NULL REFERENCES chains (id),
  contract TEXT NOT NULL CHECK (length(contract) = 42),
  status TEXT NOT NULL CHECK (status IN ('pending', 'anchored', 'confirmed', 'lost')),
  reason TEXT,
  tx_hash TEXT,
  block_number INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (contract, chain, tree_size)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX anchors_by_size ON anchors (status, tree_size);
--> statement-breakpoint
CREATE TRIGGER anchors_identity BEFORE UPDATE OF id, checkpoint_id, tree_size, chain, contract,
  created_at
ON anchors BEGIN SELECT RAISE(ABORT, 'what is anchored never changes'); END;
--> statement-breakpoint
CREATE TRIGGER anchors_lost_for_good BEFORE UPDATE OF status ON anchors
WHEN OLD.status = 'lost' AND NEW.status <> 'lost'
BEGIN SELECT RAISE(ABORT, 'a lost anchor stays lost'); END;
--> statement-breakpoint
CREATE TRIGGER anchors_no_delete BEFORE DELETE ON anchors
BEGIN SELECT RAISE(ABORT, 'anchors are never deleted'); END;
--> statement-breakpoint
-- How many leaves, from the first one on, their tenants have been told of as anchored; and what
-- keeps anchoring from going on, if anything does.
CREATE TABLE anchoring (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  told_size INTEGER NOT NULL CHECK (told_size >= 0),
  state TEXT NOT NULL CHECK (state IN ('unknown', 'ok', 'waiting', 'refused')),
  detail TEXT,
  changed_at INTEGER NOT NULL
) STRICT;
--> statement-breakpoint
INSERT INTO anchoring (id, told_size, state, changed_at) VALUES (1, 0, 'unknown', 0);
--> statement-breakpoint
CREATE TRIGGER anchoring_told_grows BEFORE UPDATE OF told_size ON anchoring
WHEN NEW.told_size < OLD.told_size
BEGIN SELECT RAISE(ABORT, 'what was told is not taken back'); END;
