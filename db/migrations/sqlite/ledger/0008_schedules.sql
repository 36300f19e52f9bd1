-- Schedules, their occurrences, and the test clocks of the sandbox. Dates are YYYY-MM-DD in the
-- schedule's time zone; times are milliseconds since 1970 UTC by the developer's own clock.
CREATE TABLE environment (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT NOT NULL CHECK (name IN ('sandbox', 'production'))
) STRICT;
--> statement-breakpoint
CREATE TRIGGER environment_no_update BEFORE UPDATE ON environment
BEGIN SELECT RAISE(ABORT, 'a ledger never changes its environment'); END;
--> statement-breakpoint
CREATE TRIGGER environment_no_delete BEFORE DELETE ON environment
BEGIN SELECT RAISE(ABORT, 'a ledger never changes its environment'); END;
--> statement-breakpoint
CREATE TABLE schedules (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'paused', 'suspended', 'completed',
    'canceled')),
  status_code TEXT,
  status_message TEXT,
  source_account_id TEXT NOT NULL REFERENCES accounts (id),
  destination_account_id TEXT NOT NULL REFERENCES accounts (id),
  customer_id TEXT NOT NULL REFERENCES customers (id),
  currency TEXT NOT NULL,
  amount_type TEXT NOT NULL CHECK (amount_type IN ('fixed', 'full_balance', 'balance_above')),
  amount INTEGER CHECK (amount BETWEEN 0 AND 9007199254740991),
  description TEXT,
  start_date TEXT NOT NULL,
  local_time_ms INTEGER NOT NULL CHECK (local_time_ms BETWEEN 0 AND 86399999),
  timezone TEXT NOT NULL,
  recurrence TEXT NOT NULL,
  convention TEXT NOT NULL CHECK (convention IN ('none', 'following', 'preceding',
    'modified_following')),
  calendar TEXT NOT NULL CHECK (calendar IN ('weekends', 'target')),
  catch_up TEXT NOT NULL CHECK (catch_up IN ('latest', 'all', 'none')),
  on_insufficient_funds TEXT NOT NULL CHECK (on_insufficient_funds IN ('retry', 'skip', 'fail')),
  retry_attempts INTEGER NOT NULL CHECK (retry_attempts >= 1),
  retry_interval_hours INTEGER NOT NULL CHECK (retry_interval_hours >= 1),
  max_consecutive_failures INTEGER NOT NULL CHECK (max_consecutive_failures >= 1),
  notify_days_before INTEGER CHECK (notify_days_before >= 1),
  metadata TEXT NOT NULL,
  occurrences_made INTEGER NOT NULL CHECK (occurrences_made >= 0),
  occurrences_posted INTEGER NOT NULL CHECK (occurrences_posted >= 0),
  occurrences_failed INTEGER NOT NULL CHECK (occurrences_failed >= 0),
  occurrences_skipped INTEGER NOT NULL CHECK (occurrences_skipped >= 0),
  consecutive_failures INTEGER NOT NULL CHECK (consecutive_failures >= 0),
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (source_account_id <> destination_account_id),
  CHECK ((amount IS NULL) = (amount_type = 'full_balance')),
  CHECK (amount_type <> 'fixed' OR amount > 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX schedules_by_tenant ON schedules (tenant_id, id);
--> statement-breakpoint
CREATE INDEX schedules_by_source ON schedules (source_account_id)
  WHERE status IN ('active', 'paused', 'suspended');
--> statement-breakpoint
CREATE INDEX schedules_by_destination ON schedules (destination_account_id)
  WHERE status IN ('active', 'paused', 'suspended');
--> statement-breakpoint
CREATE TRIGGER schedules_born_active BEFORE INSERT ON schedules WHEN NEW.status <> 'active'
BEGIN SELECT RAISE(ABORT, 'a schedule starts as active'); END;
--> statement-breakpoint
CREATE TRIGGER schedules_status_edges BEFORE UPDATE OF status ON schedules
WHEN NEW.status <> OLD.status AND NOT (
  (OLD.status = 'active' AND NEW.status IN ('paused', 'suspended', 'completed', 'canceled'))
  OR (OLD.status = 'paused' AND NEW.status IN ('active', 'canceled'))
  OR (OLD.status = 'suspended' AND NEW.status IN ('active', 'canceled')))
BEGIN SELECT RAISE(ABORT, 'schedule status edge is not allowed'); END;
--> statement-breakpoint
CREATE TRIGGER schedules_complete_at_the_end BEFORE UPDATE OF status ON schedules
WHEN NEW.status = 'completed' AND EXISTS (SELECT 1 FROM occurrences WHERE schedule_id = NEW.id
  AND status IN ('scheduled', 'processing', 'retrying'))
BEGIN SELECT RAISE(ABORT, 'a schedule completes after its last occurrence is final'); END;
--> statement-breakpoint
CREATE TRIGGER schedules_identity BEFORE UPDATE OF id, tenant_id, created_at ON schedules
BEGIN SELECT RAISE(ABORT, 'the identity of a schedule never changes'); END;
--> statement-breakpoint
CREATE TRIGGER schedules_final BEFORE UPDATE OF source_account_id, destination_account_id, currency,
  amount_type, amount, start_date, local_time_ms, timezone, recurrence ON schedules
WHEN OLD.status IN ('completed', 'canceled') AND (
  NEW.source_account_id <> OLD.source_account_id
  OR NEW.destination_account_id <> OLD.destination_account_id OR NEW.currency <> OLD.currency
  OR NEW.amount_type <> OLD.amount_type OR NEW.amount IS NOT OLD.amount
  OR NEW.start_date <> OLD.start_date OR NEW.local_time_ms <> OLD.local_time_ms
  OR NEW.timezone <> OLD.timezone OR NEW.recurrence <> OLD.recurrence)
BEGIN SELECT RAISE(ABORT, 'the terms of a schedule that has ended never change'); END;
--> statement-breakpoint
CREATE TRIGGER schedules_no_delete BEFORE DELETE ON schedules
BEGIN SELECT RAISE(ABORT, 'schedules are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER accounts_closed_without_schedules BEFORE UPDATE OF status ON accounts
WHEN NEW.status = 'closed' AND OLD.status <> 'closed' AND (
  EXISTS (SELECT 1 FROM schedules WHERE source_account_id = NEW.id
    AND status IN ('active', 'paused', 'suspended'))
  OR EXISTS (SELECT 1 FROM schedules WHERE destination_account_id = NEW.id
    AND status IN ('active', 'paused', 'suspended')))
BEGIN SELECT RAISE(ABORT, 'an account with a schedule is not closed'); END;
--> statement-breakpoint
CREATE TABLE occurrences (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  schedule_id TEXT NOT NULL REFERENCES schedules (id),
  local_date TEXT NOT NULL,
  nominal_date TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('scheduled', 'processing', 'retrying', 'posted', 'failed',
    'skipped', 'canceled')),
  status_code TEXT,
  status_message TEXT,
  amount INTEGER CHECK (amount > 0),
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  transaction_id TEXT,
  -- When the engine has to look at it next; null while nothing is to be done with it.
  wake_at INTEGER,
  notified INTEGER NOT NULL CHECK (notified IN (0, 1)),
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (status IN ('scheduled', 'retrying') OR wake_at IS NULL),
  CHECK (status NOT IN ('processing', 'retrying', 'posted') OR transaction_id IS NOT NULL)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
-- The guard of the whole feature: a schedule has one occurrence per day.
CREATE UNIQUE INDEX occurrences_by_date ON occurrences (schedule_id, local_date);
--> statement-breakpoint
CREATE UNIQUE INDEX occurrences_next ON occurrences (schedule_id) WHERE status = 'scheduled';
--> statement-breakpoint
CREATE INDEX occurrences_open ON occurrences (schedule_id)
  WHERE status IN ('scheduled', 'processing', 'retrying');
--> statement-breakpoint
CREATE INDEX occurrences_by_schedule ON occurrences (schedule_id, id);
--> statement-breakpoint
CREATE INDEX occurrences_due ON occurrences (wake_at) WHERE wake_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX occurrences_due_by_tenant ON occurrences (tenant_id, wake_at)
  WHERE wake_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX occurrences_in_flight ON occurrences (tenant_id, transaction_id)
  WHERE status IN ('processing', 'retrying') AND wake_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER occurrences_born_scheduled BEFORE INSERT ON occurrences
WHEN NEW.status NOT IN ('scheduled', 'skipped')
BEGIN SELECT RAISE(ABORT, 'an occurrence starts as scheduled, or is left out'); END;
--> statement-breakpoint
CREATE TRIGGER occurrences_status_edges BEFORE UPDATE OF status ON occurrences
WHEN NEW.status <> OLD.status AND NOT (
  (OLD.status = 'scheduled' AND NEW.status IN ('processing', 'skipped', 'canceled'))
  OR (OLD.status = 'processing' AND NEW.status IN ('posted', 'retrying', 'failed'))
  OR (OLD.status = 'retrying' AND NEW.status IN ('posted', 'failed')))
BEGIN SELECT RAISE(ABORT, 'occurrence status edge is not allowed'); END;
--> statement-breakpoint
CREATE TRIGGER occurrences_identity BEFORE UPDATE OF id, tenant_id, schedule_id, created_at
ON occurrences BEGIN SELECT RAISE(ABORT, 'the identity of an occurrence never changes'); END;
--> statement-breakpoint
CREATE TRIGGER occurrences_keep_their_date BEFORE UPDATE OF local_date, nominal_date, due_at
ON occurrences WHEN (OLD.status <> 'scheduled' OR NEW.status <> 'scheduled')
  AND (NEW.local_date <> OLD.local_date OR NEW.nominal_date <> OLD.nominal_date
    OR NEW.due_at <> OLD.due_at)
BEGIN SELECT RAISE(ABORT, 'an occurrence that has begun keeps its date'); END;
--> statement-breakpoint
CREATE TRIGGER occurrences_no_delete BEFORE DELETE ON occurrences
BEGIN SELECT RAISE(ABORT, 'occurrences are never deleted'); END;
--> statement-breakpoint
ALTER TABLE transactions ADD COLUMN schedule_id TEXT REFERENCES schedules (id);
--> statement-breakpoint
ALTER TABLE transactions ADD COLUMN occurrence_id TEXT REFERENCES occurrences (id);
--> statement-breakpoint
CREATE INDEX transactions_by_schedule ON transactions (schedule_id, id)
  WHERE schedule_id IS NOT NULL;
--> statement-breakpoint
-- However often an occurrence is tried, one attempt at most can move money.
CREATE UNIQUE INDEX transactions_by_occurrence ON transactions (occurrence_id)
  WHERE occurrence_id IS NOT NULL AND status NOT IN ('declined', 'failed', 'canceled', 'expired');
--> statement-breakpoint
CREATE TRIGGER transactions_keep_their_occurrence BEFORE UPDATE OF schedule_id, occurrence_id
ON transactions BEGIN SELECT RAISE(ABORT, 'what was accepted never changes'); END;
--> statement-breakpoint
-- What a test clock has to end on its way.
CREATE INDEX holds_waiting_by_tenant ON holds (tenant_id, expires_at) WHERE status = 'active';
--> statement-breakpoint
CREATE TABLE clocks (
  tenant_id TEXT PRIMARY KEY,
  -- How far the developer's clock is ahead of the real one.
  offset_ms INTEGER NOT NULL CHECK (offset_ms >= 0),
  -- While it is being moved: where it stands, and where it goes to.
  stands_at INTEGER,
  target INTEGER,
  -- What the last move has driven so far.
  driven INTEGER NOT NULL CHECK (driven >= 0),
  version INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((stands_at IS NULL) = (target IS NULL)),
  CHECK (stands_at <= target)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX clocks_moving ON clocks (tenant_id) WHERE target IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER clocks_in_the_sandbox_only BEFORE INSERT ON clocks
WHEN NOT EXISTS (SELECT 1 FROM environment WHERE name = 'sandbox')
BEGIN SELECT RAISE(ABORT, 'only the sandbox has test clocks'); END;
--> statement-breakpoint
CREATE TRIGGER clocks_go_forward BEFORE UPDATE ON clocks
WHEN NEW.offset_ms < OLD.offset_ms OR NEW.stands_at < OLD.stands_at
  OR (OLD.target IS NOT NULL AND NEW.target IS NOT NULL AND NEW.target <> OLD.target)
BEGIN SELECT RAISE(ABORT, 'a clock only goes forward'); END;
--> statement-breakpoint
CREATE TRIGGER clocks_no_delete BEFORE DELETE ON clocks
BEGIN SELECT RAISE(ABORT, 'a clock only goes forward'); END;
