-- How far a model in force has moved from what it learnt: one look a day of its developer's clock.
CREATE TABLE model_drift_evaluations (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  version_id TEXT NOT NULL REFERENCES model_versions (id),
  -- Days since 1970 UTC.
  day INTEGER NOT NULL CHECK (day > 0),
  rows INTEGER NOT NULL CHECK (rows > 0),
  -- Stability indexes: of the feature that moved most, and of the score.
  psi REAL NOT NULL CHECK (psi >= 0),
  score_psi REAL CHECK (score_psi >= 0),
  -- 1 from the day on that the larger one is above the limit, until it is well below it.
  is_drifted INTEGER NOT NULL CHECK (is_drifted IN (0, 1)),
  features TEXT NOT NULL CHECK (json_valid(features)),
  created_at INTEGER NOT NULL,
  UNIQUE (tenant_id, version_id, day)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER model_drift_evaluations_go_on BEFORE INSERT ON model_drift_evaluations
WHEN EXISTS (SELECT 1 FROM model_drift_evaluations
  WHERE tenant_id = NEW.tenant_id AND version_id = NEW.version_id AND day >= NEW.day)
BEGIN SELECT RAISE(ABORT, 'a day is looked at once, and in its turn'); END;
--> statement-breakpoint
CREATE TRIGGER model_drift_evaluations_no_update BEFORE UPDATE ON model_drift_evaluations
BEGIN SELECT RAISE(ABORT, 'what was measured never changes'); END;
--> statement-breakpoint
CREATE TRIGGER model_drift_evaluations_no_delete BEFORE DELETE ON model_drift_evaluations
BEGIN SELECT RAISE(ABORT, 'what was measured is never deleted'); END;
