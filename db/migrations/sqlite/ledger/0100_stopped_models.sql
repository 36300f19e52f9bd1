-- A version whose calls went beyond their limits: the newest of them, and since when and why it is
-- not asked any more.
ALTER TABLE model_versions ADD COLUMN kills TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(kills));
--> statement-breakpoint
ALTER TABLE model_versions ADD COLUMN stopped_at INTEGER;
--> statement-breakpoint
ALTER TABLE model_versions ADD COLUMN stopped_code TEXT;
--> statement-breakpoint
ALTER TABLE model_versions ADD COLUMN stopped_message TEXT;
--> statement-breakpoint
-- That a version was stopped is an alarm too. A CHECK cannot change, so the table is made anew.
CREATE TABLE model_alarms_new (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  version_id TEXT NOT NULL REFERENCES model_versions (id),
  kind TEXT NOT NULL CHECK (kind IN ('auc', 'brier', 'default_rate', 'review_rate', 'drift',
    'stopped')),
  -- What was seen when it opened, with its interval, and the bound that it is worse than.
  value REAL NOT NULL,
  low REAL NOT NULL,
  high REAL NOT NULL,
  bound REAL NOT NULL,
  rows INTEGER NOT NULL CHECK (rows > 0),
  created_at INTEGER NOT NULL,
  closed_at INTEGER CHECK (closed_at >= created_at),
  closed_why TEXT CHECK (closed_why IN ('recovered', 'not_in_force')),
  -- What was seen when it recovered.
  closed_value REAL,
  CHECK (low <= value AND value <= high),
  CHECK ((closed_at IS NULL) = (closed_why IS NULL)),
  CHECK ((closed_why IS 'recovered') = (closed_value IS NOT NULL))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO model_alarms_new SELECT * FROM model_alarms;
--> statement-breakpoint
DROP TABLE model_alarms;
--> statement-breakpoint
ALTER TABLE model_alarms_new RENAME TO model_alarms;
--> statement-breakpoint
CREATE UNIQUE INDEX model_alarms_open ON model_alarms (tenant_id, version_id, kind)
  WHERE closed_at IS NULL;
--> statement-breakpoint
CREATE INDEX model_alarms_by_version ON model_alarms (version_id, id);
--> statement-breakpoint
CREATE TRIGGER model_alarms_born_open BEFORE INSERT ON model_alarms WHEN NEW.closed_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an alarm starts as open'); END;
--> statement-breakpoint
CREATE TRIGGER model_alarms_close_once BEFORE UPDATE ON model_alarms
WHEN OLD.closed_at IS NOT NULL OR NEW.closed_at IS NULL
BEGIN SELECT RAISE(ABORT, 'an alarm is closed once'); END;
--> statement-breakpoint
CREATE TRIGGER model_alarms_identity BEFORE UPDATE OF id, tenant_id, version_id, kind, value, low,
  high, bound, rows, created_at
ON model_alarms BEGIN SELECT RAISE(ABORT, 'what was seen never changes'); END;
--> statement-breakpoint
CREATE TRIGGER model_alarms_no_delete BEFORE DELETE ON model_alarms
BEGIN SELECT RAISE(ABORT, 'alarms are never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER model_alarms_stay BEFORE INSERT ON model_alarms
WHEN EXISTS (SELECT 1 FROM tenant_moves WHERE tenant_id = NEW.tenant_id)
BEGIN SELECT RAISE(ABORT, 'the developer is being moved'); END;
