-- Executions of smart-contract functions. `call_data` is what was checked and is sent; `arguments`
-- is what the caller wrote. Money stays in `transactions` and `holds`: an execution names one.
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
  gas_limit INTEGER NOT NULL CHECK (gas_limit > 0),
  effect TEXT NOT NULL CHECK (effect IN ('none', 'bind', 'capture', 'release')),
  transaction_id TEXT REFERENCES transactions (id),
  status TEXT NOT NULL CHECK (status IN ('queued', 'simulated', 'submitted', 'included', 'final',
    'reverted', 'failed')),
  status_code TEXT,
  status_message TEXT,
  revert TEXT,
  result TEXT,
  receipt TEXT,
  chain_transaction_id TEXT REFERENCES chain_transactions (id),
  settlement TEXT NOT NULL CHECK (settlement IN ('none', 'pending', 'done', 'refused')),
  settlement_code TEXT,
  ledger_sequence INTEGER,
  idempotency_key TEXT,
  request_hash BLOB NOT NULL,
  request_id TEXT NOT NULL,
  actor TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((effect = 'none') = (transaction_id IS NULL)),
  CHECK (settlement = 'none' OR effect IN ('capture', 'release')),
  CHECK (status <> 'final' OR settlement <> 'pending'),
  CHECK (status <> 'final' OR effect IN ('none', 'bind') OR settlement IN ('done', 'refused')),
  CHECK (status <> 'final' OR receipt IS NOT NULL),
  CHECK (status NOT IN ('submitted', 'included', 'final') OR chain_transaction_id IS NOT NULL),
  CHECK (ledger_sequence IS NULL OR (effect = 'capture' AND settlement = 'done'))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX contract_executions_by_tenant ON contract_executions (tenant_id, id);
--> statement-breakpoint
CREATE UNIQUE INDEX contract_executions_by_key
  ON contract_executions (tenant_id, contract, function, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
--> statement-breakpoint
CREATE INDEX contract_executions_open ON contract_executions (id)
  WHERE status IN ('queued', 'simulated', 'submitted', 'included');
--> statement-breakpoint
CREATE INDEX contract_executions_by_transaction ON contract_executions (transaction_id)
  WHERE transaction_id IS NOT NULL;
--> statement-breakpoint
-- A hold is used by one execution at a time, and moved by one for ever.
CREATE UNIQUE INDEX contract_executions_one_at_work ON contract_executions (transaction_id)
  WHERE transaction_id IS NOT NULL AND status IN ('queued', 'simulated', 'submitted', 'included');
--> statement-breakpoint
CREATE UNIQUE INDEX contract_executions_move_once ON contract_executions (transaction_id)
  WHERE effect IN ('capture', 'release') AND status = 'final';
--> statement-breakpoint
CREATE TRIGGER contract_executions_born_queued BEFORE INSERT ON contract_executions
WHEN NEW.status <> 'queued' OR NEW.version <> 1
BEGIN SELECT RAISE(ABORT, 'an execution starts as queued'); END;
--> statement-breakpoint
-- A block that is undone takes `included` back to `submitted`; nothing leaves a final state.
CREATE TRIGGER contract_executions_status_edges BEFORE UPDATE OF status ON contract_executions
WHEN NEW.status <> OLD.status AND NOT (
  (OLD.status = 'queued' AND NEW.status IN ('simulated', 'reverted', 'failed'))
  OR (OLD.status = 'simulated' AND NEW.status IN ('submitted', 'reverted', 'failed'))
  OR (OLD.status = 'submitted' AND NEW.status IN ('included', 'final', 'reverted', 'failed'))
  OR (OLD.status = 'included' AND NEW.status IN ('submitted', 'final', 'reverted', 'failed')))
BEGIN SELECT RAISE(ABORT, 'execution status edge is not allowed'); END;
--> statement-breakpoint
CREATE TRIGGER contract_executions_identity BEFORE UPDATE OF id, tenant_id, contract, function,
  arguments, address, chain_id, call_data, value, gas_limit, effect, transaction_id,
  idempotency_key, request_hash, request_id, actor, created_at
ON contract_executions BEGIN SELECT RAISE(ABORT, 'what is executed never changes'); END;
--> statement-breakpoint
CREATE TRIGGER contract_executions_sent_once BEFORE UPDATE OF chain_transaction_id
ON contract_executions WHEN OLD.chain_transaction_id IS NOT NULL
  AND NEW.chain_transaction_id IS NOT OLD.chain_transaction_id
BEGIN SELECT RAISE(ABORT, 'an execution is handed to the signer once'); END;
--> statement-breakpoint
CREATE TRIGGER contract_executions_final BEFORE UPDATE ON contract_executions
WHEN OLD.status IN ('final', 'reverted', 'failed')
BEGIN SELECT RAISE(ABORT, 'an execution that has ended stays as it is'); END;
--> statement-breakpoint
CREATE TRIGGER contract_executions_no_delete BEFORE DELETE ON contract_executions
BEGIN SELECT RAISE(ABORT, 'executions are never deleted'); END;
